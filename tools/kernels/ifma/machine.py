"""Executes a routine on words of a graph: constants, and nodes of which only bounds are known.

Pointers are (buffer, byte); the counter is ("count", number of decrements). A place that has not been written is
None, and reading it is an error, like any access outside of a buffer or off its alignment.
"""

from collections import namedtuple

from ..graph import Node, require
from .program import CONSTANTS, REGISTERS, Memory, Register, Vector

MASK = 2**64 - 1
Condition = namedtuple("Condition", "words bound")
Flags = namedtuple("Flags", "kind value")


class Machine:
    def __init__(self, graph, program, buffers, general):
        self.graph, self.program, self.buffers = graph, program, buffers | {CONSTANTS: program.constants}
        # Registers begin as garbage.
        self.general = dict.fromkeys(set(REGISTERS.values())) | general
        self.vectors, self.masks, self.flags = [None] * 32, [None] * 8, None
        # The lanes that the comparison before the last exit found to be limbs.
        self.compared = []

    def execute(self, instruction):
        name, operands, mask = instruction[:3]
        method = getattr(self, f"do_{name}", None)
        require(method, "unknown instruction", name)
        if name.startswith("vpmadd52"):
            method(*operands, mask)
        else:
            require(mask is None, "a mask at", name)
            method(*operands)

    def block(self, operand):
        require(isinstance(operand, Memory), "not in memory:", operand)
        pointer = self.general[operand.base]
        require(isinstance(pointer, tuple) and pointer[0] in self.buffers, "no pointer:", pointer)
        byte = pointer[1] + operand.offset
        blocks = self.buffers[pointer[0]]
        require(0 <= byte < 64 * len(blocks) and byte % 8 == 0, "outside of", pointer[0], byte)
        return blocks, byte // 64, byte % 64 // 8

    def vector(self, operand):
        if isinstance(operand, Vector):
            value = self.vectors[operand.index]
        else:
            blocks, index, lane = self.block(operand)
            require(lane == 0, "misaligned")
            value = blocks[index]
        require(value is not None, "not written yet:", operand)
        return value

    def lanes(self, target, a, b, operation):
        self.vectors[target.index] = [operation(x, y) for x, y in zip(self.vector(a), self.vector(b))]

    def do_vpbroadcastq(self, target, source):
        blocks, index, lane = self.block(source)
        require(blocks[index] is not None, "not written yet:", source)
        self.vectors[target.index] = [blocks[index][lane]] * 8

    def do_vmovdqa64(self, target, source):
        if isinstance(target, Vector):
            self.vectors[target.index] = self.vector(source)
            return
        blocks, index, lane = self.block(target)
        require(lane == 0 and self.general[target.base][0] in ("a", "scratch"), "a store that may not be:", target)
        blocks[index] = self.vector(source)

    def do_vpxorq(self, target, a, b):
        require(a == b == target, "only to clear")
        self.vectors[target.index] = [0] * 8

    def do_vpaddq(self, target, a, b):
        self.lanes(target, a, b, self.graph.add)

    def do_vpandq(self, target, a, b):
        self.lanes(target, a, b, self.masked)

    def masked(self, x, y):
        if isinstance(x, int):
            x, y = y, x
        if isinstance(x, int):
            return x & y
        require(y in (0, MASK, self.graph.radix - 1), "a mask that is not one")
        return {0: 0, MASK: x}.get(y) if y in (0, MASK) else self.graph.low(x)

    def do_vporq(self, target, a, b):
        self.lanes(target, a, b, self.joined)

    def joined(self, x, y):
        if isinstance(x, int) and isinstance(y, int):
            return x | y
        words = [word for z in (x, y) for word in (z.terms if isinstance(z, Node) and z.kind == "or" else (z,))]
        return Node(self.graph, "or", tuple(words), MASK)

    def do_vpsrlq(self, target, a, bits):
        self.lanes(target, a, a, lambda x, _: x >> bits if isinstance(x, int) else self.shifted(x, bits))

    def shifted(self, x, bits):
        require(bits == self.graph.radix_bits, "a shift by", bits)
        return self.graph.carry(x)

    def do_vpternlogq(self, target, a, b, table):
        require(table == 255, "only for ones")
        self.vectors[target.index] = [MASK] * 8

    def multiply_add(self, target, a, b, mask, half):
        mask = 0xFF if mask is None else self.masks[mask]
        require(isinstance(mask, int), "a mask that is not known")
        acc, a, b = self.vector(target), self.vector(a), self.vector(b)
        made = (self.graph.half(s, x, y, half) if mask >> k & 1 else s for k, (s, x, y) in enumerate(zip(acc, a, b)))
        self.vectors[target.index] = list(made)

    def do_vpmadd52luq(self, target, a, b, mask):
        self.multiply_add(target, a, b, mask, "low")

    def do_vpmadd52huq(self, target, a, b, mask):
        self.multiply_add(target, a, b, mask, "high")

    def do_valignq(self, target, high, low, lanes):
        self.vectors[target.index] = (self.vector(low) + self.vector(high))[lanes : lanes + 8]

    def do_vpermi2q(self, target, a, b):
        row, places = self.vector(a) + self.vector(b), self.vector(target)
        require(all(isinstance(place, int) for place in places), "places that are not known")
        self.vectors[target.index] = [row[place % 16] for place in places]

    def do_vpcmpuq(self, target, a, b, relation):
        require(relation == 6, "another comparison")
        words, bounds = self.vector(a), set(self.vector(b))
        require(bounds == {self.graph.radix - 1}, "not compared with the largest limb")
        flat = [word for x in words for word in (x.terms if isinstance(x, Node) and x.kind == "or" else (x,))]
        self.masks[target.index] = Condition(flat, self.graph.radix - 1)

    def do_kmovb(self, target, source):
        value = self.number(source)
        require(isinstance(value, int), "a mask that is not known")
        self.masks[target.index] = value & 0xFF

    def do_kortestb(self, a, b):
        require(a == b and isinstance(self.masks[a.index], Condition), "a branch on something else")
        self.flags = Flags("excess", self.masks[a.index])

    def number(self, operand):
        if not isinstance(operand, Register):
            return operand
        require(self.general[operand.name] is not None, operand.name, "is not known")
        return self.general[operand.name]

    def write(self, target, value, sets_flags=True):
        self.general[target.name] = value
        if sets_flags:
            self.flags = Flags("zero", value == 0 if isinstance(value, int) else None)

    def do_mov(self, target, source):
        self.write(target, self.number(source), sets_flags=False)

    def do_lea(self, target, source):
        if source == CONSTANTS:
            self.write(target, (CONSTANTS, 0), sets_flags=False)
        else:
            self.write(target, self.moved(self.general[source.base], source.offset), sets_flags=False)

    @staticmethod
    def moved(value, by):
        if isinstance(value, int):
            return (value + by) % 2**64
        require(value and value[0] != "count", "no pointer:", value)
        return (value[0], value[1] + by)

    def do_add(self, target, by):
        self.write(target, self.moved(self.general[target.name], by))

    def do_sub(self, target, by):
        self.write(target, self.moved(self.general[target.name], -by))

    def do_xor(self, target, source):
        require(target == source, "only to clear")
        self.write(target, 0)

    def do_shr(self, target, bits):
        require(isinstance(self.general[target.name], int), "a shift of a pointer")
        self.write(target, self.general[target.name] >> bits)

    def do_dec(self, target):
        value = self.number(target)
        if isinstance(value, int):
            require(value > 0, "a counter below zero")
            self.write(target, value - 1)
        else:
            require(value[0] == "count", "a pointer that counts")
            self.write(target, ("count", value[1] + 1))

    def do_test(self, a, b):
        require(a == b, "only for zero")
        value = self.number(a)
        self.flags = Flags("zero", value == 0) if isinstance(value, int) else Flags("count", value)

    def do_vzeroupper(self):
        self.vectors = [None] * 32
