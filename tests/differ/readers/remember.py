"""Answers of the reference are kept: inputs have most of their proofs in common, and to verify one takes long."""

from functools import lru_cache

from heliast_reference import avrf, ecvrf, ed25519_signature, ivrf, ml_dsa, stateless, xvrf
from heliast_reference.errors import Refused


def remember():
    """What was verified once need not be again: inputs have most of their proofs in common, and this is slow."""
    for module, name in (
        (ecvrf, "verify"), (avrf, "verify"), (xvrf, "verify"), (ivrf, "verify"), (stateless, "verify"),
        (ed25519_signature, "verifies"), (ml_dsa, "verifies"), (ecvrf, "decode_public_key"),
        (ecvrf, "public_key"), (ed25519_signature, "public_key"),
    ):
        setattr(module, name, remembered(getattr(module, name)))


def remembered(function):
    """Also where it refused."""

    @lru_cache(maxsize=20_000)
    def outcome(*arguments):
        try:
            return function(*arguments), None
        except Refused as error:
            return None, error

    def again(*arguments):
        value, error = outcome(*arguments)
        if error is not None:
            raise type(error)(error.reason, error.round)
        return value

    return again
