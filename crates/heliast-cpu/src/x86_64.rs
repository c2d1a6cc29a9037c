//! The instructions of an x86-64 CPU and its operating system, detected once.
//!
//! `RUSTFLAGS='--cfg heliast_no_avx512'` hides AVX-512, so that a CPU that has it can run the tests
//! and measurements of a CPU without it.

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
