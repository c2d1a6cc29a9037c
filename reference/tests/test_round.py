"""Chains of rounds and their bundles. With the environment variable HELIAST_SAMPLES more bytes of a round are changed."""

import contextlib
import io
import os
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import verify_bundle
from heliast_reference.bundle import Bundle
from heliast_reference.epoch import prove_epoch
from heliast_reference.errors import Refused
from vector_files.chains import ell2_chain, tai_chain
from vector_files.members_story import members_story
from vector_files.stories import ecvrf_story

# For each round, in addition to its first bytes.
SAMPLES = int(os.environ.get("HELIAST_SAMPLES", 25))


class Chains(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tai, cls.ell2, cls.trees, cls.members = tai_chain(), ell2_chain(), ecvrf_story(), members_story()

    def test_every_sampled_byte_of_a_round_is_bound(self):
        small = ((self.tai, 1), (self.tai, 3), (self.ell2, 2), (self.trees, 1), (self.trees, 8))
        for chain, number in (*small, (self.members, 1), (self.members, 3), (self.members, 4)):
            whole = chain.round_bytes(number)
            step = max(1, len(whole) // SAMPLES)
            for at in list(range(25)) + list(range(25, len(whole), step)):
                self.assert_refused(chain, number, whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])

    def test_every_truncation_is_refused(self):
        whole = self.tai.round_bytes(1)
        for size in range(len(whole)):
            self.assert_refused(self.tai, 1, whole[:size])

    def assert_refused(self, chain, number, data):
        with self.assertRaises(Refused) as caught:
            chain.verify(number, data)
        self.assertEqual(caught.exception.round, number)

    def test_every_byte_of_a_bundle_is_bound(self):
        for whole in (self.tai.bundle().encode(), self.trees.bundle(17, 17).encode()):
            for at in list(range(0, len(whole), 37)):
                with self.assertRaises(Refused):
                    list(Bundle.decode(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]).verify())

    def test_every_range_is_a_bundle(self):
        rounds = self.trees.rounds
        for first in range(1, len(rounds) + 1):
            last = min(first + 1, len(rounds))
            bundle = Bundle.decode(self.trees.bundle(first, last).encode())
            self.assertEqual(tuple(bundle.verify()), rounds[first - 1 : last])
            self.assertEqual(len(bundle.history), sum(len(made.round.announcements) for made in rounds[: first - 1]))


class Workers(unittest.TestCase):
    """Rounds that are verified at once."""

    def outcome(self, data, each):
        rounds = []
        try:
            for verified in Bundle.decode(data).verify(each):
                rounds.append(verified)
        except Refused as error:
            return rounds, (error.kind, str(error), error.round)
        return rounds, None

    def test_as_many_processes_as_there_are_say_the_same(self):
        whole = tai_chain().bundle().encode()
        changed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, len(whole), 211)]
        late = replace(tai_chain().bundle(), epoch_proofs={3: b"HLEP" + bytes(1 << 20)}).encode()
        for data in [whole, ecvrf_story().bundle(1, 20).encode(), late, *changed]:
            with verify_bundle.workers(3) as each:
                try:
                    found = self.outcome(data, each)
                except Refused as error:
                    found = error.kind, str(error)
            try:
                expected = self.outcome(data, map)
            except Refused as error:
                expected = error.kind, str(error)
            self.assertEqual(found, expected)

    def test_one_process_needs_no_others(self):
        with verify_bundle.workers(1) as each:
            self.assertIs(each, map)


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Says(unittest.TestCase):
    """Reports the progress."""

    def said(self, out, times):
        clock = iter(times)
        with verify_bundle.Progress(100, out, lambda: next(clock)) as progress:
            for done in (1, 50, 100):
                progress.tell(done)
        return out.getvalue()

    def test_a_terminal_has_one_line_that_goes_away(self):
        text = self.said(Terminal(), [0, 2, 100, 200])
        self.assertIn("\r1 of 100 rounds verified, about 3:18 left", text)
        self.assertIn("\r50 of 100 rounds verified, about 1:40 left", text)
        self.assertNotIn("\n", text)
        self.assertTrue(text.endswith("\r\x1b[K"))

    def test_a_file_has_a_line_now_and_then(self):
        text = self.said(io.StringIO(), [0, 9, 100, 100, 100, 200])
        self.assertEqual(text, "50 of 100 rounds verified, about 1:40 left\n")


class Command(unittest.TestCase):
    """Exit codes and messages of verify_bundle.py."""

    @classmethod
    def setUpClass(cls):
        cls.chain = tai_chain()

    def run_on(self, data, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "chain.bundle"
            path.write_bytes(data)
            output = io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                code = verify_bundle.main([*options, str(path)])
        return code, output.getvalue()

    def test_valid(self):
        code, text = self.run_on(self.chain.bundle().encode())
        self.assertEqual(code, 0)
        self.assertIn("verified 4 rounds, 1 to 4", text)
        self.assertIn(self.chain.genesis.chain_id.hex(), text)

    def test_valid_from_round_2_says_what_it_trusts(self):
        code, text = self.run_on(self.chain.bundle(2, 3).encode())
        self.assertEqual(code, 0)
        self.assertIn("trusted: the seed of round 2,", text)

    def test_announcements_before_are_trusted(self):
        code, text = self.run_on(ecvrf_story().bundle(9, 9).encode())
        self.assertEqual(code, 0)
        self.assertIn("trusted: the seed of round 9 and 8 announcements before it,", text)

    def test_invalid_names_the_round(self):
        whole = self.chain.bundle().encode()
        code, text = self.run_on(whole[:-1] + bytes([whole[-1] ^ 1]))
        self.assertEqual(code, 1)
        self.assertIn("round 4: delay proof fails", text)

    def test_processes_are_a_number(self):
        data = self.chain.bundle().encode()
        for options in (["--processes", "1"], ["--processes", "2"]):
            self.assertEqual(self.run_on(data, *options)[0], 0)
        for options in (["--processes", "0"], ["--processes", "x"], ["--processes"], ["--fast"]):
            self.assertEqual(self.run_on(data, *options)[0], 2)

    def test_malformed(self):
        code, text = self.run_on(self.chain.bundle().encode() + b"\0")
        self.assertEqual(code, 3)
        self.assertIn("trailing bytes", text)

    def test_epoch_proofs_are_reported(self):
        proof = prove_epoch(self.chain.genesis, self.chain.rounds[1:3]).encode()
        code, text = self.run_on(replace(self.chain.bundle(), epoch_proofs={2: proof}).encode())
        self.assertEqual(code, 0)
        self.assertIn("verified 4 rounds, 1 to 4", text)
        self.assertIn("verified the epoch proof of rounds 2 to 3", text)
        self.assertNotIn("note", text)

    def test_a_refused_epoch_proof_is_a_note_and_no_more(self):
        proof = prove_epoch(self.chain.genesis, self.chain.rounds[:2])
        proofs = {
            1: replace(proof, proof=self.chain.rounds[0].round.proof).encode(),
            2: proof.encode(),
            3: b"HLEP\2",
            4: replace(proof, first=4, count=1, chain_id=bytes(32)).encode(),
        }
        code, text = self.run_on(replace(self.chain.bundle(), epoch_proofs=proofs).encode())
        self.assertEqual(code, 0)
        self.assertIn("verified 4 rounds, 1 to 4", text)
        self.assertNotIn("verified the epoch proof", text)
        self.assertIn("note: the epoch proof before round 1 is invalid: delay proof fails", text)
        self.assertIn("note: the epoch proof before round 2 is invalid: epoch proof is of other rounds", text)
        self.assertIn("note: the epoch proof before round 3 is malformed: wrong version", text)
        self.assertIn("note: the epoch proof before round 4 is invalid: epoch proof is of another chain", text)

    def test_no_epoch_proof_saves_a_false_round(self):
        proof = prove_epoch(self.chain.genesis, self.chain.rounds).encode()
        whole = replace(self.chain.bundle(), epoch_proofs={1: proof}).encode()
        code, text = self.run_on(whole[:-1] + bytes([whole[-1] ^ 1]))
        self.assertEqual(code, 1)
        self.assertIn("round 4: delay proof fails (3 rounds before it verified)", text)
        self.assertNotIn("epoch", text)

    def test_usage(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(verify_bundle.main([]), 2)
            self.assertEqual(verify_bundle.main(["/does/not/exist"]), 2)


if __name__ == "__main__":
    unittest.main()
