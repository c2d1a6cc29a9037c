"""vectors/varied_linear.json"""

from heliast_reference import batch_file as f
from heliast_reference import batch_varied as v
from heliast_reference import varied_linear as vl
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint

from .common import document, group_table, groups, patch, refused

NAME = "varied_linear.json"
ABOUT = (
    "Incidence buckets for different delays. Bytes are hexadecimal. A list is given by x, factor and runs (count, first,"
    " period): statement i of the list has the input x * factor^i and the true output, statement j of a run the delay"
    " first + (j mod period); `changes` (statement, y) replace outputs, `order` names the statements that are left, from"
    " and to. kind proof: a list and a level to the delays with graphs of their own, the seed, l and the proof. kind file: a"
    " list, a proof file and a level that is demanded; it holds unless there is an error. Reasons are those of the"
    " reference; the error class is normative."
)
GROUP = "toy-256"
LEVEL = 64

# With delays of more than 256 squarings no proof is the identity.
LISTS = {
    "too few for any graph": ((400, 400, 150), (1, 407, 1)),
    "the rest alone": ((6000, 360, 900),),
    "a delay and a rest in turn": ((7000, 400, 1), (3100, 330, 40), (5000, 400, 1), (3000, 333, 50)),
    "two delays and a short rest": ((12000, 309, 1), (5, 306, 5), (12100, 305, 1)),
    "two reductions": ((28600, 320, 300),),
}
OF_FILES = ((4, 330, 3), (12000, 340, 1), (3, 308, 3))


def make():
    group = groups()[GROUP]
    cases = [proof_case(group, name, runs, LEVEL) for name, runs in LISTS.items()]
    cases.append(proof_case(group, "a delay and a rest in turn", LISTS["a delay and a rest in turn"], 128))
    cases += file_cases(group)
    return document(ABOUT, "spec/linear-batch.md", cases, groups=group_table({GROUP}))


class List:
    """Statements x * factor^i whose delays come in runs."""

    def __init__(self, group, label, runs):
        self.group, self.runs = group, runs
        self.x, self.factor = (w.delay_input(group, f"{label} {name}".encode()) for name in ("x", "factor"))
        delays = [first + j % period for count, first, period in runs for j in range(count)]
        after = {t: [w.evaluate(group, element, t) for element in (self.x, self.factor)] for t in set(delays)}
        self.statements, x = [], self.x
        for i, t in enumerate(delays):
            start, factor = after[t]
            self.statements.append((t, x, group.mul(start, group.pow(factor, i))))
            x = group.mul(x, self.factor)

    def described(self):
        encode = self.group.encode
        return {"x": encode(self.x).hex(), "factor": encode(self.factor).hex(), "runs": [list(run) for run in self.runs]}

    def records(self):
        return v.encode(self.group, self.statements)


def proof_case(group, name, runs, level):
    list_ = List(group, name, runs)
    records = list_.records()
    _, _, l, seed = v.combine(group, level, [records], vl)
    proof = v.prove(group, level, [records], vl)
    case = {"name": f"proof, level {level}: {name}", "kind": "proof", "group": GROUP, "level": level, **list_.described()}
    own, _ = vl.divide(list_.statements)
    case.update(own=list(own), seed=seed.hex(), l=f"{l:x}", proof=proof.hex())
    return case


def file_cases(group):
    list_ = List(group, "files", OF_FILES)
    count, records = len(list_.statements), list_.records()
    statements = f.statements_file(group, 0, records)
    of = {id_: v.prove(group, LEVEL, [records], protocol) for id_, protocol in f.OF_DIFFERENT_DELAYS.items()}
    file = f.varied_proof_file(group, LEVEL, count, of[f.VARIED_LINEAR], f.VARIED_LINEAR)
    delta = w.delay_input(group, b"delta")

    def fields(given, min_level=LEVEL, **more):
        return {"kind": "file", "group": GROUP, **list_.described(), "proof": given.hex(), "min_level": min_level, **more}

    def refusal(what, error, given, min_level=LEVEL, list_file=statements, **more):
        check = lambda: f.verify(group, list_file, given, min_level)
        return refused(f"file: {what}", check, error, **fields(given, min_level, **more))

    def changed(what, changes):
        made = list(list_.statements)
        for i, factor in changes:
            t, x, y = made[i]
            made[i] = (t, x, group.mul(y, factor))
        given = [[i, group.encode(made[i][2]).hex()] for i, _ in changes]
        return refusal(what, "invalid", file, list_file=f.statements_file(group, 0, v.encode(group, made)), changes=given)

    f.verify(group, statements, file, LEVEL)
    yield {"name": "file", **fields(file)}
    yield changed("a wrong output of the delay with graphs", [(11999, delta)])
    yield changed("errors that cancel, of the delay and the rest", [(0, delta), (4, group.invert(delta))])
    fewer = f.statements_file(group, 0, records[: -v.DELAY_SIZE - 2 * group.length])
    yield refusal("a statement less", "invalid", file, list_file=fewer, order=[0, count - 1])
    yield refusal("of too low a level", "invalid", file, LEVEL + 8)
    for what, id_, other in (("6 as 8", f.VARIED_LINEAR, f.VARIED), ("8 as 6", f.VARIED, f.VARIED_LINEAR)):
        yield refusal(f"a proof of protocol {what}", "invalid", f.varied_proof_file(group, LEVEL, count, of[other], id_))
    for what, error, at, new in (
        ("version 1", "malformed", 4, b"\1"),
        ("version 3", "malformed", 4, b"\3"),
        ("protocol 7", "malformed", 5, b"\7"),
        ("protocol 9", "malformed", 5, b"\11"),
        ("level 136", "malformed", 6, uint(136, 2)),
        ("a shard", "malformed", 44, uint(1, 4)),
        ("a t", "malformed", 48, uint(100, 8)),
    ):
        yield refusal(what, error, patch(file, at, new))
    yield refusal("cut", "malformed", file[:-1])
    yield refusal("a byte more", "malformed", file + b"\0")
