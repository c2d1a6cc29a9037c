"""Batch proofs of delays (spec/batch.md): many statements y = x^(2^t) become few, and these are proved."""

from dataclasses import dataclass
from functools import lru_cache

from . import linear_batch, pietrzak
from . import wesolowski as w
from .batch_strings import BUCKET, STATEMENT, strings
from .blake3 import blake3
from .encoding import tag, uint
from .errors import Invalid, Malformed

LEAF_RECORDS = 4096
RANDOM, ASCENDING = 1, 2
WESOLOWSKI, PIETRZAK = "wesolowski", "pietrzak"

RANDOM_SUBSETS, RANDOM_EXPONENTS, HYBRID, BUCKETS, ASCENDING_BUCKETS = range(1, 6)
LINEAR = 7
FAMILIES = {
    "random-subsets": RANDOM_SUBSETS,
    "random-exponents": RANDOM_EXPONENTS,
    "hybrid": HYBRID,
    "bucket": BUCKETS,
    "ascending-bucket": ASCENDING_BUCKETS,
    "linear": LINEAR,
}


class Weighted:
    """Reductions whose rows are products of powers."""

    def leave(self, group, statements, seed, stage):
        """The statements that are left."""
        rows = self.exponents(seed, stage, len(statements))
        return [raise_and_multiply(group, statements, row) for row in rows]


@dataclass(frozen=True)
class Subsets(Weighted):
    rows: int

    def encode(self):
        return uint(1, 1) + uint(self.rows, 2) + uint(0, 2)

    def exponents(self, seed, stage, m):
        """The exponents of each of m statements, row by row."""
        drawn = strings(seed, stage, STATEMENT, self.rows, m)
        return [[s >> row & 1 for s in drawn] for row in range(self.rows)]


@dataclass(frozen=True)
class Exponents(Weighted):
    bits: int

    def encode(self):
        return uint(2, 1) + uint(self.bits, 2) + uint(0, 2)

    def exponents(self, seed, stage, m):
        return [strings(seed, stage, STATEMENT, self.bits, m)]


@dataclass(frozen=True)
class Buckets(Weighted):
    bits: int
    rounds: int
    weights: int

    def encode(self):
        return uint(3, 1) + uint(self.rounds, 2) + uint(self.bits, 1) + uint(self.weights, 1)

    def exponents(self, seed, stage, m):
        of_statements = strings(seed, stage, STATEMENT, self.bits * self.rounds, m)
        of_buckets = strings(seed, stage, BUCKET, self.bits * self.rounds, 1 << self.bits)
        rows = []
        for round_ in range(self.rounds):
            weights = [self.digit(s, round_) for s in of_buckets]
            if self.weights == ASCENDING:
                weights = range(1 << self.bits)
            rows.append([weights[self.digit(s, round_)] for s in of_statements])
        return rows

    def digit(self, string, round_):
        return string >> (self.bits * round_) & ((1 << self.bits) - 1)


def check_level(level):
    if level % 8 or not 64 <= level <= 256:
        raise ValueError(f"level: {level}")


def reductions(family, level, m):
    """The list of reductions of a protocol for m statements."""
    check_level(level)
    if family == LINEAR:
        if level > linear_batch.MOST_BITS:
            raise ValueError(f"level: {level}")
        return [*linear_batch.levels(m), Exponents(level)]
    return {
        RANDOM_SUBSETS: [Subsets(level)],
        RANDOM_EXPONENTS: [Exponents(level)],
        HYBRID: [Subsets(level), Exponents(level)],
        BUCKETS: [cheapest_buckets(level, m, RANDOM), Exponents(level)],
        ASCENDING_BUCKETS: [cheapest_buckets(level, m, ASCENDING), Exponents(level)],
    }[family]


def cheapest_buckets(level, m, weights):
    """The smallest k with the lowest price."""
    candidates = []
    for k in range(3, 25):
        if weights == RANDOM:
            rounds, price = -(-level // (k - 2)), 2 * m + (3 * k + 2) * 2**k
        else:
            rounds, price = -(-level // k), 2 * m + 4 * 2**k
        candidates.append((rounds * (price + 3 * level + 2), k, rounds))
    _, k, rounds = min(candidates)
    return Buckets(k, rounds, weights)


def digest(shard, stride):
    """u64(number of records) || hash of the hashes of the leaves."""
    size = LEAF_RECORDS * stride
    leaves = [shard[i : i + size] for i in range(0, len(shard), size)]
    hashes = [blake3(tag("heliast/batch/leaf/v1") + leaf) for leaf in leaves]
    return uint(len(shard) // stride, 8) + blake3(tag("heliast/batch/root/v1") + b"".join(hashes))


def seed_of(group, t, protocol, shards):
    """The seed from which every challenge is drawn."""
    parameters = uint(len(protocol), 1) + b"".join(reduction.encode() for reduction in protocol)
    digests = b"".join(digest(shard, 2 * group.length) for shard in shards)
    about = group.id + uint(group.length, 4) + uint(t, 8) + parameters
    return blake3(tag("heliast/batch/seed/v1") + about + uint(len(shards), 8) + digests)


def decode(group, data):
    """The statements (x, y) in the bytes of a list."""
    if len(data) % (2 * group.length):
        raise Malformed(f"statements: wrong length: {len(data)} bytes")
    elements = [data[i : i + group.length] for i in range(0, len(data), group.length)]
    inputs = [group.decode(element, "x") for element in elements[0::2]]
    outputs = [group.decode(element, "y") for element in elements[1::2]]
    if group.identity in inputs:
        raise Invalid("x: identity")
    return list(zip(inputs, outputs))


def encode(group, statements):
    return b"".join(group.encode(x) + group.encode(y) for x, y in statements)


def combine(group, t, protocol, shards):
    """The statements that a protocol leaves of a list in shards, and the seed."""
    return _combined(group, t, tuple(protocol), tuple(shards))


@lru_cache(maxsize=4)
def _combined(group, t, protocol, shards):
    """The same with a cache, since a list is proved and then verified with several proofs."""
    statements = [statement for shard in shards for statement in decode(group, shard)]
    if not statements:
        raise Invalid("no statements")
    if not 1 <= t <= w.MAX_T:
        raise Invalid(f"t out of range: {t}")
    group.check_units(*(element for statement in statements for element in statement))
    seed = seed_of(group, t, protocol, shards)
    for stage, reduction in enumerate(protocol):
        statements = reduction.leave(group, statements, seed, stage)
    return statements, seed


def raise_and_multiply(group, statements, exponents):
    """The product of the statements to the power of their exponents."""
    x = y = group.identity
    for statement, exponent in zip(statements, exponents):
        x = group.mul(x, group.pow(statement[0], exponent))
        y = group.mul(y, group.pow(statement[1], exponent))
    return x, y


def prove(group, t, protocol, shards, system, suite=w.Suite()):
    """The proofs of the statements that are left, one after the other."""
    left, _ = combine(group, t, protocol, shards)
    return b"".join(prove_one(group, t, x, y, system, suite) for x, y in left)


def prove_one(group, t, x, y, system, suite):
    if x == group.identity:
        return group.encode(group.identity) * (1 if system == WESOLOWSKI else pietrzak.rounds(t))
    if system == WESOLOWSKI:
        return group.encode(w.prove(group, suite, t, x, y))
    return pietrzak.encode(group, pietrzak.prove(group, t, x, y))


def verify(group, t, protocol, shards, system, proof, suite=w.Suite()):
    """Returns if the proof shows that every statement of the list is true."""
    group.check_sound()
    left, _ = combine(group, t, protocol, shards)
    size = group.length * (1 if system == WESOLOWSKI else pietrzak.rounds(t))
    if len(proof) != size * len(left):
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {size * len(left)}")
    for i, (x, y) in enumerate(left):
        verify_one(group, t, x, y, system, proof[i * size : (i + 1) * size], suite)


def verify_one(group, t, x, y, system, proof, suite):
    """A proof of one statement that is left. If x is the identity, y and the proof must be the identity, too."""
    if x == group.identity:
        elements = [group.decode(proof[i : i + group.length]) for i in range(0, len(proof), group.length)]
        if y != x or set(elements) - {x}:
            raise Invalid("delay proof fails")
    elif system == WESOLOWSKI:
        w.verify_output(group, suite, t, x, y, group.decode(proof, "pi"))
    else:
        pietrzak.verify(group, t, group.encode(x), group.encode(y), proof)
