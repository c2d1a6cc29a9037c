"""An evaluation in segments under way: its state file (spec/segments.md)."""

from dataclasses import dataclass

from .checkpoint import DIGEST_SIZE, Checkpoint
from .encoding import Reader, sha256, tag, uint
from .errors import Invalid, Malformed
from .segments import Cut
from .wesolowski import MAX_T, Suite

PROVEN, UNPROVEN = 0, 1


@dataclass(frozen=True)
class Proven:
    """A segment's output and its proof."""

    y: int
    pi: int

    def encode(self, group):
        return uint(PROVEN, 1) + group.encode(self.y) + group.encode(self.pi)


@dataclass(frozen=True)
class Unproven:
    """A segment whose proof is not made."""

    checkpoint: Checkpoint

    def encode(self, group):
        data = self.checkpoint.encode(group)
        return uint(UNPROVEN, 1) + uint(len(data), 8) + data

    @property
    def y(self):
        """The output; None before the end."""
        return self.checkpoint.current if self.checkpoint.done == self.checkpoint.t else None


@dataclass(frozen=True)
class State:
    """`segments` are those that have begun."""

    suite: Suite
    t: int
    cut: Cut
    x: int
    segments: tuple

    def encode(self, group):
        head = b"HLCS\1" + group.id + self.suite.encode() + uint(self.t, 8) + self.cut.encode()
        segments = b"".join(segment.encode(group) for segment in self.segments)
        return sealed(head + uint(len(self.segments), 1) + group.encode(self.x) + segments)

    @staticmethod
    def decode(group, data):
        if sealed(data[:-DIGEST_SIZE]) != data:
            raise Malformed("state digest differs")
        reader = Reader(data[:-DIGEST_SIZE])
        reader.expect(b"HLCS", "magic")
        reader.expect(b"\1", "version")
        reader.expect(group.id, "group id")
        suite = Suite.read(reader)
        t = reader.uint(8, "t", 1, MAX_T)
        cut = Cut.read(reader)
        begun = reader.uint(1, "number of segments begun", 1, cut.count)
        x = group.decode(reader.take(group.length, "x"), "x")
        segments = read_segments(group, reader, lengths(cut, t)[:begun], x)
        reader.end()
        return State(suite, t, cut, x, segments)


def sealed(body):
    """The body and its digest."""
    return body + sha256(tag("heliast/segments/v1"), body)


def lengths(cut, t):
    try:
        return cut.lengths(t)
    except Invalid as error:
        raise Malformed(error.reason)


def read_segments(group, reader, lengths, x):
    """The segments of these lengths, the first of which begins with x."""
    segments = []
    for i, length in enumerate(lengths, 1):
        if x is None:
            raise Malformed(f"segment {i - 1}: not finished")
        segments.append(read_segment(group, reader, i, length, x))
        x = segments[-1].y
    return tuple(segments)


def read_segment(group, reader, i, length, x):
    if reader.uint(1, "kind of segment", PROVEN, UNPROVEN) == PROVEN:
        y = group.decode(reader.take(group.length, "y"), f"y_{i}")
        return Proven(y, group.decode(reader.take(group.length, "pi"), f"pi_{i}"))
    checkpoint = Checkpoint.decode(group, reader.take(reader.uint(8, "length of checkpoint"), "checkpoint"))
    if (checkpoint.t, checkpoint.points[0]) != (length, x):
        raise Malformed(f"segment {i}: checkpoint of another statement")
    return Unproven(checkpoint)
