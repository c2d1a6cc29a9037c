"""An evaluation under way: its file, and the proof from its checkpoints.

spec/wesolowski.md; Wesolowski, Efficient verifiable delay functions, section 4.1.
"""

from dataclasses import dataclass

from . import wesolowski
from .encoding import Reader, sha256, tag, uint
from .errors import Malformed

DIGEST_SIZE = 32


@dataclass(frozen=True)
class Checkpoint:
    """`points` are the C_i = x^(2^(i * spacing)), `current` is x^(2^done)."""

    t: int
    done: int
    spacing: int
    points: tuple
    current: int

    def encode(self, group):
        numbers = uint(self.t, 8) + uint(self.done, 8) + uint(self.spacing, 8)
        points = b"".join(group.encode(c) for c in self.points)
        x = uint(group.length, 4) + group.encode(self.points[0])
        return self.sealed(
            b"HLCP\1" + group.id + numbers + x + uint(len(self.points), 4) + points + group.encode(self.current)
        )

    @staticmethod
    def sealed(body):
        """The body and its digest."""
        return body + sha256(tag("heliast/checkpoint/v1"), body)

    @staticmethod
    def decode(group, data):
        if Checkpoint.sealed(data[:-DIGEST_SIZE]) != data:
            raise Malformed("checkpoint digest differs")
        reader = Reader(data[:-DIGEST_SIZE])
        reader.expect(b"HLCP", "magic")
        reader.expect(b"\1", "version")
        reader.expect(group.id, "group id")
        t = reader.uint(8, "t", 1, wesolowski.MAX_T)
        done = reader.uint(8, "done", 0, t)
        spacing = reader.uint(8, "spacing", 1)
        reader.expect(uint(group.length, 4), "L")
        x = reader.take(group.length, "x")
        reader.expect(uint(count(t, done, spacing), 4), "number of checkpoints")
        points = [group.decode(reader.take(group.length, "C_i"), "C_i") for _ in range(count(t, done, spacing))]
        current = group.decode(reader.take(group.length, "current"), "current")
        reader.end()
        if group.decode(x, "x") != points[0]:
            raise Malformed("C_0 is not x")
        return Checkpoint(t, done, spacing, tuple(points), current)


def count(t, done, spacing):
    """n: the number of checkpoints after `done` squarings."""
    return min(1 + done // spacing, -(-t // spacing))


def make(group, x, t, done, spacing):
    """The checkpoint after `done` of `t` squarings."""
    points = [wesolowski.evaluate(group, x, i * spacing) for i in range(count(t, done, spacing))]
    return Checkpoint(t, done, spacing, tuple(points), wesolowski.evaluate(group, x, done))


def digits(t, l, kappa):
    """b_0, b_1, ... with floor(2^t / l) = sum of b_i * 2^(kappa * i); the last is the remainder of t."""
    whole = [(pow(2, t - kappa * (i + 1), l) << kappa) // l for i in range(t // kappa)]
    return whole + [(1 << t % kappa) // l]


def prove(group, checkpoint, l, kappa):
    """pi = x^floor(2^t / l) of a finished evaluation whose spacing is a multiple of kappa."""
    gamma = checkpoint.spacing // kappa
    b = digits(checkpoint.t, l, kappa)
    pi = group.identity
    for j in reversed(range(gamma)):
        buckets = {}
        for i in range(j, len(b), gamma):
            if b[i]:
                buckets[b[i]] = group.mul(buckets.get(b[i], group.identity), checkpoint.points[i // gamma])
        pi = group.pow(pi, 1 << kappa)
        for digit, product in buckets.items():
            pi = group.mul(pi, group.pow(product, digit))
    return pi
