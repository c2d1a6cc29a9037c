"""vectors/slvrf.json"""

from heliast_reference import slvrf
from heliast_reference.kkw import HASH, SALT, SEED
from heliast_reference.slvrf import BLOCK, PAPER, THIRTEEN

from .common import document, stream
from .stateless import CASES, X, Book

NAME = "slvrf.json"
ABOUT = "SL-VRF. Bytes are hexadecimal. " + CASES
SUITES = {PAPER: "sl-vrf-paper", THIRTEEN: "sl-vrf-13"}
H, SALT_AT, NODES = BLOCK, BLOCK + HASH, BLOCK + HASH + SALT


def make():
    book = Book(slvrf, SUITES)
    for suite, name in SUITES.items():
        book.evaluations(suite)
        book.keys_decoded(suite)
        proof = book.proof("deterministic", suite, X)
        book.accept_whole(suite, X, proof)
        hedged = book.proof("hedged", suite, X, stream("slvrf hedge", 48))
        assert hedged[:BLOCK] == proof[:BLOCK] and hedged[BLOCK:] != proof[BLOCK:]
        lengths(book, suite, proof)
        outputs(book, suite, proof)
    paper = SUITES[PAPER]
    other = book.proof("deterministic, empty input", PAPER, b"")
    book.refuse_inputs(paper, X)
    book.refuse(f"{paper}: y of another input", "invalid", paper, edits=[{"at": 0, "set": other[:BLOCK].hex()}])
    for suite in SUITES:
        book.refuse_keys(suite)
        (another,) = set(SUITES) - {suite}
        changed = bytes([another]) + slvrf.keys(suite, book.seed(suite))[1][1:]
        book.refuse(f"{SUITES[suite]}: as {SUITES[another]}", "malformed", SUITES[suite], public_key=changed.hex())
    proof = bytes.fromhex(book.accepted[paper]["proof"])
    book.refuse_bits(PAPER, {label: (at, "invalid") for label, at in places(proof).items()})
    last = len(bytes.fromhex(book.accepted[SUITES[THIRTEEN]]["proof"])) - 1
    book.refuse_bits(THIRTEEN, {"salt": (SALT_AT, "invalid"), "the last C": (last, "invalid")})
    swaps(book, paper, proof)
    return document(ABOUT, "spec/slvrf.md", book.cases)


def lengths(book, suite, proof):
    """Outside of what the suite's proofs can have: malformed; within: invalid, as the challenge tells the length."""
    base, (least, most) = SUITES[suite], slvrf.proof_sizes(suite)
    assert least < len(proof) - 1 and len(proof) + 1 < most
    for label, keep, error in (
        ("empty", 0, "malformed"),
        ("y only", BLOCK, "malformed"),
        ("a byte less than the least", least - 1, "malformed"),
        ("the least", least, "invalid"),
        ("a byte short", len(proof) - 1, "invalid"),
        ("without the last C", len(proof) - HASH, "invalid"),
    ):
        book.refuse(f"{base}: length, {label}", error, base, edits=[{"keep": keep}])
    for label, zeros, error in (
        ("a byte more", 1, "invalid"),
        ("the most", most - len(proof), "invalid"),
        ("a byte more than the most", most - len(proof) + 1, "malformed"),
        ("2^20 bytes more", 1 << 20, "malformed"),
    ):
        book.refuse(f"{base}: length, {label}", error, base, edits=[{"zeros": zeros}])


def outputs(book, suite, proof):
    base = SUITES[suite]
    for label, at, mask in (("first bit", 0, "80"), ("last bit", BLOCK - 1, "01")):
        book.refuse(f"{base}: y, {label}", "invalid", base, edits=[{"at": at, "xor": mask}])
    book.refuse(f"{base}: y zero", "invalid", base, edits=[{"at": 0, "set": bytes(BLOCK).hex()}])


def places(proof):
    """The offset of one byte of each sort in a proof string of sl-vrf-paper."""
    kkw = slvrf.kkw(PAPER)
    opened, hidden = kkw.expand_challenge(proof[H : H + HASH])
    nodes = len(kkw.closed(opened))
    merkle = NODES + SEED * nodes
    at = merkle + HASH * nodes
    found = {"h, first": H, "h, last": H + HASH - 1, "salt, first": SALT_AT, "salt, last": NODES - 1}
    found |= {"the first seed of executions": NODES, "the last seed of executions": merkle - 1}
    found |= {"the first Merkle node": merkle, "the last Merkle node": at - 1}
    for t, party in sorted(zip(opened, hidden)):
        sort = "without aux" if party == 15 else "with aux"
        if f"{sort}: the first seed of parties" not in found:
            fields = {"the first seed of parties": 0, "the last seed of parties": 4 * SEED - 1}
            end = 4 * SEED
            sizes = {"aux": kkw.gate_size} if party != 15 else {}
            sizes |= {"the masked key": BLOCK, "the messages": kkw.gate_size, "C": HASH}
            for label, size in sizes.items():
                fields[f"{label}, first"], fields[f"{label}, last"] = end, end + size - 1
                end += size
            found |= {f"{sort}: {label}": at + offset for label, offset in fields.items()}
        at += 4 * SEED + kkw.gate_size * (1 + (party != 15)) + BLOCK + HASH
    assert at == len(proof)
    return found


def swaps(book, base, proof):
    """Whole fields exchanged."""
    kkw = slvrf.kkw(PAPER)
    opened, _ = kkw.expand_challenge(proof[H : H + HASH])
    merkle = NODES + SEED * len(kkw.closed(opened))
    for label, at, size in (("seeds of executions", NODES, SEED), ("Merkle nodes", merkle, HASH)):
        two = proof[at + size : at + 2 * size] + proof[at : at + size]
        book.refuse(f"{base}: two {label} swapped", "invalid", base, edits=[{"at": at, "set": two.hex()}])
    zeros = [{"keep": H + HASH}, {"zeros": len(proof) - H - HASH}]
    book.refuse(f"{base}: all zero behind h", "invalid", base, edits=zeros)
