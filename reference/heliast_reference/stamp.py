"""Stamps: terms, and the private and the public form (spec/stamp.md). Spent stamps are not recorded here."""

import hmac
from dataclasses import dataclass

from . import wesolowski
from .ed25519_signature import public_key, sign, verifies_strictly
from .encoding import Reader, integer, sha256, tag, uint
from .errors import Invalid, Malformed
from .hash_to_prime import HINTED

MAGIC = b"HLST\x01"
PRIVATE, PUBLIC = 0, 1
TERMS_SIZE, SEAL_SIZE, SIGNATURE_SIZE, PRIME_SIZE, HINT_SIZE = 126, 16, 64, 33, 2
MAX_TIME = 1 << 53
SUITE = wesolowski.Suite(HINTED, 264)


@dataclass(frozen=True)
class Terms:
    """The terms of a challenge. Times are in milliseconds since 1970."""

    t: int
    issued: int
    last: int
    nonce: bytes
    resource: bytes
    client: bytes

    def encode(self, form, issuer):
        numbers = uint(self.t, 8) + uint(self.issued, 8) + uint(self.last, 8)
        return MAGIC + uint(form, 1) + issuer + numbers + self.nonce + self.resource + self.client


@dataclass(frozen=True)
class Expected:
    """The terms that a stamp has to meet."""

    resource: bytes
    client: bytes
    least: int
    now: int
    skew: int = 0

    def check(self, terms):
        if terms.resource != resource_digest(self.resource):
            raise Invalid("resource")
        if terms.client != client_digest(self.client):
            raise Invalid("client")
        if terms.t < self.least:
            raise Invalid("difficulty")
        if self.now + self.skew < terms.issued:
            raise Invalid("early")
        if self.now > terms.last + self.skew:
            raise Invalid("late")


def resource_digest(name):
    return sha256(tag("heliast/stamp/resource/v1"), name)


def client_digest(name):
    return sha256(tag("heliast/stamp/client/v1"), name)


def spent_id(terms):
    """The id by which a stamp with these bytes of terms is remembered."""
    return sha256(tag("heliast/stamp/id/v1"), terms)[:16]


def read_terms(data, form, issuer):
    reader = Reader(data)
    if reader.take(5, "version") != MAGIC or reader.uint(1, "form") != form:
        raise Malformed("version")
    if reader.take(16, "issuer") != issuer:
        raise Malformed("issuer")
    t, issued, last = (reader.uint(8, name) for name in ("t", "issued", "last"))
    if not (1 <= t <= wesolowski.MAX_T and issued <= last < MAX_TIME):
        raise Malformed("terms")
    return Terms(t, issued, last, *(reader.take(size, "digest") for size in (16, 32, 32)))


def read_element(group, data):
    try:
        x = group.decode(data)
        group.check_units(x)
        return x
    except Malformed:
        raise Malformed("element") from None


class PrivateIssuer:
    """The issuer with a secret of 32 bytes, which checks its own stamps."""

    def __init__(self, secret, group):
        self.secret, self.group = secret, group
        self.id = sha256(tag("heliast/stamp/private/v1"), group.id, self._mac("heliast/stamp/id/v1", b""))[:16]
        self.g = group.hash(b"heliast/stamp/base/v1", b"")

    def _mac(self, label, data):
        return hmac.digest(self.secret, tag(label) + data, "sha256")

    def _power(self, base, terms):
        return self.group.pow(base, integer(self._mac("heliast/stamp/exponent/v1", terms)))

    def _seal(self, terms):
        return self._mac("heliast/stamp/seal/v1", terms)[:SEAL_SIZE]

    def challenge(self, terms):
        data = terms.encode(PRIVATE, self.id)
        x = self.group.encode(self._power(self.g, data))
        return data + self._seal(data) + encode_modulus(self.group) + x

    def solve(self, challenge, terms):
        """The stamp as a sender makes it: by squaring."""
        x = self.group.decode(challenge[-self.group.length :])
        return challenge[: TERMS_SIZE + SEAL_SIZE] + self.group.encode(wesolowski.evaluate(self.group, x, terms.t))

    def check(self, stamp, expected):
        """The id by which the stamp is to be remembered."""
        if len(stamp) != TERMS_SIZE + SEAL_SIZE + self.group.length:
            raise Malformed("length")
        data, seal, y = stamp[:TERMS_SIZE], stamp[TERMS_SIZE:][:SEAL_SIZE], stamp[TERMS_SIZE + SEAL_SIZE :]
        terms = read_terms(data, PRIVATE, self.id)
        expected.check(terms)
        if seal != self._seal(data):
            raise Invalid("forged")
        h = wesolowski.evaluate(self.group, self.g, terms.t)
        if read_element(self.group, y) != self._power(h, data):
            raise Invalid("false")
        return spent_id(data)


class PublicIssuer:
    """The issuer with the Ed25519 key of a seed; `check` needs the public key only."""

    def __init__(self, seed, group):
        self.seed, self.group, self.key = seed, group, public_key(seed)
        self.id = sha256(tag("heliast/stamp/public/v1"), group.id, self.key)[:16]

    def challenge(self, terms):
        data = terms.encode(PUBLIC, self.id)
        return data + sign(self.seed, tag("heliast/stamp/terms/v1") + data) + encode_modulus(self.group)

    def solve(self, challenge, terms):
        head = challenge[: TERMS_SIZE + SIGNATURE_SIZE]
        statement = self.group, SUITE, terms.t, self._input(head[:TERMS_SIZE])
        y = wesolowski.evaluate(self.group, statement[3], terms.t)
        pi, l = wesolowski.prove(*statement, y), wesolowski.challenge(*statement, y)
        return head + wesolowski.encode_compact(self.group, SUITE, pi, l, wesolowski.honest_hint(*statement, y))

    def _input(self, data):
        return self.group.hash(b"heliast/stamp/input/v1", data)

    def check(self, stamp, expected):
        """The id by which the stamp is to be remembered."""
        if len(stamp) != TERMS_SIZE + SIGNATURE_SIZE + self.group.length + PRIME_SIZE + HINT_SIZE:
            raise Malformed("length")
        reader = Reader(stamp)
        data, signature = reader.take(TERMS_SIZE, "terms"), reader.take(SIGNATURE_SIZE, "signature")
        terms = read_terms(data, PUBLIC, self.id)
        expected.check(terms)
        if not verifies_strictly(self.key, tag("heliast/stamp/terms/v1") + data, signature):
            raise Invalid("forged")
        pi = read_element(self.group, reader.take(self.group.length, "pi"))
        l, hint = reader.uint(PRIME_SIZE, "l"), reader.uint(HINT_SIZE, "hint")
        try:
            wesolowski.verify_compact(self.group, SUITE, terms.t, self._input(data), pi, l, hint)
        except (Invalid, Malformed):
            raise Invalid("false") from None
        return spent_id(data)


def encode_modulus(group):
    return uint(group.length, 4) + uint(group.modulus, group.length)


def terms_for(expected, t, life, nonce):
    """Terms that are given out at `expected.now`."""
    digests = resource_digest(expected.resource), client_digest(expected.client)
    return Terms(t, expected.now, expected.now + life, nonce, *digests)
