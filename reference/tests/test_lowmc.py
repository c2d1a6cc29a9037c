import unittest

from heliast_reference.errors import Malformed
from heliast_reference.lowmc import INSTANCES, Source, instance, inverse, product, sbox_layer
from vector_files.lowmc import string

# (n, r): rejected matrices before L_1..L_r, then K_0..K_r; SHA-256 of all constants
PUBLISHED = {
    (129, 4): ("0200 13121", "72c615a76577385250b4f934ebcbda61d869cfc05d98dc9fa0fe987c3fc5d9b6"),
    (192, 4): ("3610 15033", "18b94ebf858264a1ac1744fb7c9f14201d6b2507cfb459a5adb13a46a7dfa2af"),
    (255, 4): ("0221 00126", "290f9f6df35abbb8d2a6e0e34898573793969eb63742cf0bad8ed6cdb7254352"),
    (192, 11): ("36103093071 500120201502", "b4f5bf9c087e7ef0969036c0df1fd5846b83130efbdf6e0a02ba3e676017d4bd"),
    (192, 13): ("3610309307122 14010011112217", "cd4fbec3b28cf6ab942ea4648d4b0fc275a70cbca4a9e6082e60d7d128e27734"),
    (255, 13): ("0221123021020 02002311228431", "b49a6f14c1fb26253ff8993ba91beca37b551867d375de8e80665487231e157e"),
}


def bits(value, n):
    return [value >> (n - 1 - j) & 1 for j in range(n)]


def slow_emitted():
    """The generator, reimplemented as a ring that is clocked bit by bit."""
    ring, at, kept = [1] * 80, 0, []
    for clock in range(160 + 2 * 10**5):
        ring[at] ^= ring[(at + 13) % 80] ^ ring[(at + 23) % 80] ^ ring[(at + 38) % 80]
        ring[at] ^= ring[(at + 51) % 80] ^ ring[(at + 62) % 80]
        if clock >= 160:
            kept.append(ring[at])
        at = (at + 1) % 80
    return [bit for choose, bit in zip(kept[::2], kept[1::2]) if choose]


class Constants(unittest.TestCase):
    def test_published_digests(self):
        self.assertEqual(set(PUBLISHED), set(INSTANCES))
        for (n, rounds), (rejected, digest) in PUBLISHED.items():
            lowmc = instance(n, rounds)
            self.assertEqual("".join(map(str, lowmc.rejected)), rejected.replace(" ", ""))
            self.assertEqual(lowmc.digest().hex(), digest)

    def test_generator(self):
        slow, source = slow_emitted(), Source()
        self.assertEqual([source.take(1) for _ in slow], slow)

    def test_inverses(self):
        lowmc = instance(129, 4)
        for matrix in lowmc.linear + lowmc.keys:
            back = inverse(matrix, 129)
            for i in range(20):
                v = string(lowmc, f"v {i}")
                self.assertEqual(product(back, product(matrix, v)), v)
                self.assertEqual(product(matrix, product(back, v)), v)
        self.assertIsNone(inverse([0b110, 0b011, 0b101], 3))


class Cipher(unittest.TestCase):
    def test_sbox_is_the_paper_s_table(self):
        for abc, expected in enumerate([0, 1, 3, 6, 7, 4, 5, 2]):
            reversed_bits = [int(f"{value:03b}"[::-1], 2) for value in (abc, expected)]
            self.assertEqual(sbox_layer(reversed_bits[0], 3), reversed_bits[1])

    def test_known_answer(self):
        lowmc = instance(192, 4)
        key = bytes.fromhex("7c9935a0b07694aa0c6d10e4db6b1add2fd81a25ccb14803")
        plaintext = bytes.fromhex("8626ed79d451140800e03b59b956f8210e556067407d13dc")
        ciphertext = lowmc.encode(lowmc.encrypt(lowmc.decode(key), lowmc.decode(plaintext)))
        self.assertEqual(ciphertext.hex(), "d0a49509fa58c24d24e349b1bf74c8365d450f08e2881c46")

    def test_product_by_definition(self):
        lowmc = instance(129, 4)
        matrix, v = lowmc.linear[2], string(lowmc, "v")
        expected = [sum(m & x for m, x in zip(bits(row, 129), bits(v, 129))) % 2 for row in matrix]
        self.assertEqual(bits(product(matrix, v), 129), expected)

    def test_blocks(self):
        for n in (129, 192, 255):
            lowmc = instance(n, 4)
            value = string(lowmc, "block")
            self.assertEqual(lowmc.decode(lowmc.encode(value)), value)
            self.assertEqual(lowmc.encode(1 << (n - 1))[0], 0x80)
            with self.assertRaises(Malformed):
                lowmc.decode(lowmc.encode(value) + b"\0")


if __name__ == "__main__":
    unittest.main()
