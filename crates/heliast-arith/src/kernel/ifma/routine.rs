//! The assembly, and the CPU that runs it: the only `unsafe` of this kernel.
#![allow(unsafe_code)]

use super::{
    class::Class,
    job::{Block, Executor, Exit, Job, Operation},
};
use core::{arch::naked_asm, mem::MaybeUninit};

/// This CPU.
impl Executor for heliast_cpu::Ifma {
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
    let (routine, count) = (Routine::of(job.class, job.operation), job.count);
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

impl Routine {
    /// The routine for an operation on numbers of a class.
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

        static $routine: Routine = Routine {
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
