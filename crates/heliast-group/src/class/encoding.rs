//! Forms as bytes, in three quarters of the length of (a, b): `spec/class-group.md`.
//!
//! Euclid's algorithm on (a, |b|) gives the first remainder r < √a and a t with r ≡ t·b (mod a), |t| ≤ √a.
//! Then r² ≡ t²·D (mod a), so a and t determine r by a square root of integers, and b ≡ r/t (mod a) if gcd(a,
//! t) = 1. With a common factor g they determine b only modulo a/g. Then a/g and t/g are written, and g and
//! the quotient of |b| by a/g in the bytes that this saves (Dobson, Galbraith, Smith, "Trustless
//! unknown-order groups", 2020, section 6).

use super::Form;
use crate::Malformed;
use alloc::{vec, vec::Vec};
use heliast_arith::{Integer, Natural, SmallRemainder};

const B_IS_NEGATIVE: u8 = 1;
const T_IS_NEGATIVE: u8 = 2;

/// Lengths in bytes of the fields of an encoding.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// The bytes for a quarter of the discriminant's bits.
    quarter: usize,
    /// The bytes by which a/g and t/g are shorter than the longest a and t; g and the quotient have
    /// one more.
    shift: usize,
}

impl Layout {
    /// The layout for discriminants of this many bits.
    pub(super) fn of(bits: usize) -> Layout {
        Layout { quarter: bits.div_ceil(32), shift: 0 }
    }

    /// Bytes of every encoding.
    pub(super) fn len(&self) -> usize {
        3 * self.quarter + 4
    }

    /// Bytes of a/g, |t|/g, g and ⌊|b|/(a/g)⌋.
    fn fields(&self) -> [usize; 4] {
        [2 * self.quarter - self.shift, self.quarter - self.shift, self.shift + 1, self.shift + 1]
    }
}

/// The encoding of a reduced form.
pub(super) fn encode(bits: usize, form: &Form) -> Vec<u8> {
    let (a, b) = (form.a(), form.b_magnitude());
    let (t, t_is_negative) = if a == b { (Natural::zero(), false) } else { short_factor(a, b) };
    // If t = 0, b = a and there is nothing to divide.
    let g = if t.is_zero() { Natural::one() } else { a.gcd(&t) };
    let short_a = a / &g;
    let quotient = if g.is_one() { Natural::zero() } else { b / &short_a };
    let layout = Layout { shift: g.bits().div_ceil(8) - 1, ..Layout::of(bits) };
    let mut flags = 0;
    if form.b_is_negative() {
        flags |= B_IS_NEGATIVE;
    }
    if t_is_negative {
        flags |= T_IS_NEGATIVE;
    }
    let mut bytes = vec![flags, layout.shift as u8];
    for (field, len) in [&short_a, &(&t / &g), &g, &quotient].into_iter().zip(layout.fields()) {
        bytes.extend(field.to_be_bytes(len).expect("fields of reduced forms fit"));
    }
    bytes
}

/// Decodes a form.
pub(super) fn decode(magnitude: &Natural, bytes: &[u8]) -> Result<Form, Malformed> {
    let layout = Layout::of(magnitude.bits());
    if bytes.len() != layout.len() {
        return Err(Malformed::Length { expected: layout.len(), found: bytes.len() });
    }
    let (flags, shift) = (bytes[0], usize::from(bytes[1]));
    if flags & !(B_IS_NEGATIVE | T_IS_NEGATIVE) != 0 || shift >= layout.quarter {
        return Err(Malformed::NotReduced);
    }
    let mut rest = &bytes[2..];
    let [short_a, short_t, g, quotient] = Layout { shift, ..layout }.fields().map(|len| {
        let (field, after) = rest.split_at(len);
        rest = after;
        Natural::from_be_bytes(field)
    });
    let a = short_a.mul(&g);
    // This check comes before slow computations: no a of a reduced form is longer.
    if a.is_zero() || 2 * a.bits() > magnitude.bits() + 1 {
        return Err(Malformed::NotReduced);
    }
    let b = if short_t.is_zero() {
        short_a.clone()
    } else {
        root(magnitude, &short_a, &short_t, flags & T_IS_NEGATIVE != 0)?.add(&short_a.mul(&quotient))
    };
    let form = Form::reduced(&a, &b, flags & B_IS_NEGATIVE != 0, magnitude)?;
    if encode(magnitude.bits(), &form) == bytes { Ok(form) } else { Err(Malformed::NotReduced) }
}

/// |t| and the sign of t, with t·b small modulo a.
fn short_factor(a: &Natural, b: &Natural) -> (Natural, bool) {
    let integer = |n| Integer::new(n, false).expect("coefficients of at most 2048 bits");
    let a = integer(a);
    let SmallRemainder { factor, .. } = SmallRemainder::new(&a, &integer(b), &a);
    (factor.magnitude(), factor.is_negative())
}

/// √(t²·D mod a)/t modulo a.
fn root(magnitude: &Natural, a: &Natural, t: &Natural, negative: bool) -> Result<Natural, Malformed> {
    let t = t % a;
    let inverse = t.invert_mod(a).ok_or(Malformed::NoForm)?;
    let discriminant = a.sub(&(magnitude % a)).unwrap_or_default();
    let square = &(&(&(&t * &t) % a) * &discriminant) % a;
    let r = square.sqrt();
    if &r * &r != square {
        return Err(Malformed::NoForm);
    }
    let b = &(&r * &inverse) % a;
    Ok(if negative && !b.is_zero() { a.sub(&b).unwrap_or_default() } else { b })
}
