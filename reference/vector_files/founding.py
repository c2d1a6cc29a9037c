"""vectors/founding.json"""

from dataclasses import replace
from functools import cache

from heliast_reference import ecvrf, ed25519_signature, ml_dsa_signing, stateless
from heliast_reference.encoding import sha256, tag, uint
from heliast_reference.founding import Agreement, Application, Draft, apply, missing
from heliast_reference.genesis import Genesis, Participant
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.network_file import ED25519, ML_DSA_65, Insisting, NetworkFile, Validator
from heliast_reference.wesolowski import Suite

from .common import changed_range, document, patch, refused, rsa, stream

NAME = "founding.json"
ABOUT = (
    "Applications, drafts and agreements. Bytes are hexadecimal. kind application: an application with its id and its"
    " parts (of participants key and stake; address is the validator's), or the bytes of one that has an error. kind"
    " draft: a draft with what follows from it (network_file, genesis, chain_id) and the ids of its applications, or the"
    " bytes of one that has an error. kind agreements: agreements to the draft of that name, with the ids of its"
    " applications that are missing, none if it is founded; or with the error of one of them. kind signature: what the"
    " validator's key of a seed (32 bytes) signs without randomness; the public key is sha256 of it in public_key_hash."
    " changed: [start, end) of the bytes that differ from the honest ones. Reasons are those of the reference; the error"
    " class is normative."
)
KEYS = {ED25519: ed25519_signature, ML_DSA_65: ml_dsa_signing}
OPERATORS = (
    ("Alpha Kollektiv e.V.", "beacon.alpha.example", 2, 10),
    ("Bêta & Söhne", "192.0.2.7", 1, 10),
    ("東京ビーコン", "2001:db8::7", 0, 12),
    ("delta_4", "delta", 3, 10),
)


def make():
    plain, quantum = ed25519_draft(), ml_dsa_draft()
    cases = [application_case(one) for one in plain.applications + quantum.applications]
    cases += names() + hosts() + broken_applications() + false_applications()
    cases += [draft_case("four operators", plain), draft_case("two operators with ML-DSA-65 and A-VRF", quantum)]
    cases += [draft_case("one operator", single()), draft_case("members change", growing())]
    cases += [draft_case("validators insist", insisting())]
    cases += broken_drafts(plain) + false_drafts(plain) + agreements(plain) + signatures()
    return document(ABOUT, "spec/founding.md", cases)


def seed(operator, what):
    return stream(f"founding {operator} {what}", 32)


def secrets(operator, count):
    return tuple(seed(operator, f"participant {i}") for i in range(count))


def validator(operator, key_type=ED25519, power=10):
    return Validator(key_type, KEYS[key_type].public_key(seed(operator, "validator")), power)


def signer(operator, key_type=ED25519):
    return lambda message: KEYS[key_type].sign(seed(operator, "validator"), message)


@cache
def application(operator, name, host, count, power, api=7070, key_type=ED25519, scheme=ecvrf.TAI):
    """The application of the operator with this number."""
    mine = secrets(operator, count)
    keys = [stateless.public_key(scheme, secret) for secret in mine]
    participants = tuple(Participant(key, 1000 + place) for place, key in enumerate(keys))
    peer_key = ed25519_signature.public_key(seed(operator, "peer"))
    given = (name.encode(), host.encode(), api, api + 1, peer_key, validator(operator, key_type, power))
    made = Application(*given, scheme, participants)
    return signed(operator, made)


def signed(operator, made):
    """With proofs by the keys of this operator."""
    return apply(made, seed(operator, "peer"), secrets(operator, len(made.participants)), signer(operator, made.validator.key_type))


def alpha():
    return application(0, *OPERATORS[0])


def heads(applications, window=(3, 500), insisting=None, **more):
    """Those of the network file and of the genesis."""
    validators = tuple(one.validator for one in applications)
    file = NetworkFile(*window, validators, bytes(32), insisting)
    members = tuple(participant for one in applications for participant in one.participants)
    genesis = Genesis(
        scheme=applications[0].scheme,
        suite=Suite(SIEVED_FULL, 256),
        t=10_000_000,
        time_ms=1_800_000_000_000,
        period_ms=30_000,
        lead=10,
        expected=(20,),
        modulus=rsa("RSA-2048"),
        participants=members,
        nonce=bytes(32),
        **more,
    )
    end = 4 + len(listed(members)) + 32
    end_of_file = 2 + sum(len(one.encode()) for one in validators) + 32
    return file.encode()[:-end_of_file], genesis.bytes[:-end]


def draft(applications, **more):
    return Draft.of(*heads(applications, **more), applications)


@cache
def ed25519_draft():
    return draft(tuple(application(i, *one) for i, one in enumerate(OPERATORS)))


@cache
def ml_dsa_draft():
    kind = {"key_type": ML_DSA_65, "scheme": 0x42}
    one = application(10, "One", "one.example", 1, 1, **kind)
    return draft((one, application(11, "Another", "another.example", 0, 2, **kind)))


@cache
def single():
    return draft((application(20, "Only one", "127.0.0.1", 1, 1),))


@cache
def growing():
    return draft((application(20, "Only one", "127.0.0.1", 1, 1), alpha()), life=1000, most=64)


@cache
def insisting():
    """Of a network file of version 2."""
    return draft((application(20, "Only one", "127.0.0.1", 1, 1), alpha()), window=(1, 0), insisting=Insisting(150, 10_000))


def application_case(one):
    data = one.encode()
    assert Application.decode(data) == one
    one.verify()
    return {
        "name": f"application: {one.name.decode()}",
        "kind": "application",
        "bytes": data.hex(),
        "id": one.id.hex(),
        "operator": one.name.decode(),
        "host": one.host.decode(),
        "api": one.api,
        "p2p": one.p2p,
        "peer_id": one.peer_id.hex(),
        "key_type": one.validator.key_type,
        "address": one.validator.address.hex(),
        "power": one.validator.power,
        "scheme": one.scheme,
        "participants": [{"key": member.key.hex(), "stake": member.stake} for member in one.participants],
    }


def refused_application(label, error, data):
    def check():
        Application.decode(data).verify()

    changed = {"changed": changed_range(alpha().encode(), data)}
    return {**refused(f"application: {label}", check, error, kind="application", bytes=data.hex()), **changed}


def names():
    """Names that are accepted, and names that are not. The signatures of the latter are for another name."""
    taken = ["x", "a" * 64, "é", "a b c", "Ünïcödé", "<b>\"&'\\", "Ελλάδα", "עברית", "1", "~"]
    bad = {
        "empty": b"",
        "65 bytes": b"a" * 65,
        "not UTF-8": b"a\xff",
        "a surrogate": b"\xed\xa0\x80",
        "an overlong form": b"\xc0\xaf",
        "a space in front": b" a",
        "a space behind": b"a ",
        "two spaces": b"a  b",
    }
    unseen = (0x00, 0x09, 0x0A, 0x1B, 0x7F, 0x85, 0x9B, 0xA0, 0xAD, 0x61C, 0x200B, 0x200E, 0x202E, 0x2066, 0x2800)
    unseen += (0x3000, 0x3164, 0xE000, 0xFE0F, 0xFEFF, 0xFFFD, 0xE0041, 0x10FFFF)
    bad.update({f"the character U+{value:04X}": f"a{chr(value)}b".encode() for value in unseen})
    cases = []
    for name in taken:
        case = application_case(signed(0, replace(alpha(), name=name.encode())))
        cases.append({**case, "name": f"application: the name {name!a}"})
    return cases + [
        refused_application(f"a name, {label}", "malformed", replace(alpha(), name=name).encode()) for label, name in bad.items()
    ]


def hosts():
    long_name = ".".join(["a" * 63] * 3 + ["b" * 61])
    taken = ["localhost", "a", "a.b", "x-1.example", "_x.example", "1.a", "xn--bcher-kva.example", "127.0.0.1", "::1", "2001:db8::1:0:0:1"]
    taken += [long_name, "255.255.255.255"]
    bad = ["", "A.example", "a..b", ".a", "a.", "-a", "a-.-b", "a b", "a:b", "a/b", "a@b", "http://a", "1", "1.2.3", "256.1.1.1"]
    bad += ["01.2.3.4", "0x7f.1", "a.1", "0.0.0.0", "::", "2001:DB8::1", "2001:db8:0:0:0:0:0:1", "::ffff:192.0.2.1", "::ffff:c000:201"]
    bad += ["::192.0.2.1", "fe80::1%eth0", "[::1]", "a" * 64 + ".b", long_name + "b", "é.example", "a\n", "a\x1b[2J"]
    cases = []
    for host in taken:
        case = application_case(signed(0, replace(alpha(), host=host.encode())))
        cases.append({**case, "name": f"application: the host {host[:40]!a}"})
    return cases + [
        refused_application(f"a host, {host[:70]!a}", "malformed", replace(alpha(), host=host.encode()).encode()) for host in bad
    ]


def broken_applications():
    one = alpha()
    data, site = one.encode(), 5 + 1 + len(one.name) + 1 + len(one.host)
    key = site + 4
    scheme = key + 32 + 1 + 2 + 32 + 8
    small = uint(1, 1) + bytes(31)
    member = one.participants[0]
    many = replace(one, participants=one.participants * 51, proofs=one.proofs * 51)
    changes = {
        "no bytes": b"",
        "magic": b"HLAX" + data[4:],
        "version 2": patch(data, 4, b"\2"),
        "port 0 of the API": patch(data, site, uint(0, 2)),
        "port 0 for nodes": patch(data, site + 2, uint(0, 2)),
        "the same port twice": replace(one, p2p=one.api).encode(),
        "a peer key of small order": replace(one, peer_key=small).encode(),
        "a peer key that is not a point": replace(one, peer_key=uint(2, 1) + bytes(31)).encode(),
        "key type 0": patch(data, key + 32, b"\0"),
        "key type 3": patch(data, key + 32, b"\3"),
        "a validator's key of small order": patch(data, key + 32 + 3, small),
        "a validator's key of 31 bytes": patch(data, key + 32 + 1, uint(31, 2)),
        "no power": replace(one, validator=replace(one.validator, power=0)).encode(),
        "an unknown scheme": patch(data, scheme, b"\x05"),
        "another scheme": patch(data, scheme, b"\x42"),
        "102 participants": many.encode(),
        "65,535 participants": patch(data, scheme + 1, uint(65_535, 2)),
        "a participant's key of 33 bytes": patch(data, scheme + 3, uint(33, 2)),
        "a participant's key that is not a point": replace(one, participants=(replace(member, key=b"\2" + bytes(31)),)).encode(),
        "a participant without stake": replace(one, participants=(replace(member, stake=0),) + one.participants[1:]).encode(),
        "a proof that is cut short": replace(one, proofs=(one.proofs[0][:-1],) + one.proofs[1:]).encode(),
        "a signature of 63 bytes": replace(one, signature=one.signature[:-1]).encode(),
        "a signature of the other scheme's length": replace(one, signature=bytes(3309)).encode(),
        "truncated": data[:-1],
        "only its body": one.body,
        "trailing byte": data + b"\0",
    }
    return [refused_application(label, "malformed", changed) for label, changed in changes.items()]


def false_applications():
    """Each part changed alone, and proofs of others."""
    one, other = alpha(), application(1, *OPERATORS[1])
    theirs = replace(other, name=b"Somebody else")

    def with_proof(proof):
        return replace(one, proofs=(proof,) + one.proofs[1:])

    again = replace(one, host=b"elsewhere.example")
    members = (replace(one.participants[0], stake=1_001),) + one.participants[1:]
    changes = {
        "another name": replace(one, name=b"Alpha Kollektiv e.W."),
        "another host": again,
        "another port": replace(one, p2p=7072),
        "another peer key": replace(one, peer_key=other.peer_key),
        "more power": replace(one, validator=replace(one.validator, power=11)),
        "more stake": replace(one, participants=members),
        "participants in another order": replace(one, participants=one.participants[::-1], proofs=one.proofs[::-1]),
        "another's participant": signed_without(one, participants=one.participants[:1] + other.participants),
        "another's peer key": signed_without(one, peer_key=other.peer_key),
        "another's validator": signed_without(one, validator=other.validator),
        "a proof of another key": with_proof(one.proofs[1]),
        "a proof of another input": with_proof(stateless.prove(one.scheme, secrets(0, 1)[0], one.hash)[1]),
        "a proof of another application": with_proof(signed(0, again).proofs[0]),
        "a proof with one bit more": with_proof(bytes([one.proofs[0][0]]) + bytes([one.proofs[0][1] ^ 1]) + one.proofs[0][2:]),
        "the peer's signature of another application": replace(one, peer_signature=signed(0, again).peer_signature),
        "the peer's signature with another tag": replace(one, peer_signature=ed25519_signature.sign(seed(0, "peer"), one.signed_by("applicant"))),
        "the signature of another application": replace(one, signature=signed(0, again).signature),
        "the signature with another tag": replace(one, signature=signer(0)(one.signed_by("peer"))),
        "the signature of the hash alone": replace(one, signature=signer(0)(one.hash)),
        "signed by another": replace(one, signature=signer(1)(one.signed_by("applicant"))),
        "another's application under a new name": replace(theirs, proofs=other.proofs),
    }
    return [refused_application(label, "invalid", changed.encode()) for label, changed in changes.items()]


def signed_without(one, **changes):
    """The forgeries that operator 0 can make of another operator's parts: proofs by the keys that it has."""
    return signed(0, replace(one, **changes))


def draft_case(label, given):
    data = given.encode()
    assert Draft.decode(data) == given
    given.verify()
    return {
        "name": label,
        "kind": "draft",
        "bytes": data.hex(),
        "network_file": given.network_file.encode().hex(),
        "genesis": given.genesis.bytes.hex(),
        "chain_id": given.genesis.chain_id.hex(),
        "applications": [one.id.hex() for one in given.applications],
    }


def refused_draft(label, error, data):
    def check():
        Draft.decode(data).verify()

    return refused(f"draft: {label}", check, error, kind="draft", bytes=data.hex())


def broken_drafts(given):
    data, applications = given.encode(), given.applications
    network, genesis = given.network_head, given.genesis_head
    one = applications[0]
    number = next(i for i, operator in enumerate(OPERATORS) if operator[0].encode() == one.name)
    second = application(30, "Second", "second.example", 1, 10)
    ml_dsa = application(31, "Quantum", "quantum.example", 1, 10, key_type=ML_DSA_65)
    ell2 = application(32, "Other scheme", "ell2.example", 1, 10, scheme=ecvrf.ELL2)

    def of(more, heads=(network, genesis)):
        return Draft.of(*heads, tuple(more)).encode()

    def with_second(**changes):
        return of(applications + (signed(30, replace(second, **changes)),))

    power = signed(30, replace(second, validator=replace(second.validator, power=(1 << 53) - 1)))
    stake = signed(30, replace(second, participants=(replace(second.participants[0], stake=(1 << 54) - 1),)))
    twin_key = replace(second, participants=one.participants[:1] or applications[1].participants[:1])
    # Heads that go on: with one more in the number and all but the end of a stranger, whose stake or power the number
    # that follows completes. What comes out is a good genesis or network file, of one more than applied.
    stranger = stateless.public_key(ecvrf.TAI, seed("nobody", "participant"))
    begun = uint(len(given.participants) + 1, 4) + uint(ecvrf.TAI, 1) + uint(32, 2) + stranger + bytes(4)
    voter = validator("nobody").encode()[:-8] + bytes(6)
    begun_network = uint(len(applications) + 1, 2) + voter
    smuggled = Draft(network, genesis + begun, applications)
    assert len(Genesis.decode(smuggled.genesis_head + uint(6, 4) + listed(given.participants) + bytes(32)).participants) == 7
    smuggled_network = Draft(network + begun_network, genesis, applications)
    assert len(NetworkFile.decode(smuggled_network.network_bytes).validators) == 5
    nobody = tuple(signed(i, replace(application(i, *o), participants=(), proofs=())) for i, o in enumerate(OPERATORS))
    changes = {
        "no bytes": b"",
        "magic": b"HLDX" + data[4:],
        "version 2": patch(data, 4, b"\2"),
        "truncated": data[:-1],
        "trailing byte": data + b"\0",
        "no applications": of(()),
        "201 applications": data[: 9 + len(network) + len(genesis)] + uint(201, 2) + data[11 + len(network) + len(genesis) :],
        "applications in descending order": replace(given, applications=applications[::-1]).encode(),
        "an application twice": replace(given, applications=applications[:1] + applications).encode(),
        "an application that is malformed": replace(given, applications=(Opaque(one.encode() + b"\0", one.id),) + applications[1:]).encode(),
        "a name twice": with_second(name=one.name),
        "an address twice": with_second(host=one.host),
        "a port for nodes that is another's of the API": with_second(host=one.host, api=7069, p2p=7070),
        "a peer key twice": of(applications + (signed_with_peer(30, replace(second, peer_key=one.peer_key), number),)),
        "a peer key that is a validator's": of(applications + (peer_is_validator(second),)),
        "a validator's key twice": of(applications + (signed_as(30, number, replace(second, validator=one.validator)),)),
        "a participant's key twice": of(applications + (twin_key,)),
        "validators' keys of two types": of(applications + (ml_dsa,)),
        "another scheme than the genesis": of(applications[1:] + (ell2,)),
        "all of another scheme than the genesis": of((ell2,)),
        "total power 2^53": of(applications + (power,)),
        "total stake 2^54": of(applications + (stake,)),
        "no participants": of(nobody),
        "w = 0": of(applications, (patch(network, 5, uint(0, 4)), genesis)),
        "another version of the network file": of(applications, (patch(network, 4, b"\x63"), genesis)),
        "g and x in a network file of version 1": of(applications, (network + uint(150, 4) + uint(10_000, 4), genesis)),
        "no g and x in a network file of version 2": of(applications, (patch(network, 4, b"\2"), genesis)),
        "g = 0 in a network file of version 2": of(applications, (patch(network, 4, b"\2") + uint(0, 4) + uint(10_000, 4), genesis)),
        "no head of the network file": of(applications, (b"", genesis)),
        "a head of the network file that is longer": of(applications, (network + b"\0", genesis)),
        "the head of a genesis without participants to come": of(applications, (network, genesis + uint(0, 4))),
        "t = 0": of(applications, (network, patch(genesis, 12, uint(0, 8)))),
        "no head of the genesis": of(applications, (network, b"")),
        "a head of the genesis that is cut short": of(applications, (network, genesis[:-1])),
        "a participant in the head of the genesis": smuggled.encode(),
        "a validator in the head of the network file": smuggled_network.encode(),
    }
    return [refused_draft(label, "malformed", changed) for label, changed in changes.items()]


def listed(participants, scheme=ecvrf.TAI):
    """As in a genesis."""
    return b"".join(uint(scheme, 1) + uint(len(one.key), 2) + one.key + uint(one.stake, 8) for one in participants)


class Opaque:
    """The bytes of a malformed application."""

    def __init__(self, data, id):
        self.data, self.id = data, id

    def encode(self):
        return self.data


def signed_with_peer(operator, made, peer):
    """With the peer key of another operator."""
    return apply(made, seed(peer, "peer"), secrets(operator, len(made.participants)), signer(operator))


def signed_as(operator, voter, made):
    """With the validator's key of another operator."""
    return apply(made, seed(operator, "peer"), secrets(operator, len(made.participants)), signer(voter))


def peer_is_validator(made):
    made = replace(made, peer_key=made.validator.key)
    return apply(made, seed(30, "validator"), secrets(30, len(made.participants)), signer(30))


def false_drafts(given):
    """Applications that are changed on the way."""
    one, rest = given.applications[0], given.applications[1:]
    changes = {
        "another's stake is more": replace(one, validator=replace(one.validator, power=one.validator.power + 1)),
        "another's address is changed": replace(one, host=b"elsewhere.example"),
        "another's signature is changed": replace(one, signature=bytes([one.signature[0] ^ 1]) + one.signature[1:]),
    }
    return [
        refused_draft(label, "invalid", Draft.of(given.network_head, given.genesis_head, rest + (changed,)).encode())
        for label, changed in changes.items()
    ]


def operator_of(one):
    return next(i for i, operator in enumerate(OPERATORS) if operator[0].encode() == one.name)


def agreement(given, one, operator=None):
    chain_id = given.genesis.chain_id
    sign = signer(operator_of(one) if operator is None else operator)
    return Agreement(chain_id, one.id, sign(Agreement.signed(chain_id, one.id)))


def agreements(given):
    all_of = [agreement(given, one) for one in given.applications]
    other = growing()
    theirs = next(one for one in other.applications if one.name == alpha().name)

    def case(label, listed):
        left = [one.id.hex() for one in missing(given, listed)]
        return {
            "name": f"agreements: {label}",
            "kind": "agreements",
            "draft": "four operators",
            "agreements": [one.encode().hex() for one in listed],
            "missing": left,
        }

    def refusal(label, error, data):
        def check():
            missing(given, [Agreement.decode(data)])

        fields = {"kind": "agreements", "draft": "four operators", "agreements": [data.hex()]}
        return refused(f"agreements: {label}", check, error, **fields)

    first = all_of[0]
    data, one = first.encode(), given.applications[0]
    chain_id = given.genesis.chain_id
    bare = signer(operator_of(one))(tag("heliast/agreement/v1") + chain_id)
    return [
        case("of all", all_of),
        case("of all, in another order and one twice", all_of[::-1] + all_of[:1]),
        case("of all but one", all_of[1:]),
        case("of nobody", []),
        refusal("magic", "malformed", b"HLAX" + data[4:]),
        refusal("version 2", "malformed", patch(data, 4, b"\2")),
        refusal("truncated", "malformed", data[:-1]),
        refusal("trailing byte", "malformed", data + b"\0"),
        refusal("a signature of no length", "malformed", data[:69] + uint(0, 2)),
        refusal("to another draft", "invalid", agreement(other, theirs).encode()),
        refusal("to another draft, called one to this", "invalid", replace(agreement(other, theirs), chain_id=chain_id).encode()),
        refusal("of nobody in the draft", "invalid", replace(first, application=sha256(b"nobody")).encode()),
        refusal("of another applicant", "invalid", replace(first, application=given.applications[1].id).encode()),
        refusal("by another's key", "invalid", agreement(given, one, (operator_of(one) + 1) % 4).encode()),
        refusal("a signature of the other scheme's length", "invalid", replace(first, signature=bytes(3309)).encode()),
        refusal("a signature of the chain id alone", "invalid", replace(first, signature=bare).encode()),
        refusal("the signature of the application", "invalid", replace(first, signature=one.signature).encode()),
    ]


def signatures():
    cases = []
    for name, key_type in (("Ed25519", ED25519), ("ML-DSA-65", ML_DSA_65)):
        secret, message = stream(f"founding {name}", 32), b"what is signed"
        key = KEYS[key_type].public_key(secret)
        signature = KEYS[key_type].sign(secret, message)
        assert Validator(key_type, key, 1).verifies(message, signature)
        ids = {"seed": secret.hex(), "public_key_hash": sha256(key).hex(), "message": message.hex(), "signature": signature.hex()}
        cases.append({"name": f"signature: {name}", "kind": "signature", "key_type": key_type, **ids})
    return cases
