"""vectors/stamp.json"""

from hashlib import sha512

from heliast_reference import ed25519, ed25519_signature, stamp
from heliast_reference.encoding import tag, uint
from heliast_reference.group import RsaGroup
from heliast_reference.stamp import Expected, PrivateIssuer, PublicIssuer

from .common import document, refused, rsa, stream

NAME = "stamp.json"
ABOUT = (
    "Stamps. kind challenge: an issuer (form private: its 32 secret bytes; public: the seed of its key, and its public "
    "key) gives out terms (t; issued and last in milliseconds since 1970; nonce; the names of resource and client) in "
    "the group of the modulus that is named, which makes the challenge; its stamp, and the id by which it is spent. kind "
    "check: a stamp, and what it has to be for: resource, client, least squarings, now, skew; taken, or refused for the "
    "reason that is named."
)
NOW = 1_800_000_000_000
LIFE = 60_000
T = 300
# A point of order 8.
SMALL = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def make():
    cases = []
    for name in ("RSA-1024", "RSA-2048"):
        group = RsaGroup(rsa(name), 1024)
        for form, issuer in issuers(group).items():
            cases += issuer_cases(name, form, issuer)
    return document(ABOUT, "spec/stamp.md", cases)


def issuers(group):
    secret, seed = stream("stamp secret", 32), stream("stamp seed", 32)
    return {"private": PrivateIssuer(secret, group), "public": PublicIssuer(seed, group)}


def expectation(**changed):
    fields = {"resource": b"/comments", "client": b"203.0.113.0/24", "least": T, "now": NOW, "skew": 0} | changed
    return Expected(**fields)


def described(form, issuer):
    if form == "private":
        return {"form": form, "secret": issuer.secret.hex()}
    return {"form": form, "secret": issuer.seed.hex(), "public_key": issuer.key.hex()}


def issuer_cases(name, form, issuer):
    label = f"{name}, {form}"
    expected = expectation()
    terms = stamp.terms_for(expected, T, LIFE, stream("stamp nonce", 16))
    challenge = issuer.challenge(terms)
    good = issuer.solve(challenge, terms)
    made = {
        "name": f"{label}: a challenge",
        "kind": "challenge",
        "group": name,
        **described(form, issuer),
        "t": T,
        "issued": NOW,
        "last": NOW + LIFE,
        "nonce": terms.nonce.hex(),
        "resource": expected.resource.hex(),
        "client": expected.client.hex(),
        "challenge": challenge.hex(),
        "stamp": good.hex(),
        "id": issuer.check(good, expected).hex(),
    }
    given = {"kind": "check", "group": name, **described(form, issuer)}

    def case(what, data, expected, error=None):
        fields = {
            **given,
            "stamp": data.hex(),
            "resource": expected.resource.hex(),
            "client": expected.client.hex(),
            "least": expected.least,
            "now": expected.now,
            "skew": expected.skew,
        }
        if error:
            return refused(f"{label}: {what}", lambda: issuer.check(data, expected), error, **fields)
        issuer.check(data, expected)
        return {"name": f"{label}: {what}", **fields}

    taken = [
        case("at once", good, expected),
        case("in the last millisecond", good, expectation(now=NOW + LIFE)),
        case("late by less than the skew", good, expectation(now=NOW + LIFE + 500, skew=500)),
        case("early by less than the skew", good, expectation(now=NOW - 500, skew=500)),
        case("more squarings than are asked for", good, expectation(least=1)),
    ]
    return [made] + taken + refusals(issuer, form, good, terms, case)


def odd_signatures(issuer, good, case, now):
    """Made with the key: verifiers that multiply by the cofactor accept them."""
    x, _ = ed25519.secret_scalar(issuer.seed)
    r = int.from_bytes(stream("stamp r", 32), "little") % ed25519.Q
    message, proof = tag("heliast/stamp/terms/v1") + good[: stamp.TERMS_SIZE], stamp.TERMS_SIZE

    def signed(r, start):
        k = int.from_bytes(sha512(start + issuer.key + message).digest(), "little")
        return good[:proof] + start + ((r + k * x) % ed25519.Q).to_bytes(32, "little") + good[proof + stamp.SIGNATURE_SIZE :]

    mixed = ed25519.encode(ed25519.add(ed25519.scale(r, ed25519.BASE), ed25519_signature.point(SMALL)))
    signature = good[proof : proof + stamp.SIGNATURE_SIZE]
    s = int.from_bytes(signature[32:], "little") + ed25519.Q
    tries = {
        "R with a part of small order": signed(r, mixed),
        "R of small order": signed(0, SMALL),
        "S + L": good[: proof + 32] + s.to_bytes(32, "little") + good[proof + stamp.SIGNATURE_SIZE :],
    }
    return [case(label, data, now, "invalid") for label, data in tries.items()]


def refusals(issuer, form, good, terms, case):
    wrong = [
        ("another resource", expectation(resource=b"/login"), "invalid"),
        ("another client", expectation(client=b""), "invalid"),
        ("too few squarings", expectation(least=T + 1), "invalid"),
        ("a millisecond early", expectation(now=NOW - 1), "invalid"),
        ("a millisecond late", expectation(now=NOW + LIFE + 1), "invalid"),
    ]
    cases = [case(what, good, expected, error) for what, expected, error in wrong]
    now = expectation()
    proof = stamp.TERMS_SIZE
    answer = proof + (stamp.SEAL_SIZE if form == "private" else stamp.SIGNATURE_SIZE)
    length = issuer.group.length

    def flipped(place):
        return good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]

    def answered(number):
        return good[:answer] + uint(number, length) + good[answer + length :]

    modulus = issuer.group.modulus
    y = int.from_bytes(good[answer : answer + length], "big")
    changed = [
        ("a byte too few", good[:-1], "malformed"),
        ("a byte too many", good + b"\0", "malformed"),
        ("nothing", b"", "malformed"),
        ("another magic", flipped(0), "malformed"),
        ("another version", flipped(4), "malformed"),
        ("the other form", flipped(5), "malformed"),
        ("another issuer", flipped(6), "malformed"),
        ("t = 0", good[:22] + uint(0, 8) + good[30:], "malformed"),
        ("t = 2^48", good[:22] + uint(1 << 48, 8) + good[30:], "malformed"),
        ("last before issued", good[:38] + uint(NOW - 1, 8) + good[46:], "malformed"),
        ("last at 2^53", good[:38] + uint(1 << 53, 8) + good[46:], "malformed"),
        ("more t than was given out", good[:22] + uint(T + 1, 8) + good[30:], "invalid"),
        ("a longer life than was given out", good[:38] + uint(NOW + LIFE + 1, 8) + good[46:], "invalid"),
        ("another nonce", flipped(46), "invalid"),
        ("another seal or signature", flipped(proof), "invalid"),
        ("0", answered(0), "malformed"),
        ("1", answered(1), "invalid"),
        ("N - 1", answered(modulus - 1), "malformed"),
        ("N - y", answered(modulus - y), "malformed"),
        ("the last byte", flipped(len(good) - 1), "invalid"),
        ("2", answered(2), "invalid"),
    ]
    cases += [case(what, data, now, error) for what, data, error in changed]
    if form == "public":
        cases += odd_signatures(issuer, good, case, now)
    other = stamp.terms_for(now, T, LIFE, stream("another nonce", 16))
    foreign = issuer.solve(issuer.challenge(other), other)
    return cases + [case("the answer of another challenge", good[:answer] + foreign[answer:], now, "invalid")]
