//! Compares the capabilities with those that the standard library detects, and tests the type that
//! the macro makes.

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use heliast_cpu::{Adx, AesNi, Avx2, Avx512, AvxIfma, Bits, Fma, Ifma, Pclmul, ShaNi, Vaes, Vpclmul};
    use std::arch::is_x86_feature_detected as has;

    /// Whether AVX-512 is not hidden.
    const AVX_512: bool = !cfg!(heliast_no_avx512);

    #[test]
    fn capabilities_are_what_the_standard_library_detects() {
        let found = [
            ("ADX", Adx::detect().is_some(), has!("bmi2") && has!("adx")),
            ("BMI and LZCNT", Bits::detect().is_some(), has!("bmi1") && has!("bmi2") && has!("lzcnt")),
            ("AVX2", Avx2::detect().is_some(), has!("avx2")),
            ("FMA", Fma::detect().is_some(), has!("avx2") && has!("fma")),
            ("AVX-IFMA", AvxIfma::detect().is_some(), has!("avx2") && has!("avxifma")),
            ("AVX-512", Avx512::detect().is_some(), AVX_512 && has!("avx512f")),
            (
                "IFMA",
                Ifma::detect().is_some(),
                AVX_512
                    && has!("avx512f")
                    && has!("avx512dq")
                    && has!("avx512bw")
                    && has!("avx512vl")
                    && has!("avx512ifma")
                    && has!("avx512vbmi"),
            ),
            ("SHA", ShaNi::detect().is_some(), has!("sha") && has!("ssse3") && has!("sse4.1")),
            ("AES", AesNi::detect().is_some(), has!("aes") && has!("ssse3")),
            ("PCLMULQDQ", Pclmul::detect().is_some(), has!("pclmulqdq")),
            (
                "VAES",
                Vaes::detect().is_some(),
                AVX_512 && has!("avx512f") && has!("avx512bw") && has!("vaes"),
            ),
            (
                "VPCLMULQDQ",
                Vpclmul::detect().is_some(),
                AVX_512 && has!("avx512f") && has!("avx512bw") && has!("vpclmulqdq") && has!("pclmulqdq"),
            ),
        ];
        for (name, ours, theirs) in found {
            assert_eq!(ours, theirs, "{name}");
        }
    }
}

#[cfg(target_arch = "aarch64")]
#[test]
fn capabilities_of_aarch64_are_those_of_the_cpu() {
    use heliast_cpu::{Pmull, Sha2, Sha3};
    use std::arch::is_aarch64_feature_detected as has;
    assert_eq!(Sha2::detect().is_some(), has!("sha2"));
    assert_eq!(Sha3::detect().is_some(), has!("sha3"));
    assert_eq!(Pmull::detect().is_some(), has!("pmull"));
}

use heliast_cpu::Portable;

/// Instructions that are always available.
#[derive(Clone, Copy, Debug)]
struct Wide;

/// Instructions that are never available.
#[derive(Clone, Copy, Debug)]
struct Missing;

impl Wide {
    fn detect() -> Option<Wide> {
        Some(Wide)
    }
}

impl Missing {
    fn detect() -> Option<Missing> {
        None
    }
}

trait Width {
    fn width(self, offset: u32) -> u32;
}

impl Width for Portable {
    fn width(self, offset: u32) -> u32 {
        1 + offset
    }
}

impl Width for Wide {
    fn width(self, offset: u32) -> u32 {
        8 + offset
    }
}

impl Width for Missing {
    fn width(self, _: u32) -> u32 {
        unreachable!("this kernel cannot be made")
    }
}

heliast_cpu::kernels! {
    /// A kernel of some width.
    pub struct Chosen, dispatched by dispatch;

    /// A kernel for every architecture.
    portable: Portable = "portable";
    /// A kernel for the architecture of the tests.
    wide: Wide = "wide", on "x86_64";
    /// A kernel that would be preferred if its instructions were available.
    missing: Missing = "missing", on "x86_64";
    /// A kernel only for another architecture, whose type need not exist here.
    elsewhere: Elsewhere = "elsewhere", on "avr";
}

impl Chosen {
    fn width(&self, offset: u32) -> u32 {
        dispatch!(self, kernel => kernel.width(offset))
    }
}

#[test]
fn the_last_kernel_that_is_there_is_the_fastest() {
    let wide = cfg!(target_arch = "x86_64");
    assert_eq!(Chosen::new().name(), if wide { "wide" } else { "portable" });
    assert_eq!(Chosen::default().name(), Chosen::new().name());
    assert_eq!(Chosen::new().width(2), if wide { 10 } else { 3 });
}

#[test]
fn all_kernels_are_listed_the_portable_one_first() {
    let names: Vec<_> = Chosen::all().map(|chosen| chosen.name()).collect();
    assert_eq!(names, if cfg!(target_arch = "x86_64") { &["portable", "wide"][..] } else { &["portable"] });
    assert_eq!(Chosen::portable().width(0), 1);
    assert!(Chosen::missing().is_none() && Chosen::elsewhere().is_none());
}

#[test]
fn a_choice_is_a_value() {
    let chosen = Chosen::portable();
    let copy = chosen;
    assert_eq!(format!("{chosen:?}"), format!("{copy:?}"));
    assert!(format!("{chosen:?}").contains("Portable"));
}
