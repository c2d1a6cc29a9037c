"""The portable kernel (`kernel/portable.rs`, `limbs.rs`), repeated in Python for any number of limbs.

Every product of limbs is a row of its own: low + B·high = a + b·c + carry is below B^2.
"""

from .arithmetic import Arithmetic
from .rows import is_product, is_reduced, words


class Portable:
    def __init__(self, length):
        self.length, self.arithmetic = length, Arithmetic()
        self.graph = self.arithmetic.graph

    def mul_add(self, a, b, c, carry):
        arithmetic = self.arithmetic
        arithmetic.row()
        low, high = arithmetic.halves(b, c)
        low, first = arithmetic.add(a, low, 0)
        low, second = arithmetic.add(low, carry, 0)
        return low, arithmetic.add(high, first, second)[0]

    def add_row(self, t, at, a, x):
        carry = 0
        for index, limb in enumerate(a):
            t[at + index], carry = self.mul_add(t[at + index], limb, x, carry)
        return carry

    def product(self):
        """`limbs::multiply`."""
        length = self.length
        a, b, t = words("a", length, self.graph), words("b", length, self.graph), [0] * 2 * length
        for i, x in enumerate(a):
            t[i + length] = self.add_row(t, i, b, x)
        is_product(self.arithmetic, t, a, b)

    def square(self):
        length, arithmetic = self.length, self.arithmetic
        a, t = words("a", length, self.graph), [0] * 2 * length
        for i in range(length):
            t[i + length] = self.add_row(t, 2 * i + 1, a[i + 1 :], a[i])
        top_bit, carry = 0, 0
        for i, x in enumerate(a):
            arithmetic.row()
            # Two words at a time: doubled, the square added, the carry added.
            low, out = arithmetic.add(t[2 * i], t[2 * i], top_bit)
            high, top_bit = arithmetic.add(t[2 * i + 1], t[2 * i + 1], out)
            square = arithmetic.halves(x, x)
            low, out = arithmetic.add(low, square[0], 0)
            high, first = arithmetic.add(high, square[1], out)
            low, out = arithmetic.add(low, carry, 0)
            high, second = arithmetic.add(high, 0, out)
            t[2 * i : 2 * i + 2] = low, high
            # `carry_1 | carry_2`: B^2 - 1 + (B - 1)^2 + 1 is below 2·B^2, so that not both are set.
            carry = self.graph.add(first, second)
            if not isinstance(carry, int):
                carry.most = 1
        is_product(self.arithmetic, t, a, a)

    def reduce(self):
        """R·(t[L..] + carry·R) = t + q·N for some q < R."""
        length, arithmetic = self.length, self.arithmetic
        given = words("t", 2 * length, self.graph)
        n = [arithmetic.lowest, *words("n", length, self.graph)[1:]]
        t, carry = list(given), 0
        for i in range(length):
            digit = arithmetic.low_half(t[i], arithmetic.inverse)
            row = self.add_row(t, i, n, digit)
            arithmetic.row()
            t[i + length], carry = arithmetic.add(t[i + length], row, carry)
        is_reduced(arithmetic, given, t, carry, n)


def prove(length, operation):
    getattr(Portable(length), operation)()
