"""SL-VRF (spec/slvrf.md)."""

from functools import lru_cache

from .encoding import integer as number
from .encoding import uint
from .errors import Malformed
from .kkw import Kkw
from .tagged import ANCHOR, KEY, digest, hashed_input, output

PAPER, THIRTEEN = 0x31, 0x32
ROUNDS = {PAPER: 4, THIRTEEN: 13}
BLOCK, NONCE = 24, 16
PUBLIC_KEY_SIZE = 1 + NONCE + BLOCK


@lru_cache(maxsize=None)
def kkw(suite):
    return Kkw(suite, ROUNDS[suite])


def encrypt(suite, key, block):
    return uint(kkw(suite).lowmc.encrypt(number(key), number(block)), BLOCK)


def anchor(suite, nonce):
    """pk1, the block that the public key encrypts."""
    return digest(ANCHOR, suite, BLOCK, nonce)


def keys(suite, seed):
    """(secret key of the cipher, public key)"""
    both = digest(KEY, suite, NONCE + BLOCK, seed)
    nonce, key = both[:NONCE], both[NONCE:]
    return key, bytes([suite]) + nonce + encrypt(suite, key, anchor(suite, nonce))


def statement(public_key, x):
    """(suite, pk1, pk2, x')"""
    suite, nonce, pk2 = public_key[0], public_key[1 : 1 + NONCE], public_key[1 + NONCE :]
    return suite, anchor(suite, nonce), pk2, hashed_input(suite, BLOCK, public_key, x)


def evaluate(suite, seed, x):
    """(x', y, output)"""
    key, public_key = keys(suite, seed)
    *_, hashed = statement(public_key, x)
    y = encrypt(suite, key, hashed)
    return hashed, y, output(suite, public_key, hashed, y)


def prove(suite, seed, x, hedge=b""):
    """(output, proof string). `hedge`: nothing, or 48 random bytes."""
    hashed, y, beta = evaluate(suite, seed, x)
    key, public_key = keys(suite, seed)
    _, pk1, pk2, _ = statement(public_key, x)
    proof = kkw(suite).prove(number(key), [number(pk1), number(hashed)], pk1 + pk2 + hashed + y, hedge)
    return beta, y + proof


def proof_sizes(suite):
    """(least, most) bytes of a proof string."""
    return tuple(BLOCK + size for size in kkw(suite).sizes())


def decode_public_key(data):
    if len(data) != PUBLIC_KEY_SIZE:
        raise Malformed(f"public key: wrong length: {len(data)} bytes, not {PUBLIC_KEY_SIZE}")
    if data[0] not in ROUNDS:
        raise Malformed(f"public key: no suite {data[0]:#04x}")
    return data


def verify(public_key, x, proof):
    """The output, or Malformed or Invalid. Public key and proof string are bytes."""
    suite, pk1, pk2, hashed = statement(decode_public_key(public_key), x)
    low, high = proof_sizes(suite)
    if not low <= len(proof) <= high:
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {low} to {high}")
    y, pi = proof[:BLOCK], proof[BLOCK:]
    inputs, outputs = [number(pk1), number(hashed)], [number(pk2), number(y)]
    kkw(suite).verify(inputs, outputs, pk1 + pk2 + hashed + y, pi)
    return output(suite, public_key, hashed, y)
