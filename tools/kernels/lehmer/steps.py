"""Lehmer's steps (`integer/lehmer.rs`) with words of w bits instead of 64, on all numbers of two words.

The argument of that module is one about halves of a word: the thresholds are 2^(w/2) and 2^(w/2 + 1), the entries of
the matrix are below 2^(w-1). With w = 4 every pair of numbers can be tried; longer numbers differ from these by what
lies below their leading two words, of which the extremes are tried. `FLOORS` are parameters so that lower ones can be
shown to fail.
"""

from ..graph import require


class Table:
    """`table.rs` for words of w bits: the ratio of two words is cut to `ratio` bits, by a reciprocal of `top` bits."""

    def __init__(self, bits, top, ratio, width, cut, least):
        self.bits, self.top, self.width, self.cut = bits, top, width, cut
        self.first, self.cells = 1 << (ratio - least), 1 << ratio
        self.scale = bits - 1 - cut + width - ratio
        self.reciprocals = {i: (1 << (width + top)) // (i + 1) for i in range(1 << top, 2 << top)}
        self.steps = [self.common(j) if j >= self.first else None for j in range(self.cells)]

    def high(self, j):
        """The ratios of a cell are below this numerator, over 2^24."""
        slack = (1 << (25 - self.width)) + (1 << max(1, 26 + self.cut - self.bits))
        above = ((j + 1) * ((1 << self.top) + 1) << 24) // (self.cells << self.top)
        return min(1 << 24, above + slack)

    def common(self, j):
        one, low, high = 1 << 24, (j << 24) // self.cells, self.high(j)
        u0, v0, u1, v1 = 1, 0, 0, 1
        while True:
            u, v = u0 + u1, v0 + v1
            if max(u, v) > 255:
                break
            if u * one >= v * high:
                u0, v0 = u, v
            elif v * low >= u * one:
                u1, v1 = u, v
            else:
                break
        return u0, v0, u1, v1

    def cell(self, x, y):
        shift = self.bits - x.bit_length()
        i = (x << shift) >> (self.bits - 1 - self.top)
        return (((y << shift) >> self.cut) * self.reciprocals[i]) >> self.scale

    def prove(self):
        """Every entry is right for all ratios of its cell, and cells are what the entries suppose."""
        one = 1 << 24
        for j in range(self.first, self.cells):
            u0, v0, u1, v1 = self.steps[j]
            require(u0 * v1 - v0 * u1 == 1 and v0 > 0, "an entry without progress, or of another determinant", j)
            require(u0 * one >= v0 * self.high(j), "x falls below 0 in cell", j)
            require(v1 * j >= u1 * self.cells, "y falls below 0 in cell", j)
        for i, r in self.reciprocals.items():
            require(r < 1 << self.width and r * (i + 1) <= 1 << (self.width + self.top), "the reciprocal of", i)
            # y < (Y + 1)·2^cut, Y·r < (j + 1)·2^scale and x >= i·2^(bits - 1 - top): a bound that is linear in j, as
            # `high` is, so that the first and the last cell stand for all.
            below = i * r << (self.bits - 1 - self.top)
            for j in (0, self.cells - 1):
                most = ((j + 1) << self.scale) + r << self.cut
                require(most * one <= self.high(j) * below or self.high(j) == one, "ratios above cell", j, "of", i)
        return f"{self.cells - self.first} entries, {len(self.reciprocals)} reciprocals"


def table(slack=True):
    """The table of `table.rs`."""
    kept = Table if slack else type("NoSlack", (Table,), {"high": lambda self, j: (j + 1 << 24) // self.cells})
    return kept(64, 11, 12, 16, 32, 7).prove()


class Steps:
    STEPS = 2

    def __init__(self, bits, floors=(0, 1)):
        self.bits, self.ones = bits, (1 << bits) - 1
        self.floors = [1 << (bits // 2 + more) for more in floors]
        self.table = Table(bits, 2, 4, 12, 0, 2)

    def run(self, x, y, floor):
        """`Matrix::run`: (u0, v0, u1, v1); nothing that is kept may exceed half a word."""
        if x < floor or y < floor:
            return 1, 0, 0, 1
        rows, turned = [(1, 0), (0, 1)], False
        for _ in range(self.STEPS):
            if x < y:
                x, y, rows, turned = y, x, rows[::-1], not turned
            cell = self.table.cell(x, y)
            u0, v0, u1, v1 = (1, x // y, 0, 1) if cell < self.table.first else self.table.steps[cell]
            next_x, next_y = u0 * x - v0 * y, v1 * y - u1 * x
            require(next_x >= 0 and next_y >= 0, "a step falls below 0 for", x, y)
            if next_x < floor or next_y < floor:
                return self.divide_on(*self.in_order(turned, x, y, rows), floor)
            x, y = next_x, next_y
            (a, b), (c, d) = rows
            rows = [(u0 * a + v0 * c, u0 * b + v0 * d), (v1 * c + u1 * a, v1 * d + u1 * b)]
            require(max(*rows[0], *rows[1]) >> self.bits // 2 == 0, "a cofactor leaves its half of a row")
        _, _, *matrix = self.in_order(turned, x, y, rows)
        return tuple(matrix)

    def in_order(self, turned, x, y, rows):
        x, y = (y, x) if turned else (x, y)
        return x, y, *rows[turned], *rows[not turned]

    def divide_on(self, x, y, u0, v0, u1, v1, floor):
        """`Matrix::divide_on`."""
        while True:
            quotient, x = divmod(x, y)
            if x < floor:
                return u0, v0, u1, v1
            u0, v0 = self.word(u0 + quotient * u1), self.word(v0 + quotient * v1)
            quotient, y = divmod(y, x)
            if y < floor:
                return u0, v0, u1, v1
            u1, v1 = self.word(u1 + quotient * u0), self.word(v1 + quotient * v0)

    def word(self, number):
        require(number <= self.ones, "a cofactor exceeds a word")
        return number

    def simulate(self, x, y, words):
        """`Matrix::simulate`, for a target of 0."""
        bits, twice = self.bits, 2 * self.bits
        shift = bits * words - max(x, y).bit_length()
        require(shift < bits, "a leading word that is 0")
        below = bits * words - twice
        a, b = (number << shift >> below & (1 << twice) - 1 for number in (x, y))
        first = self.run(a >> bits, b >> bits, self.floors[0])
        if first[1] == 0 and first[2] == 0:
            return None
        u0, v0, u1, v1 = first
        a, b = u0 * a - v0 * b, v1 * b - u1 * a
        require(0 <= a < 1 << twice and 0 <= b < 1 << twice, "the leading bits leave their words")
        shift = twice - max(a, b).bit_length()
        require(shift <= bits // 2, "the leading bits are too short after a run")
        second = self.run(*((number << shift) >> bits & self.ones for number in (a, b)), self.floors[1])
        return self.after(second, first)

    def after(self, second, first):
        (p0, q0, p1, q1), (u0, v0, u1, v1) = second, first
        made = p0 * u0 + q0 * u1, p0 * v0 + q0 * v1, q1 * u1 + p1 * u0, q1 * v1 + p1 * v0
        require(max(made) < 1 << (self.bits - 1), "an entry reaches half a word's range")
        return made

    def check(self, x, y, words):
        """Checks that remainders are positive, and that no remainder of Euclid's algorithm is skipped."""
        matrix = self.simulate(x, y, words)
        if matrix is None:
            return 0
        u0, v0, u1, v1 = matrix
        require(u0 * v1 - v0 * u1 == 1, "the determinant is not 1 for", x, y)
        require(u0 * x - v0 * y > 0 and v1 * y - u1 * x > 0, "a remainder is not positive for", x, y)
        return 1


def all_of_two_words(bits, floors=(0, 1)):
    """Every pair of numbers of two words, one of which has the leading one."""
    steps, decided, pairs = Steps(bits, floors), 0, 0
    half = 1 << bits
    for x in range(half * half):
        for y in range(half * half):
            if max(x, y) >= half:
                decided += steps.check(x, y, 2)
                pairs += 1
    return f"{decided} of {pairs} pairs decided"


def all_leading_words(bits):
    """Every two leading words of three, with a last word of zeros or ones."""
    steps, decided, pairs = Steps(bits), 0, 0
    half, last = 1 << bits, (0, (1 << bits) - 1)
    for x in range(half * half):
        for y in range(half * half):
            if max(x, y) >= half:
                for low_x in last:
                    for low_y in last:
                        decided += steps.check(x * half + low_x, y * half + low_y, 3)
                        pairs += 1
    return f"{decided} of {pairs} pairs decided"


def carries():
    """`shrink` and `grow` on words of 64 bits: sums of products and carries fit i128 and u128."""
    limb, entry = 2**64 - 1, 2**63 - 1
    # A carry of -2^63 .. 2^63 - 1 stays one.
    most, least = limb * entry + 2**63 - 1, -limb * entry - 2**63
    require(most < 2**127 and least >= -(2**127), "a sum of shrink exceeds i128")
    require(most >> 64 <= 2**63 - 1 and least >> 64 >= -(2**63), "a carry of shrink grows")
    most = 2 * limb * entry + limb
    require(most < 2**128 and most >> 64 <= limb, "a sum of grow exceeds u128")
