"""VOLE in the head as FAEST does it for AES-128 (spec/avrf.md): one key encrypts public blocks to public blocks."""

import hashlib
from dataclasses import dataclass
from functools import cached_property, lru_cache

from . import aes_planes, quicksilver
from .aes import Aes
from .binary_field import SideBySide, multiply, times, together
from .errors import Invalid
from .tagged import le

LAMBDA, BLOCK, COMMITMENT = 128, 16, 48
COLUMN_HASH = BLOCK + 2
KEY_WITNESS, PAIR_WITNESS = 16 + 40, 5 * 8 + 4 * 16
FACTORS, COMMIT, ROOT, IV, FIRST, SECOND, THIRD = 0, 1, 3, 4, 9, 10, 11


def shake(purpose, size, *parts):
    """H of FAEST: SHAKE128, what for in the last byte."""
    return hashlib.shake_128(b"".join(parts) + bytes([purpose])).digest(size)


def integer(data):
    """Bit i of a string is bit i mod 8 of byte i / 8, and so bit i of this integer."""
    return int.from_bytes(data, "little")


def cut(data, size):
    return [data[i : i + size] for i in range(0, len(data), size)]


@dataclass(frozen=True)
class Parameters:
    vectors: int  # tau
    long: int  # tau_1: the first so many vectors are long
    depth: int  # k: a long vector has 2^k leaves, another 2^(k - 1)
    opened: int  # T_open: nodes in a proof
    grind: int  # w: the last bits of the challenge are 0

    def depth_of(self, i):
        return self.depth if i < self.long else self.depth - 1

    def column(self, i):
        """The first column of vector i."""
        return sum(map(self.depth_of, range(i)))

    @cached_property
    def leaves(self):
        return sum(1 << self.depth_of(i) for i in range(self.vectors))

    def node(self, i, j):
        """The node of the tree that is leaf j of vector i: leaves of the same number stand side by side."""
        half = 1 << self.depth - 1
        first = self.vectors * j if j < half else self.vectors * half + self.long * (j - half)
        return self.leaves - 1 + first + i

    def hidden(self, challenge):
        """By vector, the leaf that stays hidden."""
        return [
            challenge >> self.column(i) & (1 << self.depth_of(i)) - 1 for i in range(self.vectors)
        ]


SMALL = Parameters(vectors=11, long=0, depth=12, opened=102, grind=7)
FAST = Parameters(vectors=16, long=8, depth=8, opened=110, grind=8)


# The tree, its leaves, and their commitments


def streams(keys, iv, numbers, blocks):
    """For each key and its number the first `blocks` blocks of G (spec/avrf.md): AES in counter mode.

    The counter begins at the first 4 bytes of iv; the number was added to the last 4.
    """
    last, count = integer(iv[12:]), integer(iv[:4])
    counters = bytearray(b"".join(iv[:12] + le((last + number) % (1 << 32), 4) for number in numbers))
    cipher, out = Aes(b"".join(keys)), []
    for i in range(blocks):
        for p, byte in enumerate(le((count + i) % (1 << 32), 4)):
            counters[p::BLOCK] = bytes([byte]) * len(keys)
        out.append(cut(cipher.encrypt(counters), BLOCK))
    return list(map(b"".join, zip(*out)))


def streams_by_vector(rows, iv, numbers, blocks):
    """By vector, the result of `streams` for the keys in its row, else None; computed for all vectors at once."""
    known = [(i, j) for i, row in enumerate(rows) for j, key in enumerate(row) if key is not None]
    made = streams([rows[i][j] for i, j in known], iv, [numbers[i] for i, _ in known], blocks)
    found = [[None] * len(row) for row in rows]
    for (i, j), stream in zip(known, made):
        found[i][j] = stream
    return found


def grow(parameters, nodes, iv):
    """All nodes that follow from those in `nodes`, by number."""
    level = [0]
    while level[0] < parameters.leaves - 1:
        parents = [i for i in level if i < parameters.leaves - 1]
        known = [i for i in parents if i in nodes]
        if known:
            children = streams([nodes[i] for i in known], iv, known, 2)
            for i, both in zip(known, children):
                nodes[2 * i + 1], nodes[2 * i + 2] = both[:BLOCK], both[BLOCK:]
        level = list(range(2 * level[0] + 1, 2 * level[-1] + 3))
    return nodes


def leaf_commitments(parameters, nodes, iv):
    """By vector: (seed, commitment) of the leaves that are in `nodes`, else None."""
    factors = cut(shake(FACTORS, COMMITMENT * parameters.vectors, iv), COMMITMENT)
    vectors = range(parameters.vectors)
    keys = [[nodes.get(parameters.node(i, j)) for j in range(1 << parameters.depth_of(i))] for i in vectors]
    numbers = [parameters.leaves - 1 + i for i in vectors]
    found = []
    for factor, row in zip(factors, streams_by_vector(keys, iv, numbers, 4)):
        found.append(commitments_of(row, times(integer(factor), 384, 8 * BLOCK)))
    return found


def commitments_of(row, product):
    """(seed, commitment) of each stream of a leaf that is not None. product: multiplies by the vector's factor."""
    known = [stream for stream in row if stream is not None]
    masks = iter(product.each([integer(stream[:BLOCK]) for stream in known]))
    return [stream and (stream[:BLOCK], le(next(masks) ^ integer(stream[BLOCK:]), COMMITMENT)) for stream in row]


def commit(rows):
    """The hash of all leaves' commitments."""
    return shake(COMMIT, 32, *(shake(COMMIT, 32, *(commitment for _, commitment in row)) for row in rows))


def opening(parameters, challenge):
    """(hidden leaves by vector, the nodes that give all the others in the order of the proof)"""
    hidden = parameters.hidden(challenge)
    paths = set()
    for i, j in enumerate(hidden):
        node = parameters.node(i, j)
        while node:
            paths.add(node)
            node = (node - 1) // 2
    beside = [node - 1 if node % 2 == 0 else node + 1 for node in sorted(paths, reverse=True)]
    return hidden, [node for node in beside if node not in paths]


# Columns


LANES = 1 << 16  # about so many blocks are encrypted at once


def columns_of(parameters, rows, offsets, iv, size):
    """By vector (sum of all streams, columns): column d is the sum of those j where bit d of j + offset (bit by bit)
    is 1.

    `rows` has the leaves' seeds. A sum to which one that is None belongs means nothing. The streams are never made one
    by one: each bit of all leaves' blocks is one number, in which leaf j + offset of a vector lies at place j.
    """
    lanes = []
    for i, (row, offset) in enumerate(zip(rows, offsets)):
        lanes += [(i, row[j ^ offset] or bytes(BLOCK)) for j in range(len(row))]
    keys, blocks = aes_planes.round_keys(b"".join(seed for _, seed in lanes)), -(-size // BLOCK)
    numbers = [le((integer(iv[12:]) + i + (1 << 31)) % (1 << 32), 4) for i in range(parameters.vectors)]
    last = [aes_planes.planes_of(bytes(numbers[i][p] for i, _ in lanes)) for p in range(4)]
    steps = -(-blocks * len(lanes) // LANES)
    copies = -(-blocks // steps)
    repeat = lambda planes: [[aes_planes.repeated(bit, len(lanes), copies) for bit in byte] for byte in planes]
    keys, last = list(map(repeat, keys)), repeat(last)
    sums = [[] for _ in range(sum(parameters.depth_of(i) + 1 for i in range(parameters.vectors)))]
    for first in range(0, blocks, copies):
        counters = [le((integer(iv[:4]) + first + copy) % (1 << 32), 4) + iv[4:12] for copy in range(copies)]
        head = [aes_planes.steps(column, len(lanes)) for column in zip(*counters)]
        add_up(parameters, aes_planes.encrypt(keys, head + last), copies, sums)
    texts = iter(b"".join(blocks)[:size] for blocks in sums)
    columns = [[integer(next(texts)) for _ in range(parameters.depth_of(i) + 1)] for i in range(parameters.vectors)]
    return [(total, rest) for total, *rest in columns]


def add_up(parameters, encrypted, copies, sums):
    """Appends to each of `sums`, which are as in `columns_of`, its part of these blocks.

    Step d adds each lane whose bit d is 1 to that where it is 0, so that in the end lane 2^d has all whose bit d is 1.
    """
    masks, places = lower_lanes(parameters)
    masks = [aes_planes.repeated(mask, parameters.leaves, copies) for mask in masks]
    size, text = parameters.leaves * copies // 8, []
    for plane in sum(encrypted, [])[::-1]:
        for d, mask in enumerate(masks):
            plane ^= plane >> (1 << d) & mask
        text.append(le(plane, size))
    text = b"".join(text)
    for lane in range(0, copies * parameters.leaves, parameters.leaves):
        for found, place in zip(sums, places):
            bits = text[(lane + place) // 8 :: size].translate(aes_planes.BIT_OF[place % 8])
            found.append(le(int(bits, 2), BLOCK))


@lru_cache(maxsize=None)
def lower_lanes(parameters):
    """(by step the lanes that are added to; where a vector's sums are: its lanes 0, 1, 2, 4, ...)"""
    masks, places, first = [0] * parameters.depth, [], 0
    for i in range(parameters.vectors):
        depth = parameters.depth_of(i)
        for d in range(depth):
            lower = sum(1 << j for j in range(1 << depth) if not j >> d & 1)
            masks[d] |= lower << first
        places += [first] + [first + (1 << d) for d in range(depth)]
        first += 1 << depth
    return masks, places


def seeds_of(rows):
    return [[leaf and leaf[0] for leaf in row] for row in rows]


@lru_cache(maxsize=8)
def reconstructed(parameters, challenge, nodes, commitments, iv, size):
    """The verifier's half: (hash of the commitments, columns before they are corrected)."""
    hidden, numbers = opening(parameters, challenge)
    given = cut(nodes, BLOCK)
    if any(any(padding) for padding in given[len(numbers) :]):
        raise Invalid("padding behind the nodes")
    rows = leaf_commitments(parameters, grow(parameters, dict(zip(numbers, given)), iv), iv)
    for row, j, commitment in zip(rows, hidden, cut(commitments, COMMITMENT)):
        row[j] = None, commitment
    made = columns_of(parameters, seeds_of(rows), hidden, iv, size)
    return commit(rows), sum((columns for _, columns in made), [])


def column_hashes(key, size, columns):
    """The universal hash of each column of `size` bytes, the last 18 of which mask it. key: 88 bytes.

    All columns at once: their words of one place stand side by side in one number.
    """
    *r, s = map(integer, cut(key[:80], BLOCK))
    t = integer(key[80:])
    data = [le(column, size) for column in columns]
    bodies = [text[:-COLUMN_HASH] + bytes(-(size - COLUMN_HASH) % BLOCK) for text in data]
    row = SideBySide(len(columns))
    h0 = h1 = 0
    for at in range(0, len(bodies[0]), BLOCK):
        h0 = row.times(h0, s) ^ row.number(body[at : at + BLOCK] for body in bodies)
    for at in range(0, len(bodies[0]), 8):
        h1 = row.times(h1, t, 64) ^ row.number(body[at : at + 8] for body in bodies)
    high, low = (row.elements(row.times(h0, r[i]) ^ row.times(h1, r[i + 1])) for i in (0, 2))
    hashed = [a + b[:2] for a, b in zip(high, low)]
    return [bytes(a ^ b for a, b in zip(one, text[-COLUMN_HASH:])) for one, text in zip(hashed, data)]


def rows_of(columns, count):
    """Bit i of column c becomes bit c of row i."""
    texts = [f"{column:0{count}b}"[-count:] for column in reversed(columns)]
    return [int("".join(bits), 2) for bits in zip(*texts)][::-1]


# Proofs


class Vole:
    """The proof system for `pairs` blocks and their encryptions."""

    def __init__(self, parameters, pairs, restricted):
        self.parameters, self.pairs, self.restricted = parameters, pairs, restricted
        self.witness_size = KEY_WITNESS + PAIR_WITNESS * pairs
        self.row_size = self.witness_size + 2 * BLOCK + COLUMN_HASH
        self.fields = {
            "corrections": (parameters.vectors - 1) * self.row_size,
            "u_hash": COLUMN_HASH,
            "d": self.witness_size,
            "a1": BLOCK,
            "a2": BLOCK,
            "commitments": parameters.vectors * COMMITMENT,
            "nodes": parameters.opened * BLOCK,
            "challenge": BLOCK,
            "iv": BLOCK,
            "counter": 4,
        }
        self.size = sum(self.fields.values())

    def split(self, proof):
        found, at = {}, 0
        for name, size in self.fields.items():
            found[name] = proof[at : at + size]
            at += size
        return found

    def all_columns(self, columns):
        """The last columns are 0, as is the challenge there."""
        return columns + [0] * self.parameters.grind

    def values(self, columns):
        """(the rows of the witness; the sums over 128 rows each times x^i that mask the check)"""
        bits = 8 * self.witness_size
        rows = rows_of(columns, 8 * self.row_size)
        sums = []
        for start in (bits, bits + LAMBDA):
            total = 0
            for row in reversed(rows[start : start + LAMBDA]):
                total = multiply(total, 2) ^ row
            sums.append(total)
        return rows[:bits], sums

    def prove(self, key, inputs, outputs, mu, hedge=b""):
        parameters = self.parameters
        both = shake(ROOT, 2 * BLOCK, key, mu, hedge)
        root, sent_iv = both[:BLOCK], both[BLOCK:]
        iv = shake(IV, BLOCK, sent_iv)
        nodes = grow(parameters, {0: root}, iv)
        rows = leaf_commitments(parameters, nodes, iv)
        made = columns_of(parameters, seeds_of(rows), [0] * parameters.vectors, iv, self.row_size)
        u = made[0][0]
        corrections = b"".join(le(total ^ u, self.row_size) for total, _ in made[1:])
        columns = self.all_columns(sum((columns for _, columns in made), []))
        first = shake(FIRST, 5 * BLOCK + 8, mu, commit(rows), corrections, iv)
        u_hash, *hashes = column_hashes(first, self.row_size, [u] + columns)
        w = quicksilver.witness(key, inputs)
        d = le(integer(w) ^ u & (1 << 8 * self.witness_size) - 1, self.witness_size)
        second = shake(SECOND, 3 * BLOCK + 8, first, u_hash, *hashes, d)

        tags, (v0, v1) = self.values(columns)
        u0, u1 = (u >> 8 * self.witness_size + i * LAMBDA & (1 << LAMBDA) - 1 for i in (0, 1))
        bits = map(quicksilver.BITS.__getitem__, w)
        committed = list(map(quicksilver.Polynomial, zip(map(together, cut(tags, 8)), bits)))
        hashers = [quicksilver.Hasher(second) for _ in range(3)]
        for constraint in self.constraints(committed, inputs, outputs, lambda bits: quicksilver.Polynomial((0, bits))):
            *low, top = constraint.lifted(3)
            assert top == 0, "the witness is none"
            for hasher, coefficient in zip(hashers, low):
                hasher.update(coefficient)
        a0, a1, a2 = (hasher.finish(mask) for hasher, mask in zip(hashers, (v0, u0 ^ v1, u1)))
        a1, a2 = le(a1, BLOCK), le(a2, BLOCK)

        for counter in range(1 << 32):
            third = shake(THIRD, BLOCK, second, le(a0, BLOCK), a1, a2, le(counter, 4))
            if integer(third) >> LAMBDA - parameters.grind:
                continue
            hidden, numbers = opening(parameters, integer(third))
            if len(numbers) <= parameters.opened:
                break
        commitments = b"".join(row[j][1] for row, j in zip(rows, hidden))
        opened = b"".join(nodes[i] for i in numbers).ljust(parameters.opened * BLOCK, b"\0")
        tail = commitments + opened + third + sent_iv + le(counter, 4)
        return corrections + u_hash + d + a1 + a2 + tail

    def verify(self, inputs, outputs, mu, proof):
        """Raises Invalid unless `proof`, which has the right size, shows that somebody knows the key."""
        parameters, part = self.parameters, self.split(proof)
        delta = integer(part["challenge"])
        if delta >> LAMBDA - parameters.grind:
            raise Invalid("the last bits of the challenge are not 0")
        if len(opening(parameters, delta)[1]) > parameters.opened:
            raise Invalid("the challenge opens too many nodes")
        iv = shake(IV, BLOCK, part["iv"])
        commitments, columns = reconstructed(
            parameters, delta, part["nodes"], part["commitments"], iv, self.row_size
        )
        columns = self.all_columns(self.corrected(columns, part["corrections"], delta))
        first = shake(FIRST, 5 * BLOCK + 8, mu, commitments, part["corrections"], iv)
        hashes = []
        for c, hashed in enumerate(column_hashes(first, self.row_size, columns)):
            if delta >> c & 1:
                hashed = bytes(a ^ b for a, b in zip(hashed, part["u_hash"]))
            hashes.append(hashed)
        second = shake(SECOND, 3 * BLOCK + 8, first, part["u_hash"], *hashes, part["d"])

        tags, (q0, q1) = self.values(columns)
        side = lambda bits, tag=0: quicksilver.Evaluation(1, tag ^ bits * delta, times_delta)
        times_delta = times(delta)
        committed = [side(quicksilver.BITS[byte], together(tag)) for byte, tag in zip(part["d"], cut(tags, 8))]
        hasher = quicksilver.Hasher(second)
        for constraint in self.constraints(committed, inputs, outputs, side):
            hasher.update(constraint.lifted(3))
        total = hasher.finish(q0 ^ multiply(delta, q1))
        a1, a2 = integer(part["a1"]), integer(part["a2"])
        a0 = total ^ multiply(delta, a1 ^ multiply(delta, a2))
        third = shake(THIRD, BLOCK, second, le(a0, BLOCK), part["a1"], part["a2"], part["counter"])
        if third != part["challenge"]:
            raise Invalid("the challenge is another one")

    def corrected(self, columns, corrections, delta):
        """Adds vector i's correction, of which vector 0 has none, where the challenge is 1."""
        columns = list(columns)
        for i, correction in enumerate(cut(corrections, self.row_size), 1):
            for c in range(self.parameters.column(i), self.parameters.column(i) + self.parameters.depth_of(i)):
                columns[c] ^= integer(correction) if delta >> c & 1 else 0
        return columns

    def constraints(self, committed, inputs, outputs, constant):
        return quicksilver.constraints(committed, inputs, outputs, constant, self.restricted)
