"""Functions that the makers of slvrf.json and avrf.json share: seeds, evaluations, and proofs, most of them by their SHA-256."""

from heliast_reference.encoding import sha256

from . import book
from .book import EDITS, REASONS, X_TIMES
from .common import refused, stream

CASES = (
    f"kind evaluate: seed and input x {X_TIMES} give public_key, hashed_input x', y and output. kind prove: seed, x "
    "and hedge (empty: deterministic) give the proof string of `length` bytes with this sha256. "
    f"kind verify: public_key and x {X_TIMES} with the proof string give output, or an error. {EDITS}"
    f"kind key: public_key is one, or is refused. {REASONS}"
)
X = b"heliast"
INPUTS = {
    "empty": (b"", 1),
    "one zero byte": (b"\0", 1),
    "heliast": (X, 1),
    "200 bytes": (stream("stateless x", 200), 1),
    "2^20 bytes": (b"Z", 1 << 20),
}


class Book(book.Book):
    """scheme: the reference's module, with keys, evaluate, prove, verify and decode_public_key; suites: id to name."""

    def __init__(self, scheme, suites):
        super().__init__(lambda case, x, proof: scheme.verify(bytes.fromhex(case["public_key"]), x, proof))
        self.scheme = scheme
        self.suites = suites

    def seed(self, suite, i=0):
        return stream(f"{self.suites[suite]} seed {i}", 32)

    def evaluations(self, suite):
        for i in range(3):
            for label, (x, times) in INPUTS.items():
                seed = self.seed(suite, i)
                _, public_key = self.scheme.keys(suite, seed)
                hashed, y, output = self.scheme.evaluate(suite, seed, x * times)
                name = f"{self.suites[suite]}, seed {i}: input {label}"
                self.cases.append(
                    {"name": name, "kind": "evaluate", "seed": seed.hex(), "public_key": public_key.hex(), "x": x.hex()}
                    | ({} if times == 1 else {"x_times": times})
                    | {"hashed_input": hashed.hex(), "y": y.hex(), "output": output.hex()}
                )

    def proof(self, label, suite, x, hedge=b""):
        """A proof, verified, as a case of kind prove. Returns it."""
        seed = self.seed(suite)
        _, public_key = self.scheme.keys(suite, seed)
        output, proof = self.scheme.prove(suite, seed, x, hedge)
        assert self.scheme.verify(public_key, x, proof) == output
        name = f"{self.suites[suite]}: {label}"
        self.cases.append(
            {"name": name, "kind": "prove", "seed": seed.hex(), "public_key": public_key.hex(), "x": x.hex()}
            | {"hedge": hedge.hex(), "output": output.hex(), "length": len(proof), "sha256": sha256(proof).hex()}
        )
        return proof

    def accept_whole(self, suite, x, proof):
        """The proof itself, as a case that others are edits of."""
        _, public_key = self.scheme.keys(suite, self.seed(suite))
        self.accept(self.suites[suite], public_key=public_key.hex(), x=x.hex(), proof=proof.hex())

    def keys_decoded(self, suite):
        _, good = self.scheme.keys(suite, self.seed(suite))
        self.cases.append({"name": f"key: {self.suites[suite]}", "kind": "key", "public_key": good.hex()})
        zeros = good[:1] + bytes(len(good) - 1)
        assert self.scheme.decode_public_key(zeros) == zeros
        self.cases.append({"name": f"key: {self.suites[suite]}, zeros", "kind": "key", "public_key": zeros.hex()})
        bad = {"empty": b"", "id only": good[:1], "truncated": good[:-1], "trailing byte": good + b"\0"}
        bad |= {f"suite {q:#04x}": bytes([q]) + good[1:] for q in (0x00, 0x03, 0x21, 0x30, 0x33, 0x40, 0x43, 0xFF)}
        for label, data in bad.items():
            name, check = f"key: {self.suites[suite]}, {label}", lambda: self.scheme.decode_public_key(data)
            self.cases.append(refused(name, check, "malformed", kind="key", public_key=data.hex()))

    def refuse_keys(self, suite):
        """Proofs under other keys."""
        base = self.suites[suite]
        good = bytes.fromhex(self.accepted[base]["public_key"])
        for label, at in (("nonce, first bit", 8), ("last bit", 8 * len(good) - 1)):
            changed = (int.from_bytes(good, "big") ^ 1 << 8 * len(good) - 1 - at).to_bytes(len(good), "big")
            self.refuse(f"{base}: key changed, {label}", "invalid", base, public_key=changed.hex())
        _, another = self.scheme.keys(suite, self.seed(suite, 1))
        self.refuse(f"{base}: another key", "invalid", base, public_key=another.hex())
        for data in (b"", good[:-1], good + b"\0", b"\x03" + good[1:]):
            label = f"{len(data)} bytes of key from {data[:1].hex() or 'nothing'}"
            self.refuse(f"{base}: {label}", "malformed", base, public_key=data.hex())

    def refuse_bits(self, suite, places):
        """One bit flipped: places is label to (offset of a byte, error)."""
        base = self.suites[suite]
        for i, (label, (at, error)) in enumerate(places.items()):
            edits = [{"at": at, "xor": f"{1 << i % 8:02x}"}]
            self.refuse(f"{base}: one bit of {label}", error, base, edits=edits)
