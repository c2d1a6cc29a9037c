"""Rounds of vectors/round_trees.json with other announcements than their own. Entropy leaves announcements out, so nothing
else of a round changes."""

from dataclasses import replace

from heliast_reference import ecvrf
from heliast_reference.announcement import announce
from heliast_reference.encoding import integer, uint
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey

from .chain_cases import other_round, round_refusal
from .common import patch, stream

NUMBER = 9  # a round without announcements and with small tickets; what is announced in it
EFFECT = 12  # takes effect here
FRESH = 3  # a participant who announces nothing
MAX = (1 << 64) - 1


class AnnouncementCases:
    """The round is honest except for its announcements, and these are honest except for a case's change."""

    def __init__(self, chain):
        self.chain = chain
        self.honest = chain.rounds[NUMBER - 1].round
        assert not self.honest.announcements
        self.fresh = PublicKey(I_VRF, 4, 2, EFFECT, stream("fresh root", 32), stream("fresh PUB_SEED", 32))

    def cases(self):
        return self.accepted() + self.rules() + self.order() + self.proofs() + self.bytes()

    def made(self, participant, serial, key, genesis=None, by=None):
        """An announcement with the proof of its participant, or of another."""
        owner = self.chain.owners[participant if by is None else by]
        return announce(genesis or self.chain.genesis, owner.seed, participant, serial, key)

    def with_announcements(self, *announcements):
        return replace(self.honest, announcements=announcements).encode()

    def refuse(self, label, error, *announcements):
        return round_refusal(self.chain, NUMBER, label, error, self.with_announcements(*announcements))

    def keys_of(self, participant):
        """The announcements of a participant before the round, in order."""
        return [given for number, given in self.chain.history(NUMBER) if given.participant == participant]

    def accepted(self):
        fresh = self.fresh
        known = self.keys_of(0)[1].key
        keys = {
            "a key": fresh,
            "a withdrawal of nothing": None,
            "a key of X-VRF": replace(fresh, scheme=X_VRF),
            "a key with 65535 slots": replace(fresh, slots=65535),
            "a key of height 27": replace(fresh, height=27),
            "a key for one round more than it takes": replace(fresh, height=1, first=EFFECT - 1),
            "a key for one round, from then on": PublicKey(X_VRF, 1, 2, EFFECT, fresh.root, fresh.pub_seed),
            "a key from the last round but one": replace(fresh, first=MAX - 1),
            "a key whose slots do not divide its leaves": replace(fresh, scheme=X_VRF, slots=3, first=10),
            "another participant's tree": known,
            "another participant's tree with other terms": replace(known, first=20),
        }
        cases = [
            other_round(self.chain, NUMBER, f"announced: {label}", self.with_announcements(self.made(FRESH, 0, key)))
            for label, key in keys.items()
        ]
        everybody = [self.made(i, len(self.keys_of(i)), None) for i in range(len(self.chain.owners))]
        cases.append(other_round(self.chain, NUMBER, "announced: by everybody", self.with_announcements(*everybody)))
        dropped = replace(self.chain.rounds[6].round, announcements=()).encode()
        return cases + [other_round(self.chain, 7, "announcement left out: bound three rounds later", dropped)]

    def rules(self):
        """The cases that schedule.md refuses."""
        fresh, serials = self.fresh, [len(self.keys_of(i)) for i in range(5)]
        first, second = (given.key for given in self.keys_of(0))
        lost = self.keys_of(2)[0].key
        short = replace(fresh, height=1, first=EFFECT - 2)
        by_fresh = {
            "serial 1 for the first": (1, fresh),
            "serial 2^32 - 1": (0xFFFF_FFFF, fresh),
            "one slot": (0, replace(fresh, slots=1)),
            "key expires in the round of its effect": (0, short),
            "key expired before its effect": (0, replace(short, first=1)),
            "key expired before it was announced": (0, replace(short, first=0)),
            "key with fewer leaves than slots": (0, PublicKey(X_VRF, 1, 3, EFFECT, fresh.root, fresh.pub_seed)),
            "key of the last round": (0, replace(fresh, first=MAX)),
        }
        cases = [self.refuse(label, "invalid", self.made(FRESH, *given)) for label, given in by_fresh.items()]
        trees = {
            "tree is known": (0, second),
            "tree is known, with another first round": (0, replace(second, first=30)),
            "tree is known, with another height": (0, replace(second, height=10, first=30)),
            "tree is known, with other slots": (0, replace(second, slots=4, first=30)),
            "tree is known, as one of the other scheme": (0, replace(second, scheme=X_VRF, height=10)),
            "tree is known and expired": (0, replace(first, first=30)),
            "tree is known and withdrawn": (2, replace(lost, first=30)),
            "tree is known and was never due": (4, replace(self.keys_of(4)[0].key, first=30)),
        }
        for label, (participant, key) in trees.items():
            cases.append(self.refuse(label, "invalid", self.made(participant, serials[participant], key)))
        again = self.chain.rounds[7].round.announcements
        cases.append(self.refuse("announcement of round 8 once more", "invalid", *again))
        cases.append(self.refuse("serial skipped", "invalid", self.made(0, serials[0] + 1, fresh)))
        cases.append(self.refuse("serial of the last withdrawal", "invalid", self.made(2, serials[2] - 1, None)))
        bad = self.made(4, 0, None)
        cases.append(self.refuse("the second of two", "invalid", self.made(FRESH, 0, fresh), bad))
        return cases

    def order(self):
        a, b = self.made(0, 2, None), self.made(FRESH, 0, self.fresh)
        next_of_fresh = self.made(FRESH, 1, None)
        beyond = replace(b, participant=5)
        return [
            self.refuse("announcements in descending order", "malformed", b, a),
            self.refuse("announcement twice", "malformed", b, b),
            self.refuse("two announcements of a participant", "malformed", b, next_of_fresh),
            self.refuse("announcement of a participant that does not exist", "malformed", beyond),
            self.refuse("announcement of participant 2^32 - 1", "malformed", replace(b, participant=0xFFFF_FFFF)),
            self.refuse("six announcements of five participants", "malformed", *[b] * 6),
        ]

    def proofs(self):
        good = self.made(FRESH, 0, self.fresh)
        pi, s = good.proof, integer(good.proof[48:][::-1])
        genesis = self.chain.genesis
        for_ticket = ecvrf.prove(genesis.scheme, self.chain.owners[FRESH].seed, b"")[1]
        withdrawal = self.made(FRESH, 0, None)
        changes = {
            "made by another participant": self.made(FRESH, 0, self.fresh, by=0),
            "proof for another participant": replace(self.made(0, 0, self.fresh, by=FRESH), participant=FRESH),
            "proof for another serial": replace(self.made(FRESH, 1, self.fresh), serial=0),
            "proof for another key": replace(good, key=replace(self.fresh, root=bytes(32))),
            "proof for other terms": replace(good, key=replace(self.fresh, first=EFFECT + 1)),
            "proof of a withdrawal with a key": replace(withdrawal, key=self.fresh),
            "proof of a key with a withdrawal": replace(good, key=None),
            "proof for another chain": self.made(FRESH, 0, self.fresh, genesis=replace(genesis, nonce=bytes(32))),
            "proof for the empty input": replace(good, proof=for_ticket),
            "proof: gamma's sign flipped": replace(good, proof=pi[:31] + bytes([pi[31] ^ 128]) + pi[32:]),
            "proof: c changed": replace(good, proof=pi[:32] + bytes([pi[32] ^ 1]) + pi[33:]),
            "proof: s changed": replace(good, proof=pi[:-1] + bytes([pi[-1] ^ 1])),
            "proof: s + q": replace(good, proof=pi[:48] + (s + ecvrf.curve.Q).to_bytes(32, "little")),
            "proof: all zero": replace(good, proof=bytes(80)),
        }
        cases = [self.refuse(f"announcement, {label}", "invalid", given) for label, given in changes.items()]
        for label, proof in {"0": b"", "79": pi[:-1], "81": pi + b"\0", "2276": bytes(2276)}.items():
            changed = replace(good, proof=proof)
            cases.append(self.refuse(f"announcement, proof of {label} bytes", "malformed", changed))
        return cases

    def bytes(self):
        """The bytes of one announcement, changed in its terms."""
        w = self.with_announcements(self.made(FRESH, 0, self.fresh))
        at = w.index(self.fresh.encode())
        withdrawal = self.with_announcements(self.made(FRESH, 0, None))
        changes = {
            "change 2": patch(w, at - 1, b"\2"),
            "change 255": patch(w, at - 1, b"\xff"),
            "change 0 with a key": patch(w, at - 1, b"\0"),
            "change 1 without a key": patch(withdrawal, at - 1, b"\1"),
            **{f"scheme {q:#04x}": patch(w, at, uint(q, 1)) for q in (0x00, 0x03, 0x20, 0x23, 0x42)},
            "height 0": patch(w, at + 1, b"\0"),
            "height 28": patch(w, at + 1, uint(28, 1)),
            "no slots": patch(w, at + 2, bytes(2)),
            "none counted": patch(w, at - 13, uint(0, 4)),
            "one too many counted": patch(w, at - 13, uint(2, 4)),
            "2^32 - 1 counted": patch(w, at - 13, b"\xff" * 4),
            "a byte of its key missing": w[:at] + w[at + 1 :],
            "proof length + 1": patch(w, at + 76, uint(81, 2)),
        }
        return [
            round_refusal(self.chain, NUMBER, f"announcement, {label}", "malformed", d) for label, d in changes.items()
        ]
