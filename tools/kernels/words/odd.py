"""`adx/odd.rs`: product and reduction in turns, for five, eight and nine limbs.

Before row i the words of t are a number below b + N in units of B^i, since

    t + a_i·b + q·N <= (b + N - 1) + (B - 1)·(b + N) < B·(b + N),

and q·N clears the lowest word. With b < N and 2N < B^L that leaves nothing above L + 1 words; eight limbs have a word
more instead.
"""

from ..graph import Node, require
from .arithmetic import ONES, Arithmetic
from .macros import Macros
from .rows import Total, digits_of, number, product_of, same, words
from .x86 import NAMES, X86

# Limbs, the registers of the result from the lowest on, those of the words above it, and the bits of N's top limb.
ROUTINES = {
    "five": (5, "r11 rcx rdi r8 r9", "r10", 63),
    "eight": (8, "r14 r15 rcx rdi r8 r9 r10 r11", "r12 r13", 64),
    "nine": (9, "r15 rcx rdi r8 r9 r10 r11 r12 r13", "r14", 63),
}


class Odd:
    def __init__(self, text):
        self.code = Macros(text).routines()

    def prove(self, name, squares):
        """A turn from the entry, one from any turn, and the way out."""
        length, self.result, self.above, bits = ROUTINES[name]
        self.length, self.arithmetic = length, Arithmetic()
        graph, top = self.arithmetic.graph, (1 << bits) - 1
        self.n = [self.arithmetic.lowest, *words("n", length, graph, top)[1:]]
        buffers = {"n": list(self.n)}
        buffers["a"], buffers["b"] = words("a", length, graph, top), words("b", length, graph, top)
        registers = {"rdi": ("a", 0), "rsi": ("a" if squares else "b", 0), "rdx": ("n", 0), "r8": ("count", 0)}
        registers["rcx"] = self.arithmetic.inverse
        machine = X86(self.code[name], buffers, registers, {"a"}, self.arithmetic)
        states = []
        for turn in range(2):
            a = list(buffers["a"])
            require(machine.run(), "the loop ends after a turn")
            self.turn(machine, a, buffers["a" if squares else "b"] if not squares else a)
            states.append(generalise(machine, {"a"}))
            after = machine.at
            if turn == 0:
                buffers["a"][:] = words("a'", length, graph, top)
                machine.at = machine.back
        require(states[0] == states[1], "the third turn begins in another state than the second")
        machine.at = after
        require(not machine.run(), "another turn after the last")

    def turn(self, machine, a, b):
        """R·t = a·b + q·N, and the result is t - N, or t where that borrows."""
        chosen, found = machine.memory.buffers["a"], []
        borrow = 0
        for place, word in enumerate(chosen):
            require(isinstance(word, Node) and word.kind == "select", "a result that is not chosen")
            bit, difference, t = word.terms
            same(difference.terms, (t, self.n[place], borrow), "a word of t - N")
            found.append((bit, t))
            borrow = self.borrow_of(difference)
        above = [machine.registers[name] for name in self.above.split()]
        if len(above) == 2:
            last = above[0]
            same(last.terms[1:], (0, borrow), "the top word of t - N")
            above[0] = last.terms[0]
            borrow = self.borrow_of(last)
        require(all(bit is borrow for bit, _ in found), "chosen by another bit than the last borrow")
        rows = []
        total = Total(
            self.arithmetic,
            number([*(t for _, t in found), *above], 1 << 64 * self.length),
            lambda row: self.bound(row, rows, b),
        )
        total.carries_below(1 << 64 * (2 * self.length + 1))
        same(digits_of(total.products(), self.n), product_of(a, b), "a·b")
        require(not total.leaves and not total.constant, "something is added to a·b + q·N")
        order = [(kind, 64 * i) for i in range(self.length) for kind in "aq"]
        require(rows[::-1] == order, "the rows come in another order")

    def borrow_of(self, difference):
        later = self.arithmetic.graph.nodes[difference.serial :]
        return next(node for node in later if node.terms == (difference,))

    def bound(self, row, rows, b):
        """An upper bound of the rows so far, the older words and the products of a row."""
        unit = min(row.products.values())
        same(sorted(row.products.values()), [unit << 64 * j for j in range(self.length)], "a row")
        require(set.intersection(*map(set, row.products)), "a row of several multipliers")
        is_digit = any(factor.kind == "digit" for factors in row.products for factor in factors)
        rows.append(("q" if is_digit else "a", unit.bit_length() - 1))
        largest = [sum(word.most << 64 * i for i, word in enumerate(x)) for x in (b, self.n)]
        before = sum(largest) - 1 + (ONES * largest[0] if is_digit else 0)
        return unit * (before + ONES * largest[1 if is_digit else 0])


def generalise(machine, kept):
    """Forgets words that depend on the turn; returns the remaining ones."""
    for name in NAMES:
        if isinstance(machine.registers[name], Node):
            machine.registers[name] = None
    machine.cf = machine.of = machine.zf = None
    stack = machine.memory.buffers["stack"]
    counted = [("count",) if isinstance(word, tuple) and word[0] == "count" else word for word in stack]
    return [dict(machine.registers), counted]
