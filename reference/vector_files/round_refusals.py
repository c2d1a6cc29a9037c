"""Refused rounds for vectors/round.json."""

from dataclasses import replace

from heliast_reference import ecvrf, round, wesolowski
from heliast_reference.announcement import announce
from heliast_reference.encoding import integer, uint
from heliast_reference.round import Draw, Round, Ticket

from .chain_cases import round_refusal


class RoundRefusals:
    """Refused bytes in the place of round 1 or 2 of a chain."""

    def __init__(self, chain):
        self.chain = chain
        self.number = max((1, 2), key=lambda k: len(chain.rounds[k - 1].draws))
        self.honest = chain.rounds[self.number - 1].round
        self.whole = self.honest.encode()

    def cases(self):
        return self.layout() + self.place() + self.tickets() + self.ticket_proofs() + self.delay()

    def refuse(self, label, error, data):
        chain, number = self.chain, self.number
        data = data.encode() if isinstance(data, Round) else data
        return round_refusal(chain, number, label, error, data)

    def layout(self):
        w, count = self.whole, len(self.honest.tickets)
        end = len(w) - 4 - 2 * self.chain.genesis.group.length  # of the tickets
        return [
            self.refuse("empty", "malformed", b""),
            self.refuse("magic", "malformed", b"hLRD" + w[4:]),
            self.refuse("version 1", "malformed", w[:4] + b"\1" + w[5:]),
            self.refuse("version 3", "malformed", w[:4] + b"\3" + w[5:]),
            self.refuse("truncated", "malformed", w[:-1]),
            self.refuse("trailing byte", "malformed", w + b"\0"),
            self.refuse("first byte missing", "malformed", w[1:]),
            self.refuse("one ticket too few counted", "malformed", w[:21] + uint(count - 1, 4) + w[25:]),
            self.refuse("one ticket too many counted", "malformed", w[:21] + uint(count + 1, 4) + w[25:]),
            self.refuse("2^32 - 1 tickets counted", "malformed", w[:21] + b"\xff" * 4 + w[25:]),
            self.refuse("one announcement counted", "malformed", w[:end] + uint(1, 4) + w[end + 4 :]),
            self.refuse("2^32 - 1 announcements counted", "malformed", w[:end] + b"\xff" * 4 + w[end + 4 :]),
            self.refuse("no number of announcements", "malformed", w[:end] + w[end + 4 :]),
            self.refuse("VRF proof length 79 before 80 bytes", "malformed", w[:30] + uint(79, 2) + w[32:]),
            self.refuse("VRF proof length 81 before 80 bytes", "malformed", w[:30] + uint(81, 2) + w[32:]),
        ]

    def place(self):
        r, genesis = self.honest, self.chain.genesis
        other = self.chain.round_bytes(self.number % 4 + 1)
        beyond = genesis.time_ms + -(-(2**53 - genesis.time_ms) // genesis.period_ms) * genesis.period_ms
        cases = [
            self.refuse("number 0", "invalid", replace(r, number=0)),
            self.refuse("number + 1", "invalid", replace(r, number=r.number + 1)),
            self.refuse("number 2^64 - 1", "invalid", replace(r, number=2**64 - 1)),
            self.refuse("time + 1 ms", "invalid", replace(r, time_ms=r.time_ms + 1)),
            self.refuse("time + 1 period", "invalid", replace(r, time_ms=r.time_ms + genesis.period_ms)),
            self.refuse("time 2^53 or more, on the grid", "invalid", replace(r, time_ms=beyond)),
            self.refuse("time 2^64 - 1", "invalid", replace(r, time_ms=2**64 - 1)),
            self.refuse("another round of the chain", "invalid", other),
        ]
        if genesis.time_ms:
            cases.append(
                self.refuse(
                    "one period before genesis", "invalid", replace(r, time_ms=genesis.time_ms - genesis.period_ms)
                )
            )
            cases.append(self.refuse("time 0", "invalid", replace(r, time_ms=0)))
        if self.number > 1:
            earlier = self.chain.tip(self.number).time_ms
            cases.append(self.refuse("time of the round before", "invalid", replace(r, time_ms=earlier)))
        return cases

    def tickets(self):
        r, tickets = self.honest, self.honest.tickets
        members = len(self.chain.genesis.participants)
        others = tuple(i for i in range(members) if i not in [t.participant for t in tickets])
        first = tickets[0]
        last_slot = tickets[:-1] + (replace(tickets[-1], slot=1),)
        out_of_range = tickets[:-1] + (replace(tickets[-1], participant=members),)
        cases = [
            self.refuse("slot that does not exist", "malformed", replace(r, tickets=last_slot)),
            self.refuse("slot 255", "malformed", replace(r, tickets=tickets[:-1] + (replace(tickets[-1], slot=255),))),
            self.refuse("tickets reversed", "malformed", replace(r, tickets=tickets[::-1])),
            self.refuse("first ticket twice", "malformed", replace(r, tickets=(first,) + tickets)),
            self.refuse("participant that does not exist", "malformed", replace(r, tickets=out_of_range)),
            self.refuse("first ticket dropped", "invalid", replace(r, tickets=tickets[1:])),
            self.refuse("last ticket dropped", "invalid", replace(r, tickets=tickets[:-1])),
            self.refuse("no tickets", "invalid", replace(r, tickets=())),
            self.refuse("proofs of two tickets exchanged", "invalid", replace(r, tickets=self.exchanged())),
        ]
        if others:
            mine = replace(first, participant=others[0])
            moved = sorted((mine,) + tickets[1:], key=lambda t: t.participant)
            cases.append(self.refuse("ticket under another participant", "invalid", replace(r, tickets=tuple(moved))))
        announced = announce(self.chain.genesis, self.chain.owners[0].seed, 0, 0, None)
        cases.append(self.refuse("an announcement", "malformed", replace(r, announcements=(announced,))))
        return cases

    def exchanged(self):
        a, b, *rest = self.honest.tickets
        return (replace(a, proof=b.proof), replace(b, proof=a.proof), *rest)

    def ticket_proofs(self):
        first, *rest = self.honest.tickets
        longest = self.chain.genesis.max_ticket_proof

        def with_proof(proof):
            return replace(self.honest, tickets=(replace(first, proof=proof), *rest))

        cases = [self.refuse(label, "invalid", with_proof(proof)) for label, proof in self.other_proofs(first).items()]
        return cases + [self.refuse(f"proof of {longest + 1} bytes", "malformed", with_proof(bytes(longest + 1)))]

    def other_proofs(self, ticket):
        pi, s = ticket.proof, integer(ticket.proof[48:][::-1])
        genesis, tip = self.chain.genesis, self.chain.tip(self.number)

        def proof(tip, slot=0):
            return round.prove_lot(genesis, self.chain.owners[ticket.participant], tip, slot, ticket.participant)[1]

        return {
            "gamma's sign flipped": pi[:31] + bytes([pi[31] ^ 128]) + pi[32:],
            "c changed": pi[:32] + bytes([pi[32] ^ 1]) + pi[33:],
            "s changed": pi[:48] + bytes([pi[48] ^ 1]) + pi[49:],
            "s + q": pi[:48] + (s + ecvrf.curve.Q).to_bytes(32, "little"),
            "gamma not on the curve": uint(2, 1) + bytes(31) + pi[32:],
            "proof of 0 bytes": b"",
            "proof of 79 bytes": pi[:79],
            "proof of 81 bytes": pi + b"\0",
            "proof of as many bytes as any": pi + bytes(genesis.max_ticket_proof - len(pi)),
            "ticket of the next round number": proof(replace(tip, number=self.number + 1)),
            "ticket for the next slot": proof(tip, slot=1),
            "ticket for another D": proof(replace(tip, hashes=((0, tip.seed),))),
        }

    def delay(self):
        r, group = self.honest, self.chain.genesis.group
        z, n = integer(r.z), group.modulus
        other = self.chain.rounds[self.number % 4].round

        def element(value):
            return uint(value, group.length)

        cases = []
        for label, value in {"0": 0, "(N + 1)/2": (n + 1) // 2, "N - 1": n - 1, "N": n}.items():
            cases.append(self.refuse(f"z = {label}", "malformed", replace(r, z=element(value))))
            cases.append(self.refuse(f"delay proof = {label}", "malformed", replace(r, proof=element(value))))
        cases += [
            self.refuse("z negated", "malformed", replace(r, z=element(n - z))),
            self.refuse("z = identity", "invalid", replace(r, z=element(1))),
            self.refuse("z's last bit flipped", "invalid", replace(r, z=r.z[:-1] + bytes([r.z[-1] ^ 1]))),
            self.refuse("delay proof = identity", "invalid", replace(r, proof=element(1))),
            self.refuse(
                "delay proof's last bit flipped", "invalid", replace(r, proof=r.proof[:-1] + bytes([r.proof[-1] ^ 1]))
            ),
            self.refuse("z and delay proof exchanged", "invalid", replace(r, z=r.proof, proof=r.z)),
            self.refuse("z and delay proof of another round", "invalid", replace(r, z=other.z, proof=other.proof)),
            self.refuse("a delay of t - 1 squarings", "invalid", self.other_delay(-1)),
        ]
        return cases

    def other_delay(self, more):
        """The round with the true proof of another number of squarings."""
        genesis, made = self.chain.genesis, self.chain.rounds[self.number - 1]
        t = genesis.t + more
        z = wesolowski.evaluate(genesis.group, made.x, t)
        proof = wesolowski.prove(genesis.group, genesis.suite, t, made.x, z)
        return replace(self.honest, z=genesis.group.encode(z), proof=genesis.group.encode(proof))


def no_votes_case(chain):
    """A ticket with a true VRF proof and no votes, in the empty round 3, with the delay run over it."""
    genesis, tip = chain.genesis, chain.tip(3)
    beta, pi = round.prove_lot(genesis, chain.owners[1], tip, 0, 1)
    tickets, draws = [Ticket(0, 1, pi)], [Draw(0, 1, beta, 0)]
    made = round.close_round(genesis, tip, chain.rounds[2].round.time_ms, tickets, draws)
    return round_refusal(chain, 3, "a ticket without votes", "invalid", made.round.encode())
