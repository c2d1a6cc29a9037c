"""Verifiable random functions: for each input a key has one output, which looks random and can be proved.

::

    from heliast import vrf

    with vrf.VrfKey("ecvrf-edwards25519-sha512-tai") as key:  # fresh; or of a seed of 32 bytes
        output, proof = key.prove(b"round 7")
    assert vrf.verify(key.scheme, key.public_key, b"round 7", proof) == output

Keys of the schemes ``x-vrf-N`` and ``ivrf-N`` are trees of 2^N hashes. They answer **one input at each turn**, a round and a slot,
and never an earlier one again; answering twice would give the key away. They are in a :class:`KeyStore`, a directory that
prevents it, also after crashes, copies and restored backups::

    with vrf.KeyStore.create("key", "x-vrf-15", first=100) as store:
        output, proof = store.prove(107, b"the input of round 107")
    vrf.verify("x-vrf-15", store.public_key, b"the input of round 107", proof, round=107)

Most lots lose, and a losing lot need not be written to the disk: :meth:`KeyStore.draw` asks whether an output wins before it writes.

Outputs have 64 bytes with ECVRF and 32 with all others. Secrets are overwritten when a key is closed or collected; a ``bytearray``
with a seed can be overwritten by its owner, ``bytes`` cannot.
"""

from __future__ import annotations

from typing import NamedTuple

from heliast import _native
from heliast._native import KeyStore, VrfKey
from heliast._native import vrf_scheme_of as scheme_of
from heliast._native import vrf_verify as verify
from heliast._native import vrf_votes as votes

__all__ = ["SCHEMES", "KeyStore", "Scheme", "VrfKey", "scheme", "scheme_of", "verify", "votes"]

SCHEMES: tuple[str, ...] = tuple(_native.vrf_schemes())
"""The names of all schemes."""


class Scheme(NamedTuple):
    """The properties of a scheme."""

    name: str
    least_proof: int
    """Bytes that a proof has at least."""
    most_proof: int
    """Bytes that a proof has at most."""
    has_turns: bool
    """Whether its keys are trees, which answer once at each turn."""


def scheme(name: str) -> Scheme:
    """The properties of the scheme with this name, which may be short, as in the program: ``ell2``, ``tai``.

    :raises Misuse: if no scheme has this name.
    """
    return Scheme(*_native.vrf_scheme_facts(name))
