"""Chains of square roots: proof files, group files, and the state file of an evaluation under way (spec/roots.md)."""

import json
import re
from dataclasses import dataclass

from . import roots, roots_field
from .encoding import Reader, sha256, tag, uint
from .errors import Malformed

DIGEST_SIZE = 32


@dataclass(frozen=True)
class GroupFile:
    """The three parameters of a field: n = `bits`, the seed and the counter."""

    bits: int
    seed: bytes
    counter: int

    def field(self):
        return roots_field.from_seed(self.bits, self.seed, self.counter)

    def encode(self):
        return json.dumps({"group": "roots", "bits": self.bits, "seed": self.seed.hex(), "counter": self.counter})

    @staticmethod
    def decode(text):
        """The file is JSON with exactly four members. `field` checks the ranges of their values."""
        try:
            value = json.loads(text, object_pairs_hook=list)
        except ValueError:
            raise Malformed("not JSON")
        if not is_object(value) or sorted(name for name, _ in value) != ["bits", "counter", "group", "seed"]:
            raise Malformed("not an object of group, bits, seed and counter")
        members = dict(value)
        if members["group"] != "roots":
            raise Malformed("group is not roots")
        if not type(members["bits"]) is type(members["counter"]) is int:
            raise Malformed("bits and counter are not integers")
        if not isinstance(members["seed"], str) or not re.fullmatch("([0-9a-f]{2})*", members["seed"]):
            raise Malformed("seed is not lower-case hexadecimal")
        return GroupFile(members["bits"], bytes.fromhex(members["seed"]), members["counter"])


def is_object(value):
    """Whether this is the list of pairs that an object is read as."""
    return isinstance(value, list) and all(isinstance(pair, tuple) for pair in value)


@dataclass(frozen=True)
class ProofFile:
    """A statement and its proof. `x`, `y` and `proof` are bytes."""

    group: GroupFile
    t: int
    x: bytes
    y: bytes
    proof: bytes

    def encode(self):
        group = self.group
        head = b"HLRP\1" + uint(group.bits, 2) + uint(group.counter, 4) + uint(len(group.seed), 1) + group.seed
        return head + uint(self.t, 8) + self.x + self.y + self.proof

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLRP", "magic")
        reader.expect(b"\1", "version")
        bits = reader.uint(2, "bits")
        if bits not in roots_field.BITS:
            raise Malformed(f"no fields of {bits} bits")
        counter = reader.uint(4, "counter", 0, roots_field.COUNTERS - 1)
        seed = reader.take(reader.uint(1, "length of the seed", *roots_field.SEED_SIZES), "seed")
        t = reader.uint(8, "t")
        x, y = reader.take(bits // 8, "x"), reader.take(bits // 8, "y")
        proof = reader.data[reader.at :]
        roots.split_proof(bits // 8, proof)
        return ProofFile(GroupFile(bits, seed, counter), t, x, y, proof)

    def verify(self):
        """(x, y) when the proof holds in the field that the file names. The caller compares field, x and t with its own."""
        return roots.verify(self.group.field(), self.t, self.x, self.y, self.proof)


@dataclass(frozen=True)
class State:
    """`outputs` are y_1, ..., y_k, the inner ends of segments that `done` steps have reached; `current` is step^done(x)."""

    t: int
    count: int
    done: int
    x: int
    outputs: tuple
    current: int

    def encode(self, field):
        numbers = uint(self.t, 8) + uint(self.count, 2) + uint(self.done, 8)
        elements = b"".join(field.encode(e) for e in (self.x, *self.outputs, self.current))
        return sealed(b"HLRC\1" + field.id + numbers + elements)

    @staticmethod
    def decode(field, data):
        if sealed(data[:-DIGEST_SIZE]) != data:
            raise Malformed("state digest differs")
        reader = Reader(data[:-DIGEST_SIZE])
        reader.expect(b"HLRC", "magic")
        reader.expect(b"\1", "version")
        reader.expect(field.id, "field id")
        t = reader.uint(8, "t", 1, roots.MAX_T)
        count = reader.uint(2, "number of segments", 1, min(t, roots.MAX_SEGMENTS))
        done = reader.uint(8, "done", 0, t)
        x = field.decode(reader.take(field.length, "x"), "x")
        finished = passed(t, count, done)
        outputs = [field.decode(reader.take(field.length, f"y_{i}"), f"y_{i}") for i in range(1, len(finished) + 1)]
        current = field.decode(reader.take(field.length, "current"), "current")
        reader.end()
        if done == ([0] + finished)[-1] and current != [x, *outputs][-1]:
            raise Malformed("current is not the last output")
        return State(t, count, done, x, tuple(outputs), current)


def sealed(body):
    """The body and its digest."""
    return body + sha256(tag("heliast/roots/checkpoint/v1"), body)


def passed(t, count, done):
    """T_1, ..., T_k: the inner ends of segments that `done` steps have reached."""
    return [end for end in roots.places(t, count)[1:-1] if end <= done]


def state_at(field, t, x, count, done):
    """The state after `done` of t steps."""
    outputs = tuple(roots.evaluate(field, x, end) for end in passed(t, count, done))
    return State(t, count, done, x, outputs, roots.evaluate(field, x, done))
