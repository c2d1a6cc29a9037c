import hashlib
import unittest

from heliast_reference import ed25519_signature, ml_dsa, ml_dsa_signing
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.founding import Agreement, Application, Draft, missing
from heliast_reference.genesis import Genesis
from vector_files.founding import agreement, alpha, ed25519_draft, listed


class Applications(unittest.TestCase):
    def test_no_bit_of_an_application_can_change(self):
        data = alpha().encode()
        for at in range(0, 8 * len(data), 37):
            changed = bytearray(data)
            changed[at // 8] ^= 1 << at % 8
            with self.assertRaises(Refused, msg=at):
                Application.decode(bytes(changed)).verify()

    def test_no_part_of_an_application_is_one(self):
        data = alpha().encode()
        for size in range(len(data)):
            with self.assertRaises(Malformed, msg=size):
                Application.decode(data[:size])

    def test_what_is_signed_is_no_message_of_the_engine(self):
        """Votes are a length and a protobuf message that begins with 0x08 or 0x0a; peers sign 32 bytes."""
        signed = [alpha().signed_by(kind) for kind in ("possession", "peer", "applicant")]
        for message in signed + [Agreement.signed(bytes(32), bytes(32))]:
            self.assertEqual(message[1:2], b"h")
            self.assertGreater(len(message), 32)


class Drafts(unittest.TestCase):
    def test_the_chain_id_depends_on_every_application(self):
        draft = ed25519_draft()
        seen = {draft.genesis.chain_id}
        for one in draft.applications:
            rest = tuple(other for other in draft.applications if other != one)
            seen.add(Draft.of(draft.network_head, draft.genesis_head, rest).genesis.chain_id)
        self.assertEqual(len(seen), 5)

    def test_a_head_does_not_go_on(self):
        """The genesis of vector_files/founding.py, with a participant of the coordinator's in its head, is valid."""
        draft = ed25519_draft()
        stranger = ed25519_signature.public_key(bytes(32))
        begun = b"\0\0\0\x07\x03\0\x20" + stranger + bytes(4)
        data = draft.genesis_head + begun + b"\0\0\0\x06" + listed(draft.participants) + bytes(32)
        genesis = Genesis.decode(data)
        self.assertEqual([one.stake for one in genesis.participants[:1]], [6])
        with self.assertRaises(Malformed):
            Draft(draft.network_head, draft.genesis_head + begun, draft.applications).check()

    def test_two_drafts_have_no_agreement_in_common(self):
        draft = ed25519_draft()
        other = Draft.of(draft.network_head, draft.genesis_head, draft.applications[:3])
        given = agreement(other, other.applications[0])
        self.assertEqual(len(missing(other, [given])), 2)
        with self.assertRaises(Invalid):
            missing(draft, [given])


class Signing(unittest.TestCase):
    def test_the_keys_of_ml_dsa_are_those_of_cometbft(self):
        """The address that CometBFT v0.40.0 derived from the seed of 32 bytes 7."""
        address = hashlib.sha256(ml_dsa_signing.public_key(b"\7" * 32)).hexdigest()[:40]
        self.assertEqual(address, "d3a1e51ecf491b79ca7691bd269271f8d8e8d943")

    def test_what_is_signed_verifies(self):
        for number in range(3):
            seed, message = bytes([number]) * 32, b"message %d" % number
            key, signature = ml_dsa_signing.public_key(seed), ml_dsa_signing.sign(seed, message)
            self.assertTrue(ml_dsa.verifies(key, message, signature))
            self.assertFalse(ml_dsa.verifies(key, message + b".", signature))


if __name__ == "__main__":
    unittest.main()
