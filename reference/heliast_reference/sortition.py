"""Sortition in integers (spec/sortition.md): votes = the number of thresholds C(0), C(1), ... below the digest D."""

from .encoding import integer, sha256, tag, uint

TOTAL_LIMIT = 1 << 54
OUTPUT_SIZES = (32, 64)
ONE = (1 << 127, -127)


def digest(output, public_key):
    """D, an integer below 2^256."""
    if len(output) not in OUTPUT_SIZES:
        raise ValueError("sortition: an output has 32 or 64 bytes")
    return integer(
        sha256(tag("heliast/sortition/v1"), uint(len(output), 2), output, uint(len(public_key), 2), public_key)
    )


def votes(d, stake, total, expected):
    """The votes of `stake` of `total` units in a committee of `expected` votes, for the digest `d`."""
    if not 0 <= stake <= total < TOTAL_LIMIT or not 0 <= expected < 1 << 32:
        raise ValueError("sortition: stake, total or expected out of range")
    if stake == 0 or expected == 0:
        return 0
    if expected >= total:
        return stake
    count = 0
    for threshold in thresholds(stake, total, expected):
        if d <= threshold:
            return count
        count += 1
    return count


def thresholds(stake, total, expected):
    """C(j), about 2^256 * CDF(j), for j = 0 ... stake - 1, cut where the tail is below 2^-256."""
    q = total - expected
    p = power(muldiv(ONE, q, total), stake)
    c = fix(p)
    for j in range(1, stake + 1):
        yield c
        p = muldiv(muldiv(p, stake - j + 1, q), expected, j)
        f = fix(p)
        if f == 0 and j * total > stake * expected:
            return
        c += f


def norm(z, e):
    """z * 2^e with z cut or extended to 128 bits."""
    shift = z.bit_length() - 128
    return (z >> shift, e + shift) if shift >= 0 else (z << -shift, e + shift)


def mul(a, b):
    return norm(a[0] * b[0], a[1] + b[1])


def muldiv(number, a, b):
    """number * a / b."""
    return norm((number[0] * a << 64) // b, number[1] - 64)


def power(base, exponent):
    """base^exponent, from the top bit down."""
    result = base
    for bit in bin(exponent)[3:]:
        result = mul(result, result)
        if bit == "1":
            result = mul(result, base)
    return result


def fix(number):
    """floor(number * 2^256)."""
    m, shift = number[0], number[1] + 256
    return m << shift if shift >= 0 else m >> -shift
