//! The portable kernel, compiled for vectors of eight lanes: for CPUs without the SHA extensions.
//!
//! A rotation is three instructions. A round has 37 and its word of the schedule 21: 422 per compression.
#![allow(unsafe_code)]

use super::{Compress, portable};
use crate::sha256::{Block, Start, State};
use heliast_cpu::Avx2;

impl Compress for Avx2 {
    fn compress(self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        // SAFETY: the value proves that the CPU has the instructions.
        unsafe { compress_with_avx2(lanes, start, block, out) }
    }
}

#[target_feature(enable = "avx2")]
fn compress_with_avx2(lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
    heliast_cpu::align_stack();
    portable::compress(lanes, start, block, out);
}
