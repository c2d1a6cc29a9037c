"""Cases of a whole chain, of its bundles, and of bytes in the place of one of its rounds."""

from heliast_reference import delays, round, stateless, wesolowski
from heliast_reference.bundle import Bundle
from heliast_reference.encoding import uint
from heliast_reference.genesis import Discriminant, Genesis
from heliast_reference.hash_to_prime import MODE_NAMES

from .common import changed_range, refused

CASES = (
    "Bytes are hexadecimal. kind chain: genesis fields and bytes, first_seed Q_1, first_hash D_0, secrets (of stateless "
    "keys), and every round with all that is computed in it: hash D_K; for each slot alpha, and output and votes of every "
    "participant, with or without a ticket; the tickets, whose proofs are in bytes. "
    "kind bundle: a bundle of a chain; accepted unless it has an error. "
    "kind round: bytes in the place of a round of a chain, of number, seed Q_K and previous_time_ms (null for round 1), "
    "after the chain's rounds before; accepted unless they have an error. changed: [start, end) of the bytes that differ "
    "from the honest ones. round: the round that an error must name. "
    "Reasons are those of the reference; the error class is normative."
)


def chain_case(chain):
    """For a chain with announcements, bundles are separate cases."""
    genesis, whole = chain.genesis, chain.bundle()
    assert Genesis.decode(genesis.bytes) == genesis
    assert Bundle.decode(whole.encode()) == whole and tuple(whole.verify()) == chain.rounds
    return {
        "name": chain.name,
        "kind": "chain",
        "genesis": genesis_fields(genesis),
        "genesis_bytes": genesis.bytes.hex(),
        "chain_id": genesis.chain_id.hex(),
        "group_id": genesis.delay_id.hex(),
        "first_seed": genesis.first_seed.hex(),
        "first_hash": genesis.first_hash.hex(),
        "secrets": [owner.seed.hex() for owner in chain.owners],
        **({"trees": tree_fields(chain)} if genesis.lead else {}),
        "rounds": [round_fields(chain, made) for made in chain.rounds],
        **({} if genesis.lead else {"bundle": whole.encode().hex()}),
    }


def tree_fields(chain):
    return [
        {
            "participant": participant,
            "sk_seed": tree.sk_seed.hex(),
            "pub_seed": tree.key.pub_seed.hex(),
            "public_key": tree.key.encode().hex(),
        }
        for participant, owner in enumerate(chain.owners)
        for tree in owner.trees.values()
    ]


def genesis_fields(genesis):
    return {
        "scheme": stateless.SCHEME_NAMES[genesis.scheme],
        **suite_fields(genesis),
        "genesis_time_ms": genesis.time_ms,
        "period_ms": genesis.period_ms,
        "lead": genesis.lead,
        "expected_votes": list(genesis.expected),
        **group_fields(genesis),
        "participants": [{"public_key": p.key.hex(), "stake": p.stake} for p in genesis.participants],
        "nonce": genesis.nonce.hex(),
        **({"life": genesis.life, "most": genesis.most} if genesis.life else {}),
        **({"validators_change": True} if genesis.validators_change else {}),
    }


def suite_fields(genesis):
    if genesis.suite is None:
        return {"t": genesis.roots.t}
    return {"prime_mode": MODE_NAMES[genesis.suite.mode], "prime_bits": genesis.suite.bits, "t": genesis.t}


def group_fields(genesis):
    if genesis.roots is not None:
        return {**squaring_fields(genesis), **root_fields(genesis)}
    return squaring_fields(genesis)


def root_fields(genesis):
    given, field = genesis.roots, genesis.roots.field()
    return {
        "delay_by": "roots" if genesis.modulus is None else "both",
        "roots_bits": given.bits,
        "roots_seed": given.seed.hex(),
        "roots_counter": given.counter,
        "roots_t": given.t,
        "roots_segments": given.segments,
        "roots_prime": f"{field.p:x}",
        "roots_field_id": field.id.hex(),
    }


def squaring_fields(genesis):
    if genesis.modulus is None:
        return {}
    if isinstance(genesis.modulus, Discriminant):
        given = genesis.modulus
        return {
            "discriminant_bits": given.bits,
            "discriminant_seed": given.seed.hex(),
            "discriminant_magnitude": f"{-genesis.group.discriminant:x}",
        }
    return {"modulus": genesis.group.encode(genesis.modulus).hex()}


def round_fields(chain, made):
    genesis, number = chain.genesis, made.round.number
    return {
        "number": number,
        "time_ms": made.round.time_ms,
        "seed": made.seed.hex(),
        **(schedule_fields(chain, made) if genesis.lead else {}),
        "hash": chain.tip(number + 1).hash_before(number).hex(),
        "slots": [slot_fields(chain, number, slot) for slot in range(genesis.slots)],
        "tickets": [
            {"slot": draw.slot, "participant": draw.participant, "votes": draw.votes, "output": draw.beta.hex()}
            for draw in made.draws
        ],
        "entropy": made.entropy.hex(),
        "x": delays.encode_inputs(genesis.delays, made.inputs).hex(),
        "y": made.round.z.hex(),
        **({} if genesis.suite is None else {"l": challenge(genesis, made).hex()}),
        "proof": made.round.proof.hex(),
        "beacon_preimage": round.beacon_preimage(genesis, number, made.round.z).hex(),
        "beacon": made.beacon.hex(),
        "bytes": made.round.encode().hex(),
    }


def challenge(genesis, made):
    """The l of the squarings."""
    group, suite = genesis.group, genesis.suite
    z = group.decode(made.round.z[: group.length], "z")
    return uint(wesolowski.challenge(group, suite, genesis.t, made.x, z), suite.bits // 8)


def schedule_fields(chain, made):
    tip = chain.tip(made.round.number)
    due = [tip.schedule.due(i, tip.number) for i in range(len(tip.members))]
    return {
        "announcements": [
            {"participant": given.participant, "serial": given.serial, "change": given.change().hex()}
            for given in made.round.announcements
        ],
        "due": [None if key is None else key.encode().hex() for key in due],
    }


def slot_fields(chain, number, slot):
    genesis, tip = chain.genesis, chain.tip(number)
    owners = chain.owners[: len(tip.members)]
    outputs = [round.evaluate_lot(genesis, owner, tip, slot, i) for i, owner in enumerate(owners)]
    return {
        "alpha": round.ticket_input(genesis, tip, slot).hex(),
        "outputs": [beta.hex() for beta in outputs],
        "votes": [tip.votes(genesis, slot, i, beta) for i, beta in enumerate(outputs)],
    }


def bundle_case(chain, first, last):
    made = chain.bundle(first, last)
    data = made.encode()
    assert Bundle.decode(data) == made and tuple(made.verify()) == chain.rounds[first - 1 : last]
    name = f"{chain.name}: bundle of rounds {first} to {last}"
    return {"name": name, "kind": "bundle", "chain": chain.name, "from": first, "to": last, "bytes": data.hex()}


def bundle_refusal(chain, label, error, honest, data):
    return refused(
        f"{chain.name}: bundle, {label}",
        lambda: list(Bundle.decode(data).verify()),
        error,
        kind="bundle",
        chain=chain.name,
        bytes=data.hex(),
        changed=changed_range(honest, data),
    )


def other_round(chain, number, label, data):
    """`data`, accepted in the place of a round of the chain."""
    chain.verify(number, data)
    return {"name": f"{chain.name}: round, {label}", **round_case(chain, number, data)}


def round_refusal(chain, number, label, error, data):
    """`data`, refused in the place of a round of the chain."""
    name = f"{chain.name}: round, {label}"
    return refused(name, lambda: chain.verify(number, data), error, **round_case(chain, number, data))


def round_case(chain, number, data):
    tip = chain.tip(number)
    return {
        "kind": "round",
        "chain": chain.name,
        "number": number,
        "previous_time_ms": tip.time_ms,
        "seed": tip.seed.hex(),
        "bytes": data.hex(),
        "changed": changed_range(chain.round_bytes(number), data),
    }
