import unittest
from fractions import Fraction
from math import comb

from heliast_reference.sortition import ONE, fix, muldiv, power, thresholds, votes
from heliast_reference.encoding import integer
from vector_files.common import stream
from vector_files.sortition import CERTAIN, LARGEST, LOTTERIES


def page(d, stake, total, expected):
    """The loop as the specification prints it."""
    if expected >= total:
        return stake
    q = total - expected
    p = power(muldiv(ONE, q, total), stake)
    c = fix(p)
    j = 0
    while d > c and j < stake:
        p = muldiv(muldiv(p, stake - j, q), expected, j + 1)
        j = j + 1
        f = fix(p)
        if f == 0 and j * total > stake * expected:
            return j
        c = c + f
    return j


def exact(d, stake, total, expected):
    """The smallest j with D <= 2^256 * CDF(j), in rational numbers."""
    p = min(Fraction(expected, total), Fraction(1))
    cdf = Fraction(0)
    for j in range(stake + 1):
        cdf += comb(stake, j) * p**j * (1 - p) ** (stake - j)
        if d <= cdf * 2**256:
            return j
    raise AssertionError("the CDF ends at 1")


def digests(label, count):
    return [integer(stream(f"{label} {i}", 32)) for i in range(count)]


class Sortition(unittest.TestCase):
    def test_equals_the_exact_rule(self):
        for total in (1, 2, 3, 7, 20, 50):
            for stake in sorted({1, total // 2 or 1, total}):
                for expected in sorted({1, total // 3 or 1, total, total + 1}):
                    for d in digests("exact", 20) + [1, 1 << 255]:
                        lottery = (stake, total, expected)
                        self.assertEqual(votes(d, *lottery), exact(d, *lottery), (d, lottery))

    def test_equals_the_page(self):
        for lottery in [*LOTTERIES.values(), *CERTAIN.values()]:
            for d in digests("page", 3) + [0, LARGEST]:
                self.assertEqual(votes(d, *lottery), page(d, *lottery), (d, lottery))

    def test_thresholds_rise_and_stay_below_one(self):
        for lottery in LOTTERIES.values():
            steps = list(thresholds(*lottery))
            self.assertEqual(steps, sorted(steps))
            self.assertLess(steps[-1], 1 << 256)

    def test_thresholds_are_close_to_the_exact_ones(self):
        stake, total, expected = 60, 200, 37
        p, cdf = Fraction(expected, total), Fraction(0)
        for j, threshold in enumerate(thresholds(stake, total, expected)):
            cdf += comb(stake, j) * p**j * (1 - p) ** (stake - j)
            self.assertTrue(0 <= cdf * 2**256 - threshold < 2 ** (256 - 110))

    def test_mean(self):
        lottery = (1000, 10_000, 300)
        count = 500
        mean = sum(votes(d, *lottery) for d in digests("mean", count)) / count
        self.assertTrue(29 < mean < 31, mean)

    def test_refuses_what_is_out_of_range(self):
        for lottery in ((0, 1, 1), (2, 1, 1), (1, 1 << 48, 1), (1, 1, 0), (1, 1, 1 << 32)):
            with self.assertRaises(ValueError):
                votes(0, *lottery)


if __name__ == "__main__":
    unittest.main()
