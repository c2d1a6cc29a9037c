"""The constraints of AES in the committed bits, and how both sides compute with them (spec/avrf.md, "Constraints").

A committed value is a polynomial in Z whose highest coefficient is the value. The prover has the coefficients, the
verifier the polynomial's value at a point that the prover did not know.
"""

from . import aes
from .aes import Aes
from .binary_field import Combination, apart, multiply, times, together

AFFINE = (0x05, 0x09, 0xF9, 0x25, 0xF4, 0x01, 0xB5, 0x8F)  # SubBytes is 0x63 + the sum of these times a^-1^(2^i)
NORM_BITS = (0, 6, 7, 2)  # the bits of a^-17 that tell it
NORM_BASIS = (0x01, 0x50, 0xB0, 0x0C)  # what the four bits stand for


class Polynomial:
    """The prover's side: coefficients, the lowest first. Each is an element, or several side by side."""

    def __init__(self, coefficients):
        self.coefficients = tuple(coefficients)

    def lifted(self, degree):
        """Multiplies by Z as often as needed."""
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

    def mapped(self, linear):
        """The polynomial with a linear map applied to its coefficients."""
        return Polynomial(map(linear, self.coefficients))

    @staticmethod
    def mapped_all(combination, values):
        """The result of a combination for each of many values of one degree."""
        return list(map(Polynomial, zip(*map(combination.each, zip(*(value.coefficients for value in values))))))

    def apart(self, count):
        """So many elements that lie side by side."""
        return list(map(Polynomial, zip(*(apart(coefficient, count) for coefficient in self.coefficients))))

    @staticmethod
    def together(values, width):
        """Of values of one degree and so many elements each."""
        return Polynomial(together(row, width) for row in zip(*(value.coefficients for value in values)))


class Evaluation:
    """The verifier's side: the value of a polynomial of a known degree at a point, or several values side by side.

    lift: multiplies an element by that point.
    """

    __slots__ = ("degree", "value", "lift")

    def __init__(self, degree, value, lift):
        self.degree, self.value, self.lift = degree, value, lift

    def lifted(self, degree):
        value = self.value
        for _ in range(degree - self.degree):
            value = self.lift(value)
        return value

    def __add__(self, other):
        if self.degree == other.degree:
            return Evaluation(self.degree, self.value ^ other.value, self.lift)
        degree = max(self.degree, other.degree)
        return Evaluation(degree, self.lifted(degree) ^ other.lifted(degree), self.lift)

    def __mul__(self, other):
        return Evaluation(self.degree + other.degree, multiply(self.value, other.value), self.lift)

    def mapped(self, linear):
        return Evaluation(self.degree, linear(self.value), self.lift)

    @staticmethod
    def mapped_all(combination, values):
        results = combination.each([value.value for value in values])
        return [Evaluation(values[0].degree, result, values[0].lift) for result in results]

    def apart(self, count):
        return [Evaluation(self.degree, value, self.lift) for value in apart(self.value, count)]

    @staticmethod
    def together(values, width):
        first = values[0]
        return Evaluation(first.degree, together([value.value for value in values], width), first.lift)


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
    """The key, the first word of each further round key, and for each block the values of its rounds."""
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


# The constraints. A byte is its 8 bits side by side, all committed or all constants: 128 bits of a number for each.


def square(byte):
    return aes.multiply(byte, byte)


def mixing(r, factors):
    """The factors of byte r of a column that MixColumns makes, in the order of the bytes before."""
    return [factors[(j - r) % 4] for j in range(4)]


def alternating(plain, squares):
    """The rows of a map of (element, square) pairs."""
    return [sum(([a, 0] for a in plain), []), sum(([0, a] for a in squares), [])]


BITS = [together([byte >> b & 1 for b in range(8)]) for byte in range(256)]
POWERS = [[aes.power(1 << b, 1 << i) for b in range(8)] for i in range(8)]  # the bits' squares, their squares, ...
CONJUGATES, ELEMENT_AND_SQUARE = Combination(POWERS), Combination(POWERS[:2])
NORM_CONJUGATES = Combination([[aes.power(basis, 1 << i) for basis in NORM_BASIS] for i in range(4)])
AFFINE_OF_CONJUGATES = [AFFINE, [square(AFFINE[i - 1]) for i in range(8)]]
SUBSTITUTED = Combination(AFFINE_OF_CONJUGATES)  # SubBytes without its constant, and the square of that
MIX, MIX_SQUARED = (2, 3, 1, 1), tuple(map(square, (2, 3, 1, 1)))
MIXED = Combination(sum((alternating(mixing(r, MIX), mixing(r, MIX_SQUARED)) for r in range(4)), []))


def rotated(bits, by):
    return (bits << 128 * by | bits >> 128 * (8 - by)) & (1 << 1024) - 1


def inverse_rotations(bits):
    """The input of SubBytes' inversion, from its result, up to a constant."""
    return rotated(bits, 1) ^ rotated(bits, 3) ^ rotated(bits, 6)


def twice(bits):
    """The byte times x."""
    return (bits << 128) & (1 << 1024) - 1 ^ (bits >> 896) * BITS[0x1B]


def low_half(bits):
    return bits & (1 << 512) - 1


def high_half(bits):
    return bits >> 512


def together_all(values, width=1):
    return values[0].together(values, width)


def mapped_all(combination, values):
    """The result of a combination for each of many values of one degree."""
    return values[0].mapped_all(combination, values)


def elements_and_squares(values):
    return [value.apart(2) for value in mapped_all(ELEMENT_AND_SQUARE, values)]


def add_bytes(a, b):
    return [x + y for x, y in zip(a, b)]


def inverse_pair(a, a_squared, b, b_squared):
    """Constrains a and b to be each other's inverses, or both 0."""
    yield a_squared * b + a
    yield b_squared * a + b


def constraints(committed, inputs, outputs, constant, restricted):
    """Each polynomial that the witness makes 0, in order. committed: the bytes of the witness. constant(n) is a known
    value: bits side by side in a number.

    `restricted`: bits 0 and 1 of the key are not both 1.
    """
    known = lambda byte: constant(BITS[byte])
    if restricted:
        first, second = committed[0].apart(2)
        yield first * second
    taken = iter(committed)
    take = lambda count: [next(taken) for _ in range(count)]
    words = [take(4) for _ in range(4)]
    substituted, inverted = [], []
    for round in range(1, 11):
        new = take(4)
        for r in range(4):
            result = new[r] + words[-4][r]
            if r == 0:
                result = result + known(aes.power(2, round - 1))
            substituted.append(words[-1][(r + 1) % 4])
            inverted.append(inverse_affine(result, known))
        words.append(new)
        for _ in range(3):
            words.append(add_bytes(words[-4], words[-1]))
    for a, b in zip(elements_and_squares(substituted), elements_and_squares(inverted)):
        yield from inverse_pair(*a, *b)
    round_keys = [sum(words[i : i + 4], []) for i in range(0, 44, 4)]
    affine_keys = [add_constant(key, known(0x63)) for key in round_keys[1:10:2]]
    steps = []
    for block, result in zip(inputs, outputs):
        steps += double_rounds(take, known, round_keys, block, result)
    yield from pair_constraints(steps, affine_keys)


def add_constant(key, byte):
    """Of each byte of a round key: its sum with SubBytes' constant, which MixColumns does not change, and the squares'
    sum."""
    ((constant, constant_squared),) = elements_and_squares([byte])
    elements = [element for element, _ in elements_and_squares(key)]
    return [(element + constant, element * element + constant_squared) for element in elements]


def double_rounds(take, known, round_keys, block, result):
    """For each two rounds: the state, its norms, and what enters the second SubBytes by what comes out of it."""
    state = add_bytes(map(known, block), round_keys[0])
    for round in range(0, 10, 2):
        norms = sum(([byte.mapped(low_half), byte.mapped(high_half)] for byte in take(8)), [])
        behind = take(16) if round < 8 else add_bytes(map(known, result), round_keys[10])
        back = [behind[(4 * (c - r) + r) % 16] for c in range(4) for r in range(4)]
        yield state, norms, [inverse_affine(byte, known) for byte in back]
        mixed = sum((mix(behind[i : i + 4]) for i in range(0, 16, 4)), [])
        state = add_bytes(mixed, round_keys[round + 2])


def pair_constraints(steps, affine_keys):
    """Those of all double rounds, whose 16 bytes each are computed side by side: only the order is by double round."""
    states, norms, entering = (sum(column, []) for column in zip(*steps))
    norm_constraints, inverses = [], []
    for byte, norm_bits in zip(mapped_all(CONJUGATES, states), mapped_all(NORM_CONJUGATES, norms)):
        x, y = byte.apart(8), norm_bits.apart(4)
        inverse = [x[(j + 4) % 8] * y[j % 4] for j in range(8)]
        norm_constraints.append(inverse[0] * x[1] + x[0])
        inverses.append(together_all(inverse))
    middle = iter(mixed_pairs(mapped_all(SUBSTITUTED, inverses)))
    entering = iter(elements_and_squares(entering))
    for k in range(len(steps)):
        yield from norm_constraints[16 * k : 16 * k + 16]
        for key, key_squared in affine_keys[k % 5]:
            (b, b_squared), (a, a_squared) = next(entering), next(middle)
            yield from inverse_pair(b, b_squared, a + key, a_squared + key_squared)


def inverse_affine(byte, known):
    """The input of SubBytes' inversion, from its result."""
    return byte.mapped(inverse_rotations) + known(0x05)


def mixed_pairs(pairs):
    """ShiftRows and MixColumns of states whose bytes are (element, square) side by side: the pairs, state by state."""
    columns = []
    for state in (aes.shift_rows(pairs[i : i + 16]) for i in range(0, len(pairs), 16)):
        columns += [together_all(state[i : i + 4], 2) for i in range(0, 16, 4)]
    mixed = sum((column.apart(8) for column in mapped_all(MIXED, columns)), [])
    return list(zip(mixed[::2], mixed[1::2]))


def mix(a):
    """MixColumns on bits."""
    doubled = [byte.mapped(twice) for byte in a]
    return [doubled[r] + doubled[r - 3] + a[r - 3] + a[r - 2] + a[r - 1] for r in range(4)]
