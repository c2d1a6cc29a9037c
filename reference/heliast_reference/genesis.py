"""The genesis of a chain (spec/round.md): every rule that a genesis breaks makes it malformed."""

from dataclasses import dataclass
from functools import cached_property
from typing import Optional

from . import delay_terms, sortition, stateless, xvrf
from .delay_terms import MINIMUM_BITS, Discriminant, RootTerms
from .delays import Roots, Squarings, output_length, proof_length
from .encoding import Reader, sha256, tag, uint
from .errors import Malformed
from .group import RsaGroup
from .stateful import KEY_SIZE, MAX_HEIGHT
from .validators import MAX_ENTRIES_SIZE
from .wesolowski import Suite

MAX_SIZE = 16 << 20
MINIMUM_LEAD = 2
MAX_SLOTS = 16
MAX_PARTICIPANTS = 65_536
MAX_LIFE = 1 << 24


@dataclass(frozen=True)
class Participant:
    key: bytes
    stake: int


@dataclass(frozen=True)
class Genesis:
    """`lead` is k, and `expected` has the expected votes of each slot. `suite`, `t` and `modulus` are those of the
    squarings, whose group is that of `modulus`, an int, or a Discriminant; they are None if there are roots alone.
    `life` and `most` are x and M of version 3 (spec/members.md), and None in version 2. In version 4
    `validators_change`, too (spec/validators.md)."""

    scheme: int
    suite: Optional[Suite]
    t: Optional[int]
    time_ms: int
    period_ms: int
    lead: int
    expected: tuple
    modulus: object
    participants: tuple
    nonce: bytes
    life: Optional[int] = None
    most: Optional[int] = None
    validators_change: bool = False
    roots: Optional[RootTerms] = None

    @cached_property
    def group(self):
        """The group of the squarings, or None."""
        if self.modulus is None:
            return None
        if isinstance(self.modulus, Discriminant):
            return self.modulus.group()
        return RsaGroup(self.modulus, MINIMUM_BITS)

    @cached_property
    def delays(self):
        """The delays of each round, in the order of z: squarings before roots."""
        squarings = () if self.group is None else (Squarings(self.group, self.suite, self.t),)
        if self.roots is None:
            return squarings
        return squarings + (Roots(self.roots.field(), self.roots.t, self.roots.segments),)

    @property
    def delay_id(self):
        """The id of the squarings' group, or of the field if there are roots alone."""
        return self.delays[0].id

    @property
    def system(self):
        """The number of the proof system."""
        return delay_terms.system(self.modulus, self.roots)

    @property
    def version(self):
        return 2 if self.life is None else 4 if self.validators_change else 3

    @cached_property
    def bytes(self):
        head = b"HLGN" + uint(self.version, 1) + uint(self.scheme, 1) + uint(self.system, 1)
        head += delay_terms.encode_head(self.suite, self.t, self.roots)
        times = uint(self.time_ms, 8) + uint(self.period_ms, 4) + uint(self.lead, 2)
        slots = uint(self.slots, 1) + b"".join(uint(expected, 4) for expected in self.expected)
        place = delay_terms.encode_place(self.modulus, self.roots)
        place += b"" if self.life is None else uint(self.life, 4) + uint(self.most, 4)
        participants = [
            uint(self.scheme, 1) + uint(len(p.key), 2) + p.key + uint(p.stake, 8) for p in self.participants
        ]
        return head + times + slots + place + uint(len(participants), 4) + b"".join(participants) + self.nonce

    @cached_property
    def chain_id(self):
        return sha256(tag("heliast/chain/v1"), self.bytes)

    @cached_property
    def first_seed(self):
        """Q_1."""
        return sha256(tag("heliast/seed/v1"), self.chain_id)

    @cached_property
    def first_hash(self):
        """D_0."""
        return sha256(tag("heliast/announcements/v1"), self.chain_id)

    @property
    def slots(self):
        """S."""
        return len(self.expected)

    @property
    def most_participants(self):
        """The greatest number of participants that there can ever be."""
        return len(self.participants) if self.most is None else self.most

    @property
    def max_ticket_proof(self):
        """Bytes of the longest proof that a ticket of this chain may have."""
        return max(stateless.proof_size(self.scheme), xvrf.proof_size(MAX_HEIGHT))

    @property
    def max_round_size(self):
        """Bytes of a round in which every participant has a ticket for each slot, and an announcement."""
        tickets = self.slots * (7 + self.max_ticket_proof)
        change = KEY_SIZE if self.life is None else max(KEY_SIZE, 11 + stateless.key_size(self.scheme))
        change = max(change, 2 + MAX_ENTRIES_SIZE) if self.validators_change else change
        announcement = 4 + 4 + 1 + change + 2 + stateless.proof_size(self.scheme) if self.lead else 0
        delay = output_length(self.delays) + proof_length(self.delays)
        return 25 + self.most_participants * (tickets + announcement) + 4 + delay

    @staticmethod
    def decode(data):
        if len(data) > MAX_SIZE:
            raise Malformed(f"genesis has {len(data)} bytes, more than {MAX_SIZE}")
        reader = Reader(data)
        reader.expect(b"HLGN", "magic")
        version = reader.uint(1, "version")
        if version not in (2, 3, 4):
            raise Malformed("wrong version")
        scheme = reader.uint(1, "scheme")
        if scheme not in stateless.SCHEME_NAMES:
            raise Malformed(f"scheme not for chains: {scheme}")
        system = reader.uint(1, "proof system", maximum=delay_terms.SYSTEM_BOTH)
        suite, t = delay_terms.read_head(reader, system)
        time_ms = reader.uint(8, "genesis time", maximum=(1 << 53) - 1)
        period_ms = reader.uint(4, "period", 100, 86_400_000)
        lead = reader.uint(2, "lead")
        if lead < MINIMUM_LEAD and (lead > 0 or version >= 3):
            raise Malformed(f"lead out of range: {lead}")
        slots = reader.uint(1, "number of slots", 1, MAX_SLOTS)
        expected = tuple(reader.uint(4, "expected votes", 1, 1_000_000) for _ in range(slots))
        modulus, roots = delay_terms.read_place(reader, system, t)
        life, most = None, None
        if version >= 3:
            life = reader.uint(4, "life of a proposal", 1, MAX_LIFE)
            most = reader.uint(4, "most participants", 1, MAX_PARTICIPANTS)
        participants = _read_participants(reader, scheme, most or MAX_PARTICIPANTS)
        nonce = reader.take(32, "nonce")
        reader.end()
        members = (life, most, version == 4, roots)
        t = None if modulus is None else t
        genesis = Genesis(scheme, suite, t, time_ms, period_ms, lead, expected, modulus, participants, nonce, *members)
        genesis.delays  # refuses a bad modulus and a bad field
        return genesis


def _read_participants(reader, scheme, most):
    count = reader.uint(4, "number of participants", 1, most)
    participants, keys, total = [], set(), 0
    for _ in range(count):
        reader.uint(1, "participant's scheme", scheme, scheme)
        size = stateless.key_size(scheme)
        reader.expect(uint(size, 2), "public key length")
        key = reader.take(size, "public key")
        stateless.check_key(scheme, key)
        if key in keys:
            raise Malformed("public key: twice")
        keys.add(key)
        participants.append(Participant(key, reader.uint(8, "stake", 1)))
        total += participants[-1].stake
    if total >= sortition.TOTAL_LIMIT:
        raise Malformed(f"total stake out of range: {total}")
    return tuple(participants)
