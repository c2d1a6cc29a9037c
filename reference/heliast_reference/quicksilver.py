"""The constraints of AES in the committed bits, and how both sides compute with them (spec/avrf.md, "Constraints").

A committed value is a polynomial in Z whose highest coefficient is the value. The prover has the coefficients, the
verifier the polynomial's value at a point that the prover did not know.
"""

from . import aes
from .aes import Aes
from .binary_field import Combination, multiply, times

AFFINE = (0x05, 0x09, 0xF9, 0x25, 0xF4, 0x01, 0xB5, 0x8F)  # SubBytes is 0x63 + the sum of these times a^-1^(2^i)
NORM_BITS = (0, 6, 7, 2)  # the bits of a^-17 that tell it
NORM_BASIS = (0x01, 0x50, 0xB0, 0x0C)  # what the four bits stand for


class Polynomial:
    """The prover's side: coefficients, the lowest first."""

    def __init__(self, coefficients):
        self.coefficients = tuple(coefficients)

    def lifted(self, degree):
        """Times Z as often as it takes."""
        return (0,) * (degree + 1 - len(self.coefficients)) + self.coefficients

    def __add__(self, other):
        degree = max(len(self.coefficients), len(other.coefficients)) - 1
        return Polynomial(a ^ b for a, b in zip(self.lifted(degree), other.lifted(degree)))

    def __mul__(self, other):
        a, b = self.coefficients, other.coefficients
        total = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                total[i + j] ^= multiply(x, y)
        return Polynomial(total)

    @staticmethod
    def combined(combination, values):
        """Of values of one degree."""
        return list(map(Polynomial, zip(*map(combination, zip(*(value.coefficients for value in values))))))


class Evaluation:
    """The verifier's side: the value at `point` of a polynomial of a known degree."""

    def __init__(self, degree, value, point):
        self.degree, self.value, self.point = degree, value, point

    @staticmethod
    def of(coefficients, point):
        (constant,) = coefficients
        return Evaluation(0, constant, point)

    def lifted(self, degree):
        value = self.value
        for _ in range(degree - self.degree):
            value = multiply(value, self.point)
        return value

    def __add__(self, other):
        if self.degree == other.degree:
            return Evaluation(self.degree, self.value ^ other.value, self.point)
        degree = max(self.degree, other.degree)
        return Evaluation(degree, self.lifted(degree) ^ other.lifted(degree), self.point)

    def __mul__(self, other):
        return Evaluation(self.degree + other.degree, multiply(self.value, other.value), self.point)

    @staticmethod
    def combined(combination, values):
        first = values[0]
        results = combination([value.value for value in values])
        return [Evaluation(first.degree, result, first.point) for result in results]


class Hasher:
    """The universal hash of the constraints. key: 56 bytes."""

    def __init__(self, key):
        self.r0, self.r1, s = (int.from_bytes(key[i : i + 16], "little") for i in (0, 16, 32))
        self.times_s, self.times_t = times(s), times(int.from_bytes(key[48:], "little"))
        self.h0 = self.h1 = 0

    def update(self, value):
        self.h0 = self.times_s(self.h0) ^ value
        self.h1 = self.times_t(self.h1) ^ value

    def finish(self, mask):
        return multiply(self.r0, self.h0) ^ multiply(self.r1, self.h1) ^ mask


# The witness


def witness(key, inputs):
    """The key, the first word of each further round key, and for each block what its rounds tell."""
    cipher = Aes(key)
    parts = [key]
    for round_key in cipher.round_keys[1:]:
        parts.append(bytes(round_key[:4]))
    for block in inputs:
        states = list(map(aes.joined, cipher.states(block)))
        for round in range(0, 10, 2):
            norms = [norm(byte) for byte in states[round]]
            parts.append(bytes(low | high << 4 for low, high in zip(norms[::2], norms[1::2])))
            if round < 8:
                substituted = [bytes([byte]) for byte in states[round + 1].translate(aes.SBOX)]
                parts.append(b"".join(aes.shift_rows(substituted)))
    return b"".join(parts)


def norm(byte):
    """Four bits of a^-17, which lies in GF(2^4); 0 for 0."""
    inverse = aes.power(byte, 238)
    return sum((inverse >> b & 1) << i for i, b in enumerate(NORM_BITS))


# The constraints. A byte is a list of its 8 bits, all of degree 1 or all constants.


def total(values):
    first, *rest = values
    for value in rest:
        first = first + value
    return first


def combined(combination, values):
    return values[0].combined(combination, values)


def rows_of(function):
    """The bits of which the bits of a linear map of bytes are sums."""
    images = [function(1 << b) for b in range(8)]
    return [[b for b, image in enumerate(images) if image >> i & 1] for i in range(8)]


def square(byte):
    return aes.multiply(byte, byte)


TWICE = rows_of(aes.double)
POWERS = [[aes.power(1 << b, 1 << i) for b in range(8)] for i in range(8)]  # the bits' squares, their squares, ...
CONJUGATES, ELEMENT_AND_SQUARE, ELEMENT = Combination(POWERS), Combination(POWERS[:2]), Combination(POWERS[:1])
NORM_CONJUGATES = Combination([[aes.power(basis, 1 << i) for basis in NORM_BASIS] for i in range(4)])
PLAIN = [Combination([row]) for row in (AFFINE, [0x63], [2, 3, 1, 1])]
SQUARED = [Combination([list(map(square, row))]) for row in (AFFINE, [0x63], [2, 3, 1, 1])]


def linear(rows, bits):
    return [total(bits[b] for b in row) for row in rows]


def element_and_square(bits):
    return combined(ELEMENT_AND_SQUARE, bits)


def add_byte(a, b):
    return [x + y for x, y in zip(a, b)]


def add_bytes(a, b):
    return list(map(add_byte, a, b))


def inverse_pair(a, a_squared, b, b_squared):
    """That a and b are each other's inverses, or both 0."""
    yield a_squared * b + a
    yield b_squared * a + b


def constraints(bits, inputs, outputs, constant, restricted):
    """Each polynomial that the witness makes 0, in order. constant((c,)) is the known value c.

    `restricted`: bits 0 and 1 of the key are not both 1.
    """
    known = lambda byte: [constant((byte >> b & 1,)) for b in range(8)]
    if restricted:
        yield bits[0] * bits[1]
    taken = iter(bits)
    take = lambda count: [[next(taken) for _ in range(8)] for _ in range(count)]
    words = [take(4) for _ in range(4)]
    for round in range(1, 11):
        new = take(4)
        for r in range(4):
            substituted = add_byte(new[r], words[-4][r])
            if r == 0:
                substituted = add_byte(substituted, known(aes.power(2, round - 1)))
            rotated = words[-1][(r + 1) % 4]
            inverse = inverse_affine(substituted, known)
            yield from inverse_pair(*element_and_square(rotated), *element_and_square(inverse))
        words.append(new)
        for _ in range(3):
            words.append(add_bytes(words[-4], words[-1]))
    round_keys = [sum(words[i : i + 4], []) for i in range(0, 44, 4)]
    for block, result in zip(inputs, outputs):
        yield from block_constraints(take, known, round_keys, block, result)


def block_constraints(take, known, round_keys, block, result):
    state = add_bytes(map(known, block), round_keys[0])
    for round in range(0, 10, 2):
        inverses = []
        norms = take(8)
        for i, byte in enumerate(state):
            norm_bits = norms[i // 2][4 * (i % 2) :][:4]
            x, y = combined(CONJUGATES, byte), combined(NORM_CONJUGATES, norm_bits)
            yield y[0] * x[1] * x[4] + x[0]
            inverses.append([x[(j + 4) % 8] * y[j % 4] for j in range(8)])
        keys = sum((combined(ELEMENT, byte) for byte in round_keys[round + 1]), [])
        one = known(1)[0]
        plain = middle(inverses, keys, PLAIN, one)
        squares = middle([inverse[1:] + inverse[:1] for inverse in inverses], [key * key for key in keys], SQUARED, one)
        substituted = take(16) if round < 8 else add_bytes(map(known, result), round_keys[10])
        back = [substituted[(4 * (c - r) + r) % 16] for c in range(4) for r in range(4)]
        for byte, a, a_squared in zip(back, plain, squares):
            yield from inverse_pair(*element_and_square(inverse_affine(byte, known)), a, a_squared)
        mixed = sum((mix(substituted[i : i + 4]) for i in range(0, 16, 4)), [])
        state = add_bytes(mixed, round_keys[round + 2])


def inverse_affine(bits, known):
    """What SubBytes inverted, of its result."""
    return add_byte([total(bits[(b - i) % 8] for i in (1, 3, 6)) for b in range(8)], known(0x05))


def middle(inverses, keys, combinations, one):
    """The state after SubBytes, ShiftRows, MixColumns and a round key; with SQUARED, of squares, its square."""
    affine, constant, column = combinations
    state = [total(combined(affine, inverse) + combined(constant, [one])) for inverse in inverses]
    state = aes.shift_rows(state)
    mixed = []
    for a in (state[i : i + 4] for i in range(0, 16, 4)):
        for r in range(4):
            mixed += combined(column, a[r:] + a[:r])
    return [a + key for a, key in zip(mixed, keys)]


def mix(a):
    """MixColumns on bits."""
    twice = [linear(TWICE, byte) for byte in a]
    return [[total(bits) for bits in zip(twice[r], twice[r - 3], a[r - 3], a[r - 2], a[r - 1])] for r in range(4)]
