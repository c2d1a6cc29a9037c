import unittest
from dataclasses import replace

from heliast_reference import bech32, envelope
from heliast_reference.class_group import ClassGroup
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.wesolowski import evaluate
from vector_files.common import VECTORS, rsa, stream
from vector_files.envelope import T, built_in

DATA = VECTORS.parent / "crates/heliast-envelope/data"


class Envelopes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = envelope.rsa_place(built_in(), built_in())
        cls.setup = envelope.make_setup(cls.place, (270, T))
        cls.lock = envelope.seal(cls.place, cls.setup.h(T), T, stream("a test", 272), bytes(16))

    def test_only_the_whole_delay_opens(self):
        for squarings in (0, 1, T - 1, T + 1):
            with self.assertRaises(Invalid):
                self.lock.open(evaluate(self.place.group, self.lock.x, squarings))
        self.assertEqual(self.lock.open(self.lock.work()), bytes(16))

    def test_the_key_is_bound_to_the_lock(self):
        y = self.lock.work()
        for changed in (replace(self.lock, t=T + 1), replace(self.lock, x=self.place.group.mul(self.lock.x, self.place.base))):
            with self.assertRaises(Invalid):
                changed.open(y)

    def test_an_h_whose_logarithm_is_known_is_refused(self):
        step = self.setup.steps[0]
        known = replace(step, h=self.place.group.pow(self.place.base, 3))
        with self.assertRaises(Invalid):
            envelope.Setup(self.place, (known,)).verify()

    def test_a_file_is_bound_byte_by_byte(self):
        data = envelope.make_file([(self.lock.arguments, self.lock.body)], bytes(16), bytes(range(16)), b"a bid")
        self.assertEqual(envelope.open_file(data, bytes(16)), b"a bid")
        for at in range(0, len(data), 7):
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            with self.assertRaises((Invalid, Malformed)):
                envelope.open_file(changed, bytes(16))

    def test_the_shipped_setups_hold(self):
        for name in ("rsa-2048", "class-2048"):
            setup = envelope.read_setup((DATA / f"{name}.setup").read_bytes(), rsa("RSA-2048"))
            setup.verify()
            self.assertIs(setup.place.is_class, isinstance(setup.place.group, ClassGroup))

    def test_text_of_bip_173(self):
        self.assertEqual(bech32.encode("a", b""), "a12uel5l")
        self.assertEqual(bech32.decode("A12UEL5L", "A"), b"")
        for text in ("a12uel5m", "A12uel5l", "b12uel5l", "a1qqqqq", "a12uel5b"):
            with self.assertRaises(Malformed):
                bech32.decode(text, "a")


if __name__ == "__main__":
    unittest.main()
