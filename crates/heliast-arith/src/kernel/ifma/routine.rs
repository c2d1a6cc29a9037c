//! The assembly, and the machine that runs it: the only `unsafe` of this kernel.
#![allow(unsafe_code)]

use core::arch::naked_asm;
use core::mem::MaybeUninit;

use super::class::Class;
use crate::cpu;

/// Eight limbs, as the vector instructions load them.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Block(pub [u64; 8]);

/// Why a routine returned, and how many squarings or products are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Exit {
    /// One of the constants below.
    pub reason: u64,
    pub remaining: u64,
}

impl Exit {
    /// All done.
    pub(super) const DONE: u64 = 0;
    /// A limb of T above the fold exceeds 52 bits after the carry pass: nothing is lost, a is the operand of
    /// the first of the remaining operations.
    pub(super) const HIGH_EXCESS: u64 = 1;
    /// A limb of the result exceeds 52 bits after the carry pass: a is the right value, but lacks carries.
    pub(super) const RESULT_EXCESS: u64 = 2;
}

/// What runs routines: this CPU, or in tests the interpreter.
pub(super) trait Machine: Send + Sync {
    /// Does up to `job.count` operations.
    fn run(&self, job: Job<'_>) -> Exit;
}

/// `a = a^(2^count)` or `a = a·b^count`.
pub(super) struct Job<'a> {
    pub class: &'static Class,
    pub operation: Operation,
    /// A residue: 8·`vectors` limbs.
    pub a: &'a mut [u64],
    /// The same; for a squaring it is not used.
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
    pub(super) fn routine(&self) -> &'static Routine {
        match self.operation {
            Operation::Square => self.class.square,
            Operation::Mul => self.class.mul,
        }
    }

    /// Copies the operands, cut to their bounds, to aligned vectors, calls with a, b and the table, and
    /// copies the result back.
    #[inline(always)]
    pub(super) fn with_blocks<const V: usize>(
        self,
        call: impl FnOnce(&mut [Block; V], &[Block; V], &[Block]) -> Exit,
    ) -> Exit {
        let mut a = blocks(self.a, self.masks);
        let exit = match self.operation {
            Operation::Square => call(&mut a, &[Block([0; 8]); V], self.table),
            Operation::Mul => call(&mut a, &blocks(self.b, self.masks), self.table),
        };
        for (limbs, block) in self.a.as_chunks_mut::<8>().0.iter_mut().zip(&a) {
            *limbs = block.0;
        }
        exit
    }
}

#[inline(always)]
fn blocks<const V: usize>(limbs: &[u64], masks: &[u64]) -> [Block; V] {
    let mut blocks = [Block([0; 8]); V];
    let limbs = limbs.as_chunks::<8>().0.iter().zip(masks.as_chunks::<8>().0);
    for (block, (limbs, masks)) in blocks.iter_mut().zip(limbs) {
        block.0 = core::array::from_fn(|lane| limbs[lane] & masks[lane]);
    }
    blocks
}

/// This CPU.
impl Machine for cpu::Ifma {
    fn run(&self, job: Job<'_>) -> Exit {
        // SAFETY: `self` proves that the CPU has these features.
        unsafe { run_with_avx512(job) }
    }
}

/// The copies around the call are vectorised as well.
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn run_with_avx512(job: Job<'_>) -> Exit {
    match job.class.vectors() {
        3 => run_in_vectors::<3>(job),
        6 => run_in_vectors::<6>(job),
        8 => run_in_vectors::<8>(job),
        10 => run_in_vectors::<10>(job),
        _ => run_in_vectors::<20>(job),
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn run_in_vectors<const V: usize>(job: Job<'_>) -> Exit {
    assert!(job.class.vectors() == V && job.table.len() == job.class.rows * job.class.row_vectors());
    let (routine, count) = (job.routine(), job.count);
    let mut scratch = MaybeUninit::<[Block; SCRATCH_BLOCKS]>::uninit();
    job.with_blocks::<V>(|a, b, table| {
        // SAFETY: the CPU has the instructions. The routine is of this class, so it reads `vectors` blocks of
        // a and b and `rows`·`row_vectors` of the table, writes a, and writes at most `SCRATCH_BLOCKS` of
        // scratch before it reads them. Blocks are aligned for it. It keeps the registers that the calling
        // convention asks for, does not use the stack, and returns when count operations are done or before.
        unsafe {
            (routine.entry)(a.as_mut_ptr(), scratch.as_mut_ptr().cast(), table.as_ptr(), count, b.as_ptr())
        }
    })
}

/// As many as the hungriest routine writes: `scratch_blocks` in the headers of the assembly.
pub(super) const SCRATCH_BLOCKS: usize = 101;

/// A routine of `generate.py`, for one class.
pub(super) struct Routine {
    /// Takes a, scratch, the table, the count (at least 1) and b.
    entry: unsafe extern "sysv64" fn(*mut Block, *mut Block, *const Block, u64, *const Block) -> Exit,
    /// The assembly, for the interpreter.
    #[cfg(test)]
    pub text: &'static str,
}

macro_rules! routines {
    ($($routine:ident = $entry:ident: $file:literal,)*) => {$(
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $entry(
            a: *mut Block,
            scratch: *mut Block,
            table: *const Block,
            count: u64,
            b: *const Block,
        ) -> Exit {
            naked_asm!(include_str!($file), options(raw))
        }

        pub(super) static $routine: Routine = Routine {
            entry: $entry,
            #[cfg(test)]
            text: include_str!($file),
        };
    )*};
}

routines! {
    SQUARE_1024 = square_1024: "asm/square1024.s",
    SQUARE_2048 = square_2048: "asm/square2048.s",
    SQUARE_3072 = square_3072: "asm/square3072.s",
    SQUARE_4096 = square_4096: "asm/square4096.s",
    SQUARE_8192 = square_8192: "asm/square8192.s",
    MUL_1024 = mul_1024: "asm/mul1024.s",
    MUL_2048 = mul_2048: "asm/mul2048.s",
    MUL_3072 = mul_3072: "asm/mul3072.s",
    MUL_4096 = mul_4096: "asm/mul4096.s",
    MUL_8192 = mul_8192: "asm/mul8192.s",
}
