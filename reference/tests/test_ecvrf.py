import unittest

from heliast_reference import ecvrf
from heliast_reference import ed25519 as curve
from vector_files.ecvrf import torsion


def plain_add(a, b):
    """The affine addition law of the twisted Edwards curve with a = -1."""
    (x1, y1), (x2, y2) = a, b
    k = curve.D * x1 * x2 * y1 * y2
    x = (x1 * y2 + y1 * x2) * pow(1 + k, -1, curve.P) % curve.P
    return x, (y1 * y2 + x1 * x2) * pow(1 - k, -1, curve.P) % curve.P


class Curve(unittest.TestCase):
    def test_addition(self):
        points = torsion() + [curve.scale(k, curve.BASE) for k in (1, 2, 5, curve.Q - 1)]
        for a in points:
            for b in points:
                self.assertEqual(curve.add(a, b), plain_add(a, b))

    def test_order(self):
        self.assertEqual(curve.scale(curve.Q, curve.BASE), curve.IDENTITY)
        self.assertNotEqual(curve.scale(8, curve.BASE), curve.IDENTITY)

    def test_torsion_has_eight_points(self):
        self.assertEqual(len(set(torsion())), 8)

    def test_encoding(self):
        for k in range(1, 30):
            point = curve.scale(k, curve.BASE)
            self.assertEqual(curve.decode(curve.encode(point)), point)

    def test_hashed_points_lie_in_the_prime_order_group(self):
        for scheme in (ecvrf.TAI, ecvrf.ELL2):
            for i in range(20):
                point = ecvrf.hash_to_curve(scheme, bytes(32), bytes([i]))
                self.assertEqual(curve.scale(curve.Q, point), curve.IDENTITY)
                self.assertEqual(curve.decode(curve.encode(point)), point)


class Ecvrf(unittest.TestCase):
    def test_round_trip(self):
        for scheme in (ecvrf.TAI, ecvrf.ELL2):
            seed = bytes([scheme]) * 32
            output, proof = ecvrf.prove(scheme, seed, b"alpha")
            self.assertEqual(ecvrf.verify(scheme, ecvrf.public_key(seed), b"alpha", proof), output)
            self.assertEqual(ecvrf.decode_proof_file(ecvrf.encode_proof_file(scheme, proof)), (scheme, proof))


if __name__ == "__main__":
    unittest.main()
