"""Bytes of the right length that are not an element of a class group."""

from math import gcd

from heliast_reference.class_group import short_factor
from heliast_reference.encoding import uint
from heliast_reference.prime import is_prime

from .common import patch, rsa


def false_encodings(group, data):
    """The bytes by their defect; `data` is an element's encoding with s = 0 and t other than 0."""
    assert data[1] == 0 and group.encode(group.decode(data)) == data
    end = 2 + 2 * group.quarter
    identity = group.encode(group.identity)
    # If a is even, a - b is odd as well, and gives another form.
    other_sign = {"with another sign of t": patch(data, 0, uint(data[0] ^ 2, 1))} if data[end - 1] % 2 else {}
    return other_sign | {
        "of zeros": bytes(group.length),
        "of ones": b"\xff" * group.length,
        "with a third flag": patch(data, 0, uint(data[0] | 4, 1)),
        "with an eighth flag": patch(data, 0, uint(data[0] | 128, 1)),
        "with a shift that is too long": patch(data, 1, uint(group.quarter, 1)),
        "with another shift": patch(data, 1, b"\1"),
        "with another a": patch(data, end - 1, uint(data[end - 1] ^ 2, 1)),
        "with a = 0": patch(data, 2, bytes(2 * group.quarter)),
        "with g = 0": patch(data, group.length - 2, b"\0"),
        "with another quotient": patch(data, group.length - 1, uint(data[-1] ^ 1, 1)),
        "with the next remainder's t": later_factor(group),
        "with a factor of a and t that is not taken out": common_factor(group),
        "with a form that is not reduced": not_reduced(group),
        "of a negative identity": patch(identity, 0, b"\1"),
        "of the identity with a quotient": patch(identity, group.length - 1, b"\1"),
        "of a number": uint(rsa("RSA-1024") // 3, 128)[: group.length],
    }


def fields(group, a, t, is_negative=False):
    """An encoding with g = 1."""
    flags = is_negative + 2 * (t < 0)
    return bytes([flags, 0]) + uint(a, 2 * group.quarter) + uint(abs(t), group.quarter) + b"\1\0"


def later_factor(group):
    """A form whose t is that of the remainder after the right one: the square root is still right."""
    a, b, _ = group.hash(b"heliast/test", b"later")
    right, (r, t), (s, u) = short_factor(a, abs(b)), (abs(b), 1), (a, 0)
    while True:
        q = s // r
        (s, u), (r, t) = (r, t), (s - q * r, u - q * t)
        if u == right and gcd(a, t) == 1:
            return fields(group, a, t, b < 0)


def common_factor(group):
    """A form whose a and t have a common factor, encoded as if they had none."""
    power = group.hash(b"heliast/test", b"common")
    while True:
        power = group.mul(power, group.form(2, 1))
        a, b, _ = power
        t = short_factor(a, abs(b))
        if gcd(a, t) > 1:
            return fields(group, a, t, b < 0)


def not_reduced(group):
    """A form of this discriminant with a > c, whose a is as short as that of reduced forms."""
    a = (1 << (group.bits + 1) // 2) - 1
    while not (a % 4 == 3 and is_prime(a) and pow(group.discriminant, (a - 1) // 2, a) == 1):
        a -= 2
    b = pow(group.discriminant, (a + 1) // 4, a)
    b = b if b % 2 else a - b
    assert b * b - group.discriminant < 4 * a * a
    return group.encode((a, b, None))
