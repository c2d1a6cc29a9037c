"""Refused rounds for vectors/round.json."""

from dataclasses import replace

from heliast_reference import ecvrf, round, wesolowski
from heliast_reference.encoding import integer, uint
from heliast_reference.round import Round, Ticket

from .common import changed_range, refused


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
        return [
            self.refuse("empty", "malformed", b""),
            self.refuse("magic", "malformed", b"hLRD" + w[4:]),
            self.refuse("version 2", "malformed", w[:4] + b"\2" + w[5:]),
            self.refuse("truncated", "malformed", w[:-1]),
            self.refuse("trailing byte", "malformed", w + b"\0"),
            self.refuse("first byte missing", "malformed", w[1:]),
            self.refuse("one ticket too few counted", "malformed", w[:21] + uint(count - 1, 4) + w[25:]),
            self.refuse("one ticket too many counted", "malformed", w[:21] + uint(count + 1, 4) + w[25:]),
            self.refuse("2^32 - 1 tickets counted", "malformed", w[:21] + b"\xff" * 4 + w[25:]),
            self.refuse("VRF proof length 79", "malformed", w[:29] + uint(79, 2) + w[31:]),
            self.refuse("VRF proof length 81", "malformed", w[:29] + uint(81, 2) + w[31:]),
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
            earlier = self.chain.previous_time(self.number)
            cases.append(self.refuse("time of the round before", "invalid", replace(r, time_ms=earlier)))
        return cases

    def tickets(self):
        r, tickets = self.honest, self.honest.tickets
        members = len(self.chain.genesis.participants)
        others = tuple(i for i in range(members) if i not in [t.participant for t in tickets])
        first = tickets[0]
        out_of_range = tickets[:-1] + (replace(tickets[-1], participant=members),)
        cases = [
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
        return cases

    def exchanged(self):
        a, b, *rest = self.honest.tickets
        return (replace(a, proof=b.proof), replace(b, proof=a.proof), *rest)

    def ticket_proofs(self):
        pi = self.honest.tickets[0].proof
        s = integer(pi[48:][::-1])
        secret = self.chain.secrets[self.honest.tickets[0].participant]
        alpha = round.ticket_input(self.chain.genesis, self.number + 1, self.chain.seed(self.number))
        proofs = {
            "gamma's sign flipped": pi[:31] + bytes([pi[31] ^ 128]) + pi[32:],
            "c changed": pi[:32] + bytes([pi[32] ^ 1]) + pi[33:],
            "s changed": pi[:48] + bytes([pi[48] ^ 1]) + pi[49:],
            "s + q": pi[:48] + (s + ecvrf.curve.Q).to_bytes(32, "little"),
            "gamma not on the curve": uint(2, 1) + bytes(31) + pi[32:],
            "ticket of the next round number": ecvrf.prove(self.chain.genesis.scheme, secret, alpha)[1],
        }
        rest = self.honest.tickets[1:]
        return [
            self.refuse(
                label, "invalid", replace(self.honest, tickets=(replace(self.honest.tickets[0], proof=p),) + rest)
            )
            for label, p in proofs.items()
        ]

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
    genesis, honest = chain.genesis, chain.rounds[2]
    alpha = round.ticket_input(genesis, 3, honest.seed)
    beta, pi = ecvrf.prove(genesis.scheme, chain.secrets[1], alpha)
    e = round.entropy(genesis, 3, honest.round.time_ms, honest.seed, [(1, beta, 0)])
    x = wesolowski.delay_input(genesis.group, e)
    z = wesolowski.evaluate(genesis.group, x, genesis.t)
    proof = wesolowski.prove(genesis.group, genesis.suite, genesis.t, x, z)
    encode = genesis.group.encode
    data = replace(honest.round, tickets=(Ticket(1, pi),), z=encode(z), proof=encode(proof)).encode()
    return round_refusal(chain, 3, "a ticket without votes", "invalid", data)


def round_refusal(chain, number, label, error, data):
    """`data`, refused in the place of a round of the chain."""
    return refused(
        f"{chain.name}: round, {label}",
        lambda: chain.verify(number, data),
        error,
        kind="round",
        chain=chain.name,
        number=number,
        previous_time_ms=chain.previous_time(number),
        seed=chain.seed(number).hex(),
        bytes=data.hex(),
        changed=changed_range(chain.round_bytes(number), data),
    )
