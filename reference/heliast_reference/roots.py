"""Chains of square roots: the statement y = step^t(x) and its proof (spec/roots.md)."""

from .encoding import Reader, uint
from .errors import Invalid

MAX_T = (1 << 40) - 1
MAX_SEGMENTS = 256


def places(t, count):
    """T_0, ..., T_s of `count` segments."""
    return [i * t // count for i in range(count + 1)]


def lengths(t, count):
    """The number of steps of each segment."""
    ends = places(t, count)
    return [b - a for a, b in zip(ends, ends[1:])]


def evaluate(field, x, t):
    """step^t(x)."""
    for _ in range(t):
        x = field.step(x)
    return x


def evaluate_back(field, y, t):
    """step^-t(y)."""
    for _ in range(t):
        y = field.step_inverse(y)
    return y


def prove(field, t, x, count):
    """(y, proof): the proof is y_1, ..., y_(s-1)."""
    ends = [x]
    for length in lengths(t, count):
        ends.append(evaluate(field, ends[-1], length))
    return ends[-1], tuple(ends[1:-1])


def encode_proof(field, outputs):
    return uint(len(outputs) + 1, 2) + b"".join(field.encode(y) for y in outputs)


def split_proof(length, data):
    """The bytes of y_1, ..., y_(s-1), elements of `length` bytes."""
    reader = Reader(data)
    count = reader.uint(2, "number of segments", 1, MAX_SEGMENTS)
    outputs = [reader.take(length, f"y_{i}") for i in range(1, count)]
    reader.end()
    return outputs


def check_range(t, count):
    """Raises Invalid unless t steps can be made in so many segments."""
    if not 1 <= t <= MAX_T:
        raise Invalid(f"t out of range: {t}")
    if count > t:
        raise Invalid(f"{t} steps are too few for {count} segments")


def verify(field, t, x_bytes, y_bytes, data):
    """(x, y) when the bytes of a proof show y = step^t(x)."""
    parts = split_proof(field.length, data)
    x, y = field.decode(x_bytes, "x"), field.decode(y_bytes, "y")
    outputs = [field.decode(part, f"y_{i}") for i, part in enumerate(parts, 1)]
    check_range(t, len(outputs) + 1)
    ends = [x, *outputs, y]
    for i, length in enumerate(lengths(t, len(outputs) + 1)):
        if evaluate_back(field, ends[i + 1], length) != ends[i]:
            raise Invalid("false segment")
    return x, y
