"""A bundle: a genesis and any range of its rounds in one file (spec/round.md)."""

from dataclasses import dataclass, field, replace
from itertools import groupby

from . import epoch, finality
from .announcement import Announcement
from .encoding import Reader, uint
from .errors import Invalid, Malformed, Refused
from .genesis import Genesis
from .network_file import MAGIC as NETWORK_MAGIC
from .network_file import NetworkFile
from .round import ascending, claim, verify_round
from .tip import Tip

MAX_HISTORY = 1 << 20
MAX_PARTICIPANTS = 1 << 16
MAX_FRAMES = 8
MAX_FRAME_SIZE = 2 << 20


@dataclass(frozen=True)
class Bundle:
    """`history` has (round, Announcement without proof) of the rounds before. `epoch_proofs` maps the number of a round
    to the bytes of the epoch proof before it, which may be arbitrary. `frames` maps it to the other frames before it,
    which only version 4 has."""

    chain_id: bytes
    genesis: bytes
    first: int
    seed: bytes
    rounds: tuple
    history: tuple = ()
    epoch_proofs: dict = field(default_factory=dict)
    frames: dict = field(default_factory=dict)
    version: int = 3

    def encode(self):
        version = 4 if self.frames else self.version
        head = b"HLBN" + uint(version, 1) + self.chain_id + uint(len(self.genesis), 4) + self.genesis
        history = b"".join(uint(number, 8) + made.statement() for number, made in self.history)
        frames = []
        for number, data in enumerate(self.rounds, self.first):
            frames += self.frames.get(number, ())
            frames += [self.epoch_proofs[number]] if number in self.epoch_proofs else []
            frames.append(data)
        body = uint(len(self.history), 4) + history + b"".join(uint(len(data), 4) + data for data in frames)
        return head + uint(self.first, 8) + uint(len(self.rounds), 8) + self.seed + body

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLBN", "magic")
        version = reader.uint(1, "version")
        if version not in (3, 4):
            raise Malformed("wrong version")
        chain_id = reader.take(32, "chain id")
        genesis = reader.take(reader.uint(4, "genesis length"), "genesis")
        first = reader.uint(8, "from", 1)
        count = reader.uint(8, "count", 1, (1 << 64) - 1 - first)
        seed = reader.take(32, "Q_from")
        history = _read_history(reader, first)
        rounds, epoch_proofs, frames = [], {}, {}
        for number in range(first, first + count):
            frame = _frame(reader, number)
            while version == 4 and len(frames.get(number, ())) < MAX_FRAMES and frame[:4] not in (b"HLRD", epoch.MAGIC):
                frames[number] = frames.get(number, ()) + (frame,)
                frame = _frame(reader, number)
            _check_frames(frames.get(number, ()), number == first)
            if frame.startswith(epoch.MAGIC):
                epoch_proofs[number] = frame
                frame = _frame(reader, number)
            rounds.append(frame)
        reader.end()
        return Bundle(chain_id, genesis, first, seed, tuple(rounds), history, epoch_proofs, frames, version)

    def verify(self, each=map):
        """Yields the Verified rounds, in order; raises at the first that fails. Epoch proofs make no round invalid.

        `each` is `map`, or calls the function elsewhere and at once for several rounds: the state against which a round
        is checked follows from the bytes of the rounds before, if these are true.
        """
        genesis = Genesis.decode(self.genesis)
        if self.chain_id != genesis.chain_id:
            raise Invalid("chain id does not fit the genesis")
        if self.first == 1 and self.seed != genesis.first_seed:
            raise Invalid("Q_1 does not fit the genesis")
        verified = iter(each(verify_claim, self._claims(genesis, self._tip(genesis))))
        for number in range(self.first, self.first + len(self.rounds)):
            longest = max(genesis.max_round_size, MAX_FRAME_SIZE if self.version == 4 else 0)
            for frame in (self.epoch_proofs.get(number, b""), *self.frames.get(number, ())):
                if len(frame) > longest:
                    kind = "epoch proof" if frame.startswith(epoch.MAGIC) else "frame"
                    raise Malformed(f"{kind} is longer than any round", number)
            yield next(verified)

    def _claims(self, genesis, tip):
        """The arguments of verify_claim for each round, up to the first round that claims nothing."""
        for data in self.rounds:
            yield genesis, tip, data
            try:
                tip = tip.after(claim(genesis, data))
            except Refused:
                return

    def _tip(self, genesis):
        """The tip before the first round, as the bundle states it. Only the tickets to come prove it."""
        if self.history and not genesis.lead:
            raise Malformed("announcements where there are none")
        for _, given in self.history:
            given.check(genesis)
        tip = Tip.first(genesis)
        try:
            for number, made in groupby(self.history, key=lambda entry: entry[0]):
                tip = tip.announce(number, tuple(given for _, given in made))
        except Invalid as error:
            raise Malformed(f"announcements before: {error.reason}")
        return replace(tip, number=self.first, seed=self.seed)

    def check_finality(self, rounds):
        """Yields (number, Signed) for each frame of finality before a round, in order, by the bundle's own network file;
        raises at the first that does not hold. `rounds` are all that `verify` yielded."""
        genesis = Genesis.decode(self.genesis)
        tip, verifier = self._tip(genesis), None
        for verified in rounds:
            number = verified.round.number
            tip = tip.after(verified)
            for frame in self.frames.get(number, ()):
                if frame.startswith(NETWORK_MAGIC):
                    verifier = finality.Verifier.of(genesis, NetworkFile.decode(frame))
                elif finality.is_meant(frame) and verifier is not None:
                    try:
                        yield number, verifier.verify(finality.Frame.decode(frame), tip)
                    except Refused as error:
                        raise error.in_round(number)

    def check_epochs(self, rounds):
        """Yields (number of the round after it, EpochProof, None) or (number, None, why it is refused) for each epoch proof.
        In a chain of roots alone all of them are skipped.

        `rounds` are all that `verify` yielded.
        """
        genesis = Genesis.decode(self.genesis)
        if genesis.group is None:
            return
        for number, data in self.epoch_proofs.items():
            try:
                given = epoch.EpochProof.decode(genesis, data)
                place = number - self.first
                epoch.verify_epoch(genesis, rounds[place : place + given.count], given)
            except Refused as error:
                yield number, None, error
            else:
                yield number, given, None


def verify_claim(parts):
    return verify_round(*parts)


def _check_frames(frames, is_first):
    """Checks which frames stand before a round, and their order, by their first four bytes."""
    kinds = [frame[:4] for frame in frames if frame[:4] in (finality.MAGIC, NETWORK_MAGIC)]
    if kinds.count(finality.MAGIC) > 1:
        raise Malformed("two frames of finality before a round")
    if NETWORK_MAGIC in kinds[1 if is_first else 0 :]:
        raise Malformed("a network file out of place")


def _frame(reader, number):
    size = reader.uint(4, f"length of round {number}")
    return reader.take(size, f"round {number}")


def _read_history(reader, first):
    """(round, announcement) of rounds before `first`, in order of rounds and participants."""
    count = reader.uint(4, "number of announcements before", maximum=MAX_HISTORY)
    history = []
    for _ in range(count):
        number = reader.uint(8, "announcement's round", 1, first - 1)
        history.append((number, Announcement.read_statement(reader, MAX_PARTICIPANTS)))
    if not ascending([(number, given.participant) for number, given in history]):
        raise Malformed("announcements before: out of order")
    return tuple(history)
