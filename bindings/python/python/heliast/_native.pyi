"""The contents of the extension module. Use it as :mod:`heliast`, :mod:`heliast.vdf`, :mod:`heliast.vrf` and so on."""

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
        """The group of a modulus (bytes: big-endian), checked for signs of a known order that are cheap to find.

        It cannot be checked that nobody knows the factors of the modulus. Therefore its origin matters.

        :raises Malformed: if it has fewer than ``minimum_bits`` bits, more than 8192, or is not suitable.
        """

    @staticmethod
    def rsa_2048() -> Group:
        """The group of RSA-2048 of the RSA Factoring Challenge."""

    @staticmethod
    def class_group(seed: Bytes, bits: SupportsIndex = 2048) -> Group:
        """The class group whose discriminant comes from a seed, so that nobody has to be trusted.

        :param seed: at least 32 bytes, which nobody could choose.
        :param bits: length of the discriminant, a multiple of 32 from 256 to 4096. The search runs each time: it takes some milliseconds at
            1024 bits, some seconds at 4096.
        :raises Misuse: if seed or bits are out of their range.
        """

    @staticmethod
    def of_discriminant(discriminant: int | Bytes, minimum_bits: SupportsIndex = 1024) -> Group:
        """The class group of a discriminant, the negative of a prime that is 7 modulo 8 (bytes: of the prime, big-endian).

        :raises Malformed: if it has fewer than ``minimum_bits`` bits, more than 4096, or is not suitable.
        """

    @property
    def kind(self) -> Literal["rsa", "class"]:
        """The kind of the group."""

    @property
    def modulus(self) -> int:
        """N.

        :raises Misuse: if it is a class group, which has no modulus.
        """

    @property
    def discriminant(self) -> int:
        """The discriminant of a class group, a negative number.

        :raises Misuse: if it is a group modulo N, which has no discriminant.
        """

    @property
    def bits(self) -> int:
        """Bits of N, or of the discriminant."""

    @property
    def id(self) -> bytes:
        """The id of the group in files and transcripts: 32 bytes."""

    @property
    def element_size(self) -> int:
        """Bytes of an element. Modulo N: big-endian, the smaller of x and N - x. For a form see ``spec/class-group.md``."""

    @property
    def record_size(self) -> int:
        """Bytes of a statement x || y."""

    def __hash__(self) -> int: ...

def group_of(kind: str, magnitude: Bytes) -> Group:
    """The group of a pickle."""

@final
class Evaluation:
    """A delay under way: x^(2^t), with the checkpoints that make its proof cheap and let it be resumed.

    It keeps at most 65,536 elements. Several threads may use it; squarings are done one after another.
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
        """Continues from the state that :meth:`checkpoint` returned.

        Damage is detected. Forgery is not detected, but it can only lead to invalid proofs.

        :raises Malformed: if the bytes are not a checkpoint of this group, or are damaged.
        """

    def advance(self, squarings: SupportsIndex) -> bool:
        """Squares at most so many times more. The result is true when t is reached. After Ctrl-C the evaluation can be continued."""

    def run(self, progress: Counted | None = None) -> bytes:
        """Squares to the end and returns y, encoded.

        :param progress: called with the number of squarings done and in all, some twenty times a second. It may call :meth:`checkpoint`.
        """

    def checkpoint(self) -> bytes:
        """The file from which the evaluation can be resumed (``spec/wesolowski.md``)."""

    @property
    def x(self) -> bytes:
        """The input: ``element_size`` bytes."""

    @property
    def t(self) -> int:
        """The number of squarings in all."""

    @property
    def done(self) -> int:
        """The number of squarings done."""

    @property
    def output(self) -> bytes | None:
        """y once it is reached: ``element_size`` bytes."""

    @property
    def group_id(self) -> bytes:
        """The id of the group: 32 bytes."""

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

        :param threads: the number of threads on which it will run; the cut depends on it.
        :param cut: the number of segments, from 1 to 16, and the b of the factor 2^b by which each is shorter than the one before, from 1
            to 16.
        :raises Malformed: if x is not an element.
        :raises Misuse: if a number is out of its range, or t is too short for the cut.
        """

    @staticmethod
    def resume(group: Group, checkpoint: Bytes) -> SegmentedEvaluation:
        """Continues from the state that :meth:`checkpoint` returned.

        Damage is detected. Forgery is not detected, but it can only lead to invalid proofs.

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
        """Squares to the end and proves. The proof does not depend on the number of threads. After Ctrl-C it can be continued.

        :param progress: called with the number of squarings done and in all.
        :param save: called with a checkpoint, once in ``every`` seconds.
        :param every: seconds between two checkpoints.
        """

    def checkpoint(self) -> bytes:
        """The file from which the evaluation can be resumed (``spec/segments.md``).

        :raises Misuse: while it runs.
        """

    @property
    def x(self) -> bytes:
        """The input: ``element_size`` bytes."""

    @property
    def t(self) -> int:
        """The number of squarings in all."""

    @property
    def done(self) -> int:
        """The number of squarings done."""

    @property
    def level(self) -> int:
        """-log2 of the error of its challenges."""

    @property
    def mode(self) -> Mode:
        """The method of drawing challenges."""

    @property
    def cut(self) -> tuple[int, int]:
        """The number of segments, and the b of the factor 2^b by which each is shorter than the one before."""

@final
class ProofFile:
    """A delay proof file. Its contents are claims of its prover until :func:`heliast.vdf.verify` has checked them."""

    def __new__(cls, data: Bytes) -> ProofFile:
        """The proof in some bytes, which must be exactly one proof.

        :raises Malformed: if they are not a proof file.
        """

    @property
    def group_id(self) -> bytes:
        """The id of the group: 32 bytes."""

    @property
    def x(self) -> bytes:
        """The input."""

    @property
    def y(self) -> bytes | None:
        """The claimed output. A compact proof has no output; the verifier computes it."""

    @property
    def t(self) -> int:
        """Squarings."""

    @property
    def level(self) -> int:
        """-log2 of the error that its challenge allows."""

    @property
    def form(self) -> Literal["output", "compact", "pietrzak", "segmented"]:
        """The form of the proof, which says what it carries."""

    def __bytes__(self) -> bytes: ...

@final
class Trapdoor:
    """The factors of a modulus. With them every delay takes microseconds. They are overwritten when the object is collected.

    The time of its arithmetic depends on the factors: run it where nobody else can measure this time.
    """

    def __new__(cls, p: Bytes, q: Bytes, minimum_bits: SupportsIndex = 2048) -> Trapdoor:
        """The trapdoor of two primes, big-endian.

        :raises Malformed: if they are not two different primes, or their product is not a modulus of at least so many bits.
        """

    @staticmethod
    def generate(bits: SupportsIndex = 2048) -> Trapdoor:
        """Two fresh primes whose product has so many bits (even, 256 to 8192). Takes seconds at 2048."""

    @property
    def group(self) -> Group:
        """The group of the modulus."""

    def factors(self) -> tuple[bytes, bytes]:
        """p and q, big-endian. They are secrets and must be stored as secrets."""

    def evaluate(self, x: Bytes, t: SupportsIndex) -> bytes:
        """y = x^(2^t) at once: ``element_size`` bytes."""

    def prove(
        self, x: Bytes, t: SupportsIndex, *, compact: bool = False, level: SupportsIndex = 128, mode: Mode = "sieved-full"
    ) -> ProofFile:
        """The proof of t squarings, at once."""

def delay_input(group: Group, message: Bytes) -> bytes:
    """The input of a delay over a message: ``element_size`` bytes. Nobody can have precomputed anything for it."""

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

    :param form: ``output`` carries y and pi; ``compact`` is shorter, and the verifier computes y; ``pietrzak`` is longer and rests on
        weaker assumptions.
    :param level: -log2 of the error, a multiple of 8 from 64 to 256. Pietrzak's proofs have 128.
    :param mode: ``hinted`` spares the verifier the search for the challenge.
    :param progress: called with the fraction done, from 0 to 1.
    :raises Misuse: if the evaluation is not finished, or such a proof does not exist.
    """

def vdf_verify(
    group: Group, x: Bytes, t: SupportsIndex, proof: ProofFile | Bytes, *, minimum_level: SupportsIndex = 128
) -> bytes:
    """y = x^(2^t), if the proof shows it: ``element_size`` bytes.

    :param x: the input that *you* asked for; the prover chose the one in the proof.
    :param t: the squarings that you asked for.
    :param minimum_level: the least level that is accepted; the prover chose the level of the proof.
    :raises Malformed: if the bytes are not a proof, or something in them that should be an element is not one.
    :raises Invalid: if the proof does not hold, is too weak, or belongs to another statement or group.
    """

def vdf_verify_many(
    group: Group,
    claims: Sequence[tuple[Bytes, SupportsIndex, ProofFile | Bytes]],
    *,
    threads: SupportsIndex = 1,
    minimum_level: SupportsIndex = 128,
) -> list[bytes]:
    """The outputs of many delays (x, t, proof), in their order, if all proofs hold. Several proofs are checked at a time.

    :raises Malformed: if the bytes of a claim are not a proof file.
    :raises Invalid: if some proofs do not hold; ``statements`` has their places.
    """

@final
class Terms:
    """The subject of a batch, apart from its statements. The protocol's parameters follow from the terms."""

    def __new__(
        cls, t: SupportsIndex, family: Family = "random-exponents", level: SupportsIndex = 128, *, count: SupportsIndex
    ) -> Terms:
        """
        :param t: squarings of every statement, from 1 to 2^48 - 1.
        :param family: the protocol that combines the statements; ``plan`` has the costs.
        :param level: -log2 of the error that is allowed, a multiple of 8 from 64 to 256.
        :param count: statements of the whole list, at least 1.
        :raises Misuse: if a number is out of its range.
        """

    @property
    def t(self) -> int:
        """Squarings of every statement."""

    @property
    def family(self) -> Family:
        """The protocol that combines the statements."""

    @property
    def level(self) -> int:
        """-log2 of the error that is allowed."""

    @property
    def count(self) -> int:
        """Statements of the whole list."""

    @property
    def proofs(self) -> int:
        """The number of statements that are left to be proved."""

@final
class Digest:
    """The part of a shard that goes into the seed."""

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
        """Checks that a file of ``size`` bytes has what the header says, in this group.

        :raises Malformed: if the file is too short or too long.
        :raises Invalid: if it belongs to another group.
        """

    @property
    def group_id(self) -> bytes:
        """The id of the group: 32 bytes."""

    @property
    def t(self) -> int:
        """Squarings of every statement."""

    @property
    def count(self) -> int:
        """Statements of the file."""

    def __bytes__(self) -> bytes: ...

@final
class Proof:
    """A batch proof file. Its contents are claims of its prover: compare them with what you need."""

    def __new__(cls, data: Bytes) -> Proof:
        """The proof in some bytes, which must be exactly one proof.

        :raises Malformed: if they are not a proof.
        """

    @property
    def group_id(self) -> bytes:
        """The id of the group: 32 bytes."""

    @property
    def terms(self) -> Terms:
        """The terms that it claims."""

    @property
    def shards(self) -> tuple[int, ...]:
        """The number of statements in each shard of the list."""

    @property
    def strength(self) -> int:
        """The lower of the protocol's level and the level of the proofs in it."""

    @property
    def system(self) -> System:
        """The system of the proofs in it."""

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
    """Checks the proof of a list in memory. The list may have been proved in shards.

    :raises Invalid: if the proof does not prove this list under these terms, or is weaker than ``minimum_level``.
    :raises Malformed: if the records are not statements of this group, or the proof contains invalid elements.
    """

def find_false(group: Group, t: SupportsIndex, records: Bytes, progress: Progress | None = None) -> list[int]:
    """The places of up to sixteen false statements of a list. They are found by halving, with t squarings for every list checked."""

def plan(
    m: SupportsIndex, level: SupportsIndex = 128, *, group: Group | None = None, system: System = "wesolowski"
) -> list[tuple[Family, float]]:
    """All protocols for m statements with their approximate mean numbers of multiplications, the cheapest first.

    :param group: the group of the statements; RSA-2048 if it is left out.
    :param system: the system of the proofs for the statements that are left. The protocol may use the same assumptions as these proofs.
    :raises Misuse: if the level or the system does not exist.
    :raises Invalid: if elements of low order are known in the group, so that no proof shows anything.
    """

def digest(group: Group, records: Bytes, threads: SupportsIndex = 1) -> Digest:
    """The hash of a shard.

    :raises Malformed: if the records are not statements of this group.
    """

def seed(group: Group, terms: Terms, digests: Sequence[Digest]) -> bytes:
    """The seed of every challenge: 32 bytes, from all shards in their order.

    :raises Misuse: if the shards do not have ``terms.count`` statements together.
    """

def partial(group: Group, terms: Terms, seed: Bytes, start: SupportsIndex, records: Bytes, threads: SupportsIndex = 1) -> bytes:
    """The products of the statements of a shard that begins at ``start`` in the list: two elements for each row of the protocol.

    :raises Malformed: if the records are not statements of this group.
    :raises Misuse: if the list is too short.
    """

def merge(group: Group, terms: Terms, a: Bytes, b: Bytes) -> bytes:
    """The merged products of two shards; each may be the result of an earlier merge.

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
    """Checks the proof of a list from its merged products: ``rows``, computed with the seed of these digests.

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
    """Proves a list from its merged products: ``rows``, computed with the seed of these digests.

    :raises Invalid: if some statement is false; :func:`find_false` on the shards says which.
    """

def chia_discriminant(challenge_hash: Bytes, discriminant_size_bits: int) -> bytes:
    """The magnitude of the discriminant that Chia derives from a challenge, big-endian.

    :raises Misuse: if the challenge has fewer than 8 bytes, or no discriminant has so many bits.
    """

def chia_verify(
    magnitude: Bytes, x: Bytes, proof: Bytes, iterations: int, witness_type: int, strict: bool
) -> None:
    """See :func:`heliast.chia.verify`."""

def chia_recover(
    magnitude: Bytes, challenge: Bytes, x: Bytes, proof: Bytes, iterations: int, witness_type: int
) -> bytes:
    """The output of a proof that contains its challenge, big-endian, in place of the output."""

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
        :param scheme: a name of :data:`heliast.vrf.SCHEMES` without turns; also ``ell2`` and ``tai``, as the program accepts them.
        :param seed: 32 bytes of a cryptographic generator; fresh ones of the system if it is left out.
        :raises Misuse: if the scheme does not exist, or the seed has another length.
        """

    @property
    def scheme(self) -> str:
        """The name of the scheme."""

    @property
    def public_key(self) -> bytes:
        """The public key: 32 bytes of ECVRF, 49 of A-VRF."""

    def evaluate(self, input: Bytes) -> bytes:
        """The output alone."""

    def prove(self, input: Bytes, *, random: Bytes | None = None) -> tuple[bytes, bytes]:
        """The output and its proof. Both are the same each time.

        :param random: 32 fresh bytes that go into a proof of A-VRF, so that a fault in one run reveals little about the next. The proof
            then differs each time.
        """

    def close(self) -> None:
        """Overwrites the secret. The key cannot be used any more. The end of a ``with`` block does this, too."""

    def __enter__(self) -> VrfKey: ...
    def __exit__(
        self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...

@final
class KeyStore:
    """A key on disk that is a hash tree. It is open to answer each turn once, in order.

    While it is open, no other process can open it. A process that is forked from this one has a copy of the store that answers nothing and
    raises :class:`heliast.Refused`. It can open the key when this process has closed it. ``witnesses`` is a directory that records how far
    the key has been used. It must not be in the key's directory, nor be backed up with it; it is ``$XDG_STATE_HOME/heliast/keys`` if it is
    left out.
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

        :raises Refused: if the key is in use, readable for others, unfinished, copied or restored, or if the passphrase is wrong, or is
            given for a key that is not encrypted; ``hint`` says what to do.
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
        """Makes a key in a new directory and opens it. If it is interrupted, :meth:`resume` continues with the work done so far.

        :param scheme: ``x-vrf-N`` or ``ivrf-N``: a tree of 2^N leaves, N from 4 to 27.
        :param first: the first round in which it answers.
        :param slots: the number of inputs that it answers in each round.
        :param work: a test of the passphrase costs 2^work steps, work from 1 to 20; if it is left out, a test takes a second on this
            machine.
        :param seeds: 32 secret and 32 public bytes, used for no other key; fresh ones if they are left out.
        :param threads: all cores if it is left out.
        :param progress: called with the number of leaves done and in all.
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
        """Continues the making of a key where it was interrupted, and opens the key."""

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
        """Opens a key that was moved or restored, to answer from ``next_round`` on; all earlier turns are used up.

        The caller guarantees that no other store of the key has answered in these rounds or will do so.
        """

    @staticmethod
    def protect(
        directory: Path,
        now: str | Bytes | None,
        new: str | Bytes | None,
        *,
        work: SupportsIndex | None = None,
    ) -> None:
        """Encrypts the secret with another passphrase, or removes the encryption.

        :param now: the present passphrase, ``None`` if the secret is not encrypted.
        :raises Refused: if ``now`` is not the present passphrase.
        """

    def prove(self, round: SupportsIndex, input: Bytes, *, slot: SupportsIndex = 0) -> tuple[bytes, bytes]:
        """The output (32 bytes) and the proof for an input at a turn.

        Before this returns, the disk has a record that the key has answered this turn. The same turn and input give the same bytes again,
        until a later turn is answered.

        :raises Exhausted: if the turn is outside of the key's life, before the last one, or had another input.
        :raises Refused: in a process that did not open the store, and if another process has used the key.
        :raises OSError: if the record cannot be written; then nothing is returned.
        """

    def draw(
        self, round: SupportsIndex, input: Bytes, wants: Callable[[bytes], object], *, slot: SupportsIndex = 0
    ) -> tuple[bytes, bytes] | None:
        """The output and the proof for an input at a turn if ``wants(output)`` is true, for example for a lot that wins.

        Otherwise the result is ``None``, and nothing is written, since most lots lose. The turn then answers no other input for as long as
        the store is open. If a proof is returned, the disk has a record of it, as with :meth:`prove`.

        :param wants: called with the output before the record is on the disk, so it must not disclose the output. Its exceptions are passed
            on, and then nothing is returned. It cannot use the store.
        :raises Exhausted: as :meth:`prove` does. :class:`Refused` and ``OSError`` are raised as there, too.
        """

    def skip_to(self, round: SupportsIndex) -> None:
        """Uses up all turns before a round."""

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
        """The first round in which it answers."""

    @property
    def slots(self) -> int:
        """The number of inputs that it answers in each round."""

    @property
    def rounds(self) -> int:
        """Rounds in which every slot is answered."""

    @property
    def directory(self) -> os.PathLike[str]:
        """The directory of the key."""

    def close(self) -> None:
        """Overwrites the secret in memory and releases the locks. The end of a ``with`` block does this, too."""

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
    """The output if the proof shows that it is the key's output for this input: 64 bytes for ECVRF, 32 for all others.

    :param round: the round for which a hash tree answered; schemes without turns have no round.
    :param slot: the slot in that round.
    :raises Malformed: if the key or the proof does not belong to this scheme.
    :raises Invalid: if the proof does not hold.
    :raises Misuse: if the round is missing or superfluous, the scheme does not exist, or the key belongs to another scheme.
    """

def vrf_schemes() -> list[str]:
    """The names of all schemes."""

def vrf_scheme_of(public_key: Bytes) -> str | None:
    """The scheme that a public key names, if it names one. All public keys except those of ECVRF name their scheme."""

def vrf_scheme_facts(scheme: str) -> tuple[str, int, int, bool]:
    """See :func:`heliast.vrf.scheme`."""

def vrf_votes(
    output: Bytes, public_key: Bytes, stake: SupportsIndex, total: SupportsIndex, expected: SupportsIndex
) -> int:
    """The votes that an account's output wins in a lottery, binomially distributed and exact (``spec/sortition.md``).

    :param output: the result of :func:`verify`: 32 or 64 bytes.
    :param stake: the account's units.
    :param total: units of all accounts, below 2^54.
    :param expected: votes that all accounts have on average, below 2^32.
    :raises Misuse: if a number is out of its range, or the output has another length.
    """

@final
class Chain:
    """The fixed part of a chain: its genesis, and the values that follow from it."""

    def __new__(cls, genesis: Bytes) -> Chain:
        """The chain of a genesis' bytes.

        :raises Malformed: if they are not a genesis.
        """

    @property
    def id(self) -> bytes:
        """The chain id: 32 bytes. If you pin it, nobody can present another chain as this one."""

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
        """The beginning of the first period, in milliseconds since 1970."""

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
        """The tip before round 1."""

@final
class Tip:
    """The state of a chain after a round. The next round is verified against it."""

    @property
    def round(self) -> int:
        """The latest round; 0 before the first."""

    @property
    def time_ms(self) -> int:
        """The time of its opening, in milliseconds since 1970; 0 before the first."""

    @property
    def seed(self) -> bytes:
        """The beacon of the latest round: 32 bytes. The lots of the next round are drawn with it."""

@final
class Round:
    """A verified round, with the values that follow from it. Only verification makes such an object."""

    @property
    def number(self) -> int:
        """K, from 1."""

    @property
    def time_ms(self) -> int:
        """The time of its opening, in milliseconds since 1970."""

    @property
    def beacon(self) -> bytes:
        """Its random value B_K: 32 bytes."""

    @property
    def preimage(self) -> bytes:
        """The bytes whose SHA-256 is B_K."""

    @property
    def seed(self) -> bytes:
        """Q_K, the seed with which its lots were drawn: the beacon of the round before, 32 bytes."""

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
        """The announcements, by participant."""

    @property
    def before(self) -> Tip:
        """The tip before it."""

    @property
    def after(self) -> Tip:
        """The tip after it."""

    def __bytes__(self) -> bytes: ...

@final
class Lot:
    """The winnings of a ticket: a place in a committee."""

    @property
    def slot(self) -> int:
        """The slot of its committee."""

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
        """The public key of the hash tree that it was drawn with; ``None`` if it was drawn with the stateless key."""

@final
class Announcement:
    """A statement of a participant in a round."""

    @property
    def participant(self) -> int:
        """The participant's number."""

    @property
    def serial(self) -> int:
        """The number of its earlier announcements."""

    @property
    def kind(self) -> Literal["key", "withdrawal", "member"]:
        """The kind of the announcement."""

    @property
    def public_key(self) -> bytes | None:
        """The announced key, if it announces a key: 76 bytes."""

@final
class RoundReader:
    """A bundle of a pinned chain that is being read: an iterator of verified rounds."""

    def __new__(
        cls, source: Path | Bytes | Readable, pin: str | Bytes | Chain, *, trust_start: bool = False
    ) -> RoundReader:
        """See :func:`heliast.bundle.open`."""

    @staticmethod
    def after(source: Path | Bytes | Readable, chain: Chain, tip: Tip) -> RoundReader:
        """A bundle that continues from a tip, so that nothing in it is taken on trust.

        :raises Invalid: if it begins with another round, seed or history of keys.
        """

    @property
    def chain(self) -> Chain:
        """The bundle's chain."""

    @property
    def count(self) -> int:
        """The number of all rounds, according to the header."""

    @property
    def verified_from(self) -> int:
        """The first round."""

    @property
    def is_trusted(self) -> bool:
        """Whether the tip before the first round was taken on trust from the bundle's writer."""

    @property
    def start(self) -> str:
        """A clause that says what the rounds show once they are read, such as ``verified from the genesis on``."""

    @property
    def tip(self) -> Tip:
        """The tip after the rounds that were verified so far."""

    def __iter__(self) -> Iterator[Round]: ...
    def __next__(self) -> Round:
        """The next round, verified.

        :raises Malformed: if its bytes are not a round of this chain.
        :raises Invalid: if the round does not hold. In both cases ``round`` is its number.
        """

    def verify(
        self, *, threads: SupportsIndex | None = None, combined: bool = False, progress: Counted | None = None
    ) -> Report:
        """Verifies all remaining rounds.

        :param threads: all cores if it is left out.
        :param combined: checks delays by the epochs' proofs, or many together, which is several times faster. The result differs only with
            an error of 2^-128, and the separate proofs of an epoch's rounds are not checked.
        :param progress: called with the number of rounds accepted and in all.
        """

@final
class Report:
    """The result of a verification."""

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
        """The tip after the last round."""

    @property
    def start(self) -> str:
        """A clause that says what the rounds show, such as ``verified from the genesis on``."""

def bundle_write(chain: Chain, tip: Tip, rounds: Sequence[Bytes]) -> bytes:
    """The bundle of rounds that follow a tip, from the bytes of the rounds. Nothing is verified.

    :raises Misuse: if ``rounds`` is empty, or more than 1,048,576 keys were announced before.
    """

def beacon_derive(beacon: Bytes, label: Bytes) -> bytes:
    """Randomness for one use, 32 bytes: H(tag || beacon || label), by a label of 1 to 200 bytes (``spec/round.md``)."""

@final
class EnvelopeSetup:
    """g^(2^t) for some delays, verified. Sealing needs it."""

    def __new__(cls, data: Bytes) -> EnvelopeSetup:
        """The setup in some bytes, verified.

        :raises Malformed: if they are not a setup.
        :raises Invalid: if it is false: its maker might be able to read what is sealed with it.
        """

    @staticmethod
    def shipped(group: str = "rsa-2048") -> EnvelopeSetup:
        """The setup that comes with the library for ``rsa-2048`` or ``class-2048``."""

    @property
    def delays(self) -> list[int]:
        """Its delays in squarings, in ascending order."""

    def __bytes__(self) -> bytes: ...
    def seal(self, t: SupportsIndex, data: Bytes, *, keys: Sequence[str] = ()) -> bytes:
        """An age file, sealed for a delay of t squarings, which must be a delay of the setup.

        :param keys: public age keys, ``age1...``, that can open the file, too.
        :raises Misuse: if the setup has no such delay, or a key is not an age key.
        """

@final
class Envelope:
    """A sealed file in the age format: bytes or text."""

    def __new__(cls, data: Bytes) -> Envelope:
        """The envelope in some bytes.

        :raises Malformed: if they are not an age file.
        """

    @property
    def delays(self) -> list[tuple[str, int]]:
        """The delays that open it, each with the name of its group and its number of squarings."""

    def work(self, progress: Progress | None = None) -> tuple[bytes, bytes]:
        """Computes the shortest delay. The result is the contents, and the opening with which all others open the envelope at once.

        :param progress: called with the fraction done, from 0 to 1.
        :raises Invalid: if the lock does not open after its delay, or the file was changed.
        """

    def open(self, opening: Bytes) -> bytes:
        """The contents, by an opening that somebody has published. The opening is verified.

        :raises Malformed: if the bytes are not an opening.
        :raises Invalid: if it is false or belongs to another envelope, or the file was changed.
        """

    def open_with_key(self, key: Bytes) -> bytes:
        """The contents, by a secret age key, ``AGE-SECRET-KEY-1...``, as bytes.

        :raises Misuse: if it is not an age key.
        :raises Invalid: if the file was sealed to another key, or was changed.
        """

@final
class Expected:
    """The terms that a stamp has to meet when it is checked."""

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
        :param resource: the resource that the stamp pays for.
        :param client: the client that stamps are bound to, or no bytes.
        :param least: the least number of squarings.
        :param now_ms: the time now, in milliseconds since 1970.
        :param skew_ms: the greatest difference between the clocks of issuer and checker.
        """

@final
class StampChallenge:
    """A challenge that an issuer gives out: terms, and the number to square."""

    def __new__(cls, data: Bytes) -> StampChallenge:
        """The challenge in some bytes. Check :attr:`t` before you solve a stranger's challenge.

        :raises Malformed: if they are not a challenge.
        """

    @property
    def t(self) -> int:
        """Squarings."""

    @property
    def issued_ms(self) -> int:
        """The time at which it was given out, in milliseconds since 1970."""

    @property
    def last_ms(self) -> int:
        """The time until which its stamp is accepted, in milliseconds since 1970."""

    @property
    def group(self) -> Group:
        """The group of its squarings."""

    def __bytes__(self) -> bytes: ...

@final
class Paid:
    """A valid stamp. It counts only once it is spent."""

    @property
    def id(self) -> bytes:
        """The id by which it is remembered: 16 bytes."""

    @property
    def t(self) -> int:
        """The number of squarings that were done for it."""

    @property
    def until_ms(self) -> int:
        """The time until which it has to be remembered, in milliseconds since 1970."""

@final
class Spent:
    """The stamps that one process has accepted, so that each is accepted only once. A stamp takes some 50 bytes."""

    def __new__(cls, limit: SupportsIndex = 1_000_000) -> Spent:
        """A list of at most ``limit`` stamps that are not late yet."""

    def spend(self, paid: Paid) -> None:
        """Spends a stamp, if it was not spent before.

        :raises Invalid: with the reason ``spent``, or ``forgotten`` after a clock was set back.
        :raises Refused: if the list is full.
        """

    @property
    def forgotten_ms(self) -> int:
        """The latest end of the stamps that may be forgotten, in milliseconds since 1970. No stamp that ends by then is accepted.

        After a clock was set back, date challenges at this time or later so that their stamps are accepted.
        """

    def __len__(self) -> int: ...

@final
class PrivateIssuer:
    """Gives out challenges and checks their stamps itself, with a secret that all machines of a site share."""

    def __new__(cls, secret: Bytes, group: Group, delays: Sequence[SupportsIndex]) -> PrivateIssuer:
        """
        :param secret: 32 bytes of a cryptographic generator.
        :param group: the group of a modulus.
        :param delays: the delays of the challenges, in squarings. Each is computed once now.
        """

    @property
    def delays(self) -> list[int]:
        """The delays that it is prepared for, in squarings, in ascending order."""

    def challenge(
        self,
        expected: Expected,
        t: SupportsIndex,
        now_ms: SupportsIndex,
        life_ms: SupportsIndex,
        *,
        nonce: Bytes | None = None,
    ) -> StampChallenge:
        """Gives out a challenge whose stamp will meet the expected terms.

        :param t: squarings; one of :attr:`delays`.
        :param now_ms: the time now, in milliseconds since 1970.
        :param life_ms: the time for which its stamp is accepted.
        :param nonce: 16 bytes for this challenge alone; fresh ones if they are left out.
        :raises Misuse: if it is not prepared for this delay.
        """

    def check(self, stamp: Bytes, expected: Expected) -> Paid:
        """Checks a stamp. The result is still to be spent.

        :raises Malformed: if the bytes are not a stamp.
        :raises Invalid: if the stamp is not accepted. In both cases ``reason`` says why.
        """

@final
class PublicIssuer:
    """Gives out challenges. Everybody who has its public key can check their stamps."""

    def __new__(cls, seed: Bytes, group: Group) -> PublicIssuer:
        """
        :param seed: 32 bytes of a cryptographic generator: an Ed25519 key.
        :param group: the group of a modulus whose factors nobody has.
        """

    @property
    def public_key(self) -> StampKey:
        """The key that checks its stamps."""

    def challenge(
        self,
        expected: Expected,
        t: SupportsIndex,
        now_ms: SupportsIndex,
        life_ms: SupportsIndex,
        *,
        nonce: Bytes | None = None,
    ) -> StampChallenge:
        """Gives out a challenge whose stamp will meet the expected terms; see :meth:`PrivateIssuer.challenge`."""

@final
class StampKey:
    """Checks the stamps of a public issuer."""

    def __new__(cls, public_key: Bytes, group: Group) -> StampKey:
        """
        :param public_key: 32 bytes.
        :raises Malformed: if they are not a key.
        """

    def check(self, stamp: Bytes, expected: Expected) -> Paid:
        """Checks a stamp as :meth:`PrivateIssuer.check` does."""

    def check_many(
        self, stamps: Sequence[tuple[Bytes, Expected]], *, threads: SupportsIndex = 1
    ) -> list[Paid | HeliastError]:
        """Checks many stamps at once. The result has a :class:`Paid` for each, or the error that :meth:`check` would raise."""

    def __bytes__(self) -> bytes: ...

def stamp_solve(challenge: Bytes, progress: Progress | None = None) -> bytes:
    """The stamp of a challenge's bytes, on one thread.

    :param progress: called with the fraction done, from 0 to 1.
    :raises Malformed: if the bytes are not a challenge.
    """
