"""The two small chains of vectors/round.json."""

from dataclasses import dataclass

from heliast_reference import ecvrf, round
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis, Participant
from heliast_reference.hash_to_prime import PLAIN, SIEVED_FULL
from heliast_reference.wesolowski import Suite

from .common import rsa, stream


@dataclass(frozen=True)
class Chain:
    name: str
    genesis: Genesis
    secrets: tuple
    rounds: tuple

    def seed(self, number):
        """Q_K of a round of this chain."""
        return self.rounds[number - 1].seed

    def previous_time(self, number):
        """The time of the round before, or None for round 1."""
        return self.rounds[number - 2].round.time_ms if number > 1 else None

    def round_bytes(self, number):
        return self.rounds[number - 1].round.encode()

    def verify(self, number, data):
        """Verifies `data` in the place of a round of this chain."""
        return round.verify_round(self.genesis, number, self.previous_time(number), self.seed(number), data)

    def bundle(self, first=1, last=None):
        rounds = tuple(made.round.encode() for made in self.rounds[first - 1 : last])
        return Bundle(self.genesis.chain_id, self.genesis.bytes, first, self.seed(first), rounds)


def tai_chain():
    """Three participants and few votes. Round 2 skips two slots, and the nonce was searched so that rounds 1 to 4
    have 2, 2, 0 and 1 tickets."""
    secrets = tuple(stream(f"tai secret {i}", 32) for i in range(3))
    genesis = Genesis(
        scheme=ecvrf.TAI,
        suite=Suite(SIEVED_FULL, 256),
        t=290,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        expected=1,
        modulus=rsa("RSA-1024"),
        participants=participants(secrets, (1, 1, 1)),
        nonce=stream("tai nonce", 28) + uint(18, 4),
    )
    rounds = make_rounds(genesis, secrets, (0, 3, 4, 5))
    assert [len(made.draws) for made in rounds] == [2, 2, 0, 1]
    return Chain("tai, rsa-1024", genesis, secrets, rounds)


def ell2_chain():
    """Five participants with many votes; mode plain; the genesis slot is skipped."""
    secrets = tuple(stream(f"ell2 secret {i}", 32) for i in range(5))
    genesis = Genesis(
        scheme=ecvrf.ELL2,
        suite=Suite(PLAIN, 264),
        t=300,
        time_ms=0,
        period_ms=100,
        expected=20,
        modulus=rsa("RSA-2048"),
        participants=participants(secrets, (10**10, 1, 3 * 10**9, 10**6, 123_456_789)),
        nonce=stream("ell2 nonce", 32),
    )
    return Chain("ell2, rsa-2048", genesis, secrets, make_rounds(genesis, secrets, (1, 2, 3, 1_000_000)))


def participants(secrets, stakes):
    return tuple(Participant(ecvrf.public_key(secret), stake) for secret, stake in zip(secrets, stakes))


def make_rounds(genesis, secrets, slots):
    """One round for each slot of the time grid."""
    seed, rounds = genesis.first_seed, []
    for number, slot in enumerate(slots, 1):
        time_ms = genesis.time_ms + slot * genesis.period_ms
        rounds.append(round.make_round(genesis, secrets, number, time_ms, seed))
        seed = rounds[-1].beacon
    return tuple(rounds)
