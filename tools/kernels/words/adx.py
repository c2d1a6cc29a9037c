"""The kernel with MULX, ADCX and ADOX in rows of eight limbs: its loops from the assembly, and what `adx.rs` does with
them, in Python."""

from ..graph import require
from .arithmetic import Arithmetic
from .macros import Macros
from .rows import is_product, is_reduced, words
from .x86 import X86

BLOCK = 8


class Adx:
    def __init__(self, text):
        self.code = Macros(text).routines()

    def begin(self, **buffers):
        self.arithmetic, self.buffers = Arithmetic(), buffers

    def call(self, name, *arguments, writable):
        """The value that the routine leaves in rax."""
        registers = dict(zip(("rdi", "rsi", "rdx", "rcx"), arguments))
        machine = X86(self.code[name], self.buffers, registers, writable, self.arithmetic)
        require(not machine.run(), "a loop whose count is not known")
        return machine.registers["rax"]

    def product(self, blocks):
        """t = a·b."""
        length = BLOCK * blocks
        self.begin(t=[0] * length + [None] * length)
        a, b = (words(name, length, self.arithmetic.graph) for name in "ab")
        self.buffers |= {"a": a, "b": b}
        for i in range(blocks):
            self.call("multiply_rows", ("t", 64 * i), ("a", 64 * i), ("b", 0), blocks, writable={"t"})
        is_product(self.arithmetic, self.buffers["t"], a, b)

    def square(self, blocks):
        """t = a^2."""
        length = BLOCK * blocks
        self.begin(t=[0] * length + [None] * length)
        a = self.buffers["a"] = words("a", length, self.arithmetic.graph)
        for i in range(blocks):
            self.call("square_rows", ("t", 128 * i), ("a", 64 * i), blocks - i, writable={"t"})
        self.call("double_and_add_squares", ("t", 0), ("a", 0), blocks, writable={"t"})
        is_product(self.arithmetic, self.buffers["t"], a, a)

    def reduce(self, blocks):
        """R·(t[L..] + carry·R) = t + q·N for some q < R."""
        length = BLOCK * blocks
        self.begin()
        arithmetic = self.arithmetic
        t = words("t", 2 * length, arithmetic.graph)
        n = [arithmetic.lowest, *words("n", length, arithmetic.graph)[1:]]
        self.buffers |= {"t": list(t), "n": n}
        carry = self.call("reduce_rows", ("t", 0), ("n", 0), blocks, arithmetic.inverse, writable={"t"})
        is_reduced(arithmetic, t, self.buffers["t"], carry, n)
