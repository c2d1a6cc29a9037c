"""`lanes/short.rs` and its uses in `strong.rs` and `lucas.rs`: products of few limbs, column by column."""

from collections import Counter

from ..graph import require
from .kernel import RADIX_BITS, halves

# `LENGTHS`.
LENGTHS = (3, 5, 6, 10, 11)


class Product:
    """A product, or a square where both factors are the same list."""

    def __init__(self, length, x, y):
        self.length, self.x, self.y, self.is_square = length, x, y, x is y
        # The original numbers: the code may overwrite limbs that it no longer needs.
        self.old = list(x), list(y)
        self.q, self.n = ([(name, i) for i in range(length)] for name in "qn")
        self.sum, self.largest = Counter(), 0

    def add_product(self, first, total):
        low, high = Counter(), Counter()
        if not self.is_square:
            for i in range(first, total + 1 - first):
                multiply_add(low, high, self.x[i], self.y[total - i])
            return low, high
        for i in range(first, -(-total // 2)):
            multiply_add(low, high, self.x[i], self.x[total - i])
        low, high = low + low, high + high
        if total % 2 == 0 and total // 2 >= first:
            multiply_add(low, high, self.x[total // 2], self.x[total // 2])
        return low, high

    def clear(self, column):
        low, high = self.add_product(0, column)
        for i in range(column):
            multiply_add(low, high, self.q[i], self.n[column - i])
        found = low + self.sum
        wanted = self.wanted(column) - Counter([halves("lo", self.q[column], self.n[0])])
        self.complete(column, found, wanted, 2 * column + 1, 2 * column)
        self.sum = high + Counter([halves("hi", self.q[column], self.n[0])])

    def column(self, column):
        low, high = self.add_product(column + 1, column + self.length)
        for i in range(column + 1, self.length):
            multiply_add(low, high, self.q[i], self.n[column + self.length - i])
        left, place = self.length - column, self.length + column
        self.complete(place, low + self.sum, self.wanted(place), 2 * (left - 1), 2 * left)
        self.sum = high

    def complete(self, column, found, wanted, lows, highs):
        require(found == wanted, "column", column, "has other products")
        counts = Counter()
        for (half, *_), count in found.items():
            counts[half] += count
        require((counts["lo"], counts["hi"]) == (lows, highs), "column", column, "is unbiased by another count")
        # Twice a column, an integer of a limb and carries, each below 2^8: the values that the uses compute from a column.
        most = 2 * (lows + highs + 1) * 2**RADIX_BITS + 2**RADIX_BITS + 2 * 2**8
        require(most < 1 << 62 and most >> RADIX_BITS < 2**8, "column", column, "may leave its word")
        self.largest = max(self.largest, most)

    def wanted(self, c):
        counts = Counter()
        for x, y in (self.old, (self.q, self.n)):
            for half, total in (("lo", c), ("hi", c - 1)):
                for i in range(max(0, total - self.length + 1), min(total, self.length - 1) + 1):
                    counts[halves(half, x[i], y[total - i])] += 1
        return counts


def multiply_add(low, high, x, y):
    low[halves("lo", x, y)] += 1
    high[halves("hi", x, y)] += 1


def prove(length):
    """The steps of both tests: results go where the factors were, limb by limb."""
    mixed, doubled, factor, power = ([(name, i) for i in range(length)] for name in "mdfp")
    strong = [(Product(length, power, power), power)]
    lucas = [(Product(length, mixed, doubled), mixed), (Product(length, factor, factor), doubled)]
    largest = 0
    for step in (strong, lucas):
        for column in range(length):
            for product, _ in step:
                product.clear(column)
        for column in range(length):
            for product, _ in step:
                product.column(column)
            for product, result in step:
                result[column] = ("new", column)
                largest = max(largest, product.largest)
        for product, _ in step:
            require(not product.sum, "a product is left")
    bounds()
    return max(largest, take_turns(length))


def take_turns(length, parts=(0, 1)):
    """`in_turns` of `strong.rs`: the lower half of one part's square beside the upper half of the other's."""
    powers = [[(f"p{part}", i) for i in range(length)] for part in parts]
    begun, largest = None, 0
    for turn in range(5):
        power, other = powers[parts[turn % 2]], powers[parts[(turn + 1) % 2]]
        begun, ended = Product(length, power, power), begun
        for column in range(length):
            begun.clear(column)
            if ended:
                ended.column(column)
                other[column] = (f"after turn {turn}", column)
        if ended:
            require(not ended.sum, "a product is left")
            largest = max(largest, ended.largest)
    return largest


def bounds():
    """In units of n/16, R being at least 16n: the value of x·y/R + n is at most x·y/16 + n."""
    units = 16
    for most, after in ((4, lambda product: 2 * product), (3, lambda product: product + units)):
        require(after(most * most * units // 16 + units) <= most * units, "a value grows")
