"""The instructions of aarch64 that the kernels use, on words of a graph."""

import re

from ..graph import require
from .arithmetic import Arithmetic, Memory, moved

# Registers that the calling convention preserves.
SAVED = [f"x{index}" for index in range(19, 30)]


class Aarch64:
    def __init__(self, text, buffers, registers, writable, arithmetic=None):
        self.arithmetic = arithmetic or Arithmetic()
        self.memory = Memory(buffers, writable)
        self.registers = {f"x{index}": None for index in range(31)} | {name: ("saved", name) for name in SAVED}
        self.registers |= registers | {"sp": ("stack", 8 * 64), "xzr": 0}
        self.carry, self.doubled = None, {}
        self.lines, self.labels = [], []
        for line in filter(None, map(str.strip, text.splitlines())):
            if found := re.match(r"(\d+):", line):
                self.labels.append((found[1], len(self.lines)))
                line = line[found.end() :].strip()
            if line:
                self.lines.append(line)
        self.at = 0

    def run(self):
        while True:
            line = self.lines[self.at]
            self.at += 1
            name, _, rest = line.partition(" ")
            operands = re.findall(r"\[[^\]]*\]!?|[^\s,]+", rest)
            if name == "ret":
                require(self.registers["sp"] == ("stack", 8 * 64), "the stack has moved")
                for saved in SAVED:
                    require(self.registers[saved] == ("saved", saved), saved, "is not what it was")
                return
            if name in ("cbz", "cbnz"):
                value = self.registers[operands[0]]
                require(isinstance(value, int), "a count that is not known")
                if (value == 0) == (name == "cbz"):
                    self.at = self.target(operands[1])
                continue
            method = getattr(self, "do_" + name, None)
            require(method, "unknown instruction", line)
            require("x18" not in operands, "x18 belongs to the platform")
            method(*operands)

    def target(self, text):
        places = [at for label, at in self.labels if label == text[:-1]]
        if text[-1] == "b":
            return max(at for at in places if at < self.at)
        return min(at for at in places if at >= self.at)

    def read(self, text):
        if text.startswith("#"):
            return int(text[1:])
        value = self.registers[text]
        require(value is not None, text, "is not known")
        return value

    def write(self, name, value):
        require(name in self.registers and name != "sp", "no register:", name)
        if name != "xzr":
            self.registers[name] = value
        if name == "x23":
            self.arithmetic.row()

    def accesses(self, address, by, words):
        """The places of this many words; the base register is moved before or after the access."""
        base, offset, before = re.fullmatch(r"\[(\w+)(?:, #(-?\d+))?\](!?)", address).groups()
        pointer = moved(self.registers[base], int(offset or 0))
        if before:
            self.registers[base] = pointer
        if by:
            self.registers[base] = moved(pointer, int(by.removeprefix("#")))
        return [moved(pointer, 8 * index) for index in range(words)]

    def do_ldr(self, to, address, by=None):
        (place,) = self.accesses(address, by, 1)
        self.write(to, self.memory.load(place))

    def do_str(self, source, address, by=None):
        (place,) = self.accesses(address, by, 1)
        self.memory.store(place, self.read(source))

    def do_ldp(self, first, second, address, by=None):
        for name, place in zip((first, second), self.accesses(address, by, 2)):
            self.write(name, self.memory.load(place))

    def do_stp(self, first, second, address, by=None):
        for name, place in zip((first, second), self.accesses(address, by, 2)):
            self.memory.store(place, self.read(name))

    def do_mov(self, to, source):
        self.write(to, self.read(source))

    def do_add(self, to, x, by):
        self.write(to, moved(self.read(x), self.read(by)))

    def do_sub(self, to, x, by):
        value = self.read(x)
        require(isinstance(value, int) and value > 0, "a counter below zero")
        self.write(to, moved(value, -self.read(by)))

    def do_mul(self, to, x, y):
        self.write(to, self.arithmetic.low_half(self.read(x), self.read(y)))

    def do_umulh(self, to, x, y):
        self.write(to, self.arithmetic.halves(self.read(x), self.read(y))[1])

    def do_adds(self, to, x, y):
        self.carry = 0
        self.do_adcs(to, x, y)

    def do_adcs(self, to, x, y):
        value, self.carry = self.arithmetic.add(self.read(x), self.read(y), self.carry)
        self.write(to, value)

    def do_adc(self, to, x, y):
        """Its own carry is lost; the flags stay."""
        value, _ = self.arithmetic.add(self.read(x), self.read(y), self.carry)
        self.write(to, value)

    def do_extr(self, to, high, low, bits):
        """The low word of (high·B + low)/2^63: twice the one word and the top bit of the other."""
        require(bits == "#63", "another shift")
        doubled, top = self.double(self.read(high))[0], self.double(self.read(low))[1]
        self.write(to, self.arithmetic.graph.add(doubled, top))

    def double(self, word):
        """Low word and top bit of twice a word; the low word is even, so that a bit can be added."""
        if isinstance(word, int):
            return 2 * word % 2**64, word >> 63
        if word not in self.doubled:
            self.doubled[word] = self.arithmetic.add(word, word, 0)
            self.doubled[word][0].most = min(self.doubled[word][0].most, 2**64 - 2)
        return self.doubled[word]
