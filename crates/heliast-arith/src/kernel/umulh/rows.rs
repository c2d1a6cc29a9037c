//! The inner loops, in assembly: eight limbs in registers times one limb after the other.
//!
//! A row adds x·a for a limb x and eight limbs a to a window of eight limbs in registers, and a limb z. Low
//! and high halves are each added by a chain of carries. The lowest limb is then final and is stored. An
//! addition has three operands, so the first chain moves the window one limb up without a move instruction:
//!
//! ```text
//! low chain     t = w0+lo0   w0 = w1+lo1   ...   w6 = w7+lo7   w7 = carry
//! high chain    t = t+z      w0 = w0+hi0   ...   w6 = w6+hi6   w7 = w7+hi7+carry
//! ```
//!
//! No row overflows its window: with w, a < B^8 and x, z < B, w + x·a + z ≤ B^9 − 1 for B = 2^64. A row
//! takes 16 multiplications, 18 additions and four accesses to memory.
//!
//! Registers: x0 to x4 the arguments, x5 to x12 the limbs a, x13 to x17 and x19 to x21 the window, x22 the
//! lowest limb, x23 the multiplier, x24 to x27 products, x28 z. x18 belongs to the platform, x29 to the
//! frame.

use super::BLOCK;
use core::arch::naked_asm;

/// Saves the registers that belong to the caller.
macro_rules! enter {
    () => {
        "stp x19, x20, [sp, #-80]!\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n \
         stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n"
    };
}

/// Restores them and returns.
macro_rules! leave {
    () => {
        "ldp x27, x28, [sp, #64]\n ldp x25, x26, [sp, #48]\n ldp x23, x24, [sp, #32]\n \
         ldp x21, x22, [sp, #16]\n ldp x19, x20, [sp], #80\n ret\n"
    };
}

/// Loads eight limbs at `$from` as a, or as the window.
macro_rules! load_limbs {
    ($from:literal) => {
        concat!(
            "ldp x5, x6, [",
            $from,
            "]\n ldp x7, x8, [",
            $from,
            ", #16]\n",
            "ldp x9, x10, [",
            $from,
            ", #32]\n ldp x11, x12, [",
            $from,
            ", #48]\n",
        )
    };
}

macro_rules! window {
    ($access:literal, $at:literal) => {
        concat!(
            $access,
            " x13, x14, [",
            $at,
            "]\n ",
            $access,
            " x15, x16, [",
            $at,
            ", #16]\n",
            $access,
            " x17, x19, [",
            $at,
            ", #32]\n ",
            $access,
            " x20, x21, [",
            $at,
            ", #48]\n",
        )
    };
}

/// The low chain for the multiplier in x23: the lowest limb to x22.
macro_rules! low_chain {
    () => {
        "mul x24, x5, x23\n mul x25, x6, x23\n mul x26, x7, x23\n mul x27, x8, x23\n \
         adds x22, x13, x24\n mul x24, x9, x23\n \
         adcs x13, x14, x25\n mul x25, x10, x23\n \
         adcs x14, x15, x26\n mul x26, x11, x23\n \
         adcs x15, x16, x27\n mul x27, x12, x23\n \
         adcs x16, x17, x24\n umulh x24, x5, x23\n \
         adcs x17, x19, x25\n umulh x25, x6, x23\n \
         adcs x19, x20, x26\n umulh x26, x7, x23\n \
         adcs x20, x21, x27\n umulh x27, x8, x23\n \
         adc x21, xzr, xzr\n"
    };
}

/// The high chain after it; `$begin` sets the carry.
macro_rules! high_chain {
    ($begin:literal, $first:literal) => {
        concat!(
            $begin,
            $first,
            " x13, x13, x24\n umulh x24, x9, x23\n",
            "adcs x14, x14, x25\n umulh x25, x10, x23\n",
            "adcs x15, x15, x26\n umulh x26, x11, x23\n",
            "adcs x16, x16, x27\n umulh x27, x12, x23\n",
            "adcs x17, x17, x24\n adcs x19, x19, x25\n adcs x20, x20, x26\n adc x21, x21, x27\n",
        )
    };
}

/// `(z, window) = z + window·B^count + a·b`: z has `count` limbs, as b has.
///
/// # Safety
/// z and b point to `count` limbs.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn multiply_rows(
    _z: *mut u64,
    _a: &[u64; BLOCK],
    _b: *const u64,
    _count: usize,
    _window: &mut [u64; BLOCK],
) {
    naked_asm!(
        enter!(),
        load_limbs!("x1"),
        window!("ldp", "x4"),
        "cbz x3, 3f\n",
        "2: ldr x23, [x2], #8\n ldr x28, [x0]\n",
        low_chain!(),
        high_chain!("adds x22, x22, x28\n", "adcs"),
        "str x22, [x0], #8\n sub x3, x3, #1\n cbnz x3, 2b\n",
        "3:\n",
        window!("stp", "x4"),
        leave!(),
    )
}

/// The eight digits q that clear the window, and the part of the window and q·n above it.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn digit_rows(
    _window: &mut [u64; BLOCK],
    _digits: &mut [u64; BLOCK],
    _n: &[u64; BLOCK],
    _negated_inverse: u64,
) {
    naked_asm!(
        enter!(),
        load_limbs!("x2"),
        window!("ldp", "x0"),
        "mov x4, #8\n",
        "2: mul x23, x13, x3\n",
        low_chain!(),
        high_chain!("", "adds"),
        "str x23, [x1], #8\n sub x4, x4, #1\n cbnz x4, 2b\n",
        window!("stp", "x0"),
        leave!(),
    )
}

/// `t = 2·t + s`, for this number of blocks each, at least one; nothing is carried out of the top.
///
/// # Safety
/// t and s point to eight limbs for each block.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn double_and_add(_t: *mut u64, _s: *const u64, _blocks: usize) {
    naked_asm!(
        // x3: the limb before. There is no carry yet.
        "mov x3, xzr\n adds xzr, xzr, xzr\n",
        "2: ldp x4, x5, [x0]\n ldp x6, x7, [x0, #16]\n ldp x8, x9, [x0, #32]\n ldp x10, x11, [x0, #48]\n",
        "extr x3, x4, x3, #63\n extr x4, x5, x4, #63\n extr x5, x6, x5, #63\n extr x6, x7, x6, #63\n",
        "ldp x12, x13, [x1]\n ldp x14, x15, [x1, #16]\n",
        "adcs x12, x3, x12\n adcs x13, x4, x13\n adcs x14, x5, x14\n adcs x15, x6, x15\n",
        "stp x12, x13, [x0]\n stp x14, x15, [x0, #16]\n",
        "extr x7, x8, x7, #63\n extr x8, x9, x8, #63\n extr x9, x10, x9, #63\n extr x10, x11, x10, #63\n",
        "ldp x12, x13, [x1, #32]\n ldp x14, x15, [x1, #48]\n",
        "adcs x12, x7, x12\n adcs x13, x8, x13\n adcs x14, x9, x14\n adcs x15, x10, x15\n",
        "stp x12, x13, [x0, #32]\n stp x14, x15, [x0, #48]\n",
        "mov x3, x11\n add x0, x0, #64\n add x1, x1, #64\n sub x2, x2, #1\n cbnz x2, 2b\n",
        "ret\n",
    )
}

/// `t += s + carry`; the carry out of it, 0 or 1.
#[inline(always)]
pub(super) fn add(t: &mut [u64; BLOCK], s: &[u64; BLOCK], carry: u64) -> u64 {
    let mut carry = carry != 0;
    for (t, s) in t.iter_mut().zip(s) {
        (*t, carry) = crate::limbs::add_carry(*t, *s, carry);
    }
    u64::from(carry)
}
