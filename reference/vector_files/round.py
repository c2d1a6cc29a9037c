"""vectors/round.json"""

from dataclasses import replace

from heliast_reference import avrf, round, stateless, wesolowski
from heliast_reference.genesis import Genesis

from .bundle_refusals import bundle_refusals, genesis_refusals
from .chain_cases import CASES, bundle_case, chain_case
from .chains import ell2_chain, participants, tai_chain
from .common import document, stream
from .round_refusals import RoundRefusals, no_votes_case

NAME = "round.json"
ABOUT = (
    f"Rounds of chains without announcements. {CASES} kind genesis: genesis bytes, accepted or refused. "
    "kind derive: label (UTF-8) and beacon to randomness."
)


def make():
    chains = [tai_chain(), ell2_chain()]
    cases = [chain_case(chain) for chain in chains] + derive_cases(chains[0]) + genesis_cases(chains[0])
    for chain in chains:
        cases += [bundle_case(chain, first, last) for first, last in ((1, 1), (2, 4), (4, 4))]
        cases += RoundRefusals(chain).cases()
    cases += [no_votes_case(chains[0])] + bundle_refusals(chains[0]) + genesis_refusals(chains[0])
    return document(ABOUT, "spec/round.md", cases)


def genesis_cases(chain):
    """Genesis bytes with fields at the ends of their ranges."""
    members = chain.genesis.participants
    others = sum(member.stake for member in members[1:])

    def total(stake):
        return {"participants": (replace(members[0], stake=stake - others), *members[1:])}

    changes = {
        "largest t": {"t": wesolowski.MAX_T},
        "latest genesis time": {"time_ms": (1 << 53) - 1},
        "longest period": {"period_ms": 86_400_000},
        "largest expected votes": {"expected": (1_000_000,)},
        "lead 2": {"lead": 2},
        "lead 65535": {"lead": 65_535},
        "16 slots": {"expected": tuple(range(1, 17))},
        "total stake 2^48 - 1": total((1 << 48) - 1),
        "total stake 10^16": total(10**16),
        "largest total stake": total((1 << 54) - 1),
        "one participant": {"participants": members[:1]},
        **{stateless.SCHEME_NAMES[scheme]: quantum_safe(scheme) for scheme in avrf.SUITES},
        "fewest prime bits": {"suite": replace(chain.genesis.suite, bits=200)},
    }
    cases = []
    for label, fields in changes.items():
        genesis = replace(chain.genesis, **fields)
        assert Genesis.decode(genesis.bytes) == genesis
        ids = {"chain_id": genesis.chain_id.hex(), "first_seed": genesis.first_seed.hex()}
        cases.append({"name": f"genesis, {label}", "kind": "genesis", "bytes": genesis.bytes.hex(), **ids})
    return cases


def quantum_safe(scheme):
    """Fields of a genesis with stateless keys of A-VRF."""
    secrets = [stream(f"genesis secret {i}", 32) for i in range(2)]
    return {"scheme": scheme, "participants": participants(scheme, secrets, (1, 2))}


def derive_cases(chain):
    beacon = chain.rounds[0].beacon
    return [
        {
            "name": f"derive for a label of {len(label.encode())} bytes",
            "kind": "derive",
            "beacon": beacon.hex(),
            "label": label,
            "randomness": round.derive(beacon, label.encode()).hex(),
        }
        for label in ("a", "lottery/2024", "würfel", "l" * 200)
    ]
