"""vectors/batch.json"""

from heliast_reference import batch as b
from heliast_reference import batch_varied as v
from heliast_reference import wesolowski as w
from heliast_reference.encoding import integer, uint

from . import batch_files
from .common import TOYS, document, group_table, groups, order_two, patch, refused

NAME = "batch.json"
ABOUT = (
    "Batch proofs. Bytes are hexadecimal. kind digest: `count` records, of which number i (from 0) is the elements i + 2"
    " and 2i + 2, to the digest of the shard. kind proof: the shards of a list (records of x and y, one after the other),"
    " family, level and t to the seed, the statements that are left (records), and their proofs in both systems (one"
    " after the other; Wesolowski's with the default suite). kind verify: a list in one shard and a proof that is"
    " refused; proof absent: that of `honest`, which is a true list of three and its proofs for each family. kind"
    " varied: a list in one shard (records of t as 8 bytes, x, y) and a level to the seed, l and the proof. kind"
    " varied-verify: such a list and a proof that is refused. kind files: a statements file and a batch proof file, which"
    " hold at the level `min_level` unless there is an error. Reasons are those of the reference; the error class is"
    " normative."
)
SYSTEMS = (b.WESOLOWSKI, b.PIETRZAK)
# The protocol of incidence buckets has a separate file.
FAMILIES = [family for family in b.FAMILIES if family != "linear"]
LEVEL = 64
T = 1100
DELAYS = (1, 2, 255, 256, 257, 300, 511, 512, 513, 1000)


def make():
    table = groups()
    cases = [digest_case(table["toy-256"], count) for count in (1, 4097)]
    honest = {}
    for family in FAMILIES:
        cases += list(proof_cases(table, family))
        honest[family] = Honest(table["toy-256"], family)
        cases += refusals(honest[family])
    cases += varied_cases(table)
    cases += varied_refusals(table["toy-256"])
    one, varied = statements(table["toy-256"], 3, T), varied_statements(table["toy-256"], (300, 301, 300))
    cases += batch_files.cases((table["toy-256"], table["toy-257"]), (T, one), varied)
    names = {case["group"] for case in cases if "group" in case}
    described = {family: list_.described() for family, list_ in honest.items()}
    return document(ABOUT, "spec/batch.md", cases, groups=group_table(names), honest=described)


def digest_case(group, count):
    records = b.encode(group, ((i + 2, 2 * i + 2) for i in range(count)))
    found = b.digest(records, 2 * group.length)
    return {"name": f"digest of {count}", "kind": "digest", "group": "toy-256", "count": count, "digest": found.hex()}


def statements(group, m, t=T, label="batch"):
    inputs = [w.delay_input(group, f"{label} {i}".encode()) for i in range(m)]
    return [(x, w.evaluate(group, x, t)) for x in inputs]


def proof_cases(table, family):
    """Lists of several lengths, in several shards, in several groups, on several levels."""
    for group_name, level, t, sizes in (
        ("toy-256", 128, T, [1]),
        ("toy-256", 64, T, [2, 1]),
        ("toy-256", 64, T, [3]),
        ("toy-257", 64, 37, [7, 5]),
        ("toy-300", 72, 2500, [20]),
        ("toy-256", 64, 1, [33, 67]),
        ("rsa-1024", 64, 300, [5]),
    ):
        group, m = table[group_name], sum(sizes)
        protocol = b.reductions(b.FAMILIES[family], level, m)
        records = b.encode(group, statements(group, m, t))
        shards, at = [], 0
        for size in sizes:
            shards.append(records[2 * group.length * at : 2 * group.length * (at + size)])
            at += size
        left, seed = b.combine(group, t, protocol, shards)
        case = {
            "name": f"{family}, {group_name}, level {level}, t = {t}, shards of {sizes}",
            "kind": "proof",
            "group": group_name,
            "family": family,
            "level": level,
            "t": t,
            "shards": [shard.hex() for shard in shards],
            "seed": seed.hex(),
            "left": b.encode(group, left).hex(),
        }
        for system in SYSTEMS:
            case[system] = b.prove(group, t, protocol, shards, system).hex()
            b.verify(group, t, protocol, shards, system, bytes.fromhex(case[system]))
        yield case


class Honest:
    """A true list of three and its proofs."""

    def __init__(self, group, family):
        self.group, self.family = group, family
        self.protocol = b.reductions(b.FAMILIES[family], LEVEL, 3)
        self.statements = statements(group, 3)
        self.records = b.encode(group, self.statements)
        self.proofs = {system: self.prove(system, self.records) for system in SYSTEMS}

    def prove(self, system, records):
        return b.prove(self.group, T, self.protocol, [records], system)

    def described(self):
        proofs = {system: proof.hex() for system, proof in self.proofs.items()}
        return {"group": "toy-256", "level": LEVEL, "t": T, "records": self.records.hex(), **proofs}

    def refused(self, system, what, error, records, t=T, proof=None):
        """A case."""
        given = self.proofs[system] if proof is None else proof

        def check():
            m = len(records) // (2 * self.group.length)
            b.verify(self.group, t, b.reductions(b.FAMILIES[self.family], LEVEL, m), [records], system, given)

        fields = {"kind": "verify", "group": "toy-256", "family": self.family, "level": LEVEL, "t": t, "system": system}
        fields["records"] = records.hex()
        if proof is not None:
            fields["proof"] = proof.hex()
        return refused(f"{self.family}, {system}: {what}", check, error, **fields)


def refusals(made):
    """The cases that must be refused, with a true list and its proof."""
    group, honest, records = made.group, made.statements, made.records
    size = group.length
    delta = w.delay_input(group, b"delta")
    inverse = group.canonical(pow(delta, -1, group.modulus))
    factor = TOYS["toy-256"][0]

    def changed(**at):
        """The list with other elements: x0 is the first input."""
        return patched({name: group.encode(group.canonical(value)) for name, value in at.items()})

    def patched(at):
        data = records
        for name, value in at.items():
            data = patch(data, (2 * int(name[1:]) + (name[0] == "y")) * size, value)
        return data

    y = [output for _, output in honest]
    x = [element for element, _ in honest]
    invalid = {f"y{i} is false": changed(**{f"y{i}": y[i] * delta}) for i in range(3)}
    invalid |= {
        "x1 is another": changed(x1=x[1] * delta),
        "errors whose product is 1": changed(y0=y[0] * delta, y2=y[2] * inverse),
        "outputs change places": changed(y0=y[1], y1=y[0]),
        "another order": b.encode(group, honest[1:] + honest[:1]),
        "twice the same": b.encode(group, [honest[0], honest[0], honest[2]]),
        "one more": b.encode(group, honest + honest[:1]),
        "one less": b.encode(group, honest[:2]),
        "x and y squared": changed(x2=x[2] ** 2, y2=y[2] ** 2),
        "no statements": b"",
        "x0 is the identity": changed(x0=1, y0=1),
        "x2 is the identity": changed(x2=1),
    }
    malformed = {
        "(0, 0)": patched({"x1": bytes(size), "y1": bytes(size)}),
        "y2 is 0": patched({"y2": bytes(size)}),
        "y0 is N - y": patched({"y0": uint(group.modulus - y[0], size)}),
        "x0 is N - x": patched({"x0": uint(group.modulus - x[0], size)}),
        "y1 is N": patched({"y1": uint(group.modulus, size)}),
        "y1 is (N + 1)/2": patched({"y1": uint(group.half + 1, size)}),
        "y2 is all ones": patched({"y2": b"\xff" * size}),
        "a byte less": records[:-1],
        "half a record": records[: 5 * size],
        "x0 is no unit": changed(x0=factor),
        "y2 is no unit": changed(y2=12 * factor),
        "a true statement of non-units": changed(x1=factor, y1=w.evaluate(group, factor, T)),
    }
    false = changed(y0=y[0] * delta)
    others = b.encode(group, statements(group, 3, T, "other"))
    for system in SYSTEMS:
        proof = made.proofs[system]
        last = integer(proof[-size:])
        for error, lists in (("invalid", invalid), ("malformed", malformed)):
            for what, data in lists.items():
                yield made.refused(system, what, error, data)
        for t in (T - 1, T + 1):
            yield made.refused(system, f"t is {t}", "invalid", records, t)
        for t in (0, w.MAX_T + 1):
            yield made.refused(system, f"t is {t}", "invalid", records, t, b"")
        yield made.refused(system, "made for the false y0", "invalid", false, T, made.prove(system, false))
        yield made.refused(system, "the proof of another list", "invalid", records, T, made.prove(system, others))
        for what, error, given in (
            ("no proof", "malformed", b""),
            ("a proof that is cut", "malformed", proof[:-1]),
            ("a proof that goes on", "malformed", proof + group.encode(1)),
            ("a proof of zeros", "malformed", bytes(len(proof))),
            ("a proof of identities", "invalid", group.encode(1) * (len(proof) // size)),
            ("the last element is N - pi", "malformed", proof[:-size] + uint(group.modulus - last, size)),
        ):
            yield made.refused(system, what, error, records, T, given)
        if system == b.WESOLOWSKI:
            other = group.mul(last, order_two("toy-256", group))
            given = proof[:-size] + group.encode(other)
            yield made.refused(system, "the last element times one of order 2", "invalid", records, T, given)


def varied_statements(group, delays):
    inputs = [(t, w.delay_input(group, f"varied {i}".encode())) for i, t in enumerate(delays)]
    return [(t, x, w.evaluate(group, x, t)) for t, x in inputs]


def varied_cases(table):
    """All delays different, some shared, all equal; few and many."""
    for name, level, delays in (
        ("toy-256", 128, [1]),
        ("toy-256", 128, [1000]),
        ("toy-256", 128, DELAYS),
        ("toy-256", 128, [700, 300, 700, 300, 5]),
        ("toy-257", 64, [400] * 5),
        ("toy-257", 64, [400] * 6),
        ("toy-300", 136, [600] * 20 + [2000, 601]),
        ("toy-256", 128, range(200, 300)),
        ("toy-256", 128, [300] * 205 + list(range(301, 310))),
        ("toy-320", 256, [2000, 3000, 600]),
        ("rsa-1024", 128, [300, 301]),
    ):
        group, delays = table[name], list(delays)
        records = v.encode(group, varied_statements(group, delays))
        _, _, l, seed = v.combine(group, level, [records], v)
        proof = v.prove(group, level, [records])
        v.verify(group, level, [records], proof)
        yield {
            "name": f"varied, {name}, level {level}, {len(delays)} from {delays[0]} to {delays[-1]}",
            "kind": "varied",
            "group": name,
            "level": level,
            "records": records.hex(),
            "seed": seed.hex(),
            "l": f"{l:x}",
            "proof": proof.hex(),
        }


def varied_refusals(group):
    honest = varied_statements(group, (300, 301, 300))
    records = v.encode(group, honest)
    proof = v.prove(group, 128, [records])
    delta, factor = w.delay_input(group, b"delta"), TOYS["toy-256"][0]

    def changed(i, t=lambda t: t, x=lambda x: x, y=lambda y: y):
        """The list with another statement in place i."""
        parts = honest[i][0], honest[i][1], honest[i][2]
        other = (t(parts[0]), group.canonical(x(parts[1])), group.canonical(y(parts[2])))
        return v.encode(group, honest[:i] + [other] + honest[i + 1 :])

    def swapped(*fields):
        """Fields of the first two statements change places."""
        first, second = list(honest[0]), list(honest[1])
        for field in fields:
            first[field], second[field] = second[field], first[field]
        return v.encode(group, [tuple(first), tuple(second), honest[2]])

    lists = {
        **{f"y{i} is false": ("invalid", changed(i, y=lambda y: y * delta)) for i in range(3)},
        "x0 is another": ("invalid", changed(0, x=lambda x: x * delta)),
        "delays change places": ("invalid", swapped(0)),
        "outputs change places": ("invalid", swapped(2)),
        "statements change places": ("invalid", swapped(0, 1, 2)),
        "t0 is one more": ("invalid", changed(0, t=lambda t: t + 1)),
        "t2 is one less": ("invalid", changed(2, t=lambda t: t - 1)),
        "t0 is one less and x0 squared": ("invalid", changed(0, t=lambda t: t - 1, x=lambda x: x * x)),
        "t1 is 0": ("invalid", changed(1, t=lambda t: 0)),
        "t1 is 2^48": ("invalid", changed(1, t=lambda t: w.MAX_T + 1)),
        "one less": ("invalid", v.encode(group, honest[:2])),
        "one more": ("invalid", v.encode(group, honest + honest[:1])),
        "no statements": ("invalid", b""),
        "x2 is the identity": ("invalid", changed(2, x=lambda x: 1)),
        "x1 is no unit": ("malformed", changed(1, x=lambda x: factor)),
        "y0 is no unit": ("malformed", changed(0, y=lambda y: factor)),
        "y2 is 0": ("malformed", records[: -group.length] + bytes(group.length)),
        "y2 is N - y": ("malformed", records[: -group.length] + uint(group.modulus - honest[2][2], group.length)),
        "a byte less": ("malformed", records[:-1]),
        "t alone": ("malformed", records + uint(300, 8)),
    }
    for what, (error, data) in lists.items():
        yield varied_refusal(group, what, error, data, proof)
    false = changed(0, y=lambda y: y * delta)
    yield varied_refusal(group, "made for a list with a false y0", "invalid", false, v.prove(group, 128, [false]))
    for what, error, other in (
        ("a proof of another level", "invalid", v.prove(group, 120, [records])),
        ("the identity as proof", "invalid", group.encode(1)),
        ("a proof that is no unit", "malformed", group.encode(factor)),
        ("a proof of zeros", "malformed", bytes(group.length)),
        ("N - Q", "malformed", uint(group.modulus - integer(proof), group.length)),
        ("a proof that is cut", "malformed", proof[:-1]),
    ):
        yield varied_refusal(group, what, error, records, other)


def varied_refusal(group, what, error, records, proof):
    fields = {"kind": "varied-verify", "group": "toy-256", "level": 128, "records": records.hex(), "proof": proof.hex()}
    return refused(f"varied: {what}", lambda: v.verify(group, 128, [records], proof), error, **fields)
