"""A-VRF (spec/avrf.md)."""

from .aes import Aes
from .errors import Malformed
from .tagged import ANCHOR, KEY, STATEMENT, digest, hashed_input, output
from .vole import FAST, SMALL, Vole

SUITES = {0x41: SMALL, 0x42: FAST}
BLOCK, NONCE = 16, 16
PUBLIC_KEY_SIZE = 1 + NONCE + 2 * BLOCK
Y_SIZE = 2 * BLOCK


def vole(suite):
    return Vole(SUITES[suite], pairs=4, restricted=False)


def proof_size(suite):
    """The length of a proof string."""
    return Y_SIZE + vole(suite).size


def halves(blocks):
    return [blocks[:BLOCK], blocks[BLOCK:]]


def encrypt(key, blocks):
    """Two blocks, each encrypted separately."""
    return Aes(key + key).encrypt(blocks)


def anchors(suite, nonce):
    """c_0 || c_1, the blocks that the public key encrypts."""
    return digest(ANCHOR, suite, 2 * BLOCK, nonce)


def keys(suite, seed):
    """(secret key of the cipher, public key)"""
    nonce, key = halves(digest(KEY, suite, NONCE + BLOCK, seed))
    return key, bytes([suite]) + nonce + encrypt(key, anchors(suite, nonce))


def statement(public_key, x, y):
    """(inputs, outputs, the bytes that represent them in the transcript); inputs and outputs have four blocks each."""
    suite, nonce, blocks = public_key[0], public_key[1 : 1 + NONCE], public_key[1 + NONCE :]
    hashed = hashed_input(suite, 2 * BLOCK, public_key, x)
    inputs = halves(anchors(suite, nonce)) + halves(hashed)
    return inputs, halves(blocks) + halves(y), digest(STATEMENT, suite, 32, public_key, hashed, y)


def evaluate(suite, seed, x):
    """(x', y, output)"""
    key, public_key = keys(suite, seed)
    hashed = hashed_input(suite, 2 * BLOCK, public_key, x)
    y = encrypt(key, hashed)
    return hashed, y, output(suite, public_key, hashed, y)


def prove(suite, seed, x, hedge=b""):
    """(output, proof string). `hedge`: nothing, or 32 random bytes."""
    key, public_key = keys(suite, seed)
    _, y, beta = evaluate(suite, seed, x)
    return beta, y + vole(suite).prove(key, *statement(public_key, x, y), hedge)


def decode_public_key(data):
    if len(data) != PUBLIC_KEY_SIZE:
        raise Malformed(f"public key: wrong length: {len(data)} bytes, not {PUBLIC_KEY_SIZE}")
    if data[0] not in SUITES:
        raise Malformed(f"public key: no suite {data[0]:#04x}")
    return data


def verify(public_key, x, proof):
    """The output, or Malformed or Invalid. Public key and proof string are bytes."""
    suite = decode_public_key(public_key)[0]
    if len(proof) != proof_size(suite):
        raise Malformed(f"proof: wrong length: {len(proof)} bytes, not {proof_size(suite)}")
    y, pi = proof[:Y_SIZE], proof[Y_SIZE:]
    vole(suite).verify(*statement(public_key, x, y), pi)
    return output(suite, public_key, hashed_input(suite, 2 * BLOCK, public_key, x), y)
