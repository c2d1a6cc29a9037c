//! The code that multiplies. A [`Ring`](crate::Ring) and [`Lanes`](crate::Lanes) each choose it once, when
//! they are built.

use core::fmt;

/// A kernel by name. A program contains all of them; the CPU decides at run time which ones can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Safe Rust on 64-bit words, for every machine: the oracle of the others.
    Portable,
    /// 64-bit words with two carry chains: BMI2 and ADX on x86-64.
    Adx,
    /// 64-bit words with two carry chains: MUL and UMULH on aarch64.
    Umulh,
    /// Radix 2^51 in double-precision numbers with fused multiply-add: AVX2 and FMA on x86-64.
    Fma,
    /// Radix 2^52 in 256-bit vectors, for numbers in lanes only: AVX-IFMA on x86-64.
    AvxIfma,
    /// Radix 2^52 in 512-bit vectors: AVX-512 IFMA on x86-64.
    Ifma,
}

impl Backend {
    /// Every backend, the oracle first.
    pub const ALL: [Backend; 6] =
        [Backend::Portable, Backend::Adx, Backend::Umulh, Backend::Fma, Backend::AvxIfma, Backend::Ifma];

    /// A short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Portable => "portable",
            Backend::Adx => "adx",
            Backend::Umulh => "umulh",
            Backend::Fma => "fma",
            Backend::AvxIfma => "avx-ifma",
            Backend::Ifma => "ifma",
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
