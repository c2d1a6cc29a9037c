//! The kernels, and which of them this CPU gets.

use super::{Block, LANES, Midstate, Start, State, scalar};
#[cfg(target_arch = "x86_64")]
use crate::cpu;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

/// SHA-256 on one kernel, chosen at run time. The value proves that the CPU has the kernel's instructions.
#[derive(Clone, Copy, Debug)]
pub struct Sha256(Kernel);

#[derive(Clone, Copy, Debug)]
enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    #[cfg(target_arch = "x86_64")]
    ShaNi(cpu::ShaNi),
    /// With the SHA extensions, where they are, for what does not fill a vector.
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512, Option<cpu::ShaNi>),
}

/// Up to so many lanes the SHA extensions are faster than a vector: by the numbers in `sha_ni.rs` and
/// `avx512.rs` two groups of four take 580 cycles, and a vector of sixteen lanes 870.
#[cfg(target_arch = "x86_64")]
const FEW: usize = 8;

impl Sha256 {
    /// The fastest kernel of this CPU.
    pub fn new() -> Sha256 {
        Sha256::avx512().or_else(Sha256::sha_ni).or_else(Sha256::avx2).unwrap_or_else(Sha256::portable)
    }

    /// Safe Rust, for every machine: the oracle of the others.
    pub fn portable() -> Sha256 {
        Sha256(Kernel::Portable)
    }

    /// Eight lanes in a vector: AVX2 on x86-64.
    pub fn avx2() -> Option<Sha256> {
        #[cfg(target_arch = "x86_64")]
        return cpu::Avx2::detect().map(|cpu| Sha256(Kernel::Avx2(cpu)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Four lanes side by side: the SHA extensions of x86-64.
    pub fn sha_ni() -> Option<Sha256> {
        #[cfg(target_arch = "x86_64")]
        return cpu::ShaNi::detect().map(|cpu| Sha256(Kernel::ShaNi(cpu)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Sixteen lanes in a vector: AVX-512 F on x86-64. A few lanes and single streams are left to the SHA
    /// extensions, where the CPU has them as well.
    pub fn avx512() -> Option<Sha256> {
        #[cfg(target_arch = "x86_64")]
        return cpu::Avx512::detect().map(|cpu| Sha256(Kernel::Avx512(cpu, cpu::ShaNi::detect())));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Every kernel of this CPU, the oracle first: for tests and benches.
    pub fn all() -> impl Iterator<Item = Sha256> {
        [Some(Sha256::portable()), Sha256::avx2(), Sha256::sha_ni(), Sha256::avx512()].into_iter().flatten()
    }

    /// A short name for reports.
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kernel::ShaNi(_) => "sha-ni",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(..) => "avx-512",
        }
    }

    /// One block in each of the first `lanes` lanes: `out` has their new chaining values. What the other
    /// lanes of `out` hold afterwards is not specified; those of `start` and `block` do not matter.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`]; in debug builds, if a midstate was [`begun`](super::Midstate::begun)
    /// with other words than the block's.
    pub fn compress(&self, lanes: usize, start: Start<'_>, block: &Block<'_>, out: &mut State) {
        assert!(lanes <= LANES, "{lanes} lanes are too many");
        if let Start::All(midstate) = start {
            debug_assert!(midstate.precedes(block), "the block begins with other words");
        }
        match self.0 {
            Kernel::Portable => portable::compress(lanes, start, block, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(cpu) => avx2::compress(cpu, lanes, start, block, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::ShaNi(cpu) => sha_ni::compress(cpu, lanes, start, block, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_, Some(cpu)) if lanes <= FEW => sha_ni::compress(cpu, lanes, start, block, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(cpu, _) => avx512::compress(cpu, lanes, start, block, out),
        }
    }

    /// One block of one message: the path for work that is serial. `block` has sixteen words in the integers'
    /// own order of bytes.
    pub fn compress_one(&self, state: &mut [u32; 8], block: &[u32; 16]) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::ShaNi(cpu) | Kernel::Avx512(_, Some(cpu)) => sha_ni::compress_one(cpu, state, block),
            _ => *state = scalar::compress(state, block),
        }
    }

    /// [`Midstate::after`] by this kernel, for blocks that are known at run time only.
    pub fn after(&self, midstate: &Midstate, block: &[u32; 16]) -> Midstate {
        let mut chaining = midstate.chaining;
        self.compress_one(&mut chaining, block);
        Midstate::at_block(chaining)
    }

    /// Whole blocks of one message.
    pub(super) fn compress_bytes(&self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::ShaNi(cpu) | Kernel::Avx512(_, Some(cpu)) => sha_ni::compress_bytes(cpu, state, blocks),
            _ => {
                for bytes in blocks {
                    let mut block = [0; 16];
                    for (word, bytes) in block.iter_mut().zip(bytes.as_chunks::<4>().0) {
                        *word = u32::from_be_bytes(*bytes);
                    }
                    *state = scalar::compress(state, &block);
                }
            }
        }
    }
}

impl Default for Sha256 {
    fn default() -> Sha256 {
        Sha256::new()
    }
}
