//! GF(2^8), sixteen elements in a word of 128 bits.

use core::ops::{Add, AddAssign};
use zeroize::DefaultIsZeroes;

/// Sixteen elements of GF(2^8): element i is byte i of the little-endian word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Gf8x16(pub u128);

/// Bit 0 of every byte.
const ONES: u128 = 0x0101_0101_0101_0101_0101_0101_0101_0101;
/// x^4 + x^3 + x + 1, which is x^8.
const REDUCTION: u128 = 0x1b;

impl Gf8x16 {
    /// `byte` as all sixteen elements.
    pub const fn splat(byte: u8) -> Gf8x16 {
        Gf8x16(byte as u128 * ONES)
    }

    /// The elements in 16 bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Gf8x16 {
        Gf8x16(u128::from_le_bytes(bytes))
    }

    /// The 16 bytes of the elements.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }

    /// The product, element by element.
    pub fn multiply(self, other: Gf8x16) -> Gf8x16 {
        let (mut multiple, mut product) = (self, 0);
        for i in 0..8 {
            // The mask has a byte of ones if the bit is 1; the multiplication carries nothing from byte to
            // byte.
            product ^= multiple.0 & ((other.0 >> i & ONES) * 0xff);
            multiple = multiple.double();
        }
        Gf8x16(product)
    }

    /// The square, element by element.
    pub fn square(self) -> Gf8x16 {
        self.multiply(self)
    }

    /// The product with x, element by element.
    pub fn double(self) -> Gf8x16 {
        let carries = self.0 >> 7 & ONES;
        Gf8x16(((self.0 & !(ONES << 7)) << 1) ^ (carries * REDUCTION))
    }

    /// Rotates the bits of each byte to the left by `by` < 8.
    pub fn rotate_left(self, by: u32) -> Gf8x16 {
        let high = ONES * ((0xff_u128 << by) & 0xff);
        Gf8x16((self.0 << by & high) | (self.0 >> (8 - by) & !high))
    }

    /// The power 254 of each element, which is the inverse, and 0 for 0.
    pub fn invert(self) -> Gf8x16 {
        let cube = self.multiply(self.square());
        let to_12 = cube.square().square();
        let to_15 = cube.multiply(to_12);
        let to_240 = to_15.square().square().square().square();
        to_240.multiply(to_12).multiply(self.square())
    }
}

impl Add for Gf8x16 {
    type Output = Gf8x16;

    #[allow(clippy::suspicious_arithmetic_impl)] // The sum of polynomials over GF(2).
    fn add(self, other: Gf8x16) -> Gf8x16 {
        Gf8x16(self.0 ^ other.0)
    }
}

impl AddAssign for Gf8x16 {
    #[allow(clippy::suspicious_op_assign_impl)] // As above.
    fn add_assign(&mut self, other: Gf8x16) {
        self.0 ^= other.0;
    }
}

impl DefaultIsZeroes for Gf8x16 {}

/// The product of two elements, for constants that are computed at compile time.
pub const fn gf8_multiply(a: u8, b: u8) -> u8 {
    let (mut multiple, mut product, mut i) = (a, 0, 0);
    while i < 8 {
        product ^= multiple & (b >> i & 1).wrapping_neg();
        multiple = multiple << 1 ^ REDUCTION as u8 & (multiple >> 7).wrapping_neg();
        i += 1;
    }
    product
}

/// `base`^`exponent`, for constants that are computed at compile time.
pub const fn gf8_power(base: u8, exponent: u32) -> u8 {
    let (mut power, mut i) = (1, 0);
    while i < exponent {
        power = gf8_multiply(power, base);
        i += 1;
    }
    power
}
