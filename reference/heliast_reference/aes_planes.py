"""AES-128 of very many blocks at once, each bit by itself: bit b of byte p of all blocks is one number, a plane.

Lane l, bit l of every plane, is one block. A round is then sums and products of planes. SubBytes inverts in the tower
GF(2^8) over GF(2^4): a = h*w + l with w^2 = w + nu has the norm n = a^17 = nu*h^2 + l*(h + l) in GF(2^4), and the
inverse h/n*w + (h + l)/n.
"""

from functools import reduce
from operator import xor

from . import aes

BLOCK, ROUNDS = aes.BLOCK, aes.ROUNDS
BIT_OF = [bytes(b"01"[value >> b & 1] for value in range(256)) for b in range(8)]


def planes(strings):
    """Eight planes for each string of bytes: each bit by itself, the lowest first."""
    return list(map(planes_of, strings))


def planes_of(string):
    """The planes of one byte of a block, which is byte l of the string in lane l."""
    return [int(string[::-1].translate(bit), 2) for bit in BIT_OF]


def steps(values, lanes):
    """The planes of a byte that is the same in so many lanes, then another, and so on."""
    no, all = bytes(lanes // 8), b"\xff" * (lanes // 8)
    return [int.from_bytes(b"".join(all if value >> b & 1 else no for value in values), "little") for b in range(8)]


def rows_of(images):
    """For each output bit of a linear map, the input bits that it sums; the map is given by the images of 1, 2, 4,
    ..."""
    return [[b for b, image in enumerate(images) if image >> i & 1] for i in range(8)]


def linear(rows, bits):
    return [reduce(xor, [bits[b] for b in row]) for row in rows]


# The tower


G = next(a for a in range(2, 256) if aes.power(a, 4) == a ^ 1)  # GF(2^4) is of 1, g, g^2, g^3
W = next(a for a in range(2, 256) if aes.power(a, 16) == a ^ 1)
NU = aes.multiply(W, W) ^ W
BASIS = [aes.power(G, i) for i in range(4)] + [aes.multiply(W, aes.power(G, i)) for i in range(4)]
ELEMENTS = [reduce(xor, [base for i, base in enumerate(BASIS) if a >> i & 1], 0) for a in range(256)]  # by coordinates
SPLIT = rows_of([ELEMENTS.index(1 << b) for b in range(8)])
NORM_OF_HIGH = rows_of([ELEMENTS.index(aes.multiply(NU, aes.multiply(base, base))) for base in BASIS[:4]])[:4]
AFFINE = rows_of([aes.SBOX[aes.power(base, 254)] ^ aes.SBOX[0] for base in BASIS])


def multiply(a, b):
    """The product in GF(2^4), where g^4 = g + 1."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    c4 = a1 & b3 ^ a2 & b2 ^ a3 & b1
    c5 = a2 & b3 ^ a3 & b2
    c6 = a3 & b3
    return (
        a0 & b0 ^ c4,
        a0 & b1 ^ a1 & b0 ^ c4 ^ c5,
        a0 & b2 ^ a1 & b1 ^ a2 & b0 ^ c5 ^ c6,
        a0 & b3 ^ a1 & b2 ^ a2 & b1 ^ a3 & b0 ^ c6,
    )


def inverse(a):
    """The inverse in GF(2^4), and 0 for 0: each bit is a sum of products of a's bits."""
    a0, a1, a2, a3 = a
    a01, a02, a03, a12, a13, a23 = a0 & a1, a0 & a2, a0 & a3, a1 & a2, a1 & a3, a2 & a3
    a123 = a12 & a3
    return (
        a0 ^ a1 ^ a2 ^ a3 ^ a02 ^ a12 ^ a01 & a2 ^ a123,
        a3 ^ a01 ^ a02 ^ a12 ^ a13 ^ a01 & a3,
        a2 ^ a3 ^ a01 ^ a02 ^ a03 ^ a02 & a3,
        a1 ^ a2 ^ a3 ^ a03 ^ a13 ^ a23 ^ a123,
    )


def substituted(byte):
    """SubBytes without its constant."""
    bits = linear(SPLIT, byte)
    low, high = bits[:4], bits[4:]
    both = [l ^ h for l, h in zip(low, high)]
    norm = [a ^ b for a, b in zip(multiply(low, both), linear(NORM_OF_HIGH, high))]
    inverted = inverse(norm)
    return linear(AFFINE, multiply(both, inverted) + multiply(high, inverted))


# Rounds


def add(a, b):
    return [[x ^ y for x, y in zip(one, other)] for one, other in zip(a, b)]


def add_constant(byte, constant, ones):
    return [bit ^ ones if constant >> b & 1 else bit for b, bit in enumerate(byte)]


def twice(byte):
    """Times x."""
    b0, b1, b2, b3, b4, b5, b6, b7 = byte
    return (b7, b0 ^ b7, b1, b2 ^ b7, b3 ^ b7, b4, b5, b6)


def mixed(column):
    """MixColumns: the sum of all but byte r, and twice bytes r and r + 1."""
    doubled = list(map(twice, column))
    summands = [(doubled[r], doubled[r - 3], column[r - 3], column[r - 2], column[r - 1]) for r in range(4)]
    return [[d ^ e ^ a ^ b ^ c for d, e, a, b, c in zip(*five)] for five in summands]


def round_keys(keys):
    """For keys, one after the other: the 16 bytes of each round key in planes, with SubBytes' constant of the round
    before."""
    ones = (1 << len(keys) // BLOCK) - 1
    key = planes(keys[p::BLOCK] for p in range(BLOCK))
    found, constant = [key], 1
    for _ in range(ROUNDS):
        words = [key[i : i + 4] for i in range(0, BLOCK, 4)]
        word = [add_constant(substituted(byte), 0x63, ones) for byte in words[3][1:] + words[3][:1]]
        word[0] = add_constant(word[0], constant, ones)
        constant = aes.double(constant)
        key = []
        for before in words:
            word = add(word, before)
            key += word
        # MixColumns and ShiftRows leave a state of equal bytes as it is: the constant may as well come with the key.
        found.append([add_constant(byte, 0x63, ones) for byte in key])
    return found


def repeated(plane, lanes, copies):
    """A plane repeated so many times; its number of lanes is a multiple of eight."""
    return int.from_bytes(plane.to_bytes(lanes // 8, "little") * copies, "little")


def encrypt(keys, blocks):
    """keys: the result of `round_keys`; blocks: 16 bytes in planes; both have the same lanes."""
    state = add(blocks, keys[0])
    for round in range(1, ROUNDS + 1):
        state = aes.shift_rows(list(map(substituted, state)))
        if round < ROUNDS:
            state = sum((mixed(state[i : i + 4]) for i in range(0, BLOCK, 4)), [])
        state = add(state, keys[round])
    return state
