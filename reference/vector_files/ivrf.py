"""vectors/ivrf.json"""

from heliast_reference import ivrf, xmss
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey
from heliast_reference.xmss import N, Tree

from .common import document, stream
from .stateful import CASES, HEIGHTS, MAX_NUMBER, Book, graft, keys_of

NAME = "ivrf.json"
ABOUT = (
    "iVRF. Bytes are hexadecimal. " + CASES + " Accepted cases with their own proof have sk_seed, leaf (of the tree), "
    "step (of its chain) and the seed of the chain; the trees of height 10 are real, and where the siblings in a proof "
    "are arbitrary, grafted is true."
)

SK_SEED, PUB_SEED = stream("ivrf SK_SEED", 32), stream("ivrf PUB_SEED", 32)
X = b"heliast"
MAIN = "ivrf-10, 4 steps: round 5, slot 1"
key_of = keys_of(I_VRF)


def make():
    book = Book(I_VRF, ivrf.verify)
    one, four = (tree(steps) for steps in (1, 4))
    real_trees(book, one, four)
    grafted_trees(book)
    book.refuse_indices(MAIN, 5, 10)
    book.refuse_lengths(MAIN, ivrf.proof_size(10))
    for family in (values_and_nodes, steps, inputs, heights, keys, rounds):
        family(book, four)
    return document(ABOUT, "spec/ivrf.md", book.cases)


def tree(steps):
    return Tree(PUB_SEED, [ivrf.leaf_node(SK_SEED, PUB_SEED, steps, leaf) for leaf in range(1 << 10)])


def accept(book, name, key, path, round, slot, x, **more):
    """The prover's proof, verified."""
    leaf, step = divmod(key.position(round, slot), key.slots)
    output, proof = ivrf.prove(SK_SEED, PUB_SEED, key.root, key.slots, leaf, step, path, x)
    book.accept(
        name,
        output,
        sk_seed=SK_SEED.hex(),
        public_key=key.encode().hex(),
        round=round,
        slot=slot,
        leaf=leaf,
        step=step,
        x=x.hex(),
        **more,
        seed=ivrf.seed(SK_SEED, PUB_SEED, leaf).hex(),
        proof=proof.hex(),
    )


def real_trees(book, one, four):
    for round, x in ((0, b""), (1, X), (1023, stream("ivrf x", 200))):
        accept(book, f"ivrf-10, 1 step: round {round}", key_of(one, 1), one.path(round), round, 0, x)
    for round, slot in ((0, 0), (5, 0), (5, 1), (5, 2), (5, 3), (1023, 3)):
        accept(book, f"ivrf-10, 4 steps: round {round}, slot {slot}", key_of(four, 4), four.path(round), round, slot, X)
    accept(book, "ivrf-10, 4 steps: first 1000", key_of(four, 4, 1000), four.path(5), 1005, 1, X)
    accept(book, "ivrf-10, 1 step: 2^53 - 1 rounds are past", key_of(one, 1, MAX_NUMBER), one.path(0), MAX_NUMBER, 0, X)


def grafted_trees(book):
    for height in HEIGHTS:
        for leaf in (0, (1 << height) - 1):
            slots, first = (1, 0) if leaf == 0 else (65535 if height == 27 else height, 7_000_000)
            node = ivrf.leaf_node(SK_SEED, PUB_SEED, slots, leaf)
            path, root = graft(height, leaf, node, PUB_SEED)
            key = PublicKey(I_VRF, height, slots, first, root, PUB_SEED)
            for slot in sorted({0, slots - 1}):
                name = f"ivrf-{height}, {slots} steps: leaf {leaf}, slot {slot}"
                accept(book, name, key, path, first + leaf, slot, stream(f"ivrf x {height} {leaf}", 40), grafted=True)


def values_and_nodes(book, made):
    proof = bytes.fromhex(book.accepted[MAIN]["proof"])
    values = xmss.split(proof[4:])
    spots = ["revealed value"] + [f"node {i} of the path" for i in range(made.height)]
    for i, spot in enumerate(spots):
        for byte, bit in ((0, 7), (31, 0)):
            edits = [{"at": 4 + N * i + byte, "xor": f"{1 << bit:02x}"}]
            book.refuse(f"one bit: {spot}, byte {byte}", "invalid", MAIN, edits=edits)
    for a, b in ((0, 1), (1, 2), (9, 10)):
        edits = [{"at": 4 + N * a, "set": values[b].hex()}, {"at": 4 + N * b, "set": values[a].hex()}]
        book.refuse(f"swapped: {spots[a]} and {spots[b]}", "invalid", MAIN, edits=edits)
    own = made.rows[0][5]
    book.refuse("own leaf as sibling", "invalid", MAIN, edits=[{"at": 4 + N, "set": own.hex()}])
    book.refuse("the leaf as revealed value", "invalid", MAIN, edits=[{"at": 4, "set": own.hex()}])
    book.refuse("all zero after the index", "invalid", MAIN, edits=[{"keep": 4}, {"zeros": N * (1 + made.height)}])


def steps(book, made):
    """A revealed value gives the earlier steps of its leaf to everybody, and no later one."""
    value = lambda at: ivrf.value(SK_SEED, PUB_SEED, 5, at)
    honest = bytes.fromhex(book.accepted["ivrf-10, 4 steps: round 5, slot 0"]["output"])
    further = xmss.chain(made.pub_seed, 5, ivrf.CHAIN, value(2), 2, 1)
    edits = [{"at": 4, "set": further.hex()}]
    book.accept("slot 0 from what slot 1 reveals", honest, base=MAIN, slot=0, edits=edits)
    book.refuse("one step further, same slot", "invalid", MAIN, edits=edits)
    book.refuse("one step back, same slot", "invalid", MAIN, edits=[{"at": 4, "set": value(1).hex()}])
    for slot in (0, 2, 3):
        book.refuse(f"proof of slot 1 for slot {slot}", "invalid", MAIN, slot=slot)
    for round in (4, 6):
        book.refuse(f"proof of round 5 for round {round}", "invalid", MAIN, round=round)
    for at in (1, 3):
        wrong = xmss.f(made.pub_seed, (xmss.OTS, 5, ivrf.CHAIN, at), value(2))
        book.refuse(f"a step at hash address {at}", "invalid", MAIN, slot=0, edits=[{"at": 4, "set": wrong.hex()}])
    for chain in (0, 66):
        wrong = xmss.f(made.pub_seed, (xmss.OTS, 5, chain, 2), value(2))
        book.refuse(f"a step of chain {chain}", "invalid", MAIN, slot=0, edits=[{"at": 4, "set": wrong.hex()}])


def inputs(book, made):
    """One proof is valid for every input: anybody who sees it can evaluate the index at another input. Only the output
    differs."""
    others = {"empty": b"", "a zero byte more": X + b"\0", "another": b"Heliast", "1000 bytes": stream("ivrf x", 1000)}
    for label, x in others.items():
        output = ivrf.prove(SK_SEED, PUB_SEED, made.root, 4, 5, 1, made.path(5), x)[0]
        book.accept(f"the same proof, input {label}", output, base=MAIN, x=x.hex())
    book.accept("the same proof, input of 2^20 bytes", base=MAIN, x=b"Z".hex(), x_times=1 << 20)


def heights(book, made):
    def key(height):
        return PublicKey(I_VRF, height, 4, 0, made.root, made.pub_seed).encode().hex()

    for height in (9, 11, 15):
        book.refuse(f"the key with height {height}", "malformed", MAIN, public_key=key(height))
    book.refuse("the key with height 11, path extended", "invalid", MAIN, public_key=key(11), edits=[{"zeros": 32}])
    edits = [{"keep": ivrf.proof_size(9)}]
    book.refuse("the key with height 9, path cut", "invalid", MAIN, public_key=key(9), edits=edits)
    subtree = PublicKey(I_VRF, 5, 4, 0, made.rows[5][0], made.pub_seed).encode().hex()
    edits = [{"keep": ivrf.proof_size(5)}]
    book.accept("the subtree of height 5 is a key of its own", base=MAIN, public_key=subtree, edits=edits)
    book.refuse("proof of the tree for the subtree", "malformed", MAIN, public_key=subtree)


def keys(book, made):
    good = key_of(made, 4)
    book.key("key: ivrf-10", good)
    longest = PublicKey(I_VRF, 27, 65535, (1 << 64) - 1, made.root, made.pub_seed)
    book.key("key: 65535 steps, last possible first", longest)
    book.refuse_keys(good, X_VRF)
    for slots in (2, 3, 5, 65535):
        for slot in range(min(slots, 3)):
            changed = key_of(made, slots).encode().hex()
            book.refuse(f"key changed: {slots} steps, slot {slot}", "invalid", MAIN, public_key=changed, slot=slot)
    changes = {"root, first bit": (12, 128), "root, last bit": (43, 1), "PUB_SEED, last bit": (75, 1), "first": (11, 1)}
    for label, (at, mask) in changes.items():
        encoding = good.encode()
        changed = encoding[:at] + bytes([encoding[at] ^ mask]) + encoding[at + 1 :]
        book.refuse(f"key changed: {label}", "invalid", MAIN, public_key=changed.hex())
    zero = PublicKey(I_VRF, 10, 4, 0, bytes(32), bytes(32)).encode().hex()
    book.refuse("key changed: root and PUB_SEED zero", "invalid", MAIN, public_key=zero)
    for label, data in (("truncated", good.encode()[:-1]), ("of X-VRF", bytes([X_VRF]) + good.encode()[1:])):
        book.refuse(f"key changed: {label}", "malformed", MAIN, public_key=data.hex())


def rounds(book, made):
    """Rounds and slots that the key does not have. A position never wraps, neither at 2^h nor at 2^64."""
    book.refuse("slot 4 of 4", "invalid", MAIN, slot=4)
    book.refuse("slot 65535", "invalid", MAIN, slot=65535)
    book.refuse("expired by one round: leaf 0 again", "invalid", "ivrf-10, 4 steps: round 0, slot 0", round=1024)
    book.refuse("expired: leaf 5 again", "invalid", MAIN, round=1029)
    book.refuse("expired: round 2^53 - 1", "invalid", MAIN, round=MAX_NUMBER)
    book.refuse("before the first round", "invalid", "ivrf-10, 4 steps: first 1000", round=999)
    many = key_of(made, 32768).encode().hex()
    book.refuse("position 2^64", "invalid", "ivrf-10, 1 step: round 0", public_key=many, round=1 << 49)
