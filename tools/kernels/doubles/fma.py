"""The FMA kernel (`kernel/fma.rs`, `fma/columns`), repeated in Python, lane by lane, on values with bounds.

The functions have the names and the order of those in Rust; `modelled.txt` records their text. A class is a length
of moduli; among lengths that share a shape the longest has the largest numbers.
"""

from ..graph import require
from .values import ZERO, Value, add, constant, known, linear, multiply_add, product, scaled, subtract

LANES, GROUP, MAX_LIMBS, MIN_BITS, MOST_BITS = 4, 6, 180, 640, 8192


def ceil_log2(n):
    return (n - 1).bit_length()


class Shape:
    """`Shape::of`."""

    def __init__(self, bits):
        for radix in range(48, 43, -1):
            fits = lambda limbs: bits + radix + ceil_log2(limbs + 1) <= radix * limbs
            vectors = next((v for v in range(1, MAX_LIMBS // LANES + 1) if fits(LANES * v)), None)
            if vectors is None:
                continue
            limbs = LANES * vectors
            exponent = max(2 * (radix - 1) + ceil_log2(limbs + 2) + 1, radix + 52)
            if (1 << (106 - exponent)) - 1 >= max(limbs // 2 + 2, 4 * (GROUP - 1) + 1):
                self.bits, self.radix, self.vectors, self.exponent, self.limbs = bits, radix, vectors, exponent, limbs
                return
        require(False, "no shape for", bits, "bits")

    @property
    def key(self):
        return self.radix, self.vectors, self.exponent


def shapes():
    """The shapes in use, each with the longest modulus that has it."""
    return list({shape.key: shape for shape in map(Shape, range(MIN_BITS, MOST_BITS + 1))}.values())


class Sums:
    """The pairs (s, e) of G blocks."""

    def __init__(self, columns, count):
        self.columns, self.count = columns, count
        self.s = [[columns.start] * LANES for _ in range(count)]
        self.e = [[ZERO] * LANES for _ in range(count)]

    def add(self, a, b, first=0, drop=0):
        """`a(lane)` times b to blocks first..count - drop."""
        for k in range(first, self.count - drop):
            for lane in range(LANES):
                self.one(k, lane, a(LANES * k + lane), b)

    def add_masked(self, k, masks, a, b):
        for lane, mask in enumerate(masks):
            self.one(k, lane, halved(a(LANES * k + lane), mask), b)

    def one(self, k, lane, a, b):
        s, exact = self.s[k][lane], product(a, b)
        self.s[k][lane] = multiply_add(exact, s)
        lost = multiply_add(exact, subtract(s, self.s[k][lane]))
        self.e[k][lane] = add(self.e[k][lane], lost)

    def settle(self):
        for k in range(self.count):
            for lane in range(LANES):
                multiple = subtract(add(self.e[k][lane], self.columns.start), self.columns.start)
                self.e[k][lane] = subtract(self.e[k][lane], multiple)
                self.s[k][lane] = add(self.s[k][lane], multiple)

    def split(self, k, lane):
        columns = self.columns
        start = scaled(columns.start, -columns.radix)
        multiple = subtract(add(self.e[k][lane], columns.split), columns.split)
        # fmsub(s, 2^-r, start), then fmadd(multiple, 2^-r, that).
        carry = subtract(scaled(self.s[k][lane], -columns.radix), start)
        return subtract(self.e[k][lane], multiple), add(scaled(multiple, -columns.radix), carry)


def halved(value, mask):
    """Times a mask of 0, 0.5 or 1: a value that is halved is twice an input."""
    return {0: ZERO, 1: value}[mask] if mask != 0.5 else value.half


class Twice(Value):
    __slots__ = ("half",)


def twice(value):
    made = linear((2, value))
    double = Twice(made.terms, made.constant, made.grid)
    double.half = value
    return double


class Columns:
    def __init__(self, shape):
        self.radix, self.vectors, self.limbs = shape.radix, shape.vectors, shape.limbs
        self.start, self.split = constant(3 << (shape.exponent - 1)), constant(3 << (shape.radix + 51))
        # Of a limb, and of a limb of a row.
        limb, row = (1 << (shape.radix - 1)) + 256, 1 << (shape.radix - 1)
        self.limb, self.top = limb, 1 << (shape.radix - 2)
        self.x = self.operand("x")
        self.rows = [[known(-row, row, f"row{i},{j}") for j in range(self.limbs)] for i in range(self.limbs + 1)]
        self.rest, self.carry, self.high = ([None] * 2 * self.limbs for _ in range(3))

    def operand(self, name):
        bounds = [self.limb] * (self.limbs - 1) + [self.top]
        return [known(-bound, bound, f"{name}{i}") for i, bound in enumerate(bounds)]

    def other(self, place):
        """A limb of y, between zeros."""
        require(-LANES <= place < self.limbs + LANES, "outside of y:", place)
        return self.y[place] if 0 <= place < self.limbs else ZERO

    def in_groups(self, method, start, end):
        while end > start:
            size = min(end - start, GROUP)
            end -= size
            method(size, end)

    def square(self):
        v, near = self.vectors, max(0, self.vectors - GROUP)
        self.y = [twice(x) for x in self.x]
        self.in_groups(self.square_lower, near, v)
        self.in_groups(self.square_upper, v, 2 * v)
        self.settle_high()
        self.in_groups(self.square_lower, 0, near)
        return self.fold_all()

    def multiply(self):
        v, near = self.vectors, max(0, self.vectors - GROUP)
        self.y = self.operand("y")
        self.in_groups(self.product_lower, near, v)
        self.in_groups(self.product_upper, v, 2 * v)
        self.settle_high()
        self.in_groups(self.product_lower, 0, near)
        return self.fold_all()

    def combine(self, sign):
        """x + sign·y."""
        self.y = self.operand("y")
        self.rest = [add(x, linear((sign, y))) for x, y in zip(self.x, self.y)] + [None] * self.limbs
        self.carry = [ZERO] * self.limbs + [None] * self.limbs
        sums, top = self.settle_low(), self.limbs - 1
        self.sums, self.sums_out = sums, self.low_out
        self.rest[:top], self.high[top], self.rest[top] = sums[:top], sums[top], ZERO
        self.carry[: self.limbs] = [ZERO] * self.limbs
        self.unfolded = list(zip(self.rest[: self.limbs], self.carry[: self.limbs]))
        self.in_groups(lambda g, w: self.fold(g, w, 1), 0, self.vectors)
        return self.settle_low()

    def fold_all(self):
        """The limbs of the result."""
        self.unfolded = list(zip(self.rest[: self.limbs], self.carry[: self.limbs]))
        self.in_groups(lambda g, w: self.fold(g, w, self.limbs + 1), 0, self.vectors)
        return self.settle_low()

    def vector(self, place):
        return lambda lane: self.other(place + lane)

    def square_lower(self, g, w):
        sums, place, i = Sums(self, g), LANES * w, 2 * (w + g) - 1
        for j in reversed(range(g)):
            for masks in ((0, 0, 0.5, 1), (0.5, 1, 1, 1)):
                sums.add_masked(j, masks, self.vector(place - i), self.x[i])
                sums.add(self.vector(place - i), self.x[i], first=j + 1)
                i -= 1
        for i in reversed(range(2 * w)):
            sums.add(self.vector(place - i), self.x[i])
        self.store(w, sums)

    def square_upper(self, g, w):
        sums, place, i = Sums(self, g), LANES * w, 2 * w
        for j in reversed(range(g)):
            for masks in ((0.5, 0, 0, 0), (1, 1, 0.5, 0)):
                sums.add_masked(g - 1 - j, masks, self.vector(place - i), self.x[i])
                sums.add(self.vector(place - i), self.x[i], drop=j + 1)
                i += 1
        for i in range(2 * (w + g), self.limbs):
            sums.add(self.vector(place - i), self.x[i])
        self.store(w, sums)

    def product_lower(self, g, w):
        sums, place, i = Sums(self, g), LANES * w, 0
        common = LANES * (w + 1)
        half = min(common, 2 * self.vectors)
        for count in range(common):
            if count == half:
                sums.settle()
            sums.add(self.vector(place - i), self.x[i])
            i += 1
        if common == half:
            sums.settle()
        for j in range(1, g):
            for _ in range(LANES):
                sums.add(self.vector(place - i), self.x[i], first=j)
                i += 1
        self.store(w, sums)

    def product_upper(self, g, w):
        sums, place, i = Sums(self, g), LANES * w, self.limbs - 1
        common = 2 * self.limbs - 1 - LANES * (w + g - 1)
        half = min(common, 2 * self.vectors)
        for count in range(common):
            if count == half:
                sums.settle()
            sums.add(self.vector(place - i), self.x[i])
            i -= 1
        if common == half:
            sums.settle()
        for j in range(1, g):
            for _ in range(LANES):
                sums.add(self.vector(place - i), self.x[i], drop=j)
                i -= 1
        self.store(w, sums)

    def fold(self, g, v, count):
        sums = Sums(self, g)
        for k in range(count):
            if k == count // 2:
                sums.settle()
            sums.add(lambda lane: self.rows[k][LANES * v + lane], self.high[self.limbs - 1 + k])
        for block in range(g):
            for lane in range(LANES):
                rest, carry = sums.split(block, lane)
                place = LANES * (v + block) + lane
                self.rest[place] = add(rest, self.rest[place])
                self.carry[place] = add(carry, self.carry[place])

    def store(self, w, sums):
        for k in range(sums.count):
            for lane in range(LANES):
                place = LANES * (w + k) + lane
                self.rest[place], self.carry[place] = sums.split(k, lane)

    def settle(self, places):
        """The second carry pass: (value, rest, limb) of each place, and what is carried out."""
        settled, first, second = [], ZERO, ZERO
        for place in places:
            value = add(self.rest[place], first)
            multiple = subtract(add(value, self.split), self.split)
            rest = subtract(value, multiple)
            limb = add(scaled(second, -self.radix), rest)
            settled.append((value, rest, limb))
            first, second = self.carry[place], multiple
        self.out = linear((1, first), (1, scaled(second, -self.radix)))
        return settled

    def settle_high(self):
        start = LANES * (self.vectors - 1)
        settled = self.settle(range(start, 2 * self.limbs))
        for place, (value, rest, limb) in enumerate(settled, start):
            self.high[place] = limb
        for lane in range(LANES):
            value, rest, _ = settled[lane]
            # Limb L-2 has passed its carry on, the two before have not.
            self.rest[start + lane] = (value, value, rest, ZERO)[lane]
            self.carry[start + lane] = ZERO
        self.high_out = self.out

    def settle_low(self):
        limbs = [limb for _, _, limb in self.settle(range(self.limbs))]
        self.low_out = self.out
        return limbs
