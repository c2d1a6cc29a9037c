import unittest

from heliast_reference import checkpoint
from heliast_reference import wesolowski as w
from vector_files.common import groups


class Wesolowski(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-300"]
        self.x = w.delay_input(self.group, b"test")

    def test_evaluation_is_one_power(self):
        for t in (1, 2, 10, 257):
            self.assertEqual(w.evaluate(self.group, self.x, t), self.group.pow(self.x, 2**t))

    def test_long_division_is_one_power(self):
        for t in (1, 130, 400):
            for l in (3, 2**61 - 1, 2**127 - 1):
                self.assertEqual(w.long_division(self.group, t, self.x, l), self.group.pow(self.x, 2**t // l))

    def test_digits_make_the_quotient(self):
        l = 2**127 - 1
        for t in (1, 100, 128, 300, 301):
            for kappa in (1, 3, 8):
                digits = checkpoint.digits(t, l, kappa)
                self.assertEqual(sum(b << kappa * i for i, b in enumerate(digits)), 2**t // l)
                self.assertTrue(all(0 <= b < 1 << kappa for b in digits))

    def test_proof_from_checkpoints_is_the_proof(self):
        for t, kappa, gamma in ((600, 4, 5), (601, 4, 5), (600, 1, 1), (599, 6, 100), (640, 8, 8), (700, 3, 7)):
            done = checkpoint.make(self.group, self.x, t, t, kappa * gamma)
            l = w.challenge(self.group, w.Suite(), t, self.x, done.current)
            expected = w.long_division(self.group, t, self.x, l)
            self.assertEqual(checkpoint.prove(self.group, done, l, kappa), expected, (t, kappa, gamma))


if __name__ == "__main__":
    unittest.main()
