"""The genesis of a chain (spec/round.md): every rule that a genesis breaks makes it malformed."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Optional

from . import sortition, stateless, xvrf
from .class_group import ClassGroup, discriminant_from_seed
from .encoding import Reader, integer, sha256, tag, uint
from .errors import Malformed
from .group import RsaGroup
from .hash_to_prime import PLAIN, SHA_256, SIEVED_FULL
from .stateful import KEY_SIZE, MAX_HEIGHT
from .validators import MAX_ENTRIES_SIZE
from .wesolowski import MAX_T, SYSTEM_CLASS_WESOLOWSKI, SYSTEM_WESOLOWSKI, Suite

MAX_SIZE = 16 << 20
MINIMUM_BITS = 1024
MAXIMUM_CLASS_BITS = 4096
SEED_SIZES = (32, 255)
MINIMUM_PRIME_BITS = 200
MINIMUM_LEAD = 2
MAX_SLOTS = 16
MAX_PARTICIPANTS = 65_536
MAX_LIFE = 1 << 24


@dataclass(frozen=True)
class Participant:
    key: bytes
    stake: int


@dataclass(frozen=True)
class Discriminant:
    """That of a class group, by its bits and its seed."""

    bits: int
    seed: bytes

    def group(self):
        return class_group(self.bits, self.seed)

    def encode(self):
        return uint(self.bits, 4) + uint(len(self.seed), 2) + self.seed

    @staticmethod
    def read(reader):
        bits = reader.uint(4, "bits of the discriminant", MINIMUM_BITS, MAXIMUM_CLASS_BITS)
        if bits % 32:
            raise Malformed(f"bits of the discriminant out of range: {bits}, no multiple of 32")
        return Discriminant(bits, reader.take(reader.uint(2, "length of the seed", *SEED_SIZES), "seed"))


@lru_cache(maxsize=16)
def class_group(bits, seed):
    """Of the discriminant of this seed, which takes long to find."""
    return ClassGroup(discriminant_from_seed(seed, bits), MINIMUM_BITS)


@dataclass(frozen=True)
class Genesis:
    """`lead` is k, and `expected` has the expected votes of each slot. The delay's group is that of `modulus`, an int, or
    a Discriminant. `life` and `most` are x and M of version 3 (spec/members.md), and None in version 2. In version 4
    `validators_change`, too (spec/validators.md)."""

    scheme: int
    suite: Suite
    t: int
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

    @cached_property
    def group(self):
        if isinstance(self.modulus, Discriminant):
            return self.modulus.group()
        return RsaGroup(self.modulus, MINIMUM_BITS)

    @property
    def system(self):
        """The number of the proof system."""
        return SYSTEM_CLASS_WESOLOWSKI if isinstance(self.modulus, Discriminant) else SYSTEM_WESOLOWSKI

    @property
    def version(self):
        return 2 if self.life is None else 4 if self.validators_change else 3

    @cached_property
    def bytes(self):
        head = b"HLGN" + uint(self.version, 1) + uint(self.scheme, 1) + uint(self.system, 1) + self.suite.encode() + uint(self.t, 8)
        times = uint(self.time_ms, 8) + uint(self.period_ms, 4) + uint(self.lead, 2)
        slots = uint(self.slots, 1) + b"".join(uint(expected, 4) for expected in self.expected)
        modulus = _encode_modulus(self.modulus)
        modulus += b"" if self.life is None else uint(self.life, 4) + uint(self.most, 4)
        participants = [
            uint(self.scheme, 1) + uint(len(p.key), 2) + p.key + uint(p.stake, 8) for p in self.participants
        ]
        return head + times + slots + modulus + uint(len(participants), 4) + b"".join(participants) + self.nonce

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
        """That there can ever be."""
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
        return 25 + self.most_participants * (tickets + announcement) + 4 + 2 * self.group.length

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
        system = reader.uint(1, "proof system", maximum=SYSTEM_CLASS_WESOLOWSKI)
        suite = _read_suite(reader)
        t = reader.uint(8, "t", 1, MAX_T)
        time_ms = reader.uint(8, "genesis time", maximum=(1 << 53) - 1)
        period_ms = reader.uint(4, "period", 100, 86_400_000)
        lead = reader.uint(2, "lead")
        if lead < MINIMUM_LEAD and (lead > 0 or version >= 3):
            raise Malformed(f"lead out of range: {lead}")
        slots = reader.uint(1, "number of slots", 1, MAX_SLOTS)
        expected = tuple(reader.uint(4, "expected votes", 1, 1_000_000) for _ in range(slots))
        modulus = _read_modulus(reader) if system == SYSTEM_WESOLOWSKI else Discriminant.read(reader)
        life, most = None, None
        if version >= 3:
            life = reader.uint(4, "life of a proposal", 1, MAX_LIFE)
            most = reader.uint(4, "most participants", 1, MAX_PARTICIPANTS)
        participants = _read_participants(reader, scheme, most or MAX_PARTICIPANTS)
        nonce = reader.take(32, "nonce")
        reader.end()
        members = (life, most, version == 4)
        genesis = Genesis(scheme, suite, t, time_ms, period_ms, lead, expected, modulus, participants, nonce, *members)
        genesis.group  # refuses a bad modulus
        return genesis


def _read_suite(reader):
    """The suite of a proof file, as far as a chain knows it."""
    suite = Suite.read(reader)
    if suite.mode not in (PLAIN, SIEVED_FULL):
        raise Malformed(f"mode not for chains: {suite.mode}")
    if suite.hash_id != SHA_256:
        raise Malformed(f"hash not for chains: {suite.hash_id}")
    if suite.bits < MINIMUM_PRIME_BITS:
        raise Malformed(f"prime bits too few for chains: {suite.bits}")
    return suite


def _encode_modulus(modulus):
    if isinstance(modulus, Discriminant):
        return modulus.encode()
    length = (modulus.bit_length() + 7) // 8
    return uint(length, 4) + uint(modulus, length)


def _read_modulus(reader):
    length = reader.uint(4, "L", MINIMUM_BITS // 8, 1024)
    modulus = integer(reader.take(length, "modulus"))
    if (modulus.bit_length() + 7) // 8 != length:
        raise Malformed("modulus: leading zero byte")
    return modulus


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
