"""Functions that the makers of xvrf.json and ivrf.json share: keys, and cases that are edits of other cases."""

from heliast_reference import xmss
from heliast_reference.stateful import PublicKey

from . import book
from .book import EDITS, REASONS, X_TIMES
from .common import refused, stream

CASES = (
    f"kind verify: public_key (76 bytes), round, slot and input x {X_TIMES} with proof give output, or an error. "
    f"{EDITS}"
    f"kind key: public_key is the encoding of its fields (first: 8 bytes), or is refused. {REASONS}"
)
MAX_NUMBER = (1 << 53) - 1
HEIGHTS = (15, 19, 23, 27)


class Book(book.Book):
    """Collects the cases of one scheme. verify(public_key, round, slot, x, proof) is the reference's verifier."""

    def __init__(self, scheme, verify):
        super().__init__(
            lambda case, x, proof: verify(bytes.fromhex(case["public_key"]), case["round"], case["slot"], x, proof)
        )
        self.scheme = scheme

    def key(self, name, key):
        encoding = key.encode()
        assert PublicKey.decode(self.scheme, encoding) == key
        terms = {"height": key.height, "slots": key.slots, "first": f"{key.first:016x}"}
        nodes = {"root": key.root.hex(), "pub_seed": key.pub_seed.hex()}
        self.cases.append({"name": name, "kind": "key", **terms, **nodes, "public_key": encoding.hex()})

    def refuse_keys(self, key, other_scheme):
        """Every way in which 76 bytes, or another number of bytes, are not a key."""
        good = key.encode()
        keys = {
            "empty": b"",
            "root and PUB_SEED only": good[12:],
            "an XMSS key": b"\0\0\0\1" + good[12:],
            "truncated": good[:-1],
            "trailing byte": good + b"\0",
            "twice": good + good,
            "all zero": bytes(len(good)),
            "the other scheme": bytes([other_scheme]) + good[1:],
            "an ECVRF scheme": b"\3" + good[1:],
            "height 0": good[:1] + b"\0" + good[2:],
            "height 28": good[:1] + b"\x1c" + good[2:],
            "height 255": good[:1] + b"\xff" + good[2:],
            "no slots": good[:2] + b"\0\0" + good[4:],
        }
        for label, data in keys.items():
            check = lambda: PublicKey.decode(self.scheme, data)
            self.cases.append(refused(f"key: {label}", check, "malformed", kind="key", public_key=data.hex()))

    def refuse_lengths(self, base, size):
        """Truncations and extensions by 1 to 64 bytes, and lengths that are far from the right one."""
        for n in range(1, 65):
            self.refuse(f"{base}: {n} bytes short", "malformed", base, edits=[{"keep": size - n}])
            self.refuse(f"{base}: {n} bytes too many", "malformed", base, edits=[{"zeros": n}])
        self.refuse(f"{base}: empty", "malformed", base, edits=[{"keep": 0}])
        self.refuse(f"{base}: index only", "malformed", base, edits=[{"keep": 4}])
        self.refuse(f"{base}: without the index", "malformed", base, edits=[{"keep": 0}, {"zeros": size - 4}])
        self.refuse(f"{base}: 2^20 bytes more", "malformed", base, edits=[{"zeros": 1 << 20}])

    def refuse_indices(self, base, leaf, height):
        """Index bytes that are not those of the position."""
        for byte in range(4):
            for mask in ("01", "80"):
                edits = [{"at": byte, "xor": mask}]
                self.refuse(f"{base}: index byte {byte} xor {mask}", "invalid", base, edits=edits)
        indices = {
            "little-endian": leaf.to_bytes(4, "little"),
            "plus 2^h": (leaf + (1 << height)).to_bytes(4, "big"),
            "of the next leaf": (leaf + 1).to_bytes(4, "big"),
            "2^32 - 1": b"\xff" * 4,
        }
        for label, index in indices.items():
            self.refuse(f"{base}: index {label}", "invalid", base, edits=[{"at": 0, "set": index.hex()}])


def keys_of(scheme):
    """key_of(tree, slots, first) for the keys of one scheme."""

    def key_of(made, slots=1, first=0):
        return PublicKey(scheme, made.height, slots, first, made.root, made.pub_seed)

    return key_of


def graft(height, leaf, node, pub_seed):
    """(path, root) of a tree that holds `node` at `leaf`: its siblings are arbitrary, so that no tree need be made."""
    path = xmss.split(stream(f"siblings {height} {leaf}", 32 * height))
    return path, xmss.climb(pub_seed, leaf, node, path)
