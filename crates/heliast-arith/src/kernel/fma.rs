//! Products in double precision with fused multiply-add, for x86-64 CPUs with AVX2 and FMA but without
//! AVX-512 IFMA.
//!
//! A `mulx` gives one 64-bit product per cycle, and Montgomery's digits depend on each other. Vectors of four
//! doubles give up to four 48-bit products per five instructions, and the reduction is a vector-matrix
//! product without dependences. Exact products from floating point: Dekker, "A floating-point technique for
//! extending the available precision", 1971; with fused multiply-add and a large summand: Emmart, Zheng,
//! Weems, "Faster modular exponentiation using double precision floating point arithmetic on the GPU", ARITH
//! 2018. The reduction is the one of the IFMA kernel.
//!
//! # Representation
//! A residue is L = 4·V balanced limbs, integers in doubles: x = Σ x_i·2^(r·i), |x_i| ≤ 2^(r−1) + 2^8, and
//! |x| ≤ 2^(bits + r − 1 + log2(L+1)). The radix r is 48, or a little less for long moduli.
//!
//! # A sum of products
//! The sum of a column (equal i + j) is a pair (s, e), where s starts at the constant C = 1.5·2^m and e at 0.
//! For each a·b:
//!
//! 1. s' = fl(a·b + s), a multiple of q = 2^(m−52), because s stays in [2^m, 2^(m+1));
//! 2. d = s − s', exact;
//! 3. e += fl(a·b + d), exact: the rest of a·b that s' lost, an integer of at most q/2; s = s'.
//!
//! The column is (s − C) + e exactly while
//! * L+1 products stay below 2^(m−1): (L+1)·2^(2(r−1)) · (1 + ε) ≤ 2^(m−1), which [`Shape::of`] ensures with
//!   its `log`;
//! * e stays within 2^53: at most 2^(106−m) − 1 products. A square has L/2 + 1 per column, because mixed
//!   products are taken once with 2·x_j. In products and folds the sums are settled once (e's multiple of q
//!   moves to s): half-way, or earlier if the blocks of a group have few products in common. Then at most
//!   4·5 products follow, of some blocks alone.
//!
//! Sums are rounded to nearest, the mode in which every thread starts. A host program that changes the mode
//! changes results.
//!
//! # A squaring
//! T = x² has 2L columns. With F = L − 1:
//!
//! 1. columns 4(V−1) and above, which become limbs T_F ... T_(2L−1) in two carry passes: s and e are split at
//!    2^r and the upper parts move on by one column (now |T_i| < 2^52 + 2^r), and once more (|T_i| ≤ 2^(r−1)
//!    + 2^8);
//! 2. the columns below;
//! 3. x' = Σ_(i<F) T_i·2^(r·i) + Σ_(i≥F) T_i · (2^(r·i) mod N): L+1 rows of a table, balanced as well, with
//!    |row| ≤ N/2, so that |x'| ≤ 2^(r·F) + (L+1)·2^(r−1)·2^(bits−1), which is the bound above;
//! 4. the same two carry passes. The top limb of a result is below 2^(r−2), and that of a sum of two results
//!    below 2^(r−1): nothing is carried out of it.
//!
//! # Cost
//! 2048 bits: V = 11, L = 44; 220 + 44 vector products for the square, 45·11 = 495 for the fold: 759 of five
//! instructions each. Of these the copy of s takes no execution unit, but a dispatch slot. The instructions
//! are ordered by hand, since the compiler keeps no column in its register. A square begins with the products
//! that only some blocks of a group have, since these wait for each other: the others fill the gaps.

use super::Kernel;
use crate::{backend::Backend, int::Natural};
use alloc::{vec, vec::Vec};
use columns::{Constants, LANES, MAX_LIMBS, Row, Rows, Task};

mod columns;

/// The smallest number of bits. Shorter moduli are as fast in 64-bit words, and need no table there.
const MIN_BITS: usize = 640;

/// The representation of numbers of some length: `vectors` of four limbs in radix 2^`radix`; C =
/// 1.5·2^`exponent`.
#[derive(Clone, Copy, Debug)]
struct Shape {
    radix: u32,
    vectors: usize,
    exponent: i32,
}

impl Shape {
    /// The widest possible radix, and the fewest vectors for it.
    fn of(bits: usize) -> Option<Shape> {
        (44..=48).rev().find_map(|radix| {
            let radix_bits = radix as usize;
            let fits = |limbs: usize| bits + radix_bits + ceil_log2(limbs + 1) <= radix_bits * limbs;
            let vectors = (1..=MAX_LIMBS / LANES).find(|vectors| fits(LANES * vectors))?;
            let limbs = LANES * vectors;
            // The sum of all products of a column fits, and q is no less than 2^r.
            let log = ceil_log2(limbs + 2) as i32;
            let exponent = (2 * (radix as i32 - 1) + log + 1).max(radix as i32 + 52);
            let exact_products = (1usize << (106 - exponent)) - 1;
            let most = (limbs / 2 + 2).max(4 * (columns::GROUP - 1) + 1);
            (exact_products >= most).then_some(Shape { radix, vectors, exponent })
        })
    }

    fn limbs(self) -> usize {
        LANES * self.vectors
    }

    fn constants(self) -> Constants {
        let radix = self.radix as i32;
        Constants {
            start: 1.5 * power_of_two(self.exponent),
            split: 1.5 * power_of_two(radix + 52),
            shift: power_of_two(-radix),
        }
    }
}

pub(super) struct Fma {
    modulus: Natural,
    shape: Shape,
    /// 2^(r·(F+i)) mod N for i = 0 ... L, in (−N/2, N/2].
    rows: Rows,
    /// 1/2 mod N.
    half: Vec<u64>,
}

/// The kernel for an odd modulus, if this CPU has the instructions and the length is supported.
pub(super) fn new(odd: &Natural) -> Option<Fma> {
    let cpu = heliast_cpu::Fma::detect()?;
    if odd.bits() < MIN_BITS {
        return None;
    }
    let shape = Shape::of(odd.bits())?;
    let half = (odd + &Natural::one()).shr(1);
    let mut fma = Fma { modulus: odd.clone(), shape, rows: rows(cpu, shape, odd), half: Vec::new() };
    fma.half = fma.enter(&half);
    Some(fma)
}

impl Fma {
    fn run(&self, task: Task, a: &mut [u64], b: &[u64]) {
        let bounded = self.is_bounded(a) && self.is_bounded(b);
        columns::run(task, a, b, &self.rows, self.shape.constants());
        debug_assert!(!bounded || self.is_bounded(a));
    }

    /// Whether these limbs are within their bounds; limbs of other kernels need not be.
    fn is_bounded(&self, a: &[u64]) -> bool {
        let bound = power_of_two(self.shape.radix as i32 - 1) + 256.0;
        a.iter().all(|&limb| f64::from_bits(limb).abs() <= bound)
    }
}

/// The table with which [`Task`]s fold.
fn rows(cpu: heliast_cpu::Fma, shape: Shape, modulus: &Natural) -> Rows {
    let limbs = shape.limbs();
    let half = modulus.shr(1);
    let mut power = &Natural::one().shl(shape.radix as usize * (limbs - 1)) % modulus;
    let mut table = vec![Row::default(); (limbs + 1) * shape.vectors];
    for row in table.chunks_exact_mut(shape.vectors) {
        let negative = modulus.sub(&power).filter(|_| power > half);
        let digits = balanced_digits(negative.as_ref().unwrap_or(&power), shape.radix, limbs);
        let sign = if negative.is_some() { -1.0 } else { 1.0 };
        for (vector, digits) in row.iter_mut().zip(digits.as_chunks::<LANES>().0) {
            vector.0 = digits.map(|digit| sign * digit);
        }
        power = &power.shl(shape.radix as usize) % modulus;
    }
    Rows::new(cpu, table, shape.vectors)
}

/// `count` digits in [−2^(radix−1), 2^(radix−1)).
fn balanced_digits(value: &Natural, radix: u32, count: usize) -> Vec<f64> {
    let words = value.limbs();
    let word = |index: usize| u128::from(words.get(index).copied().unwrap_or(0));
    let mut carry = 0;
    let digit = |index: usize| {
        let start = index * radix as usize;
        let bits = (word(start / 64 + 1) << 64 | word(start / 64)) >> (start % 64);
        let digit = (bits as u64 & ((1 << radix) - 1)) + carry;
        carry = (digit + (1 << (radix - 1))) >> radix;
        digit as f64 - carry as f64 * power_of_two(radix as i32)
    };
    (0..count).map(digit).collect()
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn ceil_log2(n: usize) -> usize {
    n.next_power_of_two().trailing_zeros() as usize
}

impl Kernel for Fma {
    fn backend(&self) -> Backend {
        Backend::Fma
    }

    fn len(&self) -> usize {
        self.shape.limbs()
    }

    fn enter(&self, value: &Natural) -> Vec<u64> {
        balanced_digits(value, self.shape.radix, self.len()).into_iter().map(f64::to_bits).collect()
    }

    /// The limbs as one number in two's complement, then its residue.
    fn leave(&self, a: &[u64]) -> Natural {
        let (mut words, mut rest, mut bits) = (Vec::with_capacity(a.len()), 0i128, 0);
        for &limb in a {
            rest += i128::from(f64::from_bits(limb) as i64) << bits;
            bits += self.shape.radix;
            if bits >= 64 {
                words.push(rest as u64);
                (rest, bits) = (rest >> 64, bits - 64);
            }
        }
        words.extend([rest as u64, (rest >> 64) as u64]);
        if rest >= 0 {
            return &Natural::from_limbs(words) % &self.modulus;
        }
        negate(&mut words);
        let magnitude = &Natural::from_limbs(words) % &self.modulus;
        &self.modulus.sub(&magnitude).unwrap_or_default() % &self.modulus
    }

    fn mul(&self, a: &mut [u64], b: &[u64]) {
        self.run(Task::Multiply, a, b);
    }

    fn square_n(&self, a: &mut [u64], n: u64) {
        self.run(Task::Square(n), a, &[]);
    }

    fn add(&self, a: &mut [u64], b: &[u64]) {
        self.run(Task::Combine(1.0), a, b);
    }

    fn double(&self, a: &mut [u64]) {
        let b = a.to_vec();
        self.add(a, &b);
    }

    fn sub(&self, a: &mut [u64], b: &[u64]) {
        self.run(Task::Combine(-1.0), a, b);
    }

    fn half(&self, a: &mut [u64]) {
        self.mul(a, &self.half);
    }

    fn equal(&self, a: &[u64], b: &[u64]) -> bool {
        let mut difference = a.to_vec();
        self.sub(&mut difference, b);
        self.leave(&difference).is_zero()
    }
}

/// Negates a number in two's complement.
fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

#[cfg(test)]
mod tests;
