//! The job of a routine and its result; the CPU or an interpreter runs it.

use super::class::Class;
use core::array::from_fn;

/// Eight limbs, as the vector instructions load them.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; 8]);

/// The reason why a routine returned, and the number of squarings or products that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Exit {
    /// One of the constants below.
    pub reason: u64,
    pub remaining: u64,
}

impl Exit {
    /// All operations are done.
    pub(super) const DONE: u64 = 0;
    /// A limb of T above the fold exceeds 52 bits after the carry pass: nothing is lost, a is the operand of
    /// the first of the remaining operations.
    pub(super) const HIGH_EXCESS: u64 = 1;
    /// A limb of the result exceeds 52 bits after the carry pass: a is the right value, but lacks carries.
    pub(super) const RESULT_EXCESS: u64 = 2;
}

/// An executor of routines: this CPU, or in tests the interpreter.
pub(super) trait Executor: Send + Sync {
    /// Does up to `job.count` operations.
    fn run(&self, job: Job<'_>) -> Exit;
}

/// `a = a^(2^count)` or `a = a·b^count`.
pub(super) struct Job<'a> {
    pub class: &'static Class,
    pub operation: Operation,
    /// A residue: 8·`vectors` limbs.
    pub a: &'a mut [u64],
    /// A residue of the same length; it is not used for a squaring.
    pub b: &'a [u64],
    /// The bits that each limb of a residue may have: others are cleared.
    pub masks: &'a [u64],
    /// `rows` rows of `row_vectors` blocks.
    pub table: &'a [Block],
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Square,
    Mul,
}

impl Job<'_> {
    /// Copies the operands, cut to their bounds, to aligned vectors, calls with a, b and the table, and
    /// copies the result back.
    #[inline(always)]
    pub(super) fn with_blocks<const V: usize>(
        self,
        call: impl FnOnce(&mut [Block; V], &[Block; V], &[Block]) -> Exit,
    ) -> Exit {
        let mut a = blocks(self.a, self.masks);
        let exit = match self.operation {
            Operation::Square => call(&mut a, zeros(), self.table),
            Operation::Mul => call(&mut a, &blocks(self.b, self.masks), self.table),
        };
        for (limbs, block) in self.a.as_chunks_mut::<8>().0.iter_mut().zip(&a) {
            *limbs = block.0;
        }
        exit
    }
}

/// The second operand of a squaring, which does not read it.
pub(super) const fn zeros<const V: usize>() -> &'static [Block; V] {
    const { &[Block([0; 8]); V] }
}

#[inline(always)]
fn blocks<const V: usize>(limbs: &[u64], masks: &[u64]) -> [Block; V] {
    let mut blocks = [Block([0; 8]); V];
    let limbs = limbs.as_chunks::<8>().0.iter().zip(masks.as_chunks::<8>().0);
    for (block, (limbs, masks)) in blocks.iter_mut().zip(limbs) {
        block.0 = from_fn(|lane| limbs[lane] & masks[lane]);
    }
    blocks
}
