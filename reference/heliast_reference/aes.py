"""AES-128 (FIPS 197) of many blocks at once, each under its own key. Not constant-time.

Byte p of all blocks is one string of bytes, so that a table is applied to all blocks in one go.
"""

BLOCK, COLUMNS, ROUNDS = 16, 4, 10


def double(a):
    """Times x modulo x^8 + x^4 + x^3 + x + 1."""
    return a << 1 ^ (0x11B if a & 0x80 else 0)


def multiply(a, b):
    total = 0
    while b:
        total ^= a if b & 1 else 0
        a, b = double(a), b >> 1
    return total


def power(a, exponent):
    result = 1
    for _ in range(exponent):
        result = multiply(result, a)
    return result


def sub_byte(a):
    """The affine map of the inverse a^254, which is 0 for 0."""
    inverse = next((b for b in range(256) if multiply(a, b) == 1), 0)
    rotated = [inverse << i | inverse >> 8 - i for i in range(5)]
    return (rotated[0] ^ rotated[1] ^ rotated[2] ^ rotated[3] ^ rotated[4]) & 0xFF ^ 0x63


SBOX = bytes(map(sub_byte, range(256)))
SBOX_DOUBLED = bytes(double(value) for value in SBOX)


class Aes:
    """The ciphers of `keys`, 16 bytes each, one after the other."""

    def __init__(self, keys):
        self.count = len(keys) // BLOCK
        words = [numbers(keys[p::BLOCK] for p in range(i, i + 4)) for i in range(0, BLOCK, 4)]
        constant = 1
        for i in range(4, 4 * (ROUNDS + 1)):
            word = words[-1]
            if i % 4 == 0:
                word = self.substituted(self.strings(word[1:] + word[:1]))
                word[0] ^= int.from_bytes(bytes([constant]) * self.count, "big")
                constant = double(constant)
            words.append([a ^ b for a, b in zip(words[-4], word)])
        self.round_keys = [sum(words[i : i + 4], []) for i in range(0, len(words), 4)]

    def encrypt(self, blocks):
        """Block i under key i."""
        return joined(self.states(blocks)[-1])

    def states(self, blocks):
        """The states before each of the 10 SubBytes, and the result: lists of 16 strings."""
        states = [self.add(numbers(blocks[p::BLOCK] for p in range(BLOCK)), 0)]
        for round in range(1, ROUNDS + 1):
            state = shift_rows(states[-1])
            columns = [state[i : i + 4] for i in range(0, BLOCK, 4)]
            mix = self.mixed if round < ROUNDS else self.substituted
            states.append(self.add(sum(map(mix, columns), []), round))
        return states

    def strings(self, byte_numbers):
        return [number.to_bytes(self.count, "big") for number in byte_numbers]

    def substituted(self, strings):
        return numbers(string.translate(SBOX) for string in strings)

    def mixed(self, column):
        """SubBytes and MixColumns: 2, 3, 1, 1 times the four bytes, and the rotations of this sum."""
        a = self.substituted(column)
        twice = numbers(string.translate(SBOX_DOUBLED) for string in column)
        return [twice[r] ^ twice[r - 3] ^ a[r - 3] ^ a[r - 2] ^ a[r - 1] for r in range(4)]

    def add(self, state, round):
        return self.strings(a ^ b for a, b in zip(state, self.round_keys[round]))


def numbers(strings):
    return [int.from_bytes(string, "big") for string in strings]


def shift_rows(state):
    """Byte r of column c comes from column c + r."""
    return [state[(4 * (c + r) + r) % BLOCK] for c in range(COLUMNS) for r in range(4)]


def joined(state):
    """The blocks of a state, one after the other."""
    blocks = bytearray(BLOCK * len(state[0]))
    for p, byte in enumerate(state):
        blocks[p::BLOCK] = byte
    return bytes(blocks)
