import unittest

from heliast_reference.class_group import ClassGroup, reduce
from heliast_reference.errors import Malformed

# The prime 2^521 - 1 is 7 modulo 8.
GROUP = ClassGroup((1 << 521) - 1)


class Forms(unittest.TestCase):
    def test_group_axioms(self):
        x, y, z = (GROUP.hash(b"test", name) for name in (b"x", b"y", b"z"))
        self.assertEqual(GROUP.mul(x, y), GROUP.mul(y, x))
        self.assertEqual(GROUP.mul(GROUP.mul(x, y), z), GROUP.mul(x, GROUP.mul(y, z)))
        self.assertEqual(GROUP.mul(x, GROUP.invert(x)), GROUP.identity)
        self.assertEqual(GROUP.mul(x, GROUP.identity), x)
        self.assertEqual(GROUP.mul(GROUP.pow(x, 5), GROUP.pow(x, 7)), GROUP.pow(x, 12))

    def test_order_of_a_small_group(self):
        """The class number of -47 is 5 (Cohen, table B.1): the reduced forms by trial are the powers of (2, 1, 6)."""
        forms = {
            reduce(a, b, (b * b + 47) // (4 * a))
            for a in range(1, 50)
            for b in range(-49, 50, 2)
            if (b * b + 47) % (4 * a) == 0
        }
        self.assertEqual(len(forms), 5)
        power, seen = (1, 1, 12), set()
        for _ in range(5):
            seen.add(power)
            power = ClassGroup.mul(GROUP, power, (2, 1, 6))
        self.assertEqual((power, seen), ((1, 1, 12), forms))

    def test_encodings_are_unique(self):
        x = GROUP.mul(GROUP.hash(b"test", b"x"), GROUP.hash(b"test", b"y"))
        data = GROUP.encode(x)
        self.assertEqual(GROUP.decode(data), x)
        for bit in range(8 * len(data)):
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            try:
                form = GROUP.decode(bytes(changed))
            except Malformed:
                continue
            self.assertNotEqual(form, x)
            self.assertEqual(GROUP.encode(form), bytes(changed))


if __name__ == "__main__":
    unittest.main()
