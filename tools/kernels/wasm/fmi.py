"""`bindings/js-stamp/kernel/src/fmi.rs`, repeated in Python: products in doubles, sums in integers, r = 51.

A column has a number of low halves l and, from the column before, high halves h. The constants that come with them are
subtracted by these numbers, which have to be right.
"""

from collections import Counter

from ..doubles.values import constant, expansion, known, linear, multiply_add, product, subtract
from ..graph import require
from .columns import bounds, fold_column, product_column, square_column, value

R, MOST, PAD = 51, 82, 8
DIGIT = 2**50 + 2**7
C1, C2 = 3 * 2**102, 3 * 2**51


def split_product(a_most=DIGIT, b_most=2 * DIGIT):
    """`accumulate`: a·b = h·2^51 + l for h = (p - C1)/2^51 and l = q - C2, which integers count between the bits of p
    and C1, and q and C2. Returns the largest h and l."""
    a, b = known(-a_most, a_most, "a"), known(-b_most, b_most, "b")
    exact = product(a, b)
    both = constant(C1 + C2)
    require(C1 + C2 < 2**104 and (C1 + C2) % 2**51 == 0, "C1 + C2 is no double")
    p = multiply_add(exact, constant(C1))
    q = multiply_add(exact, subtract(both, p))
    require(p.low >= 2**103 and p.high < 2**104 and p.grid == 51, "p leaves its power of two")
    require(q.low >= 2**52 and q.high < 2**53 and q.grid >= 0, "q leaves its power of two")
    products, inputs, number = expansion([(linear((1, p), (1, q), (-1, both)), 1)])
    require((list(products.values()), inputs, number) == ([1], {}, 0), "the halves are not the product")
    return max(p.high - C1, C1 - p.low) >> 51, max(q.high - C2, C2 - q.low)


class Fmi:
    def __init__(self, limbs):
        require(limbs and limbs <= MOST and limbs % 2 == 0 and limbs // 2 % 3 != 1, "traps:", limbs)
        self.limbs = limbs
        self.high, self.low = split_product()
        # The number of halves of the column before, and its largest carry.
        self.before, self.carry, self.column = 0, 1, 0

    def index(self, i):
        require(0 <= i < MOST + 2 * PAD, "outside of the digits:", i)
        return i

    def factor(self, name):
        kind, i = name[0], name[1]
        if kind in ("x", "2x", "y") and not 0 <= i < self.limbs:
            return None
        return (2, ("x", i)) if kind == "2x" else (1, name)

    def settle(self, products, count, wanted, digit=0):
        """A column whose sum was begun for `count` products."""
        require(sum(products.values()) == count, "column", self.column, "has another number of products")
        require(value(products, self.factor) == wanted, "column", self.column, "has other products")
        most = count * self.low + self.before * self.high + digit
        require(most + 2**50 < 2**58, "column", self.column, "is too large")
        self.carry = (most + 2**50 >> R) + 1
        require(2**50 + self.carry <= DIGIT, "a digit exceeds its bound")
        self.before = count
        self.column += 1

    def square_group(self, g, column):
        limbs = self.limbs
        middle, first = column // 2, max(0, column + 1 - limbs)
        counts = [middle - first + j + 1 for j in range(g)]
        sums = [[Counter(), Counter()] for _ in range(g)]

        def rows(i, start):
            for j in range(start, g):
                for lane in range(2):
                    sums[j][lane][("x", self.index(i)), ("2x", self.index(column + 2 * j - i + lane))] += 1

        for i in range(first, middle):
            rows(i, 0)
        for q in range(g):
            i = middle + q
            sums[q][0][("x", i), ("x", self.index(i))] += 1
            sums[q][1][("x", i), ("2x", self.index(i + 1))] += 1
            rows(i, q + 1)
        for j in range(g):
            for lane in range(2):
                self.settle(sums[j][lane], counts[j], square_column(limbs, column + 2 * j + lane))

    def square(self):
        for column in range(0, 2 * self.limbs, 4):
            self.square_group(2, column)

    def multiply(self):
        limbs = self.limbs
        for column in range(0, 2 * limbs, 2):
            first, end = max(0, column + 1 - limbs), min(limbs, column + 2)
            for lane in range(2):
                products = Counter()
                for i in range(first, end):
                    self.index(PAD + column - i + lane)
                    products[("x", i), ("y", column - i + lane)] += 1
                self.settle(products, end - first, product_column(limbs, column + lane))

    def fold(self):
        """Each column of L + 1 rows, and the digit of T that was there, except for F."""
        self.before, self.column, limbs, done = 0, 0, self.limbs, 0
        while done + 6 <= limbs:
            self.fold_group(3, done)
            done += 6
        if done < limbs:
            self.fold_group(2, done)
            done += 4
        require(done == limbs, "columns are left out")

    def fold_group(self, g, column):
        for place in range(column, column + 2 * g):
            products = Counter({(("T", self.limbs - 1 + i), ("row", i, place)): 1 for i in range(self.limbs + 1)})
            self.settle(products, self.limbs + 1, fold_column(self.limbs, place), digit=DIGIT)


def prove(limbs):
    for operation in ("square", "multiply"):
        machine = Fmi(limbs)
        getattr(machine, operation)()
        require(machine.column == 2 * limbs, "a column is missing")
        machine.fold()
        require(machine.column == limbs, "a column is missing")
    # A row has digits of at most 2^50; L has room for 60 bits more than N.
    bounds(R, limbs, R * limbs - 60, DIGIT)


LENGTHS = [limbs for limbs in range(4, MOST + 1, 2) if limbs // 2 % 3 != 1]
