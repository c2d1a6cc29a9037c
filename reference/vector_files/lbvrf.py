"""vectors/lbvrf.json"""

import hashlib

from heliast_reference import lbvrf

from .book import EDITS, REASONS, X_TIMES, Book
from .common import document, refused, stream

NAME = "lbvrf.json"
ABOUT = (
    "LB-VRF. Bytes are hexadecimal. kind matrix: SHA-256 of A by values, row after row, each number as 4 little-endian "
    "bytes, and its first numbers. kind challenge: c_bytes make c, given as its coefficients + 1 in one digit each. kind "
    "code: numbers below base, or a refused string. kind verify: public_key and input x "
    f"{X_TIMES} with proof give output, or an error; accepted cases have the seed, and in tries how many failed before. "
    f"{EDITS}In a case with key_edits the same holds for the public key. {REASONS}"
)
MAIN = "a proof"


def make():
    book = Book(lambda case, x, proof: lbvrf.verify(key_of(book, case), x, proof))
    book.cases += [matrix(), *challenges(), *codes()]
    for name, x in ((MAIN, b"input"), ("empty input", b""), ("long input", stream("lbvrf x", 200))):
        accept(book, name, stream(f"lbvrf {name}", 32), x)
    refuse(book)
    return document(ABOUT, "spec/lbvrf.md", book.cases)


def key_of(book, case):
    from .book import edit

    return edit(bytes.fromhex(case["public_key"]), case.get("key_edits", []))


def accept(book, name, seed, x):
    output, proof, tries = lbvrf.prove(seed, x)
    fields = {"seed": seed.hex(), "public_key": lbvrf.public_key(seed).hex(), "x": x.hex(), "tries": tries}
    book.accept(name, output, **fields, proof=proof.hex())


def matrix():
    entries = [number for row in lbvrf.matrix() for entry in row for number in entry]
    digest = hashlib.sha256(lbvrf.words(entries)).hexdigest()
    return {"name": "matrix", "kind": "matrix", "sha256": digest, "first": entries[:8]}


def challenges():
    for i in range(8):
        seed = stream(f"lbvrf c {i}", 32)
        c = "".join(str(a + 1) for a in lbvrf.ball(seed))
        yield {"name": f"challenge {i}", "kind": "challenge", "c_bytes": seed.hex(), "c": c}


def codes():
    base, count = lbvrf.P, lbvrf.DEGREE
    values = {
        "zeros": [0] * count,
        "the largest": [base - 1] * count,
        "counting": list(range(count)),
        "mixed": lbvrf.uniform(base, count, lbvrf.stream(0, b"code")),
    }
    for name, numbers in values.items():
        data = lbvrf.encode(base, numbers)
        assert lbvrf.decode(base, count, data) == numbers
        yield {"name": f"code: {name}", "kind": "code", "base": base, "numbers": numbers, "bytes": data.hex()}
    good = lbvrf.encode(base, [base - 1] * count)
    strings = {"one above the largest": (int.from_bytes(good, "little") + 1).to_bytes(85, "little"), "ones": b"\xff" * 85}
    strings["top bit"] = bytes(84) + b"\x80"
    for name, data in strings.items():
        check = lambda: lbvrf.decode(base, count, data)
        yield refused(f"code: {name}", check, "malformed", kind="code", base=base, bytes=data.hex())


def refuse(book):
    v, size = lbvrf.VALUE_SIZE, lbvrf.PROOF_SIZE
    places = {"v, first": 0, "v, last but one": v - 2, "c, first": v, "c, last": v + 31, "z, first": v + 32}
    places |= {"z, middle": size // 2, "z, last but one": size - 2}
    for label, at in places.items():
        # A change of the lowest bit leaves the state below its bound, except for one of 2^8 strings.
        book.refuse(f"{MAIN}: bit of {label}", "invalid", MAIN, edits=[{"at": at, "xor": "01"}])
    for label, at in (("v", v - 4), ("z", size - 4)):
        beyond = [{"at": at, "set": "ff" * 4}]
        book.refuse(f"{MAIN}: {label} beyond its bound", "malformed", MAIN, edits=beyond)
    for n in (1, 32, size):
        book.refuse(f"{MAIN}: {n} bytes short", "malformed", MAIN, edits=[{"keep": size - n}])
    for n in (1, 1 << 20):
        book.refuse(f"{MAIN}: {n} bytes too many", "malformed", MAIN, edits=[{"zeros": n}])
    book.refuse(f"{MAIN}: without v", "malformed", MAIN, edits=[{"keep": size - v}])
    book.refuse(f"{MAIN}: of zeros", "invalid", MAIN, edits=[{"keep": 0}, {"zeros": size}])
    book.refuse_inputs(MAIN, b"input")
    other = book.accepted["empty input"]["public_key"]
    book.refuse(f"{MAIN}: another key", "invalid", MAIN, public_key=other)
    keys = {"bit of the key": ([{"at": 100, "xor": "01"}], "invalid"), "key of zeros": ([{"keep": 0}, {"zeros": 3403}], "invalid")}
    keys |= {"key beyond its bound": ([{"at": 3399, "set": "ffffffff"}], "malformed"), "key cut": ([{"keep": 3402}], "malformed")}
    keys |= {"key too long": ([{"zeros": 1}], "malformed"), "no key": ([{"keep": 0}], "malformed")}
    for label, (edits, error) in keys.items():
        book.refuse(f"{MAIN}: {label}", error, MAIN, key_edits=edits)
