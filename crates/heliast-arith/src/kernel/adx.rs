//! 64-bit Montgomery arithmetic with MULX, ADCX and ADOX, in rows of eight limbs.
//!
//! The algorithm is that of `portable`: the square or product of 2·L limbs first, then Montgomery's
//! reduction. Lengths are rounded up to blocks of eight limbs (R is longer, and the modulus has zeros on
//! top); moduli of at most four limbs are rounded up to four. Four, five, eight and nine limbs have code of
//! their own.
//!
//! A squaring of L limbs takes L(L+1)/2 + L² limb products and L digits q, a product 2·L² and L. `mulx` is
//! issued once per cycle, which bounds both.

#![allow(unsafe_code)]

/// Saves the registers that belong to the caller.
macro_rules! enter {
    () => {
        "push rbx\n push rbp\n push r12\n push r13\n push r14\n push r15\n"
    };
}

/// Restores them and returns.
macro_rules! leave {
    () => {
        "pop r15\n pop r14\n pop r13\n pop r12\n pop rbp\n pop rbx\n ret\n"
    };
}

mod four;
mod odd;
mod rows;

use super::montgomery::{Modulus, Montgomery, Products, parity, with_scratch};
use crate::{backend::Backend, int::Natural};

/// The number of limbs of a block, which `rows` multiplies by one limb at a time.
const BLOCK: usize = 8;

/// The number of limbs of a 256-bit prime candidate.
const FOUR: usize = 4;

/// Products and reductions in rows of whole blocks. Their branches and addresses depend only on lengths. A
/// value of this type proves that this CPU has the instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows(heliast_cpu::Adx);

impl Rows {
    /// The value, if this CPU has the instructions.
    pub(crate) fn detect() -> Option<Rows> {
        heliast_cpu::Adx::detect().map(Rows)
    }

    /// Whether numbers of this many limbs are whole blocks, at least one.
    pub(crate) fn serve(self, limbs: usize) -> bool {
        limbs > 0 && limbs.is_multiple_of(BLOCK)
    }

    /// `t = a·b`, for a and b of the same length, whole blocks, and t of twice that.
    pub(crate) fn product(self, t: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(self.serve(b.len()));
        t[..b.len()].fill(0);
        for (i, block) in a.as_chunks::<BLOCK>().0.iter().enumerate() {
            let z = &mut t[BLOCK * i..BLOCK * i + b.len() + BLOCK];
            // SAFETY: the value proves the instructions; z has a block more than the whole blocks of b.
            unsafe { rows::multiply_rows(z.as_mut_ptr(), block, b.as_ptr(), b.len() / BLOCK) };
        }
    }

    /// Adds a multiple of n, whole blocks, to the low 2·L limbs of t so that the low L are 0. Returns whether
    /// there is a carry above the high ones.
    pub(crate) fn reduce(self, t: &mut [u64], n: &[u64], negated_inverse: u64) -> bool {
        assert!(self.serve(n.len()));
        let t = &mut t[..2 * n.len()];
        // SAFETY: the value proves the instructions; t has twice the limbs of n.
        unsafe { rows::reduce_rows(t.as_mut_ptr(), n.as_ptr(), n.len() / BLOCK, negated_inverse) != 0 }
    }
}

/// The products of a modulus.
pub(super) struct Adx {
    rows: Rows,
    /// The modulus, if it has at most four limbs.
    four: Option<four::Modulus>,
}

/// The kernel for an odd `modulus` of at most 8192 bits, if this CPU has the instructions and the length is
/// supported.
pub(super) fn new(modulus: &Natural) -> Option<Montgomery<Adx>> {
    let limbs = modulus.limbs().len();
    let length = match limbs {
        0..=FOUR => FOUR,
        _ if !odd::LENGTHS.contains(&limbs) => limbs.next_multiple_of(BLOCK),
        _ if modulus.bits() < 64 * limbs => limbs,
        _ => return None,
    };
    let rows = Rows::detect()?;
    Some(Montgomery::new(modulus, length, |modulus| Adx {
        rows,
        four: match modulus.limbs[..] {
            [n0, n1, n2, n3] => Some(four::Modulus::new([n0, n1, n2, n3], modulus.negated_inverse)),
            _ => None,
        },
    }))
}

impl Products for Adx {
    const BACKEND: Backend = Backend::Adx;

    fn multiply(&self, a: &mut [u64], b: &[u64], modulus: &Modulus) {
        if let Some(n) = &self.four
            && let (Some(a), Some(b)) = (a.first_chunk_mut(), b.first_chunk())
        {
            // SAFETY: the value proves the instructions.
            return unsafe { four::multiply(a, b, n) };
        }
        // SAFETY: the value proves the instructions.
        if unsafe { odd::run(a, Some(b), modulus, 1) } {
            return;
        }
        with_scratch(a.len(), |t| {
            self.rows.product(t, a, b);
            self.reduce_to_canonical(a, t, modulus);
        });
    }

    fn square_n(&self, a: &mut [u64], count: u64, modulus: &Modulus) {
        if count == 0 {
            return;
        }
        if let Some(n) = &self.four
            && let Some(a) = a.first_chunk_mut()
        {
            // SAFETY: the value proves the instructions, and `count` is above 0.
            return unsafe { four::square(a, n, count) };
        }
        // SAFETY: the value proves the instructions, and `count` is above 0.
        if unsafe { odd::run(a, None, modulus, count) } {
            return;
        }
        with_scratch(a.len(), |t| {
            for _ in 0..count {
                self.square(t, a);
                self.reduce_to_canonical(a, t, modulus);
            }
        });
    }

    fn square_and_double(&self, a: &mut [u64], exponent: &Natural, count: usize) -> bool {
        let (Some(n), Some(a)) = (&self.four, a.first_chunk_mut()) else {
            return false;
        };
        let mut left = count;
        while left > 0 {
            // The bits below `left`, down to the next limb of the exponent.
            let taken = (left - 1) % 64 + 1;
            left -= taken;
            let bits = exponent.limbs().get(left / 64).copied().unwrap_or(0) << (64 - taken);
            // SAFETY: the value proves the instructions, and `taken` is above 0.
            unsafe { four::square_and_double(a, n, bits, taken as u64) };
        }
        true
    }

    fn lucas_step(&self, doubled: &mut [u64], mixed: &mut [u64], p: &[u64], two: &[u64]) -> bool {
        let (Some(n), Some(doubled), Some(mixed), Some(p), Some(two)) = (
            &self.four,
            doubled.first_chunk_mut(),
            mixed.first_chunk_mut(),
            p.first_chunk(),
            two.first_chunk(),
        ) else {
            return false;
        };
        // SAFETY: the value proves the instructions.
        unsafe { four::lucas_step(doubled, mixed, p, two, n) };
        true
    }

    /// Computes in blocks of eight rows, each without its first row's product with the limb above: at 32
    /// limbs this takes 640 limb products.
    fn bit_above(&self, a: &[u64], b: &[u64]) -> bool {
        let (len, (blocks, rest)) = (a.len(), a.as_chunks::<BLOCK>());
        if !rest.is_empty() {
            return parity::bit_above(a, b);
        }
        with_scratch(len, |t| {
            let mut sum = 0;
            for (i, block) in blocks.iter().enumerate() {
                let z = &mut t[BLOCK * i..len + BLOCK];
                // SAFETY: the value proves the instructions; z has a block more than the limbs of b that are
                // read.
                unsafe { rows::multiply_rows(z.as_mut_ptr(), block, b.as_ptr(), blocks.len() - i) };
                sum ^= t[len] ^ block[0] & b[len - BLOCK * i];
            }
            sum & 1 == 1
        })
    }
}

impl Adx {
    /// `t = a²`.
    fn square(&self, t: &mut [u64], a: &[u64]) {
        let blocks = a.len() / BLOCK;
        let t = &mut t[..2 * BLOCK * blocks];
        t[..a.len()].fill(0);
        for i in 0..blocks {
            let rest = &a[BLOCK * i..];
            let z = &mut t[2 * BLOCK * i..BLOCK * (i + blocks + 1)];
            // SAFETY: the value proves the instructions; z has one block more than the rest of a.
            unsafe { rows::square_rows(z.as_mut_ptr(), rest.as_ptr(), blocks - i) };
        }
        // SAFETY: the value proves the instructions; t has twice the blocks of a.
        unsafe { rows::double_and_add_squares(t.as_mut_ptr(), a.as_ptr(), blocks) };
    }

    /// `a = t/R mod N`, canonical if t < N·R; destroys t.
    fn reduce_to_canonical(&self, a: &mut [u64], t: &mut [u64], modulus: &Modulus) {
        let carry = self.rows.reduce(t, &modulus.limbs, modulus.negated_inverse);
        a.copy_from_slice(&t[a.len()..2 * a.len()]);
        modulus.make_canonical(a, carry);
    }
}

#[cfg(test)]
mod tests;
