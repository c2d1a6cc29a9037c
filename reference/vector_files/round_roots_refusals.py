"""Refused rounds of chains with roots, for vectors/round_roots.json."""

from dataclasses import dataclass, replace

from heliast_reference import roots, wesolowski
from heliast_reference.encoding import integer, uint
from heliast_reference.roots_field import from_seed

from .chain_cases import round_refusal
from .roots_fields import SECOND

NUMBER, OTHER = 2, 3  # The round in whose place they stand, and another one.


@dataclass(frozen=True)
class Delay:
    """The bytes of a round's delay: output y and proof pi of the squarings, empty where there are none, and the ends of
    the segments of the roots, the last of which is their output."""

    y: bytes
    pi: bytes
    ends: tuple

    @staticmethod
    def of(chain, number):
        made, group = chain.rounds[number - 1].round, chain.genesis.group
        size, length = group.length if group else 0, chain.genesis.delays[-1].length
        ends = made.proof[size:] + made.z[size:]
        return Delay(made.z[:size], made.proof[:size], tuple(ends[at : at + length] for at in range(0, len(ends), length)))

    def fields(self):
        """The round's fields z and proof."""
        return {"z": self.y + self.ends[-1], "proof": self.pi + b"".join(self.ends[:-1])}

    def with_end(self, i, data):
        """With other bytes in place of y_i, from 1 on."""
        return replace(self, ends=self.ends[: i - 1] + (data,) + self.ends[i:])


class Refusals:
    """The common cases of the rounds of all chains with roots."""

    def __init__(self, chain):
        self.chain, self.roots = chain, chain.genesis.delays[-1]
        self.field, self.p = self.roots.field, self.roots.field.p
        self.honest = chain.rounds[NUMBER - 1]
        self.delay, self.other = Delay.of(chain, NUMBER), Delay.of(chain, OTHER)
        assert self.delay.fields() == {"z": self.honest.round.z, "proof": self.honest.round.proof}

    def refuse(self, label, error, **fields):
        return round_refusal(self.chain, NUMBER, label, error, replace(self.honest.round, **fields).encode())

    def refuse_delays(self, error, changes):
        return [self.refuse(label, error, **delay.fields()) for label, delay in changes.items()]

    def name(self, i):
        return "the output of roots" if i == self.roots.segments else f"y_{i}"

    def ends(self, label, change, places):
        """The delay with one of its ends changed, for each of the places, from 1 on."""
        made = ((i, change(integer(self.delay.ends[i - 1]))) for i in places)
        return {f"{self.name(i)}{label}": self.delay.with_end(i, uint(y, self.field.length)) for i, y in made}

    def changed_ends(self):
        false = {
            **self.ends(" changed", lambda y: y ^ 4, range(1, self.roots.segments + 1)),
            **self.ends(" is p - y", lambda y: self.p - y, (1, 4)),
        }
        malformed = {**self.ends(" = 0", lambda _: 0, (1,)), **self.ends(" = p", lambda _: self.p, (4,))}
        return self.refuse_delays("invalid", false) + self.refuse_delays("malformed", malformed)

    def rest(self):
        r, w = self.honest.round, self.honest.round.encode()
        chain, s = self.chain, uint(self.roots.segments, 2)
        return [
            self.refuse("time + 1 period", "invalid", time_ms=r.time_ms + chain.genesis.period_ms),
            self.refuse("a ticket dropped", "invalid", tickets=r.tickets[1:]),
            self.refuse("the number of segments before y_1", "malformed", proof=self.delay.pi + s + r.proof[len(self.delay.pi) :]),
            round_refusal(chain, NUMBER, "truncated", "malformed", w[:-1]),
            round_refusal(chain, NUMBER, "trailing byte", "malformed", w + b"\0"),
        ]

    def steps(self, t, field=None, x=None):
        """The delay with the roots of t steps instead."""
        field = field or self.field
        y, outputs = roots.prove(field, t, x or self.honest.inputs[-1], self.roots.segments)
        return replace(self.delay, ends=tuple(field.encode(end) for end in (*outputs, y)))


class RootRefusals(Refusals):
    """Of roots alone."""

    def cases(self):
        return self.changed_ends() + self.values() + self.delays() + self.layout() + self.rest()

    def values(self):
        false = {**self.ends(" = 1", lambda _: 1, (2,)), **self.ends(" = p - 1", lambda _: self.p - 1, (4,))}
        malformed = {**self.ends(" = 0", lambda _: 0, (4,)), **self.ends(" = p", lambda _: self.p, (3,))}
        return self.refuse_delays("invalid", false) + self.refuse_delays("malformed", malformed)

    def delays(self):
        own, other, t = self.delay, self.other, self.roots.t
        a, b, c, d = own.ends
        changes = {
            "y_1 and y_2 exchanged": replace(own, ends=(b, a, c, d)),
            "the output of another round": replace(own, ends=(a, b, c, other.ends[-1])),
            "the delay proof of another round": replace(own, ends=(*other.ends[:-1], d)),
            f"a delay of {t - 1} steps": self.steps(t - 1),
            f"a delay of {t + 1} steps": self.steps(t + 1),
            "a delay without sigma": self.without_sigma(),
            "a delay in the field of the next counter": self.steps(t, self.other_field()),
            "ends of segments a step late": self.late(),
        }
        return self.refuse_delays("invalid", changes)

    def without_sigma(self):
        y, ends = self.honest.inputs[-1], []
        for length in roots.lengths(self.roots.t, self.roots.segments):
            for _ in range(length):
                y = self.field.rho(y)
            ends.append(self.field.encode(y))
        return replace(self.delay, ends=tuple(ends))

    def other_field(self):
        given = self.chain.genesis.roots
        return from_seed(given.bits, given.seed, SECOND)

    def late(self):
        """Each y_i of the proof a step after its place; the output is true."""
        late = (self.field.step(integer(y)) for y in self.delay.ends[:-1])
        return replace(self.delay, ends=(*map(self.field.encode, late), self.delay.ends[-1]))

    def layout(self):
        a, b, c, d = self.delay.ends
        changes = {"no delay proof": (d,), "a segment less": (b, c, d), "a segment more": (a, b, c, c, d)}
        return self.refuse_delays("malformed", {label: replace(self.delay, ends=ends) for label, ends in changes.items()})


class BothRefusals(Refusals):
    """Of roots beside squarings in the group of a modulus."""

    def __init__(self, chain):
        super().__init__(chain)
        self.group = chain.genesis.group

    def cases(self):
        return self.changed_ends() + self.squarings() + self.exchanged() + self.others() + self.layout() + self.rest()

    def squarings(self):
        own, n = self.delay, self.group.modulus
        y, pi = integer(own.y), integer(own.pi)
        false = {
            "the squarings' output changed": {"y": y ^ 4},
            "the squarings' proof changed": {"pi": pi ^ 4},
        }
        malformed = {
            "the squarings' output = 0": {"y": 0},
            "the squarings' output is N - y": {"y": n - y},
            "the squarings' proof = N": {"pi": n},
        }
        return self.refuse_delays("invalid", self.elements(false)) + self.refuse_delays("malformed", self.elements(malformed))

    def elements(self, changes):
        """The delay with other elements of the squarings."""
        size = self.group.length
        made = {label: {name: uint(x, size) for name, x in fields.items()} for label, fields in changes.items()}
        return {label: replace(self.delay, **fields) for label, fields in made.items()}

    def exchanged(self):
        """Parts of this round's delay with those of another round's."""
        own, other = self.delay, self.other
        changes = {
            "the squarings of another round": replace(own, y=other.y, pi=other.pi),
            "the roots of another round": replace(own, ends=other.ends),
            "the output of another round": replace(other, pi=own.pi, ends=own.ends[:-1] + other.ends[-1:]),
        }
        return self.refuse_delays("invalid", changes)

    def others(self):
        own, t, squarings = self.delay, self.roots.t, self.chain.genesis.delays[0]
        x = self.honest.inputs[0]
        y, pi = replace(squarings, t=squarings.t + 1).make(x)
        false = wesolowski.prove(self.group, squarings.suite, squarings.t, x, 1)
        changes = {
            f"roots of {t - 1} steps": self.steps(t - 1),
            f"{squarings.t + 1} squarings": replace(own, y=y, pi=pi),
            "squarings that give 1, with a proof made for them": replace(own, y=uint(1, len(own.y)), pi=self.group.encode(false)),
            "roots of the squarings' input": self.steps(t, x=x),
        }
        return self.refuse_delays("invalid", changes)

    def layout(self):
        own, ends = self.delay, b"".join(self.delay.ends[:-1])
        changes = {
            "the output of the roots before that of the squarings": {"z": own.ends[-1] + own.y},
            "the proof of the roots before that of the squarings": {"proof": ends + own.pi},
            "squarings alone": {"z": own.y, "proof": own.pi},
            "roots alone": {"z": own.ends[-1], "proof": ends},
        }
        return [self.refuse(label, "malformed", **fields) for label, fields in changes.items()]
