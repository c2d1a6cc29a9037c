"""Functions that the makers of the lots share: accepted cases, and refused ones that are edits of them."""

from .common import refused

X_TIMES = "(repeated x_times, if that is given)"
EDITS = (
    "A case with a base (that has none itself) has its fields where it has none, and its proof is the "
    "base's after all edits in their order: set (overwrite from the offset at on), xor (the same with exclusive or), "
    "keep (the first n bytes only), append (bytes), zeros (append n zero bytes). "
)
REASONS = "Reasons are those of the reference; the error class is normative."


class Book:
    """Collects the cases of one scheme. verify(case, x, proof), of a case with its base's fields, is the verifier."""

    def __init__(self, verify):
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
        return self.verify(full, x, edit(bytes.fromhex(full["proof"]), case.get("edits", [])))

    def refuse_inputs(self, base, x):
        inputs = {"empty": b"", "a zero byte more": x + b"\0", "a byte less": x[:-1], "twice": x + x}
        inputs["one bit"] = bytes([x[0] ^ 1]) + x[1:]
        for label, other in inputs.items():
            self.refuse(f"{base}: input, {label}", "invalid", base, x=other.hex())


def edit(proof, edits):
    """`proof` after the edits that EDITS describes."""
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


def edits_to(old, new):
    """Edits that turn `old` into `new`, which differs from it in a few places."""
    edits = [{"keep": len(new)}] if len(new) < len(old) else []
    edits += [{"at": start, "set": new[start:end].hex()} for start, end in runs(old, new)]
    if len(new) > len(old):
        edits.append({"append": new[len(old) :].hex()})
    assert edit(old, edits) == new
    return edits


def runs(old, new):
    """[start, end) of the places in the common length that differ; those that lie 8 bytes apart or less are one."""
    found = []
    for i in (i for i, (a, b) in enumerate(zip(old, new)) if a != b):
        if found and i - found[-1][1] <= 8:
            found[-1][1] = i + 1
        else:
            found.append([i, i + 1])
    return found
