"""Chains whose delays are square roots. With the environment variable HELIAST_SAMPLES more bytes of a round are changed."""

import contextlib
import io
import os
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import verify_bundle
from heliast_reference import delays, roots, round, wesolowski
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import integer, sha256, tag, uint
from heliast_reference.epoch import EpochProof, prove_epoch, verify_epoch
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.genesis import Genesis
from heliast_reference.roots_field import BUILT_IN_SEED, built_in
from vector_files.common import rsa
from vector_files.round_roots_chains import CLASS_SEED, both_chain, class_chain, roots_chain, terms, tickets

PLACE = uint(1024, 2) + uint(12_095, 4) + uint(47, 1) + BUILT_IN_SEED + uint(4, 2)
CHAINS = (roots_chain, both_chain, class_chain)
# For each round, in addition to its first bytes.
SAMPLES = int(os.environ.get("HELIAST_SAMPLES", 50))


class Geneses(unittest.TestCase):
    def test_bytes_of_roots_alone(self):
        w = roots_chain().genesis.bytes
        self.assertEqual(w[:19], b"HLGN\2\3\2" + bytes(4) + uint(24, 8))
        self.assertEqual(w[38 : 38 + len(PLACE) + 4], PLACE + uint(2, 4))

    def test_bytes_of_both(self):
        w, n = both_chain().genesis.bytes, rsa("RSA-1024")
        self.assertEqual(w[:19], b"HLGN\2\3\3" + wesolowski.Suite().encode() + uint(290, 8))
        place = b"\0" + uint(128, 4) + uint(n, 128) + uint(24, 8) + PLACE
        self.assertEqual(w[38 : 38 + len(place) + 4], place + uint(2, 4))

    def test_bytes_of_both_with_a_discriminant(self):
        place = b"\1" + uint(1024, 4) + uint(32, 2) + CLASS_SEED + uint(5, 8) + PLACE[:-2] + uint(1, 2)
        self.assertIn(place + uint(2, 4), class_chain().genesis.bytes)

    def test_what_is_written_is_read(self):
        members = {"life": 4, "most": 5, "lead": 2}
        versions = {2: {}, 3: members, 4: {**members, "validators_change": True}}
        for made, system in zip(CHAINS, (2, 3, 3)):
            for version, fields in versions.items():
                genesis = replace(made().genesis, **fields)
                given = Genesis.decode(genesis.bytes)
                self.assertEqual((given, given.bytes), (genesis, genesis.bytes))
                self.assertEqual((given.system, given.version), (system, version))

    def test_every_cut_is_malformed(self):
        for chain in (roots_chain(), both_chain()):
            w = chain.genesis.bytes
            for size in range(len(w)):
                with self.assertRaises(Malformed):
                    Genesis.decode(w[:size])
            with self.assertRaises(Malformed):
                Genesis.decode(w + b"\0")

    def test_no_byte_of_the_field_can_be_another(self):
        """Except for a counter and a seed that happen to give another safe prime."""
        for chain in (roots_chain(), both_chain()):
            w = chain.genesis.bytes
            at = w.index(PLACE)
            for i in range(at, at + len(PLACE) - 1):
                with self.assertRaises(Malformed):
                    Genesis.decode(w[:i] + bytes([w[i] ^ 1]) + w[i + 1 :])

    def test_a_field_that_fails_makes_the_genesis_malformed(self):
        for chain in (roots_chain(), both_chain()):
            for change in ({"counter": 0}, {"counter": 12_094}, {"seed": bytes(32)}, {"bits": 2048}):
                with self.assertRaises(Malformed):
                    Genesis.decode(replace(chain.genesis, roots=replace(terms(), **change)).bytes)

    def test_ranges(self):
        for t, segments, good in ((1, 1, True), (1, 2, False), (256, 256, True), (257, 257, False), (24, 0, False), (0, 1, False)):
            self.assert_read(good, roots=terms(t, segments))
        for t, good in (((1 << 40) - 1, True), (1 << 40, False)):
            self.assert_read(good, roots=terms(t))

    def assert_read(self, good, **fields):
        for chain in (roots_chain(), both_chain()):
            data = replace(chain.genesis, **fields).bytes
            if good:
                self.assertEqual(Genesis.decode(data).bytes, data)
            else:
                with self.assertRaises(Malformed):
                    Genesis.decode(data)

    def test_roots_alone_have_no_suite(self):
        w = roots_chain().genesis.bytes
        for at in range(7, 11):
            for value in (1, 2, 255):
                with self.assertRaises(Malformed):
                    Genesis.decode(w[:at] + bytes([value]) + w[at + 1 :])

    def test_ids(self):
        field = built_in(1024)
        self.assertEqual(roots_chain().genesis.delay_id, field.id)
        for made in (both_chain, class_chain):
            genesis = made().genesis
            self.assertEqual((genesis.delay_id, genesis.delays[1].id), (genesis.group.id, field.id))

    def test_the_longest_round(self):
        one, both = roots_chain().genesis, both_chain().genesis
        tickets = 2 * (7 + one.max_ticket_proof)
        self.assertEqual(one.max_round_size, 29 + tickets + 4 * 128)
        self.assertEqual(both.max_round_size, 29 + tickets + 6 * 128)
        self.assertEqual(class_chain().genesis.max_round_size, 29 + tickets + 200 + 128)


class Rounds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.alone, cls.both, cls.of_class = (made() for made in CHAINS)
        cls.field = built_in(1024)

    def test_rounds_have_tickets(self):
        for chain in (self.alone, self.both):
            self.assertEqual(tickets(chain), [2, 1, 1])

    def test_the_delay_of_roots_is_that_of_a_walk(self):
        """The roots step by step, from the entropy; x, z, pi and beacon from the values on the way."""
        for chain, t, places in ((self.alone, 24, (6, 12, 18)), (self.both, 24, (6, 12, 18)), (self.of_class, 5, ())):
            genesis = chain.genesis
            for made in chain.rounds:
                walk = [self.field.input(made.entropy)]
                for _ in range(t):
                    walk.append(self.field.step(walk[-1]))
                encoded = [uint(y, 128) for y in walk]
                z, proof = encoded[-1], b"".join(encoded[i] for i in places)
                if genesis.group:
                    group, x = genesis.group, wesolowski.delay_input(genesis.group, made.entropy)
                    y = wesolowski.evaluate(group, x, genesis.t)
                    pi = wesolowski.prove(group, genesis.suite, genesis.t, x, y)
                    z, proof = group.encode(y) + z, group.encode(pi) + proof
                    self.assertEqual(made.inputs, (x, walk[0]))
                else:
                    self.assertEqual(made.inputs, (walk[0],))
                self.assertEqual((made.round.z, made.round.proof), (z, proof))
                number = uint(made.round.number, 8)
                self.assertEqual(made.beacon, sha256(tag("heliast/beacon/v1"), genesis.chain_id, number, z))

    def test_rounds_are_verified(self):
        for chain in (self.alone, self.both, self.of_class):
            for number, made in enumerate(chain.rounds, 1):
                self.assertEqual(chain.verify(number, chain.round_bytes(number)), made)

    def test_every_sampled_byte_of_a_round_is_bound(self):
        for chain in (self.alone, self.both, self.of_class):
            w = chain.round_bytes(2)
            for at in [*range(25), *range(25, len(w), max(1, len(w) // SAMPLES))]:
                self.assert_refused(chain, 2, w[:at] + bytes([w[at] ^ 1 << at % 8]) + w[at + 1 :])

    def test_every_cut_and_every_byte_more_is_malformed(self):
        for chain in (self.alone, self.both):
            w = chain.round_bytes(2)
            for data in [w[:size] for size in range(len(w))] + [w + b"\0", w + w[-128:]]:
                self.assert_refused(chain, 2, data, Malformed)

    def assert_refused(self, chain, number, data, error=Refused):
        with self.assertRaises(error) as caught:
            chain.verify(number, data)
        self.assertEqual(caught.exception.round, number)

    def test_elements_that_are_none_are_malformed_in_each_place(self):
        for chain in (self.alone, self.both):
            honest, skipped = chain.rounds[1].round, chain.genesis.group.length if chain.genesis.group else 0
            for value in (0, self.field.p, (1 << 1024) - 1):
                element = uint(value, 128)
                changes = [{"z": honest.z[:skipped] + element}]
                for i in range(3):
                    at = skipped + 128 * i
                    changes.append({"proof": honest.proof[:at] + element + honest.proof[at + 128 :]})
                for fields in changes:
                    self.assert_refused(chain, 2, replace(honest, **fields).encode(), Malformed)

    def test_malformed_comes_before_invalid(self):
        """A false proof of the squarings, followed by bytes that are not an element of the field."""
        honest = self.both.rounds[1].round
        fields = {"z": honest.z[:128] + bytes(128), "proof": self.both.rounds[0].round.proof}
        self.assert_refused(self.both, 2, replace(honest, **fields).encode(), Malformed)

    def test_both_delays_are_verified(self):
        honest, other = self.both.rounds[1].round, self.both.rounds[0].round
        of_squarings = {"z": other.z[:128] + honest.z[128:], "proof": other.proof[:128] + honest.proof[128:]}
        of_roots = {"z": honest.z[:128] + other.z[128:], "proof": honest.proof[:128] + other.proof[128:]}
        for fields in of_squarings, of_roots:
            self.assert_refused(self.both, 2, replace(honest, **fields).encode(), Invalid)

    def test_another_number_of_steps_is_refused(self):
        for chain in (self.alone, self.both):
            made, delay = chain.rounds[0], chain.genesis.delays[-1]
            for t in (23, 25):
                z, proof = replace(delay, t=t).make(made.inputs[-1])
                fields = {"z": made.round.z[:-128] + z, "proof": made.round.proof[:-384] + proof}
                self.assert_refused(chain, 1, replace(made.round, **fields).encode(), Invalid)

    def test_other_segments_are_refused(self):
        made, delay = self.alone.rounds[0], self.alone.genesis.delays[0]
        for segments in (1, 3, 5):
            z, proof = replace(delay, segments=segments).make(made.inputs[0])
            self.assertEqual(z, made.round.z)
            self.assert_refused(self.alone, 1, replace(made.round, proof=proof).encode(), Malformed)


class Parts(unittest.TestCase):
    def test_z_and_pi_are_cut_at_each_delay(self):
        genesis = class_chain().genesis
        squarings, of_roots = genesis.delays
        of_roots = replace(of_roots, t=9, segments=3)
        z, proof = bytes(range(100)) + b"z" * 128, b"w" * 100 + b"r" * 256
        found = delays.parts((squarings, of_roots), z, proof)
        self.assertEqual(found, [(squarings, z[:100], proof[:100]), (of_roots, z[100:], proof[100:])])
        self.assertEqual((delays.output_length(genesis.delays), delays.proof_length(genesis.delays)), (228, 100))

    def test_the_proof_of_a_round_is_that_of_the_page_without_s(self):
        delay = delays.Roots(built_in(1024), 9, 3)
        z, proof = delay.make(5)
        y, outputs = roots.prove(delay.field, 9, 5, 3)
        self.assertEqual((z, b"\0\3" + proof), (delay.encode(y), roots.encode_proof(delay.field, outputs)))


class Epochs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.alone, cls.both, cls.of_class = (made() for made in CHAINS)

    def test_any_consecutive_rounds_of_both_are_an_epoch(self):
        for chain in (self.both, self.of_class):
            count = len(chain.rounds)
            for first in range(count):
                for end in range(first + 1, count + 1):
                    proof = prove_epoch(chain.genesis, chain.rounds[first:end])
                    self.assertEqual(len(proof.proof), chain.genesis.group.length)
                    self.assertEqual(EpochProof.decode(chain.genesis, proof.encode()), proof)
                    verify_epoch(chain.genesis, chain.rounds[first:end], proof)

    def test_the_squarings_own_proofs_are_not_its_business_and_those_of_roots_are(self):
        rounds = self.both.rounds
        proof, foreign = prove_epoch(self.both.genesis, rounds), rounds[0].round.proof
        own = rounds[1].round.proof
        with_squarings = replace(rounds[1], round=replace(rounds[1].round, proof=foreign[:128] + own[128:]))
        with_roots = replace(rounds[1], round=replace(rounds[1].round, proof=own[:128] + foreign[128:]))
        verify_epoch(self.both.genesis, [rounds[0], with_squarings, rounds[2]], proof)
        with self.assertRaises(Invalid):
            verify_epoch(self.both.genesis, [rounds[0], with_roots, rounds[2]], proof)

    def test_false_roots_are_refused_where_the_squarings_are_true(self):
        genesis, honest = self.both.genesis, self.both.rounds[0]
        z = honest.round.z[:128] + genesis.delays[1].encode(genesis.delays[1].field.step(integer(honest.round.z[128:])))
        first = replace(honest, round=replace(honest.round, z=z), beacon=sha256(round.beacon_preimage(genesis, 1, z)))
        second = round.make_round(genesis, self.both.owners, self.both.tip(1).after(first), genesis.time_ms + 3000)
        with self.assertRaises(Invalid) as caught:
            verify_epoch(genesis, [first, second], prove_epoch(genesis, [first, second]))
        self.assertIn("of roots", caught.exception.reason)
        verify_epoch(genesis, [second], prove_epoch(genesis, [second]))

    def test_false_squarings_are_refused(self):
        genesis, honest = self.both.genesis, self.both.rounds[1]
        group = genesis.group
        y = group.mul(group.decode(honest.round.z[:128]), group.hash(b"test", b"delta"))
        false = replace(honest, round=replace(honest.round, z=group.encode(y) + honest.round.z[128:]))
        rounds = [self.both.rounds[0], false]
        for proof in prove_epoch(genesis, rounds), prove_epoch(genesis, self.both.rounds[:2]):
            with self.assertRaises(Invalid):
                verify_epoch(genesis, rounds, proof)

    def test_roots_alone_have_none(self):
        proof = replace(prove_epoch(self.both.genesis, self.both.rounds), chain_id=self.alone.genesis.chain_id)
        with self.assertRaises(Malformed):
            EpochProof.decode(self.alone.genesis, proof.encode())


class Bundles(unittest.TestCase):
    def run_on(self, bundle):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "chain.bundle"
            path.write_bytes(bundle.encode())
            output = io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                code = verify_bundle.main(["--processes", "2", str(path)])
        return code, output.getvalue()

    def test_every_range_is_a_bundle(self):
        for chain in (made() for made in CHAINS):
            for first in range(1, len(chain.rounds) + 1):
                bundle = Bundle.decode(chain.bundle(first).encode())
                self.assertEqual(tuple(bundle.verify()), chain.rounds[first - 1 :])

    def test_an_epoch_of_both_is_verified(self):
        chain = both_chain()
        proof = prove_epoch(chain.genesis, chain.rounds)
        code, text = self.run_on(replace(chain.bundle(), epoch_proofs={1: proof.encode()}))
        self.assertEqual(code, 0)
        self.assertIn("verified 3 rounds, 1 to 3", text)
        self.assertIn("verified the epoch proof of rounds 1 to 3", text)

    def test_what_begins_as_an_epoch_proof_is_passed_over_with_roots_alone(self):
        chain, other = roots_chain(), both_chain()
        proof = prove_epoch(other.genesis, other.rounds).encode()
        code, text = self.run_on(replace(chain.bundle(), epoch_proofs={1: proof, 2: b"HLEP"}))
        self.assertEqual((code, "epoch" in text), (0, False))
        long = b"HLEP" + bytes(chain.genesis.max_round_size)
        self.assertEqual(self.run_on(replace(chain.bundle(), epoch_proofs={2: long}))[0], 3)

    def test_false_roots_name_the_round(self):
        for chain in (roots_chain(), both_chain()):
            w = chain.bundle().rounds
            changed = w[1][:-1] + bytes([w[1][-1] ^ 1])
            code, text = self.run_on(replace(chain.bundle(), rounds=(w[0], changed, w[2])))
            self.assertEqual(code, 1)
            self.assertIn("round 2: delay proof fails: false segment of roots (1 rounds before it verified)", text)

    def test_rounds_of_the_other_kind_are_malformed(self):
        alone, both = roots_chain(), both_chain()
        for chain, other in ((alone, both), (both, alone)):
            rounds = (chain.round_bytes(1), other.round_bytes(2))
            self.assertEqual(self.run_on(replace(chain.bundle(1, 2), rounds=rounds))[0], 3)


if __name__ == "__main__":
    unittest.main()
