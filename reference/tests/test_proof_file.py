import unittest

from heliast_reference import pietrzak, segments
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.errors import Invalid, Malformed, Refused
from heliast_reference.hash_to_prime import HINTED
from heliast_reference.proof_file import SYSTEM_PIETRZAK, SYSTEM_SEGMENTED, ProofFile
from vector_files.common import groups, patch

T = 2100
SYSTEM = 6


class ProofFiles(unittest.TestCase):
    def setUp(self):
        self.group = group = groups()["toy-300"]
        self.x = w.delay_input(group, b"test")
        self.y = w.evaluate(group, self.x, T)
        x, y = group.encode(self.x), group.encode(self.y)
        suite = w.Suite(HINTED, 136)
        pi = w.prove(group, suite, T, self.x, self.y)
        hint = w.honest_hint(group, suite, T, self.x, self.y)
        l = w.challenge(group, suite, T, self.x, self.y)
        midpoints = pietrzak.encode(group, pietrzak.prove(group, T, self.x, self.y))
        cut = segments.prove(group, suite, T, self.x, segments.Cut(2, 1))[1].encode(group)
        self.files = [
            ProofFile(suite, T, group.id, x, w.encode_output(group, self.y, pi, hint)),
            ProofFile(suite, T, group.id, x, w.encode_compact(group, suite, pi, l, hint), form=w.COMPACT),
            ProofFile(None, T, group.id, x, y + midpoints, SYSTEM_PIETRZAK),
            ProofFile(suite, T, group.id, x, y + cut, SYSTEM_SEGMENTED),
        ]

    def test_files_hold_what_they_show(self):
        for file in self.files:
            self.assertEqual(ProofFile.decode(file.encode()), file)
            self.assertEqual(file.verify(self.group), (self.x, self.y))
            self.assertRaises(Invalid, file.verify, groups()["toy-320"])

    def test_no_cut_or_extended_file_is_one(self):
        for file in self.files:
            data = file.encode()
            for size in range(len(data)):
                self.assertRaises(Malformed, ProofFile.decode, data[:size])
            self.assertRaises(Malformed, ProofFile.decode, data + b"\0")

    def test_no_file_is_one_of_another_system(self):
        for file in self.files:
            for system in range(256):
                if system != file.system:
                    self.assertRaises(Malformed, ProofFile.decode, patch(file.encode(), SYSTEM, uint(system, 1)))

    def test_every_byte_counts(self):
        for file in self.files:
            data = file.encode()
            for at in range(0, len(data), 5):
                with self.assertRaises(Refused, msg=at):
                    ProofFile.decode(patch(data, at, uint(data[at] ^ 1, 1))).verify(self.group)


if __name__ == "__main__":
    unittest.main()
