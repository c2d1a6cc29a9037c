"""`adx/four.rs`: four limbs, whose result is made canonical without a branch.

With t = (x·y + q·N)/R < 2N as c1·B^4 and four words, and d and c2 the words and the carry of these plus B^4 - N: where
c1 or c2 is set the result is d. If c1 is set, t - N < N < B^4 makes d = t - N; if c2 alone is, d = t - N >= 0; else
t < N.
"""

from ..expansion import Expansion
from ..graph import Node, require
from .arithmetic import Arithmetic
from .macros import Macros
from .odd import generalise
from .rows import Total, digits_of, number, product_of, same, words
from .x86 import X86

RESULT = ("rcx", "rdi", "r14", "r15")
R = 1 << 256
ROUTINES = ("multiply", "square", "square_and_double", "lucas_step")


class Four:
    def __init__(self, text):
        self.code = Macros(text).routines()

    def begin(self, name, buffers, registers, writable):
        self.arithmetic = Arithmetic()
        graph = self.arithmetic.graph
        self.n = [self.arithmetic.lowest, *words("n", 4, graph)[1:]]
        self.complement = words("complement", 4, graph)
        named = {buffer: words(buffer, 4, graph) for buffer in buffers}
        modulus = [*self.n, *self.complement, self.arithmetic.inverse]
        self.machine = X86(self.code[name], named | {"n": modulus}, registers, writable, self.arithmetic)
        return {buffer: list(limbs) for buffer, limbs in named.items()}

    def multiply(self):
        given = self.begin("multiply", "xy", {"rdi": ("x", 0), "rsi": ("y", 0), "rdx": ("n", 0)}, {"x"})
        require(not self.machine.run(), "a loop")
        self.reduced(self.machine.memory.buffers["x"], given["x"], given["y"])

    def square(self):
        registers = {"rdi": ("x", 0), "rsi": ("n", 0), "rdx": ("count", 0)}
        x = self.begin("square", "x", registers, {"x"})["x"]
        self.turns(x, self.reduced)

    def square_and_double(self):
        registers = {"rdi": ("x", 0), "rsi": ("n", 0), "rdx": ("bits", 0), "rcx": ("count", 0)}
        x = self.begin("square_and_double", "x", registers, {"x"})["x"]
        self.turns(x, self.doubled)

    def turns(self, x, prove):
        """A turn from the entry, one from any turn, and the way out."""
        states = []
        for turn in range(2):
            require(self.machine.run(), "the loop ends after a turn")
            self.turn, result = turn, [self.machine.registers[name] for name in RESULT]
            prove(result, x, x)
            states.append(generalise(self.machine, ()))
            x = words("x'", 4, self.arithmetic.graph)
            self.machine.registers |= zip(RESULT, x)
            after, self.machine.at = self.machine.at, self.machine.back
        require(without_bits(states[0]) == without_bits(states[1]), "the third turn begins in another state")
        self.machine.at = after
        require(not self.machine.run(), "another turn after the last")
        same(self.machine.memory.buffers["x"], x, "the number that is stored")

    def doubled(self, result, x, y):
        """x^2/R, and that plus itself if the bit of this turn is set."""
        t, _ = self.chosen(result)
        bits = {word for word in self.arithmetic.graph.nodes if word.name == f"bit{self.turn}"}
        (bit,) = bits
        sum_ = Expansion(self.arithmetic.graph, number(t))
        square = sorted((word for word in sum_.leaves if word.kind == "select"), key=sum_.leaves.get)
        wanted = product_of([bit], square)
        same(sum_.leaves, dict(number(square)), "the number")
        same(sum_.products, wanted, "the number if the bit is set")
        same([-weight for weight in sum_.carries.values()], [R], "the carry of twice the number")
        self.carried(result, next(iter(sum_.carries)))
        self.reduced(square, x, y)

    def chosen(self, result):
        """The words t and d; the result is one of them, if it is chosen by the carries."""
        t, d = [], []
        for word in result:
            require(isinstance(word, Node) and word.kind == "select", "a result that is not chosen")
            self.above, inner, difference = word.terms
            require(inner.kind == "select" and inner.terms[2] is difference, "another choice")
            self.carry, first, _ = inner.terms
            t.append(first)
            d.append(difference)
        for word in result:
            require((word.terms[0], word.terms[1].terms[0]) == (self.above, self.carry), "choices by several bits")
        other = Expansion(self.arithmetic.graph, number(d), stop=set(t))
        same(other.leaves, dict(number(t)) | dict(number(self.complement)), "t + B^4 - N")
        require(not other.products and not other.highs and not other.constant, "something is added to t + B^4 - N")
        same(list(other.carries.values()), [-R], "the carry of t + B^4 - N")
        require(self.above.terms == tuple(other.carries), "chosen by another bit than the carry of t + B^4 - N")
        return t, d

    def carried(self, result, wide):
        is_carry = self.carry.kind == "carry" and self.carry.terms == (wide,)
        require(is_carry, "chosen by another bit than the carry of t")

    def reduced(self, result, x, y):
        """x·y/R mod N, below N for x·y < N·R."""
        t, _ = self.chosen(result)
        total = Total(self.arithmetic, number([*t, self.carry], R))
        total.carries_below(1 << 64 * 9)
        same(digits_of(total.products(), self.n), product_of(x, y), "x·y")
        require(not total.leaves and not total.constant, "something is added to x·y + q·N")

    def lucas_step(self):
        names = ("doubled", "mixed", "p", "two")
        registers = dict(zip(("rdi", "rsi", "rdx", "rcx", "r8"), ((name, 0) for name in (*names, "n"))))
        given = self.begin("lucas_step", names, registers, {"doubled", "mixed"})
        require(not self.machine.run(), "a loop")
        buffers = self.machine.memory.buffers
        product = self.difference(buffers["mixed"], given["p"])
        self.reduced(product, given["mixed"], given["doubled"])
        square = self.difference(buffers["doubled"], given["two"])
        self.reduced(square, given["doubled"], given["doubled"])

    def difference(self, result, subtracted):
        """The result before `subtracted` is subtracted, and N is added if that borrows."""
        found = Expansion(self.arithmetic.graph, number(result))
        number_ = [word for word in found.leaves if word.kind == "select"]
        number_.sort(key=found.leaves.get)
        same(found.leaves, dict(number(number_)) | dict(number(subtracted, -1)), "x - p")
        require(not found.highs and not found.constant, "something is added to x - p")
        (top,) = [node for node in found.carries if node.kind == "difference"]
        same(sorted(found.carries.values()), [-R, R], "the borrow of x - p and the carry of N")
        borrow = next(node for node in self.arithmetic.graph.nodes[top.serial :] if node.terms == (top,))
        same(found.products, product_of([borrow], self.n), "N if x - p borrows")
        return number_


def without_bits(state):
    """A turn shifts the remaining bits; nothing else may differ."""
    def plain(word):
        return ("bits",) if isinstance(word, tuple) and word[0] == "bits" else word

    registers, stack = state
    return {name: plain(word) for name, word in registers.items()}, list(map(plain, stack))
