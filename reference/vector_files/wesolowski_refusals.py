"""Refused delay proofs for vectors/wesolowski.json."""

from dataclasses import replace

from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.errors import Invalid
from heliast_reference.hash_to_prime import HASH_NAMES, MODE_NAMES, PLAIN, SHA_512, SIEVED_FULL, hint_bound
from heliast_reference.proof_file import ProofFile

from .common import TOYS, order_two, patch, prime, refused
from .proof_files import BITS, FORM, HASH, MODE, SYSTEM, T, head_changes, longest_element, refused_files


class Refusals:
    """All cases that a verifier must refuse, for one group."""

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
            hash=HASH_NAMES[suite.hash_id],
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
        """Encodings of y, pi and x that are not elements."""
        n, length = self.group.modulus, self.group.length
        bad = {"0": 0, "N": n, "N - 1": n - 1, "(N + 1)/2": (n + 1) // 2, "all ones": (1 << 8 * length) - 1}
        cases = []
        for label, value in {**bad, "-y": n - self.y}.items():
            cases.append(self.refuse(f"y = {label}", "malformed", "output", self.output(y=value)))
        for label, value in {**bad, "-pi": n - self.pi}.items():
            cases.append(self.refuse(f"pi = {label}", "malformed", "output", self.output(pi=value)))
            cases.append(self.refuse(f"pi = {label}", "malformed", "compact", self.compact(pi=value)))
        for label, value in {**bad, "-x": n - self.x}.items():
            x = uint(value, length)
            cases.append(self.refuse(f"x = {label}", "malformed", "output", self.output(), x=x))
            cases.append(self.refuse(f"x = {label}", "malformed", "compact", self.compact(), x=x))
        for form, proof in {"output": self.output(), "compact": self.compact()}.items():
            cases.append(self.refuse("x = identity", "invalid", form, proof, x=uint(1, length)))
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
            # The order of the checks: encodings, ranges, units.
            self.refuse("t = 0, y = N", "malformed", "output", self.output(y=p * q), t=0),
            self.refuse("t = 0, y = p", "invalid", "output", self.output(y=p), t=0),
            self.refuse("t = 0, pi = N", "malformed", "compact", self.compact(pi=p * q), t=0),
            self.refuse("t = 0, pi = 6q", "invalid", "compact", self.compact(pi=multiple), t=0),
            self.refuse("l even, pi = 6q", "invalid", "compact", self.compact(pi=multiple, l=self.l - 1)),
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
        """A true proof with another statement or suite."""
        group, cases = self.group, []
        other_x = group.encode(w.delay_input(group, b"another message"))
        other_mode, other_bits = w.Suite(PLAIN, 256), w.Suite(SIEVED_FULL, 264)
        other_hash = w.Suite(SIEVED_FULL, 256, SHA_512)
        for form, proof in {"output": self.output(), "compact": self.compact()}.items():
            cases.append(self.refuse("t = 0", "invalid", form, proof, t=0))
            cases.append(self.refuse("t = 2^48", "invalid", form, proof, t=1 << 48))
            cases.append(self.refuse("t + 1", "invalid", form, proof, t=self.t + 1))
            cases.append(self.refuse("t - 1", "invalid", form, proof, t=self.t - 1))
            cases.append(self.refuse("another x", "invalid", form, proof, x=other_x))
            cases.append(self.refuse("another mode", "invalid", form, proof, suite=other_mode))
            cases.append(self.refuse("another hash", "invalid", form, proof, suite=other_hash))
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
            "l below the lower bound": ("invalid", (1 << 192) - 1),
            "l = 1": ("invalid", 1),
            "l = 3": ("invalid", 3),
            "l = 0": ("invalid", 0),
            "l even": ("invalid", self.l - 1),
            "l = 2^255": ("invalid", 1 << 255),
        }
        cases = []
        for label, (error, l) in challenges.items():
            pi = w.long_division(self.group, self.t, self.x, l) if l else self.pi
            cases.append(self.refuse(label, error, "compact", self.compact(pi=pi, l=l)))
        return cases

    def files(self):
        """Proof files: each field changed."""
        made = ProofFile(self.suite, self.t, self.group.id, self.group.encode(self.x), self.output())
        whole = made.encode()
        compact = replace(made, form=w.COMPACT, proof=self.compact()).encode()
        changes = {
            **head_changes(whole, self.t),
            **(longest_element(made, lambda length: bytes(2 * length)) if self.name in TOYS else {}),
            "form 2 in a suite without hints": ("malformed", patch(whole, FORM, b"\2")),
            "form 2 with a hint in a suite without": ("malformed", patch(whole, FORM, b"\2") + b"\0\0"),
            "output file called compact": ("malformed", patch(whole, FORM, b"\1")),
            "compact file called output": ("malformed", patch(compact, FORM, b"\0")),
            "proof system 1": ("malformed", patch(whole, SYSTEM, b"\1")),
            "proof system 1 without a suite": ("malformed", patch(whole, SYSTEM, b"\1" + bytes(4))),
            "proof system 2": ("malformed", patch(whole, SYSTEM, b"\2")),
            "mode 4": ("malformed", patch(whole, MODE, b"\4")),
            "mode hinted with 256 prime bits": ("malformed", patch(whole, MODE, b"\3")),
            "mode plain": ("invalid", patch(whole, MODE, b"\0")),
            "mode sieved": ("invalid", patch(whole, MODE, b"\1")),
            "hash sha-512": ("invalid", patch(whole, HASH, b"\1")),
            "hash 5": ("malformed", patch(whole, HASH, b"\5")),
            "120 prime bits": ("malformed", patch(whole, BITS, uint(120, 2))),
            "257 prime bits": ("malformed", patch(whole, BITS, uint(257, 2))),
            "520 prime bits": ("malformed", patch(whole, BITS, uint(520, 2))),
            "t = 0": ("invalid", patch(whole, T, uint(0, 8))),
            "t = 2^48": ("invalid", patch(whole, T, uint(1 << 48, 8))),
            "compact truncated": ("malformed", compact[:-1]),
            "compact trailing byte": ("malformed", compact + b"\0"),
        }
        return refused_files(self.name, self.group, changes)


class HintRefusals(Refusals):
    """The cases that a verifier must refuse or accept in a hinted suite."""

    def __init__(self, name, group, suite):
        super().__init__(name, group)
        self.suite = suite
        statement = group, suite, self.t, self.x, self.y
        self.first = w.honest_hint(*statement)
        self.l = w.challenge(*statement)
        self.pi = w.prove(*statement)
        self.second, self.other_l = self.next_prime(self.first + 1)
        self.other_pi = w.long_division(group, self.t, self.x, self.other_l)

    def next_prime(self, counter):
        """The first hint from `counter` on that a verifier takes, and its prime."""
        while True:
            try:
                return counter, w.challenge(self.group, self.suite, self.t, self.x, self.y, counter)
            except Invalid:
                counter += 1

    def cases(self):
        return self.second_prime() + self.hints() + self.hinted_files()

    def forms(self, pi, l, hint):
        return {
            "output": w.encode_output(self.group, self.y, pi, hint),
            "compact": w.encode_compact(self.group, self.suite, pi, l, hint),
        }

    def second_prime(self):
        """Honest provers name the first prime, but the verifier takes any below the bound."""
        cases = []
        for form, proof in self.forms(self.other_pi, self.other_l, self.second).items():
            x = self.group.encode(self.x)
            assert w.verify(self.group, self.suite, self.t, x, w.FORMS[form], proof) == (self.x, self.y)
            name = f"{self.name}: {HASH_NAMES[self.suite.hash_id]}, hint of the second prime, {form} form"
            cases.append({"name": name, **self.fields(form, proof)})
        return cases

    def fields(self, form, proof):
        return {
            "kind": "verify",
            "group": self.name,
            "mode": MODE_NAMES[self.suite.mode],
            "hash": HASH_NAMES[self.suite.hash_id],
            "bits": self.suite.bits,
            "t": self.t,
            "x": self.group.encode(self.x).hex(),
            "form": form,
            "proof": proof.hex(),
        }

    def hints(self):
        bound, cases = hint_bound(self.suite.bits), []
        composite = next(i for i in range(self.second) if i != self.first)
        for form, proof in self.forms(self.pi, self.l, self.first).items():
            unhinted, label = proof[:-2], HASH_NAMES[self.suite.hash_id]
            changes = {
                "hint missing": ("malformed", unhinted),
                "hint of one byte": ("malformed", proof[:-1]),
                "trailing byte": ("malformed", proof + b"\0"),
                "hint out of range": ("malformed", unhinted + uint(bound, 2)),
                "hint 65535": ("malformed", unhinted + uint(65535, 2)),
                "hint of a composite": ("invalid", unhinted + uint(composite, 2)),
                "hint of the second prime with the proof for the first": ("invalid", unhinted + uint(self.second, 2)),
            }
            for what, (error, data) in changes.items():
                cases.append(self.refuse(f"{label}, {what}", error, form, data))
        y = self.group.mul(self.y, self.x)
        false = w.encode_output(self.group, y, self.pi, w.honest_hint(self.group, self.suite, self.t, self.x, y))
        label = f"{HASH_NAMES[self.suite.hash_id]}, y * x with its hint"
        return cases + [self.refuse(label, "invalid", "output", false)]

    def hinted_files(self):
        proof = self.forms(self.pi, self.l, self.first)["output"]
        made = ProofFile(self.suite, self.t, self.group.id, self.group.encode(self.x), proof)
        whole, bound, label = made.encode(), hint_bound(self.suite.bits), HASH_NAMES[self.suite.hash_id]
        assert made.verify(self.group) == (self.x, self.y)
        # pi is read as l where both have the same length.
        misread = "invalid" if self.group.length == self.suite.bits // 8 else "malformed"
        changes = {
            "form 0 in a hinted suite": ("malformed", patch(whole, FORM, b"\0")),
            "form 0 in a hinted suite, no hint": ("malformed", patch(whole, FORM, b"\0")[:-2]),
            "form 3 for form 2": (misread, patch(whole, FORM, b"\3")),
            "mode sieved-full": ("malformed", patch(whole, MODE, b"\2")),
            "mode sieved-full and form 0": ("malformed", patch(patch(whole, MODE, b"\2"), FORM, b"\0")),
            "mode sieved-full, form 0, no hint": ("invalid", patch(patch(whole, MODE, b"\2"), FORM, b"\0")[:-2]),
            "256 prime bits": ("malformed", patch(whole, BITS, uint(256, 2))),
            "272 prime bits": ("malformed", patch(whole, BITS, uint(272, 2))),
            "hint out of range": ("malformed", whole[:-2] + uint(bound, 2)),
            "hint of a composite": ("invalid", whole[:-2] + uint(self.first + 1, 2)),
            "hint cut": ("malformed", whole[:-1]),
        }
        named = {f"{label}, {what}": change for what, change in changes.items()}
        return refused_files(self.name, self.group, named)
