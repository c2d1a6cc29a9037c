"""The hash functions of the stateless schemes (spec/slvrf.md, "Hashes"). Integers in their inputs are little-endian."""

import hashlib

INPUT, ANCHOR, OUTPUT, KEY, STATEMENT = 0x10, 0x11, 0x12, 0x13, 0x14


def le(value, size):
    """`value` as `size` little-endian bytes."""
    return value.to_bytes(size, "little")


def digest(tag, suite, size, *parts):
    """Hash(tag, parts)[size]: SHAKE256 of tag, suite and parts."""
    return hashlib.shake_256(bytes([tag, suite]) + b"".join(parts)).digest(size)


def hashed_input(suite, size, public_key, x):
    """x': the block that the cipher encrypts; it differs for every key."""
    return digest(INPUT, suite, size, public_key, le(len(x), 8), x)


def output(suite, public_key, hashed, y):
    """The VRF output."""
    return digest(OUTPUT, suite, 32, public_key, hashed, y)
