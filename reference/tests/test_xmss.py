import hashlib
import unittest
from unittest import mock

from heliast_reference import xmss
from heliast_reference.errors import Refused
from vector_files.common import stream
from vector_files.xmss import KNOWN, KNOWN_SIGNATURE_SHA256, KNOWN_SK_SEED, PUB_SEED, SK_SEED, known_tree, tree


def sha256(data):
    return hashlib.sha256(data).digest()


def word(value, size=4):
    return value.to_bytes(size, "big")


class Functions(unittest.TestCase):
    """The hash functions, reimplemented byte by byte."""

    def setUp(self):
        self.seed, self.left, self.right = b"\x11" * 32, b"\x22" * 32, b"\x44" * 32

    def prf(self, address):
        return sha256(bytes(31) + b"\3" + self.seed + address)

    def test_f(self):
        place = bytes(12) + word(0) + word(9) + word(66) + word(14)
        key, mask = self.prf(place + word(0)), self.prf(place + word(1))
        masked = bytes(a ^ b for a, b in zip(self.left, mask))
        self.assertEqual(xmss.f(self.seed, (xmss.OTS, 9, 66, 14), self.left), sha256(bytes(32) + key + masked))

    def test_h(self):
        for kind, second in ((xmss.LTREE, 9), (xmss.TREE, 0)):
            place = bytes(12) + word(kind) + word(second) + word(5) + word(6)
            key, *masks = (self.prf(place + word(purpose)) for purpose in range(3))
            masked = bytes(a ^ b for a, b in zip(self.left + self.right, b"".join(masks)))
            expected = sha256(bytes(31) + b"\1" + key + masked)
            self.assertEqual(xmss.h(self.seed, (kind, second, 5, 6), self.left, self.right), expected)

    def test_keys_and_digests(self):
        address = bytes(16) + word(9) + word(66) + bytes(8)
        expected = sha256(bytes(31) + b"\4" + self.left + self.seed + address)
        self.assertEqual(xmss.wots_secret(self.left, self.seed, 9, 66), expected)
        expected = sha256(bytes(31) + b"\2" + self.left + self.right + bytes(30) + b"\1\2" + b"abc")
        self.assertEqual(xmss.h_msg(self.left, self.right, 258, b"abc"), expected)


class Wots(unittest.TestCase):
    def test_digits(self):
        self.assertEqual(xmss.digits(bytes(32)), [0] * 64 + [3, 12, 0])
        self.assertEqual(xmss.digits(b"\xff" * 32), [15] * 64 + [0, 0, 0])
        self.assertEqual(xmss.digits(b"\x1e" * 32), [1, 14] * 32 + [1, 14, 0])

    def test_checksum_is_that_of_rfc_8391(self):
        for i in range(200):
            digits = xmss.digits(stream(f"digits {i}", 32))
            checksum = sum(15 - digit for digit in digits[:64]) << 4
            high, low = checksum.to_bytes(2, "big")
            self.assertEqual(digits[64:], [high >> 4, high & 15, low >> 4])

    def test_no_digest_dominates_another(self):
        digests = [xmss.digits(stream(f"digits {i}", 32)) for i in range(40)]
        for a in digests:
            for b in digests:
                self.assertTrue(a == b or any(x < y for x, y in zip(a, b)))

    def test_signature_and_key_meet(self):
        public = xmss.wots_public(SK_SEED, PUB_SEED, 3)
        for digest in (bytes(32), b"\xff" * 32, stream("digest", 32)):
            signature = xmss.wots_sign(SK_SEED, PUB_SEED, 3, digest)
            self.assertEqual(xmss.wots_recover(PUB_SEED, 3, digest, signature), public)
            self.assertNotEqual(xmss.wots_recover(PUB_SEED, 2, digest, signature), public)


class Trees(unittest.TestCase):
    def test_known_answer(self):
        made = known_tree()
        self.assertEqual(made.root.hex(), KNOWN["root"])
        randomizer = xmss.rfc_randomizer(bytes.fromhex(KNOWN["sk_prf"]), 0)
        signature = xmss.rfc_sign(KNOWN_SK_SEED, made, 0, b"", randomizer)
        self.assertEqual(sha256(signature).hex(), KNOWN_SIGNATURE_SHA256)

    def test_l_tree_has_66_nodes(self):
        with mock.patch.object(xmss, "h", wraps=xmss.h) as h:
            xmss.l_tree(PUB_SEED, 0, [word(i, 32) for i in range(67)])
        rows = [call.args[1][2] for call in h.call_args_list]
        self.assertEqual([rows.count(i) for i in range(8)], [33, 17, 8, 4, 2, 1, 1, 0])

    def test_every_leaf_leads_to_the_root(self):
        made = tree(SK_SEED, PUB_SEED, 5)
        for leaf, node in enumerate(made.rows[0]):
            path = made.path(leaf)
            self.assertEqual(xmss.climb(PUB_SEED, leaf, node, path), made.root)
            self.assertNotEqual(xmss.climb(PUB_SEED, leaf ^ 1, node, path), made.root)
            self.assertNotEqual(xmss.climb(PUB_SEED, leaf, node, path[:-1]), made.root)


class Signatures(unittest.TestCase):
    def test_one_message_has_many(self):
        made = tree(SK_SEED, PUB_SEED, 5)
        signatures = {xmss.rfc_sign(SK_SEED, made, 4, b"m", word(r, 32)) for r in range(5)}
        self.assertEqual(len(signatures), 5)
        for signature in signatures:
            xmss.rfc_verify(5, made.root, PUB_SEED, b"m", signature)

    def test_refusals(self):
        made = tree(SK_SEED, PUB_SEED, 5)
        good = xmss.rfc_sign(SK_SEED, made, 4, b"m", bytes(32))
        for at in (0, 3, 4, 35, 36, len(good) - 1):
            changed = good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
            with self.assertRaises(Refused):
                xmss.rfc_verify(5, made.root, PUB_SEED, b"m", changed)
        for data in (b"", good[:-1], good + b"\0", good[:-32], good + bytes(32)):
            with self.assertRaises(Refused):
                xmss.rfc_verify(5, made.root, PUB_SEED, b"m", data)


if __name__ == "__main__":
    unittest.main()
