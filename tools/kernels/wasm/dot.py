"""`bindings/js-stamp/kernel/src/dot.rs`, repeated in Python: products of 16-bit integers, r = 12."""

from collections import Counter

from ..graph import require
from .columns import bounds, fold_column, square_column, value

R, MOST, PAD, G = 12, 352, 16, 4
DIGIT = 2**11 + 2**7
ROW = 2**11
# The 16-bit lanes of the diagonal that have a digit once, and twice.
SINGLE, DOUBLE = (0, 1, 0, 0, 1, 0, 0, 0), (0, 0, 0, 1, 0, 1, 1, 1)


class Dot:
    def __init__(self, limbs):
        require(limbs and limbs <= MOST and limbs % (4 * G) == 0, "traps:", limbs)
        require(2 * DIGIT < 2**15, "a digit does not fit 16 bits")
        self.limbs, self.column = limbs, 0

    def pair(self, kind, i):
        """OPERAND and DOUBLED: two digits, the lower half first."""
        require(0 <= i < MOST + 2 * PAD, "outside of the digits:", i)
        return (kind, i - 1), (kind, i)

    def crossed(self, i):
        require(0 <= i + PAD < MOST + 2 * PAD, "outside of the digits:", i)
        return ("x", i + 1), ("x", i)

    def factor(self, name):
        kind, i = name[0], name[1]
        if kind in ("x", "2x") and not 0 <= i < self.limbs:
            return None
        return (2, ("x", i)) if kind == "2x" else (1, name)

    def accumulate(self, sum_, pair, lanes):
        """One 32-bit lane of `i32x4.dot_i16x8_s`."""
        for a, b in zip(pair, lanes):
            if b is not None:
                sum_[a, b] += 1

    def square(self):
        for column in range(0, 2 * self.limbs, 4 * G):
            self.square_group(column)

    def square_group(self, column):
        limbs = self.limbs
        middle, first = column // 2, max(0, column + 1 - limbs) & ~1
        sums = [[Counter() for _ in range(4)] for _ in range(G)]

        def rows(i, start):
            for j in range(start, G):
                for lane in range(4):
                    self.accumulate(sums[j][lane], self.crossed(i), self.pair("2x", column + 4 * j - i + lane))

        for i in range(first, middle, 2):
            rows(i, 0)
        for q in range(G):
            i = middle + 2 * q
            for lane in range(4):
                once, twice = self.pair("x", i + lane), self.pair("2x", i + lane)
                chosen = []
                for half in range(2):
                    place = 2 * lane + half
                    require(not (SINGLE[place] and DOUBLE[place]), "a lane that is chosen twice")
                    chosen.append(once[half] if SINGLE[place] else twice[half] if DOUBLE[place] else None)
                self.accumulate(sums[q][lane], self.crossed(i), chosen)
            rows(i, q + 1)
        for j in range(G):
            for lane in range(4):
                self.settle(sums[j][lane], square_column(limbs, column + 4 * j + lane), DIGIT)

    def settle(self, products, wanted, other, digit=0):
        """A column: its products, and two carry passes."""
        found = value(products, self.factor)
        require(found == wanted, "column", self.column, "has other products")
        most = sum(found.values()) * DIGIT * other + digit
        require(most + 2**11 < 2**31, "column", self.column, "may leave its word")
        first = (most + 2**11 >> R) + 1
        second = (2**11 + first + 2**11 >> R) + 1
        require(2**11 + second <= DIGIT, "a digit exceeds its bound")
        self.column += 1

    def fold(self):
        """Rows by twos; the last one is alone, its partner zero."""
        limbs, self.column = self.limbs, 0
        for column in range(limbs):
            products = Counter()
            for i in range(limbs // 2 + 1):
                for half in range(2):
                    k = 2 * i + half
                    require(limbs - 1 + k < 2 * limbs + 2 * PAD, "outside of the product")
                    if k <= limbs:
                        products[("T", limbs - 1 + k), ("row", k, column)] += 1
            self.settle(products, fold_column(limbs, column), ROW, DIGIT if column < limbs - 1 else 0)


def prove(limbs):
    machine = Dot(limbs)
    machine.square()
    require(machine.column == 2 * limbs, "a column is missing")
    machine.fold()
    bounds(R, limbs, R * limbs - 22, DIGIT)


LENGTHS = range(4 * G, MOST + 1, 4 * G)
