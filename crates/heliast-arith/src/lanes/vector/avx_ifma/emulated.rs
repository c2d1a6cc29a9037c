//! AVX-IFMA on a CPU without it. The kernel runs there as it is, and the handler of the signal for an
//! invalid instruction does the work of `vpmadd52luq` and `vpmadd52huq` on the registers of the thread.
//!
//! The forms are those of Intel's Software Developer's Manual, volume 2: VEX with a prefix of three bytes,
//! 256 bits, and a register or memory as the last operand.

use crate::radix52::{LIMB_MASK, RADIX_BITS};
use core::{
    array::from_fn,
    ffi::{c_int, c_void},
    mem::zeroed,
    ptr, slice,
};
use libc::{
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RAX, REG_RBP, REG_RBX, REG_RCX,
    REG_RDI, REG_RDX, REG_RIP, REG_RSI, REG_RSP, SA_SIGINFO, SIG_DFL, SIGILL, sigaction, siginfo_t, signal,
    ucontext_t,
};
use std::sync::Once;

/// The registers in the order of their numbers in an instruction.
const REGISTERS: [c_int; 16] = [
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI, REG_R8, REG_R9, REG_R10, REG_R11,
    REG_R12, REG_R13, REG_R14, REG_R15,
];

/// The longest instruction.
const MAX_LEN: usize = 15;

// The layout of saved registers (XSAVE, not compacted).
const LOW_HALVES: usize = 160;
/// This word is [`IS_EXTENDED`] if there is more than the low halves.
const EXTENDED: usize = 464;
const IS_EXTENDED: u32 = 0x4650_5853;
const PRESENT: usize = 512;
const HIGH_HALVES: usize = 576;
const HALF_LEN: usize = 16;
/// The bit of [`PRESENT`] for the high halves. Without it they are 0.
const HAS_HIGH_HALVES: u64 = 1 << 2;

/// Has this process emulate the instructions from now on.
pub(super) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the action is complete, and its handler keeps to what a handler may do.
        unsafe {
            let mut action: sigaction = zeroed();
            action.sa_sigaction = emulate as extern "C" fn(c_int, *mut siginfo_t, *mut c_void) as usize;
            action.sa_flags = SA_SIGINFO;
            assert_eq!(libc::sigaction(SIGILL, &action, ptr::null_mut()), 0);
        }
    });
}

/// Does the work of one instruction or of several in a row. Another invalid instruction ends the process.
extern "C" fn emulate(_: c_int, _: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel gives a handler with `SA_SIGINFO` this context.
    let mut thread = unsafe { Thread(&mut *context.cast()) };
    if thread.has_vectors() && thread.step() {
        while thread.step() {}
    } else {
        // SAFETY: the instruction is executed again, with the default action.
        unsafe { signal(SIGILL, SIG_DFL) };
    }
}

/// `sum += half(factor·other)` in four lanes.
#[derive(Debug, PartialEq, Eq)]
struct Instruction {
    is_high: bool,
    sum: usize,
    factor: usize,
    other: Operand,
    len: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Operand {
    Register(usize),
    /// base + index·scale + displacement. Without a base it is the address of the next instruction, or 0.
    Memory {
        base: Base,
        index: Option<(usize, u64)>,
        displacement: i32,
    },
}

#[derive(Debug, PartialEq, Eq)]
enum Base {
    None,
    Register(usize),
    Next,
}

impl Instruction {
    /// The instruction that begins here, if it is one of the two.
    fn parse(code: &[u8; MAX_LEN]) -> Option<Instruction> {
        let [0xc4, second, third, opcode @ (0xb4 | 0xb5), form, rest @ ..] = code else { return None };
        // The map of the opcode (0f 38); W, a vector of 256 bits, and the prefix 66.
        if second & 0x1f != 2 || third & 0x87 != 0x85 {
            return None;
        }
        // The highest bits of register numbers are inverted.
        let [of_sum, of_index, of_other] = [7, 6, 5].map(|bit| usize::from(!second >> bit & 1) << 3);
        let number = |bits: u8| usize::from(bits & 7);
        let sum = number(form >> 3) | of_sum;
        let factor = usize::from(!third >> 3 & 15);
        let (mode, low) = (form >> 6, number(*form));
        let is_high = *opcode == 0xb5;
        if mode == 3 {
            return Some(Instruction {
                is_high,
                sum,
                factor,
                other: Operand::Register(low | of_other),
                len: 5,
            });
        }
        let (mut base, mut index, mut len) = (Base::Register(low | of_other), None, 5);
        let mut is_long = mode == 2;
        let mut rest = &rest[..];
        if low == 4 {
            let [scaled, tail @ ..] = rest else { return None };
            (rest, len) = (tail, len + 1);
            let of = number(scaled >> 3) | of_index;
            index = (of != 4).then_some((of, 1 << (scaled >> 6)));
            base = Base::Register(number(*scaled) | of_other);
            if number(*scaled) == 5 && mode == 0 {
                (base, is_long) = (Base::None, true);
            }
        } else if low == 5 && mode == 0 {
            (base, is_long) = (Base::Next, true);
        }
        let displacement = if is_long {
            len += 4;
            i32::from_le_bytes(*rest.first_chunk()?)
        } else if mode == 1 {
            len += 1;
            i32::from(rest[0] as i8)
        } else {
            0
        };
        Some(Instruction { is_high, sum, factor, other: Operand::Memory { base, index, displacement }, len })
    }
}

/// A thread that was interrupted.
struct Thread<'a>(&'a mut ucontext_t);

impl Thread<'_> {
    /// Executes the next instruction, if it is one of the two.
    fn step(&mut self) -> bool {
        let at = self.0.uc_mcontext.gregs[REG_RIP as usize] as usize;
        // SAFETY: code is readable, and functions follow that are longer than an instruction.
        let code = unsafe { slice::from_raw_parts(at as *const u8, MAX_LEN) };
        let Some(instruction) = code.first_chunk().and_then(Instruction::parse) else { return false };
        let next = at + instruction.len;
        let other = match instruction.other {
            Operand::Register(register) => self.vector(register),
            Operand::Memory { base, index, displacement } => {
                let base = match base {
                    Base::None => 0,
                    Base::Register(register) => self.word(register),
                    Base::Next => next as u64,
                };
                let index = index.map_or(0, |(register, scale)| self.word(register).wrapping_mul(scale));
                let address = base.wrapping_add(index).wrapping_add_signed(displacement.into());
                // SAFETY: the thread was about to read this.
                unsafe { ptr::read_unaligned(address as *const [u64; 4]) }
            }
        };
        let (sum, factor) = (self.vector(instruction.sum), self.vector(instruction.factor));
        self.set_vector(
            instruction.sum,
            from_fn(|lane| {
                let [a, b] = [factor[lane], other[lane]].map(|word| u128::from(word & LIMB_MASK));
                let half =
                    if instruction.is_high { (a * b) >> RADIX_BITS } else { (a * b) & u128::from(LIMB_MASK) };
                sum[lane].wrapping_add(half as u64)
            }),
        );
        self.0.uc_mcontext.gregs[REG_RIP as usize] = next as i64;
        true
    }

    /// Whether the whole vectors were saved.
    fn has_vectors(&self) -> bool {
        let extended: *const u32 = self.saved(EXTENDED);
        // SAFETY: the low halves end above.
        unsafe { extended.read_unaligned() == IS_EXTENDED }
    }

    fn word(&self, register: usize) -> u64 {
        self.0.uc_mcontext.gregs[REGISTERS[register] as usize] as u64
    }

    /// An address among the saved registers.
    fn saved<T>(&self, offset: usize) -> *mut T {
        self.0.uc_mcontext.fpregs.cast::<u8>().wrapping_add(offset).cast()
    }

    fn vector(&self, register: usize) -> [u64; 4] {
        let low: *const [u64; 2] = self.saved(LOW_HALVES + HALF_LEN * register);
        let high: *const [u64; 2] = self.saved(HIGH_HALVES + HALF_LEN * register);
        // SAFETY: a CPU with AVX2 has saved the whole area.
        let ([a, b], [c, d]) = unsafe { (low.read_unaligned(), high.read_unaligned()) };
        if self.has_high_halves() { [a, b, c, d] } else { [a, b, 0, 0] }
    }

    fn set_vector(&mut self, register: usize, [a, b, c, d]: [u64; 4]) {
        let had = self.has_high_halves();
        let low: *mut [u64; 2] = self.saved(LOW_HALVES + HALF_LEN * register);
        let highs: *mut [[u64; 2]; 16] = self.saved(HIGH_HALVES);
        let present: *mut u64 = self.saved(PRESENT);
        // SAFETY: a CPU with AVX2 has saved the whole area.
        unsafe {
            low.write_unaligned([a, b]);
            if !had {
                highs.write_unaligned([[0; 2]; 16]);
                present.write_unaligned(present.read_unaligned() | HAS_HIGH_HALVES);
            }
            highs.cast::<[u64; 2]>().wrapping_add(register).write_unaligned([c, d]);
        }
    }

    fn has_high_halves(&self) -> bool {
        let present: *const u64 = self.saved(PRESENT);
        // SAFETY: a CPU with AVX2 has saved the header of the area.
        unsafe { present.read_unaligned() & HAS_HIGH_HALVES != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(code: &[u8]) -> Option<Instruction> {
        let mut padded = [0x90; MAX_LEN];
        padded[..code.len()].copy_from_slice(code);
        Instruction::parse(&padded)
    }

    /// Encodings by the GNU assembler.
    #[test]
    fn operands_of_every_form() {
        let register = |other| Operand::Register(other);
        let memory = |base, index, displacement| Operand::Memory { base, index, displacement };
        let at = Base::Register;
        let expected: [(&[u8], bool, [usize; 2], Operand); 10] = [
            (&[0xc4, 0xe2, 0xed, 0xb4, 0xd9], false, [3, 2], register(1)),
            (&[0xc4, 0x42, 0x8d, 0xb5, 0xef], true, [13, 14], register(15)),
            (&[0xc4, 0xe2, 0xf5, 0xb4, 0x01], false, [0, 1], memory(at(1), None, 0)),
            (&[0xc4, 0x42, 0xb5, 0xb5, 0x50, 0xc0], true, [10, 9], memory(at(8), None, -64)),
            (
                &[0xc4, 0xa2, 0xdd, 0xb4, 0xac, 0xfa, 0x34, 0x12, 0, 0],
                false,
                [5, 4],
                memory(at(2), Some((15, 8)), 0x1234),
            ),
            (&[0xc4, 0xe2, 0xdd, 0xb4, 0x2c, 0x24], false, [5, 4], memory(at(4), None, 0)),
            (&[0xc4, 0xc2, 0xdd, 0xb5, 0x6c, 0x24, 0x20], true, [5, 4], memory(at(12), None, 32)),
            (&[0xc4, 0xe2, 0xcd, 0xb4, 0x3d, 0, 1, 0, 0], false, [7, 6], memory(Base::Next, None, 256)),
            (
                &[0xc4, 0xe2, 0xcd, 0xb4, 0x3c, 0x85, 0x40, 0, 0, 0],
                false,
                [7, 6],
                memory(Base::None, Some((0, 4)), 64),
            ),
            (&[0xc4, 0xc2, 0xcd, 0xb4, 0x7d, 0], false, [7, 6], memory(at(13), None, 0)),
        ];
        for (code, is_high, [sum, factor], other) in expected {
            let instruction = Instruction { is_high, sum, factor, other, len: code.len() };
            assert_eq!(parse(code), Some(instruction), "{code:x?}");
        }
    }

    /// Vectors of 128 bits, another map, prefix or width, and another instruction.
    #[test]
    fn other_instructions_are_left_alone() {
        let others: [&[u8]; 6] = [
            &[0xc4, 0xe2, 0xe9, 0xb4, 0xd9],
            &[0xc4, 0xe1, 0xed, 0xb4, 0xd9],
            &[0xc4, 0xe2, 0xee, 0xb4, 0xd9],
            &[0xc4, 0xe2, 0x6d, 0xb4, 0xd9],
            &[0xc4, 0xe2, 0xed, 0xb6, 0xd9],
            &[0xc5, 0xed, 0xd4, 0xd9],
        ];
        for code in others {
            assert_eq!(parse(code), None, "{code:x?}");
        }
    }
}
