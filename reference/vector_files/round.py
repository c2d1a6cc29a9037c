"""vectors/round.json"""

from dataclasses import replace

from heliast_reference import ecvrf, round, wesolowski
from heliast_reference.bundle import Bundle
from heliast_reference.ecvrf import SCHEME_NAMES
from heliast_reference.encoding import integer, uint
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import MODE_NAMES
from heliast_reference.round import Round, Ticket

from .chains import ell2_chain, tai_chain
from .common import changed_range, document, prime, refused

NAME = "round.json"
ABOUT = (
    "Rounds. Bytes are hexadecimal. kind chain: genesis fields and bytes, secrets, every round with all that is computed in it"
    " (votes: of every participant, with or without a ticket), and its bundle. kind bundle: a bundle of a chain; accepted unless"
    " it has an error. kind genesis: a refused genesis. kind round: refused bytes in the place of a round, whose number, seed Q_K"
    " and previous_time_ms (null for round 1) are given. kind derive: label (UTF-8) and beacon to randomness."
    " changed: [start, end) of the bytes that differ from the honest ones. round: the round that an error must name."
)


def make():
    chains = [tai_chain(), ell2_chain()]
    cases = [chain_case(chain) for chain in chains] + derive_cases(chains[0])
    for chain in chains:
        cases += bundle_cases(chain) + RoundRefusals(chain).cases()
    cases += no_votes_cases(chains[0]) + bundle_refusals(chains[0]) + genesis_refusals(chains[0])
    return document(ABOUT, "spec/round.md", cases)


def chain_case(chain):
    genesis, bundle = chain.genesis, chain.bundle()
    assert Genesis.decode(genesis.bytes) == genesis
    assert Bundle.decode(bundle.encode()) == bundle and tuple(bundle.verify()) == chain.rounds
    return {
        "name": chain.name,
        "kind": "chain",
        "genesis": {
            "scheme": SCHEME_NAMES[genesis.scheme],
            "prime_mode": MODE_NAMES[genesis.suite.mode],
            "prime_bits": genesis.suite.bits,
            "t": genesis.t,
            "genesis_time_ms": genesis.time_ms,
            "period_ms": genesis.period_ms,
            "expected_votes": genesis.expected,
            "modulus": genesis.group.encode(genesis.modulus).hex(),
            "participants": [{"public_key": p.key.hex(), "stake": p.stake} for p in genesis.participants],
            "nonce": genesis.nonce.hex(),
        },
        "genesis_bytes": genesis.bytes.hex(),
        "chain_id": genesis.chain_id.hex(),
        "group_id": genesis.group.id.hex(),
        "first_seed": genesis.first_seed.hex(),
        "secrets": [secret.hex() for secret in chain.secrets],
        "rounds": [round_fields(chain, made) for made in chain.rounds],
        "bundle": bundle.encode().hex(),
    }


def round_fields(chain, made):
    genesis, number = chain.genesis, made.round.number
    group = genesis.group
    z = integer(made.round.z)
    alpha = round.ticket_input(genesis, number, made.seed)
    outputs = [ecvrf.prove(genesis.scheme, secret, alpha)[0] for secret in chain.secrets]
    tickets = [
        {"participant": ticket.participant, "votes": won, "output": beta.hex(), "proof": ticket.proof.hex()}
        for ticket, (_, beta, won) in zip(made.round.tickets, made.draws)
    ]
    challenge = wesolowski.challenge(group, genesis.suite, genesis.t, made.x, z)
    return {
        "number": number,
        "time_ms": made.round.time_ms,
        "seed": made.seed.hex(),
        "alpha": alpha.hex(),
        "outputs": [beta.hex() for beta in outputs],
        "votes": [genesis.votes(i, beta) for i, beta in enumerate(outputs)],
        "tickets": tickets,
        "entropy": made.entropy.hex(),
        "x": group.encode(made.x).hex(),
        "y": made.round.z.hex(),
        "l": uint(challenge, genesis.suite.bits // 8).hex(),
        "proof": made.round.proof.hex(),
        "beacon_preimage": round.beacon_preimage(genesis, number, made.round.z).hex(),
        "beacon": made.beacon.hex(),
        "bytes": made.round.encode().hex(),
    }


def derive_cases(chain):
    beacon = chain.rounds[0].beacon
    return [
        {
            "name": f"derive for a label of {len(label.encode())} bytes",
            "kind": "derive",
            "beacon": beacon.hex(),
            "label": label,
            "randomness": round.derive(beacon, label.encode()).hex(),
        }
        for label in ("a", "lottery/2024", "würfel", "l" * 200)
    ]


def bundle_cases(chain):
    cases = []
    for first, last in ((1, 1), (2, 4), (4, 4)):
        bundle = chain.bundle(first, last)
        assert tuple(bundle.verify()) == chain.rounds[first - 1 : last]
        name = f"{chain.name}: bundle of rounds {first} to {last}"
        cases.append({"name": name, "kind": "bundle", "chain": chain.name, "from": first, "to": last, "bytes": bundle.encode().hex()})
    return cases


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
            changed=changed_range(self.whole, data),
        )

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
        cases = [
            self.refuse("number 0", "invalid", replace(r, number=0)),
            self.refuse("number + 1", "invalid", replace(r, number=r.number + 1)),
            self.refuse("number 2^64 - 1", "invalid", replace(r, number=2**64 - 1)),
            self.refuse("time + 1 ms", "invalid", replace(r, time_ms=r.time_ms + 1)),
            self.refuse("time + 1 period", "invalid", replace(r, time_ms=r.time_ms + genesis.period_ms)),
            self.refuse("time 2^64 - 1", "invalid", replace(r, time_ms=2**64 - 1)),
            self.refuse("another round of the chain", "invalid", other),
        ]
        if genesis.time_ms:
            cases.append(self.refuse("one period before genesis", "invalid", replace(r, time_ms=genesis.time_ms - genesis.period_ms)))
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
            self.refuse(label, "invalid", replace(self.honest, tickets=(replace(self.honest.tickets[0], proof=p),) + rest))
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
            self.refuse("delay proof's last bit flipped", "invalid", replace(r, proof=r.proof[:-1] + bytes([r.proof[-1] ^ 1]))),
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


def no_votes_cases(chain):
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
    return [
        refused(
            f"{chain.name}: round, a ticket without votes",
            lambda: chain.verify(3, data),
            "invalid",
            kind="round",
            chain=chain.name,
            number=3,
            previous_time_ms=chain.previous_time(3),
            seed=honest.seed.hex(),
            bytes=data.hex(),
            changed=changed_range(honest.round.encode(), data),
        )
    ]


def bundle_refusals(chain):
    honest = chain.bundle()
    w, size = honest.encode(), len(honest.genesis)
    at = 41 + size  # of the field "from"
    a, b, c, d = honest.rounds
    first_round = at + 48
    flipped = bytes([w[at + 16] ^ 1])
    changes = {
        "empty": ("malformed", b""),
        "magic": ("malformed", b"HLBM" + w[4:]),
        "version 2": ("malformed", w[:4] + b"\2" + w[5:]),
        "chain id": ("invalid", w[:5] + bytes([w[5] ^ 1]) + w[6:]),
        "genesis length + 1": ("malformed", w[:37] + uint(size + 1, 4) + w[41:]),
        "genesis length 2^32 - 1": ("malformed", w[:37] + b"\xff" * 4 + w[41:]),
        "genesis nonce": ("invalid", w[: at - 1] + bytes([w[at - 1] ^ 1]) + w[at:]),
        "genesis trailing byte": ("malformed", replace(honest, genesis=honest.genesis + b"\0").encode()),
        "from = 0": ("malformed", w[:at] + uint(0, 8) + w[at + 8 :]),
        "from = 2": ("invalid", w[:at] + uint(2, 8) + w[at + 8 :]),
        "count = 0, no rounds": ("malformed", replace(honest, rounds=()).encode()),
        "count - 1": ("malformed", w[: at + 8] + uint(3, 8) + w[at + 16 :]),
        "count + 1": ("malformed", w[: at + 8] + uint(5, 8) + w[at + 16 :]),
        "count 2^64 - 1": ("malformed", w[: at + 8] + b"\xff" * 8 + w[at + 16 :]),
        "Q_1": ("invalid", w[: at + 16] + flipped + w[at + 17 :]),
        "Q_2 of a bundle from round 2": ("invalid", replace(chain.bundle(2), seed=bytes(32)).encode()),
        "length of round 1 less 1": ("malformed", w[:first_round] + uint(len(a) - 1, 4) + w[first_round + 4 :]),
        "round 1 missing": ("invalid", replace(honest, rounds=(b, c, d)).encode()),
        "round 3 missing": ("invalid", replace(honest, rounds=(a, b, d)).encode()),
        "rounds 2 and 3 exchanged": ("invalid", replace(honest, rounds=(a, c, b, d)).encode()),
        "round 2 twice": ("invalid", replace(honest, rounds=(a, b, b, c)).encode()),
        "round 4's last byte flipped": ("invalid", w[:-1] + bytes([w[-1] ^ 1])),
        "round 2 with a trailing byte": ("malformed", replace(honest, rounds=(a, b + b"\0", c, d)).encode()),
        "round 2 empty": ("malformed", replace(honest, rounds=(a, b"", c, d)).encode()),
        "truncated": ("malformed", w[:-1]),
        "trailing byte": ("malformed", w + b"\0"),
    }
    return [
        refused(
            f"{chain.name}: bundle, {label}",
            lambda: list(Bundle.decode(data).verify()),
            error,
            kind="bundle",
            chain=chain.name,
            bytes=data.hex(),
            changed=changed_range(w, data),
        )
        for label, (error, data) in changes.items()
    ]


def genesis_refusals(chain):
    honest = chain.genesis
    w = honest.bytes
    members = honest.participants
    first = 39 + honest.group.length + 4  # of the first participant
    small = prime("genesis p", 500) * prime("genesis q", 500)
    order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    changes = {
        "empty": b"",
        "magic": b"HLGM" + w[4:],
        "version 2": w[:4] + b"\2" + w[5:],
        "scheme 2": w[:5] + b"\2" + w[6:],
        "scheme 5": w[:5] + b"\5" + w[6:],
        "scheme of the chain not that of the participants": w[:5] + b"\4" + w[6:],
        "proof system 1": w[:6] + b"\1" + w[7:],
        "mode 1": w[:7] + b"\1" + w[8:],
        "mode 3": w[:7] + b"\3" + w[8:],
        "hash 1": w[:8] + b"\1" + w[9:],
        "120 prime bits": w[:9] + uint(120, 2) + w[11:],
        "260 prime bits": w[:9] + uint(260, 2) + w[11:],
        "520 prime bits": w[:9] + uint(520, 2) + w[11:],
        "t = 0": replace(honest, t=0).bytes,
        "t = 2^48": replace(honest, t=1 << 48).bytes,
        "genesis time 2^53": replace(honest, time_ms=1 << 53).bytes,
        "period 99 ms": replace(honest, period_ms=99).bytes,
        "period of a day and 1 ms": replace(honest, period_ms=86_400_001).bytes,
        "expected votes 0": replace(honest, expected=0).bytes,
        "modulus of 1000 bits": replace(honest, modulus=small).bytes,
        "modulus even": replace(honest, modulus=honest.modulus - 1).bytes,
        "modulus with a small factor": replace(honest, modulus=prime("genesis cofactor", 1023) * 3).bytes,
        "modulus prime": replace(honest, modulus=prime("genesis modulus", 1024)).bytes,
        "modulus with a leading zero byte": w[:35] + uint(129, 4) + b"\0" + w[39:],
        "modulus length - 1": w[:35] + uint(127, 4) + w[39:],
        "modulus length 2^32 - 1": w[:35] + b"\xff" * 4 + w[39:],
        "no participants": replace(honest, participants=()).bytes,
        "65537 participants counted": w[: first - 4] + uint(65537, 4) + w[first:],
        "one participant too few counted": w[: first - 4] + uint(2, 4) + w[first:],
        "one participant too many counted": w[: first - 4] + uint(4, 4) + w[first:],
        "public key length 31": w[: first + 1] + uint(31, 2) + w[first + 3 :],
        "public key of small order": replace(honest, participants=(replace(members[0], key=order_8),) + members[1:]).bytes,
        "public key not on the curve": replace(honest, participants=(replace(members[0], key=b"\2" + bytes(31)),)).bytes,
        "public key not canonical": replace(honest, participants=(replace(members[0], key=b"\xf0" + b"\xff" * 30 + b"\x7f"),)).bytes,
        "public key twice": replace(honest, participants=members + members[:1]).bytes,
        "stake 0": replace(honest, participants=(replace(members[0], stake=0),) + members[1:]).bytes,
        "total stake 2^48": replace(honest, participants=(replace(members[0], stake=(1 << 48) - 2),) + members[1:]).bytes,
        "total stake 2^64": replace(honest, participants=(replace(members[0], stake=(1 << 64) - 2),) + members[1:]).bytes,
        "truncated": w[:-1],
        "trailing byte": w + b"\0",
    }
    return [
        refused(
            f"genesis, {label}",
            lambda: Genesis.decode(data),
            "malformed",
            kind="genesis",
            chain=chain.name,
            bytes=data.hex(),
            changed=changed_range(w, data),
        )
        for label, data in changes.items()
    ]
