"""A bundle: a genesis and any range of its rounds in one file (spec/round.md)."""

from dataclasses import dataclass, field

from . import epoch
from .encoding import Reader, uint
from .errors import Invalid, Malformed, Refused
from .genesis import Genesis
from .round import verify_round


@dataclass(frozen=True)
class Bundle:
    """`epoch_proofs` maps the number of a round to the epoch proof's bytes before it, which may be anything."""

    chain_id: bytes
    genesis: bytes
    first: int
    seed: bytes
    rounds: tuple
    epoch_proofs: dict = field(default_factory=dict)

    def encode(self):
        version = b"\2" if self.epoch_proofs else b"\1"
        head = b"HLBN" + version + self.chain_id + uint(len(self.genesis), 4) + self.genesis
        frames = []
        for number, data in enumerate(self.rounds, self.first):
            frames += [self.epoch_proofs[number]] if number in self.epoch_proofs else []
            frames.append(data)
        body = b"".join(uint(len(data), 4) + data for data in frames)
        return head + uint(self.first, 8) + uint(len(self.rounds), 8) + self.seed + body

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLBN", "magic")
        version = reader.uint(1, "version", 1, 2)
        chain_id = reader.take(32, "chain id")
        genesis = reader.take(reader.uint(4, "genesis length"), "genesis")
        first = reader.uint(8, "from", 1)
        count = reader.uint(8, "count", 1, (1 << 64) - 1 - first)
        seed = reader.take(32, "Q_from")
        rounds, epoch_proofs = [], {}
        for number in range(first, first + count):
            frame = _frame(reader, number)
            if version == 2 and frame.startswith(epoch.MAGIC):
                epoch_proofs[number] = frame
                frame = _frame(reader, number)
            rounds.append(frame)
        reader.end()
        return Bundle(chain_id, genesis, first, seed, tuple(rounds), epoch_proofs)

    def verify(self):
        """Yields the Verified rounds, in order; raises at the first that fails. Epoch proofs make no round invalid."""
        genesis = Genesis.decode(self.genesis)
        if self.chain_id != genesis.chain_id:
            raise Invalid("chain id does not fit the genesis")
        if self.first == 1 and self.seed != genesis.first_seed:
            raise Invalid("Q_1 does not fit the genesis")
        seed, time_ms = self.seed, None
        for number, data in enumerate(self.rounds, self.first):
            if len(self.epoch_proofs.get(number, b"")) > genesis.max_round_size:
                raise Malformed("epoch proof is longer than any round", number)
            verified = verify_round(genesis, number, time_ms, seed, data)
            seed, time_ms = verified.beacon, verified.round.time_ms
            yield verified

    def check_epochs(self, rounds):
        """Yields (number of the round after it, EpochProof, None) or (number, None, why it is refused) for each epoch proof.

        `rounds` are all that `verify` yielded.
        """
        genesis = Genesis.decode(self.genesis)
        for number, data in self.epoch_proofs.items():
            try:
                given = epoch.EpochProof.decode(genesis, data)
                place = number - self.first
                epoch.verify_epoch(genesis, rounds[place : place + given.count], given)
            except Refused as error:
                yield number, None, error
            else:
                yield number, given, None


def _frame(reader, number):
    size = reader.uint(4, f"length of round {number}")
    return reader.take(size, f"round {number}")
