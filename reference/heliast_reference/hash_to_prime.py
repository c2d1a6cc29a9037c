"""Hash to prime: four modes, five hash functions, hints (spec/hash-to-prime.md)."""

import hashlib

from .blake3 import blake3
from .encoding import integer, uint
from .errors import Invalid, Malformed
from .prime import is_prime

PLAIN, SIEVED, SIEVED_FULL, HINTED = range(4)
MODES = {"plain": PLAIN, "sieved": SIEVED, "sieved-full": SIEVED_FULL, "hinted": HINTED}
MODE_NAMES = {number: name for name, number in MODES.items()}

SHA_256, SHA_512, SHA3_512, BLAKE2B_512, BLAKE3 = range(5)
HASHES = {"sha-256": SHA_256, "sha-512": SHA_512, "sha3-512": SHA3_512, "blake2b-512": BLAKE2B_512, "blake3": BLAKE3}
HASH_NAMES = {number: name for name, number in HASHES.items()}
FUNCTIONS = {
    SHA_256: lambda data: hashlib.sha256(data).digest(),
    SHA_512: lambda data: hashlib.sha512(data).digest(),
    SHA3_512: lambda data: hashlib.sha3_512(data).digest(),
    BLAKE2B_512: lambda data: hashlib.blake2b(data).digest(),
    BLAKE3: lambda data: blake3(data, 64),
}
DIGEST_SIZES = {SHA_256: 32, SHA_512: 64, SHA3_512: 64, BLAKE2B_512: 64, BLAKE3: 64}

SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
PRIMORIAL = 614889782588491410
PHI = 85287729364992000


def allowed_bits(mode):
    """The numbers of bits for which a mode exists."""
    return range(136, 521, 16) if mode == HINTED else range(128, 513, 8)


def hash_to_prime(mode, hash_id, bits, prefix):
    """(prime, counter): the first prime candidate."""
    for counter in range(hint_bound(bits) if mode == HINTED else 1 << 32):
        value = candidate(mode, hash_id, bits, prefix, counter)
        if value < 1 << bits and is_prime(value):
            return value, counter
    raise ValueError("hash to prime: all counters fail")


def hinted_prime(mode, hash_id, bits, prefix, counter):
    """The prime that the prover's hint names."""
    if mode != HINTED or counter >= hint_bound(bits):
        raise Malformed(f"hint out of range: {counter}")
    value = candidate(mode, hash_id, bits, prefix, counter)
    if value >= 1 << bits or not is_prime(value):
        raise Invalid("hint names no prime")
    return value


def hint_bound(bits):
    return 8 * bits


def candidate(mode, hash_id, bits, prefix, counter):
    """The candidate number `counter`, which may have more than `bits` bits in modes sieved-full and hinted."""
    if mode not in MODE_NAMES or hash_id not in HASH_NAMES or bits not in allowed_bits(mode):
        raise ValueError("hash to prime: unknown suite")
    message = prefix + bytes(-len(prefix) % 128) + uint(counter, 4)
    at = 32 * ((bits + 255) // 256)
    stream = b""
    while len(stream) < at + 16:
        stream += FUNCTIONS[hash_id](message + uint(len(stream) // DIGEST_SIZES[hash_id], 1))
    c = integer(stream[: bits // 8])
    if mode == PLAIN:
        return c
    r = 1 if mode == SIEVED else residue(integer(stream[at : at + 16]) % PHI)
    return c // PRIMORIAL * PRIMORIAL + r


def residue(v):
    """The r in [0, PRIMORIAL) that 0 <= v < PHI encodes: r = 1 + (next digit of v) modulo each small prime."""
    r = 0
    for p in SMALL_PRIMES:
        cofactor = PRIMORIAL // p
        r += (1 + v % (p - 1)) * cofactor * pow(cofactor, -1, p)
        v //= p - 1
    return r % PRIMORIAL
