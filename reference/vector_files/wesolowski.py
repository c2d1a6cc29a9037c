"""vectors/wesolowski.json"""

from dataclasses import replace
from math import gcd

from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import MODE_NAMES, MODES, PLAIN, SIEVED_FULL

from .common import TOYS, document, group_table, groups, prime, refused

NAME = "wesolowski.json"
ABOUT = (
    "Wesolowski's proofs. Bytes are hexadecimal. kind proof: message to x; x, t, mode, bits to y, the challenge l (bits/8 bytes),"
    " pi; the two wire forms and proof files; trapdoor true: t is so large that only p and q make the proof."
    " kind low-order: the verifier accepts, y is false (see its note). kind verify: a proof in a wire form that is refused."
    " kind file: a proof file that is refused for the group. Reasons are those of the reference; the error class is normative."
)
TIMES = (1, 2, 7, 100, 1000, 4097)
PROVED_TIMES = {"toy-256": TIMES, "toy-257": (1, 100), "toy-300": (7, 1000), "toy-320": (2, 4097)}


def make():
    table = groups()
    cases = []
    for name, group in table.items():
        for t in PROVED_TIMES.get(name, TIMES):
            for mode in MODES.values():
                cases.append(proof_case(name, group, w.Suite(mode, 256), t))
    for bits in (128, 136, 512):
        cases.append(proof_case("toy-256", table["toy-256"], w.Suite(SIEVED_FULL, bits), 300))
        cases.append(proof_case("rsa-1024", table["rsa-1024"], w.Suite(PLAIN, bits), 300))
    for t in (1 << 20, (1 << 40) + 1, w.MAX_T):
        cases.append(trapdoor_case("toy-320", table["toy-320"], w.Suite(), t))
    cases.append(low_order_case("toy-256", table["toy-256"]))
    for name in ("toy-257", "rsa-1024", "rsa-2048"):
        cases += Refusals(name, table[name]).cases()
    return document(ABOUT, "spec/wesolowski.md", cases, groups=group_table())


def proof_case(name, group, suite, t):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    y = w.evaluate(group, x, t)
    pi = w.prove(group, suite, t, x, y)
    if name in TOYS:
        assert (y, pi) == by_trapdoor(name, group, suite, t, x)
    return described(name, group, suite, t, message, x, y, pi)


def trapdoor_case(name, group, suite, t):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    return {**described(name, group, suite, t, message, x, *by_trapdoor(name, group, suite, t, x)), "trapdoor": True}


def by_trapdoor(name, group, suite, t, x):
    p, q = TOYS[name]
    phi = (p - 1) * (q - 1)
    y = w.trapdoor_evaluate(group, phi, x, t)
    return y, w.trapdoor_prove(group, phi, suite, t, x, y)


def described(name, group, suite, t, message, x, y, pi, kind="proof"):
    l = w.challenge(group, suite, t, x, y)
    forms = {"output": w.encode_output(group, y, pi), "compact": w.encode_compact(group, suite, pi, l)}
    files = {form: w.ProofFile(w.FORMS[form], suite, t, group.id, group.encode(x), forms[form]) for form in forms}
    for file in files.values():
        assert w.ProofFile.decode(file.encode()) == file and file.verify(group) == (x, y)
    return {
        "name": f"{name}, {MODE_NAMES[suite.mode]} {suite.bits}, t = {t}" + ("" if kind == "proof" else f", {kind}"),
        "kind": kind,
        "group": name,
        "mode": MODE_NAMES[suite.mode],
        "bits": suite.bits,
        "t": t,
        "message": message.hex(),
        "x": group.encode(x).hex(),
        "y": group.encode(y).hex(),
        "l": uint(l, suite.bits // 8).hex(),
        "pi": group.encode(pi).hex(),
        "output": forms["output"].hex(),
        "compact": forms["compact"].hex(),
        "output_file": files["output"].encode().hex(),
        "compact_file": files["compact"].encode().hex(),
    }


def order_two(name, group):
    """A class of order 2 that is not -1: 1 modulo p and -1 modulo q. Whoever knows it knows the factors."""
    p, q = TOYS[name]
    g = group.canonical(1 + p * (-2 * pow(p, -1, q) % q))
    assert g != 1 and group.mul(g, g) == 1
    return g


def low_order_case(name, group):
    """y * g with the proof pi * g for its own challenge: l is odd, so (pi g)^l x^r = y g."""
    suite, t, message = w.Suite(), 100, b"low order"
    x = w.delay_input(group, message)
    g = order_two(name, group)
    false_y = group.mul(w.evaluate(group, x, t), g)
    pi = group.mul(w.prove(group, suite, t, x, false_y), g)
    case = described(name, group, suite, t, message, x, false_y, pi, "low-order")
    case["note"] = "y is x^(2^t) times an element of order 2, found with the factors: no verifier can tell (low order assumption)"
    return case


class Refusals:
    """Everything that a verifier must refuse, for one group."""

    def __init__(self, name, group):
        self.name, self.group, self.t = name, group, 600
        self.x = w.delay_input(group, b"refused")
        self.y = w.evaluate(group, self.x, self.t)
        self.suite = w.Suite()
        self.pi = w.prove(group, self.suite, self.t, self.x, self.y)
        self.l = w.challenge(group, self.suite, self.t, self.x, self.y)

    def cases(self):
        return self.elements() + self.lengths() + self.statements() + self.wrong() + self.challenges() + self.files()

    def refuse(self, label, error, form, proof, t=None, x=None, suite=None):
        group, suite = self.group, suite or self.suite
        t = self.t if t is None else t
        x = group.encode(self.x) if x is None else x
        return refused(
            f"{self.name}: {label}, {form} form",
            lambda: w.verify(group, suite, t, x, w.FORMS[form], proof),
            error,
            kind="verify",
            group=self.name,
            mode=MODE_NAMES[suite.mode],
            bits=suite.bits,
            t=t,
            x=x.hex(),
            form=form,
            proof=proof.hex(),
        )

    def output(self, y=None, pi=None):
        y, pi = self.y if y is None else y, self.pi if pi is None else pi
        return uint(y, self.group.length) + uint(pi, self.group.length)

    def compact(self, pi=None, l=None, suite=None):
        pi, l = self.pi if pi is None else pi, self.l if l is None else l
        return uint(pi, self.group.length) + uint(l, (suite or self.suite).bits // 8)

    def elements(self):
        """Encodings of y, pi and x that are no elements."""
        n, length = self.group.modulus, self.group.length
        bad = {"0": 0, "N": n, "N - 1": n - 1, "(N + 1)/2": (n + 1) // 2, "all ones": (1 << 8 * length) - 1}
        cases = []
        for label, value in {**bad, "-y": n - self.y}.items():
            cases.append(self.refuse(f"y = {label}", "malformed", "output", self.output(y=value)))
        for label, value in {**bad, "-pi": n - self.pi}.items():
            cases.append(self.refuse(f"pi = {label}", "malformed", "output", self.output(pi=value)))
            cases.append(self.refuse(f"pi = {label}", "malformed", "compact", self.compact(pi=value)))
        for label, value in {**bad, "-x": n - self.x, "1": 1}.items():
            x = uint(value, length)
            cases.append(self.refuse(f"x = {label}", "malformed", "output", self.output(), x=x))
            cases.append(self.refuse(f"x = {label}", "malformed", "compact", self.compact(), x=x))
        cases.append(self.refuse("y = identity", "invalid", "output", self.output(y=1)))
        cases.append(self.refuse("pi = identity", "invalid", "output", self.output(pi=1)))
        cases.append(self.refuse("pi = identity", "invalid", "compact", self.compact(pi=1)))
        return cases + (self.non_units() if self.name in TOYS else [])

    def non_units(self):
        p, q = TOYS[self.name]
        multiple = self.group.canonical(6 * q)
        return [
            self.refuse("y = p", "malformed", "output", self.output(y=p)),
            self.refuse("pi = 6q", "malformed", "output", self.output(pi=multiple)),
            self.refuse("pi = 6q", "malformed", "compact", self.compact(pi=multiple)),
            self.refuse("x = p", "malformed", "output", self.output(), x=self.group.encode(p)),
            self.refuse("x = p", "malformed", "compact", self.compact(), x=self.group.encode(p)),
        ]

    def lengths(self):
        cases = []
        for form, proof in {"output": self.output(), "compact": self.compact()}.items():
            for label, data in {"empty": b"", "truncated": proof[:-1], "trailing byte": proof + b"\0"}.items():
                cases.append(self.refuse(label, "malformed", form, data))
            x = self.group.encode(self.x)
            cases.append(self.refuse("x truncated", "malformed", form, proof, x=x[1:]))
            cases.append(self.refuse("x extended", "malformed", form, proof, x=b"\0" + x))
        cases.append(self.refuse("the other form", "malformed", "output", self.compact()))
        return cases

    def statements(self):
        """A true proof beside another statement or suite."""
        group, cases = self.group, []
        other_x = group.encode(w.delay_input(group, b"another message"))
        other_mode, other_bits = w.Suite(PLAIN, 256), w.Suite(SIEVED_FULL, 264)
        for form, proof in {"output": self.output(), "compact": self.compact()}.items():
            cases.append(self.refuse("t = 0", "malformed", form, proof, t=0))
            cases.append(self.refuse("t = 2^48", "malformed", form, proof, t=1 << 48))
            cases.append(self.refuse("t + 1", "invalid", form, proof, t=self.t + 1))
            cases.append(self.refuse("t - 1", "invalid", form, proof, t=self.t - 1))
            cases.append(self.refuse("another x", "invalid", form, proof, x=other_x))
            cases.append(self.refuse("another mode", "invalid", form, proof, suite=other_mode))
        cases.append(self.refuse("264 prime bits", "invalid", "output", self.output(), suite=other_bits))
        return cases

    def wrong(self):
        """False y or pi that are elements."""
        group = self.group
        square = group.mul(self.y, self.y)
        cases = [
            self.refuse("y^2 with the old pi", "invalid", "output", self.output(y=square)),
            self.refuse("y * x", "invalid", "output", self.output(y=group.mul(self.y, self.x))),
            self.refuse("pi * x", "invalid", "output", self.output(pi=group.mul(self.pi, self.x))),
            self.refuse("pi * x", "invalid", "compact", self.compact(pi=group.mul(self.pi, self.x))),
            self.refuse("y and pi exchanged", "invalid", "output", self.output(y=self.pi, pi=self.y)),
            self.refuse("pi made for the challenge of y", "invalid", "output", self.adapted(square)),
        ]
        if self.name in TOYS:
            g = order_two(self.name, group)
            cases.append(self.refuse("y * g, g of order 2, old pi", "invalid", "output", self.output(y=group.mul(self.y, g))))
            both = self.output(y=group.mul(self.y, g), pi=group.mul(self.pi, g))
            cases.append(self.refuse("y * g and pi * g, g of order 2, old challenge", "invalid", "output", both))
        return cases

    def adapted(self, y):
        """A false y with x^floor(2^t / l) for the l of that y."""
        return self.output(y=y, pi=w.prove(self.group, self.suite, self.t, self.x, y))

    def challenges(self):
        """Compact proofs whose l is not the challenge, each with the pi that fits this l."""
        foreign_y = w.evaluate(self.group, self.x, self.t + 1)
        challenges = {
            "l composite": ("invalid", prime("l p", 128) * prime("l q", 128)),
            "l = 3^161": ("invalid", 3**161),
            "l + 2": ("invalid", self.l + 2),
            "l from another transcript": ("invalid", w.challenge(self.group, self.suite, self.t + 1, self.x, foreign_y)),
            "l prime and long": ("invalid", prime("foreign l", 256)),
            "l at the lower bound + 1": ("invalid", (1 << 192) + 1),
            "l below the lower bound": ("malformed", (1 << 192) - 1),
            "l = 1": ("malformed", 1),
            "l = 3": ("malformed", 3),
            "l = 0": ("malformed", 0),
            "l even": ("malformed", self.l - 1),
            "l = 2^255": ("malformed", 1 << 255),
        }
        cases = []
        for label, (error, l) in challenges.items():
            pi = w.long_division(self.group, self.t, self.x, l) if l else self.pi
            cases.append(self.refuse(label, error, "compact", self.compact(pi=pi, l=l)))
        assert gcd(self.l, 2) == 1
        return cases

    def files(self):
        """Proof files: each field changed."""
        made = w.ProofFile(w.OUTPUT, self.suite, self.t, self.group.id, self.group.encode(self.x), self.output())
        whole = made.encode()
        compact = replace(made, form=w.COMPACT, proof=self.compact()).encode()
        other_group = groups()["toy-320"]
        changes = {
            "empty": ("malformed", b""),
            "magic": ("malformed", b"HLVQ" + whole[4:]),
            "version 0": ("malformed", patch(whole, 4, b"\0")),
            "version 2": ("malformed", patch(whole, 4, b"\2")),
            "form 2": ("malformed", patch(whole, 5, b"\2")),
            "output file called compact": ("malformed", patch(whole, 5, b"\1")),
            "compact file called output": ("malformed", patch(compact, 5, b"\0")),
            "proof system 1": ("malformed", patch(whole, 6, b"\1")),
            "mode 1": ("malformed", patch(whole, 7, b"\1")),
            "mode 3": ("malformed", patch(whole, 7, b"\3")),
            "mode plain": ("invalid", patch(whole, 7, b"\0")),
            "hash 1": ("malformed", patch(whole, 8, b"\1")),
            "120 prime bits": ("malformed", patch(whole, 9, uint(120, 2))),
            "257 prime bits": ("malformed", patch(whole, 9, uint(257, 2))),
            "520 prime bits": ("malformed", patch(whole, 9, uint(520, 2))),
            "t = 0": ("malformed", patch(whole, 11, uint(0, 8))),
            "t = 2^48": ("malformed", patch(whole, 11, uint(1 << 48, 8))),
            "t + 1": ("invalid", patch(whole, 11, uint(self.t + 1, 8))),
            "another group's id": ("invalid", patch(whole, 19, other_group.id)),
            "L - 1": ("malformed", patch(whole, 51, uint(self.group.length - 1, 4))),
            "L + 1": ("malformed", patch(whole, 51, uint(self.group.length + 1, 4))),
            "L = 2^32 - 1": ("malformed", patch(whole, 51, b"\xff" * 4)),
            "truncated": ("malformed", whole[:-1]),
            "trailing byte": ("malformed", whole + b"\0"),
            "compact truncated": ("malformed", compact[:-1]),
            "compact trailing byte": ("malformed", compact + b"\0"),
        }
        return [
            refused(
                f"{self.name}: file, {label}",
                lambda: w.ProofFile.decode(data).verify(self.group),
                error,
                kind="file",
                group=self.name,
                file=data.hex(),
            )
            for label, (error, data) in changes.items()
        ]


def patch(data, at, new):
    return data[:at] + new + data[at + len(new) :]
