"""What the extension module has. Use it as :mod:`heliast`, :mod:`heliast.vdf`, :mod:`heliast.vrf` and so on."""

import os
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import ClassVar, Literal, SupportsIndex, final

from heliast._types import Bytes, Counted, Family, Form, Mode, Path, Progress, Readable, System
from heliast.errors import HeliastError

__version__: str

@final
class Group:
    """A group of unknown order in which delays are computed: (Z/N)*/{+-1} for a modulus N, or a class group."""

    def __new__(cls, modulus: int | Bytes, minimum_bits: SupportsIndex = 2048) -> Group:
        """The group of a modulus (bytes: big-endian), checked for the cheap signs of a known order.

        Whether nobody knows its factors cannot be checked: that is why its origin matters.

        :raises Malformed: if it has fewer than ``minimum_bits`` bits, more than 8192, or does not serve.
        """

    @staticmethod
    def rsa_2048() -> Group:
        """The group of RSA-2048 of the RSA Factoring Challenge."""

    @staticmethod
    def class_group(seed: Bytes, bits: SupportsIndex = 2048) -> Group:
        """The class group whose discriminant comes from a seed, so that nobody has to be believed.

        :param seed: at least 32 bytes, which nobody could choose.
        :param bits: of the discriminant, a multiple of 32 from 256 to 4096. It is looked for anew each time: some milliseconds at 1024
            bits, some seconds at 4096.
        :raises Misuse: if seed or bits are out of their range.
        """

    @staticmethod
    def of_discriminant(discriminant: int | Bytes, minimum_bits: SupportsIndex = 1024) -> Group:
        """The class group of a discriminant, the negative of a prime that is 7 modulo 8 (bytes: of the prime, big-endian).

        :raises Malformed: if it has fewer than ``minimum_bits`` bits, more than 4096, or does not serve.
        """

    @property
    def kind(self) -> Literal["rsa", "class"]:
        """Which group it is."""

    @property
    def modulus(self) -> int:
        """N.

        :raises Misuse: of a class group, which has none.
        """

    @property
    def discriminant(self) -> int:
        """The discriminant of a class group: negative.

        :raises Misuse: of a group modulo N, which has none.
        """

    @property
    def bits(self) -> int:
        """Bits of N, or of the discriminant."""

    @property
    def id(self) -> bytes:
        """The name of the group in files and transcripts: 32 bytes."""

    @property
    def element_size(self) -> int:
        """Bytes of an element. Modulo N: big-endian, the smaller one of x and N - x; a form as ``spec/class-group.md`` says."""

    @property
    def record_size(self) -> int:
        """Bytes of a statement x || y."""

    def __hash__(self) -> int: ...

def group_of(kind: str, magnitude: Bytes) -> Group:
    """The group of a pickle."""

@final
class Evaluation:
    """A delay under way: x^(2^t), with the checkpoints that make its proof cheap and let it be resumed.

    It keeps at most 65,536 elements. Several threads may ask it; squarings are one after another.
    """

    def __new__(cls, group: Group, x: Bytes, t: SupportsIndex) -> Evaluation:
        """Begins x^(2^t). Nothing is squared yet.

        :param x: an element: ``group.element_size`` bytes.
        :param t: squarings, from 1 to 2^48 - 1.
        :raises Malformed: if x is not an element.
        :raises Misuse: if t is out of its range, or x the identity.
        """

    @staticmethod
    def resume(group: Group, checkpoint: Bytes) -> Evaluation:
        """Goes on where :meth:`checkpoint` was called.

        Damage is found; forgery is not, and only makes proofs that do not hold.

        :raises Malformed: if the bytes are not a checkpoint of this group, or are damaged.
        """

    def advance(self, squarings: SupportsIndex) -> bool:
        """Squares at most so many times more; true when t is reached. Ctrl-C leaves it where it stands."""

    def run(self, progress: Counted | None = None) -> bytes:
        """Squares to the end and returns y, encoded.

        :param progress: is told the squarings, done and in all, some twenty times a second. It may call :meth:`checkpoint`.
        """

    def checkpoint(self) -> bytes:
        """The file from which it can be resumed (``spec/wesolowski.md``)."""

    @property
    def x(self) -> bytes:
        """The input: ``element_size`` bytes."""

    @property
    def t(self) -> int:
        """Squarings in all."""

    @property
    def done(self) -> int:
        """Squarings done."""

    @property
    def output(self) -> bytes | None:
        """y once it is reached: ``element_size`` bytes."""

    @property
    def group_id(self) -> bytes:
        """The name of the group: 32 bytes."""

@final
class SegmentedEvaluation:
    """A delay under way whose segments are proved while later ones are squared (``spec/segments.md``)."""

    def __new__(
        cls,
        group: Group,
        x: Bytes,
        t: SupportsIndex,
        *,
        level: SupportsIndex = 128,
        mode: Mode = "sieved-full",
        threads: SupportsIndex = 2,
        cut: tuple[SupportsIndex, SupportsIndex] | None = None,
    ) -> SegmentedEvaluation:
        """Begins x^(2^t). Nothing is squared yet.

        :param threads: on how many it will run, by which it is cut.
        :param cut: segments, from 1 to 16, and the b of the factor 2^b by which each is shorter than the one before, from 1 to 16.
        :raises Malformed: if x is not an element.
        :raises Misuse: if a number is out of its range, or t too short for the cut.
        """

    @staticmethod
    def resume(group: Group, checkpoint: Bytes) -> SegmentedEvaluation:
        """Goes on where :meth:`checkpoint` was called.

        Damage is found; forgery is not, and only makes proofs that do not hold.

        :raises Malformed: if the bytes are not such a checkpoint of this group, or are damaged.
        """

    def run(
        self,
        *,
        threads: SupportsIndex = 2,
        progress: Counted | None = None,
        save: Callable[[bytes], object] | None = None,
        every: float | SupportsIndex = 60.0,
    ) -> ProofFile:
        """Squares to the end and proves. The proof does not depend on the number of threads. Ctrl-C leaves it where it stands.

        :param progress: is told the squarings, done and in all.
        :param save: is given a checkpoint every so often.
        :param every: seconds between two checkpoints.
        """

    def checkpoint(self) -> bytes:
        """The file from which it can be resumed (``spec/segments.md``).

        :raises Misuse: while it runs.
        """

    @property
    def x(self) -> bytes:
        """The input: ``element_size`` bytes."""

    @property
    def t(self) -> int:
        """Squarings in all."""

    @property
    def done(self) -> int:
        """Squarings done."""

    @property
    def level(self) -> int:
        """-log2 of the error of its challenges."""

    @property
    def mode(self) -> Mode:
        """How its challenges are drawn."""

    @property
    def cut(self) -> tuple[int, int]:
        """The number of segments, and the b of the factor 2^b by which each is shorter than the one before."""

@final
class ProofFile:
    """A delay proof file. What it says of itself is its prover's word, until :func:`heliast.vdf.verify` has looked."""

    def __new__(cls, data: Bytes) -> ProofFile:
        """The proof of some bytes, which must be exactly one.

        :raises Malformed: if they are not a proof file.
        """

    @property
    def group_id(self) -> bytes:
        """The name of the group: 32 bytes."""

    @property
    def x(self) -> bytes:
        """The input."""

    @property
    def y(self) -> bytes | None:
        """The output that is claimed; a compact proof has none, and the verifier finds it."""

    @property
    def t(self) -> int:
        """Squarings."""

    @property
    def level(self) -> int:
        """-log2 of the error that its challenge allows."""

    @property
    def form(self) -> Literal["output", "compact", "pietrzak", "segmented"]:
        """What it carries."""

    def __bytes__(self) -> bytes: ...

@final
class Trapdoor:
    """The factors of a modulus, with which every delay modulo it takes microseconds. Overwritten when it is collected.

    Its arithmetic takes a time that depends on the factors: run it where nobody else can measure it.
    """

    def __new__(cls, p: Bytes, q: Bytes, minimum_bits: SupportsIndex = 2048) -> Trapdoor:
        """The trapdoor of two primes, big-endian.

        :raises Malformed: if they are not two different primes, or their product is not a modulus of so many bits.
        """

    @staticmethod
    def generate(bits: SupportsIndex = 2048) -> Trapdoor:
        """Two fresh primes whose product has so many bits (even, 256 to 8192). Takes seconds at 2048."""

    @property
    def group(self) -> Group:
        """The group of the modulus."""

    def factors(self) -> tuple[bytes, bytes]:
        """p and q, big-endian: secrets, to be stored as such."""

    def evaluate(self, x: Bytes, t: SupportsIndex) -> bytes:
        """y = x^(2^t) at once: ``element_size`` bytes."""

    def prove(
        self, x: Bytes, t: SupportsIndex, *, compact: bool = False, level: SupportsIndex = 128, mode: Mode = "sieved-full"
    ) -> ProofFile:
        """The proof of t squarings, at once."""

def delay_input(group: Group, message: Bytes) -> bytes:
    """The input of a delay over a message, which nobody has precomputed anything for: ``element_size`` bytes."""

def vdf_prove(
    evaluation: Evaluation,
    *,
    form: Form = "output",
    level: SupportsIndex = 128,
    mode: Mode = "sieved-full",
    threads: SupportsIndex = 1,
    progress: Progress | None = None,
) -> ProofFile:
    """The proof of a finished evaluation, from its checkpoints.

    :param form: ``output`` carries y and pi; ``compact`` is shorter, and the verifier finds y; ``pietrzak`` is longer and rests on less.
    :param level: -log2 of the error, a multiple of 8 from 64 to 256. Pietrzak's proofs have 128.
    :param mode: ``hinted`` spares the verifier the search for the challenge.
    :param progress: is told the done part.
    :raises Misuse: if the evaluation is not finished, or there is no such proof.
    """

def vdf_verify(
    group: Group, x: Bytes, t: SupportsIndex, proof: ProofFile | Bytes, *, minimum_level: SupportsIndex = 128
) -> bytes:
    """y = x^(2^t), if the proof shows it: ``element_size`` bytes.

    :param x: the input that *you* asked for; the proof's own is its prover's choice.
    :param t: the squarings that you asked for.
    :param minimum_level: what the proof, whose prover chose its level, must have at least.
    :raises Malformed: if the bytes are not a proof, or have something that is not an element in the place of one.
    :raises Invalid: if the proof does not hold, is too weak, or of another statement or group.
    """

def vdf_verify_many(
    group: Group,
    claims: Sequence[tuple[Bytes, SupportsIndex, ProofFile | Bytes]],
    *,
    threads: SupportsIndex = 1,
    minimum_level: SupportsIndex = 128,
) -> list[bytes]:
    """The outputs of many delays (x, t, proof), in their order, if all hold; several proofs are checked at a time.

    :raises Malformed: if bytes are not a proof file.
    :raises Invalid: if some do not hold; ``statements`` has their places.
    """

@final
class Terms:
    """What a batch is about, apart from its statements. The protocol's parameters follow from these."""

    def __new__(
        cls, t: SupportsIndex, family: Family = "random-exponents", level: SupportsIndex = 128, *, count: SupportsIndex
    ) -> Terms:
        """
        :param t: squarings of every statement, from 1 to 2^48 - 1.
        :param family: how the statements are combined; ``plan`` says what each costs.
        :param level: -log2 of the error that is allowed, a multiple of 8 from 64 to 256.
        :param count: statements of the whole list, at least 1.
        :raises Misuse: if a number is out of its range.
        """

    @property
    def t(self) -> int:
        """Squarings of every statement."""

    @property
    def family(self) -> Family:
        """How the statements are combined."""

    @property
    def level(self) -> int:
        """-log2 of the error that is allowed."""

    @property
    def count(self) -> int:
        """Statements of the whole list."""

    @property
    def proofs(self) -> int:
        """How many statements are left to be proved."""

@final
class Digest:
    """What the seed takes from a shard."""

    def __new__(cls, count: SupportsIndex, root: Bytes) -> Digest: ...
    @property
    def count(self) -> int:
        """Statements of the shard."""

    @property
    def root(self) -> bytes:
        """The hash of the shard: 32 bytes."""

    def __hash__(self) -> int: ...

@final
class Header:
    """The header of a statements file."""

    SIZE: ClassVar[int]
    """Bytes of a header."""

    def __new__(cls, group: Group, t: SupportsIndex, count: SupportsIndex) -> Header:
        """
        :raises Misuse: if a number is out of its range.
        """

    @staticmethod
    def decode(data: Bytes) -> Header:
        """The header at the start of a statements file, of which at least ``SIZE`` bytes are given.

        :raises Malformed: if the bytes do not begin with a header.
        """

    def check(self, group: Group, size: SupportsIndex) -> None:
        """That a file of ``size`` bytes has what the header says, in this group.

        :raises Malformed: if it is cut or extended.
        :raises Invalid: if it is of another group.
        """

    @property
    def group_id(self) -> bytes:
        """The name of the group: 32 bytes."""

    @property
    def t(self) -> int:
        """Squarings of every statement."""

    @property
    def count(self) -> int:
        """Statements of the file."""

    def __bytes__(self) -> bytes: ...

@final
class Proof:
    """A batch proof file. What it says about itself is its prover's word: compare it with what you need."""

    def __new__(cls, data: Bytes) -> Proof:
        """The proof of some bytes, which must be exactly one.

        :raises Malformed: if they are not a proof.
        """

    @property
    def group_id(self) -> bytes:
        """The name of the group: 32 bytes."""

    @property
    def terms(self) -> Terms:
        """What it claims to be about."""

    @property
    def shards(self) -> tuple[int, ...]:
        """How many statements each shard of the list has."""

    @property
    def strength(self) -> int:
        """The lower one of the protocol's level and that of the proofs in it."""

    @property
    def system(self) -> System:
        """Whose proofs are in it."""

    def __bytes__(self) -> bytes: ...

def prove(
    group: Group,
    terms: Terms,
    records: Bytes,
    threads: SupportsIndex = 1,
    system: System = "wesolowski",
    progress: Progress | None = None,
) -> Proof:
    """Proves a list in memory: t squarings for every statement that is left, and their proofs.

    :raises Invalid: if statements are false; ``statements`` says which.
    :raises Malformed: if the records are not statements of this group.
    """

def verify(
    group: Group,
    terms: Terms,
    records: Bytes,
    proof: Proof,
    threads: SupportsIndex = 1,
    minimum_level: SupportsIndex = 128,
) -> None:
    """Checks the proof of a list in memory, which may have been proved in shards.

    :raises Invalid: if the proof is not one of this list under these terms, or weaker than ``minimum_level``.
    :raises Malformed: if the records are not statements of this group, or the proof has something that is not an element.
    """

def find_false(group: Group, t: SupportsIndex, records: Bytes, progress: Progress | None = None) -> list[int]:
    """The false statements of a list by their places, up to sixteen: by halving, t squarings for every list looked at."""

def plan(
    m: SupportsIndex, level: SupportsIndex = 128, *, group: Group | None = None, system: System = "wesolowski"
) -> list[tuple[Family, float]]:
    """All protocols for m statements with about their mean numbers of multiplications, the cheapest first.

    :param group: where the statements are; RSA-2048 if it is left out.
    :param system: the proofs of what is left. What they rest on, the protocol may rest on, too.
    :raises Misuse: if there is no such level or system.
    :raises Invalid: if elements of low order are known in the group, so that no proof shows anything.
    """

def digest(group: Group, records: Bytes, threads: SupportsIndex = 1) -> Digest:
    """The hash of a shard.

    :raises Malformed: if the records are not statements of this group.
    """

def seed(group: Group, terms: Terms, digests: Sequence[Digest]) -> bytes:
    """What every challenge is drawn from: 32 bytes, from all shards in their order.

    :raises Misuse: if the shards do not have ``terms.count`` statements together.
    """

def partial(group: Group, terms: Terms, seed: Bytes, start: SupportsIndex, records: Bytes, threads: SupportsIndex = 1) -> bytes:
    """The products of the statements that stand at ``start`` and after in the list: two elements for each row of the protocol.

    :raises Malformed: if the records are not statements of this group.
    :raises Misuse: if the list is not so long.
    """

def merge(group: Group, terms: Terms, a: Bytes, b: Bytes) -> bytes:
    """The products of two shards, or of what was merged.

    :raises Malformed: if one of them is not a product of this protocol.
    """

def finish_and_check(
    group: Group,
    terms: Terms,
    digests: Sequence[Digest],
    rows: Bytes,
    proof: Proof,
    threads: SupportsIndex = 1,
    minimum_level: SupportsIndex = 128,
) -> None:
    """Checks the proof of a list whose products are merged: ``rows`` under the seed of these digests.

    :raises Invalid: as :func:`verify`.
    """

def finish_and_prove(
    group: Group,
    terms: Terms,
    digests: Sequence[Digest],
    rows: Bytes,
    threads: SupportsIndex = 1,
    system: System = "wesolowski",
    progress: Progress | None = None,
) -> Proof:
    """Proves a list whose products are merged: ``rows`` under the seed of these digests.

    :raises Invalid: if some statement is false; :func:`find_false` on the shards says which.
    """

def chia_discriminant(challenge_hash: Bytes, discriminant_size_bits: int) -> bytes:
    """The magnitude of the discriminant that Chia's rule makes of a challenge, big-endian.

    :raises Misuse: if the challenge has fewer than 8 bytes, or there is no discriminant of so many bits.
    """

def chia_verify(
    magnitude: Bytes, x: Bytes, proof: Bytes, iterations: int, witness_type: int, strict: bool
) -> None:
    """See :func:`heliast.chia.verify`."""

def chia_recover(
    magnitude: Bytes, challenge: Bytes, x: Bytes, proof: Bytes, iterations: int, witness_type: int
) -> bytes:
    """The output of a proof that has its challenge, big-endian, in the place of it."""

def chia_challenge(magnitude: Bytes, x: Bytes, proof: Bytes, iterations: int, witness_type: int) -> bytes:
    """The challenge of a proof's last part, big-endian."""

def chia_form(magnitude: Bytes, form: Bytes, strict: bool) -> tuple[bytes, bytes, bool]:
    """a and the magnitude of b of the reduced form, big-endian, and whether b is negative."""

def chia_prove(
    magnitude: Bytes, x: Bytes, iterations: int, depth: int, threads: SupportsIndex, progress: Progress | None
) -> bytes:
    """See :func:`heliast.chia.prove_segments`."""

@final
class VrfKey:
    """A secret key for any number of inputs. It is overwritten when it is closed or collected."""

    def __new__(cls, scheme: str, seed: Bytes | None = None) -> VrfKey:
        """
        :param scheme: a name of :data:`heliast.vrf.SCHEMES` without turns; also ``ell2`` and ``tai``, as the program takes them.
        :param seed: 32 bytes of a cryptographic generator; fresh ones of the system if it is left out.
        :raises Misuse: if there is no such scheme, or the seed has another length.
        """

    @property
    def scheme(self) -> str:
        """The name of the scheme."""

    @property
    def public_key(self) -> bytes:
        """The public key: 32 bytes of ECVRF, 34 of A-VRF."""

    def evaluate(self, input: Bytes) -> bytes:
        """The output alone."""

    def prove(self, input: Bytes, *, random: Bytes | None = None) -> tuple[bytes, bytes]:
        """The output and its proof; the same each time.

        :param random: 32 fresh bytes that go into a proof of A-VRF, so that a fault in one run says little about the next.
        """

    def close(self) -> None:
        """Overwrites the secret; the key answers nothing any more. The end of a ``with`` block does it, too."""

    def __enter__(self) -> VrfKey: ...
    def __exit__(
        self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...

@final
class KeyStore:
    """A key that is a tree of hashes, on disk, opened to answer: each turn once, in turn.

    While it is open, no other process can open it. A process that is forked from this one has a copy of it, which answers nothing:
    :class:`heliast.Refused`; it can open the key for itself when this one has closed it. ``witnesses`` is the directory, outside of the key's own and of what is backed up
    with it, that remembers how far the key has come; it is ``$XDG_STATE_HOME/heliast/keys`` if it is left out.
    """

    def __new__(
        cls,
        directory: Path,
        *,
        passphrase: str | Bytes | None = None,
        witnesses: Path | None = None,
        threads: SupportsIndex | None = None,
    ) -> KeyStore:
        """Opens the key in a directory.

        :raises Refused: if it is in use, open to others, unfinished, copied, restored, or its passphrase is wrong, or there is one and
            the key is not encrypted; ``hint`` says what to do.
        :raises Misuse: if the directory has no key.
        :raises Malformed: if its files are damaged.
        """

    @classmethod
    def create(
        cls,
        directory: Path,
        scheme: str,
        *,
        first: SupportsIndex = 1,
        slots: SupportsIndex = 1,
        passphrase: str | Bytes | None = None,
        work: SupportsIndex | None = None,
        seeds: tuple[Bytes, Bytes] | None = None,
        witnesses: Path | None = None,
        threads: SupportsIndex | None = None,
        progress: Counted | None = None,
    ) -> KeyStore:
        """Makes a key in a new directory and opens it. What is done is kept if it is interrupted: :meth:`resume` goes on.

        :param scheme: ``x-vrf-N`` or ``ivrf-N``: a tree of 2^N leaves, N from 4 to 27.
        :param first: the first round that it answers in.
        :param slots: inputs that it answers in each round.
        :param work: a test of the passphrase costs 2^work steps, 1 to 20; a second of this machine if it is left out.
        :param seeds: 32 secret and 32 public bytes, used for no other key; fresh ones if they are left out.
        :param threads: all cores if it is left out.
        :param progress: is told leaves, done and in all.
        :raises Refused: if the directory holds a key or other files.
        """

    @classmethod
    def resume(
        cls,
        directory: Path,
        *,
        passphrase: str | Bytes | None = None,
        witnesses: Path | None = None,
        threads: SupportsIndex | None = None,
        progress: Counted | None = None,
    ) -> KeyStore:
        """Goes on making a key where that was interrupted, and opens it."""

    @classmethod
    def adopt(
        cls,
        directory: Path,
        next_round: SupportsIndex,
        *,
        passphrase: str | Bytes | None = None,
        witnesses: Path | None = None,
        threads: SupportsIndex | None = None,
    ) -> KeyStore:
        """Opens a key that was moved or restored, to answer from ``next_round`` on; all before is burned.

        The caller vouches that no other store of the key answers then or later, and that none has.
        """

    @staticmethod
    def protect(
        directory: Path,
        now: str | Bytes | None,
        new: str | Bytes | None,
        *,
        work: SupportsIndex | None = None,
    ) -> None:
        """Puts the secret under another passphrase, or under none.

        :param now: the passphrase that it is under, ``None`` where it is not encrypted.
        :raises Refused: if it is not under ``now``.
        """

    def prove(self, round: SupportsIndex, input: Bytes, *, slot: SupportsIndex = 0) -> tuple[bytes, bytes]:
        """The output (32 bytes) and the proof for an input at a turn.

        That the key has answered is on the disk before this returns. The same turn and input give the same bytes again, until a later
        turn is answered.

        :raises Exhausted: if the turn is outside of the key's life, before the last one, or had another input.
        :raises Refused: in another process than the one that opened the store, and if such a one has used the key all the same.
        :raises OSError: if the mark cannot be written; nothing was given out then.
        """

    def draw(
        self, round: SupportsIndex, input: Bytes, wants: Callable[[bytes], object], *, slot: SupportsIndex = 0
    ) -> tuple[bytes, bytes] | None:
        """The output and the proof for an input at a turn if ``wants(output)`` is true, as for a lot that wins.

        Otherwise ``None``, and nothing is written: most lots lose. The turn then answers no other input for as long as the store is
        open. What is given out has its mark on the disk, as with :meth:`prove`.

        :param wants: sees the output before the mark is on the disk, so it must tell nobody. What it raises is raised, and nothing is
            given out. It can't use the store.
        :raises Exhausted: as :meth:`prove`, and so are :class:`Refused` and ``OSError``.
        """

    def skip_to(self, round: SupportsIndex) -> None:
        """Burns everything before a round."""

    @property
    def next_turn(self) -> tuple[int, int] | None:
        """The first round and slot that is not used up; ``None`` when the key has expired."""

    @property
    def public_key(self) -> bytes:
        """The public key: 76 bytes."""

    @property
    def scheme(self) -> str:
        """The name of the scheme."""

    @property
    def first(self) -> int:
        """The first round that it answers in."""

    @property
    def slots(self) -> int:
        """Inputs that it answers in each round."""

    @property
    def rounds(self) -> int:
        """Rounds in which every slot is answered."""

    @property
    def directory(self) -> os.PathLike[str]:
        """Where it lies."""

    def close(self) -> None:
        """Overwrites the secret in memory and gives the locks back. The end of a ``with`` block does it, too."""

    def __enter__(self) -> KeyStore: ...
    def __exit__(
        self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...

def vrf_verify(
    scheme: str,
    public_key: Bytes,
    input: Bytes,
    proof: Bytes,
    *,
    round: SupportsIndex | None = None,
    slot: SupportsIndex = 0,
) -> bytes:
    """The output, 64 bytes of ECVRF and 32 of all others, if the proof shows that it is the key's for this input.

    :param round: the round for which a key that is a tree answered; schemes without turns have none.
    :param slot: the slot in that round.
    :raises Malformed: if the key or the proof is not one of this scheme.
    :raises Invalid: if the proof does not hold.
    :raises Misuse: if the round is missing or needless, there is no such scheme, or the key is of another one.
    """

def vrf_schemes() -> list[str]:
    """The names of all schemes."""

def vrf_scheme_of(public_key: Bytes) -> str | None:
    """The scheme that a public key names itself, if it does: all but those of ECVRF do."""

def vrf_scheme_facts(scheme: str) -> tuple[str, int, int, bool]:
    """See :func:`heliast.vrf.scheme`."""

def vrf_votes(
    output: Bytes, public_key: Bytes, stake: SupportsIndex, total: SupportsIndex, expected: SupportsIndex
) -> int:
    """The votes that an account's output wins in a lottery, binomially distributed and exact (``spec/sortition.md``).

    :param output: what :func:`verify` gave: 32 or 64 bytes.
    :param stake: units of the account.
    :param total: units of all accounts, below 2^54.
    :param expected: votes that all accounts have on average, below 2^32.
    :raises Misuse: if a number is out of its range, or the output has another length.
    """

@final
class Chain:
    """A chain's fixed part: its genesis, and what follows from it."""

    def __new__(cls, genesis: Bytes) -> Chain:
        """The chain of a genesis' bytes.

        :raises Malformed: if they are not a genesis.
        """

    @property
    def id(self) -> bytes:
        """The chain id: 32 bytes. Pin it, and nobody can pass another chain off as this one."""

    @property
    def genesis(self) -> bytes:
        """The bytes of the genesis."""

    @property
    def group(self) -> Group | None:
        """The group of its delays."""

    @property
    def t(self) -> int:
        """Squarings of a round's delay."""

    @property
    def period_ms(self) -> int:
        """Milliseconds from one opening time to the next."""

    @property
    def genesis_time_ms(self) -> int:
        """When the first period begins, in milliseconds since 1970."""

    @property
    def vrf(self) -> str:
        """The scheme of the participants' stateless keys."""

    @property
    def expected_votes(self) -> list[int]:
        """The votes that each slot's committee has on average."""

    @property
    def participants(self) -> list[tuple[bytes, int]]:
        """The participants of the genesis: their stateless public keys and stakes."""

    @property
    def total_stake(self) -> int:
        """The sum of the stakes of the genesis."""

    def start(self) -> Tip:
        """Where it stands before round 1."""

@final
class Tip:
    """Where a chain stands after a round; the next one is verified against it."""

    @property
    def round(self) -> int:
        """The latest round; 0 before the first."""

    @property
    def time_ms(self) -> int:
        """When it opened, in milliseconds since 1970; 0 before the first."""

    @property
    def seed(self) -> bytes:
        """The beacon of the latest round, with which the next one's lots are drawn: 32 bytes."""

@final
class Round:
    """A round that holds, with what follows from it. Only verification makes one."""

    @property
    def number(self) -> int:
        """K, from 1."""

    @property
    def time_ms(self) -> int:
        """When it opened, in milliseconds since 1970."""

    @property
    def beacon(self) -> bytes:
        """Its random value B_K: 32 bytes."""

    @property
    def preimage(self) -> bytes:
        """What B_K is the SHA-256 of."""

    @property
    def seed(self) -> bytes:
        """Q_K, with which its lots were drawn: the beacon of the round before, 32 bytes."""

    @property
    def entropy(self) -> bytes:
        """The hash of the lots: 32 bytes."""

    @property
    def x(self) -> bytes:
        """The delay's input, an element."""

    @property
    def y(self) -> bytes:
        """The delay's output, an element."""

    @property
    def lots(self) -> list[Lot]:
        """The lots of all committees, by slot and participant."""

    @property
    def announcements(self) -> list[Announcement]:
        """What was announced, by participant."""

    @property
    def before(self) -> Tip:
        """Where the chain stood before it."""

    @property
    def after(self) -> Tip:
        """Where the chain stands after it."""

    def __bytes__(self) -> bytes: ...

@final
class Lot:
    """What a ticket has won: a place in a committee."""

    @property
    def slot(self) -> int:
        """The slot, whose committee it is in."""

    @property
    def participant(self) -> int:
        """The participant's number."""

    @property
    def votes(self) -> int:
        """Its votes, from 1."""

    @property
    def output(self) -> bytes:
        """The VRF's output."""

    @property
    def tree_key(self) -> bytes | None:
        """The public key of the tree that it was drawn with; ``None`` where that is the stateless key."""

@final
class Announcement:
    """What a participant made known in a round."""

    @property
    def participant(self) -> int:
        """The participant's number."""

    @property
    def serial(self) -> int:
        """How many it had made before."""

    @property
    def kind(self) -> Literal["key", "withdrawal", "member"]:
        """What it is about."""

    @property
    def public_key(self) -> bytes | None:
        """The key that is announced, if it is one: 76 bytes."""

@final
class RoundReader:
    """A bundle of a pinned chain that is being read: an iterator of verified rounds."""

    def __new__(
        cls, source: Path | Bytes | Readable, pin: str | Bytes | Chain, *, trust_start: bool = False
    ) -> RoundReader:
        """See :func:`heliast.bundle.open`."""

    @staticmethod
    def after(source: Path | Bytes | Readable, chain: Chain, tip: Tip) -> RoundReader:
        """A bundle that goes on where a tip stands, so that nothing is taken on its word.

        :raises Invalid: if it begins with another round, seed or history of keys.
        """

    @property
    def chain(self) -> Chain:
        """The bundle's chain."""

    @property
    def count(self) -> int:
        """How many rounds there are in all, by the header."""

    @property
    def verified_from(self) -> int:
        """The first round."""

    @property
    def is_trusted(self) -> bool:
        """Whether what the first round builds on was taken on the word of the bundle's writer."""

    @property
    def start(self) -> str:
        """What may be said of the rounds once they are read: ``verified from the genesis on``."""

    @property
    def tip(self) -> Tip:
        """Where the rounds lead to that were verified so far."""

    def __iter__(self) -> Iterator[Round]: ...
    def __next__(self) -> Round:
        """The next round, verified.

        :raises Malformed: if its bytes are not a round of this chain.
        :raises Invalid: if it does not hold. In both cases ``round`` says which.
        """

    def verify(
        self, *, threads: SupportsIndex | None = None, combined: bool = False, progress: Counted | None = None
    ) -> Report:
        """Verifies all that is left.

        :param threads: all cores if it is left out.
        :param combined: checks delays by the epochs' proofs, or many together, which is several times faster; what is accepted is the
            same but for an error of 2^-128, and that the own proofs of an epoch's rounds are not looked at.
        :param progress: is told rounds, accepted and in all.
        """

@final
class Report:
    """What was verified."""

    @property
    def rounds(self) -> int:
        """Rounds that were accepted."""

    @property
    def epochs(self) -> int:
        """Epochs whose proof was used."""

    @property
    def by_epochs(self) -> int:
        """Rounds in those epochs."""

    @property
    def tip(self) -> Tip:
        """Where the chain stands after the last round."""

    @property
    def start(self) -> str:
        """What may be said of the rounds: ``verified from the genesis on``."""

def bundle_write(chain: Chain, tip: Tip, rounds: Sequence[Bytes]) -> bytes:
    """The bundle of rounds, by their bytes, that follow a tip. Nothing is verified.

    :raises Misuse: if there is no round, or more than 1,048,576 keys were announced before.
    """

def beacon_derive(beacon: Bytes, label: Bytes) -> bytes:
    """Randomness for one use, 32 bytes: H(tag || beacon || label), by a label of 1 to 200 bytes (``spec/round.md``)."""

@final
class EnvelopeSetup:
    """g^(2^t) for some delays, verified: what sealing takes."""

    def __new__(cls, data: Bytes) -> EnvelopeSetup:
        """The setup of some bytes, verified.

        :raises Malformed: if they are not a setup.
        :raises Invalid: if it is false: anybody who made it might read what is sealed with it.
        """

    @staticmethod
    def shipped(group: str = "rsa-2048") -> EnvelopeSetup:
        """The setup that comes with the library for ``rsa-2048`` or ``class-2048``."""

    @property
    def delays(self) -> list[int]:
        """Its delays in squarings, ascending."""

    def __bytes__(self) -> bytes: ...
    def seal(self, t: SupportsIndex, data: Bytes, *, keys: Sequence[str] = ()) -> bytes:
        """An age file, sealed for a delay of t squarings, which must be one of the setup.

        :param keys: public keys of age, ``age1...``, that open the file, too.
        :raises Misuse: if the setup has no such delay, or a key is not one of age.
        """

@final
class Envelope:
    """A file that is sealed: bytes, or text, of age's format."""

    def __new__(cls, data: Bytes) -> Envelope:
        """The envelope of some bytes.

        :raises Malformed: if they are not an age file.
        """

    @property
    def delays(self) -> list[tuple[str, int]]:
        """The delays that open it: of each the group's name and the squarings."""

    def work(self, progress: Progress | None = None) -> tuple[bytes, bytes]:
        """Works the shortest delay off: the contents, and the opening by which all others open it at once.

        :param progress: told the done part, from 0 to 1.
        :raises Invalid: if the lock does not open after its delay, or the file was changed.
        """

    def open(self, opening: Bytes) -> bytes:
        """The contents, by an opening that somebody has published, which is verified.

        :raises Malformed: if the bytes are not an opening.
        :raises Invalid: if it is false or of another envelope, or the file was changed.
        """

    def open_with_key(self, key: Bytes) -> bytes:
        """The contents, by a secret key of age, ``AGE-SECRET-KEY-1...``, as bytes.

        :raises Misuse: if it is not a key of age.
        :raises Invalid: if the file was sealed to another key, or was changed.
        """

@final
class Expected:
    """What a stamp has to be for, when it is checked."""

    def __new__(
        cls,
        resource: Bytes,
        client: Bytes,
        least: SupportsIndex,
        now_ms: SupportsIndex,
        *,
        skew_ms: SupportsIndex = 0,
    ) -> Expected:
        """
        :param resource: what is paid for.
        :param client: whatever stamps are bound to, or nothing at all.
        :param least: squarings that it must have taken.
        :param now_ms: the time now, in milliseconds since 1970.
        :param skew_ms: how far the clocks of issuer and checker may differ.
        """

@final
class StampChallenge:
    """What an issuer gives out: terms, and the number to square."""

    def __new__(cls, data: Bytes) -> StampChallenge:
        """The challenge of some bytes. Look at :attr:`t` before you solve what a stranger gave out.

        :raises Malformed: if they are not a challenge.
        """

    @property
    def t(self) -> int:
        """Squarings."""

    @property
    def issued_ms(self) -> int:
        """When it was given out, in milliseconds since 1970."""

    @property
    def last_ms(self) -> int:
        """Until when its stamp is taken, in milliseconds since 1970."""

    @property
    def group(self) -> Group:
        """The group that its squarings are in."""

    def __bytes__(self) -> bytes: ...

@final
class Paid:
    """A stamp that holds. It is worth something once it is spent."""

    @property
    def id(self) -> bytes:
        """By what it is remembered: 16 bytes."""

    @property
    def t(self) -> int:
        """Squarings that were done for it."""

    @property
    def until_ms(self) -> int:
        """Until when it has to be remembered, in milliseconds since 1970."""

@final
class Spent:
    """The stamps that one process has taken, so that each is taken once: some 50 bytes a stamp."""

    def __new__(cls, limit: SupportsIndex = 1_000_000) -> Spent:
        """A list of at most ``limit`` stamps that are not late yet."""

    def spend(self, paid: Paid) -> None:
        """Takes a stamp, if nobody has before.

        :raises Invalid: with the reason ``spent``, or ``forgotten`` after a clock was set back.
        :raises Refused: if the list is full.
        """

    @property
    def forgotten_ms(self) -> int:
        """Up to which end, in milliseconds since 1970, stamps may be forgotten: none that ends by then is taken.

        Where a clock was set back, challenges that are dated from then on at least have stamps that are taken.
        """

    def __len__(self) -> int: ...

@final
class PrivateIssuer:
    """Gives out challenges and checks their stamps by itself, with a secret that all machines of a site share."""

    def __new__(cls, secret: Bytes, group: Group, delays: Sequence[SupportsIndex]) -> PrivateIssuer:
        """
        :param secret: 32 bytes of a cryptographic generator.
        :param group: of a modulus.
        :param delays: what challenges will cost, in squarings: each is done once now.
        """

    @property
    def delays(self) -> list[int]:
        """The delays that it is prepared for, in squarings, ascending."""

    def challenge(
        self,
        expected: Expected,
        t: SupportsIndex,
        now_ms: SupportsIndex,
        life_ms: SupportsIndex,
        *,
        nonce: Bytes | None = None,
    ) -> StampChallenge:
        """Gives out a challenge whose stamp will be what is expected.

        :param t: squarings; one of :attr:`delays`.
        :param now_ms: the time now, in milliseconds since 1970.
        :param life_ms: how long its stamp is taken.
        :param nonce: 16 bytes for this challenge alone; fresh ones if they are left out.
        :raises Misuse: if it is not prepared for this delay.
        """

    def check(self, stamp: Bytes, expected: Expected) -> Paid:
        """What is paid, and still to be spent.

        :raises Malformed: if the bytes are not a stamp.
        :raises Invalid: if it is not taken. In both cases ``reason`` says why.
        """

@final
class PublicIssuer:
    """Gives out challenges whose stamps everybody checks who has its public key."""

    def __new__(cls, seed: Bytes, group: Group) -> PublicIssuer:
        """
        :param seed: 32 bytes of a cryptographic generator: an Ed25519 key.
        :param group: of a modulus whose factors nobody has.
        """

    @property
    def public_key(self) -> StampKey:
        """What checks its stamps."""

    def challenge(
        self,
        expected: Expected,
        t: SupportsIndex,
        now_ms: SupportsIndex,
        life_ms: SupportsIndex,
        *,
        nonce: Bytes | None = None,
    ) -> StampChallenge:
        """Gives out a challenge whose stamp will be what is expected; see :meth:`PrivateIssuer.challenge`."""

@final
class StampKey:
    """Checks the stamps of a public issuer."""

    def __new__(cls, public_key: Bytes, group: Group) -> StampKey:
        """
        :param public_key: 32 bytes.
        :raises Malformed: if they are not a key.
        """

    def check(self, stamp: Bytes, expected: Expected) -> Paid:
        """As :meth:`PrivateIssuer.check`."""

    def check_many(
        self, stamps: Sequence[tuple[Bytes, Expected]], *, threads: SupportsIndex = 1
    ) -> list[Paid | HeliastError]:
        """Checks many stamps at once: for each what was paid, or the error that :meth:`check` would raise."""

    def __bytes__(self) -> bytes: ...

def stamp_solve(challenge: Bytes, progress: Progress | None = None) -> bytes:
    """The stamp of a challenge's bytes, on one thread.

    :param progress: is told the done part.
    :raises Malformed: if the bytes are not a challenge.
    """
