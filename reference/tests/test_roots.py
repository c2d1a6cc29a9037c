import re
import unittest

from heliast_reference import roots, roots_field
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.prime import is_prime
from heliast_reference.roots_field import BUILT_IN_COUNTERS, BUILT_IN_SEED, RootsField, built_in
from vector_files.common import VECTORS

# Safe primes, all 11 modulo 12; and small fields whose elements are tried one by one.
TOYS = [p for p in range(11, 2000, 12) if is_prime(p) and is_prime((p - 1) // 2)]
SMALL = TOYS[:6]


class Steps(unittest.TestCase):
    def test_toys_are_the_safe_primes_from_11_on(self):
        self.assertEqual(SMALL, [11, 23, 47, 59, 83, 107])
        safe = [p for p in range(11, 2000) if is_prime(p) and is_prime((p - 1) // 2)]
        self.assertEqual(safe, TOYS)

    def test_sigma_exchanges_neighbours(self):
        for p in TOYS:
            sigma, elements = RootsField(p).sigma, range(1, p)
            self.assertEqual([sigma(x) for x in (1, 2, 3, 4, p - 2, p - 1)], [2, 1, 4, 3, p - 1, p - 2])
            self.assertEqual(sorted(map(sigma, elements)), list(elements))
            self.assertTrue(all(sigma(sigma(x)) == x for x in elements))

    def test_rho_is_what_the_page_says_of_it(self):
        for p in TOYS:
            field, squares = RootsField(p), {x * x % p for x in range(1, p)}
            for x in range(1, p):
                y = field.rho(x)
                square = x if x in squares else p - x
                self.assertIn(square, squares)
                self.assertEqual((y * y % p, y % 2 == 0), (square, x in squares))
                self.assertEqual(field.rho_inverse(y), x)

    def test_rho_and_step_are_bijections(self):
        for p in TOYS:
            field, elements = RootsField(p), list(range(1, p))
            for function in (field.rho, field.rho_inverse, field.step, field.step_inverse):
                self.assertEqual(sorted(map(function, elements)), elements)

    def test_step_inverse_takes_a_step_back(self):
        for field in [RootsField(p) for p in TOYS]:
            for x in range(1, field.p):
                self.assertEqual(field.step_inverse(field.step(x)), x)
                self.assertEqual(field.step(field.step_inverse(x)), x)

    def test_steps_to_the_ends_of_the_range(self):
        for field in [RootsField(p) for p in TOYS] + [built_in(bits) for bits in BUILT_IN_COUNTERS]:
            self.assertEqual((field.step(2), field.step(field.p - 2)), (field.p - 1, 1))
            for x in (1, 2, field.p - 2, field.p - 1, field.input(b"step")):
                y = field.step(x)
                self.assertTrue(1 <= y < field.p)
                self.assertEqual(field.step_inverse(y), x)

    def test_without_sigma_t_roots_are_one_power(self):
        field = built_in(1024)
        t, x = 50, field.input(b"without sigma")
        self.assertEqual(roots_by_one_power(field, x, t), iterated(field.rho, x, t))
        self.assertNotEqual(roots_by_one_power(field, x, t), roots.evaluate(field, x, t))
        self.assertIsNone(one_power_with_sigma(field, x, t))
        for small in [RootsField(p) for p in SMALL]:
            for y in range(1, small.p):
                for t in (1, 2, 3, 10, small.p):
                    self.assertEqual(roots_by_one_power(small, y, t), iterated(small.rho, y, t))

    def test_with_sigma_the_power_is_a_guess(self):
        """Over the largest toy the power is right for some elements, as any other number would be."""
        field = RootsField(TOYS[-1])
        for t in (2, 3, 10):
            right = [x for x in range(1, field.p) if one_power_with_sigma(field, x, t)]
            self.assertLess(len(right), 20)


def iterated(function, x, times):
    for _ in range(times):
        x = function(x)
    return x


def roots_by_one_power(field, x, t):
    """rho^t(x) by one power, whose sign t squarings find: they lead to x or to -x."""
    power = pow(x, pow((field.p + 1) // 4, t, field.p - 1), field.p)
    return power if iterated(field.rho_inverse, power, t) == x else field.p - power


def one_power_with_sigma(field, x, t):
    """step^t(x) if, up to its sign, it equals the power of x or of sigma(x) that rho^t would be; otherwise None."""
    y, exponent = roots.evaluate(field, x, t), pow((field.p + 1) // 4, t, field.p - 1)
    powers = {pow(start, exponent, field.p) for start in (x, field.sigma(x))}
    return y if powers & {y, field.p - y} else None


class Fields(unittest.TestCase):
    def test_the_built_in_fields_are_those_of_the_page(self):
        page = (VECTORS.parent / "spec" / "roots.md").read_text()
        rows = re.findall(r"^\| `roots-(\d+)` \| ([\d,]+) \| ([\d,]+) \|$", page, re.MULTILINE)
        numbers = [tuple(int(cell.replace(",", "")) for cell in row) for row in rows]
        self.assertEqual(numbers, [(bits, bits, counter) for bits, counter in BUILT_IN_COUNTERS.items()])
        self.assertIn(f"Seed `{BUILT_IN_SEED.decode()}` (ASCII)", page)

    def test_the_search_finds_the_built_in_counter(self):
        self.assertEqual(roots_field.least_counter(1024, BUILT_IN_SEED), BUILT_IN_COUNTERS[1024])

    def test_the_search_finds_the_first_safe_prime(self):
        for start in (1 << 9, 1 << 20, (1 << 32) + 5, (1 << 40) + 1, 10**20):
            first = start - start % 12 + 11
            c = 0
            while not (is_prime(first + 12 * c) and is_prime((first + 12 * c - 1) // 2)):
                c += 1
            self.assertEqual(roots_field.least_safe(first), c)

    def test_the_sieve_strikes_out_multiples_and_nothing_else(self):
        primes = roots_field.sieving_primes(50)
        self.assertEqual(primes, [5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47])
        first = 12 * 10**12 + 11
        left = set(roots_field.sieved(first, primes))
        for c in range(2000):
            p = first + 12 * c
            self.assertEqual(c in left, all(p % r and (p - 1) // 2 % r for r in primes), c)

    def test_built_in_primes_are_11_modulo_12_and_have_their_bits(self):
        for bits in BUILT_IN_COUNTERS:
            field = built_in(bits)
            self.assertEqual((field.p % 12, field.p.bit_length(), field.length), (11, bits, bits // 8))

    def test_a_number_of_other_bits_is_refused(self):
        """No seed is known whose counters lead to a number of n + 1 bits: such a b is 2^n less 2^28 at most."""
        self.assertRaises(Invalid, roots_field.check_prime, 23, 4)
        self.assertRaises(Invalid, roots_field.check_prime, 23, 6)
        self.assertIsNone(roots_field.check_prime(23, 5))

    def test_p_and_its_half_must_be_prime(self):
        self.assertRaises(Invalid, roots_field.check_prime, 35, 6)
        self.assertRaises(Invalid, roots_field.check_prime, 71, 7)
        self.assertRaises(Invalid, roots_field.check_prime, 95, 7)
        self.assertIsNone(roots_field.check_prime(107, 7))

    def test_seeds_bits_and_counters_have_their_range(self):
        counter = BUILT_IN_COUNTERS[1024]
        for bad in ((1032, BUILT_IN_SEED, counter), (1024, b"a" * 31, counter), (1024, b"a" * 256, counter)):
            self.assertRaises(Malformed, roots_field.from_seed, *bad)
        for out_of_range in (-1, 1 << 24):
            self.assertRaises(Malformed, roots_field.from_seed, 1024, BUILT_IN_SEED, out_of_range)
        for wrong in (counter - 1, counter + 1, (1 << 24) - 1):
            self.assertRaises(Invalid, roots_field.from_seed, 1024, BUILT_IN_SEED, wrong)

    def test_inputs_are_elements_and_every_one_is_reached(self):
        for field in [RootsField(p) for p in SMALL]:
            reached = {field.input(bytes([i, j])) for i in range(4) for j in range(256)}
            self.assertEqual(reached, set(range(1, field.p)))

    def test_elements_have_one_encoding(self):
        for field in [RootsField(p) for p in SMALL]:
            for value in range(256):
                data = bytes([value])
                if 1 <= value < field.p:
                    self.assertEqual(field.encode(field.decode(data)), data)
                else:
                    self.assertRaises(Malformed, field.decode, data)
            for data in (b"", b"\0\1", b"\1\0"):
                self.assertRaises(Malformed, field.decode, data)


class Proofs(unittest.TestCase):
    def test_places_are_floors_and_no_segment_is_empty(self):
        for t in (1, 2, 3, 7, 40, 255, 256, 257, 1000, roots.MAX_T):
            for count in range(1, min(t, roots.MAX_SEGMENTS) + 1):
                places = roots.places(t, count)
                self.assertEqual((places[0], places[-1], len(places)), (0, t, count + 1))
                self.assertTrue(all(1 <= length <= -(-t // count) for length in roots.lengths(t, count)))

    def test_every_number_of_segments_shows_the_same_claim(self):
        field = built_in(1024)
        x = field.input(b"test")
        y = roots.evaluate(field, x, 12)
        for count in range(1, 13):
            found, outputs = roots.prove(field, 12, x, count)
            data = roots.encode_proof(field, outputs)
            self.assertEqual((found, len(data)), (y, 2 + (count - 1) * field.length))
            self.assertEqual(list(outputs), [roots.evaluate(field, x, i) for i in roots.places(12, count)[1:-1]])
            self.assertEqual(roots.verify(field, 12, field.encode(x), field.encode(y), data), (x, y))

    def test_one_output_and_one_proof_are_accepted(self):
        """Over 11 and 23 every y with every y_1 is tried, for every x."""
        for field in (RootsField(11), RootsField(23)):
            for t in (2, 3, 5):
                for x in range(1, field.p):
                    y, outputs = roots.prove(field, t, x, 2)
                    self.assertEqual(self.accepted(field, t, x), [(outputs[0], y)])

    def accepted(self, field, t, x):
        found = []
        for y_1 in range(1, field.p):
            for y in range(1, field.p):
                try:
                    roots.verify(field, t, field.encode(x), field.encode(y), roots.encode_proof(field, (y_1,)))
                except Invalid:
                    continue
                found.append((y_1, y))
        return found


if __name__ == "__main__":
    unittest.main()
