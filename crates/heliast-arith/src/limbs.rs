//! Carries and borrows over little-endian slices of 64-bit limbs.

use core::cmp::Ordering;

/// `a + b·c + carry` as (low, high); it always fits: (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
#[inline(always)]
pub(crate) const fn mul_add(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = a as u128 + b as u128 * c as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// `a + b + carry` as (low, carry out), for a carry of 0 or 1.
#[inline(always)]
pub(crate) const fn add_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry as u64);
    (sum, first | second)
}

/// `a − b − borrow` as (low, borrow out), for a borrow of 0 or 1.
#[inline(always)]
pub(crate) const fn sub_borrow(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow as u64);
    (difference, first | second)
}

/// `a += b` over the length of `a`, where missing limbs of `b` are 0; returns the carry out of `a`.
#[inline(always)]
pub(crate) fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut carry = false;
    let shared = a.len().min(b.len());
    let (low, high) = a.split_at_mut(shared);
    for (x, &y) in low.iter_mut().zip(b) {
        (*x, carry) = add_carry(*x, y, carry);
    }
    for x in high {
        if !carry {
            break;
        }
        (*x, carry) = x.overflowing_add(1);
    }
    carry
}

/// `a −= b` over the length of `a`, where missing limbs of `b` are 0; returns the borrow out of `a`.
#[inline(always)]
pub(crate) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let mut borrow = false;
    let shared = a.len().min(b.len());
    let (low, high) = a.split_at_mut(shared);
    for (x, &y) in low.iter_mut().zip(b) {
        (*x, borrow) = sub_borrow(*x, y, borrow);
    }
    for x in high {
        if !borrow {
            break;
        }
        (*x, borrow) = x.overflowing_sub(1);
    }
    borrow
}

/// Compares two numbers with the same number of limbs.
#[inline(always)]
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// The number of limbs without leading zeros.
#[inline(always)]
pub(crate) fn significant(a: &[u64]) -> usize {
    a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)
}

/// `a·2^shift` in place for `shift` < 64; returns the bits shifted out.
pub(crate) fn shift_left(a: &mut [u64], shift: u32) -> u64 {
    if shift == 0 {
        return 0;
    }
    let mut carry = 0;
    for x in a {
        let out = *x >> (64 - shift);
        *x = *x << shift | carry;
        carry = out;
    }
    carry
}

/// `a/2^shift`, rounded down, in place for `shift` < 64; the bits `top` enter above.
pub(crate) fn shift_right(a: &mut [u64], shift: u32, top: u64) {
    if shift == 0 {
        return;
    }
    let mut carry = top << (64 - shift);
    for x in a.iter_mut().rev() {
        let out = *x << (64 - shift);
        *x = *x >> shift | carry;
        carry = out;
    }
}

/// `t += a·x` for the same number of limbs in t and a; returns the limb above t.
///
/// Four limbs per turn: each takes one multiplication, four additions with carry, two loads and one store.
#[inline(always)]
pub(crate) fn add_row(t: &mut [u64], a: &[u64], x: u64) -> u64 {
    debug_assert_eq!(t.len(), a.len());
    let mut carry = 0;
    let (t_blocks, t_rest) = t.as_chunks_mut::<4>();
    let (a_blocks, a_rest) = a.as_chunks::<4>();
    for (t, a) in t_blocks.iter_mut().zip(a_blocks) {
        (t[0], carry) = mul_add(t[0], a[0], x, carry);
        (t[1], carry) = mul_add(t[1], a[1], x, carry);
        (t[2], carry) = mul_add(t[2], a[2], x, carry);
        (t[3], carry) = mul_add(t[3], a[3], x, carry);
    }
    for (t, &a) in t_rest.iter_mut().zip(a_rest) {
        (*t, carry) = mul_add(*t, a, x, carry);
    }
    carry
}

/// `t −= a·x` for the same number of limbs in t and a; returns the limb to be subtracted above t.
#[inline(always)]
pub(crate) fn sub_row(t: &mut [u64], a: &[u64], x: u64) -> u64 {
    debug_assert_eq!(t.len(), a.len());
    // If the high half is 2^64 − 1, the low one is 0 and nothing is borrowed, so their sum fits.
    let step = |t: &mut u64, a: u64, carry: u64| {
        let (product, high) = mul_add(0, a, x, carry);
        let borrow;
        (*t, borrow) = t.overflowing_sub(product);
        high + u64::from(borrow)
    };
    let mut carry = 0;
    let (t_blocks, t_rest) = t.as_chunks_mut::<4>();
    let (a_blocks, a_rest) = a.as_chunks::<4>();
    for (t, a) in t_blocks.iter_mut().zip(a_blocks) {
        carry = step(&mut t[0], a[0], carry);
        carry = step(&mut t[1], a[1], carry);
        carry = step(&mut t[2], a[2], carry);
        carry = step(&mut t[3], a[3], carry);
    }
    for (t, &a) in t_rest.iter_mut().zip(a_rest) {
        carry = step(t, a, carry);
    }
    carry
}

/// `out = a·b` for `out.len() == a.len() + b.len()` (schoolbook).
#[inline(always)]
pub(crate) fn multiply(out: &mut [u64], a: &[u64], b: &[u64]) {
    out.fill(0);
    for (i, &x) in a.iter().enumerate() {
        out[i + b.len()] = add_row(&mut out[i..i + b.len()], b, x);
    }
}

/// Adds a multiple of n to t, of 2·L limbs, so that the low L are 0 (Montgomery). Returns whether there is a
/// carry above the high ones.
#[inline(always)]
pub(crate) fn clear_low_half(t: &mut [u64], n: &[u64], negated_inverse: u64) -> bool {
    let (length, mut carry) = (n.len(), false);
    for i in 0..length {
        let m = t[i].wrapping_mul(negated_inverse);
        let row_carry = add_row(&mut t[i..i + length], n, m);
        (t[i + length], carry) = add_carry(t[i + length], row_carry, carry);
    }
    carry
}

/// The inverse of an odd number modulo 2^64: each Newton step doubles the number of right bits, from 5.
pub(crate) const fn inverse_of_odd(odd: u64) -> u64 {
    let mut inverse = odd.wrapping_mul(3) ^ 2;
    let mut step = 0;
    while step < 4 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests;
