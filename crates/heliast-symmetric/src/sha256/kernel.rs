//! The kernels, and the choice of one for this CPU.

use heliast_cpu::Portable;
#[cfg(target_arch = "aarch64")]
use heliast_cpu::Sha2;
#[cfg(target_arch = "x86_64")]
use heliast_cpu::{Avx2, ShaNi};

use super::{Block, LANES, Midstate, Start, State, scalar};
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "aarch64")]
mod sha2;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

/// The operation of a kernel.
trait Compress: Copy {
    /// Compresses one block in each of the first `lanes` lanes.
    fn compress(self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State);

    /// Compresses one block of one message.
    fn compress_one(self, state: &mut [u32; 8], block: &[u32; 16]) {
        *state = scalar::compress(state, block);
    }

    /// Compresses whole blocks of one message.
    fn compress_bytes(self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        for bytes in blocks {
            let mut block = [0; 16];
            for (word, bytes) in block.iter_mut().zip(bytes.as_chunks::<4>().0) {
                *word = u32::from_be_bytes(*bytes);
            }
            self.compress_one(state, &block);
        }
    }
}

heliast_cpu::kernels! {
    /// SHA-256 on one kernel, chosen at run time. The value proves that the CPU has the kernel's
    /// instructions.
    pub struct Sha256, dispatched by dispatch;

    /// Safe Rust, for every machine: the oracle of the others.
    portable: Portable = "portable";
    /// Eight lanes in a vector: AVX2 on x86-64.
    avx2: Avx2 = "avx2", on "x86_64";
    /// Four lanes at once: the SHA extensions of x86-64.
    sha_ni: ShaNi = "sha-ni", on "x86_64";
    /// Sixteen lanes in a vector: AVX-512 F on x86-64. A few lanes and single streams are left to the SHA
    /// extensions, if the CPU has them as well.
    avx512: Avx512 = "avx-512", on "x86_64";
    /// Four lanes at once: the extension SHA2 of aarch64.
    sha2: Sha2 = "sha2", on "aarch64";
}

impl Sha256 {
    /// Compresses one block in each of the first `lanes` lanes; `out` gets their new chaining values. The
    /// values of the other lanes of `out` are not specified; those of `start` and `block` do not matter.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`]; in debug builds, if a midstate was [`begun`](super::Midstate::begun)
    /// with other words than the block's.
    pub fn compress(&self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        assert!(lanes <= LANES, "{lanes} lanes are too many");
        if let Start::All(midstate) = start {
            debug_assert!(midstate.precedes(block), "the block begins with other words");
        }
        dispatch!(self, kernel => kernel.compress(lanes, start, block, out));
    }

    /// Compresses one block of one message, for serial work. `block` has sixteen words as native integers.
    pub fn compress_one(&self, state: &mut [u32; 8], block: &[u32; 16]) {
        dispatch!(self, kernel => kernel.compress_one(state, block));
    }

    /// [`Midstate::after`] by this kernel, for blocks that are only known at run time.
    pub fn after(&self, midstate: &Midstate, block: &[u32; 16]) -> Midstate {
        let mut chaining = midstate.chaining;
        self.compress_one(&mut chaining, block);
        Midstate::at_block(chaining)
    }

    /// Compresses whole blocks of one message.
    pub(super) fn compress_bytes(&self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        dispatch!(self, kernel => kernel.compress_bytes(state, blocks));
    }
}
