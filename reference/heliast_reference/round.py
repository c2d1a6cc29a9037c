"""A round (spec/round.md): its bytes, its making from secret keys, and its verification."""

from dataclasses import dataclass

from . import announcement, delays, ivrf, stateless, xvrf
from .announcement import Announcement
from .encoding import Reader, sha256, tag, uint
from .errors import Invalid, Malformed, Refused
from .stateful import X_VRF


@dataclass(frozen=True)
class Ticket:
    slot: int
    participant: int
    proof: bytes

    def encode(self):
        return uint(self.slot, 1) + uint(self.participant, 4) + uint(len(self.proof), 2) + self.proof

    @staticmethod
    def read(reader, genesis):
        slot = reader.uint(1, "slot", maximum=genesis.slots - 1)
        participant = reader.uint(4, "participant", maximum=genesis.most_participants - 1)
        size = reader.uint(2, "VRF proof length", maximum=genesis.max_ticket_proof)
        return Ticket(slot, participant, reader.take(size, "VRF proof"))


@dataclass(frozen=True)
class Round:
    """The fields of the round bytes; z and proof are encoded, of all delays."""

    number: int
    time_ms: int
    tickets: tuple
    announcements: tuple
    z: bytes
    proof: bytes

    def encode(self):
        head = b"HLRD\2" + uint(self.number, 8) + uint(self.time_ms, 8)
        tickets = uint(len(self.tickets), 4) + b"".join(ticket.encode() for ticket in self.tickets)
        announcements = uint(len(self.announcements), 4) + b"".join(made.encode() for made in self.announcements)
        return head + tickets + announcements + self.z + self.proof

    @staticmethod
    def decode(genesis, data):
        members = genesis.most_participants
        reader = Reader(data)
        reader.expect(b"HLRD", "magic")
        reader.expect(b"\2", "version")
        number = reader.uint(8, "round number")
        time_ms = reader.uint(8, "time")
        count = reader.uint(4, "number of tickets", maximum=genesis.slots * members)
        tickets = tuple(Ticket.read(reader, genesis) for _ in range(count))
        if not ascending([(ticket.slot, ticket.participant) for ticket in tickets]):
            raise Malformed("tickets out of order")
        count = reader.uint(4, "number of announcements", maximum=members if genesis.lead else 0)
        announcements = tuple(Announcement.read(reader, genesis) for _ in range(count))
        if not ascending([made.participant for made in announcements]):
            raise Malformed("announcements out of order")
        z = reader.take(delays.output_length(genesis.delays), "z")
        proof = reader.take(delays.proof_length(genesis.delays), "delay proof")
        reader.end()
        delays.decode(genesis.delays, z, proof)
        return Round(number, time_ms, tickets, announcements, z, proof)


def ascending(values):
    """Strictly."""
    return all(a < b for a, b in zip(values, values[1:]))


@dataclass(frozen=True)
class Draw:
    """The facts that a ticket shows."""

    slot: int
    participant: int
    beta: bytes
    votes: int


@dataclass(frozen=True)
class Verified:
    """The verified contents of a round's bytes; `draws` are those of its tickets, and `inputs` has an element for each
    delay."""

    round: Round
    seed: bytes
    draws: tuple
    entropy: bytes
    inputs: tuple
    beacon: bytes

    @property
    def x(self):
        """The input of the squarings, or of the roots if these are alone."""
        return self.inputs[0]


@dataclass(frozen=True)
class Claim:
    """The claims of a round's bytes, true or false."""

    round: Round
    beacon: bytes


@dataclass(frozen=True)
class Owner:
    """The secrets of a participant: the seed of its stateless key, and by their roots trees, with prove(key, round, slot, x)."""

    seed: bytes
    trees: dict


def ticket_input(genesis, tip, slot):
    """alpha_(K,s)."""
    bound = tip.hash_before(tip.number - genesis.lead)  # D_0 without a lead: then nothing is announced
    head = tag("heliast/ticket/v2") + genesis.chain_id + uint(tip.number, 8)
    return head + uint(slot, 1) + tip.seed + bound


def entropy(genesis, number, time_ms, seed, draws):
    """e_K, from the draws in order of slots and participants."""
    head = tag("heliast/entropy/v2") + genesis.chain_id + uint(number, 8) + uint(time_ms, 8) + seed
    tickets = [uint(d.slot, 1) + uint(d.participant, 4) + uint(len(d.beta), 2) + d.beta for d in draws]
    return sha256(head, uint(len(draws), 4), *tickets)


def beacon_preimage(genesis, number, z):
    """The field `signature` of the HTTP API: its SHA-256 is the beacon."""
    return tag("heliast/beacon/v1") + genesis.chain_id + uint(number, 8) + z


def derive(beacon, label):
    """Randomness for one use (spec/http.md); label is UTF-8 of 1 to 200 bytes."""
    return sha256(tag("heliast/derive/v1"), beacon, uint(len(label), 2), label)


def make_round(genesis, owners, tip, time_ms, announcements=()):
    """The Verified round after `tip` in which every participant of that time draws with the key that is due."""
    tickets, draws = [], []
    for slot in range(genesis.slots):
        for participant, owner in enumerate(owners[: len(tip.members)]):
            beta = evaluate_lot(genesis, owner, tip, slot, participant)
            won = tip.votes(genesis, slot, participant, beta)
            if won:
                draws.append(Draw(slot, participant, beta, won))
                tickets.append(Ticket(slot, participant, prove_lot(genesis, owner, tip, slot, participant)[1]))
    return close_round(genesis, tip, time_ms, tickets, draws, announcements)


def evaluate_lot(genesis, owner, tip, slot, participant):
    """beta of the key that is due."""
    if tip.schedule.due(participant, tip.number) is not None:
        return prove_lot(genesis, owner, tip, slot, participant)[0]
    return stateless.evaluate(genesis.scheme, owner.seed, ticket_input(genesis, tip, slot))


def prove_lot(genesis, owner, tip, slot, participant):
    """(beta, pi) of the key that is due."""
    x = ticket_input(genesis, tip, slot)
    due = tip.schedule.due(participant, tip.number)
    if due is None:
        return stateless.prove(genesis.scheme, owner.seed, x)
    return owner.trees[due.root].prove(due, tip.number, slot, x)


def close_round(genesis, tip, time_ms, tickets, draws, announcements=()):
    """The Verified round with these tickets, whose results are these draws, and its delay."""
    e = entropy(genesis, tip.number, time_ms, tip.seed, draws)
    xs = delays.inputs(genesis.delays, e)
    made = Round(tip.number, time_ms, tuple(tickets), tuple(announcements), *delays.make(genesis.delays, xs))
    return Verified(made, tip.seed, tuple(draws), e, xs, sha256(beacon_preimage(genesis, tip.number, made.z)))


def claim(genesis, data):
    """The values from which the next tip follows, whether the round is true or not."""
    given = Round.decode(genesis, data)
    return Claim(given, sha256(beacon_preimage(genesis, given.number, given.z)))


def verify_round(genesis, tip, data):
    """The round in `data`, which must be the next after `tip`."""
    try:
        given = Round.decode(genesis, data)
        check_place(genesis, tip, given)
        for made in given.announcements:
            announcement.verify(genesis, tip.members, made)
        tip.announce(given.number, given.announcements)
        draws = tuple(verify_ticket(genesis, tip, ticket) for ticket in given.tickets)
        e = entropy(genesis, given.number, given.time_ms, tip.seed, draws)
        xs = delays.inputs(genesis.delays, e)
        delays.verify(genesis.delays, xs, given.z, given.proof)
    except Refused as error:
        raise error.in_round(tip.number)
    return Verified(given, tip.seed, draws, e, xs, sha256(beacon_preimage(genesis, given.number, given.z)))


def check_place(genesis, tip, given):
    """The rules of round number and time."""
    if given.number != tip.number:
        raise Invalid(f"round number is {given.number}")
    if given.time_ms >= 1 << 53:
        raise Invalid("time is 2^53 ms or more")
    since_genesis = given.time_ms - genesis.time_ms
    if since_genesis < 0 or since_genesis % genesis.period_ms:
        raise Invalid("time is not on the grid")
    if tip.time_ms is not None and given.time_ms <= tip.time_ms:
        raise Invalid("time is not later than the round before")


def verify_ticket(genesis, tip, ticket):
    """The Draw of a ticket in the round after `tip`."""
    where = f"ticket of participant {ticket.participant}"
    where += f" in slot {ticket.slot}" if genesis.slots > 1 else ""
    tip.members.key(ticket.participant)  # there is such a participant
    try:
        beta = verify_lot(genesis, tip, ticket)
    except (Invalid, Malformed) as error:
        raise Invalid(f"{where}: VRF proof fails: {error.reason}")
    won = tip.votes(genesis, ticket.slot, ticket.participant, beta)
    if won == 0:
        raise Invalid(f"{where}: no votes")
    return Draw(ticket.slot, ticket.participant, beta, won)


def verify_lot(genesis, tip, ticket):
    """beta under the key that is due."""
    key = tip.members.key(ticket.participant)
    x = ticket_input(genesis, tip, ticket.slot)
    due = tip.schedule.due(ticket.participant, tip.number)
    if due is None:
        return stateless.verify(genesis.scheme, key, x, ticket.proof)
    tree = xvrf if due.scheme == X_VRF else ivrf
    return tree.verify(due.encode(), tip.number, ticket.slot, x, ticket.proof)
