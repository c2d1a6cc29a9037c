"""A chain whose participants join, leave and change stake (spec/members.md)."""

from functools import cache

from heliast_reference import round, stateless
from heliast_reference.announcement import announce
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.members import Approval, Join, Stake, Validators
from heliast_reference.round import Owner
from heliast_reference.stateful import I_VRF
from heliast_reference.tip import Tip
from heliast_reference.wesolowski import Suite

from .chains import Chain, participants
from .common import rsa, stream
from .trees import secret_tree

NAME = "members, ecvrf"
SCHEME = 0x03
STAKES = (4, 3, 3, 2)
LEAD, LIFE, MOST = 3, 5, 6
ROUNDS = 19
SECRETS = tuple(stream(f"{NAME} secret {i}", 32) for i in range(MOST))
TREE = secret_tree(I_VRF, f"{NAME} tree", 4, 2, 6)


def join(number, stake):
    return Join(SCHEME, stateless.public_key(SCHEME, SECRETS[number]), stake)


# (round, participant, what): a proposal, the key of a tree, or the round and the proposer of the approved proposal.
STORY = (
    (1, 0, join(4, 5)),
    (2, 1, (1, 0)),
    (3, 2, (1, 0)),  # 10 of 12: adopted, participant 4 plays from round 6 on
    (3, 3, Stake(3, 0)),  # it leaves:
    (4, 0, (3, 3)),
    (4, 1, (3, 3)),  # 9 of 12, adopted, from round 7 on
    (4, 4, TREE.key),  # before its stake has effect
    (5, 1, Stake(0, 8)),
    (6, 2, Stake(0, 6)),  # about the same participant
    (6, 4, (5, 1)),  # 8 of 17
    (7, 2, (5, 1)),  # 11 of 15: adopted, from round 10 on; what participant 2 has proposed is closed
    (8, 0, join(5, 1)),
    (10, 2, Stake(1, 1)),  # nobody approves: closed after round 15
    (11, 4, (8, 0)),  # 13 of 19, as participant 0 has 8 by now: adopted, from round 14 on
    (12, 0, Stake(3, 2)),  # who has left comes back:
    (13, 1, (12, 0)),
    (13, 4, (12, 0)),  # 16 of 19, from round 16 on
    (17, 1, Stake(4, 4)),
    (18, 1, Stake(4, 3)),  # closes the one of round 17
)


@cache
def members_story():
    owners = tuple(Owner(secret, {TREE.key.root: TREE} if i == 4 else {}) for i, secret in enumerate(SECRETS))
    genesis = Genesis(
        scheme=SCHEME,
        suite=Suite(SIEVED_FULL, 256),
        t=32,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=LEAD,
        expected=(4, 3),
        modulus=rsa("RSA-1024"),
        participants=participants(SCHEME, SECRETS[: len(STAKES)], STAKES),
        nonce=stream(f"{NAME} nonce", 28) + uint(0, 4),
        life=LIFE,
        most=MOST,
    )
    tips, rounds, ids = [Tip.first(genesis)], [], {}
    for number in range(1, ROUNDS + 1):
        tip = tips[-1]
        made = [say(genesis, tip, ids, participant, what) for at, participant, what in STORY if at == number]
        time_ms = genesis.time_ms + number * genesis.period_ms
        rounds.append(round.make_round(genesis, owners, tip, time_ms, made))
        tips.append(tip.after(rounds[-1]))
        ids.update({(each.made, each.proposer): each.id for each in tips[-1].members.open})
    return Chain(NAME, genesis, owners, tuple(rounds), tuple(tips))


def say(genesis, tip, ids, participant, what):
    """The announcement of a participant in the round after `tip`."""
    return say_with(genesis, SECRETS, tip, ids, participant, what)


def say_with(genesis, secrets, tip, ids, participant, what):
    serial = len(tip.schedule.histories[participant])
    if isinstance(what, tuple):
        what = Approval(ids[what])
    key, member = (None, what) if isinstance(what, (Join, Stake, Validators, Approval)) else (what, None)
    return announce(genesis, secrets[participant], participant, serial, key, member)


def ids(chain):
    """The ids of all proposals, by round and proposer."""
    return {(each.made, each.proposer): each.id for tip in chain.tips for each in tip.members.open}
