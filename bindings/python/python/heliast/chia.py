"""Proofs of Chia's timelords: the functions of the package ``chiavdf``, by the same names.

``from heliast.chia import create_discriminant, prove, verify_n_wesolowski`` in place of ``from chiavdf import ...`` is the only
change that a program needs. The answers are those of chiavdf 1.2.0, which are those of Chia's consensus: false if a proof does
not hold, :class:`BadEncoding`, a ``RuntimeError``, if bytes are not a form at all. Unlike chiavdf, this module refuses:

- challenges of fewer than 8 bytes and discriminants of fewer than 256 bits, by :func:`create_discriminant` (``ValueError``);
- discriminants that are not 1 modulo 4 (:class:`BadEncoding`): there are no forms of them in Chia;
- inputs that do not have 100 bytes (:class:`BadEncoding`). In chiavdf the functions that take a proof's bytes read 100 bytes from the
  beginning of the input: they ignore the rest of a longer input, and read beyond the end of a shorter one.

:func:`verify` raises an error instead of returning a boolean, and can be strict; :func:`prove_segments` makes proofs of
any witness type, on several threads. All of them work without the interpreter's lock. A proof's cost grows with its length: limit
it first if you take proofs from others, as Chia's nodes do, by ``recursion`` <= :data:`MAX_WITNESS_TYPE`.

Forms have 100 bytes; a proof is y, pi and ``recursion`` segments of 141 bytes, the first in time at the end (``spec/chia.md``).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import SupportsIndex, TypeAlias, TypeVar

from heliast import _arguments, _native
from heliast._types import Bytes, Progress
from heliast.errors import Invalid, Malformed, Misuse

__all__ = [
    "GENERATOR",
    "MAX_WITNESS_TYPE",
    "BadEncoding",
    "bqfc_deserialize",
    "create_discriminant",
    "create_discriminant_and_verify_n_wesolowski",
    "get_b_from_n_wesolowski",
    "prove",
    "prove_segments",
    "verify",
    "verify_n_wesolowski",
    "verify_n_wesolowski_with_b",
    "verify_wesolowski",
]

FORM_SIZE = 100
MAX_BITS = 1024
GENERATOR = b"\x08" + bytes(FORM_SIZE - 1)
"""The form (2, 1, c), from which Chia's delays begin."""
MAX_WITNESS_TYPE = 63
"""The greatest witness type that Chia's nodes accept."""

Text: TypeAlias = "Bytes | str"
_T = TypeVar("_T")


class BadEncoding(Malformed, RuntimeError):
    """Bytes that are not a form, or a text that is not a discriminant."""


def create_discriminant(challenge_hash: Bytes, discriminant_size_bits: SupportsIndex) -> str:
    """The discriminant of a challenge, as ``-0x...``.

    :raises Misuse: if the challenge has fewer than 8 bytes, or the size is not a multiple of 8 from 256 to 1024.
    """
    bits = _arguments.whole(discriminant_size_bits, "discriminant_size_bits")
    if not 0 < bits <= MAX_BITS:
        raise Misuse(f"discriminant_size_bits: a discriminant of Chia's has from 256 to {MAX_BITS} bits, not {bits}")
    return "-0x" + _native.chia_discriminant(challenge_hash, bits).hex()


def verify_wesolowski(
    discriminant: str, x_s: Text, y_s: Text, proof_s: Text, num_iterations: SupportsIndex
) -> bool:
    """Whether y is x after ``num_iterations`` squarings, by a proof of one form.

    :raises BadEncoding: if x, y or the proof is not a form.
    """
    y, proof = _bytes(y_s), _bytes(proof_s)
    if len(y) != FORM_SIZE or len(proof) != FORM_SIZE:
        raise BadEncoding(f"a form has {FORM_SIZE} bytes")
    return verify_n_wesolowski(discriminant, x_s, y + proof, num_iterations, MAX_BITS, 0)


def verify_n_wesolowski(
    discriminant: str,
    x_s: Text,
    proof_blob: Text,
    num_iterations: SupportsIndex,
    disc_size_bits: SupportsIndex,
    recursion: SupportsIndex,
) -> bool:
    """Whether a proof with ``recursion`` segments holds. ``disc_size_bits`` is not used.

    :raises BadEncoding: if bytes are not a form.
    """
    _arguments.whole(disc_size_bits, "disc_size_bits")
    try:
        verify(discriminant, x_s, proof_blob, num_iterations, recursion)
    except Invalid:
        return False
    return True


def verify_n_wesolowski_with_b(
    discriminant: str,
    B: str,  # noqa: N803
    x_s: Text,
    proof_blob: Text,
    num_iterations: SupportsIndex,
    recursion: SupportsIndex,
) -> tuple[bool, bytes]:
    """Whether a proof without y holds whose challenge is ``B``; and y, or nothing.

    :raises BadEncoding: if bytes are not a form, or B is 0.
    """
    challenge = _number(B)
    if challenge < 0:
        raise Misuse("B: a challenge is not negative")
    arguments = (_bytes(x_s), _bytes(proof_blob), _count(num_iterations), _count(recursion))
    digits = challenge.to_bytes((challenge.bit_length() + 7) // 8, "big")
    try:
        return True, _raising(lambda: _native.chia_recover(_magnitude(discriminant), digits, *arguments))
    except Invalid:
        return False, b""


def create_discriminant_and_verify_n_wesolowski(
    challenge_hash: Bytes,
    discriminant_size_bits: SupportsIndex,
    x_s: Text,
    proof_blob: Text,
    num_iterations: SupportsIndex,
    recursion: SupportsIndex,
) -> bool:
    """:func:`verify_n_wesolowski` for the discriminant of a challenge."""
    discriminant = create_discriminant(challenge_hash, discriminant_size_bits)
    return verify_n_wesolowski(
        discriminant, x_s, proof_blob, num_iterations, discriminant_size_bits, recursion
    )


def get_b_from_n_wesolowski(
    discriminant: str,
    x_s: Text,
    proof_blob: Text,
    num_iterations: SupportsIndex,
    recursion: SupportsIndex,
) -> str:
    """The challenge by which :func:`verify_n_wesolowski_with_b` needs no y, as ``0x...``. Only lengths are verified.

    :raises BadEncoding: if bytes are not a form.
    :raises RuntimeError: if the segments are longer than the delay, or the proof has not the length of this recursion.
    """
    arguments = (_bytes(x_s), _bytes(proof_blob), _count(num_iterations), _count(recursion))
    try:
        challenge = _raising(lambda: _native.chia_challenge(_magnitude(discriminant), *arguments))
    except Invalid as reason:
        raise RuntimeError(str(reason)) from reason
    return hex(int.from_bytes(challenge, "big"))


def bqfc_deserialize(discriminant: str, data: Text, strict: bool = True) -> tuple[bytes, bytes]:
    """a and b of the reduced form: a byte that is 1 for a negative number, and the magnitude, big-endian. With ``strict``,
    bytes whose b is above a are refused.

    :raises BadEncoding: if the bytes are not a form.
    """
    a, b, negative = _raising(lambda: _native.chia_form(_magnitude(discriminant), _bytes(data), strict))
    return b"\0" + a, bytes([negative]) + b


def prove(
    challenge_hash: Bytes,
    x_s: Text,
    discriminant_size_bits: SupportsIndex,
    num_iterations: SupportsIndex,
    shutdown_file_path: str,
) -> bytes:
    """y and pi of ``num_iterations`` squarings: a proof of witness type 0, on one thread.

    Where a path is given, the file is there as long as the proof is wanted: once it is gone, the answer is ``b""``.

    :raises BadEncoding: if x is not a form.
    """
    discriminant = create_discriminant(challenge_hash, discriminant_size_bits)

    _arguments.text(shutdown_file_path, "shutdown_file_path")

    def go_on(_: float) -> None:
        if shutdown_file_path and not os.path.exists(shutdown_file_path):
            raise _Stopped

    try:
        go_on(0)
        return prove_segments(discriminant, x_s, num_iterations, progress=go_on)
    except _Stopped:
        return b""


def prove_segments(
    discriminant: str,
    x: Text,
    iterations: SupportsIndex,
    depth: SupportsIndex = 0,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> bytes:
    """A proof of witness type ``depth``. It hears Ctrl-C; ``threads`` never change the proof.

    :raises BadEncoding: if x is not a form.
    :raises Misuse: if the squarings are too few for so many segments, or 2^48 and more.
    """
    return _raising(
        lambda: _native.chia_prove(
            _magnitude(discriminant), _bytes(x), _count(iterations), _count(depth), threads, progress
        )
    )


def verify(
    discriminant: str,
    x: Text,
    proof: Text,
    iterations: SupportsIndex,
    witness_type: SupportsIndex = 0,
    *,
    strict: bool = False,
) -> None:
    """Accepts what consensus accepts, or says why not. With ``strict``, one encoding of each form only.

    :raises BadEncoding: if bytes are not a form.
    :raises Invalid: if the proof does not hold, has another length, or is not strictly encoded.
    """
    _raising(
        lambda: _native.chia_verify(
            _magnitude(discriminant), _bytes(x), _bytes(proof), _count(iterations), _count(witness_type), strict
        )
    )


class _Stopped(Exception):
    """The file that says that a proof is wanted has been removed."""


def _raising(call: Callable[[], _T]) -> _T:
    """The result of a call; invalid bytes become errors that callers of chiavdf expect."""
    try:
        return call()
    except BadEncoding:
        raise
    except Malformed as reason:
        raise BadEncoding(str(reason)) from None


def _number(text: str) -> int:
    """A number as GMP reads it, with its base in front."""
    _arguments.text(text, "a discriminant or challenge")
    try:
        return int(text, 0)
    except ValueError:
        raise BadEncoding(f"{text[:32]!r} is not a number") from None


def _magnitude(discriminant: str) -> bytes:
    number = -_number(discriminant)
    if number <= 0:
        raise BadEncoding("a discriminant is negative")
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def _bytes(data: Text) -> bytes:
    name = "a form or proof"
    return _arguments.encodable(data, name).encode() if isinstance(data, str) else _arguments.data(data, name)


def _count(number: SupportsIndex) -> int:
    count = _arguments.whole(number, "squarings or a witness type")
    if not 0 <= count < 1 << 64:
        raise TypeError(f"a whole number from 0 to 2^64 - 1 is wanted, not {count}")
    return count
