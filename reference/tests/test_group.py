import hashlib
import unittest

from heliast_reference.errors import Malformed
from heliast_reference.group import RSA_2048_SHA256, RsaGroup
from heliast_reference.xmd import expand_message_xmd
from vector_files.common import TOYS, groups, rsa


class Xmd(unittest.TestCase):
    """RFC 9380, appendix K.1."""

    DST = b"QUUX-V01-CS02-with-expander-SHA256-128"

    def test_rfc_9380(self):
        expected = {
            b"": "68a985b87eb6b46952128911f2a4412bbc302a9d759667f87f7a21d803f07235",
            b"abc": "d8ccab23b5985ccea865c6c97b6e5b8350e794e603b4b97902f53a8a0d605615",
        }
        for msg, output in expected.items():
            self.assertEqual(expand_message_xmd("sha256", msg, self.DST, 32).hex(), output)


class Group(unittest.TestCase):
    def test_built_in_modulus(self):
        self.assertEqual(hashlib.sha256(rsa("RSA-2048").to_bytes(256, "big")).hexdigest(), RSA_2048_SHA256)

    def test_every_class_has_one_encoding(self):
        for group in groups().values():
            x = group.hash(b"test", b"class")
            self.assertEqual(group.canonical(group.modulus - x), x)
            self.assertEqual(group.decode(group.encode(x)), x)
            with self.assertRaises(Malformed):
                group.decode((group.modulus - x).to_bytes(group.length, "big"))

    def test_order_divides_phi(self):
        for name, (p, q) in TOYS.items():
            group = groups()[name]
            self.assertEqual(group.pow(group.hash(b"test", b"order"), (p - 1) * (q - 1)), 1)

    def test_product_of_units_hides_no_other_element(self):
        p, q = TOYS["toy-256"]
        group = RsaGroup(p * q, 256)
        with self.assertRaises(Malformed):
            group.check_units(2, 3, p, 5)
        group.check_units(2, 3, 5)

    def test_length_of_a_domain(self):
        group = groups()["toy-256"]
        for dst in (b"", b"d" * 201):
            with self.assertRaises(ValueError):
                group.hash(dst, b"")


if __name__ == "__main__":
    unittest.main()
