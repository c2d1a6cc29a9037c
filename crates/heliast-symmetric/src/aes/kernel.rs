//! The kernels, and the choice of one for this CPU.

use super::KEYS;
use heliast_cpu::Portable;
#[cfg(target_arch = "x86_64")]
use heliast_cpu::{AesNi, Vaes};

#[cfg(target_arch = "x86_64")]
mod aes_ni;
mod portable;
#[cfg(target_arch = "x86_64")]
mod vaes;

/// The operations of a kernel.
trait Encrypt {
    /// [`Aes::streams`] of `blocks` blocks each.
    fn streams(self, keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]);

    /// [`Aes::cube`].
    fn cube(self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]);
}

heliast_cpu::kernels! {
    /// AES-128 on one kernel, chosen at run time. The value proves that the CPU has the kernel's
    /// instructions.
    pub struct Aes, dispatched by dispatch;

    /// The crate `aes`, one key after the other: the oracle of the other kernels. It uses the instructions of
    /// x86-64 and ARMv8, and is constant-time without them, too.
    portable: Portable = "portable";
    /// Eight keys at once: AES-NI on x86-64.
    aes_ni: AesNi = "aes-ni", on "x86_64";
    /// Eight keys in two vectors: VAES and AVX-512 on x86-64.
    vaes: Vaes = "vaes", on "x86_64";
}

impl Aes {
    /// The streams of the keys, one after the other and of equal length. The stream of `keys[i]` begins with
    /// the encryption of `ivs[i]`.
    ///
    /// # Panics
    /// If the numbers of initial values and keys differ, or if the length of `out` is not a multiple of that
    /// number.
    pub fn streams(&self, keys: &[u128], ivs: &[u128], out: &mut [u128]) {
        if keys.is_empty() {
            return assert!(ivs.is_empty() && out.is_empty(), "nothing for no keys");
        }
        let blocks = out.len() / keys.len();
        assert!(ivs.len() == keys.len() && out.len() == blocks * keys.len(), "as much for every key");
        dispatch!(self, kernel => kernel.streams(keys, ivs, blocks, out));
    }

    /// Sums of the streams r_0 .. r_7 of the keys, all from `iv` on: adds r_1 + r_3 + r_5 + r_7 to the first
    /// of `faces`, r_2 + r_3 + r_6 + r_7 to the second, r_4 + r_5 + r_6 + r_7 to the third, and makes `all`
    /// the sum of all.
    ///
    /// # Panics
    /// If the four lists do not have the same length.
    pub fn cube(&self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
        assert!(faces.iter().all(|face| face.len() == all.len()), "four of one length");
        dispatch!(self, kernel => kernel.cube(keys, iv, faces, all));
    }
}
