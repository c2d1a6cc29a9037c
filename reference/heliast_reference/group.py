"""The RSA group modulo +-1 (spec/group.md)."""

from math import gcd, isqrt

from .encoding import integer, sha256, tag, uint
from .errors import Malformed
from .prime import is_strong_probable_prime
from .xmd import expand_message_xmd

SMALL_FACTOR_BOUND = 1 << 16
RSA_2048_SHA256 = "6ae9d033c1d76c4f535b5ad5c0073933a0b375b4120a75fbb66be814eab1a9ce"


class RsaGroup:
    """(Z/N)* / {+-1}. An element is an integer, its canonical member: 1 <= x <= (N - 1) / 2."""

    def __init__(self, modulus, minimum_bits=2048):
        check_modulus(modulus, minimum_bits)
        self.modulus = modulus
        self.length = (modulus.bit_length() + 7) // 8
        self.half = (modulus - 1) // 2
        self.id = sha256(tag("heliast/group/rsa/v1"), uint(self.length, 4), uint(modulus, self.length))

    identity = 1

    def canonical(self, x):
        """The smaller member of the class of x."""
        x %= self.modulus
        return min(x, self.modulus - x)

    def mul(self, a, b):
        return self.canonical(a * b)

    def pow(self, x, exponent):
        return self.canonical(pow(x, exponent, self.modulus))

    def invert(self, x):
        return self.canonical(pow(x, -1, self.modulus))

    def check_sound(self):
        """A modulus does not reveal an element of low order."""

    def encode(self, x):
        return uint(x, self.length)

    def decode(self, data, name="element"):
        """The element in `data`. `check_units` checks that it is a unit."""
        if len(data) != self.length:
            raise Malformed(f"{name}: wrong length: {len(data)} bytes, not {self.length}")
        x = integer(data)
        if not 1 <= x <= self.half:
            raise Malformed(f"{name}: not canonical")
        return x

    def check_units(self, *elements):
        """Computes one gcd for all of them."""
        product = 1
        for x in elements:
            product = product * x % self.modulus
        if gcd(product, self.modulus) != 1:
            raise Malformed("not a unit")

    def hash(self, dst, msg):
        """The element that `msg` hashes to under the domain `dst` (bytes, 1 to 200 of them)."""
        if not 1 <= len(dst) <= 200:
            raise ValueError("hash to group: dst has 1 to 200 bytes")
        full_dst = b"heliast/hash-to-group/rsa/v1/" + dst
        for counter in range(1 << 32):
            u = expand_message_xmd("sha256", self.id + uint(counter, 4) + msg, full_dst, self.length + 16)
            x = integer(u) % self.modulus
            if gcd(x, self.modulus) == 1 and x not in (1, self.modulus - 1):
                return self.canonical(x)
        raise ValueError("hash to group: no counter gives an element")


def odd_exponent(n):
    """The smallest odd k > 1 for which n is a k-th power of a number above 2^16, or 0."""
    for k in range(3, n.bit_length() // 16 + 1, 2):
        low, high = 1, 1 << -(-n.bit_length() // k)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if middle**k <= n else (low, middle - 1)
        if low**k == n:
            return k
    return 0


def check_modulus(n, minimum_bits):
    """Raises Malformed unless n is an admissible modulus."""
    bits = n.bit_length()
    if not 256 <= bits <= 8192:
        raise Malformed(f"modulus has {bits} bits, not 256 to 8192")
    if n % 2 == 0:
        raise Malformed("modulus is even")
    if bits < minimum_bits:
        raise Malformed(f"modulus has {bits} bits, fewer than {minimum_bits}")
    for p in range(3, SMALL_FACTOR_BOUND, 2):
        if n % p == 0:
            raise Malformed(f"modulus has the small factor {p}")
    if isqrt(n) ** 2 == n:
        raise Malformed("modulus is a square")
    if exponent := odd_exponent(n):
        raise Malformed(f"modulus is a power with exponent {exponent}")
    if is_strong_probable_prime(n, 2):
        raise Malformed("modulus is prime")
