"""Different delays in one batch (spec/batch.md): y_i = x_i^(2^(t_i)), one proof Q of one element."""

import sys
from functools import lru_cache

from . import wesolowski as w
from .batch import check_level, digest
from .batch_strings import STATEMENT, strings
from .blake3 import blake3
from .encoding import integer, tag, uint
from .errors import Invalid, Malformed
from .hash_to_prime import SHA_256, SIEVED_FULL, hash_to_prime

DELAY_SIZE = 8
FEW = 200
MAX_DIGIT = 24


def suite_of(level):
    return w.Suite(SIEVED_FULL, 2 * level, SHA_256)


def seed_of(group, level, shards, name="heliast/batch/varied-seed/v1"):
    about = group.id + uint(group.length, 4) + uint(level, 2) + suite_of(level).encode()
    digests = b"".join(digest(shard, DELAY_SIZE + 2 * group.length) for shard in shards)
    return blake3(tag(name) + about + uint(len(shards), 8) + digests)


def challenge(group, level, seed, output):
    """l."""
    suite = suite_of(level)
    prefix = tag("heliast/batch/varied-prime/v1") + suite.encode() + group.id + seed + uint(group.length, 4)
    return hash_to_prime(suite.mode, suite.hash_id, suite.bits, prefix + group.encode(output))[0]


def decode(group, data):
    """The statements (t, x, y) in the bytes of a list."""
    stride = DELAY_SIZE + 2 * group.length
    if len(data) % stride:
        raise Malformed(f"statements: wrong length: {len(data)} bytes")
    statements = []
    for at in range(0, len(data), stride):
        record = data[at : at + stride]
        middle = DELAY_SIZE + group.length
        x, y = group.decode(record[DELAY_SIZE:middle], "x"), group.decode(record[middle:], "y")
        statements.append((integer(record[:DELAY_SIZE]), x, y))
    for t, x, _ in statements:
        w.check_statement(group, t, x)
    return statements


def encode(group, statements):
    return b"".join(uint(t, DELAY_SIZE) + group.encode(x) + group.encode(y) for t, x, y in statements)


def price(n, bits):
    """(e, f): a product of n powers of `bits` bits costs about n * e + f."""
    if n <= FEW:
        return min(2 ** (w - 1) + -(-bits // (w + 1)) for w in range(1, 9)), bits
    _, c = min((-(-bits // c) * (n + 2 ** (c + 1)), c) for c in range(1, MAX_DIGIT + 1))
    each = -(-bits // c)
    return each, each * 2 ** (c + 1) + bits


def merges(count, m, level):
    """Returns whether `count` statements of m that share their delay become one base."""
    each, once = price(count, level)
    return count * each + once < count * price(m, 2 * level)[0]


def bases(group, level, statements, exponents):
    """(base, exponent) whose product of powers must be the product of the outputs."""
    by_delay = {}
    for (t, x, _), r in zip(statements, exponents):
        by_delay.setdefault(t, []).append((x, r))
    found = []
    for t, members in by_delay.items():
        if merges(len(members), len(statements), level):
            found.append((product(group, members), 2**t))
        else:
            found += [(x, r * 2**t) for x, r in members]
    return found


def product(group, powers):
    """The product of base^exponent."""
    total = group.identity
    for base, exponent in powers:
        total = group.mul(total, group.pow(base, exponent))
    return total


def claim(group, level, seed, statements):
    """(bases, product of the outputs)."""
    exponents = strings(seed, 0, STATEMENT, level, len(statements))
    output = product(group, [(y, r) for (_, _, y), r in zip(statements, exponents)])
    return bases(group, level, statements, exponents), output


def combine(group, level, shards, protocol):
    """(bases, product of the outputs, l, seed) of a list in shards."""
    return _combined(group, level, tuple(shards), protocol)


@lru_cache(maxsize=4)
def _combined(group, level, shards, protocol):
    """The same with a cache, since a list is proved and then verified with several proofs."""
    check_level(level)
    statements = [statement for shard in shards for statement in decode(group, shard)]
    if not statements:
        raise Invalid("no statements")
    group.check_units(*(element for _, x, y in statements for element in (x, y)))
    seed = protocol.seed_of(group, level, shards)
    found, output = protocol.claim(group, level, seed, statements)
    return found, output, challenge(group, level, seed, output), seed


THIS = sys.modules[__name__]
"""A protocol of different delays is a module with `seed_of` and `claim`: this one, or varied_linear."""


def prove(group, level, shards, protocol=THIS):
    """Q."""
    found, _, l, _ = combine(group, level, shards, protocol)
    return group.encode(product(group, [(base, exponent // l) for base, exponent in found]))


def verify(group, level, shards, proof, protocol=THIS):
    """Returns if the proof shows that every statement of the list is true."""
    group.check_sound()
    found, output, l, _ = combine(group, level, shards, protocol)
    quotient = group.decode(proof, "Q")
    group.check_units(quotient)
    powers = [(quotient, l)] + [(base, exponent % l) for base, exponent in found]
    if product(group, powers) != output:
        raise Invalid("delay proof fails")
