"""Bundles of the chain with trees: the earlier announcements that they claim, and those that they leave out."""

from dataclasses import replace

from heliast_reference.announcement import announce
from heliast_reference.encoding import uint

from .chain_cases import bundle_case, bundle_refusal
from .common import patch

LATER = 17  # the one round of bundles whose tickets vouch for all their history


class HistoryCases:
    def __init__(self, chain):
        self.chain = chain
        self.later = chain.bundle(LATER, LATER)
        self.whole = self.later.encode()

    def bundles(self):
        return self.accepted() + self.rounds()

    def histories(self):
        return self.forged() + self.broken() + self.bytes()

    def accepted(self):
        honest = [bundle_case(self.chain, *ends) for ends in ((1, 5), (2, 3), (4, 5), (9, 10), (14, 15), (18, 18))]
        unbound = self.without_last(self.chain.bundle(14, 14))
        assert len(list(unbound.verify())) == 1
        fields = {"kind": "bundle", "chain": self.chain.name, "from": 14, "to": 14, "bytes": unbound.encode().hex()}
        return honest + [
            {"name": f"{self.chain.name}: bundle, history without what no round of it depends on", **fields}
        ]

    @staticmethod
    def without_last(bundle):
        return replace(bundle, history=bundle.history[:-1])

    def refuse(self, label, error, history):
        return bundle_refusal(self.chain, label, error, self.whole, replace(self.later, history=history).encode())

    def edited(self, at, number=None, **fields):
        """The history with one entry changed."""
        history = list(self.later.history)
        before, given = history[at]
        history[at] = (before if number is None else number, replace(given, **fields))
        return tuple(history)

    def forged(self):
        """Histories that keep to the rules: the tickets fail."""
        history = self.later.history
        numbers = [number for number, _ in history]
        key = history[0][1].key
        withdrawal = next(i for i, (_, given) in enumerate(history) if given.key is None)
        of_fresh = replace(history[0][1], participant=3, key=None)
        histories = {
            "none": (),
            "the last left out": history[:-1],
            "another root": self.edited(0, key=replace(key, root=bytes(32))),
            "other terms": self.edited(0, key=replace(key, first=2)),
            "another scheme": self.edited(0, key=replace(key, scheme=0x22)),
            "a withdrawal for a key": self.edited(0, key=None),
            "a key for a withdrawal": self.edited(withdrawal, key=replace(key, root=bytes(32), first=6)),
            "the last a round earlier": self.edited(-1, number=numbers[-1] - 1),
            "the last but one a round later": self.edited(-2, number=numbers[-2] + 1),
            "the last by another participant": self.edited(-1, participant=0),
            "one more": history + ((13, of_fresh),),
            "one more in round 1": (history[0], history[1], (1, of_fresh)) + history[2:],
        }
        cases = [self.refuse(f"history: {label}", "invalid", value) for label, value in histories.items()]
        bundle = self.chain.bundle(14, 15)
        without = self.without_last(bundle)
        label = "history without what its second round depends on"
        return cases + [bundle_refusal(self.chain, label, "invalid", bundle.encode(), without.encode())]

    def broken(self):
        """Histories that no chain can have."""
        history = self.later.history
        a, b, *rest = history
        key = a[1].key
        overtaken = next(given.key for _, given in history if given.participant == 4)
        histories = {
            "the first two exchanged": (b, a, *rest),
            "the last two exchanged": history[:-2] + (history[-1], history[-2]),
            "the first twice": (a,) + history,
            "the first left out": history[1:],
            "in round 0": self.edited(0, number=0),
            "in the first round of the bundle": self.edited(-1, number=LATER),
            "in round 2^64 - 1": self.edited(-1, number=(1 << 64) - 1),
            "another participant": self.edited(-1, participant=1, serial=1),
            "a participant that does not exist": self.edited(-1, participant=5),
            "participant 2^32 - 1": self.edited(-1, participant=0xFFFF_FFFF),
            "another serial": self.edited(0, serial=1),
            "one slot": self.edited(0, key=replace(key, slots=1)),
            "a key that has expired": self.edited(0, key=replace(key, height=1)),
            "a tree twice": self.edited(-1, key=replace(overtaken, first=20)),
            "two of a participant in a round": (a, (1, replace(a[1], serial=1, key=None)), b, *rest),
        }
        return [self.refuse(f"history: {label}", "malformed", value) for label, value in histories.items()]

    def bytes(self):
        w, count = self.whole, len(self.later.history)
        at = 41 + len(self.later.genesis) + 48
        first = at + 4
        end = first + sum(8 + len(given.statement()) for _, given in self.later.history)
        assert w[at:first] == uint(count, 4)
        changes = {
            "none counted": patch(w, at, uint(0, 4)),
            "one too few counted": patch(w, at, uint(count - 1, 4)),
            "one too many counted": patch(w, at, uint(count + 1, 4)),
            "2^20 + 1 counted": patch(w, at, uint((1 << 20) + 1, 4)),
            "2^32 - 1 counted": patch(w, at, b"\xff" * 4),
            "change 2": patch(w, first + 16, b"\2"),
            "scheme 0x03": patch(w, first + 17, b"\3"),
            "height 0": patch(w, first + 18, b"\0"),
            "height 28": patch(w, first + 18, uint(28, 1)),
            "no slots": patch(w, first + 19, bytes(2)),
            "cut": w[: first + 50],
            "cut after it": w[:end],
            "no history": w[:at] + w[end:],
        }
        return [
            bundle_refusal(self.chain, f"history, {label}", "malformed", w, data) for label, data in changes.items()
        ]

    def rounds(self):
        """Announcements that are removed from a round, or added to it: the first round that is bound to them fails."""
        first, second = (self.chain.rounds[i].round for i in range(2))
        a, c = first.announcements
        (b,) = second.announcements
        genesis, owners = self.chain.genesis, self.chain.owners
        of_fresh = announce(genesis, owners[3].seed, 3, 0, None)
        other = announce(genesis, owners[0].seed, 0, 0, replace(a.key, root=bytes(32)))
        rounds = {
            "announcement of round 1 left out": (4, {1: (a,)}),
            "announcements of round 1 left out": (4, {1: ()}),
            "announcement of round 2 left out": (5, {2: ()}),
            "announcement added to round 1": (4, {1: (a, c, of_fresh)}),
            "another key announced in round 1": (4, {1: (other, c)}),
            "announcement made a round later": (4, {1: (c,), 2: (a, b)}),
            "announcement of round 2 made in round 1": (4, {1: (a, b, c), 2: ()}),
        }
        return [self.other_rounds(label, *changes) for label, changes in rounds.items()]

    def other_rounds(self, label, last, changes):
        """A bundle up to the first round that must fail."""
        bundle = self.chain.bundle(1, last)
        rounds = list(bundle.rounds)
        for number, announcements in changes.items():
            rounds[number - 1] = replace(self.chain.rounds[number - 1].round, announcements=announcements).encode()
        data = replace(bundle, rounds=tuple(rounds)).encode()
        case = bundle_refusal(self.chain, label, "invalid", bundle.encode(), data)
        assert case["round"] == last
        return case
