"""vectors/class_delays.json"""

from heliast_reference import batch as b
from heliast_reference import batch_file as files
from heliast_reference import batch_varied as v
from heliast_reference import pietrzak, segments
from heliast_reference import wesolowski as w
from heliast_reference.class_group import ClassGroup, discriminant_from_seed
from heliast_reference.hash_to_prime import HINTED, PLAIN, SHA_256
from heliast_reference.proof_file import SYSTEM_PIETRZAK, SYSTEM_SEGMENTED, ProofFile
from heliast_reference.segments import Cut

from .common import document, refused, stream

NAME = "class_delays.json"
ABOUT = (
    "Delays over class groups, whose |D| are in groups. Bytes are hexadecimal. kind proof: a proof file (Wesolowski's in"
    " both forms, Pietrzak's, in segments) of message to x, x and t to y. kind batch: a file of statements and the file of"
    " their proof, of one t or of a t for each (varied), and the elements of the statements that the protocol leaves. kind"
    " refused-proof and refused-batch: the same, refused; a list must hold at the level 64. Reasons are those of the"
    " reference; the error class is normative."
)
LEVEL = 64
DEFAULT = w.Suite()
SHORT = w.Suite(PLAIN, 128, SHA_256)
# No proof is accepted over class-521: |D| = 2^521 - 1, and the form (2, 1, c) has the order 519.
MERSENNE = "class-521"


def make():
    table = {f"class-{bits}": ClassGroup(discriminant_from_seed(stream("class group", 32), bits)) for bits in (256, 512, 1024)}
    table[MERSENNE] = ClassGroup((1 << 521) - 1)
    cases = []
    for name, group in table.items():
        if name != MERSENNE:
            cases += list(proofs(name, group))
    cases += list(batches("class-256", table["class-256"]))
    cases += list(varied(table))
    cases += list(refused_proofs("class-256", table["class-256"])) + list(refused_batches(table["class-256"]))
    cases += list(mersenne(table[MERSENNE]))
    magnitudes = {name: f"{-group.discriminant:x}" for name, group in table.items()}
    return document(ABOUT, "spec/class-group.md", cases, groups=magnitudes)


def delay(group, message, t):
    x = w.delay_input(group, message)
    return x, w.evaluate(group, x, t)


def wesolowski_file(group, suite, t, x, y, compact):
    l, hint = w.challenge(group, suite, t, x, y), w.honest_hint(group, suite, t, x, y)
    pi = w.prove(group, suite, t, x, y)
    if compact:
        return ProofFile(suite, t, group.id, group.encode(x), w.encode_compact(group, suite, pi, l, hint), form=w.COMPACT)
    return ProofFile(suite, t, group.id, group.encode(x), w.encode_output(group, y, pi, hint))


def pietrzak_file(group, t, x, y, midpoints=None):
    midpoints = pietrzak.prove(group, t, x, y) if midpoints is None else midpoints
    proof = group.encode(y) + pietrzak.encode(group, midpoints)
    return ProofFile(None, t, group.id, group.encode(x), proof, SYSTEM_PIETRZAK)


def segmented_file(group, t, x, cut):
    y, proof = segments.prove(group, DEFAULT, t, x, cut)
    return ProofFile(DEFAULT, t, group.id, group.encode(x), group.encode(y) + proof.encode(group), SYSTEM_SEGMENTED)


def proofs(name, group):
    for t in (1, 300, 1025, 2051) if name == "class-256" else (300, 1100):
        message = f"message for {name} and {t}".encode()
        x, y = delay(group, message, t)
        made = {
            "output": wesolowski_file(group, DEFAULT, t, x, y, False),
            "compact": wesolowski_file(group, DEFAULT, t, x, y, True),
            "output, plain 128": wesolowski_file(group, SHORT, t, x, y, False),
            "output, hinted": wesolowski_file(group, w.Suite(HINTED, 264), t, x, y, False),
            "Pietrzak": pietrzak_file(group, t, x, y),
        }
        if t >= 300:
            made["segments"] = segmented_file(group, t, x, Cut(3, 2))
        for what, file in made.items():
            assert file.verify(group) == (x, y)
            yield {
                "name": f"{name}, {what}, t = {t}",
                "kind": "proof",
                "group": name,
                "message": message.hex(),
                "t": t,
                "y": group.encode(y).hex(),
                "file": file.encode().hex(),
            }


def statements(group, m, t):
    return [delay(group, f"batch {i}".encode(), t) for i in range(m)]


def batches(name, group):
    """Every protocol with both kinds of proofs, of one statement and of some."""
    for family, number in b.FAMILIES.items():
        for m, t in ((1, 37), (3, 1100), (7, 1)):
            records = b.encode(group, statements(group, m, t))
            protocol = b.reductions(number, LEVEL, m)
            left, _ = b.combine(group, t, protocol, [records])
            for system in (b.WESOLOWSKI, b.PIETRZAK):
                proof = b.prove(group, t, protocol, [records], system)
                b.verify(group, t, protocol, [records], system, proof)
                yield {
                    "name": f"{name}, {family}, {system}, {m} of t = {t}",
                    "kind": "batch",
                    "group": name,
                    "left": b.encode(group, left).hex(),
                    "statements": files.statements_file(group, t, records).hex(),
                    "proof": files.proof_file(group, number, LEVEL, t, [m], system, proof).hex(),
                }


def varied(table):
    """Few and merged ones, on two levels."""
    for name, level, delays in (
        ("class-256", 128, [300, 301, 300, 5, 700]),
        ("class-256", 64, [400] * 7 + [90]),
        ("class-512", 64, [300]),
    ):
        group = table[name]
        records = v.encode(group, [(t, *delay(group, f"varied {i}".encode(), t)) for i, t in enumerate(delays)])
        proof = v.prove(group, level, [records])
        v.verify(group, level, [records], proof)
        yield {
            "name": f"{name}, different delays, level {level}, {len(delays)} from {delays[0]} to {delays[-1]}",
            "kind": "batch",
            "group": name,
            "statements": files.statements_file(group, 0, records).hex(),
            "proof": files.varied_proof_file(group, level, len(delays), proof).hex(),
        }


def refused_proofs(name, group):
    t = 1100
    x, y = delay(group, b"refused", t)
    inverse, other = group.invert(y), group.mul(y, group.hash(b"heliast/test", b"delta"))
    assert inverse != y
    identity = group.identity

    def replaced(file, old, new):
        data = file.encode()
        assert data.count(old) == 1
        return data.replace(old, new)

    for what, file in (
        ("Wesolowski", wesolowski_file(group, DEFAULT, t, x, y, False)),
        ("Pietrzak", pietrzak_file(group, t, x, y)),
        ("segments", segmented_file(group, t, x, Cut(2, 1))),
    ):
        encoded = group.encode(y)
        bad = {
            "the inverse of y": ("invalid", replaced(file, encoded, group.encode(inverse))),
            "another y": ("invalid", replaced(file, encoded, group.encode(other))),
            "y is the identity": ("invalid", replaced(file, encoded, group.encode(identity))),
            "x is the identity": ("invalid", replaced(file, group.encode(x), group.encode(identity))),
            "x and y exchanged": ("invalid", replaced(file, group.encode(x) + encoded, encoded + group.encode(x))),
            "another flag in y": ("malformed", replaced(file, encoded, bytes([encoded[0] ^ 2]) + encoded[1:])),
            "y of no form": ("malformed", replaced(file, encoded, b"\0\0" + b"\xff" * (len(encoded) - 2))),
            "another group": ("invalid", replaced(file, group.id, bytes(32))),
            "a byte more": ("malformed", file.encode() + b"\0"),
        }
        for change, (kind, data) in bad.items():

            def check():
                ProofFile.decode(data).verify(group)

            yield refused(f"{name}, {what}: {change}", check, kind, kind="refused-proof", group=name, file=data.hex())


def refused_batches(group):
    """Errors alone and in pairs that cancel in a plain product, in every protocol."""
    t = 300
    honest = statements(group, 3, t)
    delta = group.hash(b"heliast/test", b"delta")

    def with_y(*errors):
        return [(x, group.mul(y, error)) for (x, y), error in zip(honest, errors)]

    one, inverse = group.identity, group.invert(delta)
    lists = {
        "a wrong y": with_y(one, delta, one),
        "two errors that cancel": with_y(delta, one, inverse),
        "an inverse y": honest[:2] + [(honest[2][0], group.invert(honest[2][1]))],
        "reordered": honest[::-1],
        "x is the identity": [(one, one)] + honest[1:],
    }
    for family, number in b.FAMILIES.items():
        protocol = b.reductions(number, LEVEL, 3)
        proof = b.prove(group, t, protocol, [b.encode(group, honest)], b.WESOLOWSKI)
        proof_file = files.proof_file(group, number, LEVEL, t, [3], b.WESOLOWSKI, proof)
        for what, list_ in lists.items():
            yield refused_batch(f"{family}: {what}", group, t, b.encode(group, list_), proof_file)
    delays = (300, 301, 300)
    records = [(t, *delay(group, f"varied {i}".encode(), t)) for i, t in enumerate(delays)]
    proof_file = files.varied_proof_file(group, 64, 3, v.prove(group, 64, [v.encode(group, records)]))
    wrong = {
        "a wrong y": records[:2] + [(300, records[2][1], group.mul(records[2][2], delta))],
        "another t": records[:2] + [(301, *records[2][1:])],
        "an inverse y": [(300, records[0][1], group.invert(records[0][2]))] + records[1:],
    }
    for what, list_ in wrong.items():
        yield refused_batch(f"different delays: {what}", group, 0, v.encode(group, list_), proof_file)


def refused_batch(name, group, t, records, proof_file):
    list_file = files.statements_file(group, t, records)
    fields = {"group": "class-256", "statements": list_file.hex(), "proof": proof_file.hex()}
    return refused(name, lambda: files.verify(group, list_file, proof_file, LEVEL), "invalid", kind="refused-batch", **fields)


def mersenne(group):
    """True statements, and y times an element of order 519 in Pietrzak's proof: all are refused before they are
    checked."""
    t = 300
    x, y = delay(group, b"mersenne", t)
    two = group.form(2, 1)
    assert two != group.identity and group.pow(two, 519) == group.identity
    lie = group.mul(y, two)
    for what, file in {
        "a true proof of Wesolowski's": wesolowski_file(group, SHORT, t, x, y, False),
        "a true compact proof": wesolowski_file(group, SHORT, t, x, y, True),
        "a true proof of Pietrzak's": pietrzak_file(group, t, x, y),
        "a true proof in segments": segmented_file(group, t, x, Cut(2, 1)),
        "y times a form of order 519": wesolowski_file(group, SHORT, t, x, lie, False),
    }.items():
        data = file.encode()
        check = ProofFile.decode(data)
        name = f"{MERSENNE}: {what}"
        yield refused(name, lambda: check.verify(group), "invalid", kind="refused-proof", group=MERSENNE, file=data.hex())
