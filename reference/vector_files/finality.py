"""vectors/finality.json"""

from dataclasses import replace

from heliast_reference import ed25519, ed25519_signature, engine
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import uint
from heliast_reference.finality import Frame, Verifier, Vote
from heliast_reference.network_file import ED25519, Insisting, NetworkFile, Validator, engine_chain_id, in_order, set_hash

from .common import changed_range, document, patch, refused, stream
from .finality_chain import POWERS, ed25519_key, ed25519_network, ml_dsa_network, network, seed

NAME = "finality.json"
ABOUT = (
    "Network files, frames of finality, and signatures. Bytes are hexadecimal. kind network: a network file with its"
    " nonce, g and x if it has version 2, its validators in the engine's order, the hash of their set, and the"
    " engine's chain id of the network's chain, whose genesis and rounds from 1 on are there, too. kind engine: what"
    " CometBFT 0.40 answered to /commit and /validators for the height whose header carries the application hash of a"
    " round, as JSON, with what the application says of the round besides (opened_ms, closed_ms, state), the frame"
    " that follows, its height, and the power that signed. kind file: the bytes of a network file, which have an"
    " error. kind frames: frames that a verifier of a network takes one after the other, each for the round of its"
    " `rounds`; all are accepted, with the power that signed of all power, but for the last if there is an error. kind"
    " signature: an Ed25519 signature by the rules of ZIP 215; valid or not. kind bundle: a bundle of version 4 with"
    " its frames, by the round that each stands before; accepted unless it has an error. changed: [start, end) of the"
    " bytes that differ from the honest ones. Reasons are those of the reference; the error class is normative."
)


def make():
    plain, quantum = ed25519_network(), ml_dsa_network()
    second = network("insisting", plain.file.validators, 1, Insisting(150, 10_000))
    cases = [network_case(one) for one in (plain, quantum, second)]
    cases += [engine_case(plain, number) for number in (1, 2, 3)] + [engine_case(quantum, 1)]
    cases += files(plain) + histories(plain) + refusals(plain) + quantum_refusals(quantum) + signatures() + bundles(plain)
    return document(ABOUT, "spec/finality.md", cases)


def network_case(given):
    validators = given.file.validators
    assert NetworkFile.decode(given.file.encode()) == given.file
    return {
        "name": given.name,
        "kind": "network",
        "bytes": given.file.encode().hex(),
        "nonce": given.file.nonce.hex(),
        **insisting(given.file),
        "addresses": [one.address.hex() for one in in_order(validators)],
        "set_hash": set_hash(in_order(validators)).hex(),
        "engine_chain_id": engine_chain_id(given.chain_id),
        "genesis_bytes": given.chain.genesis.bytes.hex(),
        "chain_id": given.chain_id.hex(),
        "rounds": [made.round.encode().hex() for made in given.chain.rounds],
    }


def insisting(file):
    return {} if file.insisting is None else {"within_ms": file.insisting.within_ms, "until_ms": file.insisting.until_ms}


def engine_case(given, number):
    commit, validators = given.recorded(number)
    frame, record = given.frame(number), given.record(number)
    assert Frame.decode(frame.encode()) == frame
    assert frame.leaves[engine.APP_HASH] == engine.text(1, given.app_hash(number))
    assert frame.leaves[engine.VALIDATORS_HASH] == engine.text(1, set_hash(frame.set))
    return {
        "name": f"{given.name}: round {number}, signed by CometBFT",
        "kind": "engine",
        "network": given.name,
        "round": number,
        "commit": commit,
        "validators": validators,
        "opened_ms": record.opened_ms,
        "closed_ms": record.closed_ms,
        "state": record.state.hex(),
        "height": frame.height,
        "header_hash": engine.merkle_root(frame.leaves).hex(),
        "bytes": frame.encode().hex(),
    }


def files(given):
    """Network files that are malformed."""
    data, one = given.file.encode(), given.file.validators[0]
    second = replace(given.file, insisting=Insisting(150, 10_000)).encode()

    def of(validators):
        return replace(given.file, validators=validators).encode()

    small_order = replace(one, key=uint(1, 1) + bytes(31))
    changes = {
        "magic": b"HLNX" + data[4:],
        "version 0": patch(data, 4, b"\0"),
        "version 3": patch(data, 4, b"\3"),
        "version 1 with the bytes of version 2": patch(second, 4, b"\1"),
        "version 2 with the bytes of version 1": patch(data, 4, b"\2"),
        "g = 0": patch(second, 13, uint(0, 4)),
        "g = 60,001": patch(second, 13, uint(60_001, 4)),
        "x = 86,400,001": patch(second, 17, uint(86_400_001, 4)),
        "x = g": patch(second, 17, uint(150, 4)),
        "w = 0": patch(data, 5, uint(0, 4)),
        "w = 101": patch(data, 5, uint(101, 4)),
        "c = 86,400,001": patch(data, 9, uint(86_400_001, 4)),
        "no validators": of(()),
        "201 validators": of(tuple(replace(one, key=stream(str(i), 32)) for i in range(201))),
        "key type 0": patch(data, 15, b"\0"),
        "key type 3": patch(data, 15, b"\3"),
        "a key of 31 bytes": patch(data, 16, uint(31, 2)),
        "a key of small order": of((small_order,)),
        "a key that is no point": of((replace(one, key=uint(2, 1) + bytes(31)),)),
        "a validator without power": of((replace(one, power=0),)),
        "total power 2^53": of((replace(one, power=(1 << 53) - 1), given.file.validators[1])),
        "the same key twice": of((one, replace(one, power=3))),
        "keys of two types": of((one, ml_dsa_network().file.validators[0])),
        "truncated": data[:-1],
        "trailing byte": data + b"\0",
    }
    return [
        refused(f"{given.name}: network file, {label}", lambda: NetworkFile.decode(changed), "malformed", kind="file", bytes=changed.hex())
        for label, changed in changes.items()
    ]


def verify(given, frames):
    """The verdicts of a verifier on frames, (round, bytes) each, one after the other."""
    verifier = Verifier.of(given.chain.genesis, given.file)
    return [verifier.verify(Frame.decode(data), given.tip(number)) for number, data in frames]


def fields(given, frames):
    return {"kind": "frames", "network": given.name, "rounds": [number for number, _ in frames], "frames": [data.hex() for _, data in frames]}


def accepted(given, label, frames):
    signed = [{"height": one.height, "power": one.power, "total": one.total} for one in verify(given, frames)]
    return {"name": f"{given.name}: {label}", **fields(given, frames), "signed": signed}


def refusal(given, label, error, frames):
    return refused(f"{given.name}: {label}", lambda: verify(given, frames), error, **fields(given, frames))


def signed_by(given, frame, signers):
    """`frame` signed for anew by those validators of `signers`, (Validator, seed or None), in the engine's order."""
    seeds = dict(signers)
    validators = in_order(seeds)
    leaves = list(frame.leaves)
    leaves[engine.VALIDATORS_HASH] = engine.text(1, set_hash(validators))
    frame = replace(frame, leaves=tuple(leaves), validators=())
    pairs = []
    for place, one in enumerate(validators):
        vote = seeds[one] and Vote(1_800_000_000 + place, 10**9 - 1 - place, b"")
        if vote:
            message = frame.signed(vote, engine_chain_id(given.chain_id))
            vote = replace(vote, signature=ed25519_signature.sign(seeds[one], message))
        pairs.append((one, vote))
    return replace(frame, validators=tuple(pairs))


def with_leaf(frame, field, leaf):
    return replace(frame, leaves=frame.leaves[:field] + (leaf,) + frame.leaves[field + 1 :])


def validators(powers, signing=None):
    """(Validator, seed or None) for powers by number."""
    return [(Validator(ED25519, ed25519_key(i), power), seed(i) if signing is None or i in signing else None) for i, power in powers.items()]


FIRST = dict(enumerate(POWERS))


def histories(given):
    """Frames that are accepted."""
    frames = {number: given.frame(number).encode() for number in (1, 2, 3)}
    back = signed_by(given, given.frame(2), validators(FIRST))
    without = {gone: {i: power for i, power in FIRST.items() if i not in gone} for gone in ((1,), (1, 3))}
    commit_round = replace(given.frame(1), commit_round=7, parts=300)
    return [
        accepted(given, "CometBFT's frames of rounds 1 to 3", [(number, frames[number]) for number in (1, 2, 3)]),
        accepted(given, "round 3 alone", [(3, frames[3])]),
        accepted(given, "the same frame again", [(1, frames[1]), (1, frames[1])]),
        accepted(given, "one lost its power", [(2, signed_by(given, given.frame(2), validators(without[1,])).encode())]),
        accepted(
            given,
            "two lost their power, one after the other",
            [
                (1, frames[1]),
                (2, signed_by(given, given.frame(2), validators(without[1,])).encode()),
                (3, signed_by(given, given.frame(3), validators(without[1, 3])).encode()),
            ],
        ),
        accepted(given, "an earlier round later does not bring its validators back", [(3, frames[3]), (2, back.encode()), (3, frames[3])]),
        accepted(given, "commit round 7, 300 parts", [(1, signed_by(given, commit_round, validators(FIRST)).encode())]),
        accepted(given, "25 of 35 signed", [(1, signed_by(given, given.frame(1), validators(FIRST, (0, 1, 3))).encode())]),
    ]


def refusals(given):
    frame = given.frame(1)
    data = frame.encode()
    other = network("another", given.file.validators, 1)
    at_leaves = 93
    at_block = at_leaves + sum(1 + len(leaf) for leaf in frame.leaves)
    at_validators = at_block + 40
    first = len(frame.validators[0][0].encode())
    everybody = validators(FIRST)

    def again(changed, signers=everybody):
        return signed_by(given, changed, signers).encode()

    pairs = frame.validators
    swapped = ((pairs[0][0], pairs[1][1]), (pairs[1][0], pairs[0][1])) + pairs[2:]
    nobody = tuple((one, None) for one, _ in pairs)
    malformed = {
        "empty": b"",
        "magic": b"HLRD" + data[4:],
        "version 2": patch(data, 4, b"\2"),
        "round 0": patch(data, 37, uint(0, 8)),
        "truncated": data[:-1],
        "trailing byte": data + b"\0",
        "no header": data[:at_leaves],
        "height 0": with_leaf(frame, engine.HEIGHT, b"").encode(),
        "height as two numbers": with_leaf(frame, engine.HEIGHT, engine.number(1, 3) + engine.number(1, 5)).encode(),
        "height in a longer form": with_leaf(frame, engine.HEIGHT, b"\x08\x85\x00").encode(),
        "height 2^63": with_leaf(frame, engine.HEIGHT, engine.number(1, 1 << 63)).encode(),
        "commit round 2^31": replace(frame, commit_round=1 << 31).encode(),
        "no validators": data[: at_validators] + uint(0, 2),
        "201 validators": patch(data, at_validators, uint(201, 2)),
        "a vote that is neither there nor not": patch(data, at_validators + 2 + first, b"\2"),
        "10^9 nanoseconds": replace(frame, validators=((pairs[0][0], replace(pairs[0][1], nanoseconds=10**9)),) + pairs[1:]).encode(),
        "the year 10000": replace(frame, validators=((pairs[0][0], replace(pairs[0][1], seconds=253_402_300_800)),) + pairs[1:]).encode(),
        "a signature of 63 bytes": patch(data, at_validators + 2 + first + 13, uint(63, 2)),
        "a validator twice": replace(frame, validators=(pairs[0],) + pairs).encode(),
        "validators out of order": replace(frame, validators=pairs[1:] + pairs[:1]).encode(),
    }
    invalid = {
        "of another chain": signed_by(other, replace(frame, chain_id=other.chain_id), everybody).encode(),
        "of another chain, with this chain's id": signed_by(other, frame, everybody).encode(),
        "of another chain of the engine, signed": again(with_leaf(frame, engine.CHAIN_ID, engine.text(1, b"heliast"))),
        "another application hash, signed": again(with_leaf(frame, engine.APP_HASH, engine.text(1, bytes(32)))),
        "a leaf with more than the application hash, signed": again(
            with_leaf(frame, engine.APP_HASH, frame.leaves[engine.APP_HASH] + engine.number(2, 1))
        ),
        "the opening block's time": replace(frame, record=replace(frame.record, opened_ms=frame.record.opened_ms + 1)).encode(),
        "the closing block's time": replace(frame, record=replace(frame.record, closed_ms=frame.record.closed_ms - 1)).encode(),
        "the state": replace(frame, record=replace(frame.record, state=bytes(32))).encode(),
        "another height": with_leaf(frame, engine.HEIGHT, engine.number(1, frame.height + 1)).encode(),
        "another proposer": with_leaf(frame, 13, engine.text(1, bytes(20))).encode(),
        "another data hash": with_leaf(frame, 6, engine.text(1, bytes(32))).encode(),
        "another commit round": replace(frame, commit_round=frame.commit_round + 1).encode(),
        "another number of parts": replace(frame, parts=frame.parts + 1).encode(),
        "another hash of the parts": replace(frame, parts_hash=bytes(32)).encode(),
        "another power": replace(frame, validators=((replace(pairs[0][0], power=11), pairs[0][1]),) + pairs[1:]).encode(),
        "a validator left out": replace(frame, validators=pairs[:-1]).encode(),
        "signatures exchanged": replace(frame, validators=swapped).encode(),
        "a vote's time": replace(frame, validators=((pairs[0][0], replace(pairs[0][1], nanoseconds=pairs[0][1].nanoseconds ^ 1)),) + pairs[1:]).encode(),
        "one false signature of four": replace(frame, validators=pairs[:3] + ((pairs[3][0], replace(pairs[3][1], signature=bytes(64))),)).encode(),
        "nobody signed": replace(frame, validators=nobody).encode(),
        "20 of 35 signed": again(frame, validators(FIRST, (0, 1))),
        "two thirds signed, and not more": again(frame, validators({0: 10, 1: 10, 2: 10}, (0, 1))),
        "validators of nobody's choice": again(frame, validators({6: 10, 7: 10})),
        "a set whose members have 10 of 35": again(frame, validators({0: 10})),
        "a set whose members have 20 of 35": again(frame, validators({0: 10, 1: 10})),
        "one joined, and signed": again(frame, validators({**FIRST, 6: 1})),
        "one joined, and did not sign": again(frame, validators({**FIRST, 6: 17}, FIRST)),
        "one has more power": again(frame, validators({**FIRST, 0: 12})),
        "one has less power": again(frame, validators({**FIRST, 0: 9})),
        "one has another key": again(frame, validators({0: 10, 1: 10, 2: 10, 6: 5})),
    }
    lessened = again(frame, validators({0: 10, 1: 10, 2: 10}))
    cases = []
    for error, changes in (("malformed", malformed), ("invalid", invalid)):
        for label, changed in changes.items():
            case = refusal(given, label, error, [(1, changed)])
            cases.append({**case, "changed": changed_range(data, changed)})
    return cases + [
        refusal(given, "the frame of round 2 for round 1", "invalid", [(1, given.frame(2).encode())]),
        refusal(given, "the frame of round 1, called round 2's", "invalid", [(2, replace(frame, round=2).encode())]),
        refusal(given, "one who lost its power is back", "invalid", [(1, lessened), (2, given.frame(2).encode())]),
        refusal(given, "a past set without one who has power later", "invalid", [(2, given.frame(2).encode()), (1, lessened)]),
        refusal(given, "two sets of one height", "invalid", [(1, data), (1, lessened)]),
    ]


def quantum_refusals(given):
    frame = given.frame(1)
    (one, vote), rest = frame.validators[0], frame.validators[1:]

    def with_signature(signature):
        return replace(frame, validators=((one, replace(vote, signature=signature)),) + rest).encode()

    signature = vote.signature
    hint = bytearray(signature)
    hint[-7] = 255 if signature[-7] == 0 else 0  # The last place of the hints: an unused one is 0.
    changes = {
        "the challenge": patch(signature, 0, bytes([signature[0] ^ 1])),
        "the response": patch(signature, 100, bytes([signature[100] ^ 1])),
        "a response out of range": patch(signature, 48, bytes(3)),
        "the hint": bytes(hint),
    }
    cases = [refusal(given, f"changed: {label}", "invalid", [(1, with_signature(data))]) for label, data in changes.items()]
    return [accepted(given, "CometBFT's frame of round 1", [(1, frame.encode())])] + cases


def signatures():
    """Cases in which rules of Ed25519 differ, and others in which they agree."""
    secret, message = seed(0), b"a message"
    key, good = ed25519_key(0), ed25519_signature.sign(secret, message)
    torsion = ed25519_signature.point(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
    s = int.from_bytes(good[32:], "little")

    def with_r(start):
        """Signed anew with the key, for another R that differs from r B by a point of small order."""
        x, prefix = ed25519.secret_scalar(secret)
        r = int.from_bytes(stream("r", 32), "little") % ed25519.Q
        start = start(ed25519.scale(r, ed25519.BASE))
        k = ed25519_signature._hash(start, key, message)
        return start + ((r + k * x) % ed25519.Q).to_bytes(32, "little")

    tries = {
        "honest": (key, message, good),
        "R with a part of small order": (key, message, with_r(lambda r: ed25519.encode(ed25519.add(r, torsion)))),
        "another message": (key, b"another message", good),
        "another key": (ed25519_key(1), message, good),
        "s + q": (key, message, good[:32] + (s + ed25519.Q).to_bytes(32, "little")),
        "R is no point": (key, message, uint(2, 1) + bytes(31) + good[32:]),
        "R = 0": (key, message, bytes(32) + good[32:]),
        "s = 0": (key, message, good[:32] + bytes(32)),
    }
    cases = []
    for label, (given_key, given_message, signature) in tries.items():
        valid = ed25519_signature.verifies(given_key, given_message, signature)
        assert valid == (label in ("honest", "R with a part of small order")), label
        ids = {"key": given_key.hex(), "message": given_message.hex(), "signature": signature.hex(), "valid": valid}
        cases.append({"name": f"signature: {label}", "kind": "signature", **ids})
    return cases


def frames_before(whole, frames):
    """A bundle of version 4 whose frames were not checked."""
    return replace(whole, frames=frames).encode()


def bundles(given):
    """Bundles of version 4."""
    whole = given.chain.bundle()
    frames = {number: (given.frame(number).encode(),) for number in (1, 2, 3)}
    file = given.file.encode()
    full = replace(whole, frames={**frames, 1: (file,) + frames[1]})
    unknown = replace(whole, frames={2: (b"HLZZ\1anything", b"", b"\0" * 9), 3: (b"x",) * 8})
    between = replace(whole, frames={1: (b"HLZZ", file, b"", frames[1][0], b"HLZZ"), 2: (b"HLF", frames[2][0])})
    proof = b"HLEP\1and anything"
    mixed = replace(full, epoch_proofs={2: proof})
    cases = []
    for label, bundle in {"all frames": full, "frames and an epoch proof": mixed, "unknown frames": unknown, "unknown frames between": between, "no frames": replace(whole, frames={}, version=4)}.items():
        data = bundle.encode()
        assert data[4] == 4 and Bundle.decode(data).frames == bundle.frames
        assert tuple(Bundle.decode(data).verify()) == given.chain.rounds
        frames_of = {str(number): [one.hex() for one in listed] for number, listed in bundle.frames.items()}
        cases.append({"name": f"{given.name}: bundle, {label}", "kind": "bundle", "network": given.name, "bytes": data.hex(), "frames": frames_of})
    data = full.encode()
    nine = replace(whole, frames={3: (b"x",) * 9}).encode()
    long = replace(whole, frames={3: (bytes((2 << 20) + 1),)})
    first, second = (uint(len(one), 4) + one for one in (frames[2][0], proof))
    exchanged = mixed.encode().replace(first + second, second + first)
    assert exchanged != mixed.encode()
    changes = {
        "an epoch proof before a frame": exchanged,
        "two epoch proofs": mixed.encode().replace(second, second + second),
        "frames in version 3": patch(data, 4, b"\3"),
        "version 5": patch(data, 4, b"\5"),
        "nine frames before a round": nine,
        "two frames of finality before a round": frames_before(whole, {1: (file,) + frames[1] * 2}),
        "two frames of finality before a round, neither of them one": frames_before(whole, {3: (b"HLFN", b"HLFN and anything")}),
        "two network files": frames_before(whole, {1: (file, file) + frames[1]}),
        "a network file before the second round": frames_before(whole, {2: (file,) + frames[2]}),
        "a network file after a frame of finality": frames_before(whole, {1: frames[1] + (file,)}),
        "a frame at the end": data + uint(len(file), 4) + file,
    }
    assert refused("a frame of 2 MiB and a byte", lambda: list(Bundle.decode(long.encode()).verify()), "malformed")
    for label, changed in changes.items():
        check = lambda: list(Bundle.decode(changed).verify())  # noqa: E731
        cases.append(refused(f"{given.name}: bundle, {label}", check, "malformed", kind="bundle", network=given.name, bytes=changed.hex()))
    return cases
