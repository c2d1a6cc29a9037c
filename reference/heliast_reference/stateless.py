"""The stateless key of a participant (spec/round.md): ECVRF or A-VRF, by scheme id."""

from . import avrf, ecvrf
from .errors import Malformed

SCHEME_NAMES = {**ecvrf.SCHEME_NAMES, 0x41: "a-vrf-small", 0x42: "a-vrf-fast"}


def is_ecvrf(scheme):
    return scheme in ecvrf.SCHEME_NAMES


def key_size(scheme):
    return ecvrf.KEY_SIZE if is_ecvrf(scheme) else avrf.PUBLIC_KEY_SIZE


def proof_size(scheme):
    return ecvrf.PROOF_SIZE if is_ecvrf(scheme) else avrf.proof_size(scheme)


def public_key(scheme, seed):
    """The public key of a 32-byte seed."""
    return ecvrf.public_key(seed) if is_ecvrf(scheme) else avrf.keys(scheme, seed)[1]


def check_key(scheme, key):
    """Returns if the bytes are a key of this scheme."""
    if is_ecvrf(scheme):
        ecvrf.decode_public_key(key)
    elif avrf.decode_public_key(key)[0] != scheme:
        raise Malformed(f"public key: of another scheme: {key[0]:#04x}")


def evaluate(scheme, seed, x):
    """The output, without a proof."""
    return ecvrf.prove(scheme, seed, x)[0] if is_ecvrf(scheme) else avrf.evaluate(scheme, seed, x)[2]


def prove(scheme, seed, x):
    """(output, proof)."""
    return ecvrf.prove(scheme, seed, x) if is_ecvrf(scheme) else avrf.prove(scheme, seed, x)


def verify(scheme, key, x, proof):
    """The output, or Malformed or Invalid."""
    return ecvrf.verify(scheme, key, x, proof) if is_ecvrf(scheme) else avrf.verify(key, x, proof)
