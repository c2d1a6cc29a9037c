"""Additions with carry, products and digits on words of 64 bits, for the machines of both instruction sets."""

from ..graph import Graph, Node, most, require

BITS = 64
ONES = 2**BITS - 1


class Arithmetic:
    """`lowest` is the lowest limb n_0 of the modulus and `inverse` is -1/n_0 mod B, both leaves."""

    def __init__(self):
        self.graph = Graph(BITS)
        self.lowest, self.inverse = self.graph.leaf("n0", ONES), self.graph.leaf("-1/n", ONES)
        # Nodes before each of these belong to earlier rows.
        self.rows = []

    def row(self):
        self.rows.append(len(self.graph.nodes))

    def add(self, x, y, carry):
        """Low word and carry of a sum."""
        require(carry is not None and x is not None and y is not None, "a word or a carry that is not known")
        wide = self.graph.add(x, y, carry, largest=3 * ONES)
        if self.clears(x, y, carry):
            return 0, Node(self.graph, "exact", (wide,), wide.most >> BITS)
        return self.graph.low(wide), self.graph.carry(wide)

    def clears(self, x, y, carry):
        """Returns whether this is x + low(q·n_0) for the digit q of x, a multiple of B."""
        if carry != 0 or not (isinstance(x, Node) and isinstance(y, Node) and y.kind == "half" and y.half == "low"):
            return False
        acc, *factors = y.terms
        digits = [factor for factor in factors if factor.kind == "digit"]
        return acc == 0 and self.lowest in factors and any(digit.terms == (x,) for digit in digits)

    def subtract(self, x, y, borrow):
        """Low word and borrow of a difference."""
        if all(isinstance(word, int) for word in (x, y, borrow)):
            return (x - y - borrow) % 2**BITS, int(x < y + borrow)
        difference = Node(self.graph, "difference", (x, y, borrow), ONES)
        return difference, Node(self.graph, "borrow", (difference,), 1)

    def halves(self, x, y):
        return self.low_half(x, y), self.graph.half(0, x, y, "high")

    def low_half(self, x, y):
        """x·y mod B, or the digit of x."""
        if self.inverse in (x, y):
            (x,) = (word for word in (x, y) if word is not self.inverse)
            return Node(self.graph, "digit", (x,), ONES) if isinstance(x, Node) else 0
        return self.graph.half(0, x, y, "low")

    def negated_bit(self, bit):
        """All ones for a bit of 1."""
        if isinstance(bit, int):
            return -bit % 2**BITS
        require(bit.most == 1, "not a bit:", bit)
        return Node(self.graph, "mask", (bit,), ONES)

    def both(self, x, mask):
        """x where the mask is all ones."""
        if isinstance(mask, int):
            require(mask in (0, ONES), "a mask that is not one")
            return x if mask else 0
        require(mask.kind == "mask", "a mask that is not one")
        return self.graph.half(0, x, mask.terms[0], "low")

    def select(self, bit, if_clear, if_set):
        require(bit is not None, "a choice by a flag that is not known")
        if isinstance(bit, int):
            return if_set if bit else if_clear
        return Node(self.graph, "select", (bit, if_clear, if_set), max(most(if_clear), most(if_set)))


class Memory:
    """Buffers of words: a word that has not been written is None, and reading it or a place outside is an error."""

    def __init__(self, buffers, writable):
        self.buffers, self.writable = buffers, writable | {"stack"}
        self.buffers["stack"] = [None] * 64

    def place(self, pointer):
        require(isinstance(pointer, tuple) and pointer[0] in self.buffers, "no pointer:", pointer)
        name, byte = pointer
        require(byte % 8 == 0 and 0 <= byte < 8 * len(self.buffers[name]), "outside of", name, byte)
        return self.buffers[name], byte // 8

    def load(self, pointer):
        words, index = self.place(pointer)
        require(words[index] is not None, "not written yet:", pointer)
        return words[index]

    def store(self, pointer, word):
        require(pointer[0] in self.writable, "a store that may not be:", pointer)
        require(word is not None, "a word that is not known")
        words, index = self.place(pointer)
        words[index] = word


def moved(pointer, by):
    """Pointers and counters plus a constant."""
    if isinstance(pointer, int):
        return (pointer + by) % 2**BITS
    require(isinstance(pointer, tuple) and pointer[0] != "saved", "no pointer:", pointer)
    return pointer[0], pointer[1] + by
