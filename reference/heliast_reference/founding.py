"""Founding of a network by operators who do not trust each other (spec/founding.md)."""

import ipaddress
import string
from dataclasses import dataclass, replace

from . import ed25519_signature, stateless
from .encoding import Reader, sha256, tag, uint
from .errors import Invalid, Malformed
from .genesis import Genesis, Participant
from .network_file import ED25519, SCHEMES, NetworkFile, Validator

MAX_APPLICATION = 1 << 21
MAX_DRAFT = 1 << 24
MAX_APPLICATIONS = 200
MAX_PARTICIPANTS = 100
MAX_ALL_PARTICIPANTS = 1000
# Characters that a name must not have: the first and the last of each range.
UNSEEN = (
    (0x0000, 0x001F), (0x007F, 0x00A0), (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160),
    (0x1680, 0x1680), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F),
    (0x2800, 0x2800), (0x3000, 0x3000), (0x3164, 0x3164), (0xE000, 0xF8FF), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFF), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0x1FFFE, 0x10FFFF),
)  # fmt: skip
LABEL = set(string.ascii_lowercase + string.digits + "-_")


@dataclass(frozen=True)
class Application:
    name: bytes
    host: bytes
    api: int
    p2p: int
    peer_key: bytes
    validator: Validator
    scheme: int
    participants: tuple
    proofs: tuple = ()
    peer_signature: bytes = b""
    signature: bytes = b""

    @property
    def body(self):
        site = uint(len(self.host), 1) + self.host + uint(self.api, 2) + uint(self.p2p, 2)
        head = b"HLAP\1" + uint(len(self.name), 1) + self.name + site + self.peer_key + self.validator.encode()
        participants = [uint(len(one.key), 2) + one.key + uint(one.stake, 8) for one in self.participants]
        return head + uint(self.scheme, 1) + uint(len(self.participants), 2) + b"".join(participants)

    @property
    def hash(self):
        """h."""
        return sha256(tag("heliast/application/v1"), self.body)

    @property
    def id(self):
        return sha256(tag("heliast/application-id/v1"), self.encode())

    @property
    def peer_id(self):
        """The address by which the engine knows the node."""
        return sha256(self.peer_key)[:20]

    def signed_by(self, kind):
        """The message that a key signs: `possession` for stateless keys, `peer` and `applicant` for the others."""
        return tag(f"heliast/{kind}/v1") + self.hash

    def encode(self):
        proofs = b"".join(uint(len(proof), 2) + proof for proof in self.proofs)
        return self.body + proofs + self.peer_signature + uint(len(self.signature), 2) + self.signature

    @staticmethod
    def decode(data):
        if len(data) > MAX_APPLICATION:
            raise Malformed(f"application has {len(data)} bytes, more than {MAX_APPLICATION}")
        reader = Reader(data)
        reader.expect(b"HLAP\1", "magic or version")
        name = reader.take(reader.uint(1, "length of the name", 1, 64), "name")
        check_name(name)
        host = reader.take(reader.uint(1, "length of the host", 1, 253), "host")
        check_host(host)
        api, p2p = reader.uint(2, "port of the API", 1), reader.uint(2, "port for nodes", 1)
        if api == p2p:
            raise Malformed("ports: the same twice")
        peer_key = reader.take(32, "peer key")
        ed25519_signature.check_key(peer_key)
        validator = Validator.read(reader)
        scheme = reader.uint(1, "scheme")
        if scheme not in stateless.SCHEME_NAMES:
            raise Malformed(f"scheme not for chains: {scheme}")
        count = reader.uint(2, "number of participants", 0, MAX_PARTICIPANTS)
        participants = tuple(_read_participant(reader, scheme) for _ in range(count))
        proofs = tuple(_read_sized(reader, stateless.proof_size(scheme), "proof") for _ in range(count))
        peer_signature = reader.take(ed25519_signature.SIGNATURE_SIZE, "signature of the peer key")
        signature = _read_sized(reader, validator.signature_size, "signature")
        reader.end()
        site = (name, host, api, p2p)
        return Application(*site, peer_key, validator, scheme, participants, proofs, peer_signature, signature)

    def verify(self):
        for index, (one, proof) in enumerate(zip(self.participants, self.proofs)):
            try:
                stateless.verify(self.scheme, one.key, self.signed_by("possession"), proof)
            except (Malformed, Invalid) as error:
                raise Invalid(f"participant {index}: proof of possession fails: {error.reason}")
        if not ed25519_signature.verifies(self.peer_key, self.signed_by("peer"), self.peer_signature):
            raise Invalid("signature of the peer key fails")
        if not self.validator.verifies(self.signed_by("applicant"), self.signature):
            raise Invalid("signature of the validator's key fails")


def apply(application, peer_seed, secrets, sign):
    """The application with its proofs; `sign` signs a message with the validator's key."""
    possession = application.signed_by("possession")
    proofs = tuple(stateless.prove(application.scheme, secret, possession)[1] for secret in secrets)
    peer_signature = ed25519_signature.sign(peer_seed, application.signed_by("peer"))
    signature = sign(application.signed_by("applicant"))
    return replace(application, proofs=proofs, peer_signature=peer_signature, signature=signature)


@dataclass(frozen=True)
class Draft:
    """Applications in the order of their ids."""

    network_head: bytes
    genesis_head: bytes
    applications: tuple

    @staticmethod
    def of(network_head, genesis_head, applications):
        return Draft(network_head, genesis_head, tuple(sorted(applications, key=lambda one: one.id)))

    def encode(self):
        heads = b"".join(uint(len(head), 2) + head for head in (self.network_head, self.genesis_head))
        applications = [one.encode() for one in self.applications]
        listed = b"".join(uint(len(data), 4) + data for data in applications)
        return b"HLDR\1" + heads + uint(len(applications), 2) + listed

    @property
    def salt(self):
        return sha256(tag("heliast/founding/v1"), self.encode())

    @property
    def validators(self):
        return tuple(one.validator for one in self.applications)

    @property
    def participants(self):
        return tuple(participant for one in self.applications for participant in one.participants)

    @property
    def network_bytes(self):
        validators = b"".join(one.encode() for one in self.validators)
        return self.network_head + uint(len(self.applications), 2) + validators + self.salt

    @property
    def network_file(self):
        file = NetworkFile.decode(self.network_bytes)
        if (file.validators, file.encode()) != (self.validators, self.network_bytes):
            raise Malformed("head of the network file: more than a head")
        return file

    @property
    def genesis(self):
        schemes = {one.scheme for one in self.applications}
        if len(schemes) > 1:
            raise Malformed("applications: of several schemes")
        scheme = schemes.pop()
        listed = b"".join(
            uint(scheme, 1) + uint(len(one.key), 2) + one.key + uint(one.stake, 8) for one in self.participants
        )
        nonce = self.network_file.nonce
        data = self.genesis_head + uint(len(self.participants), 4) + listed + nonce
        genesis = Genesis.decode(data)
        if (genesis.participants, genesis.nonce, genesis.bytes) != (self.participants, nonce, data):
            raise Malformed("head of the genesis: more than a head")
        return genesis

    @staticmethod
    def decode(data):
        if len(data) > MAX_DRAFT:
            raise Malformed(f"draft has {len(data)} bytes, more than {MAX_DRAFT}")
        reader = Reader(data)
        reader.expect(b"HLDR\1", "magic or version")
        heads = [reader.take(reader.uint(2, "length of a head"), "head") for _ in range(2)]
        count = reader.uint(2, "number of applications", 1, MAX_APPLICATIONS)
        listed = [reader.take(reader.uint(4, "length of an application"), "application") for _ in range(count)]
        reader.end()
        draft = Draft(*heads, tuple(Application.decode(one) for one in listed))
        draft.check()
        return draft

    def check(self):
        """The rules about combinations of fields."""
        ids = [one.id for one in self.applications]
        if any(a >= b for a, b in zip(ids, ids[1:])):
            raise Malformed("applications: not in ascending order")
        if len(self.participants) > MAX_ALL_PARTICIPANTS:
            raise Malformed(f"participants out of range: {len(self.participants)}")
        all_of = self.applications
        distinct("name", [one.name for one in all_of])
        distinct("address", [(one.host, port) for one in all_of for port in (one.api, one.p2p)])
        consensus = {one.validator.key for one in all_of if one.validator.key_type == ED25519}
        distinct("peer key", [one.peer_key for one in all_of] + sorted(consensus))
        self.genesis

    def verify(self):
        for one in self.applications:
            try:
                one.verify()
            except Invalid as error:
                raise Invalid(f"application {one.id.hex()}: {error.reason}")


@dataclass(frozen=True)
class Agreement:
    chain_id: bytes
    application: bytes
    signature: bytes

    @staticmethod
    def signed(chain_id, application):
        return tag("heliast/agreement/v1") + chain_id + application

    def encode(self):
        signature = uint(len(self.signature), 2) + self.signature
        return b"HLAG\1" + self.chain_id + self.application + signature

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLAG\1", "magic or version")
        chain_id, application = reader.take(32, "chain id"), reader.take(32, "id of the application")
        size = reader.uint(2, "length of the signature")
        if size not in {scheme.SIGNATURE_SIZE for scheme in SCHEMES.values()}:
            raise Malformed(f"length of the signature out of range: {size}")
        signature = reader.take(size, "signature")
        reader.end()
        return Agreement(chain_id, application, signature)

    def verify(self, draft):
        """The application that agrees to `draft`."""
        if self.chain_id != draft.genesis.chain_id:
            raise Invalid("agreement: to another draft")
        found = [one for one in draft.applications if one.id == self.application]
        if not found:
            raise Invalid("agreement: of nobody in the draft")
        if not found[0].validator.verifies(self.signed(self.chain_id, self.application), self.signature):
            raise Invalid("agreement: signature fails")
        return found[0]


def missing(draft, agreements):
    """The applications without an agreement; empty if the draft is founded."""
    agreed = {agreement.verify(draft).id for agreement in agreements}
    return tuple(one for one in draft.applications if one.id not in agreed)


def distinct(what, values):
    if len(set(values)) < len(values):
        raise Malformed(f"applications: {what} twice")


def check_name(data):
    try:
        name = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("name: not UTF-8")
    if any(first <= ord(letter) <= last for letter in name for first, last in UNSEEN):
        raise Malformed("name: a character that nobody sees")
    if name != name.strip(" ") or "  " in name:
        raise Malformed("name: spaces at an end or in a row")


def check_host(data):
    try:
        host = data.decode("ascii")
    except UnicodeDecodeError:
        raise Malformed("host: not ASCII")
    address = _address(host)
    if address is not None:
        mapped = getattr(address, "ipv4_mapped", None) is not None
        if str(address) != host or mapped or address.is_unspecified:
            raise Malformed("host: not the one form of an address")
        return
    labels = host.split(".")
    good = all(1 <= len(label) <= 63 and label[0] != "-" and set(label) <= LABEL for label in labels)
    if not good or labels[-1][0] not in string.ascii_lowercase:
        raise Malformed("host: neither an address nor a name")


def _address(host):
    """The address, which must have neither a zone nor a dotted part; None if the text is not an address."""
    if ":" in host and not set(host) <= set(string.hexdigits + ":"):
        raise Malformed("host: neither an address nor a name")
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _read_participant(reader, scheme):
    size = stateless.key_size(scheme)
    reader.expect(uint(size, 2), "public key length")
    key = reader.take(size, "public key")
    stateless.check_key(scheme, key)
    return Participant(key, reader.uint(8, "stake", 1))


def _read_sized(reader, size, name):
    reader.expect(uint(size, 2), f"length of the {name}")
    return reader.take(size, name)
