//! Carry-less multiplication by PCLMULQDQ.
//!
//! A product takes four of these instructions and a reduction two, so a product in a long sum takes four.
#![allow(unsafe_code)]

use crate::binary::{Gf128, formulas::Word};
use core::arch::x86_64::{__m128i, _mm_bslli_si128, _mm_bsrli_si128, _mm_clmulepi64_si128, _mm_xor_si128};
use heliast_cpu::Pclmul;

super::enter!(Pclmul, "pclmulqdq");

/// A value is made only inside `inner` of a function above, or in the kernel of wider vectors. Both run with
/// PCLMULQDQ, and all methods are inlined into them.
#[derive(Clone, Copy)]
pub(super) struct Vector(__m128i);

impl Word for Vector {
    #[inline(always)]
    fn load(value: u128) -> Vector {
        // SAFETY: both have 16 bytes, of which every value is valid.
        Vector(unsafe { core::mem::transmute::<u128, __m128i>(value) })
    }

    #[inline(always)]
    fn store(self) -> u128 {
        // SAFETY: as above.
        unsafe { core::mem::transmute::<__m128i, u128>(self.0) }
    }

    #[inline(always)]
    fn xor(self, other: Vector) -> Vector {
        // SAFETY: every x86-64 has SSE2.
        unsafe { Vector(_mm_xor_si128(self.0, other.0)) }
    }

    #[inline(always)]
    fn low_low(self, other: Vector) -> Vector {
        // SAFETY: a `Vector` is made only if the CPU has PCLMULQDQ.
        unsafe { Vector(_mm_clmulepi64_si128::<0x00>(self.0, other.0)) }
    }

    #[inline(always)]
    fn high_high(self, other: Vector) -> Vector {
        // SAFETY: a `Vector` is made only if the CPU has PCLMULQDQ.
        unsafe { Vector(_mm_clmulepi64_si128::<0x11>(self.0, other.0)) }
    }

    #[inline(always)]
    fn crosswise(self, other: Vector) -> Vector {
        // SAFETY: a `Vector` is made only if the CPU has PCLMULQDQ.
        unsafe {
            let low_high = _mm_clmulepi64_si128::<0x10>(self.0, other.0);
            let high_low = _mm_clmulepi64_si128::<0x01>(self.0, other.0);
            Vector(_mm_xor_si128(low_high, high_low))
        }
    }

    #[inline(always)]
    fn up(self) -> Vector {
        // SAFETY: every x86-64 has SSE2.
        unsafe { Vector(_mm_bslli_si128::<8>(self.0)) }
    }

    #[inline(always)]
    fn down(self) -> Vector {
        // SAFETY: every x86-64 has SSE2.
        unsafe { Vector(_mm_bsrli_si128::<8>(self.0)) }
    }
}
