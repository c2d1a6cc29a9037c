"""vectors/xvrf.json"""

from functools import partial

from heliast_reference import xmss, xvrf
from heliast_reference.encoding import sha256, uint
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey
from heliast_reference.xmss import CHAINS, FOR_H_MSG, N

from .common import document, stream
from .stateful import CASES, HEIGHTS, MAX_NUMBER, Book, graft, keys_of
from .xmss import KNOWN_PUB_SEED, KNOWN_SK_SEED, known_tree, tree

NAME = "xvrf.json"
ABOUT = (
    "X-VRF. Bytes are hexadecimal. " + CASES + " Accepted cases with their own proof have sk_seed, leaf, and the digest "
    "that the leaf signs; the tree of height 10 is real, and where the siblings in a proof are arbitrary, grafted is true."
)

SK_SEED, PUB_SEED = stream("xvrf SK_SEED", 32), stream("xvrf PUB_SEED", 32)
X = b"heliast"
MAIN = "x-vrf-10: leaf 1"
key_of = keys_of(X_VRF)


def make():
    book = Book(X_VRF, xvrf.verify)
    real_trees(book)
    grafted_trees(book)
    extreme_digests(book)
    other_terms(book)
    for family in (other_digests, indices, chains_and_nodes, lengths, heights, keys, rounds, inputs):
        family(book)
    return document(ABOUT, "spec/xvrf.md", book.cases)


def accept(book, name, sk_seed, key, path, round, slot, x, **more):
    """The prover's proof, verified."""
    leaf, whole = key.position(round, slot), x * more.get("x_times", 1)
    output, proof = xvrf.prove(sk_seed, key.pub_seed, key.root, leaf, path, whole)
    book.accept(
        name,
        output,
        sk_seed=sk_seed.hex(),
        public_key=key.encode().hex(),
        round=round,
        slot=slot,
        leaf=leaf,
        x=x.hex(),
        **more,
        digest=xvrf.digest(key.root, leaf, whole).hex(),
        proof=proof.hex(),
    )


def real_trees(book):
    """Height 10, and its subtree of height 5 as a separate key."""
    made = known_tree()
    prove = partial(real, book, made)
    for round, x in ((0, b""), (1, X), (2, X), (1023, stream("xvrf x", 200))):
        prove(f"x-vrf-10: leaf {round}", key_of(made), round, 0, x)
    for round, slot in ((1000, 0), (1000, 2), (1341, 0)):
        prove(f"x-vrf-10: 3 slots from 1000 on, round {round}, slot {slot}", key_of(made, 3, 1000), round, slot, X)
    prove("x-vrf-10: 2^53 - 1 rounds are past", key_of(made, 1, MAX_NUMBER), MAX_NUMBER, 0, X)
    prove("x-vrf-10: input of 2^20 bytes", key_of(made), 3, 0, b"Z", x_times=1 << 20)
    subtree = xmss.Tree(made.pub_seed, made.rows[0][:32])
    assert subtree.root == made.rows[5][0]
    real(book, subtree, "height 5: leaf 1 of the subtree", key_of(subtree), 1, 0, X)
    pair = tree(SK_SEED, PUB_SEED, 1)
    for leaf in (0, 1):
        name = f"height 1: leaf {leaf}"
        accept(book, name, SK_SEED, key_of(pair), pair.path(leaf), leaf, 0, X)


def real(book, made, name, key, round, slot, x, **more):
    accept(book, name, KNOWN_SK_SEED, key, made.path(key.position(round, slot)), round, slot, x, **more)


def grafted_trees(book):
    for height in HEIGHTS:
        for leaf in (0, (1 << height) - 1):
            slots, first = (1, 0) if leaf == 0 else (4, 7_000_000)
            node = xmss.leaf_node(SK_SEED, PUB_SEED, leaf)
            path, root = graft(height, leaf, node, PUB_SEED)
            key = PublicKey(X_VRF, height, slots, first, root, PUB_SEED)
            round, slot = first + leaf // slots, leaf % slots
            x = stream(f"xvrf x {height} {leaf}", 40)
            accept(book, f"x-vrf-{height}: leaf {leaf}", SK_SEED, key, path, round, slot, x, grafted=True)


def extreme_digests(book):
    """The inputs among 2^16 for which most and fewest steps are the signer's."""
    made, leaf = known_tree(), 512
    inputs = [uint(i, 2) for i in range(1 << 16)]
    steps = {x: sum(xmss.digits(xvrf.digest(made.root, leaf, x))[:64]) for x in inputs}
    for label, x in (("longest", max(inputs, key=steps.get)), ("shortest", min(inputs, key=steps.get))):
        real(book, made, f"x-vrf-10: {label} chains of 2^16 inputs", key_of(made), leaf, 0, x)


def other_terms(book):
    """The same leaf and input under other slots and another first round have the same output."""
    made = known_tree()
    same = {"output": bytes.fromhex(book.accepted[MAIN]["output"]), "base": MAIN}
    book.accept("other terms: first 5", public_key=key_of(made, 1, 5).encode().hex(), round=6, **same)
    book.accept("other terms: 2 slots", public_key=key_of(made, 2).encode().hex(), round=0, slot=1, **same)


def other_digests(book):
    """Signatures by the right leaf of digests that the verifier does not form."""
    made, leaf = known_tree(), 1
    root, index = made.root, uint(leaf, 32)
    right = xvrf.digest(root, leaf, X)
    digests = {f"randomizer {r:02x}...": xmss.h_msg(bytes([r]) * 32, root, leaf, X) for r in (1, 2, 255)}
    digests["randomizer with one bit"] = xmss.h_msg(bytes(31) + b"\1", root, leaf, X)
    digests["no zero block"] = sha256(FOR_H_MSG, root, index, X)
    digests["input alone"] = sha256(X)
    digests["not bound to the root"] = sha256(FOR_H_MSG, bytes(64), index, X)
    digests["not bound to the index"] = xmss.h_msg(bytes(N), root, 0, X)
    digests["one digit higher, checksum adjusted"] = raised(right)
    for label, digest in digests.items():
        _, proof = xvrf.prove_digest(KNOWN_SK_SEED, KNOWN_PUB_SEED, root, leaf, made.path(leaf), X, digest)
        book.refuse(f"digest: {label}", "invalid", MAIN, edits=[{"at": 4, "set": proof[4 : xvrf.OPENING].hex()}])
    rfc = xmss.rfc_sign(KNOWN_SK_SEED, made, leaf, X, b"\1" * 32)
    book.refuse("a signature of RFC 8391", "malformed", MAIN, edits=[{"keep": 0}, {"append": rfc.hex()}])
    proof = book.accepted[MAIN]["proof"]
    edits = [{"keep": 4}, {"zeros": 32}, {"append": proof[8:]}]
    book.refuse("a signature of RFC 8391 with a zero randomizer", "malformed", MAIN, edits=edits)


def raised(digest):
    """The digest with its first digit below 15 one higher."""
    at = next(i for i, digit in enumerate(xmss.digits(digest)) if digit < 15)
    return uint(int.from_bytes(digest, "big") + (1 << 4 * (63 - at)), 32)


def indices(book):
    book.refuse_indices(MAIN, 1, 10)
    book.refuse("proof of leaf 1 in round 2", "invalid", MAIN, round=2)
    book.refuse("proof of leaf 2 in round 1", "invalid", "x-vrf-10: leaf 2", round=1)
    name, edits = "proof of leaf 2 in round 1 with the index of leaf 1", [{"at": 0, "set": "00000001"}]
    book.refuse(name, "invalid", "x-vrf-10: leaf 2", round=1, edits=edits)


def chains_and_nodes(book):
    """Every value of a proof is needed, at its place."""
    made = known_tree()
    proof = bytes.fromhex(book.accepted[MAIN]["proof"])
    values = xmss.split(proof[4:])
    spots = [f"chain {i}" for i in range(CHAINS)] + [f"node {i} of the path" for i in range(made.height)]
    for i, spot in enumerate(spots):
        edits = [{"at": 4 + N * i + i % N, "xor": f"{1 << i % 8:02x}"}]
        book.refuse(f"one bit: {spot}", "invalid", MAIN, edits=edits)
    swaps = [(0, 1), (31, 32), (63, 64), (65, 66), (67, 68), (75, 76), (66, 67)]
    for a, b in swaps:
        edits = [{"at": 4 + N * a, "set": values[b].hex()}, {"at": 4 + N * b, "set": values[a].hex()}]
        book.refuse(f"swapped: {spots[a]} and {spots[b]}", "invalid", MAIN, edits=edits)
    digits = xmss.digits(xvrf.digest(made.root, 1, X))
    for i in (0, 1, 63, 64, 65, 66):
        if digits[i] < 15:
            further = xmss.chain(made.pub_seed, 1, i, values[i], digits[i], 1)
            edits = [{"at": 4 + N * i, "set": further.hex()}]
            book.refuse(f"one step further: chain {i}", "invalid", MAIN, edits=edits)
    ends = b"".join(xmss.wots_public(KNOWN_SK_SEED, KNOWN_PUB_SEED, 1))
    book.refuse("the ends of all chains", "invalid", MAIN, edits=[{"at": 4, "set": ends.hex()}])
    own = made.rows[0][1]
    book.refuse("own leaf as sibling", "invalid", MAIN, edits=[{"at": xvrf.OPENING, "set": own.hex()}])
    book.refuse("zero chains", "invalid", MAIN, edits=[{"keep": 4}, {"zeros": N * (CHAINS + made.height)}])


def lengths(book):
    book.refuse_lengths(MAIN, xvrf.proof_size(10))


def heights(book):
    """A tree within a tree is another key: its root is in the digest."""
    made = known_tree()
    subtree, sub_leaf = key_of(xmss.Tree(made.pub_seed, made.rows[0][:32])), "height 5: leaf 1 of the subtree"
    key = key_of(made).encode().hex()
    for height in (9, 11, 15):
        other = PublicKey(X_VRF, height, 1, 0, made.root, made.pub_seed).encode().hex()
        book.refuse(f"the key with height {height}", "malformed", MAIN, public_key=other)
    other = PublicKey(X_VRF, 11, 1, 0, made.root, made.pub_seed).encode().hex()
    book.refuse("the key with height 11, path extended", "invalid", MAIN, public_key=other, edits=[{"zeros": 32}])
    other = PublicKey(X_VRF, 9, 1, 0, made.root, made.pub_seed).encode().hex()
    edits = [{"keep": xvrf.proof_size(9)}]
    book.refuse("the key with height 9, path cut", "invalid", MAIN, public_key=other, edits=edits)
    edits = [{"keep": xvrf.proof_size(5)}]
    book.refuse("proof cut to the subtree", "invalid", MAIN, public_key=subtree.encode().hex(), edits=edits)
    book.refuse("proof of the tree for the subtree", "malformed", MAIN, public_key=subtree.encode().hex())
    book.refuse("proof of the subtree for the tree", "malformed", sub_leaf, public_key=key)
    edits = [{"append": b"".join(made.path(1)[5:]).hex()}]
    book.refuse("proof of the subtree with the path to the root", "invalid", sub_leaf, public_key=key, edits=edits)


def keys(book):
    made = known_tree()
    good = key_of(made)
    book.key("key: x-vrf-10", good)
    last = PublicKey(X_VRF, 27, 65535, (1 << 64) - 1, made.root, made.pub_seed)
    book.key("key: 65535 slots, last possible first", last)
    book.key("key: height 1, root and PUB_SEED zero", PublicKey(X_VRF, 1, 1, 0, bytes(32), bytes(32)))
    book.refuse_keys(good, I_VRF)
    changes = {
        "root, first bit": (12, 0x80),
        "root, last bit": (43, 1),
        "PUB_SEED, first bit": (44, 0x80),
        "PUB_SEED, last bit": (75, 1),
        "first": (11, 1),
        "slots 1 and 3": (3, 2),
    }
    for label, (at, mask) in changes.items():
        encoding = good.encode()
        changed = encoding[:at] + bytes([encoding[at] ^ mask]) + encoding[at + 1 :]
        book.refuse(f"key changed: {label}", "invalid", MAIN, public_key=changed.hex())
    swapped = PublicKey(X_VRF, 10, 1, 0, made.pub_seed, made.root).encode().hex()
    book.refuse("key changed: root and PUB_SEED swapped", "invalid", MAIN, public_key=swapped)
    zero = PublicKey(X_VRF, 10, 1, 0, bytes(32), bytes(32)).encode().hex()
    book.refuse("key changed: root and PUB_SEED zero", "invalid", MAIN, public_key=zero)
    for label, data in (("truncated", good.encode()[:-1]), ("of iVRF", bytes([I_VRF]) + good.encode()[1:])):
        book.refuse(f"key changed: {label}", "malformed", MAIN, public_key=data.hex())


def rounds(book):
    """Rounds and slots that the key does not have. A position never wraps, neither at 2^h nor at 2^64."""
    made = known_tree()
    book.refuse("slot 1 of 1", "invalid", MAIN, slot=1)
    book.refuse("slot 65535", "invalid", MAIN, slot=65535)
    book.refuse("expired by one round: leaf 0 again", "invalid", "x-vrf-10: leaf 0", round=1024)
    book.refuse("expired: leaf 1 again", "invalid", MAIN, round=1025)
    book.refuse("expired: round 2^53 - 1", "invalid", MAIN, round=MAX_NUMBER)
    edits = [{"at": 0, "set": "00000400"}]
    book.refuse("expired, with index 2^h", "invalid", "x-vrf-10: leaf 0", round=1024, edits=edits)
    three = "x-vrf-10: 3 slots from 1000 on, round "
    book.refuse("before the first round", "invalid", f"{three}1000, slot 0", round=999)
    book.refuse("slot 3 of 3 is not the next round's first", "invalid", f"{three}1000, slot 2", slot=3)
    book.refuse("the last round has one slot only", "invalid", f"{three}1341, slot 0", slot=1)
    many = key_of(made, 32768, 0).encode().hex()
    book.refuse("position 2^64", "invalid", "x-vrf-10: leaf 0", public_key=many, round=1 << 49)
    book.refuse("position 2^64 + 1", "invalid", MAIN, public_key=many, round=1 << 49, slot=1)


def inputs(book):
    book.refuse_inputs(MAIN, X)
    book.refuse("input of 2^20 bytes: one less", "invalid", "x-vrf-10: input of 2^20 bytes", x_times=(1 << 20) - 1)
