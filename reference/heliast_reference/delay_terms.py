"""The terms of a genesis about the delays of its chain (spec/round.md): proof system, suite, t, and the bytes at the group's
place."""

from dataclasses import dataclass
from functools import lru_cache

from . import roots, roots_field
from .class_group import ClassGroup, discriminant_from_seed
from .encoding import integer, uint
from .errors import Invalid, Malformed
from .hash_to_prime import PLAIN, SHA_256, SIEVED_FULL
from .wesolowski import MAX_T, SYSTEM_CLASS_WESOLOWSKI, SYSTEM_WESOLOWSKI, Suite

SYSTEM_ROOTS, SYSTEM_BOTH = 2, 3
MINIMUM_BITS = 1024
MAXIMUM_CLASS_BITS = 4096
SEED_SIZES = (32, 255)
MINIMUM_PRIME_BITS = 200
NO_SUITE = bytes(4)


@dataclass(frozen=True)
class Discriminant:
    """The discriminant of a class group, by its bits and its seed."""

    bits: int
    seed: bytes

    def group(self):
        return class_group(self.bits, self.seed)

    def encode(self):
        return uint(self.bits, 4) + uint(len(self.seed), 2) + self.seed

    @staticmethod
    def read(reader):
        bits = reader.uint(4, "bits of the discriminant", MINIMUM_BITS, MAXIMUM_CLASS_BITS)
        if bits % 32:
            raise Malformed(f"bits of the discriminant out of range: {bits}, no multiple of 32")
        return Discriminant(bits, reader.take(reader.uint(2, "length of the seed", *SEED_SIZES), "seed"))


@lru_cache(maxsize=16)
def class_group(bits, seed):
    """The terms of the discriminant of this seed, which takes long to find."""
    return ClassGroup(discriminant_from_seed(seed, bits), MINIMUM_BITS)


@dataclass(frozen=True)
class RootTerms:
    """The terms of the roots: their field's n, seed and counter, the steps of a round, and the segments of its
    proof."""

    bits: int
    seed: bytes
    counter: int
    t: int
    segments: int

    def field(self):
        """Raises Malformed unless seed and counter give a safe prime."""
        try:
            return roots_field.from_seed(self.bits, self.seed, self.counter)
        except Invalid as error:
            raise Malformed(f"field of roots: {error.reason}")

    def encode(self):
        """All but t."""
        parameters = uint(self.bits, 2) + uint(self.counter, 4) + uint(len(self.seed), 1) + self.seed
        return parameters + uint(self.segments, 2)

    @staticmethod
    def read(reader, t):
        bits = reader.uint(2, "bits of the field of roots")
        if bits not in roots_field.BITS:
            raise Malformed(f"no fields of roots of {bits} bits")
        counter = reader.uint(4, "counter", 0, roots_field.COUNTERS - 1)
        seed = reader.take(reader.uint(1, "length of the seed of roots", *roots_field.SEED_SIZES), "seed of roots")
        segments = reader.uint(2, "number of segments", 1, min(t, roots.MAX_SEGMENTS))
        return RootTerms(bits, seed, counter, t, segments)


def system(modulus, root_terms):
    """The number of the proof system; a modulus is an int, a Discriminant, or None."""
    if root_terms is not None:
        return SYSTEM_ROOTS if modulus is None else SYSTEM_BOTH
    return SYSTEM_CLASS_WESOLOWSKI if isinstance(modulus, Discriminant) else SYSTEM_WESOLOWSKI


def encode_head(suite, t, root_terms):
    """Suite and t; both are None if there are roots alone."""
    return NO_SUITE + uint(root_terms.t, 8) if suite is None else suite.encode() + uint(t, 8)


def read_head(reader, proof_system):
    """(suite, t); if there are roots alone, the suite is None and t is that of the roots."""
    if proof_system == SYSTEM_ROOTS:
        reader.expect(NO_SUITE, "suite where there are no challenges")
        return None, reader.uint(8, "t", 1, roots.MAX_T)
    return _read_suite(reader), reader.uint(8, "t", 1, MAX_T)


def encode_place(modulus, root_terms):
    """The bytes at the group's place."""
    if modulus is None:
        return root_terms.encode()
    place = modulus.encode() if isinstance(modulus, Discriminant) else _encode_modulus(modulus)
    if root_terms is None:
        return place
    return uint(system(modulus, None), 1) + place + uint(root_terms.t, 8) + root_terms.encode()


def read_place(reader, proof_system, t):
    """(modulus, root terms), one of which may be None; t is that of the head."""
    if proof_system == SYSTEM_ROOTS:
        return None, RootTerms.read(reader, t)
    if proof_system == SYSTEM_BOTH:
        modulus = _read_modulus(reader, reader.uint(1, "proof system of the squarings", maximum=SYSTEM_CLASS_WESOLOWSKI))
        return modulus, RootTerms.read(reader, reader.uint(8, "t of roots", 1, roots.MAX_T))
    return _read_modulus(reader, proof_system), None


def _read_suite(reader):
    """The suite of a proof file, as far as a chain knows it."""
    suite = Suite.read(reader)
    if suite.mode not in (PLAIN, SIEVED_FULL):
        raise Malformed(f"mode not for chains: {suite.mode}")
    if suite.hash_id != SHA_256:
        raise Malformed(f"hash not for chains: {suite.hash_id}")
    if suite.bits < MINIMUM_PRIME_BITS:
        raise Malformed(f"prime bits too few for chains: {suite.bits}")
    return suite


def _encode_modulus(modulus):
    length = (modulus.bit_length() + 7) // 8
    return uint(length, 4) + uint(modulus, length)


def _read_modulus(reader, proof_system):
    """The group of a chain with squarings alone: an int or a Discriminant."""
    if proof_system == SYSTEM_CLASS_WESOLOWSKI:
        return Discriminant.read(reader)
    length = reader.uint(4, "L", MINIMUM_BITS // 8, 1024)
    modulus = integer(reader.take(length, "modulus"))
    if (modulus.bit_length() + 7) // 8 != length:
        raise Malformed("modulus: leading zero byte")
    return modulus
