"""LowMC with S-boxes over the whole block (spec/lowmc.md). A string of n bits is an integer whose top bit is bit 0.

Not constant-time, and with 4 rounds not a pseudorandom function.
"""

from functools import lru_cache
from itertools import count

from .encoding import integer, sha256, uint
from .errors import Malformed

# (n, r)
INSTANCES = ((129, 4), (192, 4), (255, 4), (192, 11), (192, 13), (255, 13))


class LowMC:
    """The constants of one instance; a matrix is the list of its rows, from row 0 on."""

    def __init__(self, n, rounds):
        self.n, self.rounds = n, rounds
        self.rejected = []
        source = Source()
        self.linear = [self.full_rank(source) for _ in range(rounds)]
        self.constants = [source.take(n) for _ in range(rounds)]
        self.keys = [self.full_rank(source) for _ in range(rounds + 1)]

    def full_rank(self, source):
        """The next matrix that has an inverse; counts the matrices before it that have no inverse."""
        rejected = 0
        while True:
            rows = [source.take(self.n) for _ in range(self.n)]
            if inverse(rows, self.n) is not None:
                self.rejected.append(rejected)
                return rows
            rejected += 1

    def digest(self):
        """SHA-256 of L_1..L_r, R_1..R_r, K_0..K_r, row by row."""
        strings = [row for matrix in self.linear for row in matrix] + self.constants
        strings += [row for matrix in self.keys for row in matrix]
        return sha256(*map(self.encode, strings))

    def encrypt(self, key, plaintext):
        x = plaintext ^ product(self.keys[0], key)
        for linear, constant, key_matrix in zip(self.linear, self.constants, self.keys[1:]):
            x = product(linear, sbox_layer(x, self.n)) ^ constant ^ product(key_matrix, key)
        return x

    def encode(self, string):
        """Bit 0 is the top bit of the first byte; the bits behind the last one are 0."""
        size = (self.n + 7) // 8
        return uint(string << (8 * size - self.n), size)

    def decode(self, data):
        size = (self.n + 7) // 8
        padding = 8 * size - self.n
        if len(data) != size:
            raise Malformed(f"wrong length: {len(data)} bytes, a block has {size}")
        if integer(data) & ((1 << padding) - 1):
            raise Malformed("padding is not zero")
        return integer(data) >> padding


@lru_cache(maxsize=None)
def instance(n, rounds):
    """The instance, made once."""
    return LowMC(n, rounds)


class Source:
    """The bits of which the constants are made: the LFSR after its first 160 clocks, shrunk by itself."""

    def __init__(self):
        self.words, self.ready = clocked(), ""

    def take(self, n):
        """The next n bits, bit 0 first."""
        while len(self.ready) < n:
            self.ready += next(self.words)
        taken, self.ready = self.ready[:n], self.ready[n:]
        return int(taken, 2)


def clocked():
    """The register after 18 clocks at once, as text: the last tap, 62, then still lies in s. 160 clocks are eight words
    and 16 bits of the ninth."""
    low, high = shrunk(10), shrunk(8)
    s = (1 << 80) - 1
    for number in count():
        new = (s ^ s >> 13 ^ s >> 23 ^ s >> 38 ^ s >> 51 ^ s >> 62) & 0x3FFFF
        s = s >> 18 | new << 62
        if number > 8:
            yield low[new & 0x3FF] + high[new >> 10]
        elif number == 8:
            yield shrunk(2)[new >> 16]


def shrunk(size):
    """For each word of so many bits, the lowest first, the result of self-shrinking: of two bits the second, if the
    first is 1."""
    if not size:
        return [""]
    return [two + rest for rest in shrunk(size - 2) for two in ("", "0", "", "1")]


def product(rows, vector):
    """M * v: bit i is the parity of row i and v."""
    result = 0
    for row in rows:
        result = result << 1 | bin(row & vector).count("1") & 1
    return result


def inverse(rows, n):
    """The inverse as rows, or None. Gauss-Jordan elimination of [M | 1]."""
    pairs = [row << n | 1 << (n - 1 - i) for i, row in enumerate(rows)]
    for j in range(n):
        bit = 1 << (2 * n - 1 - j)
        pivot = next((i for i in range(j, n) if pairs[i] & bit), None)
        if pivot is None:
            return None
        pairs[j], pairs[pivot] = pairs[pivot], pairs[j]
        chosen = pairs[j]
        pairs = [row ^ chosen if row & bit and i != j else row for i, row in enumerate(pairs)]
    return [row & ((1 << n) - 1) for row in pairs]


def sbox_layer(x, n):
    """One S-box after another on bits i, i + 1, i + 2 = c, b, a."""
    result = 0
    for i in range(0, n, 3):
        c, b, a = (x >> (n - 1 - i - m) & 1 for m in range(3))
        result = result << 3 | (a ^ b ^ c ^ a & b) << 2 | (a ^ b ^ c & a) << 1 | (a ^ b & c)
    return result
