"""GF(2^64), GF(2^128) and GF(2^384) (spec/avrf.md, "Fields"). An element is an integer: bit i belongs to x^i."""

from functools import lru_cache

from .linear import Linear

# degree: the exponents of what x^degree is
REDUCTIONS = {64: (4, 3, 1, 0), 128: (7, 2, 1, 0), 384: (12, 3, 2, 0)}
ONES = int.from_bytes(b"\1" * 1024, "big")


def spread(a):
    """A byte for each bit."""
    return int.from_bytes(f"{a:b}".encode(), "big") & ONES


def carry_less(a, b):
    """The product of the polynomials, of which one has at most 255 bits: no byte of the integers' product overflows."""
    product = spread(a) * spread(b) & ONES
    return int(f"{product:x}"[::-2][::-1], 2)


def multiply(a, b, degree=128):
    """The product modulo the field's polynomial."""
    total = carry_less(a, b)
    while total >> degree:
        high, total = total >> degree, total & (1 << degree) - 1
        for exponent in REDUCTIONS[degree]:
            total ^= high << exponent
    return total


def times(a, degree=128):
    """The multiplication by `a` as a function, for many products."""
    columns = [a]
    while len(columns) < degree:
        columns.append(multiply(columns[-1], 2, degree))
    return Linear(columns)


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
    """The element of GF(2^128) that a byte of AES is: the isomorphism of GF(2^8) onto a subfield."""
    total = 0
    for b, power in enumerate(powers()):
        total ^= power if byte >> b & 1 else 0
    return total


class Combination:
    """Result i of a list of elements v is the sum of embed(rows[i][j]) * v[j]."""

    def __init__(self, rows):
        self.results = len(rows)
        columns = []
        for j in range(len(rows[0])):
            for bit in range(128):
                images = [multiply(embed(row[j]), 1 << bit) for row in rows]
                columns.append(sum(image << 128 * i for i, image in enumerate(images)))
        self.map = Linear(columns)

    def __call__(self, values):
        total = self.map(int.from_bytes(b"".join(value.to_bytes(16, "little") for value in values), "little"))
        return [total >> 128 * i & (1 << 128) - 1 for i in range(self.results)]
