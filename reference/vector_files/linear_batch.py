"""vectors/linear_batch.json"""

from heliast_reference import batch as b
from heliast_reference import batch_file as f
from heliast_reference import linear_batch as l
from heliast_reference import wesolowski as w
from heliast_reference.batch_strings import FAMILY, PLACE, strings, words
from heliast_reference.blake3 import blake3
from heliast_reference.encoding import sha256, uint

from .common import document, group_table, groups, patch, refused

NAME = "linear_batch.json"
ABOUT = (
    "Incidence buckets. Bytes are hexadecimal. kind protocol: m and level to the reductions, their number first. kind"
    " drawn: seed, stage, q, families and m to the edges (the first ones, and BLAKE3 of all as u32), the places, and for"
    " each statement its buckets in the families (BLAKE3 of them as u16, family by family within a statement). A list is"
    " given by x, factor, t and count: statement i has the input x * factor^i and the true output; `changes` (statement,"
    " y) replace outputs, `order` names the statements that are left, from and to. kind rows: such a list, a seed and the"
    " parameters of a reduction to BLAKE3 of its rows as records. kind proof: a list, its shards' lengths and a level to"
    " the seed, the statement that is left and the proofs in both systems. kind file: a list, a proof file and a level that"
    " is demanded; it holds unless there is an error. Reasons are those of the reference; the error class is normative."
)
GROUP = "toy-256"
T = 1100
COUNT = 6000
LEVEL = 64


def make():
    group = groups()[GROUP]
    cases = [protocol_case(m, level) for m, level in PROTOCOLS]
    cases += [drawn_case(*parameters) for parameters in DRAWN]
    cases += [rows_case(group, line, m) for line, m in ((0, 40), (1, 300), (4, 25))]
    cases += [proof_case(group, LEVEL, [COUNT]), proof_case(group, 128, [5000, 1200])]
    cases += file_cases(group)
    return document(ABOUT, "spec/linear-batch.md", cases, groups=group_table({GROUP}))


MS = (1, 5999, 6000, 11000, 11001, 14642, 57001, 10**5, 10**6, 10**7, 5 * 10**7, 104060401, 104060402)
PROTOCOLS = [(m, 128) for m in MS] + [(10**6, 64), (10**6, 120)]
# (stage, line, m): redrawn, shuffled, and one of each at the border between them.
DRAWN = ((0, 0, 6000), (1, 1, 14641), (2, 1, 12444), (0, 1, 12445), (0, 4, 1000), (3, 9, 100))


def protocol_case(m, level):
    reductions = b.reductions(b.LINEAR, level, m)
    encoded = uint(len(reductions), 1) + b"".join(reduction.encode() for reduction in reductions)
    return {"name": f"protocol, m = {m}, level {level}", "kind": "protocol", "m": m, "level": level, "reductions": encoded.hex()}


def parameters_of(line):
    _, q, families, buckets, places = l.LINES[line]
    return {"q": q, "families": families, "buckets": buckets, "places": places}


def drawn_case(stage, line, m):
    level, seed = l.Incidence(*l.LINES[line][1:]), sha256(b"drawn", uint(m, 8))
    drawn = l.injection(seed, stage, m, level.edges)
    buckets = [
        uint((string >> 16 * family) % level.buckets, 2)
        for string in (strings(seed, stage, FAMILY, 16 * level.families, m) if level.families else [])
        for family in range(level.families)
    ]
    return {
        "name": f"drawn, q = {level.q}, {m} statements, stage {stage}",
        "kind": "drawn",
        "seed": seed.hex(),
        "stage": stage,
        "m": m,
        **parameters_of(line),
        "first_edges": drawn[:8],
        "edges": blake3(b"".join(uint(v, 4) for v in drawn)).hex(),
        "drawn_places": [u * m >> 64 for u in words(seed, stage, PLACE, level.places)],
        "drawn_buckets": blake3(b"".join(buckets)).hex(),
    }


class List:
    """Statements x * factor^i, of which all outputs follow from two."""

    def __init__(self, group, label, t, count):
        self.group, self.t, self.count = group, t, count
        self.x, self.factor = (w.delay_input(group, f"{label} {name}".encode()) for name in ("x", "factor"))
        x, y, factor = self.x, w.evaluate(group, self.x, t), w.evaluate(group, self.factor, t)
        self.statements = []
        for _ in range(count):
            self.statements.append((x, y))
            x, y = group.mul(x, self.factor), group.mul(y, factor)

    def described(self):
        encode = self.group.encode
        return {"x": encode(self.x).hex(), "factor": encode(self.factor).hex(), "t": self.t, "count": self.count}

    def records(self):
        return b.encode(self.group, self.statements)


def rows_case(group, line, m):
    level, seed, list_ = l.Incidence(*l.LINES[line][1:]), sha256(b"rows", uint(m, 8)), List(group, "rows", 5, m)
    rows = b.encode(group, level.leave(group, list_.statements, seed, 0))
    return {
        "name": f"rows, q = {level.q}, {m} statements",
        "kind": "rows",
        "group": GROUP,
        "seed": seed.hex(),
        **parameters_of(line),
        **list_.described(),
        "rows": blake3(rows).hex(),
    }


def proof_case(group, level, sizes):
    list_ = List(group, f"proof {level}", T, sum(sizes))
    protocol, size = b.reductions(b.LINEAR, level, list_.count), 2 * group.length
    records = list_.records()
    shards = [records[: size * sizes[0]], records[size * sizes[0] :]][: len(sizes)]
    ((x, y),), seed = b.combine(group, T, protocol, shards)
    case = {"name": f"proof, level {level}, shards of {sizes}", "kind": "proof", "group": GROUP, "level": level}
    case.update(**list_.described(), shards=sizes, seed=seed.hex(), left=b.encode(group, [(x, y)]).hex())
    for system in (b.WESOLOWSKI, b.PIETRZAK):
        case[system] = b.prove_one(group, T, x, y, system, w.Suite()).hex()
    return case


def file_cases(group):
    list_ = List(group, "files", T, COUNT)
    statements = f.statements_file(group, T, list_.records())
    protocol = b.reductions(b.LINEAR, LEVEL, COUNT)
    proof = b.prove(group, T, protocol, [list_.records()], b.WESOLOWSKI)
    file = f.proof_file(group, b.LINEAR, LEVEL, T, [COUNT], b.WESOLOWSKI, proof)
    delta = w.delay_input(group, b"delta")

    def fields(given, min_level=LEVEL, **more):
        return {"kind": "file", "group": GROUP, **list_.described(), "proof": given.hex(), "min_level": min_level, **more}

    def refusal(what, error, given, min_level=LEVEL, list_file=statements, **more):
        check = lambda: f.verify(group, list_file, given, min_level)
        return refused(f"file: {what}", check, error, **fields(given, min_level, **more))

    def changed(what, changes):
        made = list(list_.statements)
        for i, factor in changes:
            made[i] = (made[i][0], group.mul(made[i][1], factor))
        given = [[i, group.encode(made[i][1]).hex()] for i, _ in changes]
        records = f.statements_file(group, T, b.encode(group, made))
        return refusal(what, "invalid", file, list_file=records, changes=given)

    f.verify(group, statements, file, LEVEL)
    yield {"name": "file", **fields(file)}
    yield changed("a wrong output", [(4321, delta)])
    yield changed("errors that cancel", [(17, delta), (5018, group.invert(delta))])
    fewer = f.statements_file(group, T, list_.records()[: -2 * group.length])
    yield refusal("a statement less", "invalid", file, list_file=fewer, order=[0, COUNT - 1])
    yield refusal("of too low a level", "invalid", file, LEVEL + 8)
    for what, error, at, new in (
        ("version 1", "malformed", 4, b"\1"),
        ("version 3", "malformed", 4, b"\3"),
        ("random exponents with version 2", "malformed", 5, b"\2"),
        ("different delays with version 2", "malformed", 5, b"\6"),
        ("protocol 8", "malformed", 5, b"\10"),
        ("protocol 9", "malformed", 5, b"\11"),
        ("level 136", "malformed", 6, uint(136, 2)),
        ("another number of statements", "malformed", 56, uint(COUNT + 1, 8)),
    ):
        yield refusal(what, error, patch(file, at, new))
    yield refusal("cut", "malformed", file[:-1])
    yield refusal("a byte more", "malformed", file + b"\0")
