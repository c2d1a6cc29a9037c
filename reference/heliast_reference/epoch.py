"""An epoch proof: one proof of the delays of consecutive rounds (spec/round.md)."""

from dataclasses import dataclass

from . import batch, delays
from .encoding import Reader, uint
from .errors import Invalid, Malformed

MAGIC = b"HLEP"
LEVEL = 128
MAX_ROUNDS = 1 << 16


@dataclass(frozen=True)
class EpochProof:
    """`proof` is the encoded pi."""

    chain_id: bytes
    first: int
    count: int
    proof: bytes

    @property
    def last(self):
        return self.first + self.count - 1

    def encode(self):
        return MAGIC + b"\1" + self.chain_id + uint(self.first, 8) + uint(self.count, 4) + self.proof

    @staticmethod
    def decode(genesis, data):
        if genesis.group is None:
            raise Malformed("epoch proof where there are roots alone")
        reader = Reader(data)
        reader.expect(MAGIC, "magic")
        reader.expect(b"\1", "version")
        chain_id = reader.take(32, "chain id")
        first = reader.uint(8, "first round", 1)
        count = reader.uint(4, "count", 1, min(MAX_ROUNDS, (1 << 64) - 1 - first))
        proof = reader.take(genesis.group.length, "epoch proof")
        reader.end()
        genesis.group.decode(proof, "epoch proof")
        return EpochProof(chain_id, first, count, proof)


def prove_epoch(genesis, rounds):
    """The epoch proof of these rounds, which are consecutive (round.Verified)."""
    proof = batch.prove(*_claim(genesis, rounds), genesis.suite)
    return EpochProof(genesis.chain_id, rounds[0].round.number, len(rounds), proof)


def verify_epoch(genesis, rounds, given):
    """Returns if the delays of these rounds hold; the rest of the rounds has been checked. The squarings are verified
    by this proof, the roots of each round by the round's own proof."""
    if given.chain_id != genesis.chain_id:
        raise Invalid("epoch proof is of another chain")
    if [made.round.number for made in rounds] != list(range(given.first, given.first + given.count)):
        raise Invalid("epoch proof is of other rounds")
    batch.verify(*_claim(genesis, rounds), given.proof, genesis.suite)
    for made in rounds:
        delays.verify(genesis.delays, made.inputs, made.round.z, made.round.proof, delays.Roots)


def _claim(genesis, rounds):
    """Group, t, protocol, the one shard, and the system of the proof."""
    group = genesis.group
    protocol = batch.reductions(batch.RANDOM_EXPONENTS, LEVEL, len(rounds))
    records = batch.encode(group, ((made.x, group.decode(made.round.z[: group.length], "z")) for made in rounds))
    return group, genesis.t, protocol, [records], batch.WESOLOWSKI
