"""The chains of vectors/validators.json, whose validators change (spec/validators.md), and frames about their rounds. The
engine signed none of these: the keys of all validators are here."""

from dataclasses import dataclass, replace
from functools import cache

from heliast_reference import ecvrf, ed25519_signature, engine
from heliast_reference.finality import Frame, Record, Vote
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.members import Stake, Validators
from heliast_reference.network_file import ED25519, ML_DSA_65, NetworkFile, Validator, engine_chain_id, in_order, set_hash
from heliast_reference.round import make_round
from heliast_reference.tip import Tip
from heliast_reference.validators import Entry, lists
from heliast_reference.wesolowski import Suite

from .chains import Chain, owners, participants
from .common import rsa, stream
from .finality_chain import ed25519_network
from .members_story import say_with
from .ml_dsa_signing import SigningKey

SCHEME = ecvrf.TAI
LEAD, LIFE = 2, 4


@dataclass(frozen=True)
class Key:
    """A validator's, with its name in the story."""

    name: str
    key_type: int
    public: bytes
    sign: object

    def entry(self, genesis, power, proof=True):
        unproved = Entry(self.key_type, self.public, power)
        return replace(unproved, proof=self.sign(unproved.proof_input(genesis.chain_id))) if proof and power else unproved


@cache
def ed25519_key(name):
    seed = stream(f"validators, ed25519 {name}", 32)
    return Key(name, ED25519, ed25519_signature.public_key(seed), lambda message: ed25519_signature.sign(seed, message))


@cache
def ml_dsa_key(name):
    made = SigningKey(stream(f"validators, ml-dsa-65 {name}", 32))
    return Key(name, ML_DSA_65, made.public_key, made.sign)


@dataclass(frozen=True)
class Network:
    """`keys` makes a validator's by its name."""

    name: str
    file: NetworkFile
    chain: Chain
    keys: object

    @property
    def chain_id(self):
        return self.chain.genesis.chain_id

    def tip(self, number):
        """The tip after round `number`."""
        return self.chain.tips[number]

    def lists(self, number):
        """N_(number - 1) and N_number."""
        return lists(self.chain_id, self.file, self.tip(number).members.validators, number)

    def frame(self, number, gone="", *, powers=None, following=None, late=False, signers=None, height=None, **fields):
        """A frame of a round. Names: those of validators in `gone` have lost their power; `signers` alone have signed.
        `powers` and `following` are others than the rules say, by name, and `late` is of a block two later."""
        before, after = (self._less(listed, gone) for listed in self.lists(number))
        present = self._named(powers) if powers else after if late else before
        following = self._named(following) if following else after
        opened = self.chain.rounds[number - 1].round.time_ms + 90
        record = Record(opened, opened + 500, stream(f"{self.name} state {number} {late}", 32))
        leaves = list(ed25519_network().frame(1).leaves)
        leaves[engine.CHAIN_ID] = engine.text(1, engine_chain_id(self.chain_id).encode())
        leaves[engine.HEIGHT] = engine.number(1, height or 10 * number + 2 * late)
        leaves[engine.VALIDATORS_HASH] = engine.text(1, set_hash(in_order(present)))
        leaves[engine.NEXT_VALIDATORS_HASH] = engine.text(1, set_hash(in_order(following)))
        leaves[engine.APP_HASH] = engine.text(1, record.app_hash(self.chain_id, self.tip(number)))
        frame = Frame(self.chain_id, number, record, tuple(leaves), 0, 1, stream("parts", 32), ())
        return replace(self._signed(replace(frame, **fields), present, signers), **fields)

    def _signed(self, frame, validators, signers):
        pairs, names = [], {self.keys(name).public: name for name in NAMES}
        for place, one in enumerate(in_order(validators)):
            name = names[one.key]
            vote = Vote(1_800_000_000 + place, place, b"") if signers is None or name in signers else None
            if vote:
                message = frame.signed(vote, engine_chain_id(self.chain_id))
                vote = replace(vote, signature=self.keys(name).sign(message))
            pairs.append((one, vote))
        return replace(frame, validators=tuple(pairs))

    def _less(self, listed, gone):
        keys = {self.keys(name).public for name in gone}
        return tuple(one for one in listed if one.key not in keys)

    def _named(self, powers):
        return tuple(Validator(self.keys(n).key_type, self.keys(n).public, power) for n, power in powers.items())


NAMES = "abcdefghijklmnopqrst"


def story_network(label, keys, powers, stakes, story, rounds):
    """`story` maps a round to what participants say in it, as functions of (genesis, ids of proposals by round and
    proposer)."""
    validators = tuple(Validator(keys(name).key_type, keys(name).public, power) for name, power in powers.items())
    file = NetworkFile(1, 0, validators, stream(f"{label} salt", 32))
    secrets = tuple(stream(f"{label} participant {i}", 32) for i in range(len(stakes)))
    genesis = Genesis(
        scheme=SCHEME,
        suite=Suite(SIEVED_FULL, 256),
        t=32,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=LEAD,
        expected=(2,),
        modulus=rsa("RSA-1024"),
        participants=participants(SCHEME, secrets, stakes),
        nonce=file.nonce,
        life=LIFE,
        most=len(stakes),
        validators_change=True,
    )
    tips, made, ids = [Tip.first(genesis)], [], {}
    for number in range(1, rounds + 1):
        tip = tips[-1]
        said = [(who, what(genesis) if callable(what) else what) for who, what in story.get(number, ())]
        announced = [say_with(genesis, secrets, tip, ids, who, what) for who, what in said]
        made.append(make_round(genesis, owners(secrets), tip, genesis.time_ms + number * genesis.period_ms, announced))
        tips.append(tip.after(made[-1]))
        ids.update({(each.made, each.proposer): each.id for each in tips[-1].members.open})
    return Network(f"{label}, network", file, Chain(label, genesis, owners(secrets), tuple(made), tuple(tips)), keys)


def change(keys, **powers):
    """A proposal of powers by name; joining validators prove their keys, and those of `PRESENT` do not."""
    return lambda genesis: Validators(tuple(keys(name).entry(genesis, power) for name, power in powers.items()))


def unproved(keys, **powers):
    return lambda genesis: Validators(tuple(keys(name).entry(genesis, power, proof=False) for name, power in powers.items()))


def exactly(*entries):
    return Validators(entries)


def ed(**powers):
    return change(ed25519_key, **powers)


def ed_unproved(**powers):
    return unproved(ed25519_key, **powers)


def with_proof_of(name, other):
    """The proof is by another key."""
    return lambda genesis: Validators((replace(ed25519_key(name).entry(genesis, 10), proof=ed25519_key(other).entry(genesis, 10).proof),))


SMALL_ORDER = Entry(ED25519, (1).to_bytes(32, "big"), 5, bytes(64))
QUANTUM = Entry(ML_DSA_65, stream("a key of ML-DSA-65", 1952), 5, stream("a proof of ML-DSA-65", 3309))
STAKES = (8, 2, 1)

# (participant, what): a change, or the round and the proposer of the proposal that is approved. Participant 0 alone has more
# than 2/3 of the stake up to round 9, and participants 0 and 1 together have it from round 10 on.
STORY = {
    1: [(0, ed(e=10))],
    2: [(0, ed(d=0, f=10))],  # replaced
    3: [(0, ed_unproved(a=15))],
    4: [(0, ed(c=0))],
    5: [(0, ed(c=10))],  # no effect: it has left
    6: [(0, ed(g=16))],  # no effect: more than a third
    7: [(0, with_proof_of("g", "h"))],  # no effect
    8: [(0, Stake(1, 8)), (1, ed(h=5)), (2, ed(h=6))],
    9: [(0, (8, 1))],  # adopted; what participant 2 has proposed is closed
    10: [(0, ed(b=0)), (1, ed(i=10))],
    11: [(0, (10, 1)), (1, (10, 0))],  # both adopted, and b leaves as i joins
    12: [(0, ed(e=0, f=0)), (1, ed(j=10))],
    13: [(0, (12, 1)), (1, (12, 0))],  # the first has no effect: more than a third
    14: [(0, exactly(QUANTUM)), (1, ed(k=0))],
    15: [(0, (14, 1)), (1, (14, 0))],  # no effect: another type, no such validator
    16: [(0, ed_unproved(a=15)), (1, ed_unproved(m=3))],
    17: [(0, (16, 1)), (1, (16, 0))],  # no effect: its power, no proof
    18: [(0, exactly(SMALL_ORDER)), (1, ed_unproved(a=(1 << 53) - 1))],
    19: [(0, (18, 1)), (1, (18, 0))],  # no effect: a key of small order, the total
    20: [(0, ed(n=10, j=0, h=0)), (1, lambda genesis: exactly(*(ed25519_key(x).entry(genesis, 0) for x in "aefi")))],
    21: [(0, (20, 1)), (1, (20, 0))],  # the second has no effect: nobody but n would be left
}
ROUNDS = 22


@cache
def ed25519_story():
    return story_network("validators, ed25519", ed25519_key, dict.fromkeys("abcd", 10), STAKES, STORY, ROUNDS)


@cache
def ml_dsa_story():
    story = {1: [(0, change(ml_dsa_key, d=3, a=9))], 2: [(0, change(ml_dsa_key, b=0))]}
    return story_network("validators, ml-dsa-65", ml_dsa_key, {"a": 10, "b": 3, "c": 10}, (1,), story, 3)
