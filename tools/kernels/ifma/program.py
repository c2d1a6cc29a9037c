"""The assembly of an IFMA routine as a list of instructions: the file that is compiled, not its generator."""

import re
from collections import namedtuple

from ..graph import require

Instruction = namedtuple("Instruction", "name operands mask line")
Memory = namedtuple("Memory", "base offset")
Label = namedtuple("Label", "target")
Vector = namedtuple("Vector", "index")
Mask = namedtuple("Mask", "index")
Register = namedtuple("Register", "name")
CONSTANTS = "constants"

# Registers that a function may use without saving them; the low halves are written with their upper halves cleared.
REGISTERS = {name: name for name in ("rax", "rcx", "rdx", "rdi", "rsi", "r8", "r9", "r10", "r11")}
REGISTERS |= {"eax": "rax", "r11d": "r11"}


class Program:
    def __init__(self, text):
        self.instructions, self.labels, data = [], [], []
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line or line.startswith(".p2align"):
                continue
            if line.startswith(".quad"):
                data += [int(word) for word in line.removeprefix(".quad").split(",")]
            elif line.endswith(":"):
                self.labels.append((line[:-1], len(self.instructions)))
            else:
                self.instructions.append((number, line))
        self.constants = [[word % 2**64 for word in data[i : i + 8]] for i in range(0, len(data), 8)]
        self.instructions = [self.parse(place, *line) for place, line in enumerate(self.instructions)]

    def at(self, place):
        require(place < len(self.instructions), "the routine runs past its end")
        return self.instructions[place]

    def parse(self, place, number, line):
        name, _, rest = line.partition(" ")
        operands, mask = [], None
        for text in filter(None, map(str.strip, rest.split(","))):
            if masked := re.fullmatch(r"(.*?) ?\{k(\d)\}", text):
                text, mask = masked[1], int(masked[2])
            operands.append(self.operand(place, name, text))
        return Instruction(name, tuple(operands), mask, number)

    def operand(self, place, name, text):
        if name.startswith("j"):
            return Label(self.target(text, place))
        if found := re.fullmatch(r"(?:(\w+) ptr )?\[(\w+)(?: ([+-]) (\w+))?\]", text):
            size, base, sign, offset = found.groups()
            if base == "rip":
                require(self.target(offset, place) == len(self.instructions), "constants lie elsewhere")
                return CONSTANTS
            expected = {"vpbroadcastq": "qword", "lea": None}.get(name, "zmmword")
            require(size == expected, name, "of a", size)
            return Memory(REGISTERS[base], int(f"{sign or '+'}{offset or 0}"))
        if found := re.fullmatch(r"zmm(\d+)", text):
            return Vector(int(found[1]))
        if found := re.fullmatch(r"k(\d)", text):
            return Mask(int(found[1]))
        if text in REGISTERS:
            return Register(REGISTERS[text])
        return int(text, 0)

    def target(self, text, place):
        label, direction = text[:-1], text[-1]
        places = [at for name, at in self.labels if name == label]
        if direction == "b":
            return max(at for at in places if at <= place)
        return min(at for at in places if at > place)
