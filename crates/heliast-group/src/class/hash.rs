//! Hash to group by prime forms: `spec/class-group.md`.
//!
//! A form (q, b, c) with a prime q represents a prime ideal above q. No relation between such forms
//! of hashed primes is known that is easier to find than the order of the group; powers of a known
//! element would have known discrete logarithms.

use super::{ClassGroup, Form};
use crate::{Group, expand::expand_message_xmd};
use heliast_arith::{Natural, prime};

const HASH_TAG: &[u8] = b"heliast/hash-to-group/class/v1/";
/// The greatest number of bits of q: there are 2^248 primes, so no two messages have the same one.
const MAX_PRIME_BITS: usize = 256;

/// The form of the first hashed prime q that has such a form.
pub(super) fn hash(group: &ClassGroup, dst: &str, msg: &[u8]) -> Form {
    let bits = prime_bits(group.bits());
    let mut counter = 0u32;
    loop {
        let message = [&group.id()[..], &counter.to_be_bytes(), msg];
        let uniform = expand_message_xmd(&message, &[HASH_TAG, dst.as_bytes()], bits.div_ceil(8) + 1);
        if let Some(form) = prime_form(group, &uniform, bits) {
            return form;
        }
        counter = counter.wrapping_add(1);
    }
}

/// The number of bits of q, so short that every form (q, b, c) with |b| < q is reduced: q < √|D|/2.
fn prime_bits(discriminant_bits: usize) -> usize {
    MAX_PRIME_BITS.min(((discriminant_bits - 1) / 2).saturating_sub(1))
}

/// The form whose sign of b comes from the first byte, and q ≡ 3 (mod 4) from the others; `None` unless q is
/// a prime modulo which D is a square.
fn prime_form(group: &ClassGroup, uniform: &[u8], bits: usize) -> Option<Form> {
    let q = Natural::from_be_bytes(&uniform[1..]).low_bits(bits).shr(2).shl(2).add(&Natural::from(3u64));
    if !prime::is_prime(&q) {
        return None;
    }
    let discriminant = q.sub(&(group.discriminant_magnitude() % &q))?;
    if discriminant.jacobi(&q) != 1 {
        return None;
    }
    // For q ≡ 3 (mod 4) a root is a power. One of b and q − b is odd, as D is.
    let root = discriminant.pow_mod(&q.add(&Natural::one()).shr(2), &q);
    let b = if root.is_even() { q.sub(&root)? } else { root };
    group.form(&q, &b, uniform[0] & 1 == 1).ok()
}
