import hashlib
import os
import random
import re
import unittest
from functools import reduce
from operator import xor
from pathlib import Path

from heliast_reference import kkw, slvrf
from heliast_reference.encoding import integer, uint
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.kkw import EXPAND, HASH, MERKLE, SALT, SEED, SEED_TREE, Kkw, Taker
from heliast_reference.kkw_tree import Tree
from heliast_reference.lowmc import product, sbox_layer
from heliast_reference.slvrf import PAPER, THIRTEEN
from heliast_reference.tagged import le
from vector_files.common import stream

EXECUTIONS, OPENED = 419, 52


class Picnic3(Kkw):
    """Picnic3-L3, against its known answers: one statement, and hashes without tags. A proof gives the key away."""

    statements = 1

    def __init__(self):
        super().__init__(suite=None, rounds=4)

    def hash(self, tag, size, *parts):
        prefix = {SEED_TREE: b"\1", EXPAND: b"\1", MERKLE: b"\3"}.get(tag, b"")
        return hashlib.shake_256(prefix + b"".join(parts)).digest(size)

    def tape_and_commitment(self, seed, salt, t, party):
        tape = self.hash(None, self.tape_bits // 8, seed, salt, le(t, 2), le(party, 2))
        return tape, tape[:HASH]

    def roots(self, header, key, hedge):
        """The header is ciphertext, plaintext and message."""
        both = self.hash(None, SALT + SEED, key, header[48:], header[:48], le(192, 2))
        return both[:SALT], both[SALT:]


def keys_told(system, proof):
    """The information about the key in each opened execution, if a commitment is the head of its tape."""
    opened, hidden = system.expand_challenge(proof[:HASH])
    nodes = len(system.closed(opened))
    take = Taker(proof[HASH:])
    salt = take(SALT)
    take(nodes * (SEED + HASH))
    for t, party in sorted(zip(opened, hidden)):
        seeds = {node: take(SEED) for node in system.party_tree.revealed([party])}
        take(system.gate_size if party != 15 else 0)
        masked_key, _, commitment = take(24), take(system.gate_size), take(HASH)
        tapes, _ = system.tapes_and_commitments(system.party_seeds(seeds, salt, t), salt, t)
        shares = [system.part(tape, 0) for i, tape in enumerate(tapes) if i != party]
        first = reduce(xor, shares, integer(commitment[:24]))
        yield party, system.key_back(first) ^ integer(masked_key)


class Trees(unittest.TestCase):
    def test_numbers(self):
        """The leaves are the last nodes of a heap that is filled from the left."""
        for leaves in (2, 3, 5, 16, EXECUTIONS):
            tree = Tree(leaves)
            rows = [(height, index) for height in range(tree.height, -1, -1) for index in range(tree.row(height))]
            numbers = [tree.number(node) for node in rows]
            self.assertEqual((numbers[0], numbers[-1] + 1), (0, tree.numbers))
            self.assertEqual(numbers, sorted(set(numbers)))
            for node in rows:
                for i, child in enumerate(tree.children(node)):
                    self.assertEqual(tree.number(child), 2 * tree.number(node) + 1 + i)

    def test_right_edge(self):
        tree = Tree(EXECUTIONS)
        edge = [(height, tree.row(height) - 1) for height in range(1, 10)]
        self.assertEqual([node[0] for node in edge if tree.lacks(node)], [3, 4, 5, 7])
        self.assertEqual([node[0] for node in edge if len(tree.children(node)) == 1], [1, 3, 4, 5, 7])

    def test_all_leaves_but_the_hidden(self):
        draw = random.Random(1)
        pair = lambda seed, number: [hashlib.sha256(seed + bytes([i]) + le(number, 2)).digest() for i in (0, 1)]
        for leaves, most in ((3, 2), (5, 4), (16, 1), (37, 20), (EXECUTIONS, OPENED)):
            tree = Tree(leaves)
            whole = {tree.root: b"root"}
            tree.expand(whole, pair)
            for _ in range(20):
                hidden = draw.sample(range(leaves), draw.randint(1, most))
                revealed = {node: whole[node] for node in tree.revealed(hidden)}
                tree.expand(revealed, pair)
                known = {leaf for height, leaf in revealed if height == 0}
                self.assertEqual(known, set(range(leaves)) - set(hidden))
                self.assertTrue(all(whole[node] == seed for node, seed in revealed.items()))

    def test_a_root_from_some_leaves(self):
        draw = random.Random(2)
        parent = lambda children, number: hashlib.sha256(b"".join(children) + le(number, 2)).digest()
        for leaves in (3, 5, 16, 37, EXECUTIONS):
            tree = Tree(leaves)
            whole = {(0, leaf): le(leaf, 32) for leaf in range(leaves)}
            tree.combine(whole, bytes(32), parent)
            for _ in range(20):
                missing = draw.sample(range(leaves), draw.randint(1, leaves - 1))
                some = {(0, leaf): le(leaf, 32) for leaf in set(range(leaves)) - set(missing)}
                some |= {node: whole[node] for node in tree.opened(missing)}
                tree.combine(some, bytes(32), parent)
                self.assertEqual(some[tree.root], whole[tree.root])

    def test_how_many_nodes(self):
        """Fewest and most over all choices, by the tree's recursion; the two trees need equally many."""
        tree = Tree(EXECUTIONS)

        def counts(node, best):
            """Maps the hidden leaves below a node to the number of nodes in it; a subtree without hidden leaves is one
            node of its parent."""
            children = tree.children(node)
            if not children:
                return {0: 0, 1: 0}
            below = [counts(child, best) for child in children]
            if len(below) == 1:
                return below[0]
            found = {}
            for i, a in below[0].items():
                for j, b in below[1].items():
                    if i + j <= OPENED:
                        count = a + b + (i == 0) + (j == 0) if i + j else 0
                        found[i + j] = best(found.get(i + j, count), count)
            return found

        extremes = [counts(tree.root, best)[OPENED] for best in (min, max)]
        self.assertEqual(extremes, [kkw.FEWEST_NODES, kkw.MOST_NODES])
        draw = random.Random(3)
        for _ in range(5):
            opened = draw.sample(range(EXECUTIONS), OPENED)
            missing = set(range(EXECUTIONS)) - set(opened)
            self.assertEqual(len(tree.revealed(opened)), len(tree.opened(missing)))


class Circuit(unittest.TestCase):
    def setUp(self):
        self.kkw = slvrf.kkw(PAPER)

    def test_sbox(self):
        for i in range(20):
            x, y = (integer(stream(f"sbox {i} {side}", 24)) for side in "xy")
            products = self.kkw.left(x) & self.kkw.right(x)
            self.assertEqual(self.kkw.sbox(x, products), sbox_layer(x, 192))
            self.assertEqual(self.kkw.sbox(x, self.kkw.gates_between(x, y)), y)

    def test_products_by_tables(self):
        for made, rows in zip(self.kkw.linear, self.kkw.lowmc.linear):
            v = integer(stream("product", 24))
            self.assertEqual(made(v), product(rows, v))

    def test_places_fill_the_tape(self):
        for suite, size in ((PAPER, 360), (THIRTEEN, 1224)):
            system = slvrf.kkw(suite)
            starts = {system.mask_at(s, j) for s, j in system.layers()}
            self.assertEqual(len(starts), 2 * system.rounds - 1)
            starts |= {system.gates_at(s, j) for s, j in system.layers()}
            self.assertEqual(sorted(starts), list(range(0, 8 * size, 192)))
            self.assertEqual(system.tape_bits, 8 * size)

    def test_any_tapes_compute_both_statements(self):
        key, inputs = integer(stream("k", 24)), [integer(stream(f"p {i}", 24)) for i in (0, 1)]
        tapes = [integer(stream(f"tape {i}", 360)) for i in range(16)]
        key_mask, aux = self.kkw.preprocess(tapes)
        tapes[-1] = self.kkw.with_gates(tapes[-1], aux)
        self.assertEqual(self.kkw.gates_of(tapes[-1]), aux)
        outputs, messages = self.kkw.simulate(key ^ key_mask, tapes, inputs)
        self.assertEqual(outputs, [self.kkw.lowmc.encrypt(key, p) for p in inputs])
        for hidden in (0, 15):
            others = [0 if i == hidden else tape for i, tape in enumerate(tapes)]
            again = self.kkw.simulate(key ^ key_mask, others, inputs, given=(hidden, messages[hidden]))
            self.assertEqual(again, (outputs, messages))


class Challenge(unittest.TestCase):
    def test_numbers_are_cut_from_the_front_lowest_bit_first(self):
        self.assertEqual(kkw.chunks(bytes([0b10000000, 0b01100001]), 4), [1, 0, 6, 8])
        self.assertEqual(kkw.chunks(bytes([0b10000000, 0b01100001]), 9), [1])

    def test_52_of_419(self):
        for i in range(5):
            opened, hidden = slvrf.kkw(PAPER).expand_challenge(stream(f"h {i}", HASH))
            self.assertEqual((len(opened), len(set(opened)), len(hidden)), (52, 52, 52))
            self.assertTrue(max(opened) < EXECUTIONS and max(hidden) < 16)


class Proofs(unittest.TestCase):
    x = b"an input"

    def test_proofs_differ_and_outputs_do_not(self):
        seed = bytes(32)
        _, public_key = slvrf.keys(PAPER, seed)
        output, proof = slvrf.prove(PAPER, seed, self.x)
        self.assertEqual(slvrf.prove(PAPER, seed, self.x), (output, proof))
        other, hedged = slvrf.prove(PAPER, seed, self.x, bytes(48))
        self.assertEqual(other, output)
        self.assertNotEqual(hedged[24:104], proof[24:104])
        for candidate in (proof, hedged):
            self.assertEqual(slvrf.verify(public_key, self.x, candidate), output)
        for x in (b"", self.x + b"\0"):
            with self.assertRaises(Invalid):
                slvrf.verify(public_key, x, proof)
        with self.assertRaises(Malformed):
            slvrf.verify(public_key[:-1], self.x, proof)

    def test_an_owner_cannot_choose_y(self):
        """Statements of two keys: the proof of an owner who encrypts x' under another key."""
        key, public_key = slvrf.keys(PAPER, bytes(32))
        other, _ = slvrf.keys(PAPER, b"\1" * 32)
        suite, pk1, pk2, hashed = slvrf.statement(public_key, self.x)
        y = slvrf.encrypt(suite, other, hashed)
        for k in (key, other):
            inputs = [integer(pk1), integer(hashed)]
            proof = slvrf.kkw(suite).prove(integer(k), inputs, pk1 + pk2 + hashed + y)
            with self.assertRaises(Invalid):
                slvrf.verify(public_key, self.x, y + proof)

    def test_a_proof_of_picnic3_tells_the_key_and_ours_does_not(self):
        key, p = integer(stream("k", 24)), integer(stream("p", 24))
        picnic = Picnic3()
        header = uint(picnic.lowmc.encrypt(key, p), 24) + uint(p, 24) + b"message"
        told = list(keys_told(picnic, picnic.prove(key, [p], header)))
        self.assertTrue(all((candidate == key) == (party != 15) for party, candidate in told))
        self.assertGreater(sum(candidate == key for _, candidate in told), 30)

        key, _ = slvrf.keys(PAPER, bytes(32))
        _, proof = slvrf.prove(PAPER, bytes(32), self.x)
        told = [candidate for _, candidate in keys_told(slvrf.kkw(PAPER), proof[24:])]
        self.assertEqual(len(told), 52)
        self.assertNotIn(integer(key), told)

    def test_known_answer_of_picnic3(self):
        """kat_picnic3_l3.txt in the folder PICNIC3_VECTORS."""
        folder = os.environ.get("PICNIC3_VECTORS")
        if folder is None:
            self.skipTest("PICNIC3_VECTORS is not a folder with Picnic3's known answers")
        text = Path(folder, "kat_picnic3_l3.txt").read_text()
        fields = {name: bytes.fromhex(value) for name, value in re.findall(r"^(msg|sk|sm) = (\w+)$", text, re.M)}
        key, ciphertext, plaintext = (fields["sk"][1 + 24 * i : 25 + 24 * i] for i in range(3))
        signature = fields["sm"][4 + len(fields["msg"]) :]
        header, picnic = ciphertext + plaintext + fields["msg"], Picnic3()
        self.assertEqual(picnic.prove(integer(key), [integer(plaintext)], header), signature)
        picnic.verify([integer(plaintext)], [integer(ciphertext)], header, signature)
        for at in (0, 60, 100, 5000, len(signature) - 1):
            changed = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
            with self.assertRaises(Invalid):
                picnic.verify([integer(plaintext)], [integer(ciphertext)], header, changed)


if __name__ == "__main__":
    unittest.main()
