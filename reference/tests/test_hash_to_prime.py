import unittest
from math import gcd, prod

from heliast_reference.hash_to_prime import (
    MODES,
    PHI,
    PRIMORIAL,
    SIEVED_FULL,
    SMALL_PRIMES,
    candidate,
    hash_to_prime,
    residue,
)
from heliast_reference.prime import is_prime


class HashToPrime(unittest.TestCase):
    def test_constants(self):
        self.assertEqual(prod(SMALL_PRIMES), PRIMORIAL)
        self.assertEqual(prod(p - 1 for p in SMALL_PRIMES), PHI)

    def test_residues_are_coprime_and_distinct(self):
        values = list(range(2000)) + [PHI - 1 - i for i in range(2000)]
        residues = [residue(v) for v in values]
        self.assertEqual(len(set(residues)), len(values))
        self.assertTrue(all(0 <= r < PRIMORIAL and gcd(r, PRIMORIAL) == 1 for r in residues))

    def test_sieved_candidates_have_no_small_factor(self):
        for bits in (128, 256, 512):
            for i in range(50):
                self.assertEqual(gcd(candidate(SIEVED_FULL, bits, b"test", i), PRIMORIAL), 1)

    def test_first_prime_candidate(self):
        for mode in MODES.values():
            value, counter = hash_to_prime(mode, 128, b"first")
            self.assertTrue(is_prime(value) and value == candidate(mode, 128, b"first", counter))
            self.assertFalse(any(is_prime(candidate(mode, 128, b"first", i)) for i in range(counter)))

    def test_padding_is_the_only_collision(self):
        self.assertEqual(hash_to_prime(0, 128, b"a"), hash_to_prime(0, 128, b"a" + bytes(127)))
        self.assertNotEqual(hash_to_prime(0, 128, b"a"), hash_to_prime(0, 128, b"a" + bytes(128)))

    def test_refuses_other_sizes_and_modes(self):
        for mode, bits in ((1, 256), (3, 256), (0, 120), (0, 520), (2, 250)):
            with self.assertRaises(ValueError):
                candidate(mode, bits, b"", 0)


if __name__ == "__main__":
    unittest.main()
