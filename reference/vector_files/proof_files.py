"""Refused proof files, for the vectors of every proof system."""

from heliast_reference.encoding import uint
from heliast_reference.proof_file import ProofFile

from .common import groups, patch, refused

# Offsets in a file.
VERSION, FORM, SYSTEM, MODE, HASH, BITS, T, GROUP_ID, L, X = 4, 5, 6, 7, 8, 9, 11, 19, 51, 55


def head_changes(whole, t):
    """The refusals for a file of any system about t squarings, where t + 1 has as long a proof."""
    length = int.from_bytes(whole[L:X], "big")
    other = patch(whole, GROUP_ID, groups()["toy-320"].id)
    return {
        "empty": ("malformed", b""),
        "magic": ("malformed", b"HLVQ" + whole[4:]),
        "version 0": ("malformed", patch(whole, VERSION, b"\0")),
        "version 2": ("malformed", patch(whole, VERSION, b"\2")),
        "form 4": ("malformed", patch(whole, FORM, b"\4")),
        "proof system 3": ("malformed", patch(whole, SYSTEM, b"\3")),
        "proof system 255": ("malformed", patch(whole, SYSTEM, b"\xff")),
        "t + 1": ("invalid", patch(whole, T, uint(t + 1, 8))),
        "another group's id": ("invalid", other),
        "another group's id, x = 0": ("invalid", patch(other, X, bytes(length))),
        "L - 1": ("malformed", patch(whole, L, uint(length - 1, 4))),
        "L + 1": ("malformed", patch(whole, L, uint(length + 1, 4))),
        "L = 0": ("malformed", patch(whole, L, uint(0, 4))),
        "L = 2^32 - 1": ("malformed", patch(whole, L, b"\xff" * 4)),
        "x = 0": ("malformed", patch(whole, X, bytes(length))),
        "y = 0": ("malformed", patch(whole, X + length, bytes(length))),
        "only the head": ("malformed", whole[:X]),
        "only the head and x": ("malformed", whole[: X + length]),
        "truncated": ("malformed", whole[:-1]),
        "trailing byte": ("malformed", whole + b"\0"),
    }


def longest_element(made, proof):
    """Files of an unknown group with L = 1024 and 1025, at the limit of L. `proof` is the form's bytes for an L."""

    def file(length):
        return ProofFile(made.suite, made.t, bytes(32), bytes(length), proof(length), made.system).encode()

    return {"L = 1024, no group's id": ("invalid", file(1024)), "L = 1025": ("malformed", file(1025))}


def refused_files(name, group, changes):
    return [
        refused(
            f"{name}: file, {label}",
            lambda: ProofFile.decode(data).verify(group),
            error,
            kind="file",
            group=name,
            file=data.hex(),
        )
        for label, (error, data) in changes.items()
    ]
