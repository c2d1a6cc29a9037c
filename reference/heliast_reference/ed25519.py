"""The curve edwards25519 (RFC 8032, section 5.1) and its Elligator 2 encoding (RFC 9380, section 6.8.2 and 8.5).

A point is a pair (x, y) of integers below P with -x^2 + y^2 = 1 + D x^2 y^2.
"""

import hashlib
from functools import lru_cache

from .errors import Malformed
from .xmd import expand_message_xmd

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
COFACTOR = 8
IDENTITY = (0, 1)
SQRT_MINUS_1 = pow(2, (P - 1) // 4, P)
MONTGOMERY_J = 486662


def add(a, b):
    """The complete addition law."""
    return _affine(_add(_extended(a), _extended(b)))


def negate(a):
    return (-a[0] % P, a[1])


def scale(scalar, point):
    """scalar * point, by double and add; scalar >= 0."""
    result, doubles = _extended(IDENTITY), _doubles(point)
    for place in range(scalar.bit_length()):
        if place == len(doubles):
            doubles.append(_add(doubles[-1], doubles[-1]))
        if scalar >> place & 1:
            result = _add(result, doubles[place])
    return _affine(result)


@lru_cache(maxsize=64)
def _doubles(point):
    """2^0 * point, 2^1 * point and so on, as far as they were needed: most points occur again."""
    return [_extended(point)]


def encode(point):
    """32 bytes: y little-endian, the parity of x in the top bit."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decode(data, name="point"):
    """The point in `data`, which must be its only canonical encoding."""
    if len(data) != 32:
        raise Malformed(f"{name}: wrong length: {len(data)} bytes, not 32")
    value = int.from_bytes(data, "little")
    sign, y = value >> 255, value & (1 << 255) - 1
    if y >= P:
        raise Malformed(f"{name}: not canonical")
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if x is None:
        raise Malformed(f"{name}: not on the curve")
    if x == 0 and sign:
        raise Malformed(f"{name}: not canonical")
    return (x if x & 1 == sign else P - x, y)


def square_root(a):
    """The even square root of a modulo P, or None."""
    root = pow(a, (P + 3) // 8, P)
    if root * root % P != a % P:
        root = root * SQRT_MINUS_1 % P
    if root * root % P != a % P:
        return None
    return root if root & 1 == 0 else P - root


def encode_to_curve(msg, dst):
    """The suite edwards25519_XMD:SHA-512_ELL2_NU_ of RFC 9380."""
    u = int.from_bytes(expand_message_xmd("sha512", msg, dst, 48), "big") % P
    return scale(COFACTOR, _elligator2(u))


def _elligator2(u):
    """RFC 9380, 6.7.1 with Z = 2 on curve25519, then the rational map of appendix D.1 to edwards25519."""
    denominator = (1 + 2 * u * u) % P
    x = -MONTGOMERY_J * pow(denominator, P - 2, P) % P or -MONTGOMERY_J % P
    y = square_root(_montgomery(x))
    if y is not None:
        y = -y % P
    else:
        x = (-x - MONTGOMERY_J) % P
        y = square_root(_montgomery(x))
    if y == 0 or x == P - 1:
        return IDENTITY
    factor = square_root(-(MONTGOMERY_J + 2) % P)
    return (factor * x * pow(y, -1, P) % P, (x - 1) * pow(x + 1, -1, P) % P)


def _montgomery(x):
    """x^3 + J x^2 + x."""
    return (x * x * x + MONTGOMERY_J * x * x + x) % P


def _extended(point):
    """(X : Y : Z : T) with x = X/Z, y = Y/Z, xy = T/Z."""
    x, y = point
    return (x, y, 1, x * y % P)


def _affine(extended):
    inverse = pow(extended[2], -1, P)
    return (extended[0] * inverse % P, extended[1] * inverse % P)


def _add(p, q):
    """RFC 8032, section 5.1.4."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def secret_scalar(seed):
    """(x, prefix) of RFC 8032, section 5.1.5: the clamped scalar and the second half of SHA-512(seed)."""
    h = hashlib.sha512(seed).digest()
    x = int.from_bytes(h[:32], "little")
    x &= (1 << 254) - 8
    x |= 1 << 254
    return x, h[32:]


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
