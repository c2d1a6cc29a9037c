//! The instructions of an x86-64 CPU and its operating system, detected once.
//!
//! `RUSTFLAGS='--cfg heliast_no_avx512'` hides AVX-512, so that a CPU that has it can run the tests
//! and measurements of a CPU without it.

use core::{
    arch::x86_64::{__cpuid, __cpuid_count, __get_cpuid_max},
    sync::atomic::{AtomicU8, Ordering},
};

macro_rules! capabilities {
    ($($(#[$doc:meta])* $name:ident = $module:ident: $($feature:tt),+;)*) => {$(
        cpufeatures::new!($module, $($feature),+);

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof, if this CPU has the instructions.
            pub fn detect() -> Option<$name> {
                let masked = cfg!(heliast_no_avx512) && [$($feature),+].iter().any(|name| name.starts_with("avx512"));
                (!masked && $module::get()).then_some($name(()))
            }
        }
    )*};
}

capabilities! {
    /// BMI2 and ADX.
    Adx = adx: "bmi2", "adx";
    /// AVX2.
    Avx2 = avx2: "avx2";
    /// AVX2 and FMA.
    Fma = fma: "avx2", "fma";
    /// AVX-512 F.
    Avx512 = avx512: "avx512f";
    /// AVX-512 F, DQ, BW, VL and IFMA.
    Ifma = ifma: "avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512ifma", "avx512vbmi";
    /// The SHA extensions, SSSE3 and SSE4.1.
    ShaNi = sha_ni: "sha", "sse4.1", "ssse3", "sse2";
    /// AES, and the shuffles of SSSE3.
    AesNi = aes_ni: "aes", "ssse3", "sse2";
    /// AES on vectors of 512 bits, and AVX-512 F and BW.
    Vaes = vaes: "avx512f", "avx512bw", "vaes";
    /// Carry-less multiplication.
    Pclmul = pclmul: "pclmulqdq", "sse2";
    /// Carry-less multiplication on vectors of 512 bits, and AVX-512 F and BW.
    Vpclmul = vpclmul: "avx512f", "avx512bw", "vpclmulqdq", "pclmulqdq";
}

cpufeatures::new!(bmi, "bmi1", "bmi2");

/// BMI1, BMI2 and LZCNT.
#[derive(Clone, Copy, Debug)]
pub struct Bits(());

impl Bits {
    /// The proof, if this CPU has the instructions.
    pub fn detect() -> Option<Bits> {
        (bmi::get() && has_lzcnt()).then_some(Bits(()))
    }
}

/// AVX2 and AVX-IFMA: products of 52 bits on vectors of 256 bits, without AVX-512.
#[derive(Clone, Copy, Debug)]
pub struct AvxIfma(());

impl AvxIfma {
    /// The proof, if this CPU has the instructions.
    pub fn detect() -> Option<AvxIfma> {
        (avx2::get() && has_avx_ifma()).then_some(AvxIfma(()))
    }
}

/// Whether this CPU counts leading zeros, which `cpufeatures` does not know.
fn has_lzcnt() -> bool {
    static KNOWN: Once = Once::new();
    KNOWN.get(|| {
        let (highest, _) = __get_cpuid_max(0x8000_0000);
        highest > 0x8000_0000 && __cpuid(0x8000_0001).ecx >> 5 & 1 == 1
    })
}

/// Whether this CPU has AVX-IFMA, which `cpufeatures` does not know.
fn has_avx_ifma() -> bool {
    static KNOWN: Once = Once::new();
    KNOWN.get(|| {
        let (highest, _) = __get_cpuid_max(0);
        highest >= 7 && __cpuid_count(7, 0).eax >= 1 && __cpuid_count(7, 1).eax >> 23 & 1 == 1
    })
}

/// An answer that is found once.
struct Once(AtomicU8);

impl Once {
    const UNKNOWN: u8 = 2;

    const fn new() -> Once {
        Once(AtomicU8::new(Once::UNKNOWN))
    }

    fn get(&self, find: impl Fn() -> bool) -> bool {
        match self.0.load(Ordering::Relaxed) {
            Once::UNKNOWN => {
                let found = find();
                self.0.store(found.into(), Ordering::Relaxed);
                found
            }
            known => known == 1,
        }
    }
}
