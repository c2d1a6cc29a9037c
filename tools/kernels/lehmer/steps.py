"""Lehmer's steps (`integer/lehmer.rs`) with words of w bits instead of 64, on all numbers of two words.

The argument of that module is one about halves of a word: the thresholds are 2^(w/2) and 2^(w/2 + 1), the entries of
the matrix are below 2^(w-1). With w = 4 every pair of numbers can be tried; longer numbers differ from these by what
lies below their leading two words, of which the extremes are tried. `FLOORS` are parameters so that lower ones can be
shown to fail.
"""

from ..graph import require


class Steps:
    def __init__(self, bits, floors=(0, 1)):
        self.bits, self.ones = bits, (1 << bits) - 1
        self.floors = [1 << (bits // 2 + more) for more in floors]

    def run(self, x, y, floor):
        """`Matrix::run`: (u0, v0, u1, v1); nothing may exceed a word."""
        u0, v0, u1, v1 = 1, 0, 0, 1
        if x < floor or y < floor:
            return u0, v0, u1, v1
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
        """That remainders are positive, and that no remainder of Euclid's algorithm is passed over."""
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
