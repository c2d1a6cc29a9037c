"""Envelopes: setups, locks, openings, files, recipients (spec/envelope.md)."""

import hmac
from dataclasses import dataclass
from functools import lru_cache

from . import bech32, wesolowski
from .age_file import KEY_SIZE, NONCE_SIZE, TAG_SIZE, VERSION, aead_open, aead_seal, decode64, encode64, hkdf
from .age_file import stream_open, stream_seal
from .class_group import ClassGroup, discriminant_from_seed
from .encoding import Reader, integer, uint
from .errors import Invalid, Malformed
from .group import RsaGroup
from .hash_to_prime import HINTED, hint_bound
from .proof_file import ProofFile

SUITE = wesolowski.Suite(HINTED, 264)
BASE_DST = b"heliast/envelope/base/v1"
KEY_INFO = b"heliast/envelope/key/v1"
BUILT_IN_SEED = b"Heliast: envelopes, built-in class group of 2048 bits"
BUILT_IN_BITS = 2048
# The discriminant of this seed, whose search takes a while; a test of the crate does it.
BUILT_IN_MAGNITUDE = int(
    "d4668ca75f340a1068888a96ce99ccb4a0c31627426b286f081f5fd5ef9205272e523935dcf62a20e59e81ad6eeea6ee7c52"
    "3ad41fbd43e466654528da549df2526383ec9225c8ff017da7114461c7272e8a337afbec9fe122012e28b252091bf1359a8e"
    "0c26e98f3d54e0d3a87d5d5f5dcc3a58c29487cc4fb58aca8b02853392ef08e76797109f50539d20e8c7d2059d64143a9497"
    "c1f03b2159b076d33a7fc47a92f4ac798ddd7ea357940c10da9bb0f72ce236546f285fa34722d5451b421f069b82d6b4d192"
    "f2ee19239281d7f2db37b843dc5e5e4bf17225053137d17f732d7ce829297e4a00b628f0cda697a620b19a31b8a7b9a31824"
    "5b5087673d5f",
    16,
)
MAX_STEPS = 32
LEVEL = 128
COLUMNS = 64


@dataclass(frozen=True)
class Place:
    """A group of unknown order, and the bytes that name it."""

    group: object
    encoded: bytes
    bits: int
    is_class: bool

    @property
    def base(self):
        return self.group.hash(BASE_DST, b"")

    @property
    def exponent_size(self):
        return self.bits // 16 + 18 if self.is_class else self.group.length + 16


@lru_cache(8)
def rsa_place(modulus, built_in):
    """`built_in` is RSA-2048."""
    group = RsaGroup(modulus, 2048)
    named = modulus == built_in
    encoded = uint(0, 1) if named else uint(2, 1) + uint(group.length, 2) + uint(modulus, group.length)
    return Place(group, encoded, modulus.bit_length(), False)


@lru_cache(8)
def class_place(seed, bits):
    named = (seed, bits) == (BUILT_IN_SEED, BUILT_IN_BITS)
    encoded = uint(1, 1) if named else uint(3, 1) + uint(bits, 2) + uint(len(seed), 1) + seed
    magnitude = BUILT_IN_MAGNITUDE if named else discriminant_from_seed(seed, bits)
    return Place(ClassGroup(magnitude), encoded, bits, True)


def read_place(reader, built_in):
    form = reader.uint(1, "place", maximum=3)
    if form == 0:
        return rsa_place(built_in, built_in)
    if form == 1:
        return class_place(BUILT_IN_SEED, BUILT_IN_BITS)
    if form == 2:
        data = reader.take(reader.uint(2, "length of the modulus", 256, 1024), "modulus")
        if data[0] == 0 or integer(data) == built_in:
            raise Malformed("place: a modulus that is written otherwise")
        return rsa_place(integer(data), built_in)
    bits = reader.uint(2, "bits of the class group", 1024, 4096)
    seed = reader.take(reader.uint(1, "length of the seed", 32), "seed")
    if bits % 32 or (seed, bits) == (BUILT_IN_SEED, BUILT_IN_BITS):
        raise Malformed("place: a class group that is written otherwise")
    return class_place(seed, bits)


@dataclass(frozen=True)
class Step:
    t: int
    h: object
    pi: object
    hint: int

    def encode(self, group):
        return uint(self.t, 8) + group.encode(self.h) + group.encode(self.pi) + uint(self.hint, 2)


@dataclass(frozen=True)
class Setup:
    place: Place
    steps: tuple

    def encode(self):
        return b"HLES\1" + self.place.encoded + encode_steps(self.place.group, self.steps)

    def h(self, t):
        return next(step.h for step in self.steps if step.t == t)

    def verify(self):
        group = self.place.group
        x, before = self.place.base, 0
        for step in self.steps:
            wesolowski.check_statement(group, step.t - before, x)
            wesolowski.verify_output(group, SUITE, step.t - before, x, step.h, step.pi, step.hint)
            x, before = step.h, step.t


def encode_steps(group, steps):
    return uint(len(steps), 1) + b"".join(step.encode(group) for step in steps)


def read_steps(reader, group):
    steps, before = [], 0
    for _ in range(reader.uint(1, "steps", 1, MAX_STEPS)):
        t = reader.uint(8, "t", before + 1, wesolowski.MAX_T)
        h, pi = (group.decode(reader.take(group.length, name), name) for name in ("h", "pi"))
        steps.append(Step(t, h, pi, reader.uint(2, "hint", maximum=hint_bound(SUITE.bits) - 1)))
        before = t
    reader.end()
    group.check_units(*(element for step in steps for element in (step.h, step.pi)))
    return tuple(steps)


def read_setup(data, built_in):
    reader = Reader(data)
    reader.expect(b"HLES\1", "magic or version")
    place = read_place(reader, built_in)
    return Setup(place, read_steps(reader, place.group))


def make_setup(place, delays):
    """By squaring; delays ascend."""
    group, x, before, steps = place.group, place.base, 0, []
    for t in delays:
        statement = group, SUITE, t - before, x
        h = wesolowski.evaluate(group, x, t - before)
        steps.append(Step(t, h, wesolowski.prove(*statement, h), wesolowski.honest_hint(*statement, h)))
        x, before = h, t
    return Setup(place, tuple(steps))


@dataclass(frozen=True)
class Lock:
    place: Place
    t: int
    x: object
    wrapped: bytes

    @property
    def body(self):
        return self.place.encoded + self.place.group.encode(self.x) + self.wrapped

    @property
    def arguments(self):
        return [b"heliast", b"1", str(self.t).encode()]

    def open(self, y):
        """The file key, for y = x^(2^t)."""
        file_key = aead_open(lock_key(self.place.group, self.t, self.x, y), bytes(12), self.wrapped)
        if file_key is None:
            raise Invalid("the file key does not open")
        return file_key

    def work(self):
        return wesolowski.evaluate(self.place.group, self.x, self.t)

    def make_opening(self, y, suite=SUITE):
        group = self.place.group
        statement = group, suite, self.t, self.x
        pi, hint = wesolowski.prove(*statement, y), wesolowski.honest_hint(*statement, y)
        proof = wesolowski.encode_output(group, y, pi, hint)
        return ProofFile(suite, self.t, group.id, group.encode(self.x), proof).encode()

    def check_opening(self, data):
        """y."""
        group, opening = self.place.group, ProofFile.decode(data)
        if opening.system != 0:
            raise Malformed("an opening of another system")
        extra = 8 if opening.suite.hinted else 0
        if (opening.suite.bits - extra) // 2 < LEVEL:
            raise Invalid("the proof's level is too low")
        if (opening.group_id, opening.x, opening.t) != (group.id, group.encode(self.x), self.t):
            raise Invalid("an opening of something else")
        return opening.verify(group)[1]


def lock_key(group, t, x, y):
    return hkdf(group.encode(y), group.id + uint(t, 8) + group.encode(x), KEY_INFO)


def seal(place, h, t, e, file_key):
    """The lock; e is bytes."""
    group = place.group
    x, y = group.pow(place.base, integer(e)), group.pow(h, integer(e))
    return Lock(place, t, x, aead_seal(lock_key(group, t, x, y), bytes(12), file_key))


def read_lock(arguments, body, built_in):
    """The lock of a stanza, its arguments without the name."""
    if len(arguments) != 2:
        raise Malformed("a lock has two arguments")
    if arguments[0] != b"1":
        raise Malformed("a lock of another version")
    digits = arguments[1]
    if not digits.isdigit() or digits.startswith(b"0") or len(digits) > 15 or int(digits) > wesolowski.MAX_T:
        raise Malformed("t is not a number of squarings")
    reader = Reader(body)
    place = read_place(reader, built_in)
    x = place.group.decode(reader.take(place.group.length, "x"), "x")
    wrapped = reader.take(KEY_SIZE + TAG_SIZE, "file key")
    reader.end()
    place.group.check_units(x)
    if x == place.group.identity:
        raise Invalid("x: identity")
    return Lock(place, int(digits), x, wrapped)


def make_file(stanzas, file_key, nonce, plain):
    """The envelope around locks and stanzas of other kinds: pairs of arguments and body."""
    header = VERSION + b"".join(encode_stanza(*stanza) for stanza in stanzas) + b"---"
    mac = hmac.digest(hkdf(file_key, b"", b"header"), header, "sha256")
    return header + b" " + encode64(mac) + b"\n" + nonce + stream_seal(hkdf(file_key, nonce, b"payload"), plain)


def encode_stanza(arguments, body):
    text = encode64(body)
    lines = [text[at : at + COLUMNS] for at in range(0, len(text) + 1, COLUMNS)]
    return b"-> " + b" ".join(arguments) + b"\n" + b"\n".join(lines) + b"\n"


def read_header(data):
    """(stanzas, header as authenticated, MAC, payload)."""
    if not data.startswith(VERSION):
        raise Malformed("this is not an age file of version 1")
    at, stanzas = len(VERSION), []

    def line():
        nonlocal at
        end = data.find(b"\n", at)
        if end < 0:
            raise Malformed("the header is cut short")
        found, at = data[at:end], end + 1
        return found

    while True:
        start, first = at, line()
        if first.startswith(b"---"):
            break
        words = first.split(b" ")
        printable = all(word and all(33 <= byte <= 126 for byte in word) for word in words)
        if words[0] != b"->" or len(words) < 2 or not printable:
            raise Malformed("a line of the header is none of the format")
        body = []
        while True:
            body.append(line())
            if len(body[-1]) > COLUMNS:
                raise Malformed("a line of a body is too long")
            if len(body[-1]) < COLUMNS:
                break
        text = b"".join(body)
        stanzas.append((words[1:], decode64(text, len(text) * 3 // 4)))
    if not stanzas or not first.startswith(b"--- "):
        raise Malformed("the header does not end where it should")
    if len(data) < at + NONCE_SIZE + TAG_SIZE:
        raise Malformed("the file is cut short")
    return stanzas, data[: start + 3], decode64(first[4:], 32), data[at:]


def locks_of(data, built_in):
    stanzas = read_header(data)[0]
    return [read_lock(arguments[1:], body, built_in) for arguments, body in stanzas if arguments[0] == b"heliast"]


def open_file(data, file_key):
    """The contents, for the file key that a lock gave."""
    _, header, mac, payload = read_header(data)
    if not hmac.compare_digest(mac, hmac.digest(hkdf(file_key, b"", b"header"), header, "sha256")):
        raise Invalid("the header was changed")
    return stream_open(hkdf(file_key, payload[:NONCE_SIZE], b"payload"), payload[NONCE_SIZE:])


def encode_recipient(place, t, steps=()):
    rest = encode_steps(place.group, steps) if steps else b""
    return bech32.encode("age1heliast", b"\1" + place.encoded + uint(t, 8) + rest)


def read_recipient(text, built_in):
    """(place, t, steps): no steps if the setup comes with the program."""
    reader = Reader(bech32.decode(text, "age1heliast"))
    reader.expect(b"\1", "version")
    place = read_place(reader, built_in)
    t = reader.uint(8, "t", 1, wesolowski.MAX_T)
    if reader.at == len(reader.data):
        return place, t, ()
    steps = read_steps(reader, place.group)
    if steps[-1].t != t:
        raise Malformed("the steps are of another delay")
    return place, t, steps


def encode_identity(opening=None):
    return bech32.encode("AGE-PLUGIN-HELIAST-", b"\1\0" if opening is None else b"\1\1" + opening)


def read_identity(text):
    """The opening, or None if the identity computes the delay."""
    reader = Reader(bech32.decode(text, "AGE-PLUGIN-HELIAST-"))
    reader.expect(b"\1", "version")
    if reader.uint(1, "kind", maximum=1) == 0:
        reader.end()
        return None
    opening = reader.data[reader.at :]
    ProofFile.decode(opening)
    return opening
