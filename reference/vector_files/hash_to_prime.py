"""vectors/hash_to_prime.json"""

from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import MODES, PHI, SMALL_PRIMES, candidate, hash_to_prime, residue

from .common import document, stream

NAME = "hash_to_prime.json"
ABOUT = (
    "Hash to prime. kind prime: mode, bits k and prefix to counter and prime (k/8 bytes). kind candidates: the "
    "first three candidates, prime or not, hexadecimal. kind residue: v (decimal, below phi(B)) to the residue r "
    "(decimal) of sieved-full."
)


def make():
    cases = []
    for mode in MODES:
        for bits in (128, 192, 256, 264, 512):
            for length in (0, 1, 127, 128, 129, 600):
                cases.append(prime_case(mode, bits, stream("prefix", length)))
        for bits in (128, 256, 512):
            cases.append(candidates_case(mode, bits, b"heliast"))
    for v in (0, 1, 2, PHI // 2, PHI - 1, 123456789012345678 % PHI):
        cases.append({"name": f"residue {v}", "kind": "residue", "v": str(v), "r": str(residue(v))})
    assert all(residue(PHI - 1) % p == (p - 1) for p in SMALL_PRIMES)
    return document(ABOUT, "spec/hash-to-prime.md", cases)


def prime_case(mode, bits, prefix):
    prime, counter = hash_to_prime(MODES[mode], bits, prefix)
    return {
        "name": f"{mode}, {bits} bits, prefix of {len(prefix)} bytes",
        "kind": "prime",
        "mode": mode,
        "bits": bits,
        "prefix": prefix.hex(),
        "counter": counter,
        "prime": uint(prime, bits // 8).hex(),
    }


def candidates_case(mode, bits, prefix):
    return {
        "name": f"{mode}, {bits} bits: first candidates",
        "kind": "candidates",
        "mode": mode,
        "bits": bits,
        "prefix": prefix.hex(),
        "candidates": [f"{candidate(MODES[mode], bits, prefix, i):x}" for i in range(3)],
    }
