"""The two chains whose participants announce hash trees: the same story with stateless keys of ECVRF and of A-VRF."""

from functools import cache

from heliast_reference.announcement import announce
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.round import Owner
from heliast_reference.stateful import I_VRF, X_VRF
from heliast_reference.wesolowski import Suite

from .chains import make_chain, participants
from .common import rsa, stream
from .trees import secret_tree

LEAD = 3
# (round of the announcement, participant, tree as (scheme, height, slots, first round), or None for a withdrawal),
# and what comes of it:
STORY = (
    (1, 0, (X_VRF, 4, 2, 1)),  # late: due from 4 to 8, when it expires; then the stateless key
    (1, 2, (I_VRF, 3, 3, 2)),  # more slots than needed: due from 4 on
    (2, 1, (I_VRF, 2, 2, 6)),  # in time: due from 6 to 9
    (5, 2, None),  # the key of round 1 is lost: the stateless key from 8 on, though the tree has leaves up to 9
    (7, 1, (X_VRF, 3, 2, 10)),  # the next key, without a gap: from 10 to 13
    (8, 0, (I_VRF, 3, 2, 12)),  # after a gap: from 12 on
)
OVERTAKEN = (
    (3, 4, (X_VRF, 2, 2, 10)),  # would be due in 10 and 11, and never is:
    (5, 4, (I_VRF, 3, 2, 5)),  # announced later, due earlier, from 8 to 12
    (12, 4, (X_VRF, 2, 3, 15)),  # three slots a round and four leaves: due in 15 only
)


@cache
def ecvrf_story():
    """Five participants, of whom the last announces a key that a later key replaces. The time grid has a gap."""
    return tell("trees, ecvrf", 0x03, STORY + OVERTAKEN, (4, 3, 3, 2, 4), (4, 3), (*range(1, 9), *range(11, 21)), 0)


@cache
def avrf_story():
    """Four participants and few votes: the nonce was searched so that few stateless keys win."""
    return tell("trees, a-vrf-fast", 0x42, STORY, (8, 6, 2, 1), (1, 1), range(16), 304)


def tell(name, scheme, story, stakes, expected, times, nonce):
    genesis, owners, trees = scene(name, scheme, story, stakes, expected, nonce)
    announcements, serials = {}, [0] * len(owners)
    for (number, participant, tree), made in zip(story, trees):
        key = None if tree is None else made.key
        given = announce(genesis, owners[participant].seed, participant, serials[participant], key)
        announcements.setdefault(number, []).append(given)
        serials[participant] += 1
    return make_chain(name, genesis, owners, times, announcements)


def scene(name, scheme, story, stakes, expected, nonce):
    """(genesis, owners, the tree of each announcement)"""
    secrets = [stream(f"{name} secret {i}", 32) for i in range(len(stakes))]
    trees = [tree and secret_tree(tree[0], f"{name} tree {i}", *tree[1:]) for i, (_, _, tree) in enumerate(story)]
    owners = []
    for participant, secret in enumerate(secrets):
        own = [made for (_, whose, _), made in zip(story, trees) if whose == participant and made]
        owners.append(Owner(secret, {made.key.root: made for made in own}))
    genesis = Genesis(
        scheme=scheme,
        suite=Suite(SIEVED_FULL, 256),
        t=32,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=LEAD,
        expected=expected,
        modulus=rsa("RSA-1024"),
        participants=participants(scheme, secrets, stakes),
        nonce=stream(f"{name} nonce", 28) + uint(nonce, 4),
    )
    return genesis, tuple(owners), trees
