"""`lanes/vector/fma/rows.rs`: rows of products in lanes, as their assembly says.

Every instruction of a turn is executed on named values: which limbs are multiplied and which sums get the halves is
compared with the rows of `Block` in `kernel.py`, and the halves with those of `vectors.py`.
"""

import re
from collections import Counter

from .. import source
from ..graph import require
from ..words.macros import Macros, trees
from .kernel import Block, halves

PATH = source.ROOT / "crates/heliast-arith/src/lanes/vector/fma/rows.rs"
ROW = 64
WIDTH = 4


def turn(text):
    """The instructions of a turn of `add_pairs`, with its macros expanded: operation and operands."""
    macros = Macros(text)
    body = text[text.index("asm!(") : text.index("xa = inout")]
    lines = []
    for call, plain in re.findall(r'product!(\([^)]*\))|"([^"]*)"', body):
        lines += macros.text(["product", "!", trees(call)[0]]).splitlines() if call else [plain]
    require((lines[0], lines[-1]) == ("2:", "jnz 2b"), "not a loop")
    return [line.split(maxsplit=1) for line in lines[1:-1]]


class Machine:
    """Registers of named values: limbs, halves, and sums, which are counts of halves."""

    def __init__(self, x, y, steps, starts, turns):
        self.x, self.y = x, y
        self.pointers = dict(zip(("xa", "xb", "ya", "yb"), starts))
        self.pointers |= {"bytes": steps, "turns": turns}
        self.sums = {f"s{k}": Counter() for k in range(WIDTH + 1)}
        self.vectors = {"high": "2^104", "rest": "2^104 - 1.5·2^52"}

    def operand(self, text):
        memory = re.fullmatch(r"\[\{(\w+)\}(?: \+ (\d+))?\]", text)
        if not memory:
            name = text[1:-1]
            require(text == f"{{{name}}}" and name in self.vectors, "nothing is in", text)
            return self.vectors[name]
        name, offset = memory[1], int(memory[2] or 0)
        at = self.pointers[name]
        list_, place = at[0], at[1] + offset
        limbs = (self.x if name[0] == "x" else self.y)[list_]
        require(place % ROW == 0 and 0 <= place // ROW < len(limbs), "a limb outside of the rows:", text)
        return limbs[place // ROW]

    def run(self, lines):
        while True:
            for line in lines:
                self.step(*line)
            if self.pointers["turns"] == 0:
                return

    def step(self, operation, operands):
        parts = re.split(r",\s*", operands)
        to = parts[0][1:-1]
        if operation in ("add", "sub"):
            sign = 1 if operation == "add" else -1
            list_, place = self.pointers[to]
            self.pointers[to] = list_, place + sign * self.pointers[parts[1][1:-1]]
        elif operation == "dec":
            self.pointers[to] -= 1
        elif operation == "vmovapd":
            self.vectors[to] = self.operand(parts[1])
        elif operation == "vfmadd213pd":
            self.vectors[to] = ("high", self.pair(self.vectors[to], self.operand(parts[1])))
            require(self.operand(parts[2]) == "2^104", "another constant")
        elif operation == "vsubpd":
            require(self.operand(parts[1]) == "2^104 - 1.5·2^52", "another constant")
            kind, pair = self.operand(parts[2])
            require(kind == "high", "not the high half")
            self.vectors[to] = ("rest", pair)
        elif operation == "vfmadd231pd":
            kind, pair = self.vectors[to]
            require(kind == "rest", "not what is left of a high half")
            require(pair == self.pair(self.operand(parts[1]), self.operand(parts[2])), "the low half of another product")
            self.vectors[to] = ("low", pair)
        elif operation in ("vpaddq", "vpsubq"):
            require(parts[0] == parts[1], "a sum that goes elsewhere")
            kind, pair = self.operand(parts[2])
            require(kind == {"vpaddq": "high", "vpsubq": "low"}[operation], "a half of the wrong sign")
            self.sums[to][halves({"high": "hi", "low": "lo"}[kind], *pair)] += 1
        else:
            require(False, "an instruction that is not known:", operation)

    @staticmethod
    def pair(x, y):
        require(isinstance(x[1], int) and isinstance(y[1], int), "not a limb")
        return tuple(sorted((x, y)))


def named(name, count):
    return [(name, place) for place in range(count)]


def compare(machine, wanted):
    for column in range(WIDTH):
        require(machine.sums[f"s{column}"] == wanted.low[column], "column", column, "has other products")
    require(machine.sums[f"s{WIDTH}"] == wanted.high[-1], "the column above has other products")


def prove(text=None):
    lines = turn(PATH.read_text() if text is None else text)
    for turns in range(1, 21):
        # `add`: the even rows and the odd ones of one product.
        x, y = named("x", 2 * turns), named("y", 2 * turns + WIDTH - 1)
        last = ROW * (2 * turns - 1)
        machine = Machine([x], [y], 2 * ROW, ((0, 0), (0, ROW), (0, last), (0, last - ROW)), turns)
        machine.run(lines)
        wanted = Block(WIDTH, True)
        wanted.rows(x, y, len(x) - 1)
        compare(machine, wanted)
        # `add_of_two`: the rows of two products.
        x, y = ([named(name, turns + more) for name in names] for names, more in (("xu", 0), ("yw", WIDTH - 1)))
        last = ROW * (turns - 1)
        machine = Machine(x, y, ROW, ((0, 0), (1, 0), (0, last), (1, last)), turns)
        machine.run(lines)
        wanted = Block(WIDTH, True)
        for factors in zip(x, y):
            wanted.rows(*factors, turns - 1)
        compare(machine, wanted)
    return f"{len(lines)} instructions in a turn"
