import unittest
from itertools import product

from heliast_reference import lbvrf
from heliast_reference.errors import Malformed
from heliast_reference.lbvrf import COLUMNS, N, P, Q, RESPONSE, RESPONSES, ROWS, WEIGHT
from vector_files.common import stream


def polynomial(label, bound):
    return lbvrf.uniform(2 * bound + 1, N, iter(stream(f"test lbvrf {label}", 8 * N)))


class Rings(unittest.TestCase):
    def test_values_multiply_as_polynomials(self):
        a, b = polynomial("a", Q // 3), polynomial("b", lbvrf.MASK)
        products = lbvrf.values(lbvrf.negacyclic(a, b))
        self.assertEqual(products, [x * y % Q for x, y in zip(lbvrf.values(a), lbvrf.values(b))])

    def test_remainders_multiply_as_polynomials(self):
        a, b = polynomial("c", lbvrf.MASK), polynomial("d", lbvrf.MASK)
        reduced = lbvrf.reduce(lbvrf.multiply(lbvrf.reduce(a), lbvrf.reduce(b)))
        self.assertEqual(lbvrf.reduce(lbvrf.negacyclic(a, b)), reduced)

    def test_the_value_ring_is_a_field(self):
        # x^32 + r has no root, no factor of degree 16: -r has order 16, and (p - 1) / 16 is odd.
        self.assertEqual(pow(-lbvrf.R, 8, P), P - 1)
        self.assertEqual((P - 1) // 16 % 2, 1)


class Code(unittest.TestCase):
    def test_sizes(self):
        counts = {(Q, ROWS * N): 3403, (P, 32): 85, (RESPONSES, COLUMNS * N): 5027, (3, COLUMNS * N): 457}
        self.assertEqual({key: lbvrf.size(*key) for key in counts}, counts)

    def test_each_sequence_has_one_string(self):
        for base, count in ((3, 5), (6, 4), (256, 1), (257, 1)):
            accepted = 0
            for data in product(range(256), repeat=lbvrf.size(base, count)):
                try:
                    numbers = lbvrf.decode(base, count, bytes(data))
                except Malformed:
                    continue
                self.assertEqual(lbvrf.encode(base, numbers), bytes(data))
                accepted += 1
            self.assertEqual(accepted, base**count)


class Proofs(unittest.TestCase):
    def test_a_proof(self):
        seed = stream("test lbvrf seed", 32)
        output, proof, _ = lbvrf.prove(seed, b"x")
        public = lbvrf.public_key(seed)
        self.assertEqual((len(public), len(proof)), (3403, 5144))
        self.assertEqual(lbvrf.verify(public, b"x", proof), output)
        z = lbvrf.decode(RESPONSES, COLUMNS * N, proof[-lbvrf.RESPONSE_SIZE :])
        self.assertLess(RESPONSE // 2, max(abs(d - RESPONSE) for d in z))

    def test_challenges_have_their_weight(self):
        for i in range(50):
            c = lbvrf.ball(bytes([i] * 32))
            self.assertEqual((c.count(0), c.count(1) + c.count(-1)), (N - WEIGHT, WEIGHT))


if __name__ == "__main__":
    unittest.main()
