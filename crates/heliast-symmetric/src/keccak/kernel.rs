//! The kernels, and which of them this CPU gets.

use super::{LANES, State, WORDS};
#[cfg(target_arch = "x86_64")]
use crate::cpu;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

/// `Keccak-f[1600]` on one kernel, chosen at run time. The value proves that the CPU has the kernel's
/// instructions.
#[derive(Clone, Copy, Debug)]
pub struct Keccak(Kernel);

#[derive(Clone, Copy, Debug)]
enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
}

impl Keccak {
    /// The fastest kernel of this CPU.
    pub fn new() -> Keccak {
        Keccak::avx512().or_else(Keccak::avx2).unwrap_or_else(Keccak::portable)
    }

    /// Safe Rust, for every machine: the oracle of the others.
    pub fn portable() -> Keccak {
        Keccak(Kernel::Portable)
    }

    /// Four lanes in a vector: AVX2 on x86-64.
    pub fn avx2() -> Option<Keccak> {
        #[cfg(target_arch = "x86_64")]
        return cpu::Avx2::detect().map(|cpu| Keccak(Kernel::Avx2(cpu)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Eight lanes in a vector: AVX-512 F on x86-64.
    pub fn avx512() -> Option<Keccak> {
        #[cfg(target_arch = "x86_64")]
        return cpu::Avx512::detect().map(|cpu| Keccak(Kernel::Avx512(cpu)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Every kernel of this CPU, the oracle first: for tests and benches.
    pub fn all() -> impl Iterator<Item = Keccak> {
        [Some(Keccak::portable()), Keccak::avx2(), Keccak::avx512()].into_iter().flatten()
    }

    /// A short name for reports.
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => "avx-512",
        }
    }

    /// Permutes the first `lanes` lanes of `state`. What the other lanes hold afterwards is not specified.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`].
    pub fn permute(&self, lanes: usize, state: &mut State) {
        assert!(lanes <= LANES, "{lanes} lanes are too many");
        match self.0 {
            Kernel::Portable => portable::permute(lanes, state),
            // One stream is as fast as a vector, or faster.
            #[cfg(target_arch = "x86_64")]
            _ if lanes <= 1 => portable::permute(lanes, state),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(cpu) => avx2::permute(cpu, lanes, state),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(cpu) => avx512::permute(cpu, state),
        }
    }

    /// Permutes one state: the path for work that is serial. All kernels share it.
    pub fn permute_one(&self, state: &mut [u64; WORDS]) {
        portable::permute_one(state);
    }
}

impl Default for Keccak {
    fn default() -> Keccak {
        Keccak::new()
    }
}
