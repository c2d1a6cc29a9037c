"""Conventions of spec/README.md: big-endian integers, tags, SHA-256, and a strict reader."""

import hashlib

from .errors import Malformed


def uint(value, size):
    """`value` as `size` big-endian bytes: u8, u16, u32 and u64 are sizes 1, 2, 4 and 8."""
    return value.to_bytes(size, "big")


def integer(data):
    """The big-endian integer in `data`."""
    return int.from_bytes(data, "big")


def tag(label):
    """tag(s) = u8(len(s)) || s."""
    data = label.encode("ascii")
    if not 1 <= len(data) <= 255:
        raise ValueError("a tag has 1 to 255 bytes")
    return uint(len(data), 1) + data


def sha256(*parts):
    """H: SHA-256 of the concatenation."""
    return hashlib.sha256(b"".join(parts)).digest()


class Reader:
    """Takes fields off the front of `data`; missing or surplus bytes are malformed."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, size, name):
        if len(self.data) - self.at < size:
            raise Malformed(f"truncated: {name} needs {size} bytes, {len(self.data) - self.at} are left")
        self.at += size
        return self.data[self.at - size : self.at]

    def uint(self, size, name, minimum=0, maximum=None):
        value = integer(self.take(size, name))
        if value < minimum or (maximum is not None and value > maximum):
            raise Malformed(f"{name} out of range: {value}")
        return value

    def expect(self, constant, name):
        if self.take(len(constant), name) != constant:
            raise Malformed(f"wrong {name}")

    def end(self):
        if self.at != len(self.data):
            raise Malformed(f"trailing bytes: {len(self.data) - self.at}")
