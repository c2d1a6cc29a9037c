"""Class groups of binary quadratic forms (spec/class-group.md)."""

from hashlib import sha256 as plain_sha256
from math import gcd, isqrt

from .encoding import integer, sha256, tag, uint
from .errors import Invalid, Malformed
from .prime import is_prime
from .xmd import expand_message_xmd


class ClassGroup:
    """The group of the discriminant -magnitude. An element is a reduced form: a triple (a, b, c)."""

    def __init__(self, magnitude, minimum_bits=256):
        check_discriminant(magnitude, minimum_bits)
        self.discriminant = -magnitude
        self.bits = magnitude.bit_length()
        self.quarter = -(-self.bits // 32)
        self.length = 3 * self.quarter + 4
        size = (self.bits + 7) // 8
        self.id = sha256(tag("heliast/group/class/v1"), uint(size, 4), uint(magnitude, size))
        self.identity = (1, 1, (1 + magnitude) // 4)

    def form(self, a, b):
        """The form (a, b, c), which must be reduced and primitive."""
        if a <= 0 or abs(b) > a:
            raise Malformed("the form is not reduced")
        c, rest = divmod(b * b - self.discriminant, 4 * a)
        if rest:
            raise Malformed("no form of this discriminant")
        if a > c or (b < 0 and a in (-b, c)):
            raise Malformed("the form is not reduced")
        if gcd(a, b, c) != 1:
            raise Malformed("the form is not primitive")
        return a, b, c

    def mul(self, f, g):
        """Cohen, algorithm 5.4.7."""
        (a1, b1, _), (a2, b2, c2) = f, g
        s = (b1 + b2) // 2
        d, y1 = bezout(a2, a1)
        d1, x2 = bezout(s, d)
        y2 = (d1 - x2 * s) // d
        v1, v2 = a1 // d1, a2 // d1
        r = (-y1 * y2 * (b2 - s) - x2 * c2) % v1
        return reduce(v1 * v2, b2 + 2 * v2 * r, (c2 * d1 + r * (b2 + v2 * r)) // v1)

    def invert(self, f):
        a, b, c = f
        return f if b == a or a == c else (a, -b, c)

    def pow(self, f, exponent):
        power = self.identity
        for bit in f"{exponent:b}":
            power = self.mul(power, power)
            if bit == "1":
                power = self.mul(power, f)
        return power

    def check_units(self, *elements):
        """Every form has an inverse."""

    def check_sound(self):
        """Raises Invalid if elements of low order are known: with (b + sqrt(D)) / 2 of norm 2^(k - 2), the form (2, 1,
        c) has an order that divides k - 2."""
        for k in range(self.bits, self.bits + 41):
            square = (1 << k) + self.discriminant
            if square >= 0 and isqrt(square) ** 2 == square:
                raise Invalid("elements of low order are known in this group")

    def encode(self, f):
        a, b, _ = f
        t = 0 if a == b else short_factor(a, abs(b))
        g = gcd(a, t) if t else 1
        shift = (g.bit_length() + 7) // 8 - 1
        quotient = 0 if g == 1 else abs(b) // (a // g)
        fields = zip((a // g, abs(t) // g, g, quotient), self.sizes(shift))
        return bytes([(b < 0) + 2 * (t < 0), shift]) + b"".join(uint(value, size) for value, size in fields)

    def sizes(self, shift):
        """Bytes of a/g, |t|/g, g and floor(|b| g / a)."""
        return 2 * self.quarter - shift, self.quarter - shift, shift + 1, shift + 1

    def decode(self, data, name="element"):
        if len(data) != self.length:
            raise Malformed(f"{name}: wrong length: {len(data)} bytes, not {self.length}")
        flags, shift = data[0], data[1]
        if flags > 3 or shift >= self.quarter:
            raise Malformed(f"{name}: not canonical")
        fields, at = [], 2
        for size in self.sizes(shift):
            fields.append(integer(data[at : at + size]))
            at += size
        short_a, short_t, g, quotient = fields
        a = short_a * g
        if a == 0 or 2 * a.bit_length() > self.bits + 1:
            raise Malformed(f"{name}: not reduced")
        b = short_a
        if short_t:
            b = self.root(short_a, -short_t if flags & 2 else short_t, name) + short_a * quotient
        form = self.form(a, -b if flags & 1 else b)
        if self.encode(form) != data:
            raise Malformed(f"{name}: not canonical")
        return form

    def root(self, a, t, name):
        """sqrt(t^2 D mod a) / t modulo a."""
        if gcd(t, a) != 1:
            raise Malformed(f"{name}: no form of this discriminant")
        square = t * t * self.discriminant % a
        if isqrt(square) ** 2 != square:
            raise Malformed(f"{name}: no form of this discriminant")
        return isqrt(square) * pow(t, -1, a) % a

    def check_units(self, *elements):
        """Every form has an inverse."""

    def hash(self, dst, msg):
        """The form that `msg` hashes to under the domain `dst` (bytes, 1 to 200 of them)."""
        if not 1 <= len(dst) <= 200:
            raise ValueError("hash to group: dst has 1 to 200 bytes")
        bits = min(256, (self.bits - 1) // 2 - 1)
        full_dst = b"heliast/hash-to-group/class/v1/" + dst
        for counter in range(1 << 32):
            message = self.id + uint(counter, 4) + msg
            u = expand_message_xmd("sha256", message, full_dst, 1 + (bits + 7) // 8)
            q = integer(u[1:]) % (1 << bits) | 3
            if is_prime(q) and pow(self.discriminant, (q - 1) // 2, q) == 1:
                b = pow(self.discriminant, (q + 1) // 4, q)
                b = b if b % 2 else q - b
                return self.form(q, -b if u[0] % 2 else b)
        raise ValueError("hash to group: no counter gives an element")


def reduce(a, b, c):
    """The reduced form of a class; Cohen, algorithm 5.4.2."""
    while True:
        r = (a - b) // (2 * a)
        b, c = b + 2 * r * a, a * r * r + b * r + c
        if a < c or (a == c and b >= 0):
            return a, b, c
        a, b, c = c, -b, a


def bezout(a, b):
    """g = gcd(a, b) and an x with x a = g modulo b, for b > 0."""
    g = gcd(a, b)
    return g, pow(a // g, -1, b // g)


def short_factor(a, b):
    """t of the first remainder r = t b modulo a with r^2 < a in Euclid's algorithm."""
    (r, t), (s, u) = (b, 1), (a, 0)
    while r * r >= a:
        q = s // r
        (s, u), (r, t) = (r, t), (s - q * r, u - q * t)
    return t


def check_discriminant(magnitude, minimum_bits):
    """Raises Malformed unless -magnitude is an admissible discriminant."""
    bits = magnitude.bit_length()
    if not max(256, minimum_bits) <= bits <= 4096:
        raise Malformed(f"discriminant has {bits} bits, not {max(256, minimum_bits)} to 4096")
    if magnitude % 8 != 7:
        raise Malformed(f"discriminant is -{magnitude % 8} modulo 8, not -7")
    if not is_prime(magnitude):
        raise Malformed("discriminant is composite")


def discriminant_from_seed(seed, bits):
    """|D| of `bits` bits."""
    if len(seed) < 32:
        raise Malformed(f"seed of {len(seed)} bytes, not 32 or more")
    if bits % 32 or not 256 <= bits <= 4096:
        raise Malformed(f"no discriminants of {bits} bits")
    for counter in range(1 << 32):
        message = uint(bits, 4) + uint(counter, 4) + seed
        u = expand_message_xmd("sha256", message, b"heliast/class-discriminant/v1", bits // 8)
        if is_prime(magnitude := candidate(u)):
            return magnitude
    raise ValueError("discriminant: no counter gives a prime")


def chia_discriminant(seed, bits):
    """|D| of `bits` bits by Chia's rule."""
    if len(seed) < 8:
        raise Malformed(f"seed of {len(seed)} bytes, not 8 or more")
    if bits % 8 or not 256 <= bits <= 4096:
        raise Malformed(f"no discriminants of {bits} bits")
    counter = integer(seed)
    while True:
        data = b""
        while len(data) < bits // 8:
            counter = (counter + 1) % (1 << (8 * len(seed)))
            data += plain_sha256(uint(counter, len(seed))).digest()
        if is_prime(magnitude := candidate(data[: bits // 8])):
            return magnitude


def candidate(data):
    """The integer of these bytes with its highest bit and its three lowest set."""
    return integer(data) | 1 << (8 * len(data) - 1) | 7
