"""What the extension module has. Use it as :mod:`heliast` and :mod:`heliast.batch`."""

from collections.abc import Sequence
from typing import ClassVar, final

from heliast._types import Bytes, Family, Progress, System

class Malformed(Exception):
    """Bytes that are not what they should be."""

class Invalid(Exception):
    """A claim that is false, not proved by this proof, or proved too weakly.

    Where :func:`heliast.batch.prove` finds false statements, ``statements`` has their places in the list, up to sixteen.
    """

    statements: list[int]

@final
class Group:
    """(Z/N)*/{+-1} for a modulus N of unknown factorization."""

    def __new__(cls, modulus: int | Bytes, minimum_bits: int = 2048) -> Group:
        """The group of a modulus (bytes: big-endian), checked for the cheap signs of a known order.

        Whether nobody knows its factors cannot be checked: that is why its origin matters.

        :raises Malformed: if it has fewer than ``minimum_bits`` bits, more than 8192, or does not serve.
        """

    @staticmethod
    def rsa_2048() -> Group:
        """The group of RSA-2048 of the RSA Factoring Challenge."""

    @property
    def modulus(self) -> int:
        """N."""

    @property
    def bits(self) -> int:
        """Bits of N."""

    @property
    def id(self) -> bytes:
        """The name of the group in files and transcripts: 32 bytes."""

    @property
    def element_size(self) -> int:
        """Bytes of an element: big-endian, the smaller one of x and N - x."""

    @property
    def record_size(self) -> int:
        """Bytes of a statement x || y."""

    def __hash__(self) -> int: ...

@final
class Terms:
    """What a batch is about, apart from its statements. The protocol's parameters follow from these."""

    def __new__(cls, t: int, family: Family = "random-exponents", level: int = 128, *, count: int) -> Terms:
        """
        :param t: squarings of every statement, from 1 to 2^48 - 1.
        :param family: how the statements are combined; ``plan`` says what each costs.
        :param level: -log2 of the error that is allowed, a multiple of 8 from 64 to 256.
        :param count: statements of the whole list, at least 1.
        :raises ValueError: if a number is out of its range.
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

    def __new__(cls, count: int, root: bytes) -> Digest: ...
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

    def __new__(cls, group: Group, t: int, count: int) -> Header:
        """
        :raises ValueError: if a number is out of its range.
        """

    @staticmethod
    def decode(data: Bytes) -> Header:
        """The header at the start of a statements file, of which at least ``SIZE`` bytes are given.

        :raises Malformed: if there is none.
        """

    def check(self, group: Group, size: int) -> None:
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

        :raises Malformed: if they are none.
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
    threads: int = 1,
    system: System = "wesolowski",
    progress: Progress | None = None,
) -> Proof:
    """Proves a list in memory: t squarings for every statement that is left, and their proofs.

    :raises Invalid: if statements are false; ``statements`` says which.
    :raises Malformed: if the records are none.
    """

def verify(
    group: Group,
    terms: Terms,
    records: Bytes,
    proof: Proof,
    threads: int = 1,
    minimum_level: int = 128,
) -> None:
    """Checks the proof of a list in memory, which may have been proved in shards.

    :raises Invalid: if the proof is not one of this list under these terms, or weaker than ``minimum_level``.
    :raises Malformed: if the records, or elements of the proof, are none.
    """

def find_false(group: Group, t: int, records: Bytes, progress: Progress | None = None) -> list[int]:
    """The false statements of a list by their places, up to sixteen: by halving, t squarings for every list looked at."""

def plan(m: int, level: int = 128, low_order: bool = True) -> list[tuple[Family, float]]:
    """All protocols for m statements with about their mean numbers of multiplications, the cheapest first.

    :param low_order: whether it may be assumed that nobody finds an element of low order (free with Wesolowski's proofs).
    """

def digest(group: Group, records: Bytes, threads: int = 1) -> Digest:
    """The hash of a shard.

    :raises Malformed: if the records are none.
    """

def seed(group: Group, terms: Terms, digests: Sequence[Digest]) -> bytes:
    """What every challenge is drawn from: 32 bytes, from all shards in their order.

    :raises ValueError: if the shards do not have ``terms.count`` statements together.
    """

def partial(group: Group, terms: Terms, seed: bytes, start: int, records: Bytes, threads: int = 1) -> bytes:
    """The products of the statements that stand at ``start`` and after in the list: two elements for each row of the protocol.

    :raises Malformed: if the records are none.
    :raises ValueError: if the list is not so long.
    """

def merge(group: Group, terms: Terms, a: Bytes, b: Bytes) -> bytes:
    """The products of two shards, or of what was merged.

    :raises Malformed: if one of them is none of this protocol.
    """

def finish_and_check(
    group: Group,
    terms: Terms,
    digests: Sequence[Digest],
    rows: Bytes,
    proof: Proof,
    threads: int = 1,
    minimum_level: int = 128,
) -> None:
    """Checks the proof of a list whose products are merged: ``rows`` under the seed of these digests.

    :raises Invalid: as :func:`verify`.
    """

def finish_and_prove(
    group: Group,
    terms: Terms,
    digests: Sequence[Digest],
    rows: Bytes,
    threads: int = 1,
    system: System = "wesolowski",
    progress: Progress | None = None,
) -> Proof:
    """Proves a list whose products are merged: ``rows`` under the seed of these digests.

    :raises Invalid: if some statement is false; :func:`find_false` on the shards says which.
    """

def chia_discriminant(seed: Bytes, bits: int) -> bytes:
    """The magnitude of the discriminant that Chia's rule makes of a seed, big-endian.

    :raises ValueError: if the seed has fewer than 8 bytes, or there is no discriminant of so many bits.
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
    magnitude: Bytes, x: Bytes, iterations: int, depth: int, threads: int, progress: Progress | None
) -> bytes:
    """See :func:`heliast.chia.prove_segments`."""
