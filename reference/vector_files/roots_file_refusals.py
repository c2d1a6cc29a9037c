"""Refused proof files for vectors/roots.json."""

from heliast_reference.encoding import uint
from heliast_reference.roots_field import BUILT_IN_COUNTERS, first_candidate
from heliast_reference.roots_files import ProofFile

from .book import edits_to
from .common import patch, refused
from .roots_fields import GROUPS, ONLY_HALF, ONLY_P, SECOND
from .roots_refusals import T

# Offsets in a proof file.
VERSION, BITS, COUNTER, SEED_LENGTH, SEED = 4, 5, 7, 11, 12


def file_refusals(made):
    """The base's proof file with one defect each; `made` are the refusals of the base."""
    group, field, length = GROUPS[made.name], made.field, made.field.length
    encode, ends = field.encode, made.ends
    whole = bytes.fromhex(made.base["file"])
    time = SEED + len(group.seed)
    x, y, count = time + 8, time + 8 + length, time + 8 + 2 * length
    first = count + 2

    def of_seed(seed):
        return whole[:SEED_LENGTH] + uint(len(seed), 1) + seed + whole[time:]

    def higher(seeds):
        """The first seed whose number is above every element of the file: then the only defect is that it is not
        prime."""
        return next(seed for seed in seeds if first_candidate(group.bits, seed) > max(ends))

    other = made.within(GROUPS["second-1024"].field())
    of_other = ProofFile(group, T, encode(other[0]), encode(other[3]), made.proof_of(other)).encode()
    wide = patch(whole[:x], BITS, uint(2048, 2)) + b"".join(bytes(128) + encode(end) for end in (ends[0], ends[3]))
    changes = {
        "empty": ("malformed", b""),
        "magic": ("malformed", b"HLRQ" + whole[4:]),
        "magic of a state": ("malformed", b"HLRC" + whole[4:]),
        "version 0": ("malformed", patch(whole, VERSION, b"\0")),
        "version 2": ("malformed", patch(whole, VERSION, b"\2")),
        "0 bits": ("malformed", patch(whole, BITS, uint(0, 2))),
        "1023 bits": ("malformed", patch(whole, BITS, uint(1023, 2))),
        "1025 bits": ("malformed", patch(whole, BITS, uint(1025, 2))),
        "4096 bits": ("malformed", patch(whole, BITS, uint(4096, 2))),
        "2048 bits with elements of 1024": ("malformed", patch(whole, BITS, uint(2048, 2))),
        "2048 bits, its elements wider": ("invalid", wide + uint(1, 2)),
        "counter 0": ("invalid", patch(whole, COUNTER, uint(0, 4))),
        "the counter after": ("invalid", patch(whole, COUNTER, uint(BUILT_IN_COUNTERS[1024] + 1, 4))),
        "a counter for which (p - 1)/2 is composite": ("invalid", patch(whole, COUNTER, uint(ONLY_P, 4))),
        "a counter for which p is composite": ("invalid", patch(whole, COUNTER, uint(ONLY_HALF, 4))),
        "counter 2^24": ("malformed", patch(whole, COUNTER, uint(1 << 24, 4))),
        "counter 2^32 - 1": ("malformed", patch(whole, COUNTER, b"\xff" * 4)),
        "the next counter that serves": ("invalid", patch(whole, COUNTER, uint(SECOND, 4))),
        "elements of the field with the next counter that serves": ("invalid", of_other),
        "no seed": ("malformed", of_seed(b"")),
        "seed of 31 bytes": ("malformed", of_seed(group.seed[:31])),
        "seed of 32 bytes": ("invalid", of_seed(higher(group.seed[i:][:32] for i in range(15)))),
        "another seed": ("invalid", of_seed(higher(uint(i, 1) + group.seed[1:] for i in range(256)))),
        "a byte of the seed less": ("malformed", patch(whole, SEED_LENGTH, uint(len(group.seed) - 1, 1))),
        "a byte of the seed more": ("malformed", patch(whole, SEED_LENGTH, uint(len(group.seed) + 1, 1))),
        "length of the seed 255": ("malformed", patch(whole, SEED_LENGTH, b"\xff")),
        "t = 0": ("invalid", patch(whole, time, uint(0, 8))),
        "t = 2: fewer than the segments": ("invalid", patch(whole, time, uint(2, 8))),
        "t - 1": ("invalid", patch(whole, time, uint(T - 1, 8))),
        "t + 1": ("invalid", patch(whole, time, uint(T + 1, 8))),
        "t = 2^40": ("invalid", patch(whole, time, uint(1 << 40, 8))),
        "t = 2^64 - 1": ("invalid", patch(whole, time, b"\xff" * 8)),
        "x = 0": ("malformed", patch(whole, x, bytes(length))),
        "x = p": ("malformed", patch(whole, x, uint(field.p, length))),
        "y = 0": ("malformed", patch(whole, y, bytes(length))),
        "y = p": ("malformed", patch(whole, y, uint(field.p, length))),
        "y_1 = 0": ("malformed", patch(whole, first, bytes(length))),
        "y_2 = p": ("malformed", patch(whole, first + length, uint(field.p, length))),
        "p - y": ("invalid", patch(whole, y, encode(field.p - ends[3]))),
        "y_1 = 1": ("invalid", patch(whole, first, encode(1))),
        "0 segments": ("malformed", patch(whole, count, uint(0, 2))),
        "2 segments with the bytes of 3": ("malformed", patch(whole, count, uint(2, 2))),
        "4 segments with the bytes of 3": ("malformed", patch(whole, count, uint(4, 2))),
        "257 segments": ("malformed", patch(whole, count, uint(257, 2))),
        "2 of the 3 segments": ("invalid", patch(whole, count, uint(2, 2))[:-length]),
        "ends in the head": ("malformed", whole[:SEED_LENGTH]),
        "ends after the seed": ("malformed", whole[:time]),
        "ends after t": ("malformed", whole[:x]),
        "ends after x": ("malformed", whole[:y]),
        "ends after y": ("malformed", whole[:count]),
        "ends in the number of segments": ("malformed", whole[: count + 1]),
        "a byte cut off": ("malformed", whole[:-1]),
        "a byte more": ("malformed", whole + b"\0"),
    }
    return [
        refused(
            f"{made.name}: file, {label}",
            lambda: ProofFile.decode(data).verify(),
            error,
            kind="file",
            base=made.base["name"],
            edits=edits_to(whole, data),
        )
        for label, (error, data) in changes.items()
    ]
