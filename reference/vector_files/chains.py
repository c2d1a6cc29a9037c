"""The two small chains of vectors/round.json, and the common parts of all chains of vectors."""

from dataclasses import dataclass, replace
from functools import cache

from heliast_reference import ecvrf, round, stateless
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis, Participant
from heliast_reference.hash_to_prime import PLAIN, SIEVED_FULL
from heliast_reference.round import Owner
from heliast_reference.tip import Tip
from heliast_reference.wesolowski import Suite

from .common import rsa, stream


@dataclass(frozen=True)
class Chain:
    """`tips` are the tips before each round, and the last tip."""

    name: str
    genesis: Genesis
    owners: tuple
    rounds: tuple
    tips: tuple

    def tip(self, number):
        """The tip against which a round of this chain is checked."""
        return self.tips[number - 1]

    def round_bytes(self, number):
        return self.rounds[number - 1].round.encode()

    def verify(self, number, data):
        """Verifies `data` in the place of a round of this chain."""
        return round.verify_round(self.genesis, self.tip(number), data)

    def announced(self, first):
        """(round, announcement) of the rounds before one."""
        earlier = [made.round for made in self.rounds[: first - 1]]
        return [(made.number, given) for made in earlier for given in made.announcements]

    def history(self, first):
        """The announcements before a round, as a bundle has them."""
        return tuple((number, replace(given, proof=b"")) for number, given in self.announced(first))

    def bundle(self, first=1, last=None):
        rounds = tuple(made.round.encode() for made in self.rounds[first - 1 : last])
        genesis, seed = self.genesis, self.tip(first).seed
        return Bundle(genesis.chain_id, genesis.bytes, first, seed, rounds, self.history(first))


@cache
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
        lead=0,
        expected=(1,),
        modulus=rsa("RSA-1024"),
        participants=participants(ecvrf.TAI, secrets, (1, 1, 1)),
        nonce=stream("tai nonce", 28) + uint(226, 4),
    )
    chain = make_chain("tai, rsa-1024", genesis, owners(secrets), (0, 3, 4, 5))
    assert [len(made.draws) for made in chain.rounds] == [2, 2, 0, 1]
    return chain


@cache
def ell2_chain():
    """Five participants with many votes; mode plain; the genesis slot is skipped."""
    secrets = tuple(stream(f"ell2 secret {i}", 32) for i in range(5))
    genesis = Genesis(
        scheme=ecvrf.ELL2,
        suite=Suite(PLAIN, 264),
        t=300,
        time_ms=0,
        period_ms=100,
        lead=0,
        expected=(20,),
        modulus=rsa("RSA-2048"),
        participants=participants(ecvrf.ELL2, secrets, (10**10, 1, 3 * 10**9, 10**6, 123_456_789)),
        nonce=stream("ell2 nonce", 32),
    )
    return make_chain("ell2, rsa-2048", genesis, owners(secrets), (1, 2, 3, 1_000_000))


def participants(scheme, secrets, stakes):
    return tuple(Participant(stateless.public_key(scheme, secret), stake) for secret, stake in zip(secrets, stakes))


def owners(secrets):
    """Participants who announce nothing."""
    return tuple(Owner(secret, {}) for secret in secrets)


def make_chain(name, genesis, owners, times, announcements={}):
    """One round for each of `times`, which are places on the time grid; `announcements` by round number."""
    tips, rounds = [Tip.first(genesis)], []
    for number, place in enumerate(times, 1):
        time_ms = genesis.time_ms + place * genesis.period_ms
        rounds.append(round.make_round(genesis, owners, tips[-1], time_ms, announcements.get(number, ())))
        tips.append(tips[-1].after(rounds[-1]))
    return Chain(name, genesis, owners, tuple(rounds), tuple(tips))
