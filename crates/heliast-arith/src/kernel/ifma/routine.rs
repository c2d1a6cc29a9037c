//! The assembly, and the CPU that runs it: the only `unsafe` of this kernel.
#![allow(unsafe_code)]

use super::{
    class::Class,
    job::{Block, Executor, Exit, Job, Operation, zeros},
};
use core::{
    arch::{
        naked_asm,
        x86_64::{
            _mm512_loadu_epi64, _mm512_setzero_si512, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
        },
    },
    mem::MaybeUninit,
};

/// This CPU.
impl Executor for heliast_cpu::Ifma {
    fn run(&self, job: Job<'_>) -> Exit {
        // SAFETY: `self` proves that the CPU has these features.
        unsafe { run_with_avx512(job) }
    }
}

#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn run_with_avx512(job: Job<'_>) -> Exit {
    match job.class.vectors() {
        3 => run_in_vectors::<3, STRAIGHT_SCRATCH>(job),
        6 => run_in_vectors::<6, STRAIGHT_SCRATCH>(job),
        8 => run_in_vectors::<8, STRAIGHT_SCRATCH>(job),
        10 => run_in_vectors::<10, SCRATCH_BLOCKS>(job),
        _ => run_in_vectors::<20, SCRATCH_BLOCKS>(job),
    }
}

/// Residues of a ring are aligned and bounded, so that the routine takes them where they are. Little is done
/// between two calls, because the processor begins the next product while the last one ends, as far ahead as
/// it can see.
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn run_in_vectors<const V: usize, const S: usize>(job: Job<'_>) -> Exit {
    let b = if job.operation == Operation::Mul { aligned(job.b) } else { Some(zeros()) };
    if let (Some(b), Some(masks)) = (b, job.masks.as_chunks().0.as_array())
        && let Some(a) = aligned_mut::<V>(job.a)
        && are_bounded([a, b], masks)
    {
        return call::<V, S>(job.class, job.operation, a, b, job.table, job.count);
    }
    run_on_copies::<V, S>(job)
}

#[cold]
#[inline(never)]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn run_on_copies<const V: usize, const S: usize>(job: Job<'_>) -> Exit {
    let (class, operation, count) = (job.class, job.operation, job.count);
    job.with_blocks::<V>(|a, b, table| call::<V, S>(class, operation, a, b, table, count))
}

#[inline]
#[target_feature(enable = "avx512f,avx512dq,avx512bw,avx512vl,avx512ifma")]
fn call<const V: usize, const S: usize>(
    class: &Class,
    operation: Operation,
    a: &mut [Block; V],
    b: &[Block; V],
    table: &[Block],
    count: u64,
) -> Exit {
    let routine = Routine::of(class, operation);
    assert!(class.vectors() == V && table.len() == class.rows * class.row_vectors() && routine.scratch <= S);
    let mut scratch = MaybeUninit::<[Block; S]>::uninit();
    // SAFETY: the CPU has the instructions. The routine is of this class, so it reads `vectors` blocks of a
    // and b and `rows`·`row_vectors` of the table, writes a, and writes at most `scratch` blocks of scratch
    // before it reads them. Blocks are aligned for it. It preserves the registers that the calling convention
    // requires, does not use the stack, and returns when count operations are done or before.
    unsafe { (routine.entry)(a.as_mut_ptr(), scratch.as_mut_ptr().cast(), table.as_ptr(), count, b.as_ptr()) }
}

/// Whether the limbs have no bits beyond the masks.
#[target_feature(enable = "avx512f")]
fn are_bounded<const V: usize>(operands: [&[Block; V]; 2], masks: &[[u64; 8]; V]) -> bool {
    let mut excess = _mm512_setzero_si512();
    for blocks in operands {
        for (block, mask) in blocks.iter().zip(masks) {
            // SAFETY: eight limbs.
            let limbs = unsafe { _mm512_loadu_epi64(block.0.as_ptr().cast()) };
            // SAFETY: eight limbs.
            let mask = unsafe { _mm512_loadu_epi64(mask.as_ptr().cast()) };
            // excess | limbs & !mask
            excess = _mm512_ternarylogic_epi64::<0xf4>(excess, limbs, mask);
        }
    }
    _mm512_test_epi64_mask(excess, excess) == 0
}

/// These limbs as V vectors, if they are aligned for it.
fn aligned<const V: usize>(limbs: &[u64]) -> Option<&[Block; V]> {
    // SAFETY: a block is eight limbs, and every limb is valid.
    let (before, blocks, _) = unsafe { limbs.align_to::<Block>() };
    if before.is_empty() { blocks.as_array() } else { None }
}

/// The same for limbs that are written.
fn aligned_mut<const V: usize>(limbs: &mut [u64]) -> Option<&mut [Block; V]> {
    // SAFETY: a block is eight limbs, and every value of a limb is valid.
    let (before, blocks, _) = unsafe { limbs.align_to_mut::<Block>() };
    if before.is_empty() { blocks.as_mut_array() } else { None }
}

/// The most blocks of scratch that a routine writes.
pub(super) const SCRATCH_BLOCKS: usize = 101;

/// The same of the routines up to 3072 bits: so few that the stack needs no probe.
pub(super) const STRAIGHT_SCRATCH: usize = 9;

/// A routine of `generate.py`, for one class.
pub(super) struct Routine {
    /// Takes a, scratch, the table, the count (at least 1) and b.
    entry: unsafe extern "sysv64" fn(*mut Block, *mut Block, *const Block, u64, *const Block) -> Exit,
    /// The number of blocks of scratch that it writes: `scratch_blocks` in the assembly's header.
    pub scratch: usize,
    /// The assembly, for the interpreter.
    #[cfg(test)]
    pub text: &'static str,
}

impl Routine {
    /// The routine for an operation on numbers of a class.
    #[inline]
    pub(super) fn of(class: &Class, operation: Operation) -> &'static Routine {
        let (square, mul) = match class.bits {
            1024 => (&SQUARE_1024, &MUL_1024),
            2048 => (&SQUARE_2048, &MUL_2048),
            3072 => (&SQUARE_3072, &MUL_3072),
            4096 => (&SQUARE_4096, &MUL_4096),
            8192 => (&SQUARE_8192, &MUL_8192),
            bits => unreachable!("no class has {bits} bits"),
        };
        match operation {
            Operation::Square => square,
            Operation::Mul => mul,
        }
    }
}

macro_rules! routines {
    ($($routine:ident = $entry:ident: $file:literal, $scratch:literal;)*) => {$(
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

        static $routine: Routine = Routine {
            entry: $entry,
            scratch: $scratch,
            #[cfg(test)]
            text: include_str!($file),
        };
    )*};
}

routines! {
    SQUARE_1024 = square_1024: "asm/square1024.s", 4;
    SQUARE_2048 = square_2048: "asm/square2048.s", 6;
    SQUARE_3072 = square_3072: "asm/square3072.s", 9;
    SQUARE_4096 = square_4096: "asm/square4096.s", 11;
    SQUARE_8192 = square_8192: "asm/square8192.s", 101;
    MUL_1024 = mul_1024: "asm/mul1024.s", 4;
    MUL_2048 = mul_2048: "asm/mul2048.s", 6;
    MUL_3072 = mul_3072: "asm/mul3072.s", 9;
    MUL_4096 = mul_4096: "asm/mul4096.s", 51;
    MUL_8192 = mul_8192: "asm/mul8192.s", 101;
}
