//! docs to write

mod class;
mod digits;
mod exact;
mod routine;
mod table;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Kernel;
use crate::backend::Backend;
use crate::int::Natural;
use class::{Class, MASK_52};
use routine::{Block, Cpu, Exit, Job, Machine, Operation};

/// The kernel for an odd modulus, if this CPU has the instructions and the length is served.
pub(crate) fn kernel(odd: &Natural) -> Option<Box<dyn Kernel>> {
    Some(Box::new(Ifma::on(Cpu::detect()?, odd)?))
}

/// Residues are numbers below 2^V in L limbs below 2^52, and zero lanes up to whole vectors.
struct Ifma<M> {
    machine: M,
    class: &'static Class,
    modulus: Natural,
    /// N in limbs.
    modulus_limbs: Vec<u64>,
    /// A multiple of N up to 2^V + N, in limbs up to 2^53 that are not below those of any residue.
    cover: Vec<u64>,
    /// The bits that each limb of a residue may have.
    masks: Vec<u64>,
    /// 2^(52(F+i)) mod N for i below `rows`.
    table: Vec<Block>,
}

impl<M: Machine> Ifma<M> {
    fn on(machine: M, odd: &Natural) -> Option<Ifma<M>> {
        let class = Class::of(odd.bits())?;
        Some(Ifma {
            machine,
            class,
            modulus: odd.clone(),
            modulus_limbs: digits::split(odd, class.lanes()),
            cover: cover(class, odd),
            masks: (0..class.lanes()).map(|index| class.mask(index)).collect(),
            table: table::build(class, odd),
        })
    }

    /// Does the operation `count` times on the machine, and exactly where that gives up.
    fn run(&self, operation: Operation, a: &mut [u64], b: &[u64], mut count: u64) {
        while count > 0 {
            let exit = self.machine.run(Job {
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
        *limb += MASK_52;
    }
    limbs[0] += 1;
    limbs[class.fold()] -= 1;
    limbs
}

impl<M: Machine> Kernel for Ifma<M> {
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
