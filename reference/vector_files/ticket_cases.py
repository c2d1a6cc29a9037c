"""Rounds of the chains with trees, with a wrong ticket. Where a ticket shows the output of a wrong key or turn, the
round is built on that output: it has votes, and the delay is run over it, so that nothing else is wrong with the
round."""

from dataclasses import replace

from heliast_reference import avrf, ecvrf, ed25519, ivrf, round, stateless, xvrf
from heliast_reference.encoding import uint
from heliast_reference.round import Draw, Ticket

from .chain_cases import other_round, round_refusal
from .common import patch


class TicketCases:
    def __init__(self, chain):
        self.chain = chain

    def refuse(self, number, label, error, data):
        data = data if isinstance(data, bytes) else data.encode()
        return round_refusal(self.chain, number, label, error, data)

    def forged(self, label, participant, numbers, prove):
        """The first of these rounds, and slot, in which prove(number, slot, x) gives an output with votes, as a refused
        case. It gives the output and a function that makes the proof."""
        genesis = self.chain.genesis
        for number in numbers:
            for slot in range(genesis.slots):
                beta, proof = prove(number, slot, round.ticket_input(genesis, self.chain.tip(number), slot))
                won = self.chain.tip(number).votes(genesis, slot, participant, beta)
                if won:
                    draw = Draw(slot, participant, beta, won)
                    return self.refuse(number, label, "invalid", self.rebuilt(number, draw, proof()))
        raise AssertionError(f"{label}: never any votes")

    def rebuilt(self, number, draw, pi):
        """A round of the chain with this ticket instead of, or in addition to, its own tickets."""
        genesis, made = self.chain.genesis, self.chain.rounds[number - 1]
        lots = {(d.slot, d.participant): (t, d) for t, d in zip(made.round.tickets, made.draws)}
        lots[draw.slot, draw.participant] = (Ticket(draw.slot, draw.participant, pi), draw)
        tickets, draws = zip(*(lots[key] for key in sorted(lots)))
        tip, r = self.chain.tip(number), made.round
        return round.close_round(genesis, tip, r.time_ms, tickets, draws, r.announcements).round

    def wrong_keys(self):
        """One of each kind, in the story that both chains have in common."""
        return self.wrong_keys_of_late() + self.wrong_keys_of_others()

    def wrong_keys_of_late(self):
        late = self.trees_of(0)[0]
        return [
            self.forged("stateless key where X-VRF is due", 0, range(4, 9), self.stateless(0)),
            self.forged("tree key before it takes effect", 0, (2, 3), self.at_turn(late)),
            self.forged("expired key, with its last leaves", 0, (9, 10), self.at_turn(late, lambda k, s: (8, s))),
            self.forged("expired key, with its first leaves", 0, (9, 10), self.at_turn(late, first=9)),
        ]

    def wrong_keys_of_others(self):
        next_of_late, (first, rotated), (lost,) = self.trees_of(0)[1], self.trees_of(1), self.trees_of(2)
        return [
            self.forged("stateless key where iVRF is due", 1, range(6, 10), self.stateless(1)),
            self.forged("tree key before its first round", 1, (9,), self.at_turn(rotated, first=9)),
            self.forged("tree key that was withdrawn", 2, (8, 9), self.at_turn(lost)),
            self.forged("key before the one that is due", 1, range(10, 14), self.at_turn(first, first=10)),
            self.forged("next key where the stateless one is due", 0, (10, 11), self.at_turn(next_of_late, first=10)),
        ]

    def wrong_turns(self):
        """The key that is due, at another turn or with another input."""
        late = self.trees_of(0)[0]
        first, rotated = self.trees_of(1)
        (lost,) = self.trees_of(2)
        shared = {
            "leaf of the round before": lambda k, s: (k - 1, s),
            "leaf of the next round": lambda k, s: (k + 1, s),
            "leaf of the other slot": lambda k, s: (k, 1 - s),
        }
        cases = []
        for label, turn in shared.items():
            cases.append(self.forged(f"X-VRF, {label}", 0, (5, 6, 7), self.at_turn(late, turn)))
            cases.append(self.forged(f"iVRF, {label}", 1, (7, 8), self.at_turn(first, turn)))
        beyond = self.at_turn(lost, lambda k, s: (k, 2))
        cases.append(self.forged("iVRF, leaf of a slot that the chain lacks", 2, (4, 5, 6, 7), beyond))
        inputs = {
            "input of the other slot": lambda tip, s: (tip, 1 - s),
            "input of the next round": lambda tip, s: (replace(tip, number=tip.number + 1), s),
            "input with another seed": lambda tip, s: (replace(tip, seed=bytes(32)), s),
            "input with the D of now": lambda tip, s: (replace(tip, hashes=((0, tip.hashes[-1][1]),)), s),
            "input with D_0": lambda tip, s: (replace(tip, hashes=tip.hashes[:1]), s),
        }
        for label, other in inputs.items():
            cases.append(self.forged(f"X-VRF, {label}", 0, range(5, 9), self.at_turn(late, other=other)))
            cases.append(self.forged(f"iVRF, {label}", 1, range(7, 10), self.at_turn(first, other=other)))
        cases.append(self.forged("another participant's key that is due", 0, (12, 13), self.at_turn(rotated)))
        return cases

    def of_five(self):
        """Cases for the fifth participant, whose second key is due before its first."""
        never, later, _ = self.trees_of(4)
        return [
            self.forged("a key that was overtaken by another", 4, (10, 11), self.at_turn(never)),
            self.forged("another participant's key that is due, with as many leaves", 0, (12,), self.at_turn(later)),
            self.forged("another participant's leaf of that number", 0, (12,), self.at_turn(later, first=12)),
            self.forged("stateless key of another participant", 3, (2, 3, 4), self.stateless(4)),
        ]

    def trees_of(self, participant):
        return list(self.chain.owners[participant].trees.values())

    def stateless(self, participant):
        seed, scheme = self.chain.owners[participant].seed, self.chain.genesis.scheme
        return lambda number, slot, x: (
            stateless.evaluate(scheme, seed, x),
            lambda: stateless.prove(scheme, seed, x)[1],
        )

    def at_turn(self, tree, turn=lambda number, slot: (number, slot), first=None, other=None):
        """The tree with its own terms, or from `first` on; `other` takes tip and slot to those of another input."""
        key = tree.key if first is None else replace(tree.key, first=first)

        def prove(number, slot, x):
            x = round.ticket_input(self.chain.genesis, *other(self.chain.tip(number), slot)) if other else x
            beta, pi = tree.prove(key, *turn(number, slot), x)
            return beta, lambda: pi

        return prove

    def order(self):
        """Tickets at other places, in a round with small ones in both slots."""
        number = 9
        r = self.chain.rounds[number - 1].round
        t = r.tickets
        by_participant = tuple(sorted(t, key=lambda ticket: (ticket.participant, ticket.slot)))
        assert {ticket.slot for ticket in t} == {0, 1} and by_participant != t
        changes = {
            "tickets by participant and slot": ("malformed", by_participant),
            "tickets reversed": ("malformed", t[::-1]),
            "first ticket twice": ("malformed", t[:1] + t),
            "last ticket twice": ("malformed", t + t[-1:]),
            "eleven tickets of five participants in two slots": ("malformed", t[:1] * 11),
            "slot 2": ("malformed", t[:-1] + (replace(t[-1], slot=2),)),
            "slot 255": ("malformed", t[:-1] + (replace(t[-1], slot=255),)),
            "participant 5": ("malformed", t[:-1] + (replace(t[-1], participant=5),)),
            "first ticket dropped": ("invalid", t[1:]),
            "last ticket dropped": ("invalid", t[:-1]),
            "last ticket in the other slot": ("invalid", (replace(t[-1], slot=0),)),
            "first ticket in the other slot": ("invalid", (replace(t[0], slot=1),)),
            "no tickets": ("invalid", ()),
        }
        return [self.refuse(number, label, error, replace(r, tickets=new)) for label, (error, new) in changes.items()]

    def proofs(self):
        """Proofs of other lengths, and changed ones, in a round with X-VRF and iVRF."""
        number = 5
        r, longest = self.chain.rounds[number - 1].round, self.chain.genesis.max_ticket_proof
        sizes = {"X-VRF": xvrf.proof_size(4), "iVRF": ivrf.proof_size(3)}
        cases = []
        for name, size in sizes.items():
            at, pi = next((i, ticket.proof) for i, ticket in enumerate(r.tickets) if len(ticket.proof) == size)
            changes = {
                "a node too many": ("invalid", pi + bytes(32)),
                "a node too few": ("invalid", pi[:-32]),
                "a byte too few": ("invalid", pi[:-1]),
                "no proof": ("invalid", b""),
                "leaf number changed": ("invalid", flip(pi, 3)),
                "first value changed": ("invalid", flip(pi, 4)),
                "last node changed": ("invalid", flip(pi, -1)),
            }
            for label, (error, proof) in changes.items():
                tickets = r.tickets[:at] + (replace(r.tickets[at], proof=proof),) + r.tickets[at + 1 :]
                cases.append(self.refuse(number, f"{name}: {label}", error, replace(r, tickets=tickets)))
        first, *rest = r.tickets
        for size, error in ((longest, "invalid"), (longest + 1, "malformed")):
            padded = replace(first, proof=first.proof + bytes(size - len(first.proof)))
            cases.append(self.refuse(number, f"proof of {size} bytes", error, replace(r, tickets=(padded, *rest))))
        return cases

    def other_proof(self):
        """Another true proof of a stateless key's output: the round is accepted, since entropy leaves proofs out."""
        number = 9
        r = self.chain.rounds[number - 1].round
        owner, genesis = self.chain.owners[r.tickets[0].participant], self.chain.genesis
        assert self.chain.tip(number).schedule.due(r.tickets[0].participant, number) is None
        x = round.ticket_input(genesis, self.chain.tip(number), r.tickets[0].slot)
        other = replace(r.tickets[0], proof=another_proof(genesis.scheme, owner.seed, x))
        assert other != r.tickets[0]
        data = replace(r, tickets=(other, *r.tickets[1:])).encode()
        return [other_round(self.chain, number, "another proof of a ticket's output", data)]

    def without_votes(self):
        """True tickets that won nothing, with the delay run over them."""
        cases = []
        for label, participant, number in (("X-VRF", 0, 5), ("iVRF", 1, 7), ("a stateless key", 3, 6)):
            genesis, tip = self.chain.genesis, self.chain.tip(number)
            for slot in range(genesis.slots):
                beta, pi = round.prove_lot(genesis, self.chain.owners[participant], tip, slot, participant)
                if tip.votes(genesis, slot, participant, beta) == 0:
                    data = self.rebuilt(number, Draw(slot, participant, beta, 0), pi)
                    cases.append(self.refuse(number, f"a ticket of {label} without votes", "invalid", data))
                    break
            else:
                raise AssertionError(f"{label}: votes in every slot")
        return cases


def flip(proof, at):
    at %= len(proof)
    return patch(proof, at, uint(proof[at] ^ 1, 1))


def another_proof(scheme, seed, x):
    """Another proof than the deterministic one, of the same output."""
    if not stateless.is_ecvrf(scheme):
        return avrf.prove(scheme, seed, x, hedge=bytes(32))[1]
    secret, pk = ed25519.secret_scalar(seed)[0], ecvrf.public_key(seed)
    h = ecvrf.hash_to_curve(scheme, pk, x)
    return ecvrf.prove_with(scheme, pk, secret, h, ed25519.scale(secret, h), 1)
