"""BLAKE3's plain hash mode with extendable output, after its paper (O'Connor, Aumasson, Neves, Wilcox-O'Hearn), section 2.

A word is an integer below 2^32, or many such words, each in 64 bits of a long integer: chunks, and blocks of output, do not
depend on one another, and are compressed many at once.
"""

from functools import lru_cache
from struct import pack, unpack

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
BLOCK, CHUNK, ROUNDS = 64, 1024, 7
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF
AT_ONCE = 128


@lru_cache(maxsize=64)
def blake3(message, size=32):
    """The first `size` bytes of the output. Lists are hashed again and again when they are proved and verified."""
    chunks = [message[i : i + CHUNK] for i in range(0, len(message), CHUNK)] or [b""]
    values = [value for at in range(0, len(chunks) - 1, AT_ONCE) for value in of_chunks(chunks[at : at + AT_ONCE], at)]
    chaining, words, _, length, flags = tree(chunks, values, 0)
    blocks, found = (size + BLOCK - 1) // BLOCK, []
    for at in range(0, blocks, AT_ONCE):
        numbers = range(at, min(at + AT_ONCE, blocks))
        ones = together([1] * len(numbers))
        given = [word * ones for word in chaining], [word * ones for word in words]
        output = compress(*given, together(numbers), 0, length * ones, (flags | ROOT) * ones, ones)
        found += zip(*(apart(word, len(numbers)) for word in output))
    return b"".join(pack("<16I", *block) for block in found)[:size]


def tree(chunks, values, first):
    """The arguments of the compression at the root of the tree over these chunks, the first of which has number `first`.
    `values` are the chaining values of all whole chunks but the last."""
    if len(chunks) == 1:
        return last_block(chunks[0], first)
    left = 1 << (len(chunks) - 1).bit_length() - 1

    def value(some, start):
        if len(some) == 1 and start < len(values):
            return values[start]
        return chaining_value(tree(some, values, start))

    return IV, value(chunks[:left], first) + value(chunks[left:], first + left), 0, BLOCK, PARENT


def of_chunks(chunks, first):
    """The chaining values of whole chunks, the first of which has number `first`; a last one that is shorter is left out."""
    chunks = [chunk for chunk in chunks if len(chunk) == CHUNK]
    ones, count = together([1] * len(chunks)), len(chunks)
    numbers = together(range(first, first + count))
    chaining = [word * ones for word in IV]
    of_all = [unpack("<256I", chunk) for chunk in chunks]
    for at in range(0, CHUNK // 4, 16):
        words = [together([own[at + i] for own in of_all]) for i in range(16)]
        flags = (CHUNK_START if at == 0 else 0) | (CHUNK_END if at == CHUNK // 4 - 16 else 0)
        chaining = compress(chaining, words, numbers, 0, BLOCK * ones, flags * ones, ones)[:8]
    return [list(value) for value in zip(*(apart(word, count) for word in chaining))]


def last_block(chunk, number):
    """The arguments of a chunk's last compression, after those of its other blocks."""
    blocks = [chunk[i : i + BLOCK] for i in range(0, len(chunk), BLOCK)] or [b""]
    chaining = list(IV)
    for i, block in enumerate(blocks):
        words = unpack("<16I", block.ljust(BLOCK, b"\0"))
        flags = (CHUNK_START if i == 0 else 0) | (CHUNK_END if i == len(blocks) - 1 else 0)
        arguments = chaining, words, number, len(block), flags
        chaining = chaining_value(arguments)
    return arguments


def chaining_value(arguments):
    chaining, words, counter, length, flags = arguments
    return compress(chaining, words, counter & MASK, counter >> 32, length, flags)[:8]


def compress(chaining, words, low, high, length, flags, ones=1):
    """16 words: the first eight are the new chaining value, all of them a block of output. `low` and `high` are the
    halves of the counter; `ones` is 1 in each place that has a word."""
    mask = MASK * ones
    v = [*chaining, *(word * ones for word in IV[:4]), low, high, length, flags]
    for _ in range(ROUNDS):
        for i, lanes in enumerate(COLUMNS + DIAGONALS):
            mix(v, lanes, words[2 * i], words[2 * i + 1], mask)
        words = [words[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)] + [v[i + 8] ^ chaining[i] for i in range(8)]


def mix(v, lanes, x, y, mask):
    """The quarter round G on four of the words v: the sums are modulo 2^32, the turns are to the right."""
    one, two, three, four = lanes
    a, b, c, d = v[one], v[two], v[three], v[four]
    for word, first, second in ((x, 16, 12), (y, 8, 7)):
        a = a + b + word & mask
        d ^= a
        d = (d >> first | d << 32 - first) & mask
        c = c + d & mask
        b ^= c
        b = (b >> second | b << 32 - second) & mask
    v[one], v[two], v[three], v[four] = a, b, c, d


def together(words):
    """Many words as one."""
    return int.from_bytes(pack(f"<{len(words)}Q", *words), "little")


def apart(word, count):
    """The `count` words in one."""
    return unpack(f"<{count}Q", word.to_bytes(8 * count, "little"))
