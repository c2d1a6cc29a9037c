"""vectors/avrf.json"""

from heliast_reference import avrf
from heliast_reference.avrf import Y_SIZE
from heliast_reference.vole import integer, opening

from .common import document, stream
from .stateless import CASES, X, Book

NAME = "avrf.json"
ABOUT = "A-VRF. Bytes are hexadecimal. " + CASES
SMALL, FAST = 0x41, 0x42
SUITES = {SMALL: "a-vrf-small", FAST: "a-vrf-fast"}


def make():
    book = Book(avrf, SUITES)
    for suite, name in SUITES.items():
        book.evaluations(suite)
        book.keys_decoded(suite)
        book.accept_whole(suite, X, book.proof("deterministic", suite, X))
        lengths(book, suite)
        _, public_key = avrf.keys(suite, book.seed(suite))
        changed = (bytes([suite ^ 3]) + public_key[1:]).hex()
        book.refuse(f"{name}: as {SUITES[suite ^ 3]}", "malformed", name, public_key=changed)
    fast = SUITES[FAST]
    proof = bytes.fromhex(book.accepted[fast]["proof"])
    hedged = book.proof("hedged", FAST, X, stream("avrf hedge", 32))
    assert hedged[:Y_SIZE] == proof[:Y_SIZE] and hedged[Y_SIZE:] != proof[Y_SIZE:]
    for label, x in (("empty", b""), ("a zero byte more", X + b"\0")):
        book.refuse(f"{fast}: input, {label}", "invalid", fast, x=x.hex())
    book.refuse_keys(FAST)
    outputs(book, fast, proof)
    bits = {label: at for label, at in places(FAST, proof).items() if label.endswith("first")}
    book.refuse_bits(FAST, {label: (at, "invalid") for label, at in bits.items()})
    padding(book, fast, proof)
    at = places(SMALL, bytes.fromhex(book.accepted[SUITES[SMALL]]["proof"]))["d, first"]
    book.refuse_bits(SMALL, {"d, first": (at, "invalid")})
    return document(ABOUT, "spec/avrf.md", book.cases)


def lengths(book, suite):
    base, size = SUITES[suite], avrf.proof_size(suite)
    for keep in (0, Y_SIZE, size - Y_SIZE, size - 1):
        book.refuse(f"{base}: {size - keep} bytes short", "malformed", base, edits=[{"keep": keep}])
    for zeros in (1, 16, 1 << 20):
        book.refuse(f"{base}: {zeros} bytes too many", "malformed", base, edits=[{"zeros": zeros}])


def outputs(book, base, proof):
    y = proof[:Y_SIZE]
    for label, at, mask in (("first bit", 0, "01"), ("last bit", Y_SIZE - 1, "80")):
        book.refuse(f"{base}: y, {label}", "invalid", base, edits=[{"at": at, "xor": mask}])
    swapped = [{"at": 0, "set": (y[16:] + y[:16]).hex()}]
    book.refuse(f"{base}: y, halves swapped", "invalid", base, edits=swapped)


def places(suite, proof):
    """The offsets of the first and the last byte of each field of a proof string."""
    found, at = {}, Y_SIZE
    for field, size in avrf.vole(suite).fields.items():
        found |= {f"{field}, first": at, f"{field}, last": at + size - 1}
        at += size
    assert at == len(proof)
    del found["nodes, last"]  # padding: see below
    return found


def padding(book, base, proof):
    """After the nodes that the challenge needs there are zeros, and none of these nodes is left out."""
    system = avrf.vole(FAST)
    fields = system.split(proof[Y_SIZE:])
    _, numbers = opening(system.parameters, integer(fields["challenge"]))
    at = places(FAST, proof)["nodes, first"]
    used, end = at + 16 * len(numbers), at + 16 * system.parameters.opened
    assert used < end
    for label, byte in (("first", used), ("last", end - 1)):
        book.refuse(f"{base}: {label} byte behind the nodes", "invalid", base, edits=[{"at": byte, "set": "01"}])
    book.refuse(f"{base}: one bit of the last node", "invalid", base, edits=[{"at": used - 1, "xor": "10"}])
    zeros = [{"keep": Y_SIZE}, {"zeros": system.size}]
    book.refuse(f"{base}: all zero behind y", "invalid", base, edits=zeros)
    counter = len(proof) - 4
    wrong = (int.from_bytes(fields["counter"], "little") + 1).to_bytes(4, "little").hex()
    book.refuse(f"{base}: the next counter", "invalid", base, edits=[{"at": counter, "set": wrong}])
    last = places(FAST, proof)["challenge, last"]
    book.refuse(f"{base}: a challenge that is not ground", "invalid", base, edits=[{"at": last, "set": "80"}])
