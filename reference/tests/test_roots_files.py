import json
import unittest

from heliast_reference import roots
from heliast_reference.encoding import uint
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.roots_field import BUILT_IN_COUNTERS, BUILT_IN_SEED, built_in
from heliast_reference.roots_files import GroupFile, ProofFile, State, passed, sealed, state_at
from vector_files.book import edit
from vector_files.common import VECTORS, patch

GROUP = GroupFile(1024, BUILT_IN_SEED, BUILT_IN_COUNTERS[1024])
T, COUNT = 5, 3


class ProofFiles(unittest.TestCase):
    def setUp(self):
        self.field = field = built_in(1024)
        self.x = field.input(b"test")
        self.y, outputs = roots.prove(field, T, self.x, COUNT)
        proof = roots.encode_proof(field, outputs)
        self.file = ProofFile(GROUP, T, field.encode(self.x), field.encode(self.y), proof)

    def test_a_file_holds_what_it_shows(self):
        self.assertEqual(ProofFile.decode(self.file.encode()), self.file)
        self.assertEqual(self.file.verify(), (self.x, self.y))

    def test_the_layout_is_that_of_the_page(self):
        head = b"HLRP" + b"\1" + uint(1024, 2) + uint(12_095, 4) + uint(47, 1) + BUILT_IN_SEED + uint(T, 8)
        self.assertEqual(self.file.encode(), head + self.file.x + self.file.y + self.file.proof)

    def test_no_cut_or_extended_file_is_one(self):
        data = self.file.encode()
        for size in range(len(data)):
            self.assertRaises(Malformed, ProofFile.decode, data[:size])
        self.assertRaises(Malformed, ProofFile.decode, data + b"\0")

    def test_every_byte_counts(self):
        """Leaves out the changes of t with which the reference would take millions of steps."""
        data, time = self.file.encode(), 12 + len(GROUP.seed)
        for at in [*range(0, time, 3), time, time + 1, time + 2, time + 7, *range(time + 8, len(data), 16)]:
            with self.assertRaises(Refused, msg=at):
                ProofFile.decode(patch(data, at, uint(data[at] ^ 1, 1))).verify()


class States(unittest.TestCase):
    def setUp(self):
        self.field = built_in(1024)
        self.x = self.field.input(b"test")

    def test_every_state_of_every_cut_holds_the_outputs_passed(self):
        field, values = self.field, [self.x]
        for _ in range(T):
            values.append(field.step(values[-1]))
        for count in range(1, T + 1):
            for done in range(T + 1):
                state = state_at(field, T, self.x, count, done)
                ends = [i * T // count for i in range(1, count)]
                self.assertEqual(state.outputs, tuple(values[end] for end in ends if end <= done))
                self.assertEqual(state.current, values[done])
                self.assertEqual(State.decode(field, state.encode(field)), state)

    def test_a_finished_state_is_a_proof(self):
        state = state_at(self.field, T, self.x, COUNT, T)
        self.assertEqual((state.current, state.outputs), roots.prove(self.field, T, self.x, COUNT))

    def test_the_layout_is_that_of_the_page(self):
        field, state = self.field, state_at(self.field, T, self.x, COUNT, 4)
        self.assertEqual(passed(T, COUNT, 4), [1, 3])
        numbers = uint(T, 8) + uint(COUNT, 2) + uint(4, 8)
        elements = b"".join(map(field.encode, (self.x, *state.outputs, state.current)))
        self.assertEqual(state.encode(field), sealed(b"HLRC\1" + field.id + numbers + elements))

    def test_no_damaged_state_is_one(self):
        data = state_at(self.field, T, self.x, COUNT, 4).encode(self.field)
        for at in range(len(data)):
            self.assertRaises(Malformed, State.decode, self.field, patch(data, at, uint(data[at] ^ 1, 1)))
            self.assertRaises(Malformed, State.decode, self.field, data[:at])
        for size in range(len(data) - 32):
            self.assertRaises(Malformed, State.decode, self.field, sealed(data[:size]))

    def test_no_other_numbers_fit(self):
        """With a correct digest: either the number of remaining outputs does not change, or the contents are wrong."""
        field = self.field
        body = state_at(field, T, self.x, COUNT, 4).encode(field)[:-32]
        for t in (0, 1, 2, 3, 1 << 40, (1 << 64) - 1):
            self.assertRaises(Malformed, State.decode, field, sealed(patch(body, 37, uint(t, 8))))
        for count in (0, 1, 2, 6, 257, 65_535):
            self.assertRaises(Malformed, State.decode, field, sealed(patch(body, 45, uint(count, 2))))
        for done in (0, 1, 2, 6, 1 << 40):
            self.assertRaises(Malformed, State.decode, field, sealed(patch(body, 47, uint(done, 8))))


class GroupFiles(unittest.TestCase):
    def test_the_text_is_that_of_the_page(self):
        text = f'{{"group": "roots", "bits": 1024, "seed": "{BUILT_IN_SEED.hex()}", "counter": 12095}}'
        self.assertEqual((GROUP.encode(), GroupFile.decode(text)), (text, GROUP))
        self.assertEqual(GROUP.field().id, built_in(1024).id)

    def test_other_json_is_malformed(self):
        for text in ("", "null", "[]", "{}", "1", '"roots"', '[["group", "roots"]]', "{" * 50):
            self.assertRaises(Malformed, GroupFile.decode, text)

    def test_wrong_counters_are_invalid(self):
        for counter in (0, 12_094, 12_096):
            file = GroupFile.decode(GroupFile(1024, BUILT_IN_SEED, counter).encode())
            self.assertRaises(Invalid, file.field)


class Edited(unittest.TestCase):
    def test_bases_and_edits_make_refused_bytes(self):
        """The cases as a reader of the vectors sees them, who knows `about` and not the makers."""
        cases = json.loads((VECTORS / "roots.json").read_text())["cases"]
        accepted = {case["name"]: case for case in cases if "error" not in case}
        run = 0
        for case in (case for case in cases if "base" in case):
            base = accepted[case["base"]]
            with self.assertRaises(Refused, msg=case["name"]) as refusal:
                self.check(case, base)
            self.assertEqual((refusal.exception.kind, refusal.exception.reason), (case["error"], case["reason"]))
            run += 1
        self.assertGreater(run, 200)

    def check(self, case, base):
        field = built_in(int(base["group"].split("-")[1]))
        if case["kind"] == "verify":
            x, y, proof = (bytes.fromhex(case.get(name, base[name])) for name in ("x", "y", "proof"))
            roots.verify(field, case.get("t", base["t"]), x, y, edit(proof, case.get("edits", [])))
        else:
            data = edit(bytes.fromhex(base["file"]), case["edits"])
            State.decode(field, data) if case["kind"] == "state" else ProofFile.decode(data).verify()


if __name__ == "__main__":
    unittest.main()
