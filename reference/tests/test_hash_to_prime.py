import unittest
from math import gcd, prod

from heliast_reference.errors import Invalid, Malformed
from heliast_reference.hash_to_prime import (
    DIGEST_SIZES,
    FUNCTIONS,
    HASH_NAMES,
    HINTED,
    MODES,
    PHI,
    PLAIN,
    PRIMORIAL,
    SHA_256,
    SIEVED,
    SIEVED_FULL,
    SMALL_PRIMES,
    candidate,
    hash_to_prime,
    hint_bound,
    hinted_prime,
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
                self.assertEqual(gcd(candidate(SIEVED_FULL, SHA_256, bits, b"test", i), PRIMORIAL), 1)
                self.assertEqual(candidate(SIEVED, SHA_256, bits, b"test", i) % PRIMORIAL, 1)
                self.assertEqual(gcd(candidate(HINTED, SHA_256, bits + 8, b"test", i), PRIMORIAL), 1)

    def test_first_prime_candidate(self):
        for mode in MODES.values():
            for hash_id in HASH_NAMES:
                suite = mode, hash_id, 136, b"first"
                value, counter = hash_to_prime(*suite)
                self.assertTrue(is_prime(value) and value == candidate(*suite, counter))
                self.assertFalse(any(is_prime(candidate(*suite, i)) for i in range(counter)))

    def test_digests_have_the_sizes_of_the_table(self):
        for hash_id, function in FUNCTIONS.items():
            self.assertEqual(len(function(b"")), DIGEST_SIZES[hash_id])

    def test_hints_name_primes_below_the_bound(self):
        suite = HINTED, SHA_256, 136, b"hint"
        primes = []
        for counter in range(hint_bound(136)):
            try:
                primes.append(hinted_prime(*suite, counter))
            except Invalid:
                pass
        self.assertEqual(primes[0], hash_to_prime(*suite)[0])
        self.assertTrue(55 < len(primes) < 115, f"{len(primes)} primes, not 84")
        for refused in ((*suite, hint_bound(136)), (SIEVED_FULL, *suite[1:], 0)):
            with self.assertRaises(Malformed):
                hinted_prime(*refused)

    def test_padding_is_the_only_collision(self):
        suite = PLAIN, SHA_256, 128
        self.assertEqual(hash_to_prime(*suite, b"a"), hash_to_prime(*suite, b"a" + bytes(127)))
        self.assertNotEqual(hash_to_prime(*suite, b"a"), hash_to_prime(*suite, b"a" + bytes(128)))

    def test_refuses_other_suites(self):
        unknown = ((4, 0, 256), (0, 5, 256), (3, 0, 256), (3, 0, 512), (0, 0, 120), (0, 0, 520), (2, 0, 250))
        for mode, hash_id, bits in unknown:
            with self.assertRaises(ValueError):
                candidate(mode, hash_id, bits, b"", 0)


if __name__ == "__main__":
    unittest.main()
