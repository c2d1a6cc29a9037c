"""The network file and the engine's sets of validators (spec/network.md)."""

from dataclasses import dataclass

from . import ed25519_signature, engine, ml_dsa
from .encoding import Reader, sha256, tag, uint
from .errors import Malformed

MAGIC = b"HLNW"
ED25519, ML_DSA_65 = 1, 2
SCHEMES = {ED25519: ed25519_signature, ML_DSA_65: ml_dsa}
MAX_VALIDATORS = 200
POWER_LIMIT = 1 << 53


@dataclass(frozen=True)
class Validator:
    key_type: int
    key: bytes
    power: int

    @property
    def address(self):
        return sha256(self.key)[:20]

    @property
    def signature_size(self):
        return SCHEMES[self.key_type].SIGNATURE_SIZE

    def verifies(self, message, signature):
        return SCHEMES[self.key_type].verifies(self.key, message, signature)

    def encode(self):
        return uint(self.key_type, 1) + uint(len(self.key), 2) + self.key + uint(self.power, 8)

    @staticmethod
    def read(reader):
        key_type = reader.uint(1, "key type", ED25519, ML_DSA_65)
        scheme = SCHEMES[key_type]
        reader.expect(uint(scheme.KEY_SIZE, 2), "public key length")
        key = reader.take(scheme.KEY_SIZE, "public key")
        if key_type == ED25519:
            ed25519_signature.check_key(key)
        return Validator(key_type, key, reader.uint(8, "power", 1))


@dataclass(frozen=True)
class Insisting:
    """g and x of version 2."""

    within_ms: int
    until_ms: int


@dataclass(frozen=True)
class NetworkFile:
    blocks: int
    window_ms: int
    validators: tuple
    salt: bytes
    insisting: Insisting | None = None

    def encode(self):
        window = uint(self.blocks, 4) + uint(self.window_ms, 4)
        if self.insisting is None:
            head = MAGIC + b"\1" + window
        else:
            head = MAGIC + b"\2" + window + uint(self.insisting.within_ms, 4) + uint(self.insisting.until_ms, 4)
        return head + uint(len(self.validators), 2) + b"".join(one.encode() for one in self.validators) + self.salt

    @property
    def nonce(self):
        """The nonce of the network's genesis."""
        return sha256(tag("heliast/network/v1"), self.encode())

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(MAGIC, "magic")
        version = reader.uint(1, "version", 1, 2)
        blocks = reader.uint(4, "w", 1, 100)
        window_ms = reader.uint(4, "c", 0, 86_400_000)
        insisting = None if version == 1 else read_insisting(reader)
        count = reader.uint(2, "number of validators", 1, MAX_VALIDATORS)
        validators = tuple(Validator.read(reader) for _ in range(count))
        salt = reader.take(32, "salt")
        reader.end()
        check_validators(validators)
        if len({one.key_type for one in validators}) > 1:
            raise Malformed("validators: keys of two types")
        return NetworkFile(blocks, window_ms, validators, salt, insisting)


def read_insisting(reader):
    within_ms = reader.uint(4, "g", 1, 60_000)
    until_ms = reader.uint(4, "x", 1, 86_400_000)
    if within_ms >= until_ms:
        raise Malformed("x: not later than g")
    return Insisting(within_ms, until_ms)


def check_validators(validators):
    if total_power(validators) >= POWER_LIMIT:
        raise Malformed(f"total power out of range: {total_power(validators)}")
    if len({one.key for one in validators}) < len(validators):
        raise Malformed("public key: twice")


def total_power(validators):
    return sum(one.power for one in validators)


def in_order(validators):
    """The engine's order."""
    return tuple(sorted(validators, key=lambda one: (-one.power, one.address)))


def set_hash(validators):
    """The hash of a set of validators in a header."""
    return engine.merkle_root([engine.simple_validator(one.key_type, one.key, one.power) for one in validators])


def engine_chain_id(chain_id):
    return "heliast-" + chain_id[:20].hex()
