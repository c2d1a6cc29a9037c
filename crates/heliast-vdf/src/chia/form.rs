//! Forms as Chia writes them, in 100 little-endian bytes: `spec/chia.md`.
//!
//! The idea is that of Heliast's own encoding. The differences are rules of consensus. Two forms are written
//! as flags, after which any bytes may follow. If the discriminant is short, zeros fill the rest. Forms need
//! not be reduced, as long as they are written as the encoder would write them.

use super::invalid::Invalid;
use alloc::vec::Vec;
use heliast_arith::{Integer, Natural, SmallRemainder};
use heliast_group::{ClassForm, ClassGroup};

/// Bytes of every encoded form, for any discriminant.
pub const FORM_LEN: usize = 100;
/// The form (2, 1, c), from which Chia's delays begin.
pub const GENERATOR: [u8; FORM_LEN] = special(GENERATOR_FLAG);
/// The length in bits of the longest discriminant whose forms fit.
const MAX_BITS: usize = 1024;

const B_IS_NEGATIVE: u8 = 1;
const T_IS_NEGATIVE: u8 = 2;
const IDENTITY_FLAG: u8 = 4;
const GENERATOR_FLAG: u8 = 8;

const fn special(flag: u8) -> [u8; FORM_LEN] {
    let mut bytes = [0; FORM_LEN];
    bytes[0] = flag;
    bytes
}

/// A reduced form with its encoding.
pub(super) struct Written {
    pub(super) form: ClassForm,
    pub(super) encoded: [u8; FORM_LEN],
}

impl Written {
    /// A form with its encoding, for a discriminant of at most 1024 bits.
    pub(super) fn of(group: &ClassGroup, form: ClassForm) -> Written {
        let encoded = encode(group.bits(), form.a(), form.b_magnitude(), form.b_is_negative());
        Written { form, encoded: encoded.expect("reduced forms of at most 1024 bits fit") }
    }

    /// The class of the form that consensus reads from these bytes.
    pub(super) fn decode(group: &ClassGroup, bytes: &[u8]) -> Option<Written> {
        let bytes: &[u8; FORM_LEN] = bytes.try_into().ok()?;
        let (a, b, negative) = parse(group, bytes)?;
        Some(Written::of(group, group.reduce(&a, &b, negative).ok()?))
    }
}

/// Checks that forms of the group fit into 100 bytes.
pub(super) fn check_size(group: &ClassGroup) -> Result<(), Invalid> {
    if group.bits() > MAX_BITS { Err(Invalid::Discriminant(group.bits())) } else { Ok(()) }
}

/// The lengths of the fields in bytes, by the number of bits of the discriminant: a/g, t/g, g and the
/// quotient of |b|.
fn fields(bits: usize, shift: usize) -> Option<[usize; 4]> {
    let quarter = bits.div_ceil(32);
    (shift < quarter).then(|| [2 * quarter - shift, quarter - shift, shift + 1, shift + 1])
}

/// Reads a, |b| and whether b is negative.
pub(super) fn parse(group: &ClassGroup, bytes: &[u8; FORM_LEN]) -> Option<(Natural, Natural, bool)> {
    let flags = bytes[0];
    if flags & (IDENTITY_FLAG | GENERATOR_FLAG) != 0 {
        let a = if flags & GENERATOR_FLAG != 0 { 2u64 } else { 1 };
        return Some((Natural::from(a), Natural::one(), false));
    }
    let mut rest = &bytes[2..];
    let [short_a, short_t, g, quotient] = fields(group.bits(), bytes[1].into())?.map(|len| {
        let (field, after) = rest.split_at(len);
        rest = after;
        Natural::from_be_bytes(&field.iter().rev().copied().collect::<Vec<_>>())
    });
    let (mut a, mut b, mut negative) = (short_a.clone(), short_a.clone(), false);
    if !short_t.is_zero() {
        b = root(group, &short_a, &short_t, flags & T_IS_NEGATIVE != 0)?.add(&short_a.mul(&quotient));
        negative = flags & B_IS_NEGATIVE != 0 && !b.is_zero();
        if g.bits() > 1 {
            a = short_a.mul(&g);
        }
    }
    (encode(group.bits(), &a, &b, negative)? == *bytes).then_some((a, b, negative))
}

/// √(t²·D mod a)/t modulo a, in [0, a).
fn root(group: &ClassGroup, a: &Natural, t: &Natural, negative: bool) -> Option<Natural> {
    if a.is_zero() {
        return None;
    }
    let t = t % a;
    let inverse = t.invert_mod(a)?;
    let discriminant = &a.sub(&(group.discriminant_magnitude() % a))? % a;
    let square = &(&(&(&t * &t) % a) * &discriminant) % a;
    let r = square.sqrt();
    if &r * &r != square {
        return None;
    }
    let b = &(&r * &inverse) % a;
    if negative && !b.is_zero() { a.sub(&b) } else { Some(b) }
}

/// The encoding of a form that need not be reduced; `None` if its parts do not fit, or a = 0.
fn encode(bits: usize, a: &Natural, b: &Natural, negative: bool) -> Option<[u8; FORM_LEN]> {
    if b.is_one() && !negative && a.bits() <= 2 && (a.is_one() || *a == Natural::from(2u64)) {
        return Some(special(if a.is_one() { IDENTITY_FLAG } else { GENERATOR_FLAG }));
    }
    if a.is_zero() {
        return None;
    }
    let mut flags = 0;
    let (mut short_a, mut short_t) = (a.clone(), Natural::zero());
    let (mut g, mut quotient) = (Natural::zero(), Natural::zero());
    if negative || a != b {
        let t = small_factor(a, b)?;
        flags = if negative { B_IS_NEGATIVE } else { 0 };
        if t.is_negative() {
            flags |= T_IS_NEGATIVE;
        }
        short_t = t.magnitude();
        g = a.gcd(&short_t);
        if !g.is_one() {
            (short_a, short_t) = (a / &g, &short_t / &g);
            quotient = b / &short_a;
        }
    }
    let shift = g.bits().max(1).div_ceil(8) - 1;
    let mut bytes = special(flags);
    bytes[1] = shift as u8;
    let mut at = 2;
    for (field, len) in [&short_a, &short_t, &g, &quotient].into_iter().zip(fields(bits, shift)?) {
        bytes[at..at + len].copy_from_slice(&field.to_be_bytes(len)?);
        bytes[at..at + len].reverse();
        at += len;
    }
    Some(bytes)
}

/// t with t·|b| ≡ r modulo a, for the first r of Euclid's algorithm with r² ≤ a.
fn small_factor(a: &Natural, b: &Natural) -> Option<Integer> {
    // If |b| is longer than a, the first step would only have the quotient 0.
    let start = if b > a { b % a } else { b.clone() };
    let [a, limit, start] = [a, &a.add(&Natural::one()), &start].map(|n| Integer::new(n, false));
    let a = a.filter(|a| a.bits() <= 2 * MAX_BITS)?;
    Some(SmallRemainder::new(&a, &start?, &limit?).factor)
}
