import unittest

from heliast_reference import pietrzak as p
from heliast_reference import wesolowski as w
from heliast_reference.errors import Refused
from vector_files.common import groups

TIMES = (1, 1024, 1025, 1026, 1027, 2049, 2050, 2051, 4097, 5000, 9999)


class Pietrzak(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-300"]
        self.x = w.delay_input(self.group, b"test")

    def test_rounds_follow_from_t(self):
        small = {1: 0, 1024: 0, 1025: 1, 2049: 1, 2050: 2, 4099: 2, 4100: 3}
        for t, k in {**small, 1 << 20: 10, 1 << 22: 12, 1 << 30: 20, w.MAX_T: 38}.items():
            self.assertEqual(p.rounds(t), k, t)

    def test_sizes_are_those_of_the_specification(self):
        for t, size in {1 << 20: 2560, 1 << 22: 3072, 1 << 30: 5120}.items():
            self.assertEqual(p.rounds(t) * 256, size)

    def test_proofs_are_accepted_and_no_other_output_is(self):
        for t in TIMES:
            y = w.evaluate(self.group, self.x, t)
            proof = p.encode(self.group, p.prove(self.group, t, self.x, y))
            x, encoded = self.group.encode(self.x), self.group.encode(y)
            self.assertEqual(p.verify(self.group, t, x, encoded, proof), (self.x, y), t)
            lie = self.group.encode(self.group.mul(y, self.x))
            self.assertRaises(Refused, p.verify, self.group, t, x, lie, proof)

    def test_every_fold_keeps_the_claim_true(self):
        x, y, t = self.x, w.evaluate(self.group, self.x, 9999), 9999
        for r in (0, 1, 2, 12345, (1 << 128) - 1):
            x, t = p.make_even(self.group, x, t)
            x, y = p.fold(self.group, x, y, w.evaluate(self.group, x, t // 2), r)
            t //= 2
            self.assertEqual(w.evaluate(self.group, x, t), y)

    def test_midpoints_are_products_of_powers_of_x(self):
        """The prover's formula: x_i is a product of (x^(2^p))^a over 2^i pairs (p, a)."""
        for t in (5000, 9999):
            y, left, pairs = w.evaluate(self.group, self.x, t), t, [(0, 1)]
            midpoints = p.prove(self.group, t, self.x, y)
            for mu, r in zip(midpoints, p.challenges(self.group, t, self.x, y, midpoints)):
                pairs = [(at + left % 2, a) for at, a in pairs]
                left //= 2
                shifted = [(at + left, a) for at, a in pairs]
                self.assertEqual(self.product(shifted), mu, t)
                pairs = [(at, a * r) for at, a in pairs] + shifted

    def product(self, pairs):
        product = 1
        for at, a in pairs:
            product = self.group.mul(product, self.group.pow(w.evaluate(self.group, self.x, at), a))
        return product

    def test_the_last_y_is_one_product_of_powers(self):
        t = 9999
        y = last = w.evaluate(self.group, self.x, t)
        midpoints = p.prove(self.group, t, self.x, y)
        product, x = y, self.x
        for mu, r in zip(midpoints, p.challenges(self.group, t, self.x, y, midpoints)):
            x, last = p.fold(self.group, x, last, mu, r)
            product = self.group.mul(product, self.group.pow(mu, r))
        self.assertEqual(product, last)


if __name__ == "__main__":
    unittest.main()
