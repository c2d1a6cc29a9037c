//! Divisions of words: one instruction on x86-64, without the branch that the compiler would add; and the
//! instructions that not all x86-64 CPUs have.
//!
//! Compilers first check whether both operands fit into 32 bits, because old CPUs divide those faster. In a
//! run of Euclid's steps they never fit, and each step waits for the one before it.
#![cfg_attr(target_arch = "x86_64", allow(unsafe_code))]

/// Does some work, compiled for BMI1, BMI2 and LZCNT where this CPU has them: shifts, counts of leading
/// zeros and products become faster in what is inlined.
#[inline(always)]
pub(super) fn with_bit_instructions<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "bmi1,bmi2,lzcnt")]
        fn compiled<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if heliast_cpu::Bits::detect().is_some() {
            // SAFETY: the CPU has the instructions.
            return unsafe { compiled(work) };
        }
    }
    work()
}

/// x/y and the remainder.
///
/// # Panics
/// If y is 0.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn divide_word(x: u64, y: u64) -> (u64, u64) {
    assert!(y != 0, "a division by 0");
    let (quotient, rest);
    // SAFETY: y is not 0, and the quotient fits because the high half of the dividend is 0, so nothing traps.
    unsafe {
        core::arch::asm!(
            "div {y}",
            y = in(reg) y,
            inout("rax") x => quotient,
            inout("rdx") 0_u64 => rest,
            options(pure, nomem, nostack),
        );
    }
    (quotient, rest)
}

/// (high·2^64 + low)/y, rounded down, for high < y.
///
/// # Panics
/// If the quotient does not fit into a word.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn divide_two_words(high: u64, low: u64, y: u64) -> u64 {
    assert!(high < y, "a quotient that does not fit a word");
    let quotient;
    // SAFETY: high < y, so y is not 0 and the quotient fits into a word: nothing traps.
    unsafe {
        core::arch::asm!(
            "div {y}",
            y = in(reg) y,
            inout("rax") low => quotient,
            inout("rdx") high => _,
            options(pure, nomem, nostack),
        );
    }
    quotient
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable::{divide_two_words, divide_word};

/// Does the same divisions in Rust.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    /// x/y and the remainder.
    #[inline(always)]
    pub(in crate::integer) fn divide_word(x: u64, y: u64) -> (u64, u64) {
        (x / y, x % y)
    }

    /// (high·2^64 + low)/y, rounded down, for high < y.
    pub(in crate::integer) fn divide_two_words(high: u64, low: u64, y: u64) -> u64 {
        assert!(high < y, "a quotient that does not fit a word");
        ((u128::from(high) << 64 | u128::from(low)) / u128::from(y)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn instructions_divide_as_rust_does() {
        let mut random = Random::new(1);
        let ends = [1, 2, 3, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32, (1 << 32) - 1];
        let mut words = || {
            let shift = random.limb() % 64;
            if shift.is_multiple_of(3) { ends[shift as usize % ends.len()] } else { random.limb() >> shift }
        };
        for _ in 0..10_000 {
            let (x, y, z) = (words(), words().max(1), words());
            assert_eq!(divide_word(x, y), portable::divide_word(x, y));
            assert_eq!(divide_two_words(z % y, x, y), portable::divide_two_words(z % y, x, y));
        }
    }

    #[test]
    #[should_panic(expected = "does not fit")]
    fn a_quotient_that_is_too_long_is_refused() {
        divide_two_words(std::hint::black_box(5), 0, 5);
    }
}
