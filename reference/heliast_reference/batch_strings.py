"""The strings that a batch draws from its seed (spec/batch.md, Strings)."""

from .blake3 import blake3
from .encoding import tag, uint

STATEMENT, BUCKET, EDGE, PLACE, FAMILY = range(1, 6)


def stream(seed, stage, purpose, size):
    """The first `size` bytes."""
    return blake3(tag("heliast/batch/string/v1") + seed + uint(stage, 1) + uint(purpose, 1), size)


def strings(seed, stage, purpose, bits, count):
    """`count` numbers of `bits` bits."""
    width = (bits + 7) // 8
    data = stream(seed, stage, purpose, width * count)
    pieces = [data[i * width : (i + 1) * width] for i in range(count)]
    return [int.from_bytes(piece, "little") % (1 << bits) for piece in pieces]


def words(seed, stage, purpose, count):
    """`count` numbers of 64 bits."""
    return strings(seed, stage, purpose, 64, count)
