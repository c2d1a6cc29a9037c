"""vectors/round.json"""

from dataclasses import replace

from heliast_reference import ecvrf, round, wesolowski
from heliast_reference.bundle import Bundle
from heliast_reference.ecvrf import SCHEME_NAMES
from heliast_reference.encoding import integer, uint
from heliast_reference.genesis import Genesis
from heliast_reference.hash_to_prime import MODE_NAMES

from .bundle_refusals import bundle_refusals, genesis_refusals
from .chains import ell2_chain, tai_chain
from .common import document
from .round_refusals import RoundRefusals, no_votes_case

NAME = "round.json"
ABOUT = (
    "Rounds. Bytes are hexadecimal. kind chain: genesis fields and bytes, secrets, every round with all that is "
    "computed in it (votes: of every participant, with or without a ticket), and its bundle. kind bundle: a "
    "bundle of a chain; accepted unless it has an error. kind genesis: genesis bytes, accepted or refused. kind "
    "round: refused bytes in the place of a round, whose number, seed Q_K and previous_time_ms (null for round 1)"
    " are given. kind derive: label (UTF-8) and beacon to randomness. changed: [start, end) of the bytes that "
    "differ from the honest ones. round: the round that an error must name."
)


def make():
    chains = [tai_chain(), ell2_chain()]
    cases = [chain_case(chain) for chain in chains] + derive_cases(chains[0]) + genesis_cases(chains[0])
    for chain in chains:
        cases += bundle_cases(chain) + RoundRefusals(chain).cases()
    cases += [no_votes_case(chains[0])] + bundle_refusals(chains[0]) + genesis_refusals(chains[0])
    return document(ABOUT, "spec/round.md", cases)


def chain_case(chain):
    genesis, bundle = chain.genesis, chain.bundle()
    assert Genesis.decode(genesis.bytes) == genesis
    assert Bundle.decode(bundle.encode()) == bundle and tuple(bundle.verify()) == chain.rounds
    return {
        "name": chain.name,
        "kind": "chain",
        "genesis": {
            "scheme": SCHEME_NAMES[genesis.scheme],
            "prime_mode": MODE_NAMES[genesis.suite.mode],
            "prime_bits": genesis.suite.bits,
            "t": genesis.t,
            "genesis_time_ms": genesis.time_ms,
            "period_ms": genesis.period_ms,
            "expected_votes": genesis.expected,
            "modulus": genesis.group.encode(genesis.modulus).hex(),
            "participants": [{"public_key": p.key.hex(), "stake": p.stake} for p in genesis.participants],
            "nonce": genesis.nonce.hex(),
        },
        "genesis_bytes": genesis.bytes.hex(),
        "chain_id": genesis.chain_id.hex(),
        "group_id": genesis.group.id.hex(),
        "first_seed": genesis.first_seed.hex(),
        "secrets": [secret.hex() for secret in chain.secrets],
        "rounds": [round_fields(chain, made) for made in chain.rounds],
        "bundle": bundle.encode().hex(),
    }


def round_fields(chain, made):
    genesis, number = chain.genesis, made.round.number
    group = genesis.group
    z = integer(made.round.z)
    alpha = round.ticket_input(genesis, number, made.seed)
    outputs = [ecvrf.prove(genesis.scheme, secret, alpha)[0] for secret in chain.secrets]
    tickets = [
        {"participant": ticket.participant, "votes": won, "output": beta.hex(), "proof": ticket.proof.hex()}
        for ticket, (_, beta, won) in zip(made.round.tickets, made.draws)
    ]
    challenge = wesolowski.challenge(group, genesis.suite, genesis.t, made.x, z)
    return {
        "number": number,
        "time_ms": made.round.time_ms,
        "seed": made.seed.hex(),
        "alpha": alpha.hex(),
        "outputs": [beta.hex() for beta in outputs],
        "votes": [genesis.votes(i, beta) for i, beta in enumerate(outputs)],
        "tickets": tickets,
        "entropy": made.entropy.hex(),
        "x": group.encode(made.x).hex(),
        "y": made.round.z.hex(),
        "l": uint(challenge, genesis.suite.bits // 8).hex(),
        "proof": made.round.proof.hex(),
        "beacon_preimage": round.beacon_preimage(genesis, number, made.round.z).hex(),
        "beacon": made.beacon.hex(),
        "bytes": made.round.encode().hex(),
    }


def genesis_cases(chain):
    """Genesis bytes with fields at the ends of their ranges."""
    members = chain.genesis.participants
    largest = replace(members[0], stake=(1 << 48) - 3)
    changes = {
        "largest t": {"t": wesolowski.MAX_T},
        "latest genesis time": {"time_ms": (1 << 53) - 1},
        "longest period": {"period_ms": 86_400_000},
        "largest expected votes": {"expected": 1_000_000},
        "largest total stake": {"participants": (largest, *members[1:])},
        "one participant": {"participants": members[:1]},
        "fewest prime bits": {"suite": replace(chain.genesis.suite, bits=200)},
    }
    cases = []
    for label, fields in changes.items():
        genesis = replace(chain.genesis, **fields)
        assert Genesis.decode(genesis.bytes) == genesis
        ids = {"chain_id": genesis.chain_id.hex(), "first_seed": genesis.first_seed.hex()}
        cases.append({"name": f"genesis, {label}", "kind": "genesis", "bytes": genesis.bytes.hex(), **ids})
    return cases


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


def bundle_cases(chain):
    cases = []
    for first, last in ((1, 1), (2, 4), (4, 4)):
        bundle = chain.bundle(first, last)
        assert tuple(bundle.verify()) == chain.rounds[first - 1 : last]
        name = f"{chain.name}: bundle of rounds {first} to {last}"
        cases.append(
            {
                "name": name,
                "kind": "bundle",
                "chain": chain.name,
                "from": first,
                "to": last,
                "bytes": bundle.encode().hex(),
            }
        )
    return cases
