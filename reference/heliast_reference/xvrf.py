"""X-VRF (spec/xvrf.md)."""

from . import xmss
from .encoding import sha256, uint
from .errors import Invalid, Malformed
from .stateful import X_VRF, PublicKey
from .xmss import CHAINS, N

NAME = 0x58565246  # "XVRF"
OPENING = 4 + N * CHAINS


def proof_size(height):
    return OPENING + N * height


def digest(root, leaf, x):
    """The message that the leaf signs. The 32 zero bytes are in the place of RFC 8391's randomizer."""
    return xmss.h_msg(bytes(N), root, leaf, x)


def output(height, root, pub_seed, proof, x):
    return sha256(uint(NAME, 28), uint(height, 4), root, pub_seed, proof, x)


def prove(sk_seed, pub_seed, root, leaf, path, x):
    """(y, proof)."""
    return prove_digest(sk_seed, pub_seed, root, leaf, path, x, digest(root, leaf, x))


def prove_digest(sk_seed, pub_seed, root, leaf, path, x, signed):
    """The same for any digest, so that forgers can be tried."""
    proof = uint(leaf, 4) + b"".join(xmss.wots_sign(sk_seed, pub_seed, leaf, signed) + list(path))
    return output(len(path), root, pub_seed, proof, x), proof


def verify(public_key, round, slot, x, proof):
    """y, or Malformed or Invalid. Public key and proof are bytes."""
    key = PublicKey.decode(X_VRF, public_key)
    leaf = key.position(round, slot)
    if len(proof) != proof_size(key.height):
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {proof_size(key.height)}")
    if proof[:4] != uint(leaf, 4):
        raise Invalid("proof of another leaf")
    nodes = xmss.split(proof[4:])
    ends = xmss.wots_recover(key.pub_seed, leaf, digest(key.root, leaf, x), nodes[:CHAINS])
    node = xmss.l_tree(key.pub_seed, leaf, ends)
    if xmss.climb(key.pub_seed, leaf, node, nodes[CHAINS:]) != key.root:
        raise Invalid("proof does not lead to the root")
    return output(key.height, key.root, key.pub_seed, proof, x)
