//! Carry-less multiplication by PMULL of aarch64.
//!
//! A product takes four of these instructions and a reduction two, so a product in a long sum takes four.
#![allow(unsafe_code)]
// The methods are inlined first, into functions that have the features.
#![allow(unknown_lints, inline_always_mismatching_target_features)]

use crate::binary::{Gf128, formulas::Word};
use core::arch::aarch64::vmull_p64;
use heliast_cpu::Pmull;

super::enter!(Pmull, "aes");

/// A value is made only inside `inner` of a function above, which runs with PMULL, and all methods are
/// inlined into it.
#[derive(Clone, Copy)]
struct Vector(u128);

impl Vector {
    fn low(self) -> u64 {
        self.0 as u64
    }

    fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

impl Word for Vector {
    #[inline(always)]
    fn load(value: u128) -> Vector {
        Vector(value)
    }

    #[inline(always)]
    fn store(self) -> u128 {
        self.0
    }

    #[inline(always)]
    fn xor(self, other: Vector) -> Vector {
        Vector(self.0 ^ other.0)
    }

    #[inline(always)]
    fn low_low(self, other: Vector) -> Vector {
        // SAFETY: a `Vector` is made only if the CPU has PMULL.
        unsafe { Vector(vmull_p64(self.low(), other.low())) }
    }

    #[inline(always)]
    fn high_high(self, other: Vector) -> Vector {
        // SAFETY: as above.
        unsafe { Vector(vmull_p64(self.high(), other.high())) }
    }

    #[inline(always)]
    fn crosswise(self, other: Vector) -> Vector {
        // SAFETY: as above.
        unsafe { Vector(vmull_p64(self.low(), other.high()) ^ vmull_p64(self.high(), other.low())) }
    }

    #[inline(always)]
    fn up(self) -> Vector {
        Vector(self.0 << 64)
    }

    #[inline(always)]
    fn down(self) -> Vector {
        Vector(self.0 >> 64)
    }
}
