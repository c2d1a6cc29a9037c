import unittest

import make_vectors
from vector_files.common import VECTORS


class Vectors(unittest.TestCase):
    def test_the_files_are_what_the_reference_computes(self):
        for name, good in make_vectors.process_all(make_vectors.MAKERS, check=True):
            with self.subTest(name):
                self.assertTrue(good, f"run reference/make_vectors.py {name}")

    def test_no_file_is_large(self):
        for path in VECTORS.glob("*.json"):
            self.assertLess(path.stat().st_size, 1 << 20, path)


if __name__ == "__main__":
    unittest.main()
