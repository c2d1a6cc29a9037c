"""True statements, made with Python's own integers: an oracle that shares no code with the library."""

from functools import cache
from hashlib import shake_256
from pathlib import Path

from heliast import Group, batch

GROUP = Group.rsa_2048()
N = GROUP.modulus
# More than the bits of a challenge: below, Wesolowski's proof is 1 and says nothing of the list that it was made for.
T = 600


def encode(element: int) -> bytes:
    element %= N
    return min(element, N - element).to_bytes(GROUP.element_size, "big")


def decode(record: bytes) -> tuple[int, int]:
    middle = GROUP.element_size
    return int.from_bytes(record[:middle], "big"), int.from_bytes(record[middle:], "big")


@cache
def record(index: int, t: int = T) -> bytes:
    x = int.from_bytes(shake_256(b"statement %d" % index).digest(256), "big")
    return encode(x) + encode(pow(x, 2**t, N))


def records(places: range, t: int = T) -> bytes:
    return b"".join(record(index, t) for index in places)


def write_shards(directory: Path, cuts: list[int], repeat: int = 1) -> None:
    """The statements 0 to cuts[-1], cut at these places; each shard `repeat` times over."""
    directory.mkdir()
    for number, (start, end) in enumerate(zip([0, *cuts], cuts, strict=False)):
        write_shard(directory / f"{number:03}.hlbs", records(range(start, end)) * repeat)


def write_shard(path: Path, data: bytes, t: int = T) -> None:
    header = batch.Header(GROUP, t, len(data) // GROUP.record_size)
    path.write_bytes(bytes(header) + data)


def changed(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
