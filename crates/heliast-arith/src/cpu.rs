//! What this CPU and its operating system can do, asked once. A value proves it.

macro_rules! instruction_sets {
    ($($(#[$doc:meta])* $name:ident = $module:ident: $($feature:tt),+;)*) => {$(
        cpufeatures::new!($module, $($feature),+);

        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            pub(crate) fn detect() -> Option<$name> {
                $module::get().then_some($name(()))
            }
        }
    )*};
}

instruction_sets! {
    /// BMI2 and ADX.
    Adx = adx: "bmi2", "adx";
    /// AVX2 and FMA.
    Fma = fma: "avx2", "fma";
    /// AVX-512 F, DQ, BW, VL and IFMA.
    Ifma = ifma: "avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512ifma";
}
