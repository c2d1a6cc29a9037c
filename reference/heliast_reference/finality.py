"""Verifies that a network agreed on a round (spec/finality.md)."""

from dataclasses import dataclass

from . import engine
from .encoding import Reader, sha256, tag, uint
from .errors import Invalid, Malformed
from .network_file import (
    MAX_VALIDATORS,
    NetworkFile,
    Validator,
    check_validators,
    engine_chain_id,
    in_order,
    set_hash,
    total_power,
)
from .validators import lists

MAGIC = b"HLFN"
SECONDS_LIMIT = 253_402_300_800


@dataclass(frozen=True)
class Vote:
    seconds: int
    nanoseconds: int
    signature: bytes

    def encode(self):
        times = uint(self.seconds, 8) + uint(self.nanoseconds, 4)
        return times + uint(len(self.signature), 2) + self.signature

    @staticmethod
    def read(reader, validator):
        seconds = reader.uint(8, "seconds", maximum=SECONDS_LIMIT - 1)
        nanoseconds = reader.uint(4, "nanoseconds", maximum=10**9 - 1)
        reader.expect(uint(validator.signature_size, 2), "signature length")
        return Vote(seconds, nanoseconds, reader.take(validator.signature_size, "signature"))


@dataclass(frozen=True)
class Record:
    """The values that the application hash binds in addition to the round."""

    opened_ms: int
    closed_ms: int
    state: bytes

    def encode(self):
        return uint(self.opened_ms, 8) + uint(self.closed_ms, 8) + self.state

    def app_hash(self, chain_id, tip):
        """`tip` is the tip after the last sealed round."""
        record = uint(tip.number - 1, 8) + tip.seed + tip.hashes[-1][1] + self.encode()
        return sha256(tag("heliast/network-app/v1"), chain_id, record)


@dataclass(frozen=True)
class Frame:
    """`validators` has pairs of a Validator and its Vote, or None."""

    chain_id: bytes
    round: int
    record: Record
    leaves: tuple
    commit_round: int
    parts: int
    parts_hash: bytes
    validators: tuple

    def encode(self):
        head = MAGIC + b"\1" + self.chain_id + uint(self.round, 8) + self.record.encode()
        leaves = b"".join(uint(len(leaf), 1) + leaf for leaf in self.leaves)
        block = uint(self.commit_round, 4) + uint(self.parts, 4) + self.parts_hash
        votes = [one.encode() + (b"\1" + vote.encode() if vote else b"\0") for one, vote in self.validators]
        return head + leaves + block + uint(len(votes), 2) + b"".join(votes)

    @property
    def height(self):
        return engine.height(self.leaves)

    @property
    def set(self):
        return tuple(one for one, _ in self.validators)

    def signed(self, vote, chain_id):
        return engine.vote(
            self.leaves, self.commit_round, self.parts, self.parts_hash, vote.seconds, vote.nanoseconds, chain_id
        )

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(MAGIC, "magic")
        reader.expect(b"\1", "version")
        chain_id = reader.take(32, "chain id")
        number = reader.uint(8, "round", 1)
        record = Record(reader.uint(8, "opening block's time"), reader.uint(8, "closing block's time"), reader.take(32, "state"))
        leaves = tuple(reader.take(reader.uint(1, "leaf length"), "leaf") for _ in range(engine.FIELDS))
        if engine.height(leaves) is None:
            raise Malformed("the header's height is none")
        commit_round = reader.uint(4, "commit round", maximum=(1 << 31) - 1)
        parts = reader.uint(4, "parts")
        parts_hash = reader.take(32, "parts' hash")
        count = reader.uint(2, "number of validators", 1, MAX_VALIDATORS)
        validators = tuple(_read_validator(reader) for _ in range(count))
        reader.end()
        frame = Frame(chain_id, number, record, leaves, commit_round, parts, parts_hash, validators)
        check_validators(frame.set)
        if in_order(frame.set) != frame.set:
            raise Malformed("validators out of order")
        return frame

    @staticmethod
    def from_engine(chain_id, tip, record, commit, validators):
        """The frame of the engine's answers to /commit and to /validators (all pages)."""
        leaves, commit_round, parts, parts_hash, votes = engine.read_commit(commit)
        listed = [Validator(*one) for page in validators for one in engine.read_validators(page)]
        pairs = tuple((one, vote and Vote(*vote)) for one, vote in zip(listed, votes))
        return Frame(chain_id, tip.number - 1, record, leaves, commit_round, parts, parts_hash, pairs)


@dataclass(frozen=True)
class Signed:
    height: int
    power: int
    total: int


@dataclass
class Verifier:
    """`trusted` is T, `height` and `round` are h and k, and `gone` has keys."""

    chain_id: bytes
    network: NetworkFile
    trusted: tuple
    height: int = 0
    round: int = 0
    gone: frozenset = frozenset()

    @staticmethod
    def of(genesis, network):
        if network.nonce != genesis.nonce:
            raise Invalid("network file does not fit the genesis")
        return Verifier(genesis.chain_id, network, network.validators)

    def verify(self, frame, tip):
        """`tip` is the tip after the frame's round, which has been verified."""
        name = engine_chain_id(self.chain_id)
        self._check_header(frame, tip, name)
        for place, (validator, vote) in enumerate(frame.validators):
            if vote and not validator.verifies(frame.signed(vote, name), vote.signature):
                raise Invalid(f"signature of validator {place}")
        signers = {validator.key for validator, vote in frame.validators if vote}
        power, total = power_of(signers, frame.set), total_power(frame.set)
        if 3 * power <= 2 * total:
            raise Invalid(f"power: {power} of {total} signed")
        listed, after, missing = self._set(frame, tip)
        later = frame.height > self.height
        if later:
            self._check_later(frame)
        else:
            self._check_past(frame, listed)
        must = self.trusted if later else less(listed, self.gone)
        trusted, trusted_total = power_of(signers, must), total_power(must)
        if 3 * trusted <= 2 * trusted_total:
            raise Invalid(f"trusted power: {trusted} of {trusted_total} signed")
        if later:
            self.height, self.round, self.gone = frame.height, frame.round, self.gone | missing
            self.trusted = less(after, self.gone)
        return Signed(frame.height, power, total)

    def _set(self, frame, tip):
        """(the list to which the frame's validators belong, N_K, G)."""
        before, after = lists(self.chain_id, self.network, tip.members.validators, frame.round)
        listed = before if set(frame.set) <= set(before) else after
        for place, one in enumerate(frame.set):
            if one not in listed:
                raise Invalid(f"validator {place} is new, or its power is")
        missing = frozenset(one.key for one in listed) - {one.key for one in frame.set}
        if listed is before and set(before) != set(after):
            following = in_order(less(after, missing))
            if frame.leaves[engine.NEXT_VALIDATORS_HASH] != engine.text(1, set_hash(following)):
                raise Invalid("leaf of the next validators")
        return listed, after, missing

    def _check_later(self, frame):
        if frame.round < self.round:
            raise Invalid(f"round {frame.round} at a later height than round {self.round}")
        for place, one in enumerate(frame.set):
            if one.key in self.gone:
                raise Invalid(f"validator {place} has lost its power")

    def _check_past(self, frame, listed):
        if frame.round > self.round:
            raise Invalid(f"round {frame.round} at an earlier height than round {self.round}")
        known = {one.key for one in listed} & {one.key for one in self.trusted}
        if not known <= {one.key for one in frame.set}:
            raise Invalid("a validator is missing that has power later")

    def _check_header(self, frame, tip, name):
        if frame.chain_id != self.chain_id:
            raise Invalid("another chain")
        if frame.round != tip.number - 1:
            raise Invalid(f"another round: {frame.round}")
        expected = {
            engine.CHAIN_ID: name.encode(),
            engine.APP_HASH: frame.record.app_hash(self.chain_id, tip),
            engine.VALIDATORS_HASH: set_hash(frame.set),
        }
        for field, value in expected.items():
            if frame.leaves[field] != engine.text(1, value):
                raise Invalid(f"leaf {field} of the header")


def power_of(keys, validators):
    return sum(one.power for one in validators if one.key in keys)


def less(validators, gone):
    return tuple(one for one in validators if one.key not in gone)


def is_meant(data):
    return data.startswith(MAGIC)


def _read_validator(reader):
    validator = Validator.read(reader)
    has_vote = reader.uint(1, "vote", maximum=1)
    return validator, Vote.read(reader, validator) if has_vote else None
