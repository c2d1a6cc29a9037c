"""Secret hash trees of participants, for chains of vectors."""

from dataclasses import dataclass

from heliast_reference import ivrf, xmss, xvrf
from heliast_reference.stateful import X_VRF, PublicKey

from .common import stream


@dataclass(frozen=True)
class SecretTree:
    """`key` is its public key with the terms under which it was announced."""

    sk_seed: bytes
    nodes: xmss.Tree
    key: PublicKey

    def prove(self, key, round, slot, x):
        """(beta, pi) of this tree at a turn of `key`, which may have other terms."""
        position = key.position(round, slot)
        if key.scheme == X_VRF:
            return xvrf.prove(self.sk_seed, key.pub_seed, key.root, position, self.nodes.path(position), x)
        leaf, step = divmod(position, key.slots)
        return ivrf.prove(self.sk_seed, key.pub_seed, key.root, key.slots, leaf, step, self.nodes.path(leaf), x)


def secret_tree(scheme, label, height, slots, first):
    """A tree whose seeds come from its label."""
    sk_seed, pub_seed = stream(f"{label} SK_SEED", 32), stream(f"{label} PUB_SEED", 32)
    if scheme == X_VRF:
        leaves = [xmss.leaf_node(sk_seed, pub_seed, leaf) for leaf in range(1 << height)]
    else:
        leaves = [ivrf.leaf_node(sk_seed, pub_seed, slots, leaf) for leaf in range(1 << height)]
    nodes = xmss.Tree(pub_seed, leaves)
    return SecretTree(sk_seed, nodes, PublicKey(scheme, height, slots, first, nodes.root, pub_seed))
