import unittest

from heliast_reference.prime import (
    is_prime,
    is_strong_lucas_probable_prime,
    is_strong_probable_prime,
    jacobi,
    selfridge,
)

BOUND = 1 << 17


def sieve(bound):
    composite = bytearray(bound)
    for p in range(2, bound):
        if not composite[p]:
            composite[p * p :: p] = b"\1" * len(range(p * p, bound, p))
    return [n for n in range(2, bound) if not composite[n]]


class Prime(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.primes = set(sieve(BOUND))

    def test_equals_the_sieve(self):
        self.assertEqual({n for n in range(BOUND) if is_prime(n)}, self.primes)

    def test_strong_base_2_pseudoprimes_are_the_known_ones(self):
        found = [n for n in range(3, 70_000, 2) if n not in self.primes and is_strong_probable_prime(n, 2)]
        self.assertEqual(found, [2047, 3277, 4033, 4681, 8321, 15841, 29341, 42799, 49141, 52633, 65281])

    def test_strong_lucas_pseudoprimes_are_the_known_ones(self):
        found = [n for n in range(3, 60_000, 2) if n not in self.primes and is_strong_lucas_probable_prime(n)]
        self.assertEqual(found, [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519])

    def test_both_halves_accept_every_prime(self):
        for p in (p for p in self.primes if p > 100):
            self.assertTrue(is_strong_probable_prime(p, 2) and is_strong_lucas_probable_prime(p), p)

    def test_jacobi_is_euler_for_primes(self):
        for p in (3, 5, 7, 11, 101, 65537):
            for a in range(-20, 20):
                euler = pow(a, (p - 1) // 2, p)
                self.assertEqual(jacobi(a, p) % p, euler)

    def test_selfridge_gives_up_on_squares(self):
        self.assertIsNone(selfridge(1009 * 1009))


if __name__ == "__main__":
    unittest.main()
