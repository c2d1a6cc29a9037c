"""Cases of vectors/batch.json: files of statements and of batch proofs."""

from heliast_reference import batch as b
from heliast_reference import batch_file as f
from heliast_reference import batch_varied as v
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint

from .common import patch, refused

LEVEL = 64


def cases(groups, list_of_one, varied):
    """Files of both kinds: they hold, or a field is changed, or they do not belong together."""
    (group, other_group), (t, one) = groups, list_of_one
    size = group.length
    lists = {"one delay": f.statements_file(group, t, b.encode(group, one))}
    lists["different delays"] = f.statements_file(group, 0, v.encode(group, varied))
    proofs = {"one delay": file_of_one(group, t, one, b.WESOLOWSKI), "pietrzak": file_of_one(group, t, one, b.PIETRZAK)}
    proof = v.prove(group, LEVEL, [v.encode(group, varied)])
    proofs["different delays"] = f.varied_proof_file(group, LEVEL, 3, proof)
    for list_name, proof_name in (("one delay",) * 2, ("one delay", "pietrzak"), ("different delays",) * 2):
        given = lists[list_name], proofs[proof_name]
        f.verify(group, *given, LEVEL)
        yield {"name": f"files, {list_name}: {proof_name}", **file_fields(*given)}

    for kind, other in (("one delay", "different delays"), ("different delays", "one delay")):
        records, proof = lists[kind], proofs[kind]
        stride = 2 * size + (8 if kind == "different delays" else 0)
        last_t = 64 + 2 * stride if kind == "different delays" else 48
        yield file_refusal(group, f"{kind}: a proof of the other kind", "invalid", records, proofs[other])
        yield file_refusal(group, f"{kind}: two lists", "malformed", records, records)
        yield file_refusal(group, f"{kind}: two proofs", "malformed", proof, proof)
        yield file_refusal(group, f"{kind}: of too low a level", "invalid", records, proof, LEVEL + 1)
        for what, error, at, new in (
            ("another magic", "malformed", 3, b"P"),
            ("version 2", "malformed", 4, b"\2"),
            ("a protocol", "malformed", 5, b"\1"),
            ("a level", "malformed", 6, uint(LEVEL, 2)),
            ("another group", "invalid", 8, other_group.id),
            ("L is 0", "malformed", 40, uint(0, 4)),
            ("L is one more", "malformed", 40, uint(size + 1, 4)),
            ("L is 1025", "malformed", 40, uint(1025, 4)),
            ("shards", "malformed", 44, uint(1, 4)),
            ("t is 2^48", "malformed", 48, uint(w.MAX_T + 1, 8)),
            ("m is 0", "malformed", 56, uint(0, 8)),
            ("m is one less", "malformed", 56, uint(2, 8)),
            ("m is one more", "malformed", 56, uint(4, 8)),
            ("m is 2^40 + 1", "malformed", 56, uint((1 << 40) + 1, 8)),
            ("the kind of the other", "malformed", 48, uint(0 if kind == "one delay" else t, 8)),
            ("another t of the last", "invalid", last_t, uint(302, 8)),
            ("a false y", "invalid", 64 + stride - size, records[-size:]),
            ("y is 0", "malformed", 64 + stride - size, bytes(size)),
        ):
            yield file_refusal(group, f"{kind}: list: {what}", error, patch(records, at, new), proof)
        fewer = patch(records[:-stride], 56, uint(2, 8))
        for what, error, given in (
            ("a statement less", "invalid", fewer),
            ("cut", "malformed", records[:-1]),
            ("the header alone", "malformed", records[:64]),
            ("a part of the header", "malformed", records[:40]),
            ("nothing", "malformed", b""),
            ("a byte more", "malformed", records + b"\0"),
            ("a record more", "malformed", records + records[-stride:]),
        ):
            yield file_refusal(group, f"{kind}: list: {what}", error, given, proof)
        for what, error, at, new in (
            ("another magic", "malformed", 3, b"S"),
            ("version 2", "malformed", 4, b"\2"),
            ("protocol 0", "malformed", 5, b"\0"),
            ("protocol 7", "malformed", 5, b"\7"),
            ("the other kind's protocol", "malformed", 5, uint(2 if kind == "different delays" else 6, 1)),
            ("level 63", "malformed", 6, uint(63, 2)),
            ("level 264", "malformed", 6, uint(264, 2)),
            ("another level", "invalid", 6, uint(LEVEL + 8, 2)),
            ("another group", "invalid", 8, other_group.id),
            ("L is one more", "malformed", 40, uint(size + 1, 4)),
            ("another number of shards", "malformed", 44, uint(2, 4)),
            ("t is 2^48", "malformed", 48, uint(w.MAX_T + 1, 8)),
            ("m is 0", "malformed", 56, uint(0, 8)),
            ("the last element is 0", "malformed", len(proof) - size, bytes(size)),
            ("the last element is 1", "invalid", len(proof) - size, group.encode(1)),
        ):
            yield file_refusal(group, f"{kind}: proof: {what}", error, records, patch(proof, at, new))
        for what, given in (
            ("cut", proof[:-1]),
            ("the header alone", proof[:64]),
            ("nothing", b""),
            ("a byte more", proof + b"\0"),
            ("an element more", proof + group.encode(1)),
        ):
            yield file_refusal(group, f"{kind}: proof: {what}", "malformed", records, given)
    records, proof = lists["different delays"], proofs["different delays"]
    for what, new in (("0", 0), ("2^48", w.MAX_T + 1)):
        given = patch(records, 64, uint(new, 8))
        yield file_refusal(group, f"different delays: list: the first t is {what}", "invalid", given, proof)
    given = patch(proof, 48, uint(t, 8))
    yield file_refusal(group, "different delays: proof: a t", "malformed", records, given)
    given = patch(proof, 56, uint(4, 8))
    yield file_refusal(group, "different delays: proof: m is one more", "invalid", records, given)


def file_of_one(group, t, list_, system):
    protocol = b.reductions(b.RANDOM_EXPONENTS, LEVEL, len(list_))
    proof = b.prove(group, t, protocol, [b.encode(group, list_)], system)
    return f.proof_file(group, b.RANDOM_EXPONENTS, LEVEL, t, [len(list_)], system, proof)


def file_fields(statements_, proof, min_level=LEVEL):
    about = {"kind": "files", "group": "toy-256", "min_level": min_level}
    return {**about, "statements": statements_.hex(), "proof": proof.hex()}


def file_refusal(group, what, error, statements_, proof, min_level=LEVEL):
    fields = file_fields(statements_, proof, min_level)
    return refused(f"files, {what}", lambda: f.verify(group, statements_, proof, min_level), error, **fields)
