"""Functions that the makers share: groups, deterministic bytes, and cases that the reference itself refuses."""

import json
from pathlib import Path

from heliast_reference.encoding import integer, sha256, uint
from heliast_reference.errors import Refused
from heliast_reference.group import RsaGroup
from heliast_reference.prime import is_prime

VECTORS = Path(__file__).resolve().parents[2] / "vectors"
RSA_FILE = VECTORS / "moduli.json"


def document(about, source, cases, **more):
    """A vectors file. Names of cases must be unique."""
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), sorted(n for n in names if names.count(n) > 1)
    return {"about": about, "source": source, **more, "cases": cases}


def refused(name, check, expected_error, **fields):
    """An invalid case: `check` must raise an error of the expected kind; its reason is recorded."""
    try:
        check()
    except Refused as error:
        assert error.kind == expected_error, f"{name}: {error.kind} ({error}), not {expected_error}"
        where = {} if error.round is None else {"round": error.round}
        return {"name": name, **fields, "error": error.kind, **where, "reason": error.reason}
    raise AssertionError(f"{name}: accepted")


def changed_range(original, changed):
    """[start, end) of the bytes of `changed` that differ from `original`, outside the common prefix and suffix."""
    limit = min(len(original), len(changed))
    start = next((i for i in range(limit) if original[i] != changed[i]), limit)
    tail = 0
    while tail < limit - start and original[-1 - tail] == changed[-1 - tail]:
        tail += 1
    return [start, len(changed) - tail]


def stream(label, size):
    """`size` reproducible bytes."""
    blocks = [sha256(label.encode(), uint(i, 4)) for i in range((size + 31) // 32)]
    return b"".join(blocks)[:size]


def number(label, bits):
    """A reproducible integer of exactly `bits` bits with its two top bits set."""
    value = integer(stream(label, (bits + 7) // 8)) % (1 << bits)
    return value | 3 << (bits - 2)


def prime(label, bits):
    """The first prime from `number` on."""
    value = number(label, bits) | 1
    while not is_prime(value):
        value += 2
    return value


def toy(bits_of_p, bits_of_q):
    """(p, q) of a toy modulus of bits_of_p + bits_of_q bits."""
    return prime(f"toy p {bits_of_p}", bits_of_p), prime(f"toy q {bits_of_q}", bits_of_q)


TOYS = {
    "toy-256": toy(128, 128),
    "toy-257": toy(128, 129),
    "toy-300": toy(100, 200),
    "toy-320": toy(160, 160),
}


def rsa(name):
    """RSA-1024 or RSA-2048 from vectors/moduli.json."""
    return int(json.loads(RSA_FILE.read_text())[name]["decimal"])


def groups():
    """All groups of the vectors, by name."""
    made = {name: RsaGroup(p * q, 256) for name, (p, q) in TOYS.items()}
    for name in ("RSA-1024", "RSA-2048"):
        made[name.lower()] = RsaGroup(rsa(name), 1024)
    return made


def group_table(names=None):
    """The groups for a file's "groups" field: modulus, and the factors where they are known; hexadecimal."""
    table = {}
    for name, group in groups().items():
        if names is None or name in names:
            table[name] = {"modulus": group.encode(group.modulus).hex()}
            if name in TOYS:
                table[name]["p"], table[name]["q"] = (f"{factor:x}" for factor in TOYS[name])
    return table


def order_two(name, group):
    """A class of order 2 that is not -1: 1 modulo p and -1 modulo q. Anybody who knows it knows the factors."""
    p, q = TOYS[name]
    g = group.canonical(1 + p * (-2 * pow(p, -1, q) % q))
    assert g != 1 and group.mul(g, g) == 1
    return g


def patch(data, at, new):
    """`data` with `new` written over it from the offset `at` on."""
    return data[:at] + new + data[at + len(new) :]
