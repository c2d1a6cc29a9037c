"""A bundle: a genesis and any range of its rounds in one file (spec/round.md)."""

from dataclasses import dataclass

from .encoding import Reader, uint
from .errors import Invalid
from .genesis import Genesis
from .round import verify_round


@dataclass(frozen=True)
class Bundle:
    chain_id: bytes
    genesis: bytes
    first: int
    seed: bytes
    rounds: tuple

    def encode(self):
        head = b"HLBN\1" + self.chain_id + uint(len(self.genesis), 4) + self.genesis
        rounds = [uint(len(data), 4) + data for data in self.rounds]
        return head + uint(self.first, 8) + uint(len(rounds), 8) + self.seed + b"".join(rounds)

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLBN", "magic")
        reader.expect(b"\1", "version")
        chain_id = reader.take(32, "chain id")
        genesis = reader.take(reader.uint(4, "genesis length"), "genesis")
        first = reader.uint(8, "from", 1)
        count = reader.uint(8, "count", 1)
        seed = reader.take(32, "Q_from")
        rounds = []
        for number in range(first, first + count):
            size = reader.uint(4, f"length of round {number}")
            rounds.append(reader.take(size, f"round {number}"))
        reader.end()
        return Bundle(chain_id, genesis, first, seed, tuple(rounds))

    def verify(self):
        """Yields the Verified rounds, in order; raises at the first that fails."""
        genesis = Genesis.decode(self.genesis)
        if self.chain_id != genesis.chain_id:
            raise Invalid("chain id does not fit the genesis")
        if self.first == 1 and self.seed != genesis.first_seed:
            raise Invalid("Q_1 does not fit the genesis")
        seed, time_ms = self.seed, None
        for number, data in enumerate(self.rounds, self.first):
            verified = verify_round(genesis, number, time_ms, seed, data)
            seed, time_ms = verified.beacon, verified.round.time_ms
            yield verified
