"""vectors/hash_to_prime.json"""

from heliast_reference.blake3 import blake3
from heliast_reference.encoding import Reader, uint
from heliast_reference.hash_to_prime import (
    HASH_NAMES,
    HASHES,
    HINTED,
    MODE_NAMES,
    MODES,
    PHI,
    SHA_256,
    SMALL_PRIMES,
    candidate,
    hash_to_prime,
    hint_bound,
    hinted_prime,
    residue,
)
from heliast_reference.prime import is_prime
from heliast_reference.wesolowski import Suite

from .common import document, refused, stream

NAME = "hash_to_prime.json"
ABOUT = (
    "Hash to prime. kind prime: mode, hash, bits k and prefix to counter and prime (k/8 bytes). kind candidates: the "
    "first three candidates, prime or not, hexadecimal. kind residue: v (decimal, below phi(B)) to the residue r "
    "(decimal) of sieved-full and hinted. kind hint: the counter that a prover names to the prime that the verifier "
    "takes, or a refusal. kind suite: four bytes to mode, hash and bits, or a refusal. kind blake3: 64 bytes of output "
    "for the input 0, 1, ... 250, 0, 1, ... of this length."
)
PREFIX_LENGTHS = (0, 1, 127, 128, 129, 600)


def make():
    cases = []
    for mode in MODES.values():
        sizes = (136, 200, 264, 280, 520) if mode == HINTED else (128, 192, 256, 264, 512)
        shortest, _, middle, _, longest = sizes
        for bits in sizes:
            cases += [prime_case(mode, SHA_256, bits, stream("prefix", length)) for length in PREFIX_LENGTHS]
        for bits in (shortest, middle, longest):
            cases.append(candidates_case(mode, SHA_256, bits, b"heliast"))
        for hash_id in HASH_NAMES:
            if hash_id != SHA_256:
                cases.append(candidates_case(mode, hash_id, longest, b"heliast"))
                cases.append(prime_case(mode, hash_id, shortest, stream("prefix", 1025)))
                cases.append(prime_case(mode, hash_id, middle, stream("prefix", 600)))
        cases += hint_cases(mode, SHA_256, middle)
    for hash_id in HASH_NAMES:
        cases += hint_cases(HINTED, hash_id, 520)[:2]
    for v in (0, 1, 2, PHI // 2, PHI - 1, 123456789012345678 % PHI):
        cases.append({"name": f"residue {v}", "kind": "residue", "v": str(v), "r": str(residue(v))})
    assert all(residue(PHI - 1) % p == (p - 1) for p in SMALL_PRIMES)
    return document(ABOUT, "spec/hash-to-prime.md", cases + suite_cases() + blake3_cases())


def described(mode, hash_id, bits, prefix, what):
    hash_name = "" if hash_id == SHA_256 else f" {HASH_NAMES[hash_id]},"
    return {
        "name": f"{MODE_NAMES[mode]},{hash_name} {bits} bits{what}",
        "mode": MODE_NAMES[mode],
        "hash": HASH_NAMES[hash_id],
        "bits": bits,
        "prefix": prefix.hex(),
    }


def prime_case(mode, hash_id, bits, prefix):
    prime, counter = hash_to_prime(mode, hash_id, bits, prefix)
    return {
        **described(mode, hash_id, bits, prefix, f", prefix of {len(prefix)} bytes"),
        "kind": "prime",
        "counter": counter,
        "prime": uint(prime, bits // 8).hex(),
    }


def candidates_case(mode, hash_id, bits, prefix):
    candidates = [f"{candidate(mode, hash_id, bits, prefix, i):x}" for i in range(3)]
    fields = described(mode, hash_id, bits, prefix, ": first candidates")
    return {**fields, "kind": "candidates", "candidates": candidates}


def hint_cases(mode, hash_id, bits):
    """The hints that a prover may name, and those that it may not. In a suite without hints it may name none."""
    prefix = stream("hint", 40)
    first = hash_to_prime(mode, hash_id, bits, prefix)[1]
    if mode != HINTED:
        return [hint_case(mode, hash_id, bits, prefix, "the first prime", first, "malformed")]
    last = hint_bound(bits) - 1
    is_first_prime = [is_prime(candidate(mode, hash_id, bits, prefix, i)) for i in range(first + 1)]
    assert is_first_prime.index(True) == first
    second = next(i for i in range(first + 1, last) if is_prime(candidate(mode, hash_id, bits, prefix, i)))
    beyond = next(i for i in range(last + 1, 1 << 16) if is_prime(candidate(mode, hash_id, bits, prefix, i)))
    assert not is_prime(candidate(mode, hash_id, bits, prefix, last))
    refusals = {
        "composite": (second + 1, "invalid"),
        "the last, composite": (last, "invalid"),
        "out of range": (last + 1, "malformed"),
        "prime, but out of range": (beyond, "malformed"),
        "65535": (65535, "malformed"),
    }
    accepted = {"the first prime": first, "the second prime": second}
    return [hint_case(mode, hash_id, bits, prefix, what, counter) for what, counter in accepted.items()] + [
        hint_case(mode, hash_id, bits, prefix, what, counter, error) for what, (counter, error) in refusals.items()
    ]


def hint_case(mode, hash_id, bits, prefix, what, counter, error=None):
    fields = {**described(mode, hash_id, bits, prefix, f": hint, {what}"), "kind": "hint", "counter": counter}
    if error is None:
        return {**fields, "prime": uint(hinted_prime(mode, hash_id, bits, prefix, counter), bits // 8).hex()}
    name = fields.pop("name")
    return refused(name, lambda: hinted_prime(mode, hash_id, bits, prefix, counter), error, **fields)


def suite_cases():
    cases = []
    for mode, mode_name in MODE_NAMES.items():
        for hash_id, hash_name in HASH_NAMES.items():
            data = Suite(mode, 264, hash_id).encode().hex()
            fields = {"mode": mode_name, "hash": hash_name, "bits": 264}
            cases.append({"name": f"suite {data}", "kind": "suite", "bytes": data, **fields})
    last_hash = max(HASHES.values())
    for data in (
        *(bytes([mode, 0, 1, 0]) for mode in (4, 255)),
        *(bytes([2, hash_id, 1, 0]) for hash_id in (last_hash + 1, 255)),
        *(bytes([2, 0]) + uint(bits, 2) for bits in (0, 8, 120, 255, 257, 520, 65528)),
        *(bytes([HINTED, 0]) + uint(bits, 2) for bits in (120, 128, 256, 260, 272, 512, 528, 536)),
    ):
        fields = {"kind": "suite", "bytes": data.hex()}
        cases.append(refused(f"suite {data.hex()}", lambda: Suite.read(Reader(data)), "malformed", **fields))
    return cases


def blake3_cases():
    lengths = (0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 3072, 3073, 5121)
    inputs = {length: bytes(i % 251 for i in range(length)) for length in lengths}
    return [
        {"name": f"blake3 of {length} bytes", "kind": "blake3", "length": length, "digest": blake3(data, 64).hex()}
        for length, data in inputs.items()
    ]
