import unittest

from heliast_reference import xmss, xvrf
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey
from vector_files.book import edit
from vector_files.stateful import keys_of
from vector_files.xmss import PUB_SEED, SK_SEED, tree


key_of = keys_of(X_VRF)


class XVrf(unittest.TestCase):
    def setUp(self):
        self.tree = tree(SK_SEED, PUB_SEED, 5)
        self.key = key_of(self.tree).encode()

    def prove(self, leaf, x):
        return xvrf.prove(SK_SEED, PUB_SEED, self.tree.root, leaf, self.tree.path(leaf), x)

    def test_every_leaf(self):
        outputs = set()
        for leaf in range(32):
            output, proof = self.prove(leaf, b"x")
            self.assertEqual(len(proof), 4 + 32 * 72)
            self.assertEqual(xvrf.verify(self.key, leaf, 0, b"x", proof), output)
            outputs.add(output)
        self.assertEqual(len(outputs), 32)

    def test_a_stock_verifier_accepts_with_a_zero_randomizer(self):
        for leaf, x in ((0, b""), (17, b"x"), (31, bytes(300))):
            _, proof = self.prove(leaf, x)
            xmss.rfc_verify(5, self.tree.root, PUB_SEED, x, proof[:4] + bytes(32) + proof[4:])

    def test_a_randomizer_gives_no_second_output(self):
        signature = xmss.rfc_sign(SK_SEED, self.tree, 3, b"x", b"\1" * 32)
        xmss.rfc_verify(5, self.tree.root, PUB_SEED, b"x", signature)
        with self.assertRaises(Invalid):
            xvrf.verify(self.key, 3, 0, b"x", signature[:4] + signature[36:])
        with self.assertRaises(Malformed):
            xvrf.verify(self.key, 3, 0, b"x", signature)

    def test_leaves_that_sign_many_inputs_are_forged(self):
        """Shows why a signer refuses a second input: from the least values of each chain everybody can sign."""
        leaf, seen = 9, {}
        for i in range(60):
            x = b"asked %d" % i
            values = xmss.split(self.prove(leaf, x)[1][4:])
            for chain, (digit, value) in enumerate(zip(xmss.digits(xvrf.digest(self.tree.root, leaf, x)), values)):
                seen[chain] = min(seen.get(chain, (16, b"")), (digit, value))
        for i in range(100_000):
            x = b"never asked %d" % i
            digits = xmss.digits(xvrf.digest(self.tree.root, leaf, x))
            if all(digit >= seen[chain][0] for chain, digit in enumerate(digits)):
                break
        else:
            self.fail("no input in reach")
        forged = [
            xmss.chain(PUB_SEED, leaf, chain, seen[chain][1], seen[chain][0], digit - seen[chain][0])
            for chain, digit in enumerate(digits)
        ]
        output, proof = self.prove(leaf, x)
        self.assertEqual(proof[4 : xvrf.OPENING], b"".join(forged))
        self.assertEqual(xvrf.verify(self.key, leaf, 0, x, proof), output)

    def test_roots_within_are_other_keys(self):
        small = xmss.Tree(PUB_SEED, self.tree.rows[0][:8])
        self.assertEqual(small.root, self.tree.rows[3][0])
        _, proof = self.prove(3, b"x")
        with self.assertRaises(Invalid):
            xvrf.verify(key_of(small).encode(), 3, 0, b"x", proof[: xvrf.proof_size(3)])


class Keys(unittest.TestCase):
    key = PublicKey(X_VRF, 5, 3, 100, b"r" * 32, b"s" * 32)

    def test_encoding(self):
        encoding = self.key.encode()
        self.assertEqual(encoding, bytes.fromhex("2105000300000000000000" + "64") + b"r" * 32 + b"s" * 32)
        self.assertEqual(PublicKey.decode(X_VRF, encoding), self.key)
        with self.assertRaises(Malformed):
            PublicKey.decode(I_VRF, encoding)

    def test_positions(self):
        positions = [self.key.position(100 + i // 3, i % 3) for i in range(32)]
        self.assertEqual(positions, list(range(32)))
        for round, slot in ((99, 0), (99, 2), (100, 3), (110, 2), (111, 0), (1 << 63, 0)):
            with self.assertRaises(Invalid):
                self.key.position(round, slot)

    def test_positions_of_ivrf(self):
        key = PublicKey(I_VRF, 5, 3, 100, b"r" * 32, b"s" * 32)
        self.assertEqual(key.position(131, 2), 95)
        with self.assertRaises(Refused):
            key.position(132, 0)


class Edits(unittest.TestCase):
    def test_each(self):
        steps = {
            "0a0b0c0d": [],
            "0a00010d": [{"at": 1, "set": "0001"}],
            "0a0b0cf2": [{"at": 3, "xor": "ff"}],
            "0a": [{"keep": 1}],
            "0a0b0c0d0001": [{"zeros": 1}, {"append": "01"}],
            "0000": [{"keep": 0}, {"zeros": 2}],
        }
        for expected, edits in steps.items():
            self.assertEqual(edit(bytes.fromhex("0a0b0c0d"), edits).hex(), expected)


if __name__ == "__main__":
    unittest.main()
