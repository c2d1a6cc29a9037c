import unittest
from dataclasses import replace

from heliast_reference.bundle import Bundle
from heliast_reference.class_group import ClassGroup, discriminant_from_seed
from heliast_reference.epoch import EpochProof, prove_epoch, verify_epoch
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.genesis import Discriminant, Genesis
from vector_files.class_encodings import false_encodings
from vector_files.class_round import plain_chain


class ClassRounds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.chain = plain_chain()
        cls.genesis, cls.group = cls.chain.genesis, cls.chain.genesis.group

    def test_the_genesis_has_the_group_of_its_seed(self):
        given = Genesis.decode(self.genesis.bytes)
        self.assertEqual(given, self.genesis)
        self.assertIsInstance(given.group, ClassGroup)
        self.assertEqual(-given.group.discriminant, discriminant_from_seed(given.modulus.seed, 1056))

    def test_what_a_seed_or_its_bits_may_be(self):
        for bits, size in ((1024, 31), (1024, 256), (1023, 32), (1040, 32), (992, 32), (4128, 32)):
            with self.assertRaises(Malformed):
                Genesis.decode(replace(self.genesis, modulus=Discriminant(bits, bytes(size))).bytes)

    def test_a_bundle_and_an_epoch_of_all_rounds(self):
        given = prove_epoch(self.genesis, self.chain.rounds)
        bundle = replace(self.chain.bundle(), epoch_proofs={1: given.encode()})
        rounds = list(Bundle.decode(bundle.encode()).verify())
        self.assertEqual(tuple(rounds), self.chain.rounds)
        self.assertEqual(list(bundle.check_epochs(rounds)), [(1, given, None)])

    def test_no_other_bytes_are_a_delay_or_an_epoch(self):
        honest, proof = self.chain.rounds[0].round, prove_epoch(self.genesis, self.chain.rounds)
        for label, data in false_encodings(self.group, honest.z).items():
            with self.subTest(label):
                for fields in {"z": data}, {"proof": data}:
                    with self.assertRaises(Malformed):
                        self.chain.verify(1, replace(honest, **fields).encode())
                with self.assertRaises(Malformed):
                    EpochProof.decode(self.genesis, replace(proof, proof=data).encode())

    def test_a_true_form_that_is_not_the_delay_is_invalid(self):
        honest, group = self.chain.rounds[0].round, self.group
        z = group.encode(group.mul(group.decode(honest.z), group.hash(b"test", b"delta")))
        with self.assertRaises(Invalid):
            self.chain.verify(1, replace(honest, z=z).encode())

    def test_a_false_output_is_refused_in_an_epoch(self):
        rounds = list(self.chain.rounds)
        delta = self.group.hash(b"test", b"delta")
        z = self.group.encode(self.group.mul(self.group.decode(rounds[0].round.z), delta))
        rounds[0] = replace(rounds[0], round=replace(rounds[0].round, z=z))
        with self.assertRaises(Refused):
            verify_epoch(self.genesis, rounds, prove_epoch(self.genesis, rounds))


if __name__ == "__main__":
    unittest.main()
