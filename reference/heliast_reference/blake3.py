"""BLAKE3's plain hash mode with extendable output, after its paper (O'Connor, Aumasson, Neves, Wilcox-O'Hearn), section 2."""

from functools import lru_cache
from struct import pack, unpack

IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
BLOCK, CHUNK, ROUNDS = 64, 1024, 7
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF


@lru_cache(maxsize=64)
def blake3(message, size=32):
    """The first `size` bytes of the output. Lists are hashed again and again when they are proved and verified."""
    arguments = tree([message[i : i + CHUNK] for i in range(0, len(message), CHUNK)] or [b""], 0)
    chaining, words, _, length, flags = arguments
    blocks = [compress(chaining, words, t, length, flags | ROOT) for t in range((size + BLOCK - 1) // BLOCK)]
    return b"".join(pack("<16I", *block) for block in blocks)[:size]


def tree(chunks, first):
    """The arguments of the compression at the root of the tree over these chunks, the first of which has number `first`."""
    if len(chunks) == 1:
        return last_block(chunks[0], first)
    left = 1 << (len(chunks) - 1).bit_length() - 1
    values = chaining_value(tree(chunks[:left], first)) + chaining_value(tree(chunks[left:], first + left))
    return IV, values, 0, BLOCK, PARENT


def last_block(chunk, number):
    """The arguments of a chunk's last compression, after those of its other blocks."""
    blocks = [chunk[i : i + BLOCK] for i in range(0, len(chunk), BLOCK)] or [b""]
    chaining = IV
    for i, block in enumerate(blocks):
        words = unpack("<16I", block.ljust(BLOCK, b"\0"))
        flags = (CHUNK_START if i == 0 else 0) | (CHUNK_END if i == len(blocks) - 1 else 0)
        arguments = chaining, words, number, len(block), flags
        chaining = chaining_value(arguments)
    return arguments


def chaining_value(arguments):
    return compress(*arguments)[:8]


def compress(chaining, words, counter, length, flags):
    """16 words: the first eight are the new chaining value, all of them a block of output."""
    v = [*chaining, *IV[:4], counter & MASK, counter >> 32, length, flags]
    for _ in range(ROUNDS):
        for i, lanes in enumerate(COLUMNS + DIAGONALS):
            mix(v, lanes, words[2 * i], words[2 * i + 1])
        words = [words[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)] + [v[i + 8] ^ chaining[i] for i in range(8)]


def mix(v, lanes, x, y):
    """The quarter round G on four of the words v."""
    a, b, c, d = lanes
    for word, turns in ((x, (16, 12)), (y, (8, 7))):
        v[a] = (v[a] + v[b] + word) & MASK
        v[d] = rotate(v[d] ^ v[a], turns[0])
        v[c] = (v[c] + v[d]) & MASK
        v[b] = rotate(v[b] ^ v[c], turns[1])


def rotate(word, bits):
    """To the right."""
    return (word >> bits | word << 32 - bits) & MASK
