"""Hash to prime, modes plain and sieved-full (spec/hash-to-prime.md)."""

from .encoding import integer, sha256, uint
from .prime import is_prime

PLAIN, SIEVED_FULL = 0, 2
MODES = {"plain": PLAIN, "sieved-full": SIEVED_FULL}
MODE_NAMES = {PLAIN: "plain", SIEVED_FULL: "sieved-full"}

SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
PRIMORIAL = 614889782588491410
PHI = 85287729364992000


def hash_to_prime(mode, bits, prefix):
    """(prime, counter): the first prime candidate."""
    for counter in range(1 << 32):
        value = candidate(mode, bits, prefix, counter)
        if value < 1 << bits and is_prime(value):
            return value, counter
    raise ValueError("hash to prime: all counters fail")


def candidate(mode, bits, prefix, counter):
    """The candidate number `counter`, which may have more than `bits` bits in mode sieved-full."""
    if bits % 8 or not 128 <= bits <= 512 or mode not in MODE_NAMES:
        raise ValueError("hash to prime: unknown mode or number of bits")
    padded = prefix + bytes(-len(prefix) % 128)

    def digest(j):
        return sha256(padded, uint(counter, 4), uint(j, 1))

    width = (bits + 255) // 256
    c = integer(b"".join(digest(j) for j in range(width))[: bits // 8])
    if mode == PLAIN:
        return c
    return c // PRIMORIAL * PRIMORIAL + residue(integer(digest(width)[:16]) % PHI)


def residue(v):
    """The r in [0, PRIMORIAL) that 0 <= v < PHI stands for: r = 1 + (next digit of v) modulo each small prime."""
    r = 0
    for p in SMALL_PRIMES:
        cofactor = PRIMORIAL // p
        r += (1 + v % (p - 1)) * cofactor * pow(cofactor, -1, p)
        v //= p - 1
    return r % PRIMORIAL
