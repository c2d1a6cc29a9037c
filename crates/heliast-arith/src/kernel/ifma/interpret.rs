//! The assembly, executed in software: tests run the committed code on any CPU.
//!
//! It knows only the instructions that `generate.py` writes. It panics on other instructions, on accesses
//! outside the buffers, and on misaligned vectors. Scratch and registers start with arbitrary values.

use super::{
    job::{Block, Executor, Exit, Job},
    routine::Routine,
};
use crate::radix52::LIMB_MASK;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    vec,
    vec::Vec,
};

const GARBAGE: u64 = 0xdead_beef_dead_beef;

/// The buffers lie 2^32 bytes apart.
const A: usize = 1;
const B: usize = 2;
const TABLE: usize = 3;
const SCRATCH: usize = 4;
const CONSTANTS: usize = 5;

/// An executor that also records the reasons of all exits.
#[derive(Default)]
pub(super) struct Interpreter {
    programs: Mutex<HashMap<&'static str, Arc<Program>>>,
    exits: Mutex<Vec<u64>>,
}

impl Interpreter {
    /// The reasons of the exits since the last call.
    pub(super) fn take_exits(&self) -> Vec<u64> {
        core::mem::take(&mut self.exits.lock().unwrap())
    }

    fn program(&self, routine: &'static Routine) -> Arc<Program> {
        let mut programs = self.programs.lock().unwrap();
        programs.entry(routine.text).or_insert_with(|| Arc::new(Program::parse(routine))).clone()
    }
}

impl Executor for &Interpreter {
    fn run(&self, job: Job<'_>) -> Exit {
        let program = self.program(Routine::of(job.class, job.operation));
        let count = job.count;
        let exit = match job.class.vectors() {
            3 => job.with_blocks::<3>(|a, b, table| program.run(a, b, table, count)),
            6 => job.with_blocks::<6>(|a, b, table| program.run(a, b, table, count)),
            8 => job.with_blocks::<8>(|a, b, table| program.run(a, b, table, count)),
            10 => job.with_blocks::<10>(|a, b, table| program.run(a, b, table, count)),
            20 => job.with_blocks::<20>(|a, b, table| program.run(a, b, table, count)),
            vectors => panic!("no class has {vectors} vectors"),
        };
        self.exits.lock().unwrap().push(exit.reason);
        exit
    }
}

struct Program {
    instructions: Vec<Instruction>,
    constants: Vec<Block>,
    /// The blocks of scratch that the routine may write.
    scratch: usize,
}

struct Instruction {
    name: &'static str,
    operands: Vec<Operand>,
    /// The mask register of the target.
    mask: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    Vector(usize),
    Mask(usize),
    /// The register, and whether the name is that of its low 32 bits.
    General(usize, bool),
    /// Base register and offset.
    Memory(usize, i64),
    /// The number of an instruction.
    Label(usize),
    Constants,
    Number(u64),
}

use Operand::{Constants, General, Label, Mask, Memory, Number, Vector};

const GENERAL: [(&str, &str); 9] = [
    ("rax", "eax"),
    ("rcx", "ecx"),
    ("rdx", "edx"),
    ("rdi", "edi"),
    ("rsi", "esi"),
    ("r8", "r8d"),
    ("r9", "r9d"),
    ("r10", "r10d"),
    ("r11", "r11d"),
];
const RAX: usize = 0;
const RCX: usize = 1;
const RDX: usize = 2;
const RDI: usize = 3;
const RSI: usize = 4;
const R8: usize = 5;

impl Program {
    fn parse(routine: &'static Routine) -> Program {
        let lines = routine.text.lines().map(|line| line.split('#').next().unwrap().trim());
        let lines: Vec<&'static str> =
            lines.filter(|line| !line.is_empty() && !line.starts_with(".p2align")).collect();
        let (data, code): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.starts_with(".quad"));

        // The instruction that follows each label.
        let mut labels: Vec<(&str, usize)> = Vec::new();
        let mut instructions = Vec::new();
        for line in code {
            match line.strip_suffix(':') {
                Some(label) => labels.push((label, instructions.len())),
                None => instructions.push(line),
            }
        }
        let target = |name: &str, from: usize| {
            let (label, direction) = name.split_at(name.len() - 1);
            let mut named = labels.iter().filter(|entry| entry.0 == label).map(|entry| entry.1);
            match direction {
                "b" => named.rfind(|&position| position <= from),
                _ => named.find(|&position| position > from),
            }
        };
        let instructions = instructions
            .into_iter()
            .enumerate()
            .map(|(position, line)| Instruction::parse(line, |name| target(name, position).unwrap()))
            .collect();

        let numbers = data.iter().flat_map(|line| line[".quad".len()..].split(','));
        let numbers: Vec<u64> = numbers.map(|number| number.trim().parse::<i64>().unwrap() as u64).collect();
        let constants = numbers.as_chunks().0.iter().map(|&block| Block(block)).collect();
        Program { instructions, constants, scratch: routine.scratch }
    }

    fn run(&self, a: &mut [Block], b: &[Block], table: &[Block], count: u64) -> Exit {
        let mut general = [GARBAGE; GENERAL.len()];
        for (register, buffer) in [(RDI, A), (R8, B), (RDX, TABLE), (RSI, SCRATCH)] {
            general[register] = (buffer as u64) << 32;
        }
        general[RCX] = count;
        let mut state = State {
            vectors: [[GARBAGE; 8]; 32],
            masks: [0xa5; 8],
            general,
            zero: false,
            a,
            b,
            table,
            scratch: vec![Block([GARBAGE; 8]); self.scratch],
            constants: &self.constants,
        };
        let mut next = 0;
        while let Some(instruction) = self.instructions.get(next) {
            next += 1;
            match (instruction.name, &instruction.operands[..]) {
                ("ret", []) => return Exit { reason: state.general[RAX], remaining: state.general[RDX] },
                ("jmp", &[Label(target)]) => next = target,
                ("jne", &[Label(target)]) if !state.zero => next = target,
                ("jne", [Label(_)]) => {}
                _ => state.execute(instruction),
            }
        }
        panic!("ran past the end");
    }
}

impl Instruction {
    fn parse(line: &'static str, target: impl Fn(&str) -> usize) -> Instruction {
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut mask = None;
        let mut operand = |text: &'static str| {
            let text = text.trim();
            let text = match text.strip_suffix('}').and_then(|text| text.split_once("{k")) {
                Some((text, number)) => {
                    mask = Some(number.parse().unwrap());
                    text
                }
                None => text,
            };
            parse_operand(name, text, &target)
        };
        let operands = rest.split(',').filter(|text| !text.is_empty()).map(&mut operand).collect();
        Instruction { name, operands, mask }
    }
}

fn parse_operand(name: &str, text: &str, target: impl Fn(&str) -> usize) -> Operand {
    let address = text.find('[').map(|start| text[start + 1..].trim_end_matches(']'));
    if address == Some("rip + 9f") {
        return Constants;
    }
    if let Some(address) = address {
        let size = text.split(' ').next().unwrap();
        let expected = match name {
            "vpbroadcastq" => "qword",
            "lea" => text,
            _ => "zmmword",
        };
        assert_eq!(size, expected.split(' ').next().unwrap(), "{name} {text}");
        let mut words = address.split(' ');
        let base = general(words.next().unwrap()).unwrap().0;
        let sign = match words.next() {
            Some("-") => -1,
            _ => 1,
        };
        return Memory(base, sign * words.next().map_or(0, |offset| offset.parse::<i64>().unwrap()));
    }
    if let Some(number) = text.strip_prefix("zmm") {
        return Vector(number.parse().unwrap());
    }
    if let Some(number) = text.strip_prefix('k') {
        return Mask(number.parse().unwrap());
    }
    if let Some((register, short)) = general(text) {
        return General(register, short);
    }
    if name.starts_with('j') {
        return Label(target(text));
    }
    let hexadecimal = text.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
    Number(hexadecimal.unwrap_or_else(|| text.parse()).unwrap())
}

fn general(text: &str) -> Option<(usize, bool)> {
    let register = GENERAL.iter().position(|&(long, short)| text == long || text == short)?;
    Some((register, text == GENERAL[register].1))
}

struct State<'a> {
    vectors: [[u64; 8]; 32],
    masks: [u8; 8],
    general: [u64; GENERAL.len()],
    zero: bool,
    a: &'a mut [Block],
    b: &'a [Block],
    table: &'a [Block],
    scratch: Vec<Block>,
    constants: &'a [Block],
}

impl State<'_> {
    fn execute(&mut self, instruction: &Instruction) {
        let operands = &instruction.operands[..];
        assert!(instruction.mask.is_none() || instruction.name.starts_with("vpmadd52"));
        match (instruction.name, operands) {
            ("vpbroadcastq", &[Vector(d), source]) => {
                let address = self.address(source);
                self.vectors[d] = [self.block(address).0[address % 64 / 8]; 8];
            }
            ("vmovdqa64", &[target @ Memory(..), Vector(source)]) => {
                let address = self.address(target);
                self.store(address, self.vectors[source]);
            }
            ("vmovdqa64", &[Vector(d), source]) => self.vectors[d] = self.vector(source),
            ("vpxorq", &[Vector(d), a, b]) => self.lanes(d, a, b, |x, y| x ^ y),
            ("vpaddq", &[Vector(d), a, b]) => self.lanes(d, a, b, u64::wrapping_add),
            ("vpandq", &[Vector(d), a, b]) => self.lanes(d, a, b, |x, y| x & y),
            ("vporq", &[Vector(d), a, b]) => self.lanes(d, a, b, |x, y| x | y),
            ("vpsrlq", &[Vector(d), a, Number(bits)]) => self.lanes(d, a, a, |x, _| x >> bits),
            ("vpternlogq", &[Vector(d), _, _, Number(255)]) => self.vectors[d] = [u64::MAX; 8],
            ("vpmadd52luq", &[Vector(d), a, b]) => {
                self.multiply_add(d, a, b, instruction.mask, |product| product as u64 & LIMB_MASK);
            }
            ("vpmadd52huq", &[Vector(d), a, b]) => {
                self.multiply_add(d, a, b, instruction.mask, |product| (product >> 52) as u64);
            }
            ("valignq", &[Vector(d), high, low, Number(lanes)]) => {
                let row = [self.vector(low), self.vector(high)];
                let row = row.as_flattened();
                self.vectors[d].copy_from_slice(&row[lanes as usize..lanes as usize + 8]);
            }
            ("vpermi2q", &[Vector(d), a, b]) => {
                let row = [self.vector(a), self.vector(b)];
                self.vectors[d] = self.vectors[d].map(|index| row.as_flattened()[index as usize % 16]);
            }
            ("vpcmpuq", &[Mask(k), a, b, Number(6)]) => {
                let (a, b) = (self.vector(a), self.vector(b));
                self.masks[k] = (0..8).map(|lane| u8::from(a[lane] > b[lane]) << lane).sum();
            }
            ("kmovb", &[Mask(k), source]) => self.masks[k] = self.number(source) as u8,
            ("kortestb", &[Mask(j), Mask(k)]) => self.zero = self.masks[j] | self.masks[k] == 0,
            ("mov", &[target, source]) => self.write(target, self.number(source)),
            ("xor", &[target, source]) => self.count(target, self.number(target) ^ self.number(source)),
            ("add", &[target, Number(y)]) => self.count(target, self.number(target).wrapping_add(y)),
            ("sub", &[target, Number(y)]) => self.count(target, self.number(target).wrapping_sub(y)),
            ("shr", &[target, Number(bits)]) => self.count(target, self.number(target) >> bits),
            ("dec", &[target]) => self.count(target, self.number(target).wrapping_sub(1)),
            ("test", &[a, b]) => self.zero = self.number(a) & self.number(b) == 0,
            ("lea", &[target, Constants]) => self.write(target, (CONSTANTS as u64) << 32),
            ("lea", &[target, source]) => {
                let address = self.address(source);
                self.write(target, address as u64);
            }
            ("vzeroupper", []) => {}
            (name, operands) => panic!("unknown: {name} {operands:?}"),
        }
    }

    fn lanes(&mut self, d: usize, a: Operand, b: Operand, operation: impl Fn(u64, u64) -> u64) {
        let (a, b) = (self.vector(a), self.vector(b));
        self.vectors[d] = core::array::from_fn(|lane| operation(a[lane], b[lane]));
    }

    fn multiply_add(&mut self, d: usize, a: Operand, b: Operand, mask: Option<usize>, half: fn(u128) -> u64) {
        let (a, b) = (self.vector(a), self.vector(b));
        let mask = mask.map_or(0xff, |k| self.masks[k]);
        for lane in (0..8).filter(|lane| mask >> lane & 1 == 1) {
            let product = u128::from(a[lane] & LIMB_MASK) * u128::from(b[lane] & LIMB_MASK);
            self.vectors[d][lane] = self.vectors[d][lane].wrapping_add(half(product));
        }
    }

    fn vector(&self, operand: Operand) -> [u64; 8] {
        match operand {
            Vector(register) => self.vectors[register],
            _ => {
                let address = self.address(operand);
                assert_eq!(address % 64, 0, "misaligned");
                self.block(address).0
            }
        }
    }

    fn number(&self, operand: Operand) -> u64 {
        match operand {
            Number(number) => number,
            General(register, true) => self.general[register] & 0xffff_ffff,
            General(register, false) => self.general[register],
            _ => panic!("not a number: {operand:?}"),
        }
    }

    /// Writes the result of an instruction that sets the zero flag.
    fn count(&mut self, target: Operand, value: u64) {
        self.write(target, value);
        self.zero = self.number(target) == 0;
    }

    fn write(&mut self, target: Operand, value: u64) {
        match target {
            General(register, true) => self.general[register] = value & 0xffff_ffff,
            General(register, false) => self.general[register] = value,
            _ => panic!("not a register: {target:?}"),
        }
    }

    fn address(&self, operand: Operand) -> usize {
        match operand {
            Memory(base, offset) => self.general[base].wrapping_add_signed(offset) as usize,
            _ => panic!("not in memory: {operand:?}"),
        }
    }

    fn block(&self, address: usize) -> &Block {
        let buffer = match address >> 32 {
            A => &*self.a,
            B => self.b,
            TABLE => self.table,
            SCRATCH => &self.scratch,
            CONSTANTS => self.constants,
            _ => panic!("no buffer at {address:#x}"),
        };
        assert_eq!(address % 8, 0, "misaligned");
        &buffer[(address & 0xffff_ffff) / 64]
    }

    fn store(&mut self, address: usize, limbs: [u64; 8]) {
        assert_eq!(address % 64, 0, "misaligned");
        let buffer = match address >> 32 {
            A => &mut *self.a,
            SCRATCH => &mut self.scratch[..],
            _ => panic!("no buffer to write at {address:#x}"),
        };
        buffer[(address & 0xffff_ffff) / 64] = Block(limbs);
    }
}
