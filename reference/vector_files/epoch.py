"""vectors/epoch.json"""

from dataclasses import replace

from heliast_reference import ecvrf, round
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import integer, sha256, uint
from heliast_reference.epoch import EpochProof, prove_epoch, verify_epoch
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.tip import Tip
from heliast_reference.wesolowski import Suite, delay_input

from .chain_cases import bundle_refusal
from .chains import Chain, ell2_chain, make_chain, owners, participants
from .common import changed_range, document, patch, refused, rsa, stream

NAME = "epoch.json"
ABOUT = (
    "Epoch proofs. Bytes are hexadecimal. kind chain: genesis and the bytes of its rounds from 1 on; those of `false`"
    " have another z than the delay's, and all builds on it. kind epoch: the proof's bytes for the rounds from `from`"
    " to `to` of a chain, accepted unless it has an error; kind bundle: a bundle"
    " of a chain; accepted unless it has an error. epoch_proofs: each of an accepted bundle, before which round it is,"
    " and an error if it is refused for as many rounds from there on as it says, of those in the bundle. changed:"
    " [start, end) of the bytes that differ from the honest ones. round: the round that"
    " an error must name. Reasons are those of the reference; the error class is normative."
)
T = 400  # Delays so long that π is not the identity.
TIMES = (0, 1, 3, 4, 7)


def make():
    chain, other = epoch_chain(b"epoch nonce"), epoch_chain(b"another nonce")
    ell2 = ell2_chain()
    delta = delay_input(chain.genesis.group, b"delta")
    inverse = pow(delta, -1, chain.genesis.group.modulus)
    liars = [lying_chain(chain, {2: delta}), lying_chain(chain, {1: delta, 4: inverse})]
    cases = [chain_case(made) for made in (chain, other, ell2)]
    cases += [chain_case(liar, false) for liar, false in zip(liars, ([2], [1, 4]))]
    cases += accepted(chain, ((1, 5), (1, 1), (2, 4), (5, 5))) + accepted(ell2, ((1, 4), (3, 4)))
    cases += refusals(chain, other, liars) + bundles(chain) + bundle_refusals(chain)
    return document(ABOUT, "spec/round.md", cases)


def epoch_chain(nonce, modulus=rsa("RSA-1024")):
    """Three participants, few votes, five rounds."""
    secrets = tuple(stream(f"epoch secret {i}", 32) for i in range(3))
    genesis = Genesis(
        scheme=ecvrf.TAI,
        suite=Suite(SIEVED_FULL, 256),
        t=T,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=0,
        expected=(2,),
        modulus=modulus,
        participants=participants(ecvrf.TAI, secrets, (1, 2, 1)),
        nonce=sha256(nonce),
    )
    return make_chain(nonce.decode(), genesis, owners(secrets), TIMES)


def lying_chain(chain, factors):
    """The chain of an attacker with all keys: the z of some rounds are times a factor, and the rest builds on them."""
    genesis, tips, rounds = chain.genesis, [Tip.first(chain.genesis)], []
    group = genesis.group
    for number, place in enumerate(TIMES, 1):
        made = round.make_round(genesis, chain.owners, tips[-1], genesis.time_ms + place * genesis.period_ms)
        z = group.encode(group.mul(group.decode(made.round.z), factors.get(number, group.identity)))
        beacon = sha256(round.beacon_preimage(genesis, number, z))
        rounds.append(replace(made, round=replace(made.round, z=z), beacon=beacon))
        tips.append(tips[-1].after(rounds[-1]))
    falsehoods = " and ".join(map(str, sorted(factors)))
    return Chain(f"false z in {falsehoods}", genesis, chain.owners, tuple(rounds), tuple(tips))


def chain_case(chain, false=()):
    return {
        "name": chain.name,
        "kind": "chain",
        "genesis_bytes": chain.genesis.bytes.hex(),
        "chain_id": chain.genesis.chain_id.hex(),
        "false": list(false),
        "rounds": [made.round.encode().hex() for made in chain.rounds],
    }


def prove(chain, first, last):
    return prove_epoch(chain.genesis, chain.rounds[first - 1 : last])


def fields(chain, first, last, data):
    return {"kind": "epoch", "chain": chain.name, "from": first, "to": last, "bytes": data.hex()}


def accepted(chain, ranges):
    cases = []
    for first, last in ranges:
        proof = prove(chain, first, last)
        data = proof.encode()
        assert EpochProof.decode(chain.genesis, data) == proof and proof.proof != chain.genesis.group.encode(chain.genesis.group.identity)
        verify_epoch(chain.genesis, chain.rounds[first - 1 : last], proof)
        name = f"{chain.name}: epoch of rounds {first} to {last}"
        cases.append({"name": name, **fields(chain, first, last, data)})
    return cases


def refusals(chain, other, liars):
    genesis = chain.genesis
    group, size = genesis.group, genesis.group.length
    honest, part = prove(chain, 1, 5), prove(chain, 2, 4)
    foreign = prove(other, 1, 5)
    w = honest.encode()
    pi = integer(honest.proof)

    def with_pi(value):
        return w[:-size] + uint(value, size)

    def with_fields(first, count):
        return replace(honest, first=first, count=count).encode()

    changes = {
        "empty": ("malformed", b""),
        "magic": ("malformed", b"HLRD" + w[4:]),
        "version 2": ("malformed", w[:4] + b"\2" + w[5:]),
        "no chain id": ("malformed", w[:5]),
        "first round 0": ("malformed", with_fields(0, 5)),
        "first round 2": ("invalid", with_fields(2, 5)),
        "first round 2, count 4": ("invalid", with_fields(2, 4)),
        "first + count 2^64 - 1": ("invalid", with_fields((1 << 64) - 6, 5)),
        "first + count 2^64": ("malformed", with_fields((1 << 64) - 5, 5)),
        "first round 2^64 - 1": ("malformed", with_fields((1 << 64) - 1, 1)),
        "count 0": ("malformed", with_fields(1, 0)),
        "count 4": ("invalid", with_fields(1, 4)),
        "count 6": ("invalid", with_fields(1, 6)),
        "count 65,536": ("invalid", with_fields(1, 1 << 16)),
        "count 65,537": ("malformed", with_fields(1, (1 << 16) + 1)),
        "count 2^32 - 1": ("malformed", with_fields(1, (1 << 32) - 1)),
        "truncated": ("malformed", w[:-1]),
        "no pi": ("malformed", w[:-size]),
        "trailing byte": ("malformed", w + b"\0"),
        "pi = 0": ("malformed", with_pi(0)),
        "pi = N - pi": ("malformed", with_pi(genesis.modulus - pi)),
        "pi = N": ("malformed", with_pi(genesis.modulus)),
        "pi = (N + 1)/2": ("malformed", with_pi(group.half + 1)),
        "pi all ones": ("malformed", w[:-size] + b"\xff" * size),
        "pi = 1": ("invalid", with_pi(1)),
        "pi squared": ("invalid", with_pi(group.mul(pi, pi))),
        "pi of rounds 2 to 4": ("invalid", replace(honest, proof=part.proof).encode()),
        "pi of round 1": ("invalid", replace(honest, proof=chain.rounds[0].round.proof).encode()),
        "chain id": ("invalid", w[:5] + bytes([w[5] ^ 1]) + w[6:]),
        "of another chain": ("invalid", foreign.encode()),
        "of another chain, with this chain's id": ("invalid", replace(foreign, chain_id=genesis.chain_id).encode()),
    }
    cases = [refusal(chain, label, error, w, 1, 5, data) for label, (error, data) in changes.items()]
    cases.append(refusal(chain, "of rounds 2 to 4 for the first three", "invalid", w, 1, 3, part.encode()))
    renumbered = replace(part, first=1)
    cases.append(refusal(chain, "of rounds 2 to 4, called 1 to 3", "invalid", w, 1, 3, renumbered.encode()))
    for liar in liars:
        cases.append(refusal(liar, "of the honest rounds", "invalid", w, 1, 5, w))
        cases.append(refusal(liar, "made for the false rounds", "invalid", w, 1, 5, prove(liar, 1, 5).encode()))
    return cases


def refusal(chain, label, error, honest, first, last, data):
    def check():
        rounds = chain.rounds[first - 1 : last]
        verify_epoch(chain.genesis, rounds, EpochProof.decode(chain.genesis, data))

    changed = changed_range(honest, data)
    return refused(f"{chain.name}: {label}", check, error, **fields(chain, first, last, data), changed=changed)


def bundles(chain):
    """Bundles that are accepted, whatever their epoch proofs are."""
    whole, a, b, later = (prove(chain, *ends).encode() for ends in ((1, 5), (1, 2), (3, 5), (4, 5)))
    flipped = whole[:-1] + bytes([whole[-1] ^ 1])
    longest = b"HLEP\1" + bytes(chain.genesis.max_round_size - 5)
    proofs = {
        "one epoch": (1, 5, {1: whole}),
        "two epochs": (1, 5, {1: a, 3: b}),
        "an epoch in the middle": (1, 5, {3: b}),
        "from round 2 on": (2, 5, {4: later}),
        "false pi": (1, 5, {1: flipped, 4: later}),
        "malformed": (1, 5, {2: b"HLEP\7", 3: b"HLEP", 4: a + b"\0", 5: longest}),
        "none": (1, 5, {}),
        "not before its first round": (1, 5, {2: whole, 3: a}),
        "its last round is missing": (1, 4, {1: whole, 3: b}),
    }
    return [bundle_case(chain, label, *given) for label, given in proofs.items()]


def with_proofs(chain, first, last, proofs):
    return replace(chain.bundle(first, last), epoch_proofs=proofs)


def bundle_case(chain, label, first, last, proofs):
    data = with_proofs(chain, first, last, proofs).encode()
    bundle = Bundle.decode(data)
    rounds = list(bundle.verify())
    assert tuple(rounds) == chain.rounds[first - 1 : last] and bundle.epoch_proofs == proofs
    found = []
    for number, _, error in bundle.check_epochs(rounds):
        reason = {} if error is None else {"error": error.kind, "reason": error.reason}
        found.append({"before": number, "bytes": proofs[number].hex(), **reason})
    ids = {"kind": "bundle", "chain": chain.name, "from": first, "to": last, "bytes": data.hex()}
    return {"name": f"{chain.name}: bundle, {label}", **ids, "epoch_proofs": found}


def bundle_refusals(chain):
    proof = prove(chain, 1, 5).encode()
    bundle = with_proofs(chain, 1, 5, {1: proof})
    w, first = bundle.encode(), bundle.rounds[0]
    at = 41 + len(bundle.genesis) + 52  # of the first frame
    frame, round_1 = uint(len(proof), 4) + proof, uint(len(first), 4) + first
    long = b"HLEP\1" + bytes(chain.genesis.max_round_size - 4)
    changes = {
        "version 2": ("malformed", w[:4] + b"\2" + w[5:]),
        "two epoch proofs before a round": ("malformed", w[:at] + frame + w[at:]),
        "an epoch proof at the end": ("malformed", w + frame),
        "an epoch proof for round 1": ("malformed", w[:at] + frame + frame + w[at + len(frame) + len(round_1) :]),
        "an epoch proof that is counted": ("malformed", patch(w, at - 44, uint(6, 8))),
        "an epoch proof longer than any round": (
            "malformed",
            w[:at] + uint(len(long), 4) + long + w[at + len(frame) :],
        ),
        "length of the epoch proof less 1": ("malformed", w[:at] + uint(len(proof) - 1, 4) + w[at + 4 :]),
        "cut in the epoch proof": ("malformed", w[: at + 40]),
        "cut after the epoch proof": ("malformed", w[: at + len(frame)]),
        "round 5's last byte flipped": ("invalid", w[:-1] + bytes([w[-1] ^ 1])),
    }
    return [bundle_refusal(chain, label, error, w, data) for label, (error, data) in changes.items()]
