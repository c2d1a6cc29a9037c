"""The aarch64 kernel: its loops from the assembly, and what `umulh.rs` does with them, in Python.

The lengths are multiples of eight limbs up to 128, so that they can all be tried.
"""

from pathlib import Path

from ..graph import require
from .aarch64 import Aarch64
from .arithmetic import Arithmetic
from .macros import Macros
from .rows import is_product, is_reduced, words

KERNEL = Path(__file__).resolve().parents[3] / "crates/heliast-arith/src/kernel"
BLOCK = 8


class Umulh:
    def __init__(self, text):
        self.code = Macros(text).routines()

    def begin(self, **buffers):
        self.arithmetic, self.buffers = Arithmetic(), buffers

    def call(self, name, *arguments, writable):
        registers = {f"x{index}": argument for index, argument in enumerate(arguments)}
        Aarch64(self.code[name], self.buffers, registers, writable, self.arithmetic).run()

    def add_rows(self, z, a, b, count):
        top = (z[0], z[1] + 8 * count)
        self.call("multiply_rows", z, a, b, count, top, writable={z[0]})

    def product(self, blocks):
        """t = a·b."""
        length = BLOCK * blocks
        self.begin(t=[0] * 2 * length)
        a, b = (words(name, length, self.arithmetic.graph) for name in "ab")
        self.buffers |= {"a": a, "b": b}
        for i in range(blocks):
            self.add_rows(("t", 64 * i), ("a", 64 * i), ("b", 0), length)
        is_product(self.arithmetic, self.buffers["t"], a, b)

    def square(self, blocks):
        """t = a^2."""
        length = BLOCK * blocks
        self.begin(t=[0] * 2 * length, squares=[0] * 2 * length)
        a = self.buffers["a"] = words("a", length, self.arithmetic.graph)
        for i in range(blocks):
            place, after = 8 * BLOCK * i, BLOCK * (i + 1)
            self.add_rows(("squares", 2 * place), ("a", place), ("a", place), BLOCK)
            self.add_rows(("t", place + 8 * after), ("a", place), ("a", 8 * after), length - after)
        self.arithmetic.row()
        self.call("double_and_add", ("t", 0), ("squares", 0), 2 * blocks, writable={"t"})
        is_product(self.arithmetic, self.buffers["t"], a, a)

    def reduce(self, blocks):
        """R·(t[L..] + carry·R) = t + q·N for some q < R."""
        length = BLOCK * blocks
        self.begin()
        arithmetic = self.arithmetic
        t = words("t", 2 * length, arithmetic.graph)
        n = [arithmetic.lowest, *words("n", length, arithmetic.graph)[1:]]
        self.buffers |= {"t": list(t), "n": n}
        carry = 0
        for i in range(blocks):
            digits = self.buffers["digits"] = [None] * BLOCK
            window, rest = ("t", 64 * i), ("t", 64 * (i + 1))
            self.call("digit_rows", window, ("digits", 0), ("n", 0), arithmetic.inverse, writable={"t", "digits"})
            self.call("multiply_rows", rest, ("digits", 0), ("n", 64), length - BLOCK, window, writable={"t"})
            require(None not in digits, "a digit is missing")
            arithmetic.row()
            for k in range(BLOCK):
                top, low = BLOCK * i + length + k, BLOCK * i + k
                self.buffers["t"][top], carry = arithmetic.add(self.buffers["t"][top], self.buffers["t"][low], carry)
        is_reduced(arithmetic, t, self.buffers["t"], carry, n)
