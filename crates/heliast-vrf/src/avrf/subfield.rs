//! GF(2^8) within GF(2^128), and AES's S-box in it.
//!
//! The byte x is the element Σ_i x_i·α^i, where α is the root of AES's polynomial that FAEST uses. Every
//! other constant follows from α.
//!
//! The S-box is S(x) = A(x^254), and its affine part A(z) = Σ_k a_k·z^(2^k) + 0x63, a polynomial over GF(2^8)
//! (Daemen and Rijmen, "The Design of Rijndael", section C.2 of the second edition's appendix).

use heliast_symmetric::binary::{Gf128, gf8_multiply, gf8_power};

/// α: the only number here that is a choice.
pub(super) const ALPHA: Gf128 = Gf128(0x053d_8555_a997_9a1c_a13f_e8ac_5560_ce0d);

/// The byte 0x63 of the S-box.
pub(super) const AFFINE_CONSTANT: u8 = 0x63;
/// The byte that the inverse of A adds.
pub(super) const INVERSE_AFFINE_CONSTANT: u8 = 0x05;
/// a_0 .. a_7.
const AFFINE: [u8; 8] = [0x05, 0x09, 0xf9, 0x25, 0xf4, 0x01, 0xb5, 0x8f];

/// β in GF(16). 1, β², β⁴ and β are a basis in which the coordinates of an element are four of its own bits.
const BETA: u8 = beta();
/// The bits of the byte that are the coordinates of 1, β², β⁴, β.
pub(super) const NORM_BITS: [u32; 4] = [0, 6, 7, 2];

/// 1, β², β⁴, β.
pub(super) const NORM_BASIS: [u8; 4] = [1, gf8_power(BETA, 2), gf8_power(BETA, 4), BETA];

/// The element that is the byte.
pub(super) const fn embed(byte: u8) -> Gf128 {
    let (mut sum, mut power, mut i) = (0, Gf128::ONE, 0);
    while i < 8 {
        sum ^= power.0 & (byte as u128 >> i & 1).wrapping_neg();
        power = power.multiply(ALPHA);
        i += 1;
    }
    Gf128(sum)
}

/// The eight powers of α, for [`embed`] at run time.
pub(super) const ALPHA_POWERS: [Gf128; 8] = conjugate_rows()[0];

/// Row j maps the bits of x to x^(2^j): it has α^(i·2^j) in column i.
pub(super) const CONJUGATES: [[Gf128; 8]; 8] = conjugate_rows();

/// Row j maps y's four coordinates to y^(2^j).
pub(super) const NORM_CONJUGATES: [[Gf128; 4]; 4] = {
    let mut rows = [[Gf128::ZERO; 4]; 4];
    let (mut row, mut bit) = (0, 0);
    while row < 4 {
        while bit < 4 {
            rows[row][bit] = embed(gf8_power(NORM_BASIS[bit], 1 << row));
            bit += 1;
        }
        bit = 0;
        row += 1;
    }
    rows
};

/// Maps the conjugates of z to A(z) without its constant, and to the square of that.
pub(super) const AFFINE_AND_SQUARE: [[Gf128; 8]; 2] = {
    let mut rows = [[Gf128::ZERO; 8]; 2];
    let mut k = 0;
    while k < 8 {
        rows[0][k] = embed(AFFINE[k]);
        rows[1][(k + 1) % 8] = embed(gf8_multiply(AFFINE[k], AFFINE[k]));
        k += 1;
    }
    rows
};

/// The constant of A, and its square.
pub(super) const CONSTANT_AND_SQUARE: [Gf128; 2] =
    [embed(AFFINE_CONSTANT), embed(gf8_multiply(AFFINE_CONSTANT, AFFINE_CONSTANT))];

/// MixColumns' 2, and its square.
pub(super) const TWO_AND_SQUARE: [Gf128; 2] = [embed(2), embed(4)];

const fn conjugate_rows() -> [[Gf128; 8]; 8] {
    let mut rows = [[Gf128::ZERO; 8]; 8];
    let (mut row, mut bit) = (0, 0);
    while row < 8 {
        while bit < 8 {
            rows[row][bit] = embed(gf8_power(1 << bit, 1 << row));
            bit += 1;
        }
        bit = 0;
        row += 1;
    }
    rows
}

/// The byte of β, found by trying all.
const fn beta() -> u8 {
    let mut candidate = 2;
    while !is_beta(candidate) {
        candidate += 1;
    }
    candidate
}

/// Whether every y = c^(17·e), which are all elements of GF(16) but 0, is the sum of the basis elements that
/// its bits select.
const fn is_beta(candidate: u8) -> bool {
    if gf8_power(candidate, 16) != candidate {
        return false;
    }
    let basis = [1, gf8_power(candidate, 2), gf8_power(candidate, 4), candidate];
    // 3 generates the multiplicative group of GF(2^8), so its 17th power generates that of GF(16).
    let generator = gf8_power(3, 17);
    let mut e = 0;
    while e < 15 {
        let y = gf8_power(generator, e);
        let (mut sum, mut i) = (0, 0);
        while i < 4 {
            sum ^= basis[i] & (y >> NORM_BITS[i] & 1).wrapping_neg();
            i += 1;
        }
        if sum != y {
            return false;
        }
        e += 1;
    }
    true
}
