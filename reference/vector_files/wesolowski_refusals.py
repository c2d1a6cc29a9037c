"""Refused delay proofs for vectors/wesolowski.json."""

from dataclasses import replace

from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import MODE_NAMES, PLAIN, SIEVED_FULL

from .common import TOYS, groups, order_two, patch, prime, refused


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
            cases.append(
                self.refuse("y * g, g of order 2, old pi", "invalid", "output", self.output(y=group.mul(self.y, g)))
            )
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
            "l from another transcript": (
                "invalid",
                w.challenge(self.group, self.suite, self.t + 1, self.x, foreign_y),
            ),
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
