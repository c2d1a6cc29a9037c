"""iVRF (spec/ivrf.md)."""

from . import xmss
from .encoding import sha256, uint
from .errors import Invalid, Malformed
from .stateful import I_VRF, PublicKey
from .xmss import CHAINS, N, OTS

NAME = 0x49565246  # "IVRF"
CHAIN = CHAINS  # the chain after the 67 of WOTS+


def proof_size(height):
    return 4 + N * (1 + height)


def seed(sk_seed, pub_seed, leaf):
    return xmss.prf_keygen(sk_seed, pub_seed, (OTS, leaf, CHAIN, 0))


def value(sk_seed, pub_seed, leaf, at):
    """The chain of a leaf after `at` steps."""
    return xmss.chain(pub_seed, leaf, CHAIN, seed(sk_seed, pub_seed, leaf), 0, at)


def leaf_node(sk_seed, pub_seed, steps, leaf):
    return value(sk_seed, pub_seed, leaf, steps)


def output(height, root, pub_seed, leaf, step, revealed, x):
    index = uint(leaf, 32) + uint(step, 32)
    return sha256(uint(NAME, 28), uint(height, 4), root, pub_seed, index, revealed, x)


def prove(sk_seed, pub_seed, root, steps, leaf, step, path, x):
    """(y, proof); `steps` is t."""
    revealed = value(sk_seed, pub_seed, leaf, steps - 1 - step)
    proof = uint(leaf, 4) + b"".join([revealed, *path])
    return output(len(path), root, pub_seed, leaf, step, revealed, x), proof


def verify(public_key, round, slot, x, proof):
    """y, or Malformed or Invalid. Public key and proof are bytes."""
    key = PublicKey.decode(I_VRF, public_key)
    leaf, step = divmod(key.position(round, slot), key.slots)
    if len(proof) != proof_size(key.height):
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {proof_size(key.height)}")
    if proof[:4] != uint(leaf, 4):
        raise Invalid("proof of another leaf")
    revealed, *path = xmss.split(proof[4:])
    node = xmss.chain(key.pub_seed, leaf, CHAIN, revealed, key.slots - 1 - step, step + 1)
    if xmss.climb(key.pub_seed, leaf, node, path) != key.root:
        raise Invalid("proof does not lead to the root")
    return output(key.height, key.root, key.pub_seed, leaf, step, revealed, x)
