"""Refused proofs for vectors/roots.json: every row of the page's table "Rejections"."""

from heliast_reference import roots
from heliast_reference.encoding import uint

from .book import edits_to
from .common import patch, refused
from .roots_chains import chain_case
from .roots_fields import GROUPS

T, COUNT, MESSAGE = 7, 3, b"refused"
PLACES = [0, 2, 4, 7]
# The rows of the table and how each is refused.
FALSE = "false segment"
STEPS = "a step left out, or one too many"
SIGN = "p − y_i in place of y_i (a root of the wrong parity)"
SIGMA = "σ left out, in one step or in all"
RANGE = "0, p, p + y, a y of another length"
UNITS = "p − 1 or 1 where they are not the value"
PRIME = "another prime, with its elements in range"
PLACE = "a segment of another input; two segments exchanged"
COUNTS = "s = 0, s above 256, s that does not agree with the length"
TIMES = "t = 0, t of 2^40 or more, s > t"
ROWS = {
    STEPS: FALSE,
    SIGN: FALSE,
    SIGMA: FALSE,
    RANGE: "malformed",
    UNITS: FALSE,
    PRIME: FALSE,
    PLACE: FALSE,
    COUNTS: "malformed",
    TIMES: "invalid",
}


class Refusals:
    """The cases that a verifier must refuse, for one field: 7 steps in segments of 2, 2 and 3."""

    def __init__(self, name):
        assert roots.places(T, COUNT) == PLACES
        self.name, self.field, self.bases = name, GROUPS[name].field(), []
        self.ends = self.walk(self.field.input(MESSAGE))
        self.proof = self.proof_of(self.ends)
        self.base = self.add_base(self.ends, ", refused below", message=MESSAGE.hex())

    def add_base(self, ends, label, **message):
        """The accepted case with these values, from which the refused cases differ."""
        self.bases.append(chain_case(self.name, self.field, T, COUNT, ends[0], label, **message))
        assert self.bases[-1]["y"] == self.field.encode(ends[-1]).hex()
        return self.bases[-1]

    def walk(self, x, field=None):
        """The values at PLACES."""
        y, outputs = roots.prove(field or self.field, T, x, COUNT)
        return [x, *outputs, y]

    def proof_of(self, ends):
        return roots.encode_proof(self.field, ends[1:-1])

    def cases(self):
        refused_ones = (
            self.steps()
            + self.signs()
            + self.without_sigma()
            + self.out_of_range()
            + self.units()
            + self.another_prime()
            + self.places()
            + self.counts()
            + self.repeated()
            + self.times()
            + self.both()
        )
        return self.bases + refused_ones

    def few(self):
        """One of each sort."""
        p, length = self.field.p, self.field.length
        y, zero = self.ends[3], self.proof[:2] + bytes(length) + self.proof[2 + length :]
        refused_ones = [
            self.false(SIGN, "p - y", self.with_end(3, p - y)),
            self.false(STEPS, "one step less", self.with_end(3, self.field.step_inverse(y))),
            self.refuse(RANGE, "y = p", "malformed", y=uint(p, length)),
            self.refuse(RANGE, "y_1 = 0", "malformed", proof=zero),
        ]
        return self.bases + refused_ones

    def refuse(self, attack, label, error, proof=None, t=T, x=None, y=None, base=None):
        """`x`, `y` and `proof` are bytes; missing values are those of the base."""
        base = base or self.base
        field, true = self.field, {name: bytes.fromhex(base[name]) for name in ("x", "y", "proof")}
        x, y, proof = (true[name] if given is None else given for name, given in (("x", x), ("y", y), ("proof", proof)))
        changes = {"t": t} if t != T else {}
        changes |= {name: data.hex() for name, data in (("x", x), ("y", y)) if data != true[name]}
        if proof != true["proof"]:
            changes["edits"] = edits_to(true["proof"], proof)
        case = refused(
            f"{self.name}: {label}",
            lambda: roots.verify(field, t, x, y, proof),
            error,
            kind="verify",
            base=base["name"],
            **({"attack": attack} if attack else {}),
            **changes,
        )
        assert attack is None or ROWS[attack] in (case["error"], case["reason"]), case
        return case

    def false(self, attack, label, ends, t=T):
        """These values at the ends of the segments."""
        encode = self.field.encode
        return self.refuse(attack, label, "invalid", self.proof_of(ends), t, encode(ends[0]), encode(ends[-1]))

    def with_end(self, i, value):
        """The true values, except for x (i = 0), y_i or y."""
        return self.ends[:i] + [value] + self.ends[i + 1 :]

    def named(self):
        """Their names and numbers."""
        return [("x", 0), ("y_1", 1), ("y_2", 2), ("y", 3)]

    def steps(self):
        step, back, cases = self.field.step, self.field.step_inverse, []
        for label, i in self.named():
            cases.append(self.false(STEPS, f"{label} a step before", self.with_end(i, back(self.ends[i]))))
            cases.append(self.false(STEPS, f"{label} a step after", self.with_end(i, step(self.ends[i]))))
        x = self.ends[0]
        later = [x] + [roots.evaluate(self.field, x, place + 1) for place in PLACES[1:]]
        return cases + [
            self.false(STEPS, "a step too many in the first segment, and all after it", later),
            self.false(STEPS, "t - 1 claimed", self.ends, T - 1),
            self.false(STEPS, "t + 1 claimed", self.ends, T + 1),
            self.false(STEPS, "y = x, no step at all", [x] * 4),
        ]

    def signs(self):
        p = self.field.p
        cases = [self.false(SIGN, f"p - {label}", self.with_end(i, p - self.ends[i])) for label, i in self.named()]
        return cases + [
            self.false(SIGN, "p - y_1, and all that follows from it", self.from_first(p - self.ends[1])),
            self.false(SIGN, "every one negated", [self.ends[0]] + [p - y for y in self.ends[1:]]),
        ]

    def from_first(self, y_1):
        """True segments after a first segment that ends there."""
        y_2 = roots.evaluate(self.field, y_1, PLACES[2] - PLACES[1])
        return [self.ends[0], y_1, y_2, roots.evaluate(self.field, y_2, PLACES[3] - PLACES[2])]

    def without_sigma(self):
        """In one step, in the first or last of a segment, and in all."""
        left_out = {f"sigma left out in step {i}": {i} for i in (1, 2, 3, 4, 5, 7)}
        left_out["sigma left out in all steps"] = set(range(1, T + 1))
        left_out["sigma left out in all steps of the last segment"] = {5, 6, 7}
        cases = [self.false(SIGMA, label, self.skipping(steps)) for label, steps in left_out.items()]
        field, back = self.field, self.ends[3]
        for _ in range(T):
            back = field.rho_inverse(back)
        return cases + [self.false(SIGMA, "sigma left out in all steps, from y backwards", self.with_end(0, back))]

    def skipping(self, steps):
        field, x = self.field, self.ends[0]
        ends = [x]
        for i in range(1, T + 1):
            x = field.rho(x) if i in steps else field.step(x)
            if i in PLACES:
                ends.append(x)
        return ends

    def out_of_range(self):
        field, p, length, cases = self.field, self.field.p, self.field.length, []
        for i, (label, _) in enumerate(self.named()):
            # The true value there is 3 + i, so that p more has as many bytes.
            ends = self.walk(roots.evaluate_back(field, 3 + i, PLACES[i]))
            assert ends[i] == 3 + i and (p + 3 + i).bit_length() == field.bits
            base = self.add_base(ends, f", {label} = {3 + i}")
            true, ones = field.encode(ends[i]), (1 << 8 * length) - 1
            numbers = {"0": 0, "p": p, f"p + {label}": p + ends[i], "all ones": ones}
            values = {f"{label} = {what}": uint(value, length) for what, value in numbers.items()}
            values |= {f"{label} a byte short": true[1:], f"{label} a byte long": b"\0" + true}
            cases += [self.with_bytes(what, base, ends, i, data) for what, data in values.items()]
        encode = field.encode
        return cases + [
            self.refuse(RANGE, "no x", "malformed", x=b""),
            self.refuse(RANGE, "no y", "malformed", y=b""),
            self.refuse(RANGE, "x with a byte behind it", "malformed", x=encode(self.ends[0]) + b"\0"),
            self.refuse(RANGE, "y of twice the length", "malformed", y=bytes(length) + encode(self.ends[3])),
        ]

    def with_bytes(self, label, base, ends, i, data):
        """The i-th of the base's values as other bytes."""
        parts = [self.field.encode(end) for end in ends]
        parts[i] = data
        proof = uint(COUNT, 2) + parts[1] + parts[2]
        return self.refuse(RANGE, label, "malformed", proof, x=parts[0], y=parts[3], base=base)

    def units(self):
        p, cases = self.field.p, []
        for label, i in self.named():
            for what, value in (("1", 1), ("p - 1", p - 1)):
                cases.append(self.false(UNITS, f"{label} = {what}", self.with_end(i, value)))
        for what, value in (("1", 1), ("p - 1", p - 1)):
            cases.append(self.false(UNITS, f"every value {what}", [value] * 4))
        return cases

    def within(self, other):
        """The values of a chain in another field that are all in the range of this one."""
        chains = (self.walk(other.input(f"another prime {i}".encode()), other) for i in range(100))
        return next(ends for ends in chains if max(ends) < self.field.p)

    def another_prime(self):
        other = GROUPS["second-1024"].field()
        ends = self.within(other)
        x = ends[0]
        one = [x] + self.walk(x)[1:2] + ends[2:]
        return [
            self.false(PRIME, "of the field with the next counter", ends),
            self.false(PRIME, "y_1 of this field, y_2 and y of the one with the next counter", one),
            self.false(PRIME, "only y of the field with the next counter", self.walk(x)[:3] + ends[3:]),
        ]

    def places(self):
        x, y_1, y_2, y = self.ends
        _, z_1, z_2, z = self.walk(self.field.input(b"another input"))
        return [
            self.false(PLACE, "another x", [self.field.input(b"another input"), y_1, y_2, y]),
            self.false(PLACE, "y_1 of another input", [x, z_1, y_2, y]),
            self.false(PLACE, "y_2 of another input", [x, y_1, z_2, y]),
            self.false(PLACE, "y of another input", [x, y_1, y_2, z]),
            self.false(PLACE, "y_1 and y_2 of another input", [x, z_1, z_2, y]),
            self.false(PLACE, "everything but x of another input", [x, z_1, z_2, z]),
            self.false(PLACE, "y_1 and y_2 exchanged", [x, y_2, y_1, y]),
            self.false(PLACE, "y_2 and y exchanged", [x, y_1, y, y_2]),
            self.false(PLACE, "x and y exchanged", [y, y_1, y_2, x]),
            self.false(PLACE, "backwards", [y, y_2, y_1, x]),
            self.false(PLACE, "y_1 twice", [x, y_1, y_1, y]),
        ]

    def counts(self):
        whole, length = self.proof, self.field.length
        element = whole[2 : 2 + length]

        def with_count(count):
            return patch(whole, 0, uint(count, 2))

        bad = {
            "no proof": b"",
            "one byte": whole[:1],
            "no elements": whole[:2],
            "a byte cut off": whole[:-1],
            "a byte more": whole + b"\0",
            "an element less": whole[:-length],
            "an element more": whole + element,
            "y at the end": whole + self.field.encode(self.ends[3]),
            "0 segments": with_count(0),
            "0 segments, no elements": uint(0, 2),
            "1 segment with the bytes of 3": with_count(1),
            "1 segment and a byte": uint(1, 2) + b"\0",
            "2 segments with the bytes of 3": with_count(2),
            "4 segments with the bytes of 3": with_count(4),
            "256 segments with the bytes of 3": with_count(256),
            "257 segments with the bytes of 3": with_count(257),
            "768 segments with the bytes of 3": with_count(768),
            "2^16 - 1 segments with the bytes of 3": with_count(0xFFFF),
            "the number of segments with its bytes exchanged": patch(whole, 0, b"\3\0"),
        }
        cases = [self.refuse(COUNTS, label, "malformed", proof) for label, proof in bad.items()]
        return cases + [self.refuse(COUNTS, "257 segments of 300 steps", "malformed", with_count(257), 300)]

    def repeated(self):
        """The same element over and over, on both sides of the greatest number of segments."""
        field, cases = self.field, []
        y = field.encode(self.ends[3])
        for count, error in ((256, "invalid"), (257, "malformed"), (1 << 9, "malformed")):
            proof = uint(count, 2) + y * (count - 1)
            fields = {"group": self.name, "t": 600, "count": count, "x": y.hex(), "y": y.hex()}
            cases.append(
                refused(
                    f"{self.name}: {count} segments with their bytes",
                    lambda: roots.verify(field, 600, y, y, proof),
                    error,
                    kind="repeated",
                    **({"attack": COUNTS} if error == "malformed" else {}),
                    **fields,
                )
            )
        return cases

    def times(self):
        claimed = {"t = 0": 0, "t = 2^40": 1 << 40, "t = 2^40 + 7": T + (1 << 40), "t = 2^48": 1 << 48}
        claimed |= {"t = 1: fewer than the segments": 1, "t = 2: fewer than the segments": 2}
        cases = [self.refuse(TIMES, label, "invalid", t=t) for label, t in claimed.items()]
        single = uint(1, 2)
        return cases + [
            self.refuse(TIMES, "t = 0, in one segment, y = x", "invalid", single, 0, y=self.field.encode(self.ends[0])),
            self.refuse(TIMES, "t = 2^40, in one segment", "invalid", single, 1 << 40),
        ]

    def both(self):
        """Bytes that are not an element are refused before t is checked, and t before the segments."""
        y, zero = self.field.encode(self.ends[3]), bytes(self.field.length)
        minus = self.field.encode(self.field.p - self.ends[3])
        return [
            self.refuse(None, "t = 0 and y = 0", "malformed", t=0, y=zero),
            self.refuse(None, "t = 2^40 and y_2 = 0", "malformed", self.proof[: -len(zero)] + zero, 1 << 40),
            self.refuse(None, "t = 0 and 0 segments", "malformed", uint(0, 2), 0),
            self.refuse(None, "t = 2 and a byte more", "malformed", self.proof + b"\0", 2),
            self.refuse(None, "another x, and y = 0", "malformed", x=y, y=zero),
            self.refuse(None, "t = 2 and p - y", "invalid", t=2, y=minus),
        ]
