//! The kernels, and which of them this CPU gets.

use super::KEYS;
#[cfg(target_arch = "x86_64")]
use crate::cpu;

#[cfg(target_arch = "x86_64")]
mod aes_ni;
mod portable;

/// AES-128 on one kernel, chosen at run time. The value proves that the CPU has the kernel's instructions.
#[derive(Clone, Copy, Debug)]
pub struct Aes(Kernel);

#[derive(Clone, Copy, Debug)]
enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    AesNi(cpu::AesNi),
}

impl Aes {
    /// The fastest kernel of this CPU.
    pub fn new() -> Aes {
        Aes::aes_ni().unwrap_or_else(Aes::portable)
    }

    /// The crate `aes`, one key after the other: the oracle of the other kernel. It has instructions of its own
    /// for x86-64 and ARMv8, and is constant-time without them too.
    pub fn portable() -> Aes {
        Aes(Kernel::Portable)
    }

    /// Eight keys side by side: AES-NI on x86-64.
    pub fn aes_ni() -> Option<Aes> {
        #[cfg(target_arch = "x86_64")]
        return cpu::AesNi::detect().map(|cpu| Aes(Kernel::AesNi(cpu)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Every kernel of this CPU, the oracle first: for tests and benches.
    pub fn all() -> impl Iterator<Item = Aes> {
        [Some(Aes::portable()), Aes::aes_ni()].into_iter().flatten()
    }

    /// A short name for reports.
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kernel::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kernel::AesNi(_) => "aes-ni",
        }
    }

    /// The streams of the keys, one after the other and all of one length: that of `keys[i]` begins with the
    /// encryption of `ivs[i]`.
    ///
    /// # Panics
    /// If there are not as many initial values as keys, or if `out` has not as many blocks for each.
    pub fn streams(&self, keys: &[u128], ivs: &[u128], out: &mut [u128]) {
        if keys.is_empty() {
            return assert!(ivs.is_empty() && out.is_empty(), "nothing for no keys");
        }
        let blocks = out.len() / keys.len();
        assert!(ivs.len() == keys.len() && out.len() == blocks * keys.len(), "as much for every key");
        match self.0 {
            Kernel::Portable => portable::streams(keys, ivs, blocks, out),
            #[cfg(target_arch = "x86_64")]
            Kernel::AesNi(cpu) => aes_ni::streams(cpu, keys, ivs, blocks, out),
        }
    }

    /// Sums of the streams r_0 .. r_7 of the keys, all from `iv` on: adds r_1 + r_3 + r_5 + r_7 to the first of
    /// `faces`, r_2 + r_3 + r_6 + r_7 to the second, r_4 + r_5 + r_6 + r_7 to the third, and makes `all` the sum
    /// of all.
    ///
    /// # Panics
    /// If the four have not one length.
    pub fn cube(&self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
        assert!(faces.iter().all(|face| face.len() == all.len()), "four of one length");
        match self.0 {
            Kernel::Portable => portable::cube(keys, iv, faces, all),
            #[cfg(target_arch = "x86_64")]
            Kernel::AesNi(cpu) => aes_ni::cube(cpu, keys, iv, faces, all),
        }
    }
}

impl Default for Aes {
    fn default() -> Aes {
        Aes::new()
    }
}
