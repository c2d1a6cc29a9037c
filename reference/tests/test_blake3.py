import unittest
from unittest import mock

from heliast_reference.blake3 import blake3

# From the vectors that BLAKE3's authors publish: inputs 0, 1, ... 250, 0, 1, ... of these lengths, the first 32 bytes
# of output.
PUBLISHED = {
    0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    1: "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
    1024: "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
    1025: "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444",
}


class Blake3(unittest.TestCase):
    def test_published_digests(self):
        for length, digest in PUBLISHED.items():
            self.assertEqual(blake3(bytes(i % 251 for i in range(length))).hex(), digest)

    def test_longer_output_begins_with_the_shorter(self):
        for length in (0, 64, 1024, 3000):
            data = bytes(i % 251 for i in range(length))
            self.assertEqual(blake3(data, 200)[:64], blake3(data, 64))

    def test_one_at_a_time_is_the_same(self):
        """With one word in each place everything is as in the paper."""
        whole = bytes(i % 251 for i in range(9 * 1024 + 100))
        for length in (0, 1024, 1025, 2048, 5 * 1024 + 1, 8 * 1024, len(whole)):
            with mock.patch("heliast_reference.blake3.AT_ONCE", 1):
                alone = blake3.__wrapped__(whole[:length], 777)
            for at_once in (2, 3, 128):
                with mock.patch("heliast_reference.blake3.AT_ONCE", at_once):
                    self.assertEqual(blake3.__wrapped__(whole[:length], 777), alone, (length, at_once))


if __name__ == "__main__":
    unittest.main()
