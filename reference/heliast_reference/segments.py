"""A delay as a chain of shorter ones, each with Wesolowski's proof (spec/segments.md)."""

from contextlib import contextmanager
from dataclasses import dataclass

from . import wesolowski
from .encoding import Reader, uint
from .errors import Invalid, Malformed, Refused

MAX_SEGMENTS = 16
MAX_SHIFT = 16


@dataclass(frozen=True)
class Cut:
    """`count` segments (s), shorter by 2^`shift` each (b)."""

    count: int
    shift: int

    def encode(self):
        return uint(self.count, 1) + uint(self.shift, 1)

    @staticmethod
    def read(reader):
        count = reader.uint(1, "number of segments", 1, MAX_SEGMENTS)
        return Cut(count, reader.uint(1, "shift", 1, MAX_SHIFT if count > 1 else 1))

    def lengths(self, t):
        """t_1, ..., t_s."""
        left = [t >> self.shift * i for i in range(self.count)]
        if left[-1] == 0:
            raise Invalid(f"{t} squarings are too few for {self.count} segments")
        return [a - b for a, b in zip(left, left[1:])] + left[-1:]


@dataclass(frozen=True)
class SegmentedProof:
    """`outputs` are y_1, ..., y_(s-1), `proofs` are pi_1, ..., pi_s."""

    cut: Cut
    outputs: tuple
    proofs: tuple

    def encode(self, group):
        pairs = [group.encode(y) + group.encode(pi) for y, pi in zip(self.outputs, self.proofs)]
        return self.cut.encode() + b"".join(pairs) + group.encode(self.proofs[-1])

    @staticmethod
    def decode(group, data):
        reader = Reader(data)
        cut = Cut.read(reader)
        size = 2 + (2 * cut.count - 1) * group.length
        if len(data) != size:
            raise Malformed(f"proof: wrong length: {len(data)} bytes, not {size}")
        outputs, proofs = [], []
        for i in range(1, cut.count + 1):
            with in_segment(i):
                if i < cut.count:
                    outputs.append(group.decode(reader.take(group.length, "y"), "y"))
                proofs.append(group.decode(reader.take(group.length, "pi"), "pi"))
        return SegmentedProof(cut, tuple(outputs), tuple(proofs))


@contextmanager
def in_segment(number):
    """Refusals inside name the segment."""
    try:
        yield
    except Refused as error:
        raise type(error)(f"segment {number}: {error.reason}")


def prove(group, suite, t, x, cut):
    """(y, proof)."""
    outputs, proofs = [x], []
    for length in cut.lengths(t):
        y = wesolowski.evaluate(group, outputs[-1], length)
        proofs.append(wesolowski.prove(group, suite, length, outputs[-1], y))
        outputs.append(y)
    return outputs[-1], SegmentedProof(cut, tuple(outputs[1:-1]), tuple(proofs))


def verify(group, suite, t, x_bytes, y_bytes, data):
    """(x, y) when the bytes of a proof show y = x^(2^t)."""
    x, y = group.decode(x_bytes, "x"), group.decode(y_bytes, "y")
    proof = SegmentedProof.decode(group, data)
    group.check_sound()
    if not 1 <= t <= wesolowski.MAX_T:
        raise Invalid(f"t out of range: {t}")
    ends = [x, *proof.outputs, y]
    for i, length in enumerate(proof.cut.lengths(t)):
        with in_segment(i + 1):
            if ends[i] == group.identity:
                raise Invalid("x: identity")
            wesolowski.verify_output(group, suite, length, ends[i], ends[i + 1], proof.proofs[i])
    return x, y
