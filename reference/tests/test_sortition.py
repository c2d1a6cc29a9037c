import unittest
from fractions import Fraction
from math import comb

from heliast_reference.sortition import ONE, digest, fix, muldiv, power, thresholds, votes
from heliast_reference.encoding import integer
from vector_files.common import stream
from vector_files.sortition import CERTAIN, LARGEST, LOTTERIES, NONE


def page(d, stake, total, expected):
    """The loop as the specification prints it."""
    if stake == 0 or expected == 0:
        return 0
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


def binomial(stake, total, expected):
    """floor(2^256 * CDF(j)) for j = 0, 1, ... until it is within 2^-200 of 1, in integers of 700 bits."""
    bits = 700

    def cut(m, e):
        drop = max(m.bit_length() - bits, 0)
        return m >> drop, e + drop

    one = 1 << bits
    m, e = one * (total - expected) // total, -bits
    factor, power_e, left = m, e, stake - 1
    while left:
        if left & 1:
            m, e = cut(m * factor, e + power_e)
        factor, power_e = cut(factor * factor, power_e + power_e)
        left >>= 1
    c, j = 0, 0
    while c < (1 << 512) - (1 << 312):
        shift = e + 512
        c += m << shift if shift >= 0 else m >> -shift
        yield c >> 256
        m, e = cut((m * (stake - j) * expected << 128) // ((total - expected) * (j + 1)), e - 128)
        j += 1


def digests(label, count):
    return [integer(stream(f"{label} {i}", 32)) for i in range(count)]


class Sortition(unittest.TestCase):
    def test_equals_the_exact_rule(self):
        for total in (1, 2, 3, 7, 20, 50):
            for stake in sorted({0, 1, total // 2, total}):
                for expected in sorted({0, 1, total // 3, total, total + 1}):
                    for d in digests("exact", 20) + [1, 1 << 255]:
                        lottery = (stake, total, expected)
                        self.assertEqual(votes(d, *lottery), exact(d, *lottery), (d, lottery))

    def test_equals_the_exact_rule_of_large_totals(self):
        for total in (1 << 48, 10**16, (1 << 54) - 1):
            for stake, expected in ((1, 1), (40, (1 << 32) - 1), (40, 1 << 20)):
                for d in digests("large", 4) + [0, LARGEST >> 8, LARGEST - (1 << 240)]:
                    lottery = (stake, total, expected)
                    self.assertEqual(votes(d, *lottery), exact(d, *lottery), (d, lottery))

    def test_equals_the_binomial_law_of_large_stakes(self):
        """The votes are between floor and ceiling of the law in integers of 700 bits, for all but 2^-60 of the
        digests."""
        for lottery in ((10**16, 10**16, 30), (10**15, 10**16, 500), ((1 << 54) - 1, (1 << 54) - 1, 20)):
            law = list(binomial(*lottery))
            for d in digests("law", 30):
                self.assertEqual(votes(d, *lottery), next(j for j, c in enumerate(law) if d <= c), (d, lottery))

    def test_loses_no_more_than_the_page_says(self):
        for lottery in ((10**16, 10**16, 30), (10**15, 10**16, 500), ((1 << 54) - 1, (1 << 54) - 1, 20)):
            for j, (law, threshold) in enumerate(zip(binomial(*lottery), thresholds(*lottery))):
                loss = (law * (3 * lottery[0] + 2 * j) >> 127) + j + 2
                self.assertTrue(0 <= law - threshold <= loss, (j, lottery))

    def test_no_stake_and_no_expected_votes_win_nothing(self):
        for lottery in NONE.values():
            for d in digests("none", 3) + [0, LARGEST]:
                self.assertEqual(votes(d, *lottery), 0)

    def test_equals_the_page(self):
        for lottery in [*LOTTERIES.values(), *CERTAIN.values(), *NONE.values()]:
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
        for lottery in ((-1, 1, 1), (2, 1, 1), (1, 0, 1), (1, 1 << 54, 1), (0, 1 << 54, 1), (1, 1, -1), (0, 1, 1 << 32)):
            with self.assertRaises(ValueError):
                votes(0, *lottery)

    def test_refuses_what_is_no_output(self):
        for length in (0, 31, 33, 63, 65, 80):
            with self.assertRaises(ValueError):
                digest(bytes(length), bytes(32))


if __name__ == "__main__":
    unittest.main()
