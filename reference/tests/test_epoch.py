import unittest
from dataclasses import replace

from heliast_reference.encoding import integer
from heliast_reference.epoch import EpochProof, prove_epoch, verify_epoch
from heliast_reference.errors import Malformed, Refused
from vector_files.chains import tai_chain
from vector_files.epoch import lying_chain


class Epochs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.chain = tai_chain()
        cls.genesis, cls.rounds = cls.chain.genesis, cls.chain.rounds

    def test_any_consecutive_rounds_are_an_epoch(self):
        for first in range(4):
            for end in range(first + 1, 5):
                proof = prove_epoch(self.genesis, self.rounds[first:end])
                self.assertEqual((proof.first, proof.last), (first + 1, end))
                self.assertEqual(EpochProof.decode(self.genesis, proof.encode()), proof)
                verify_epoch(self.genesis, self.rounds[first:end], proof)

    def test_every_byte_is_bound(self):
        rounds = self.rounds[:3]
        whole = prove_epoch(self.genesis, rounds).encode()
        for at in range(len(whole)):
            with self.assertRaises(Refused):
                changed = whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :]
                verify_epoch(self.genesis, rounds, EpochProof.decode(self.genesis, changed))
            with self.assertRaises(Malformed):
                EpochProof.decode(self.genesis, whole[:at])

    def test_the_rounds_own_proofs_are_not_its_business(self):
        """Shows why a verifier that relied on it must not forward the rounds as verified."""
        proof = prove_epoch(self.genesis, self.rounds)
        others = [replace(made, round=replace(made.round, proof=self.rounds[0].round.proof)) for made in self.rounds]
        verify_epoch(self.genesis, others, proof)
        with self.assertRaises(Refused):
            self.chain.verify(2, others[1].round.encode())

    def test_a_false_output_is_refused_wherever_it_is(self):
        delta = integer(self.rounds[0].round.z)
        for number in range(1, 5):
            liar = lying_chain(self.chain, {number: delta})
            with self.assertRaises(Refused):
                verify_epoch(self.genesis, liar.rounds, prove_epoch(self.genesis, liar.rounds))


if __name__ == "__main__":
    unittest.main()
