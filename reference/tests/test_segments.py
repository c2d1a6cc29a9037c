import unittest

from heliast_reference import segments
from heliast_reference import wesolowski as w
from heliast_reference.encoding import Reader
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.segments import MAX_SEGMENTS, MAX_SHIFT, Cut, SegmentedProof
from vector_files.common import groups


class Segments(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-300"]
        self.x = w.delay_input(self.group, b"test")

    def test_lengths_add_up_and_none_is_empty(self):
        for t in (1, 2, 3, 100, 1000, 65_535, 65_536, (1 << 40) + 1, w.MAX_T):
            for cut in all_cuts():
                if t >> cut.shift * (cut.count - 1):
                    lengths = cut.lengths(t)
                    self.assertEqual((len(lengths), sum(lengths)), (cut.count, t))
                    self.assertGreater(min(lengths), 0)
                else:
                    self.assertRaises(Invalid, cut.lengths, t)

    def test_there_are_241_cuts(self):
        self.assertEqual(len(list(all_cuts())), 241)

    def test_a_cut_has_two_bytes_and_one_encoding(self):
        read = set()
        for count in range(256):
            for shift in range(256):
                try:
                    cut = Cut.read(Reader(bytes([count, shift])))
                except Malformed:
                    continue
                self.assertEqual(cut.encode(), bytes([count, shift]))
                read.add(cut)
        self.assertEqual(read, set(all_cuts()))

    def test_three_segments_have_the_size_of_the_specification(self):
        group = groups()["rsa-2048"]
        self.assertEqual(len(SegmentedProof(Cut(3, 1), (1, 1), (1, 1, 1)).encode(group)), 1282)

    def test_every_cut_shows_the_same_claim(self):
        t = 3000
        y = w.evaluate(self.group, self.x, t)
        for cut in (Cut(1, 1), Cut(2, 1), Cut(3, 3), Cut(8, 1)):
            found, proof = segments.prove(self.group, w.Suite(), t, self.x, cut)
            data = proof.encode(self.group)
            ends = self.group.encode(self.x), self.group.encode(y)
            self.assertEqual(found, y)
            self.assertEqual(segments.verify(self.group, w.Suite(), t, *ends, data), (self.x, y))

    def test_one_segment_is_a_plain_proof(self):
        y, proof = segments.prove(self.group, w.Suite(), 700, self.x, Cut(1, 1))
        plain = w.prove(self.group, w.Suite(), 700, self.x, y)
        self.assertEqual(proof.encode(self.group), b"\1\1" + self.group.encode(plain))


def all_cuts():
    yield Cut(1, 1)
    for count in range(2, MAX_SEGMENTS + 1):
        for shift in range(1, MAX_SHIFT + 1):
            yield Cut(count, shift)


if __name__ == "__main__":
    unittest.main()
