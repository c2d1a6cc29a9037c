"""vectors/lowmc.json"""

from heliast_reference.lowmc import INSTANCES, instance, inverse, product

from .common import document, refused, stream

NAME = "lowmc.json"
ABOUT = (
    "LowMC of `bits` bits and `rounds` rounds. kind constants: sha256 of all of them, the first row of L_1, and how "
    "many matrices were rejected before each of L_1..L_r, K_0..K_r. kind products: matrices and inverses times "
    "vector, and R_r. kind encrypt: key and plaintext to ciphertext. kind block: bytes that are no block."
)


def make():
    cases = []
    for n, rounds in INSTANCES:
        lowmc = instance(n, rounds)
        for make_cases in (constants, products, encryptions, blocks):
            cases += [
                {"name": f"{n}/{rounds}: {case.pop('name')}", "bits": n, "rounds": rounds, **case}
                for case in make_cases(lowmc)
            ]
    return document(ABOUT, "spec/lowmc.md", cases)


def constants(lowmc):
    yield {
        "name": "constants",
        "kind": "constants",
        "sha256": lowmc.digest().hex(),
        "row": lowmc.encode(lowmc.linear[0][0]).hex(),
        "rejected": lowmc.rejected,
    }


def products(lowmc):
    n = lowmc.n
    matrices = {
        "linear_1": lowmc.linear[0],
        "linear_1_inverse": inverse(lowmc.linear[0], n),
        "key_0": lowmc.keys[0],
        "key_0_inverse": inverse(lowmc.keys[0], n),
        "linear_r": lowmc.linear[-1],
        "key_r": lowmc.keys[-1],
    }
    for i in range(3):
        vector = string(lowmc, f"vector {i}")
        answers = {name: lowmc.encode(product(rows, vector)).hex() for name, rows in matrices.items()}
        answers["constant_r"] = lowmc.encode(lowmc.constants[-1]).hex()
        yield {"name": f"products {i}", "kind": "products", "vector": lowmc.encode(vector).hex(), **answers}


def encryptions(lowmc):
    ones = (1 << lowmc.n) - 1
    pairs = {"zeros": (0, 0), "key of ones": (ones, 0), "plaintext of ones": (0, ones), "ones": (ones, ones)}
    pairs |= {"first bit": (0, 1 << (lowmc.n - 1)), "last bit": (0, 1), "last bit of the key": (1, 0)}
    pairs |= {f"pair {i}": (string(lowmc, f"key {i}"), string(lowmc, f"plaintext {i}")) for i in range(12)}
    for name, (key, plaintext) in pairs.items():
        yield {
            "name": name,
            "kind": "encrypt",
            "key": lowmc.encode(key).hex(),
            "plaintext": lowmc.encode(plaintext).hex(),
            "ciphertext": lowmc.encode(lowmc.encrypt(key, plaintext)).hex(),
        }


def blocks(lowmc):
    good = lowmc.encode(string(lowmc, "block"))
    bad = {"no bytes": b"", "a byte less": good[:-1], "a byte more": good + b"\0"}
    padding = 8 * len(good) - lowmc.n
    bad |= {f"padding bit {i}": good[:-1] + bytes([good[-1] | 1 << i]) for i in range(padding)}
    for name, data in bad.items():
        yield refused(name, lambda: lowmc.decode(data), "malformed", kind="block", block=data.hex())


def string(lowmc, label):
    """A reproducible string of n bits."""
    size = (lowmc.n + 7) // 8
    return int.from_bytes(stream(label, size), "big") >> (8 * size - lowmc.n)
