"""Refused proofs for vectors/pietrzak.json."""

from heliast_reference import pietrzak
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.proof_file import SYSTEM_PIETRZAK, ProofFile

from .common import TOYS, order_two, patch, refused
from .proof_files import FORM, MODE, SYSTEM, T, head_changes, longest_element, refused_files


class Refusals:
    """All cases that a verifier must refuse, for one group and a t with at least two rounds."""

    def __init__(self, name, group, t):
        self.name, self.group, self.t = name, group, t
        self.x = w.delay_input(group, b"refused")
        self.y = w.evaluate(group, self.x, t)
        self.midpoints = pietrzak.prove(group, t, self.x, self.y)
        self.proof = pietrzak.encode(group, self.midpoints)

    def cases(self):
        return (
            self.statements()
            + self.lengths()
            + self.elements()
            + self.outputs()
            + self.changed_midpoints()
            + self.foreign_rules()
            + self.without_rounds()
            + (self.with_factors() + self.files() if self.name in TOYS else [])
        )

    def refuse(self, label, error, proof=None, t=None, x=None, y=None):
        """`x`, `y` and `proof` are bytes; missing ones, and a missing `t`, are the true values."""
        group = self.group
        t = self.t if t is None else t
        x = group.encode(self.x) if x is None else x
        y = group.encode(self.y) if y is None else y
        proof = self.proof if proof is None else proof
        fields = {"kind": "verify", "group": self.name, "t": t, "x": x.hex(), "y": y.hex(), "proof": proof.hex()}
        return refused(f"{self.name}: {label}", lambda: pietrzak.verify(group, t, x, y, proof), error, **fields)

    def with_midpoint(self, i, value):
        """The proof with this integer for the midpoint of round i, from 1."""
        at, length = (i - 1) * self.group.length, self.group.length
        return self.proof[:at] + uint(value, length) + self.proof[at + length :]

    def statements(self):
        group, t = self.group, self.t
        x = group.encode(w.delay_input(group, b"another message"))
        cases = [
            self.refuse("another x", "invalid", x=x),
            self.refuse("x and y exchanged", "invalid", x=group.encode(self.y), y=group.encode(self.x)),
            self.refuse("x = 1", "invalid", x=uint(1, group.length)),
            self.refuse("x = 1 and y = 1", "invalid", x=uint(1, group.length), y=uint(1, group.length)),
            self.refuse("t + 1", "invalid", t=t + 1),
            self.refuse("t - 1", "invalid", t=t - 1),
            self.refuse("2t", "malformed", t=2 * t),
            self.refuse("t/2", "malformed", t=t // 2),
            self.refuse("t = 0", "malformed", t=0),
            self.refuse("t = 0 without midpoints", "invalid", b"", t=0),
            self.refuse("t = 2^48", "malformed", t=1 << 48),
        ]
        long = self.proof[: group.length] * pietrzak.rounds(w.MAX_T)
        return cases + [
            self.refuse("t = 2^48 with as many midpoints as it would have", "invalid", long, t=1 << 48),
            self.refuse("t = 2^48 - 1 with midpoints that are all the same", "invalid", long, t=w.MAX_T),
        ]

    def lengths(self):
        group, whole = self.group, self.proof
        x, y = group.encode(self.x), group.encode(self.y)
        return [
            self.refuse("no proof", "malformed", b""),
            self.refuse("proof truncated", "malformed", whole[:-1]),
            self.refuse("trailing byte", "malformed", whole + b"\0"),
            self.refuse("first midpoint missing", "malformed", whole[group.length :]),
            self.refuse("last midpoint missing", "malformed", whole[: -group.length]),
            self.refuse("last midpoint twice", "malformed", whole + whole[-group.length :]),
            self.refuse("one midpoint more", "malformed", whole + self.next_midpoint()),
            self.refuse("x truncated", "malformed", x=x[1:]),
            self.refuse("x extended", "malformed", x=b"\0" + x),
            self.refuse("y truncated", "malformed", y=y[1:]),
            self.refuse("y extended", "malformed", y=b"\0" + y),
        ]

    def next_midpoint(self):
        """The midpoint of one more round."""
        group, t, x, y = self.group, self.t, self.x, self.y
        for mu, r in zip(self.midpoints, pietrzak.challenges(group, t, x, y, self.midpoints)):
            x, t = pietrzak.make_even(group, x, t)
            x, y = pietrzak.fold(group, x, y, mu, r)
            t //= 2
        x, t = pietrzak.make_even(group, x, t)
        return group.encode(w.evaluate(group, x, t // 2))

    def elements(self):
        """Encodings that are not elements."""
        n, length = self.group.modulus, self.group.length
        bad = {"0": 0, "N": n, "N - 1": n - 1, "(N + 1)/2": (n + 1) // 2, "all ones": (1 << 8 * length) - 1}
        cases = []
        for label, value in {**bad, "-x": n - self.x}.items():
            cases.append(self.refuse(f"x = {label}", "malformed", x=uint(value, length)))
        for label, value in {**bad, "-y": n - self.y}.items():
            cases.append(self.refuse(f"y = {label}", "malformed", y=uint(value, length)))
        for i, mu in enumerate(self.midpoints, 1):
            for label, value in {**bad, "its negative": n - mu}.items():
                cases.append(self.refuse(f"midpoint {i} = {label}", "malformed", self.with_midpoint(i, value)))
        return cases

    def outputs(self):
        """False y, with the old proof and with the midpoints that are true of x."""
        group, y = self.group, self.y
        earlier, later = w.evaluate(group, self.x, self.t - 1), group.mul(y, y)
        false = {"y * x": group.mul(y, self.x), "y after t - 1": earlier, "y after t + 1": later}
        cases = []
        for label, value in {**false, "y = 1": 1, "y = x": self.x}.items():
            fresh = pietrzak.encode(group, pietrzak.prove(group, self.t, self.x, value))
            cases.append(self.refuse(f"{label}, old proof", "invalid", y=group.encode(value)))
            cases.append(self.refuse(f"{label}, proof made for it", "invalid", fresh, y=group.encode(value)))
        moved = self.with_midpoint(1, group.mul(self.midpoints[0], self.x))
        cases.append(self.refuse("y * x and midpoint 1 * x", "invalid", moved, y=group.encode(false["y * x"])))
        return cases

    def changed_midpoints(self):
        group, length = self.group, self.group.length
        other_x = w.delay_input(group, b"another message")
        other = pietrzak.prove(group, self.t, other_x, w.evaluate(group, other_x, self.t))
        cases = []
        for i, mu in enumerate(self.midpoints, 1):
            values = {
                "times x": group.mul(mu, self.x),
                "squared": group.mul(mu, mu),
                "= 1": 1,
                "= y": self.y,
                "+ 1": mu + 1,
                "from another proof": other[i - 1],
            }
            for label, value in values.items():
                cases.append(self.refuse(f"midpoint {i} {label}", "invalid", self.with_midpoint(i, value)))
        exchanged = self.proof[length : 2 * length] + self.proof[:length] + self.proof[2 * length :]
        return cases + [
            self.refuse("midpoints 1 and 2 exchanged", "invalid", exchanged),
            self.refuse("all midpoints from another proof", "invalid", pietrzak.encode(group, other)),
        ]

    def foreign_rules(self):
        """Proofs by rules that resemble ours. t is odd."""
        group = self.group
        return [
            self.refuse("y squared, not x, where t is odd", "invalid", self.by_rules(square_y=True)),
            self.refuse("midpoint not in its challenge", "invalid", self.by_rules(late=True)),
            self.refuse("challenges of 64 bits", "invalid", self.by_rules(mask=(1 << 64) - 1)),
            self.refuse("proof for 2t cut", "invalid", self.of_twice_t()[: len(self.proof)]),
            self.refuse("proof for 2t without its first", "invalid", self.of_twice_t()[group.length :]),
        ]

    def by_rules(self, square_y=False, late=False, mask=-1):
        group, t, x, y, midpoints = self.group, self.t, self.x, self.y, []
        state = pietrzak.first_state(group, t, x, y)
        while t > pietrzak.DIRECT:
            if square_y and t % 2:
                y, t = group.mul(y, y), t + 1
            x, t = pietrzak.make_even(group, x, t)
            midpoints.append(w.evaluate(group, x, t // 2))
            early = int.from_bytes(state[: pietrzak.CHALLENGE_SIZE], "big")
            state, r = pietrzak.challenge(group, state, len(midpoints), midpoints[-1])
            x, y = pietrzak.fold(group, x, y, midpoints[-1], (early if late else r) & mask)
            t //= 2
        return pietrzak.encode(group, midpoints)

    def of_twice_t(self):
        y = w.evaluate(self.group, self.y, self.t)
        return pietrzak.encode(self.group, pietrzak.prove(self.group, 2 * self.t, self.x, y))

    def without_rounds(self):
        """t = 1024: the verifier squares and there are no midpoints."""
        group, t = self.group, pietrzak.DIRECT
        y = w.evaluate(group, self.x, t)
        true = {"t": t, "y": group.encode(y)}
        return [
            self.refuse("t = 1024, y * x", "invalid", b"", t, y=group.encode(group.mul(y, self.x))),
            self.refuse("t = 1024, y after 1025", "invalid", b"", t, y=group.encode(group.mul(y, y))),
            self.refuse("t = 1023, y after 1024", "invalid", b"", t - 1, y=group.encode(y)),
            self.refuse("t = 1024, trailing byte", "malformed", b"\0", **true),
            self.refuse("t = 1024 with a midpoint", "malformed", self.proof[: group.length], **true),
            self.refuse("t = 1025 without one", "malformed", b"", t + 1, y=group.encode(group.mul(y, y))),
            self.refuse("t = 1024, x = 1, y = 1", "invalid", b"", t, uint(1, group.length), uint(1, group.length)),
        ]

    def files(self):
        """Proof files. t + 1 has as many rounds as t."""
        group, t = self.group, self.t
        y = group.encode(self.y)
        made = ProofFile(None, t, group.id, group.encode(self.x), y + self.proof, SYSTEM_PIETRZAK)
        whole, first, k = made.encode(), 55 + 2 * group.length, len(self.midpoints)
        assert made.verify(group) == (self.x, self.y) and pietrzak.rounds(t + 1) == k

        def of(t, proof):
            return ProofFile(None, t, group.id, made.x, y + proof, SYSTEM_PIETRZAK).encode()

        longest = self.proof[: group.length] * pietrzak.rounds((1 << 64) - 1)
        changes = {
            **head_changes(whole, t),
            **longest_element(made, lambda length: bytes((1 + k) * length)),
            "form 1": ("malformed", patch(whole, FORM, b"\1")),
            "form 2 with a hint": ("malformed", patch(whole, FORM, b"\2") + b"\0\0"),
            "proof system 0": ("malformed", patch(whole, SYSTEM, b"\0")),
            "proof system 0 with a suite": ("malformed", patch(whole, SYSTEM, b"\0" + w.Suite().encode())),
            "proof system 2": ("malformed", patch(whole, SYSTEM, b"\2")),
            "proof system 2 with a suite": ("malformed", patch(whole, SYSTEM, b"\2" + w.Suite().encode())),
            "a suite": ("malformed", patch(whole, MODE, w.Suite().encode())),
            **{f"byte {i} of the suite": ("malformed", patch(whole, MODE + i, b"\1")) for i in range(4)},
            "2t": ("malformed", patch(whole, T, uint(2 * t, 8))),
            "t = 0": ("malformed", patch(whole, T, uint(0, 8))),
            "t = 0 without midpoints": ("invalid", of(0, b"")),
            "t = 1024 without midpoints": ("invalid", of(1024, b"")),
            "t = 2^48": ("malformed", patch(whole, T, uint(1 << 48, 8))),
            "t = 2^64 - 1 with as many midpoints as it would have": ("invalid", of((1 << 64) - 1, longest)),
            "y + 1": ("invalid", patch(whole, 55 + group.length, uint(self.y + 1, group.length))),
            "midpoint 1 + 1": ("invalid", patch(whole, first, uint(self.midpoints[0] + 1, group.length))),
            "midpoint 2 = 0": ("malformed", patch(whole, first + group.length, bytes(group.length))),
            "last midpoint missing": ("malformed", whole[: -group.length]),
            "one midpoint more": ("malformed", whole + self.next_midpoint()),
        }
        return refused_files(self.name, group, changes)

    def with_factors(self):
        """Cases that only the factors give: elements that are not units, and an element of order 2."""
        group, (p, q) = self.group, TOYS[self.name]
        g, multiple = order_two(self.name, group), group.canonical(6 * q)
        cases = [
            self.refuse("x = p", "malformed", x=group.encode(p)),
            self.refuse("y = 6q", "malformed", y=group.encode(multiple)),
            self.refuse("y * g, g of order 2, old proof", "invalid", y=group.encode(group.mul(self.y, g))),
            self.refuse("midpoint 1 * g, g of order 2", "invalid", self.odd_times(g)),
        ]
        for i in range(1, len(self.midpoints) + 1):
            cases.append(self.refuse(f"midpoint {i} = p", "malformed", self.with_midpoint(i, p)))
            cases.append(self.refuse(f"midpoint {i} = 6q", "malformed", self.with_midpoint(i, multiple)))
        return cases

    def odd_times(self, g):
        """mu_1 * g, with the true values of the claim that follows: false, as r_1 is odd here."""
        first = [g]

        def square_n(group, x, n):
            return group.mul(w.evaluate(group, x, n), first.pop() if first else 1)

        return pietrzak.encode(self.group, pietrzak.prove(self.group, self.t, self.x, self.y, square_n))
