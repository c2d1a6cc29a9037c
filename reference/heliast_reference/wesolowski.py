"""Wesolowski's proof of a delay (spec/wesolowski.md): y = x^(2^t), pi = x^floor(2^t / l)."""

from dataclasses import dataclass

from .encoding import Reader, integer, tag, uint
from .errors import Invalid, Malformed
from .hash_to_prime import (
    HASH_NAMES,
    HINTED,
    MODE_NAMES,
    SHA_256,
    SIEVED_FULL,
    allowed_bits,
    hash_to_prime,
    hint_bound,
    hinted_prime,
)

MAX_T = (1 << 48) - 1
OUTPUT, COMPACT = 0, 1
FORMS = {"output": OUTPUT, "compact": COMPACT}
SYSTEM_WESOLOWSKI, SYSTEM_CLASS_WESOLOWSKI = 0, 1
HINT_SIZE = 2
DELAY_INPUT_DST = b"heliast/delay-input/v1"


@dataclass(frozen=True)
class Suite:
    """Hash-to-prime mode, number of prime bits and hash function; the proof system has one value."""

    mode: int = SIEVED_FULL
    bits: int = 256
    hash_id: int = SHA_256

    @property
    def hinted(self):
        return self.mode == HINTED

    def encode(self):
        return uint(self.mode, 1) + uint(self.hash_id, 1) + uint(self.bits, 2)

    @staticmethod
    def read(reader):
        mode = reader.uint(1, "mode")
        if mode not in MODE_NAMES:
            raise Malformed(f"mode out of range: {mode}")
        hash_id = reader.uint(1, "hash", maximum=max(HASH_NAMES))
        bits = reader.uint(2, "prime bits")
        if bits not in allowed_bits(mode):
            raise Malformed(f"prime bits out of range: {bits}")
        return Suite(mode, bits, hash_id)


def delay_input(group, message):
    return group.hash(DELAY_INPUT_DST, message)


def transcript(group, suite, t, x, y, context=b""):
    """The prefix from which the challenge prime is drawn. An empty context means no context."""
    statement = group.id + uint(t, 8) + uint(group.length, 4) + group.encode(x) + group.encode(y)
    bound = uint(len(context), 1) + context if context else b""
    return tag("heliast/wesolowski/v1") + suite.encode() + statement + bound


def challenge(group, suite, t, x, y, hint=None, context=b""):
    """The prime l: the prime that a hint names, or the first prime without a hint."""
    drawing = suite.mode, suite.hash_id, suite.bits, transcript(group, suite, t, x, y, context)
    return hash_to_prime(*drawing)[0] if hint is None else hinted_prime(*drawing, hint)


def honest_hint(group, suite, t, x, y, context=b""):
    """The counter of the first prime in a hinted suite; None in all others."""
    if not suite.hinted:
        return None
    return hash_to_prime(suite.mode, suite.hash_id, suite.bits, transcript(group, suite, t, x, y, context))[1]


def evaluate(group, x, t):
    """x^(2^t) by t squarings."""
    for _ in range(t):
        x = group.mul(x, x)
    return x


def prove(group, suite, t, x, y, context=b""):
    """pi, by the long division of 2^t by l: one bit of the quotient and up to two multiplications for each squaring."""
    return long_division(group, t, x, challenge(group, suite, t, x, y, context=context))


def long_division(group, t, x, l):
    """x^floor(2^t / l)."""
    pi, remainder = group.identity, 1
    for _ in range(t):
        bit, remainder = divmod(2 * remainder, l)
        pi = group.mul(pi, pi)
        if bit:
            pi = group.mul(pi, group.pow(x, bit))
    return pi


def trapdoor_evaluate(group, phi, x, t):
    """x^(2^t), computed with phi = (p - 1)(q - 1)."""
    return group.pow(x, pow(2, t, phi))


def trapdoor_prove(group, phi, suite, t, x, y, context=b""):
    """pi, computed with phi: floor(2^t / l) modulo phi is floor((2^t mod l * phi) / l) modulo phi."""
    l = challenge(group, suite, t, x, y, context=context)
    return group.pow(x, pow(2, t, l * phi) // l % phi)


def encode_output(group, y, pi, hint=None):
    return group.encode(y) + group.encode(pi) + encode_hint(hint)


def encode_compact(group, suite, pi, l, hint=None):
    return group.encode(pi) + uint(l, suite.bits // 8) + encode_hint(hint)


def encode_hint(hint):
    return b"" if hint is None else uint(hint, HINT_SIZE)


def verify(group, suite, t, x_bytes, form, proof, context=b""):
    """(x, y) when the bytes of a proof in this form show y = x^(2^t)."""
    x = group.decode(x_bytes, "x")
    size = form_size(group.length, suite, form)
    if len(proof) != size:
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {size}")
    reader = Reader(proof)
    head, rest = reader.take(group.length, "head"), reader.take(size - group.length - hint_size(suite), "rest")
    hint = decode_hint(reader, suite)
    if form == OUTPUT:
        y, pi = group.decode(head, "y"), group.decode(rest, "pi")
        check_statement(group, t, x)
        verify_output(group, suite, t, x, y, pi, hint, context)
    else:
        pi = group.decode(head, "pi")
        check_statement(group, t, x)
        y = verify_compact(group, suite, t, x, pi, integer(rest), hint, context)
    return x, y


def decode_hint(reader, suite):
    """The hint in a hinted suite, None in all others; nothing follows it."""
    hint = reader.uint(HINT_SIZE, "hint", 0, hint_bound(suite.bits) - 1) if suite.hinted else None
    reader.end()
    return hint


def check_statement(group, t, x):
    """Checks that proofs in the group are sound, that t is in range, and that x takes time."""
    group.check_sound()
    if not 1 <= t <= MAX_T:
        raise Invalid(f"t out of range: {t}")
    if x == group.identity:
        raise Invalid("x: identity")


def verify_output(group, suite, t, x, y, pi, hint=None, context=b""):
    group.check_units(x, y, pi)
    l = challenge(group, suite, t, x, y, hint, context)
    if right_side(group, t, x, pi, l) != y:
        raise Invalid("delay proof fails")


def verify_compact(group, suite, t, x, pi, l, hint=None, context=b""):
    """y, recovered from pi and l."""
    if l % 2 == 0:
        raise Invalid("l even")
    if l < 1 << (suite.bits - 64):
        raise Invalid("l short")
    group.check_units(x, pi)
    y = right_side(group, t, x, pi, l)
    if challenge(group, suite, t, x, y, hint, context) != l:
        raise Invalid("delay proof fails: l is not the challenge")
    return y


def right_side(group, t, x, pi, l):
    """pi^l * x^(2^t mod l)."""
    return group.mul(group.pow(pi, l), group.pow(x, pow(2, t, l)))


def form_size(length, suite, form):
    """Bytes of a proof in this form."""
    return length + (length if form == OUTPUT else suite.bits // 8) + hint_size(suite)


def hint_size(suite):
    return HINT_SIZE if suite.hinted else 0
