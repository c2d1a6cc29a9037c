"""XMSS with SHA-256, n = 32, w = 16 (spec/xvrf.md, "Components"; RFC 8391): hash functions, WOTS+, L-tree, tree.
For comparison also the signatures of RFC 8391, which have a randomizer."""

import struct

from .encoding import integer, sha256, uint
from .errors import Invalid, Malformed

N = 32
W = 16
MESSAGE_DIGITS, CHECKSUM_DIGITS = 64, 3
CHAINS = MESSAGE_DIGITS + CHECKSUM_DIGITS
OTS, LTREE, TREE = 0, 1, 2
KEY, MASK, MASK_RIGHT = 0, 1, 2
FOR_F, FOR_H, FOR_H_MSG, FOR_PRF, FOR_PRF_KEYGEN = (uint(value, N) for value in range(5))


def adrs(address, purpose=KEY):
    """The 32 bytes of an address (type, word 4, word 5, word 6); layer and tree, words 0 to 2, are zero."""
    return struct.pack(">8I", 0, 0, 0, *address, purpose)


def prf(key, address, purpose):
    return sha256(FOR_PRF, key, adrs(address, purpose))


def prf_keygen(sk_seed, pub_seed, address):
    return sha256(FOR_PRF_KEYGEN, sk_seed, pub_seed, adrs(address))


def f(pub_seed, address, value):
    key, mask = prf(pub_seed, address, KEY), prf(pub_seed, address, MASK)
    return sha256(FOR_F, key, xor(value, mask))


def h(pub_seed, address, left, right):
    key, mask, mask_right = (prf(pub_seed, address, purpose) for purpose in (KEY, MASK, MASK_RIGHT))
    return sha256(FOR_H, key, xor(left, mask), xor(right, mask_right))


def h_msg(randomizer, root, index, message):
    return sha256(FOR_H_MSG, randomizer, root, uint(index, N), message)


def xor(a, b):
    return uint(integer(a) ^ integer(b), N)


# WOTS+


def chain(pub_seed, leaf, number, value, start, steps):
    """`steps` steps of chain `number` of one leaf, from the value at `start`."""
    for step in range(start, start + steps):
        value = f(pub_seed, (OTS, leaf, number, step), value)
    return value


def digits(digest):
    """The 67 chain lengths of a 32-byte digest: 64 digits to base 16 and the three of the checksum."""
    message = [digit for byte in digest for digit in (byte >> 4, byte & 15)]
    checksum = sum(W - 1 - digit for digit in message)
    return message + [checksum >> 8, checksum >> 4 & 15, checksum & 15]


def wots_secret(sk_seed, pub_seed, leaf, number):
    return prf_keygen(sk_seed, pub_seed, (OTS, leaf, number, 0))


def wots_public(sk_seed, pub_seed, leaf):
    """The ends of the 67 chains."""
    return [wots_value(sk_seed, pub_seed, leaf, number, W - 1) for number in range(CHAINS)]


def wots_sign(sk_seed, pub_seed, leaf, digest):
    """The 67 values that a signature shows."""
    return [wots_value(sk_seed, pub_seed, leaf, number, at) for number, at in enumerate(digits(digest))]


def wots_value(sk_seed, pub_seed, leaf, number, at):
    return chain(pub_seed, leaf, number, wots_secret(sk_seed, pub_seed, leaf, number), 0, at)


def wots_recover(pub_seed, leaf, digest, values):
    """The ends of the chains, computed from the values of a signature."""
    return [
        chain(pub_seed, leaf, number, value, at, W - 1 - at)
        for number, (value, at) in enumerate(zip(values, digits(digest)))
    ]


# trees


def l_tree(pub_seed, leaf, nodes):
    """One node from 67: pairs are hashed, an odd last one moves up."""
    height = 0
    while len(nodes) > 1:
        pairs = range(len(nodes) // 2)
        parents = [h(pub_seed, (LTREE, leaf, height, i), nodes[2 * i], nodes[2 * i + 1]) for i in pairs]
        nodes = parents + nodes[2 * len(parents) :]
        height += 1
    return nodes[0]


def leaf_node(sk_seed, pub_seed, leaf):
    return l_tree(pub_seed, leaf, wots_public(sk_seed, pub_seed, leaf))


class Tree:
    """All nodes over 2^height leaves: rows[k][i] is node i at height k."""

    def __init__(self, pub_seed, leaves):
        self.pub_seed = pub_seed
        self.rows = [list(leaves)]
        while len(self.rows[-1]) > 1:
            height, below = len(self.rows) - 1, self.rows[-1]
            pairs = range(len(below) // 2)
            parents = [h(pub_seed, (TREE, 0, height, i), below[2 * i], below[2 * i + 1]) for i in pairs]
            self.rows.append(parents)

    @property
    def height(self):
        return len(self.rows) - 1

    @property
    def root(self):
        return self.rows[-1][0]

    def path(self, leaf):
        """The siblings on the way from a leaf to the root, lowest first."""
        return [self.rows[k][leaf >> k ^ 1] for k in range(self.height)]


def climb(pub_seed, leaf, node, path):
    """The root to which a leaf's node and its path lead."""
    for height, sibling in enumerate(path):
        left, right = (sibling, node) if leaf >> height & 1 else (node, sibling)
        node = h(pub_seed, (TREE, 0, height, leaf >> height + 1), left, right)
    return node


def split(data):
    """The 32-byte values in `data`."""
    return [data[at : at + N] for at in range(0, len(data), N)]


# RFC 8391


def rfc_randomizer(sk_prf, leaf):
    return sha256(FOR_PRF, sk_prf, uint(leaf, N))


def rfc_sign(sk_seed, tree, leaf, message, randomizer):
    """index (4) || r (32) || WOTS+ (67 * 32) || path (32 * height)."""
    digest = h_msg(randomizer, tree.root, leaf, message)
    values = wots_sign(sk_seed, tree.pub_seed, leaf, digest)
    return uint(leaf, 4) + randomizer + b"".join(values + tree.path(leaf))


def rfc_verify(height, root, pub_seed, message, signature):
    """RFC 8391, 4.1.10, with the checks of length and index that its text leaves to the caller."""
    if len(signature) != 4 + N * (1 + CHAINS + height):
        raise Malformed(f"signature: wrong length: {len(signature)} bytes")
    leaf, randomizer = integer(signature[:4]), signature[4:36]
    if leaf >= 1 << height:
        raise Invalid(f"index out of range: {leaf}")
    nodes = split(signature[36:])
    ends = wots_recover(pub_seed, leaf, h_msg(randomizer, root, leaf, message), nodes[:CHAINS])
    if climb(pub_seed, leaf, l_tree(pub_seed, leaf, ends), nodes[CHAINS:]) != root:
        raise Invalid("signature does not lead to the root")
