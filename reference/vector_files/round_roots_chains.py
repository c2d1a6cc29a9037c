"""The chains of vectors/round_roots.json: of roots alone, and of roots beside squarings in either kind of group."""

from functools import cache

from heliast_reference import ecvrf
from heliast_reference.delay_terms import Discriminant, RootTerms
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import PLAIN, SIEVED_FULL
from heliast_reference.roots_field import BUILT_IN_COUNTERS, BUILT_IN_SEED
from heliast_reference.wesolowski import Suite

from .chains import make_chain, owners, participants
from .common import rsa, stream

SQUARINGS = 290
STEPS, SEGMENTS = 24, 4
SECRETS = tuple(stream(f"roots secret {i}", 32) for i in range(2))
CLASS_SEED = stream("class chain", 32)
TIMES = (0, 1, 3)


def terms(t=STEPS, segments=SEGMENTS, bits=1024):
    """In a built-in field."""
    return RootTerms(bits, BUILT_IN_SEED, BUILT_IN_COUNTERS[bits], t, segments)


def genesis(nonce, roots, modulus=None, suite=None, t=None):
    """Two participants in one slot; squarings, too, if there is a modulus."""
    return Genesis(
        scheme=ecvrf.TAI,
        suite=suite,
        t=t,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=0,
        expected=(2,),
        modulus=modulus,
        participants=participants(ecvrf.TAI, SECRETS, (2, 1)),
        nonce=stream(nonce, 32),
        roots=roots,
    )


def chain(name, made, times=TIMES):
    return make_chain(name, made, owners(SECRETS), times)


def tickets(chain):
    """The number of tickets of each round."""
    return [len(verified.draws) for verified in chain.rounds]


@cache
def roots_chain():
    """Proof system 2. Nonces were searched so that the rounds have 2, 1 and 1 tickets."""
    return chain("roots-1024", genesis("roots nonce 3", terms()))


@cache
def both_chain():
    """Proof system 3, with a modulus."""
    suite = Suite(SIEVED_FULL, 256)
    return chain("both, rsa-1024 and roots-1024", genesis("both nonce 2", terms(), rsa("RSA-1024"), suite, SQUARINGS))


@cache
def class_chain():
    """Proof system 3, with a discriminant; the roots have one segment, and no bytes of a proof."""
    place, suite = Discriminant(1024, CLASS_SEED), Suite(PLAIN, 264)
    made = genesis("class roots nonce", terms(5, 1), place, suite, SQUARINGS)
    return chain("both, class-1024 and roots-1024", made, TIMES[:2])
