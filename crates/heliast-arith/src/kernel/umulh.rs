//! 64-bit Montgomery arithmetic with MUL and UMULH of aarch64, in blocks of eight limbs.
//!
//! The algorithm is that of `portable`: the square or product of 2·L limbs first, then Montgomery's
//! reduction. Lengths are rounded up to blocks of eight limbs (R is longer, and the modulus has zeros on
//! top); shorter moduli are left to `portable`.
//!
//! A product of L limbs takes 2·L² limb products and L digits q, a squaring takes L²/2 + 4·L + L² and L:
//! blocks on the diagonal are multiplied as products.

#![allow(unsafe_code)]

mod rows;

use super::montgomery::{Modulus, Montgomery, Products, with_scratch};
use crate::{backend::Backend, int::Natural};

/// The number of limbs of a block, which stay in registers while they are multiplied by any number of limbs.
const BLOCK: usize = 8;

/// Proves that this is an aarch64 CPU: every one of them has the instructions.
pub(super) struct Umulh(());

/// The kernel for an odd `modulus` of more than seven limbs and at most 8192 bits.
pub(super) fn new(modulus: &Natural) -> Option<Montgomery<Umulh>> {
    let limbs = modulus.limbs().len();
    // A ninth limb would cost a whole block.
    let serves = limbs >= BLOCK && limbs != BLOCK + 1;
    serves.then(|| Montgomery::new(modulus, limbs.next_multiple_of(BLOCK), |_| Umulh(())))
}

impl Products for Umulh {
    const BACKEND: Backend = Backend::Umulh;

    fn multiply(&self, a: &mut [u64], b: &[u64], modulus: &Modulus) {
        with_scratch(a.len(), |t| {
            product(t, a, b);
            reduce(a, t, modulus);
        });
    }

    fn square_n(&self, a: &mut [u64], count: u64, modulus: &Modulus) {
        with_scratch(a.len(), |t| {
            with_scratch(a.len(), |squares| {
                for _ in 0..count {
                    square(t, squares, a);
                    reduce(a, t, modulus);
                }
            });
        });
    }
}

/// `t = a·b`.
fn product(t: &mut [u64], a: &[u64], b: &[u64]) {
    t[..2 * b.len()].fill(0);
    for (i, block) in a.as_chunks::<BLOCK>().0.iter().enumerate() {
        add_rows(&mut t[BLOCK * i..BLOCK * (i + 1) + b.len()], block, b);
    }
}

/// `t = a²`; `squares` is scratch of the same length.
fn square(t: &mut [u64], squares: &mut [u64], a: &[u64]) {
    let length = a.len();
    let (t, squares) = (&mut t[..2 * length], &mut squares[..2 * length]);
    t.fill(0);
    squares.fill(0);
    for (i, block) in a.as_chunks::<BLOCK>().0.iter().enumerate() {
        let next = BLOCK * (i + 1);
        add_rows(&mut squares[2 * BLOCK * i..2 * next], block, block);
        add_rows(&mut t[BLOCK * i + next..next + length], block, &a[next..]);
    }
    // SAFETY: both have the same number of limbs, a multiple of a block.
    unsafe { rows::double_and_add(t.as_mut_ptr(), squares.as_ptr(), t.len() / BLOCK) };
}

/// `z += block·b`, where z has a block more than b, and that is zero.
fn add_rows(z: &mut [u64], block: &[u64; BLOCK], b: &[u64]) {
    let (z, top) = z.split_at_mut(b.len());
    if let Some(top) = top.first_chunk_mut::<BLOCK>() {
        // SAFETY: z has as many limbs as b.
        unsafe { rows::multiply_rows(z.as_mut_ptr(), block, b.as_ptr(), b.len(), top) };
    }
}

/// `a = t/R mod N`, canonical if t < N·R; destroys t.
fn reduce(a: &mut [u64], t: &mut [u64], modulus: &Modulus) {
    let n = &modulus.limbs[..];
    let Some((lowest, above)) = n.split_first_chunk::<BLOCK>() else { return };
    let mut carry = 0;
    for i in 0..n.len() / BLOCK {
        let Some((window, rest)) = t[BLOCK * i..].split_first_chunk_mut::<BLOCK>() else { return };
        let (rest, top) = rest.split_at_mut(above.len());
        let mut digits = [0; BLOCK];
        // SAFETY: `rest` has as many limbs as `above`, and after it there is a block of the product.
        unsafe {
            rows::digit_rows(window, &mut digits, lowest, modulus.negated_inverse);
            rows::multiply_rows(rest.as_mut_ptr(), &digits, above.as_ptr(), above.len(), window);
        }
        if let Some(top) = top.first_chunk_mut::<BLOCK>() {
            carry = rows::add(top, window, carry);
        }
    }
    a.copy_from_slice(&t[n.len()..2 * n.len()]);
    modulus.make_canonical(a, carry != 0);
}
