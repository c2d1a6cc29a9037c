"""What the makers of xvrf.json and ivrf.json share: keys, and cases that are edits of other cases."""

from heliast_reference import xmss
from heliast_reference.stateful import PublicKey

from .common import refused, stream

CASES = (
    "kind verify: public_key (76 bytes), round, slot and input x (repeated x_times, if that is given) with proof give "
    "output, or an error. A case with a base (that has none itself) has its fields where it has none, and its proof is the "
    "base's after all edits in their order: set (overwrite from the offset at on), xor (the same with exclusive or), "
    "keep (the first n bytes only), append (bytes), zeros (append n zero bytes). kind key: public_key is the encoding of "
    "its fields (first: 8 bytes), or is refused. Reasons are those of the reference; the error class is normative."
)
HEIGHTS = (15, 19, 23, 27)


class Book:
    """Collects the cases of one scheme. verify(public_key, round, slot, x, proof) is the reference's verifier."""

    def __init__(self, scheme, verify):
        self.scheme = scheme
        self.verify = verify
        self.cases = []
        self.accepted = {}

    def accept(self, name, output=None, **fields):
        """A case that the verifier accepts, with the given output, where the prover has computed one."""
        case = {"name": name, "kind": "verify", **fields}
        verified = self.run(case)
        assert output in (None, verified), name
        case["output"] = verified.hex()
        self.accepted[name] = case
        self.cases.append(case)

    def refuse(self, name, error, base, **fields):
        case = {"kind": "verify", "base": base, **fields}
        self.cases.append(refused(name, lambda: self.run(case), error, **case))

    def run(self, case):
        full = {**self.accepted.get(case.get("base"), {}), **case}
        x = bytes.fromhex(full["x"]) * full.get("x_times", 1)
        proof = edit(bytes.fromhex(full["proof"]), case.get("edits", []))
        return self.verify(bytes.fromhex(full["public_key"]), full["round"], full["slot"], x, proof)

    def key(self, name, key):
        encoding = key.encode()
        assert PublicKey.decode(self.scheme, encoding) == key
        terms = {"height": key.height, "slots": key.slots, "first": f"{key.first:016x}"}
        nodes = {"root": key.root.hex(), "pub_seed": key.pub_seed.hex()}
        self.cases.append({"name": name, "kind": "key", **terms, **nodes, "public_key": encoding.hex()})

    def refuse_keys(self, key, other_scheme):
        """Every way in which 76 bytes, or another number of them, are no key."""
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
        """Truncations and extensions by 1 to 64 bytes, and what is far from the length."""
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

    def refuse_inputs(self, base, x):
        inputs = {"empty": b"", "a zero byte more": x + b"\0", "a byte less": x[:-1], "twice": x + x}
        inputs["one bit"] = bytes([x[0] ^ 1]) + x[1:]
        for label, other in inputs.items():
            self.refuse(f"{base}: input, {label}", "invalid", base, x=other.hex())


def edit(proof, edits):
    """`proof` after the edits that CASES describes."""
    for step in edits:
        at = step.get("at")
        if "set" in step:
            new = bytes.fromhex(step["set"])
            proof = proof[:at] + new + proof[at + len(new) :]
        elif "xor" in step:
            mask = bytes.fromhex(step["xor"])
            new = bytes(a ^ b for a, b in zip(proof[at:], mask))
            proof = proof[:at] + new + proof[at + len(new) :]
        elif "keep" in step:
            proof = proof[: step["keep"]]
        elif "append" in step:
            proof += bytes.fromhex(step["append"])
        else:
            proof += bytes(step["zeros"])
    return proof


def graft(height, leaf, node, pub_seed):
    """(path, root) of a tree that holds `node` at `leaf`: its siblings are arbitrary, so that no tree need be made."""
    path = xmss.split(stream(f"siblings {height} {leaf}", 32 * height))
    return path, xmss.climb(pub_seed, leaf, node, path)
