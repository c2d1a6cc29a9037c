//! The kernels, and the choice of one for this CPU.

use heliast_cpu::Portable;
#[cfg(target_arch = "aarch64")]
use heliast_cpu::Sha3;
#[cfg(target_arch = "x86_64")]
use heliast_cpu::{Avx2, Avx512};

use super::{LANES, State, WORDS};

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "aarch64")]
mod sha3;

/// The operation of a kernel.
trait Permute {
    /// Permutes the first `lanes` lanes.
    fn permute(self, lanes: usize, state: &mut State);
}

heliast_cpu::kernels! {
    /// `Keccak-f[1600]` on one kernel, chosen at run time. The value proves that the CPU has the kernel's
    /// instructions.
    pub struct Keccak, dispatched by dispatch;

    /// Safe Rust, for every machine: the oracle of the others.
    portable: Portable = "portable";
    /// Four lanes in a vector: AVX2 on x86-64.
    avx2: Avx2 = "avx2", on "x86_64";
    /// Eight lanes in a vector: AVX-512 F on x86-64.
    avx512: Avx512 = "avx-512", on "x86_64";
    /// Two lanes in a vector: the extension SHA3 of aarch64.
    sha3: Sha3 = "sha3", on "aarch64";
}

impl Keccak {
    /// Permutes the first `lanes` lanes of `state`. The values of the other lanes afterwards are not
    /// specified.
    ///
    /// # Panics
    /// If `lanes` is above [`LANES`].
    pub fn permute(&self, lanes: usize, state: &mut State) {
        assert!(lanes <= LANES, "{lanes} lanes are too many");
        if lanes <= 1 {
            // A single stream is as fast as a vector, or faster.
            return Portable::new().permute(lanes, state);
        }
        dispatch!(self, kernel => kernel.permute(lanes, state));
    }

    /// Permutes one state, for serial work. All kernels share this code.
    pub fn permute_one(&self, state: &mut [u64; WORDS]) {
        portable::permute_one(state);
    }
}
