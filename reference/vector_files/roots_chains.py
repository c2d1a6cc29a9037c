"""Chains of square roots that a verifier accepts, for vectors/roots.json."""

from heliast_reference import roots
from heliast_reference.encoding import sha256
from heliast_reference.roots_files import ProofFile

from .roots_fields import GROUPS

CHAINS = {
    "roots-1024": (
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 3),
        (7, 1),
        (7, 2),
        (7, 3),
        (7, 7),
        (17, 16),
        (40, 1),
        (40, 3),
        (40, 7),
        (40, 16),
    ),
    "roots-2048": ((1, 1), (5, 2)),
    "roots-3072": ((1, 1), (5, 2)),
    "second-1024": ((7, 2),),
    "short-seed-1024": ((3, 2),),
    "long-seed-1024": ((3, 2),),
}
LONG_CHAINS = ((256, 256), (300, 255), (700, 256))


def chain_cases():
    cases = []
    for name, statements in CHAINS.items():
        field = GROUPS[name].field()
        for t, count in statements:
            message = f"message for {name} and {t}".encode()
            cases.append(chain_case(name, field, t, count, field.input(message), message=message.hex()))
    return cases + edge_chains("roots-1024") + long_chains("roots-1024")


def chain_case(name, field, t, count, x, label="", **message):
    y, outputs = roots.prove(field, t, x, count)
    proof = roots.encode_proof(field, outputs)
    file = ProofFile(GROUPS[name], t, field.encode(x), field.encode(y), proof)
    assert ProofFile.decode(file.encode()) == file and file.verify() == (x, y)
    return {
        "name": f"{name}: {t} steps in {count}{label}",
        "kind": "chain",
        "group": name,
        **message,
        "t": t,
        "count": count,
        "places": roots.places(t, count),
        "x": field.encode(x).hex(),
        "y": field.encode(y).hex(),
        "proof": proof.hex(),
        "file": file.encode().hex(),
    }


def edge_chains(name):
    """Through 1 and p - 1, which are the values there."""
    field = GROUPS[name].field()
    assert field.step(2) == field.p - 1 and field.step(field.p - 2) == 1
    return [
        chain_case(name, field, 2, 2, 2, ", p - 1 between them"),
        chain_case(name, field, 1, 1, 2, ", p - 1 at the end"),
        chain_case(name, field, 2, 2, field.p - 2, ", 1 between them"),
        chain_case(name, field, 1, 1, field.p - 2, ", 1 at the end"),
        chain_case(name, field, 3, 2, 1, " from 1"),
        chain_case(name, field, 3, 2, field.p - 1, " from p - 1"),
    ]


def long_chains(name):
    field = GROUPS[name].field()
    cases = []
    for t, count in LONG_CHAINS:
        x = field.input(b"long")
        y, outputs = roots.prove(field, t, x, count)
        proof = roots.encode_proof(field, outputs)
        assert roots.verify(field, t, field.encode(x), field.encode(y), proof) == (x, y)
        fields = {"group": name, "t": t, "count": count, "x": field.encode(x).hex(), "y": field.encode(y).hex()}
        digest = sha256(proof).hex()
        name_of = f"{name}: {t} steps in {count}, the proof's digest"
        cases.append({"name": name_of, "kind": "long-chain", **fields, "proof_sha256": digest})
    return cases
