//! What this CPU and its operating system can do, asked once. A value proves it.

macro_rules! instruction_sets {
    ($($(#[$doc:meta])* $name:ident = $module:ident: $($feature:tt),+;)*) => {$(
        cpufeatures::new!($module, $($feature),+);

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name(());

        impl $name {
            pub(crate) fn detect() -> Option<$name> {
                $module::get().then_some($name(()))
            }
        }
    )*};
}

instruction_sets! {
    /// The SHA extensions, SSSE3 and SSE4.1.
    ShaNi = sha_ni: "sha", "sse4.1", "ssse3", "sse2";
    /// AVX2.
    Avx2 = avx2: "avx2";
    /// Carry-less multiplication.
    Pclmul = pclmul: "pclmulqdq", "sse2";
    /// AES, and the shuffles of SSSE3.
    AesNi = aes_ni: "aes", "ssse3", "sse2";
    /// AVX-512 F.
    Avx512 = avx512: "avx512f";
}
