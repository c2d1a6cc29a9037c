//! One stream in 512-bit vectors: radix 2^52, AVX-512 IFMA, reduction by folding.
//!
//! The time of a delay is latency, and Montgomery's reduction is a chain of dependent digits. With a fixed
//! N all high limbs can be folded at once. With B = 2^52, T = a·b in column sums T_c, and F = L − 1:
//!
//! 1. the columns from F upwards, by multiplications of vectors with broadcast limbs (a dedicated squaring
//!    takes each mixed product once), and one vectorised carry pass: limb = sum mod B + carry of the sum
//!    below. They become H = Σ h_i·B^i, canonical;
//! 2. the columns below F, in the shadow of that carry pass;
//! 3. x' = Σ_(c<F) T_c·B^c + Σ_i h_i·(B^(F+i) mod N): a vector times the table of rows that the ring keeps.
//!    No digit depends on the others;
//! 4. one carry pass, and the limbs are the operand of the next squaring, in registers.
//!
//! Only [`leave`](Kernel::leave) and [`equal`](Kernel::equal) look for the number in [0, N).
//!
//! # Bounds
//!
//! A residue is a number below 2^V in L limbs below B; its lanes beyond L are 0. With m = min(c + 1, L)
//! products of limbs, each below B², column c < F is at most 2·m·(B − 1), so
//!
//! x' ≤ Σ_(c<F) 2·(c + 1)·(B − 1)·B^c + (C − F)·(B − 1)·(2^bits − 1), where T < 2^(2V) has C = ⌈2V/52⌉ limbs,
//!
//! and V is the smallest number for which this bound is below 2^V again, for every N < 2^bits.
//! `generator/shape.py` computes it in exact integers and checks that no lane exceeds 64 bits and that the
//! sums of [`add`](Kernel::add) and [`sub`](Kernel::sub) can be trimmed with the first row; debug builds
//! assert the bounds after every call.
//!
//! | bits | L | V | rows | table |
//! |---|---|---|---|---|
//! | 1024 | 21 | 1081 | 22 | 4 KB |
//! | 2048 | 41 | 2106 | 41 | 13 KB |
//! | 3072 | 61 | 3131 | 61 | 31 KB |
//! | 4096 | 80 | 4155 | 81 | 52 KB |
//! | 8192 | 159 | 8252 | 160 | 205 KB |
//!
//! A limb of one carry pass can reach B (with a probability of about 2^−44 on random operands). The routine
//! combines the limbs by OR, compares off the critical path, and returns if a limb is too large. If it is a
//! limb of H, the routine returns before anything is overwritten, and `exact.rs` does the operation. If it is
//! a limb of the result, the value is right, and the carries are completed here. Then the work continues. So
//! the time depends on the values, as everywhere in this crate.
//!
//! Limbs that another ring made are cut to their bounds when they are loaded, and are then some residue.
//!
//! # Cost
//!
//! Instructions of one turn of the loop; `bench/results/kernels.md` has cycles.
//!
//! | | IFMA | all |
//! |---|---|---|
//! | square 1024 | 210 | 548 |
//! | square 2048 | 661 | 1514 |
//! | square 3072 | 1504 | 2950 |
//! | square 4096 | 2500 | 4581 |
//! | square 8192 | 9800 | 16639 |
//! | mul 1024 | 258 | 590 |
//! | mul 2048 | 901 | 1792 |
//! | mul 3072 | 1952 | 3270 |
//! | mul 4096 | 3220 | 5408 |
//! | mul 8192 | 12800 | 19698 |
//!
//! A modulus of another length belongs to the next larger class and takes the time of that class.

mod class;
mod digits;
mod exact;
mod job;
mod parity;
mod routine;
mod table;

use super::Kernel;
use crate::{backend::Backend, int::Natural, radix52::LIMB_MASK};
use alloc::vec::Vec;
use class::Class;
use job::{Block, Executor, Exit, Job, Operation};

/// The kernel for an odd modulus, if this CPU has the instructions and the length is supported.
pub(super) fn new(odd: &Natural) -> Option<impl Kernel + use<>> {
    Ifma::on(heliast_cpu::Ifma::detect()?, odd)
}

/// Residues are numbers below 2^V in L limbs below 2^52, and zero lanes up to whole vectors.
struct Ifma<E> {
    executor: E,
    class: &'static Class,
    modulus: Natural,
    /// N in limbs.
    modulus_limbs: Vec<u64>,
    /// A multiple of N of at most 2^V + N, in limbs of at most 2^53 that are not below those of any residue.
    cover: Vec<u64>,
    /// The bits that each limb of a residue may have.
    masks: Vec<u64>,
    /// 2^(52(F+i)) mod N for i below `rows`.
    table: Vec<Block>,
    /// For the parity of residues, if N is about as long as its class.
    divisor: Option<parity::Divisor>,
}

impl<E: Executor> Ifma<E> {
    fn on(executor: E, odd: &Natural) -> Option<Ifma<E>> {
        let class = Class::of(odd.bits())?;
        Some(Ifma {
            executor,
            class,
            modulus: odd.clone(),
            modulus_limbs: digits::split(odd, class.lanes()),
            cover: cover(class, odd),
            masks: (0..class.lanes()).map(|index| class.mask(index)).collect(),
            table: table::build(class, odd),
            divisor: parity::Divisor::new(odd, class.value_bits),
        })
    }

    /// Does the operation `count` times by a routine, and by `exact.rs` where the routine returns early.
    fn run(&self, operation: Operation, a: &mut [u64], b: &[u64], mut count: u64) {
        while count > 0 {
            let exit = self.executor.run(Job {
                class: self.class,
                operation,
                a,
                b,
                masks: &self.masks,
                table: &self.table,
                count,
            });
            count = exit.remaining;
            match exit.reason {
                Exit::HIGH_EXCESS => {
                    let factor = if operation == Operation::Square { &*a } else { &self.bounded(b) };
                    let product = exact::multiply(self.class, &self.table, a, factor);
                    a.copy_from_slice(&product);
                    count -= 1;
                }
                Exit::RESULT_EXCESS => {
                    let carry = digits::carry(a);
                    debug_assert_eq!(carry, 0);
                }
                _ => debug_assert_eq!(exit, Exit { reason: Exit::DONE, remaining: 0 }),
            }
            debug_assert!(self.holds(a));
        }
    }

    /// Whether these are limbs of a residue.
    fn holds(&self, a: &[u64]) -> bool {
        a.iter().zip(&self.masks).all(|(limb, mask)| limb & !mask == 0)
    }

    /// These limbs, cut to the bounds of a residue.
    fn bounded(&self, a: &[u64]) -> Vec<u64> {
        a.iter().zip(&self.masks).map(|(limb, mask)| limb & mask).collect()
    }

    /// Whether the number of a residue is odd.
    fn is_odd(&self, a: &[u64]) -> bool {
        let seen = self.divisor.as_ref().and_then(|divisor| divisor.is_odd(a));
        seen.unwrap_or_else(|| !self.leave(a).is_even())
    }

    /// a + 1 or a − 1.
    fn shift_by_one(&self, a: &mut [u64], up: bool) {
        match a[0] {
            low if up && low < LIMB_MASK => a[0] += 1,
            low if !up && low > 0 => a[0] -= 1,
            _ if up => self.add(a, &self.enter(&Natural::one())),
            _ => self.sub(a, &self.enter(&Natural::one())),
        }
        debug_assert!(self.holds(a));
    }

    /// Carries, and brings a number below 2^(V+2) below 2^V: the bits from 2^(52F) upwards by the first row.
    fn trim(&self, a: &mut [u64]) {
        digits::carry(a);
        let fold = self.class.fold();
        if a[fold] > self.masks[fold] {
            let top = core::mem::take(&mut a[fold]);
            let row = self.table[..self.class.row_vectors()].iter().flat_map(|block| block.0);
            digits::add_multiple(a, row, top);
        }
        debug_assert!(self.holds(a));
    }
}

/// The smallest multiple of N above 2^V, with 2^52 in each limb but the top one borrowed from the limb above.
fn cover(class: &Class, modulus: &Natural) -> Vec<u64> {
    let bound = Natural::one().shl(class.value_bits);
    let multiple = (&bound + modulus).sub(&(&bound % modulus)).unwrap_or_default();
    let mut limbs = digits::split(&multiple, class.lanes());
    for limb in &mut limbs[..class.fold()] {
        *limb += LIMB_MASK;
    }
    limbs[0] += 1;
    limbs[class.fold()] -= 1;
    limbs
}

impl<E: Executor> Kernel for Ifma<E> {
    fn backend(&self) -> Backend {
        Backend::Ifma
    }

    fn len(&self) -> usize {
        self.class.lanes()
    }

    fn enter(&self, value: &Natural) -> Vec<u64> {
        digits::split(value, self.len())
    }

    fn leave(&self, a: &[u64]) -> Natural {
        &digits::join(&self.bounded(a)) % &self.modulus
    }

    fn mul(&self, a: &mut [u64], b: &[u64]) {
        self.run(Operation::Mul, a, b, 1);
    }

    fn square_n(&self, a: &mut [u64], n: u64) {
        self.run(Operation::Square, a, &[], n);
    }

    fn retrace(&self, a: &mut [u64], mut is_odd: bool, steps: u64) -> bool {
        let mut is_negative = false;
        for _ in 0..steps {
            self.run(Operation::Square, a, &[], 1);
            is_negative = is_odd;
            let is_square_odd = self.is_odd(a);
            self.shift_by_one(a, is_square_odd);
            is_odd = is_square_odd == is_negative;
        }
        is_negative
    }

    fn add(&self, a: &mut [u64], b: &[u64]) {
        for ((x, y), mask) in a.iter_mut().zip(b).zip(&self.masks) {
            *x = (*x & mask) + (y & mask);
        }
        self.trim(a);
    }

    fn double(&self, a: &mut [u64]) {
        for (x, mask) in a.iter_mut().zip(&self.masks) {
            *x = 2 * (*x & mask);
        }
        self.trim(a);
    }

    /// `a + cover − b`, limb by limb without borrows.
    fn sub(&self, a: &mut [u64], b: &[u64]) {
        for (((x, y), mask), cover) in a.iter_mut().zip(b).zip(&self.masks).zip(&self.cover) {
            *x = (*x & mask) + (cover - (y & mask));
        }
        self.trim(a);
    }

    /// a/2 or (a + N)/2, below 2^V again.
    fn half(&self, a: &mut [u64]) {
        let odd = a[0] & 1;
        for ((x, n), mask) in a.iter_mut().zip(&self.modulus_limbs).zip(&self.masks) {
            *x = (*x & mask) + n * odd;
        }
        digits::carry(a);
        for index in 0..a.len() {
            let above = a.get(index + 1).map_or(0, |limb| limb & 1);
            a[index] = a[index] >> 1 | above << 51;
        }
        debug_assert!(self.holds(a));
    }

    fn equal(&self, a: &[u64], b: &[u64]) -> bool {
        a == b || self.leave(a) == self.leave(b)
    }
}

#[cfg(test)]
mod interpret;
#[cfg(test)]
mod tests;
