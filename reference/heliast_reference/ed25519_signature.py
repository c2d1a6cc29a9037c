"""Ed25519 signatures (RFC 8032, section 5.1), verified as ZIP 215 says (spec/finality.md), or strictly (spec/stamp.md)."""

import hashlib

from . import ed25519
from .errors import Malformed

KEY_SIZE = 32
SIGNATURE_SIZE = 64


def public_key(seed):
    return ed25519.encode(ed25519.scale(ed25519.secret_scalar(seed)[0], ed25519.BASE))


def sign(seed, message):
    x, prefix = ed25519.secret_scalar(seed)
    r = _hash(prefix, message)
    start = ed25519.encode(ed25519.scale(r, ed25519.BASE))
    s = (r + _hash(start, public_key(seed), message) * x) % ed25519.Q
    return start + s.to_bytes(32, "little")


def verifies(key, message, signature):
    """s < q, and 8 s B = 8 R + 8 k A with k over the bytes as received."""
    a, r = point(key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ed25519.Q or len(signature) != SIGNATURE_SIZE:
        return False
    k = _hash(signature[:32], key, message)
    right = ed25519.add(r, ed25519.scale(k, a))
    return _eightfold(ed25519.scale(s, ed25519.BASE)) == _eightfold(right)


def verifies_strictly(key, message, signature):
    """s < q, canonical points of large order, and s B = R + k A without a cofactor."""
    try:
        a, r = ed25519.decode(key), ed25519.decode(signature[:32])
    except Malformed:
        return False
    s = int.from_bytes(signature[32:], "little")
    if ed25519.IDENTITY in (_eightfold(a), _eightfold(r)) or s >= ed25519.Q or len(signature) != SIGNATURE_SIZE:
        return False
    k = _hash(signature[:32], key, message)
    return ed25519.scale(s, ed25519.BASE) == ed25519.add(r, ed25519.scale(k, a))


def check_key(key):
    """Anybody can sign for a key of small order."""
    decoded = point(key)
    if decoded is None or _eightfold(decoded) == ed25519.IDENTITY:
        raise Malformed("Ed25519 key: no point of the curve of large order")


def point(data):
    """The point that `data` encodes, or None if it encodes no point: y is taken modulo p, and x = 0 may have either
    sign."""
    if len(data) != 32:
        return None
    value = int.from_bytes(data, "little")
    sign, y = value >> 255, (value & (1 << 255) - 1) % ed25519.P
    x = ed25519.square_root((y * y - 1) * pow(ed25519.D * y * y + 1, -1, ed25519.P) % ed25519.P)
    if x is None:
        return None
    return (x if x & 1 == sign else -x % ed25519.P, y)


def _eightfold(given):
    return ed25519.scale(ed25519.COFACTOR, given)


def _hash(*parts):
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % ed25519.Q
