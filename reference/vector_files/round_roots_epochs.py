"""Epoch proofs and bundles of chains with roots, for vectors/round_roots.json."""

from dataclasses import replace

from heliast_reference.bundle import Bundle
from heliast_reference.encoding import sha256
from heliast_reference.epoch import EpochProof, prove_epoch, verify_epoch
from heliast_reference.errors import Malformed
from heliast_reference.round import beacon_preimage, make_round

from . import epoch
from .chain_cases import bundle_refusal
from .common import refused
from .round_roots_refusals import Delay


def epoch_cases(alone, both):
    group, (first, *_) = both.genesis.group, both.rounds
    honest, last = epoch.prove(both, 1, 3), Delay.of(both, 3)
    pi = group.decode(honest.proof)
    changes = {
        "pi squared": ("invalid", group.encode(group.mul(pi, pi))),
        "pi of round 1": ("invalid", Delay.of(both, 1).pi),
        "pi and the delay proof of roots": ("malformed", honest.proof + b"".join(last.ends[:-1])),
    }
    cases = epoch.accepted(both, ((1, 3), (2, 2)))
    for label, (error, proof) in changes.items():
        data = replace(honest, proof=proof).encode()
        cases.append(epoch.refusal(both, f"epoch, {label}", error, honest.encode(), 1, 3, data))
    moved = replace(honest, chain_id=alone.genesis.chain_id).encode()
    cases.append(epoch.refusal(alone, "epoch of both", "malformed", honest.encode(), 1, 3, moved))
    return cases + [false_roots(both)]


def false_roots(chain):
    """Rounds 1 and 2 of an attacker with all keys: round 1 has another output of the roots and all else is true, as is the
    epoch proof of the squarings."""
    genesis, honest = chain.genesis, chain.rounds[0]
    own, field = Delay.of(chain, 1), genesis.delays[-1].field
    lie = replace(honest.round, **own.with_end(4, field.encode(field.step(field.decode(own.ends[-1])))).fields())
    first = replace(honest, round=lie, beacon=sha256(beacon_preimage(genesis, 1, lie.z)))
    rounds = [first, make_round(genesis, chain.owners, chain.tip(1).after(first), chain.rounds[1].round.time_ms)]
    proof = prove_epoch(genesis, rounds)
    return refused(
        f"{chain.name}: epoch of rounds with false roots",
        lambda: verify_epoch(genesis, rounds, proof),
        "invalid",
        **epoch.fields(chain, 1, 2, proof.encode()),
        rounds=[made.round.encode().hex() for made in rounds],
    )


def bundle_cases(alone, both):
    proof = epoch.prove(both, 2, 3).encode()
    later = both.bundle(2)
    a, b = later.rounds
    changed = replace(both.rounds[2].round, **Delay.of(both, 3).with_end(1, Delay.of(both, 2).ends[0]).fields())
    changes = {
        "round 3's roots changed": ("invalid", (a, changed.encode())),
        "a round of roots alone": ("malformed", (a, alone.round_bytes(3))),
    }
    refusals = [
        bundle_refusal(both, label, error, later.encode(), replace(later, rounds=rounds).encode())
        for label, (error, rounds) in changes.items()
    ]
    return [epoch.bundle_case(both, "with an epoch", 2, 3, {2: proof}), passed_over(alone, proof)] + refusals


def passed_over(chain, data):
    """A bundle of roots alone with a frame that begins as an epoch proof does."""
    bundle = epoch.with_proofs(chain, 2, 3, {2: data})
    assert tuple(Bundle.decode(bundle.encode()).verify()) == chain.rounds[1:]
    assert list(bundle.check_epochs(chain.rounds[1:])) == []
    try:
        EpochProof.decode(chain.genesis, data)
    except Malformed as error:
        found = {"before": 2, "bytes": data.hex(), "error": error.kind, "reason": error.reason}
    ids = {"kind": "bundle", "chain": chain.name, "from": 2, "to": 3, "bytes": bundle.encode().hex()}
    return {"name": f"{chain.name}: bundle, with a frame that is passed over", **ids, "epoch_proofs": [found]}
