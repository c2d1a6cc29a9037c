import hashlib
import unittest

from heliast_reference import ivrf, xmss
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.stateful import I_VRF, PublicKey
from vector_files.ivrf import PUB_SEED, SK_SEED

STEPS = 6


class IVrf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = xmss.Tree(PUB_SEED, [ivrf.leaf_node(SK_SEED, PUB_SEED, STEPS, leaf) for leaf in range(16)])
        cls.key = PublicKey(I_VRF, 4, STEPS, 50, cls.tree.root, PUB_SEED).encode()

    def prove(self, leaf, step, x):
        return ivrf.prove(SK_SEED, PUB_SEED, self.tree.root, STEPS, leaf, step, self.tree.path(leaf), x)

    def test_every_position(self):
        outputs = set()
        for leaf in range(16):
            for step in range(STEPS):
                output, proof = self.prove(leaf, step, b"x")
                self.assertEqual(len(proof), 4 + 32 * 5)
                self.assertEqual(ivrf.verify(self.key, 50 + leaf, step, b"x", proof), output)
                outputs.add(output)
        self.assertEqual(len(outputs), 16 * STEPS)

    def test_output(self):
        output, proof = self.prove(3, 2, b"x")
        data = bytes(24) + b"IVRF" + bytes(3) + b"\4" + self.tree.root + PUB_SEED
        data += bytes(31) + b"\3" + bytes(31) + b"\2" + proof[4:36] + b"x"
        self.assertEqual(output, hashlib.sha256(data).digest())

    def test_a_disclosed_value_gives_all_earlier_steps_and_inputs(self):
        _, proof = self.prove(3, 4, b"x")
        for step in range(5):
            value = xmss.chain(PUB_SEED, 3, 67, proof[4:36], STEPS - 5, 4 - step)
            derived = proof[:4] + value + proof[36:]
            for x in (b"x", b"another"):
                output, honest = self.prove(3, step, x)
                self.assertEqual(derived, honest)
                self.assertEqual(ivrf.verify(self.key, 53, step, x, derived), output)
        with self.assertRaises(Invalid):
            ivrf.verify(self.key, 53, 5, b"x", proof)

    def test_refusals(self):
        _, proof = self.prove(3, 2, b"x")
        for round, slot in ((52, 2), (54, 2), (53, 1), (53, 3), (53, STEPS), (49, 2), (66, 2)):
            with self.assertRaises(Invalid):
                ivrf.verify(self.key, round, slot, b"x", proof)
        for at in range(len(proof)):
            with self.assertRaises(Invalid):
                ivrf.verify(self.key, 53, 2, b"x", proof[:at] + bytes([proof[at] ^ 4]) + proof[at + 1 :])
        for data in (b"", proof[:-1], proof + b"\0", proof[:-32], proof + bytes(32)):
            with self.assertRaises(Malformed):
                ivrf.verify(self.key, 53, 2, b"x", data)

    def test_no_value_is_shared_with_a_one_time_key(self):
        for leaf in range(3):
            ends = xmss.wots_public(SK_SEED, PUB_SEED, leaf)
            secrets = [xmss.wots_secret(SK_SEED, PUB_SEED, leaf, i) for i in range(xmss.CHAINS)]
            self.assertNotIn(ivrf.seed(SK_SEED, PUB_SEED, leaf), secrets)
            self.assertNotIn(ivrf.value(SK_SEED, PUB_SEED, leaf, 15), ends)


if __name__ == "__main__":
    unittest.main()
