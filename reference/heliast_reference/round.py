"""A round (spec/round.md): its bytes, how it is made from secret keys, and how it is verified."""

from dataclasses import dataclass

from . import ecvrf, wesolowski
from .encoding import Reader, sha256, tag, uint
from .errors import Invalid, Malformed, Refused


@dataclass(frozen=True)
class Ticket:
    participant: int
    proof: bytes

    def encode(self):
        return uint(self.participant, 4) + uint(len(self.proof), 2) + self.proof


@dataclass(frozen=True)
class Round:
    """The fields of the round bytes; z and proof are encoded elements."""

    number: int
    time_ms: int
    tickets: tuple
    z: bytes
    proof: bytes

    def encode(self):
        head = b"HLRD\1" + uint(self.number, 8) + uint(self.time_ms, 8) + uint(len(self.tickets), 4)
        return head + b"".join(ticket.encode() for ticket in self.tickets) + self.z + self.proof

    @staticmethod
    def decode(genesis, data):
        reader = Reader(data)
        reader.expect(b"HLRD", "magic")
        reader.expect(b"\1", "version")
        number = reader.uint(8, "round number")
        time_ms = reader.uint(8, "time")
        count = reader.uint(4, "number of tickets", maximum=len(genesis.participants))
        tickets, last = [], -1
        for _ in range(count):
            participant = reader.uint(4, "participant", maximum=len(genesis.participants) - 1)
            if participant <= last:
                raise Malformed("tickets out of order")
            last = participant
            reader.expect(uint(ecvrf.PROOF_SIZE, 2), "VRF proof length")
            tickets.append(Ticket(participant, reader.take(ecvrf.PROOF_SIZE, "VRF proof")))
        z = reader.take(genesis.group.length, "z")
        proof = reader.take(genesis.group.length, "delay proof")
        reader.end()
        genesis.group.decode(z, "z")
        genesis.group.decode(proof, "delay proof")
        return Round(number, time_ms, tuple(tickets), z, proof)


@dataclass(frozen=True)
class Verified:
    """What a round's bytes show; `draws` holds (participant, beta, votes) of each ticket."""

    round: Round
    seed: bytes
    draws: tuple
    entropy: bytes
    x: int
    beacon: bytes


def ticket_input(genesis, number, seed):
    """alpha_K."""
    return tag("heliast/ticket/v1") + genesis.chain_id + uint(number, 8) + seed


def entropy(genesis, number, time_ms, seed, draws):
    """e_K, from (participant, beta, votes) in order of participants."""
    head = tag("heliast/entropy/v1") + genesis.chain_id + uint(number, 8) + uint(time_ms, 8) + seed
    tickets = [uint(participant, 4) + uint(len(beta), 2) + beta for participant, beta, _ in draws]
    return sha256(head, uint(len(draws), 4), *tickets)


def beacon_preimage(genesis, number, z):
    """What the HTTP API calls the signature: its SHA-256 is the beacon."""
    return tag("heliast/beacon/v1") + genesis.chain_id + uint(number, 8) + z


def derive(beacon, label):
    """Randomness for one use (spec/http.md); label is UTF-8 of 1 to 200 bytes."""
    return sha256(tag("heliast/derive/v1"), beacon, uint(len(label), 2), label)


def make_round(genesis, secrets, number, time_ms, seed):
    """The Verified round in which every participant plays; `secrets` are their seeds."""
    alpha = ticket_input(genesis, number, seed)
    tickets, draws = [], []
    for participant, secret in enumerate(secrets):
        beta, pi = ecvrf.prove(genesis.scheme, secret, alpha)
        won = genesis.votes(participant, beta)
        if won:
            tickets.append(Ticket(participant, pi))
            draws.append((participant, beta, won))
    e = entropy(genesis, number, time_ms, seed, draws)
    group = genesis.group
    x = wesolowski.delay_input(group, e)
    z = wesolowski.evaluate(group, x, genesis.t)
    proof = wesolowski.prove(group, genesis.suite, genesis.t, x, z)
    made = Round(number, time_ms, tuple(tickets), group.encode(z), group.encode(proof))
    return Verified(made, seed, tuple(draws), e, x, sha256(beacon_preimage(genesis, number, made.z)))


def verify_round(genesis, number, previous_time_ms, seed, data):
    """The round in `data`, which must be number `number`. `seed` is Q_K.

    `previous_time_ms` is the time of the round before; None for round 1 and where it is unknown.
    """
    try:
        given = Round.decode(genesis, data)
        check_place(genesis, number, previous_time_ms, given)
        draws = verify_tickets(genesis, ticket_input(genesis, number, seed), given.tickets)
        e = entropy(genesis, number, given.time_ms, seed, draws)
        group = genesis.group
        x = wesolowski.delay_input(group, e)
        z, proof = group.decode(given.z, "z"), group.decode(given.proof, "delay proof")
        wesolowski.verify_output(group, genesis.suite, genesis.t, x, z, proof)
    except Refused as error:
        raise error.in_round(number)
    return Verified(given, seed, draws, e, x, sha256(beacon_preimage(genesis, number, given.z)))


def check_place(genesis, number, previous_time_ms, given):
    """The rules of round number and time."""
    if given.number != number:
        raise Invalid(f"round number is {given.number}")
    if given.time_ms >= 1 << 53:
        raise Invalid("time is 2^53 ms or more")
    since_genesis = given.time_ms - genesis.time_ms
    if since_genesis < 0 or since_genesis % genesis.period_ms:
        raise Invalid("time is not on the grid")
    if previous_time_ms is not None and given.time_ms <= previous_time_ms:
        raise Invalid("time is not later than the round before")


def verify_tickets(genesis, alpha, tickets):
    """(participant, beta, votes) of each ticket."""
    draws = []
    for ticket in tickets:
        key = genesis.participants[ticket.participant].key
        try:
            beta = ecvrf.verify(genesis.scheme, key, alpha, ticket.proof)
        except Invalid:
            raise Invalid(f"ticket of participant {ticket.participant}: VRF proof fails")
        except Malformed as error:
            raise Invalid(f"ticket of participant {ticket.participant}: VRF proof fails: {error.reason}")
        won = genesis.votes(ticket.participant, beta)
        if won == 0:
            raise Invalid(f"ticket of participant {ticket.participant}: no votes")
        draws.append((ticket.participant, beta, won))
    return tuple(draws)
