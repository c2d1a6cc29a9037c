"""`lanes/kernel.rs`: Montgomery products and squares in lanes, repeated in Python on sums of named halves.

The parts of a row do the same one after the other; one of them is followed here. The vectors differ in how a product
is split into hi·2^52 + lo, in whether high halves go to the next column at once (`merged`), and in the width of blocks.
A sum is a count of halves, and a carry.
"""

from collections import Counter
from itertools import product

from ..graph import require

RADIX_BITS = 52
# The longest number: 8192 bits, two bits more, in a multiple of four limbs.
MOST_LIMBS = 160


def halves(half, x, y):
    return (half, *sorted((x, y)))


class Block:
    """The sums of W columns."""

    def __init__(self, width, merged):
        self.width, self.merged = width, merged
        self.low, self.high = ([Counter() for _ in range(width)] for _ in range(2))

    def add(self, column, x, y):
        self.low[column][halves("lo", x, y)] += 1
        self.add_high(column, x, y)

    def add_high(self, column, x, y):
        merged = self.merged and column + 1 < self.width
        (self.low[column + 1] if merged else self.high[column])[halves("hi", x, y)] += 1

    def rows(self, x, y, first):
        """Rows x_0, x_1, ... with y_(first - i) in the first column: several at a time, and the rest."""
        width, at_once = self.width, self.at_once()
        y, end = y[first + 1 - len(x) : first + width], len(x) + width - 1
        whole = len(x) // at_once * at_once
        for start in range(0, whole, at_once):
            factors, limbs = x[start : start + at_once], y[end + 1 - width - at_once : end]
            for limb in range(width):
                for row in range(max(at_once - (limb + 1), 0), at_once):
                    self.add(limb + row + 1 - at_once, factors[row], limbs[limb])
            for limb in range(1, at_once):
                for row in range(at_once - limb):
                    self.add(width + row + limb - at_once, factors[row], limbs[width - 1 + limb])
            end -= at_once
        require(self.merged or whole == len(x), "rows are left")
        for x_i in x[whole:]:
            for column, y_j in enumerate(y[end - width : end]):
                self.add(column, x_i, y_j)
            end -= 1

    def at_once(self):
        return 2 if self.merged else self.width // 2

    def lower_rows(self, x, y):
        self.rows(x, y, len(x))

    def rows_of_two(self, x, y, first):
        for x_k, y_k in zip(x, y):
            self.rows(x_k, y_k, first)

    def lower_rows_of_two(self, x, y):
        self.rows_of_two(x, y, len(x[0]))

    def lower_corner(self, x, y):
        for row in range(self.width):
            for limb in range(self.width - row):
                self.add(row + limb, x[row], y[limb])

    def upper_rows(self, x, y):
        self.rows(x[self.width :], y, len(y) - self.width)

    def upper_rows_of_two(self, x, y):
        width = self.width
        self.rows_of_two([x_k[width:] for x_k in x], y, len(y[0]) - width)

    def upper_corner(self, x, y):
        x, y = x[: self.width], y[len(y) - self.width :]
        for row in range(1, self.width):
            for column in range(row):
                self.add(column, x[row], y[self.width - row + column])

    def diagonal(self, x):
        for row in range(self.width // 2):
            for limb in range(row + 1, self.width - row):
                self.add(row + limb, x[row], x[limb])
        self.double()
        for row in range(self.width // 2):
            self.add(2 * row, x[row], x[row])

    def last_diagonal(self, x):
        x = x[: self.width]
        for row in range(1, self.width):
            for limb in range(max(self.width - row, row + 1), self.width):
                self.add(row + limb - self.width, x[row], x[limb])
        self.double()
        for row in range(1, self.width):
            if 2 * row >= self.width:
                self.add(2 * row - self.width, x[row], x[row])

    def double(self):
        for sums in (self.low, self.high):
            for column in sums:
                for half in column:
                    column[half] *= 2

    def sum(self, column):
        return self.low[column] + (self.high[column - 1] if column and not self.merged else Counter())


class Lanes:
    """Runs a product or a square, and checks each column when it is complete."""

    def __init__(self, length, width, merged):
        self.length, self.width, self.merged = length, width, merged
        self.a, self.b, self.q, self.n = ([(name, i) for i in range(length)] for name in "abqn")
        # Completed columns, the carry of the previous block into the next one, and the largest carry.
        self.settled, self.carried, self.carry, self.largest = 0, Counter(), 0, 0

    def block(self):
        return Block(self.width, self.merged)

    def clear(self, block, start):
        for row in range(self.width):
            c = start + row
            self.column(c, block.sum(row), row, lows=2 * c + 1, highs=2 * c, digit=True)
            block.add_high(row, self.q[c], self.n[0])
            for limb in range(1, self.width - row):
                block.add(row + limb, self.q[c], self.n[limb])
        self.carried = block.high[-1]

    def finish(self, block, start):
        for column in range(self.width):
            left = self.length - (start + column)
            found = block.sum(column)
            self.column(self.length + start + column, found, column, lows=2 * (left - 1), highs=2 * left, digit=False)
        self.carried = block.high[-1]

    def column(self, c, found, first, lows, highs, digit):
        """Checks that a column has the right halves, as many as are unbiased, and stays within a word."""
        require(c == self.settled, "columns in another order")
        self.settled += 1
        found = found + (self.carried if first == 0 else Counter())
        wanted = self.wanted(c)
        if digit:
            wanted -= Counter([halves("lo", self.q[c], self.n[0])])
        require(found == wanted, "column", c, "has other products")
        counts = Counter()
        for (half, *_), count in found.items():
            counts[half] += count
        require((counts["lo"], counts["hi"]) == (lows, highs), "column", c, "is unbiased by another count")
        most = (lows + highs + digit) * 2**RADIX_BITS + self.carry
        self.largest = max(self.largest, most)
        require(most < 1 << 62, "column", c, "may leave its word")
        self.carry = (most >> RADIX_BITS) + 1

    def wanted(self, c):
        """All halves of a·b + q·N that belong to a column."""
        counts = Counter()
        for x, y in ((self.a, self.b), (self.q, self.n)):
            for half, total in (("lo", c), ("hi", c - 1)):
                for i in range(max(0, total - self.length + 1), min(total, self.length - 1) + 1):
                    counts[halves(half, x[i], y[total - i])] += 1
        return counts

    def product(self):
        a, b, q, n, length = self.a, self.b, self.q, self.n, self.length
        for start in range(0, length, self.width):
            block = self.block()
            block.lower_corner(a[start:], b)
            block.lower_rows_of_two((a[:start], q[:start]), (b, n))
            self.clear(block, start)
        for start in range(0, length, self.width):
            block = self.block()
            block.upper_corner(a[start:], b)
            block.upper_corner(q[start:], n)
            block.upper_rows_of_two((a[start:], q[start:]), (b[start:], n[start:]))
            self.finish(block, start)
        self.complete()

    def square(self):
        self.b = self.a
        a, q, n, length, width = self.a, self.q, self.n, self.length, self.width
        for start in range(0, length, width):
            block = self.block()
            block.rows(a[: start // 2], a, start)
            block.diagonal(a[start // 2 :])
            block.lower_rows(q[:start], n)
            self.clear(block, start)
        for start in range(0, length, width):
            block, middle = self.block(), (length + start) // 2
            if start + width < length:
                block.rows(a[start + width : middle], a, length - width)
                block.upper_corner(a[start:], a)
                block.diagonal(a[middle:])
            else:
                block.last_diagonal(a[start:])
            block.upper_rows(q[start:], n[start:])
            block.upper_corner(q[start:], n)
            self.finish(block, start)
        self.complete()

    def complete(self):
        """After all columns, only a carry of weight R^2 remains. It is zero, as a·b + q·N is below 2N·R."""
        require(self.settled == 2 * self.length, "a column is missing")
        require(self.carried == self.wanted(2 * self.length), "a product is left")


def prove(length):
    """All ways to multiply numbers of a length; the widest column."""
    largest = 0
    for operation, widths in (("product", (10, 4)), ("square", (10, 8, 4))):
        for width, merged in product(widths, (False, True)):
            if length % width == 0:
                lanes = Lanes(length, width, merged)
                getattr(lanes, operation)()
                largest = max(largest, lanes.largest)
    return largest
