//! Fields of characteristic 2, where addition is exclusive or: GF(2^128), GF(2^64), GF(2^384) and, sixteen at
//! a time, GF(2^8), on the fastest kernel of this CPU.
//!
//! Elements are polynomials over GF(2), the coefficient of x^i in bit i of a little-endian integer, modulo
//!
//! | field | modulus |
//! |---|---|
//! | GF(2^8) | x^8 + x^4 + x^3 + x + 1, as in AES |
//! | GF(2^64) | x^64 + x^4 + x^3 + x + 1 |
//! | GF(2^128) | x^128 + x^7 + x^2 + x + 1 |
//! | GF(2^384) | x^384 + x^12 + x^3 + x^2 + 1 |
//!
//! These are the fields and the order of bits of the FAEST signature scheme (version 2), for λ = 128. GCM has
//! the same polynomial for 128 bits and the opposite order of bits.
//!
//! [`Binary`] multiplies. Its functions take many elements at once, since a kernel is entered once per call,
//! and sums of products are reduced once:
//!
//! ```
//! use heliast_symmetric::binary::{Binary, Gf128};
//!
//! let field = Binary::new();
//! let x = Gf128(2);
//! // x^127 · x = x^7 + x^2 + x + 1
//! assert_eq!(field.multiply(Gf128(1 << 127), x), Gf128(0x87));
//! assert_eq!(field.dot(&[x, x], &[x, Gf128(1)]), Gf128(4 ^ 2));
//! ```
//!
//! No branch and no address depends on an element.

use core::ops::{Add, AddAssign};
use zeroize::DefaultIsZeroes;

mod bytes;
mod formulas;
mod kernel;
#[cfg(test)]
mod tests;

pub use bytes::{Gf8x16, gf8_multiply, gf8_power};
pub use kernel::Binary;

/// An element of GF(2^128).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Gf128(pub u128);

impl Gf128 {
    /// 0.
    pub const ZERO: Gf128 = Gf128(0);
    /// 1.
    pub const ONE: Gf128 = Gf128(1);

    /// Decodes an element from 16 bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Gf128 {
        Gf128(u128::from_le_bytes(bytes))
    }

    /// The 16 bytes of an element.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// The product, in constant time but slow, for constants that are computed at compile time.
    pub const fn multiply(self, other: Gf128) -> Gf128 {
        let (mut multiple, mut product, mut i) = (self.0, 0, 0);
        while i < 128 {
            product ^= multiple & (other.0 >> i & 1).wrapping_neg();
            multiple = multiple << 1 ^ 0x87 & (multiple >> 127).wrapping_neg();
            i += 1;
        }
        Gf128(product)
    }
}

impl Add for Gf128 {
    type Output = Gf128;

    #[inline(always)]
    #[allow(clippy::suspicious_arithmetic_impl)] // The sum of two polynomials over GF(2).
    fn add(self, other: Gf128) -> Gf128 {
        Gf128(self.0 ^ other.0)
    }
}

impl AddAssign for Gf128 {
    #[inline(always)]
    #[allow(clippy::suspicious_op_assign_impl)] // As above.
    fn add_assign(&mut self, other: Gf128) {
        self.0 ^= other.0;
    }
}

impl DefaultIsZeroes for Gf128 {}
