"""The common parts of the keys of X-VRF and iVRF: terms, the registered public key, positions (spec/xvrf.md, "Key")."""

from dataclasses import dataclass

from .encoding import Reader, uint
from .errors import Invalid, Malformed

X_VRF, I_VRF = 0x21, 0x22
MAX_HEIGHT = 27
KEY_SIZE = 76


@dataclass(frozen=True)
class PublicKey:
    scheme: int
    height: int
    slots: int
    first: int
    root: bytes
    pub_seed: bytes

    def encode(self):
        terms = uint(self.scheme, 1) + uint(self.height, 1) + uint(self.slots, 2) + uint(self.first, 8)
        return terms + self.root + self.pub_seed

    @staticmethod
    def decode(scheme, data):
        """A key of `scheme`."""
        reader = Reader(data)
        reader.expect(uint(scheme, 1), "scheme")
        height = reader.uint(1, "height", minimum=1, maximum=MAX_HEIGHT)
        slots = reader.uint(2, "slots", minimum=1)
        first = reader.uint(8, "first")
        root, pub_seed = reader.take(32, "root"), reader.take(32, "PUB_SEED")
        reader.end()
        return PublicKey(scheme, height, slots, first, root, pub_seed)

    @staticmethod
    def decode_any(data):
        """A key of either scheme, by its first byte."""
        if data[:1] not in (uint(X_VRF, 1), uint(I_VRF, 1)):
            raise Malformed("no scheme of a hash tree")
        return PublicKey.decode(data[0], data)

    @property
    def capacity(self):
        """The number of positions of the key."""
        return (1 << self.height) * (self.slots if self.scheme == I_VRF else 1)

    @property
    def rounds(self):
        """The number of rounds in which every slot has a position."""
        return self.capacity // self.slots

    def position(self, round, slot):
        """(round - first) * slots + slot, if the key has this position."""
        if slot >= self.slots:
            raise Invalid(f"slot out of range: {slot} of {self.slots}")
        if round < self.first:
            raise Invalid(f"round {round} is before the key's first, {self.first}")
        position = (round - self.first) * self.slots + slot
        if position >= self.capacity:
            raise Invalid(f"key expired: position {position} of {self.capacity}")
        return position
