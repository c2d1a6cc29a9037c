"""Bech32 (BIP 173) of any length, as the age format has it for recipients and identities."""

from .errors import Malformed

LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
GENERATORS = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


def encode(prefix, data):
    """In the case of the prefix."""
    lower = prefix.lower()
    digits = regroup(data, 8, 5, True)
    check = polymod(expanded(lower) + digits + [0] * 6) ^ 1
    digits += [check >> 5 * (5 - i) & 31 for i in range(6)]
    text = lower + "1" + "".join(LETTERS[digit] for digit in digits)
    return text.upper() if prefix.isupper() else text


def decode(text, prefix):
    """The data of a text with this prefix, in one case throughout: that of the prefix."""
    if text != (text.upper() if prefix.isupper() else text.lower()):
        raise Malformed("letters of both cases, or of the wrong one")
    text, prefix = text.lower(), prefix.lower()
    head, one, tail = text.rpartition("1")
    if head != prefix or not one:
        raise Malformed("another prefix")
    if len(tail) < 6 or any(letter not in LETTERS for letter in tail):
        raise Malformed("letters that are none of Bech32")
    digits = [LETTERS.index(letter) for letter in tail]
    if polymod(expanded(prefix) + digits) != 1:
        raise Malformed("a mistyped letter: its checksum is another")
    return bytes(regroup(digits[:-6], 5, 8, False))


def expanded(prefix):
    codes = prefix.encode("ascii")
    return [code >> 5 for code in codes] + [0] + [code & 31 for code in codes]


def polymod(values):
    sum_ = 1
    for value in values:
        top = sum_ >> 25
        sum_ = (sum_ & 0x1FFFFFF) << 5 ^ value
        for i, generator in enumerate(GENERATORS):
            if top >> i & 1:
                sum_ ^= generator
    return sum_


def regroup(values, bits, into, pad):
    """Groups of another length; without padding, the remaining bits must be zero and few."""
    held, count, out = 0, 0, []
    for value in values:
        held, count = held << bits | value, count + bits
        while count >= into:
            count -= into
            out.append(held >> count & ((1 << into) - 1))
    rest = held & ((1 << count) - 1)
    if pad:
        return out + ([rest << (into - count)] if count else [])
    if count >= bits or rest:
        raise Malformed("bits are left over")
    return out
