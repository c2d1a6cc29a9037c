"""Files of statements and of batch proofs (spec/batch.md), of one delay or of a delay for each statement."""

from dataclasses import dataclass

from . import batch as b
from . import batch_varied as v
from . import linear_batch, pietrzak, varied_linear
from . import wesolowski as w
from .encoding import Reader, uint
from .errors import Invalid, Malformed
from .hash_to_prime import HINTED, SIEVED

VERSION = 1
LINEAR_VERSION = 2
STATEMENTS, PROOF = b"HLBS", b"HLBP"
MAX_WIDTH = 1024
MAX_STATEMENTS = 1 << 40
VARIED, VARIED_LINEAR = 6, 8
OF_DIFFERENT_DELAYS = {VARIED: v, VARIED_LINEAR: varied_linear}
WITH_INCIDENCE_BUCKETS = (b.LINEAR, VARIED_LINEAR)
WESOLOWSKI, PIETRZAK = 0, 1
NO_SUITE = bytes(4)
# The number of bits that the mode of a challenge costs.
GIVEN_AWAY = {SIEVED: 56, HINTED: 8}
# The error of Pietrzak's challenges, whatever the level of the reductions is.
PIETRZAK_LEVEL = 128


@dataclass(frozen=True)
class Header:
    """The 64 bytes that both kinds of files begin with; t is 0 where each statement has its own."""

    magic: bytes
    protocol: int
    level: int
    group_id: bytes
    width: int
    shards: int
    t: int
    count: int

    def encode(self):
        about = uint(self.width, 4) + uint(self.shards, 4) + uint(self.t, 8) + uint(self.count, 8)
        version = LINEAR_VERSION if self.protocol in WITH_INCIDENCE_BUCKETS else VERSION
        return self.magic + uint(version, 1) + uint(self.protocol, 1) + uint(self.level, 2) + self.group_id + about

    @staticmethod
    def read(reader, magic):
        reader.expect(magic, "magic")
        version, protocol = reader.uint(1, "version"), reader.uint(1, "protocol")
        if version != (LINEAR_VERSION if protocol in WITH_INCIDENCE_BUCKETS and magic == PROOF else VERSION):
            raise Malformed(f"version: {version}")
        return Header(
            magic,
            protocol,
            reader.uint(2, "level"),
            reader.take(32, "group id"),
            reader.uint(4, "L", 1, MAX_WIDTH),
            reader.uint(4, "shards"),
            reader.uint(8, "t", 0, w.MAX_T),
            reader.uint(8, "m", 1, MAX_STATEMENTS),
        )


def statements_file(group, t, records):
    """The file of these records: each has t squarings, or, for t = 0, the number that it states."""
    record = 2 * group.length + (0 if t else v.DELAY_SIZE)
    return Header(STATEMENTS, 0, 0, group.id, group.length, 0, t, len(records) // record).encode() + records


def varied_proof_file(group, level, count, proof, protocol=VARIED):
    return Header(PROOF, protocol, level, group.id, group.length, 0, 0, count).encode() + proof


def proof_file(group, family, level, t, shards, system, proof, suite=w.Suite()):
    """`shards` are the numbers of their statements."""
    header = Header(PROOF, family, level, group.id, group.length, len(shards), t, sum(shards))
    counts = b"".join(uint(count, 8) for count in shards)
    if system == b.PIETRZAK:
        return header.encode() + counts + uint(PIETRZAK, 1) + NO_SUITE + proof
    return header.encode() + counts + uint(WESOLOWSKI, 1) + suite.encode() + proof


def read_statements(data):
    """(header, records)."""
    reader = Reader(data)
    header = Header.read(reader, STATEMENTS)
    if (header.protocol, header.level, header.shards) != (0, 0, 0):
        raise Malformed("bytes that must be 0 are not")
    record = 2 * header.width + (0 if header.t else v.DELAY_SIZE)
    records = reader.take(header.count * record, "records")
    reader.end()
    return header, records


@dataclass(frozen=True)
class Proof:
    """The fields of a proof file; `shards` and `system` have no meaning for different delays."""

    header: Header
    shards: list
    system: str
    suite: w.Suite
    proofs: bytes

    @property
    def strength(self):
        if self.header.protocol in OF_DIFFERENT_DELAYS:
            return self.header.level
        if self.system == b.PIETRZAK:
            return min(self.header.level, PIETRZAK_LEVEL)
        return min(self.header.level, level_of(self.suite))


def level_of(suite):
    """Half of the challenge's bits, less the bits that its mode costs."""
    return (suite.bits - GIVEN_AWAY.get(suite.mode, 0)) // 2


def read_proof(data):
    reader = Reader(data)
    header = Header.read(reader, PROOF)
    try:
        b.check_level(header.level)
    except ValueError as error:
        raise Malformed(str(error)) from None
    if header.protocol in WITH_INCIDENCE_BUCKETS and header.level > linear_batch.MOST_BITS:
        raise Malformed(f"level: {header.level}")
    if header.protocol in OF_DIFFERENT_DELAYS:
        if (header.shards, header.t) != (0, 0):
            raise Malformed("bytes that must be 0 are not")
        proof = Proof(header, [header.count], b.WESOLOWSKI, v.suite_of(header.level), reader.take(header.width, "Q"))
    else:
        proof = read_proof_of_one_delay(reader, header)
    reader.end()
    return proof


def read_proof_of_one_delay(reader, header):
    if header.protocol not in b.FAMILIES.values():
        raise Malformed(f"protocol out of range: {header.protocol}")
    if header.t == 0:
        raise Malformed("t out of range: 0")
    shards = [reader.uint(8, "records of a shard", 1) for _ in range(header.shards)]
    if sum(shards) != header.count:
        raise Malformed("the shards do not add up to m")
    system = reader.uint(1, "proof system", maximum=PIETRZAK)
    if system == PIETRZAK:
        reader.expect(NO_SUITE, "suite")
        name, suite, elements = b.PIETRZAK, w.Suite(), pietrzak.rounds(header.t)
    else:
        name, suite, elements = b.WESOLOWSKI, w.Suite.read(reader), 1
    left = header.level if header.protocol == b.RANDOM_SUBSETS else 1
    return Proof(header, shards, name, suite, reader.take(left * elements * header.width, "proofs"))


def verify(group, statements, proof, min_level):
    """Returns if a proof file shows that every statement of a statements file is true."""
    (header, records), given = read_statements(statements), read_proof(proof)
    if given.strength < min_level:
        raise Invalid(f"level: {given.strength}")
    for found in (header, given.header):
        if (found.group_id, found.width) != (group.id, group.length):
            raise Invalid("another group")
    if (header.t, header.count) != (given.header.t, given.header.count):
        raise Invalid("the proof is of another list")
    if header.t == 0:
        protocol = OF_DIFFERENT_DELAYS[given.header.protocol]
        v.verify(group, given.header.level, [records], given.proofs, protocol)
        return
    shards, at = [], 0
    for count in given.shards:
        size = 2 * group.length * count
        shards.append(records[at : at + size])
        at += size
    protocol = b.reductions(given.header.protocol, given.header.level, header.count)
    b.verify(group, header.t, protocol, shards, given.system, given.proofs, given.suite)
