"""The fields of chains of square roots, and the step (spec/roots.md)."""

from functools import lru_cache
from math import isqrt

from .encoding import integer, sha256, tag, uint
from .errors import Invalid, Malformed
from .prime import is_prime
from .xmd import expand_message_xmd

BITS = (1024, 2048, 3072)
SEED_SIZES = (32, 255)
COUNTERS = 1 << 24
BUILT_IN_SEED = b"Heliast: chains of square roots, built-in field"
BUILT_IN_COUNTERS = {1024: 12_095, 2048: 84_101, 3072: 490_971}
SIEVE_BOUND = 1 << 16
BLOCK = 1 << 16


class RootsField:
    """The integers modulo a prime p that is 3 modulo 4. An element is an integer in [1, p - 1]. The constructor does not
    test p, `from_seed` does: tests have fields of a few elements."""

    def __init__(self, p):
        self.p = p
        self.bits = p.bit_length()
        self.length = (self.bits + 7) // 8
        self.id = sha256(tag("heliast/roots/field/v1"), uint(self.bits, 4), uint(p, self.length))

    def encode(self, x):
        return uint(x, self.length)

    def decode(self, data, name="element"):
        if len(data) != self.length:
            raise Malformed(f"{name}: wrong length: {len(data)} bytes, not {self.length}")
        x = integer(data)
        if not 1 <= x < self.p:
            raise Malformed(f"{name}: not canonical")
        return x

    def input(self, message):
        """The element that `message` hashes to."""
        u = expand_message_xmd("sha256", self.id + message, b"heliast/roots-input/v1", self.length + 16)
        return 1 + integer(u) % (self.p - 1)

    @staticmethod
    def sigma(x):
        """Exchanges 1 and 2, 3 and 4, ..., p - 2 and p - 1."""
        return x + 1 if x % 2 else x - 1

    def rho(self, x):
        """The even root of x, or the odd one of -x: of the two exactly one is a square."""
        root = pow(x, (self.p + 1) // 4, self.p)
        even, odd = (root, self.p - root) if root % 2 == 0 else (self.p - root, root)
        return even if root * root % self.p == x else odd

    def rho_inverse(self, y):
        square = y * y % self.p
        return square if y % 2 == 0 else self.p - square

    def step(self, x):
        return self.rho(self.sigma(x))

    def step_inverse(self, y):
        return self.sigma(self.rho_inverse(y))


@lru_cache(maxsize=32)
def from_seed(bits, seed, counter):
    """The field of n = `bits`, a seed and a counter. Malformed: one of the three is out of range. Invalid: the number that
    they give is not a safe prime of n bits."""
    if counter not in range(COUNTERS):
        raise Malformed(f"counter out of range: {counter}")
    p = first_candidate(bits, seed) + 12 * counter
    check_prime(p, bits)
    return RootsField(p)


def built_in(bits):
    return from_seed(bits, BUILT_IN_SEED, BUILT_IN_COUNTERS[bits])


def first_candidate(bits, seed):
    """The number that the counter 0 gives: b - (b mod 12) + 11."""
    if bits not in BITS:
        raise Malformed(f"no fields of {bits} bits")
    if not SEED_SIZES[0] <= len(seed) <= SEED_SIZES[1]:
        raise Malformed(f"seed of {len(seed)} bytes, not {SEED_SIZES[0]} to {SEED_SIZES[1]}")
    u = expand_message_xmd("sha256", uint(bits, 4) + seed, b"heliast/roots-prime/v1", bits // 8)
    b = integer(u) | 1 << (bits - 1)
    return b - b % 12 + 11


def check_prime(p, bits):
    """Raises Invalid unless p, which is 11 modulo 12, is a safe prime of so many bits."""
    if p.bit_length() != bits:
        raise Invalid(f"p has {p.bit_length()} bits, not {bits}")
    if not is_prime(p):
        raise Invalid("p is composite")
    if not is_prime((p - 1) // 2):
        raise Invalid("(p - 1)/2 is composite")


def least_counter(bits, seed):
    """The counter that a maker takes."""
    return least_safe(first_candidate(bits, seed))


def least_safe(first):
    """The least c for which first + 12c is a safe prime; first is 11 modulo 12 and above 2^8."""
    primes = sieving_primes(min(SIEVE_BOUND, isqrt(first)))
    for start in range(0, COUNTERS, BLOCK):
        for c in sieved(first + 12 * start, primes):
            p = first + 12 * (start + c)
            if is_prime((p - 1) // 2) and is_prime(p):
                return start + c
    raise ValueError("no counter gives a safe prime")


def sieved(first, primes):
    """The c below BLOCK for which neither p = first + 12c nor p - 1 is a multiple of one of the primes."""
    struck = bytearray(BLOCK)
    for r in primes:
        twelfth = pow(12, -1, r)
        for residue in (0, 1):
            c = (residue - first) * twelfth % r
            struck[c::r] = b"\1" * len(range(c, BLOCK, r))
    return [c for c in range(BLOCK) if not struck[c]]


def sieving_primes(bound):
    """From 5 on: candidates are 11 modulo 12."""
    return [r for r in range(5, bound, 2) if is_prime(r)]
