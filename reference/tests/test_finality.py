import unittest

from heliast_reference import ed25519_signature, ml_dsa
from heliast_reference.engine import height, instant, merkle_root, number
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.finality import Frame, Verifier
from heliast_reference.network_file import NetworkFile, engine_chain_id
from vector_files.finality_chain import ed25519_network, ml_dsa_network


class Signatures(unittest.TestCase):
    def test_ed25519_is_that_of_rfc_8032(self):
        """Section 7.1, test 2."""
        seed = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        key = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        signature = bytes.fromhex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
        self.assertEqual(ed25519_signature.public_key(seed), key)
        self.assertEqual(ed25519_signature.sign(seed, b"\x72"), signature)
        self.assertTrue(ed25519_signature.verifies(key, b"\x72", signature))
        self.assertFalse(ed25519_signature.verifies(key, b"\x73", signature))

    def test_encodings_that_only_zip_215_takes(self):
        # y = 1 as p + 1, and -0: points of order 1.
        for data in ((2**255 - 18).to_bytes(32, "little"), (1 | 1 << 255).to_bytes(32, "little")):
            self.assertEqual(ed25519_signature.point(data), (0, 1))
            with self.assertRaises(Malformed):
                ed25519_signature.check_key(data)

    def test_ml_dsa_takes_no_other_byte(self):
        frame = ml_dsa_network().frame(1)
        validator, vote = frame.validators[0]
        message = frame.signed(vote, engine_chain_id(ml_dsa_network().chain_id))
        self.assertTrue(ml_dsa.verifies(validator.key, message, vote.signature))
        for at in range(0, len(vote.signature), 331):
            changed = bytearray(vote.signature)
            changed[at] ^= 1
            self.assertFalse(ml_dsa.verifies(validator.key, message, bytes(changed)), at)
        self.assertFalse(ml_dsa.verifies(validator.key, message + b"\0", vote.signature))
        self.assertFalse(ml_dsa.verifies(validator.key, message, vote.signature[:-1]))


class Engine(unittest.TestCase):
    def test_merkle_trees_are_those_of_rfc_6962(self):
        """The roots of Certificate Transparency's own tests."""
        leaves = [bytes.fromhex(leaf) for leaf in ("", "00", "10", "2021", "3031", "40414243")]
        roots = {
            0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        }
        for count, root in roots.items():
            self.assertEqual(merkle_root(leaves[:count]).hex(), root)

    def test_a_height_has_one_encoding(self):
        for value in (1, 127, 128, 1 << 62, (1 << 63) - 1):
            self.assertEqual(height([b"", b"", number(1, value)]), value)
        for leaf in (b"", b"\x08", b"\x08\x00", b"\x08\x80\x00", b"\x10\x01", number(1, 1 << 63), b"\x08\x01\x00"):
            self.assertIsNone(height([b"", b"", leaf]), leaf)

    def test_instants(self):
        self.assertEqual(instant("2026-11-22T20:56:11.5Z"), (1_795_380_971, 500_000_000))
        self.assertEqual(instant("1970-01-01T00:00:00Z"), (0, 0))


class Frames(unittest.TestCase):
    def test_every_byte_counts(self):
        given = ed25519_network()
        data = given.frame(1).encode()
        for at in range(0, len(data), 29):
            changed = bytearray(data)
            changed[at] ^= 1
            with self.assertRaises((Invalid, Malformed), msg=at):
                Verifier.of(given.chain.genesis, given.file).verify(Frame.decode(bytes(changed)), given.tip(1))

    def test_a_network_file_has_one_encoding(self):
        for given in (ed25519_network(), ml_dsa_network()):
            data = given.file.encode()
            self.assertEqual(NetworkFile.decode(data), given.file)
            for size in range(0, len(data), 17):
                with self.assertRaises(Malformed):
                    NetworkFile.decode(data[:size])


if __name__ == "__main__":
    unittest.main()
