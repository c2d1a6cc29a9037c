"""GF(2^64), GF(2^128) and GF(2^384) (spec/avrf.md, "Fields"). An element is an integer: bit i belongs to x^i."""

from functools import lru_cache

from .linear import Linear

# degree: the exponents of the polynomial that x^degree equals
REDUCTIONS = {64: (4, 3, 1, 0), 128: (7, 2, 1, 0), 384: (12, 3, 2, 0)}
ONES = int.from_bytes(b"\1" * 1024, "big")


def spread(a):
    """A byte for each bit."""
    return int.from_bytes(f"{a:b}".encode(), "big") & ONES


def carry_less(a, b):
    """The product of the polynomials, of which one has at most 255 bits: no byte of the integers' product overflows."""
    text = f"{spread(a) * spread(b) & ONES:x}"
    return int(text[(len(text) - 1) % 2 :: 2], 2)


def multiply(a, b, degree=128):
    """The product modulo the field's polynomial."""
    if a < 2:
        return a * b
    total = carry_less(a, b)
    while total >> degree:
        high, total = total >> degree, total & (1 << degree) - 1
        for exponent in REDUCTIONS[degree]:
            total ^= high << exponent
    return total


def double(a, degree):
    """Times x."""
    over = sum(1 << exponent for exponent in REDUCTIONS[degree]) | 1 << degree
    return a << 1 ^ (over if a >> degree - 1 else 0)


def times(a, degree=128, bits=None):
    """The multiplication of elements of so many bits, or any, by `a` as a function, for many products."""
    columns = [a]
    while len(columns) < (bits or degree):
        columns.append(double(columns[-1], degree))
    return Linear(columns)


class SideBySide:
    """`count` elements in one number, 256 bits for each, so that a product by one factor does not reach the next."""

    LANE = 32

    def __init__(self, count):
        self.count = count
        self.ones = self.number([b"\1"] * count)

    def number(self, elements):
        """The elements of strings of bytes, the lowest first."""
        return int.from_bytes(b"".join(element.ljust(self.LANE, b"\0") for element in elements), "little")

    def elements(self, number):
        """The same strings, of 16 bytes each."""
        data = number.to_bytes(self.LANE * self.count, "little")
        return [data[at : at + 16] for at in range(0, len(data), self.LANE)]

    def times(self, number, a, degree=128):
        """Each element times `a`."""
        total = 0
        for i in range(a.bit_length()):
            total ^= number << i if a >> i & 1 else 0
        mask = self.ones * ((1 << degree) - 1)
        for _ in range(2):  # the first time up to 7 bits are carried over again
            high, total = total >> degree & mask, total & mask
            for exponent in REDUCTIONS[degree]:
                total ^= high << exponent
        return total


# A root of AES's polynomial in GF(2^128). There are eight; this one is FAEST's.
ALPHA = 0x053D8555A9979A1CA13FE8AC5560CE0D


@lru_cache(maxsize=None)
def powers():
    """alpha^0 .. alpha^7"""
    found = [1]
    while len(found) < 8:
        found.append(multiply(found[-1], ALPHA))
    return found


@lru_cache(maxsize=None)
def embed(byte):
    """The element of GF(2^128) for a byte of AES: the isomorphism of GF(2^8) onto a subfield."""
    total = 0
    for b, power in enumerate(powers()):
        total ^= power if byte >> b & 1 else 0
    return total


def together(elements, width=1):
    """Elements of GF(2^128) side by side in one number, the first lowest; or several of so many elements each."""
    return int.from_bytes(b"".join(element.to_bytes(16 * width, "little") for element in elements), "little")


def apart(number, count):
    """The first `count` elements of GF(2^128) that lie side by side in a number."""
    return [number >> 128 * i & (1 << 128) - 1 for i in range(count)]


class Combination:
    """The map of elements v that lie side by side to others: result i is the sum of embed(rows[i][j]) * v[j]."""

    def __init__(self, rows):
        columns = []
        for j in range(len(rows[0])):
            for bit in range(128):
                columns.append(together([multiply(embed(row[j]), 1 << bit) for row in rows]))
        self.map = Linear(columns)

    def each(self, values):
        """The same for each of many lists of elements that lie side by side."""
        return self.map.each(values)
