"""ECVRF-EDWARDS25519-SHA512-TAI and -ELL2 (spec/vrf.md; RFC 9381, sections 5.1 to 5.5)."""

import hashlib

from . import ed25519 as curve
from .encoding import Reader
from .errors import Invalid, Malformed

TAI, ELL2 = 0x03, 0x04
SCHEMES = {"ecvrf-edwards25519-sha512-tai": TAI, "ecvrf-edwards25519-sha512-ell2": ELL2}
SCHEME_NAMES = {TAI: "ecvrf-edwards25519-sha512-tai", ELL2: "ecvrf-edwards25519-sha512-ell2"}
KEY_SIZE, PROOF_SIZE, OUTPUT_SIZE, CHALLENGE_SIZE = 32, 80, 64, 16


def public_key(seed):
    """The 32 bytes of the public key of a 32-byte Ed25519 seed."""
    return curve.encode(curve.scale(curve.secret_scalar(seed)[0], curve.BASE))


def decode_public_key(data):
    """The point of an admissible public key: canonical, on the curve, not of small order."""
    point = curve.decode(data, "public key")
    if curve.scale(curve.COFACTOR, point) == curve.IDENTITY:
        raise Malformed("public key: small order")
    return point


def prove(scheme, seed, alpha):
    """(beta, pi) for the input alpha."""
    x, prefix = curve.secret_scalar(seed)
    pk = public_key(seed)
    h = hash_to_curve(scheme, pk, alpha)
    nonce = int.from_bytes(hashlib.sha512(prefix + curve.encode(h)).digest(), "little") % curve.Q
    pi = prove_with(scheme, pk, x, h, curve.scale(x, h), nonce)
    return output(scheme, curve.scale(x, h)), pi


def prove_with(scheme, pk, x, h, gamma, nonce):
    """pi for any gamma and nonce (RFC 9381, 5.1, steps 5 to 8)."""
    c = challenge(scheme, pk, h, gamma, curve.scale(nonce, curve.BASE), curve.scale(nonce, h))
    s = (nonce + c * x) % curve.Q
    return curve.encode(gamma) + c.to_bytes(CHALLENGE_SIZE, "little") + s.to_bytes(32, "little")


def verify(scheme, pk, alpha, pi):
    """beta, or Malformed (the key or proof is not an object) or Invalid (the proof fails)."""
    y = decode_public_key(pk)
    gamma, c, s = decode_proof(pi)
    h = hash_to_curve(scheme, pk, alpha)
    u = curve.add(curve.scale(s, curve.BASE), curve.negate(curve.scale(c, y)))
    v = curve.add(curve.scale(s, h), curve.negate(curve.scale(c, gamma)))
    if challenge(scheme, pk, h, gamma, u, v) != c:
        raise Invalid("VRF proof fails")
    return output(scheme, gamma)


def decode_proof(pi):
    """(gamma, c, s)."""
    if len(pi) != PROOF_SIZE:
        raise Malformed(f"proof: wrong length: {len(pi)} bytes, not {PROOF_SIZE}")
    gamma = curve.decode(pi[:32], "gamma")
    s = int.from_bytes(pi[48:], "little")
    if s >= curve.Q:
        raise Malformed("s: not canonical")
    return gamma, int.from_bytes(pi[32:48], "little"), s


def hash_to_curve(scheme, pk, alpha):
    """ECVRF_encode_to_curve with the public key as salt (RFC 9381, 5.4.1.1 and 5.4.1.2)."""
    if scheme == ELL2:
        dst = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_" + bytes([scheme])
        return curve.encode_to_curve(pk + alpha, dst)
    for counter in range(256):
        data = bytes([scheme, 1]) + pk + alpha + bytes([counter, 0])
        try:
            point = curve.scale(curve.COFACTOR, curve.decode(hashlib.sha512(data).digest()[:32]))
        except Malformed:
            continue
        if point != curve.IDENTITY:
            return point
    raise Invalid("input has no point: try and increment failed")


def challenge(scheme, pk, h, gamma, u, v):
    """ECVRF_challenge_generation (RFC 9381, 5.4.3)."""
    points = b"".join(curve.encode(p) for p in (h, gamma, u, v))
    data = bytes([scheme, 2]) + pk + points + b"\0"
    return int.from_bytes(hashlib.sha512(data).digest()[:CHALLENGE_SIZE], "little")


def output(scheme, gamma):
    """ECVRF_proof_to_hash (RFC 9381, 5.2): beta of a gamma that has been verified."""
    cleared = curve.encode(curve.scale(curve.COFACTOR, gamma))
    return hashlib.sha512(bytes([scheme, 3]) + cleared + b"\0").digest()


def encode_proof_file(scheme, pi):
    return b"HLVR\1" + bytes([scheme]) + pi


def decode_proof_file(data):
    """(scheme, pi), with pi checked for its form."""
    reader = Reader(data)
    reader.expect(b"HLVR", "magic")
    reader.expect(b"\1", "version")
    scheme = reader.uint(1, "scheme")
    if scheme not in SCHEME_NAMES:
        raise Malformed(f"scheme out of range: {scheme}")
    pi = reader.take(PROOF_SIZE, "proof")
    reader.end()
    decode_proof(pi)
    return scheme, pi
