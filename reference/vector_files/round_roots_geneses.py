"""Geneses of chains with roots, accepted and refused, for vectors/round_roots.json."""

from dataclasses import replace

from heliast_reference import delays, roots, wesolowski
from heliast_reference.class_group import ClassGroup
from heliast_reference.delay_terms import Discriminant, RootTerms
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.roots_field import BUILT_IN_SEED

from .common import changed_range, patch, refused, rsa
from .roots_fields import ONLY_HALF, ONLY_P, OTHERS
from .round_roots_chains import CLASS_SEED, SEGMENTS, STEPS, terms

MEMBERS = {"lead": 2, "life": 4, "most": 5}


def accepted_geneses(alone, both):
    """Of a genesis with roots alone, and of one with both."""
    few, many = {"t": 1, "segments": 1}, {"t": roots.MAX_T, "segments": roots.MAX_SEGMENTS}
    changes = {
        **{f"a field of {bits} bits": (alone, {"roots": terms(bits=bits)}) for bits in (2048, 3072)},
        **{f"the field {name}": (alone, {"roots": of_field(name)}) for name in OTHERS},
        "one step in one segment": (alone, {"roots": terms(**few)}),
        "the most steps and segments": (alone, {"roots": terms(**many)}),
        "as many segments as steps": (alone, {"roots": terms(STEPS, STEPS)}),
        "roots alone in version 4": (alone, {**MEMBERS, "validators_change": True}),
        "both, the most squarings and steps": (both, {"t": wesolowski.MAX_T, "roots": terms(**many)}),
        "both, one squaring and one step": (both, {"t": 1, "roots": terms(**few)}),
        "both in version 3": (both, MEMBERS),
        "both with a class group in version 4": (
            both,
            {**MEMBERS, "validators_change": True, "modulus": Discriminant(1024, CLASS_SEED)},
        ),
    }
    return [accepted(label, replace(honest, **fields)) for label, (honest, fields) in changes.items()]


def of_field(name):
    """Terms in one of the fields of vectors/roots.json."""
    given = OTHERS[name]
    return RootTerms(given.bits, given.seed, given.counter, STEPS, SEGMENTS)


def accepted(label, genesis):
    assert Genesis.decode(genesis.bytes) == genesis
    ids = {
        "chain_id": genesis.chain_id.hex(),
        "first_seed": genesis.first_seed.hex(),
        "group_id": genesis.delay_id.hex(),
        "roots_field_id": genesis.delays[-1].id.hex(),
        "output_length": delays.output_length(genesis.delays),
        "delay_proof_length": delays.proof_length(genesis.delays),
    }
    if isinstance(genesis.group, ClassGroup):
        ids |= {"length": genesis.group.length, "discriminant_magnitude": f"{-genesis.group.discriminant:x}"}
    return {"name": f"genesis, {label}", "kind": "genesis", "bytes": genesis.bytes.hex(), **ids}


def refused_geneses(alone, both):
    """The same two, as chains."""
    return refuse(alone, alone_changes(alone.genesis)) + refuse(both, both_changes(both.genesis, alone.genesis))


def refuse(chain, changes):
    honest = chain.genesis.bytes
    return [
        refused(
            f"{chain.name}: genesis, {label}",
            lambda: Genesis.decode(data),
            "malformed",
            kind="genesis",
            chain=chain.name,
            bytes=data.hex(),
            changed=changed_range(honest, data),
        )
        for label, data in changes.items()
    ]


def alone_changes(honest):
    w, place = honest.bytes, honest.roots.encode()
    at = w.index(place)  # u16(n), u32(counter), u8(len), the seed, u16(s)
    seed, own = at + 7, honest.roots

    def with_terms(**fields):
        return replace(honest, roots=replace(own, **fields)).bytes

    def with_place(data):
        return w[:at] + data + w[at + len(place) :]

    return {
        "a mode": patch(w, 7, uint(2, 1)),
        "a hash": patch(w, 8, uint(1, 1)),
        "prime bits": patch(w, 9, uint(256, 2)),
        "the suite of squarings": patch(w, 7, wesolowski.Suite().encode()),
        "t = 0": with_terms(t=0),
        "t = 2^40": with_terms(t=1 << 40),
        "1032 bits": with_terms(bits=1032),
        "4096 bits": with_terms(bits=4096),
        "2048 bits with the counter of 1024": with_terms(bits=2048),
        "the counter before": with_terms(counter=own.counter - 1),
        "p composite": with_terms(counter=ONLY_HALF),
        "(p - 1)/2 composite": with_terms(counter=ONLY_P),
        "counter 2^24": with_terms(counter=1 << 24),
        "counter 2^24 more": with_terms(counter=own.counter + (1 << 24)),
        "seed of 31 bytes": with_terms(seed=BUILT_IN_SEED[:31]),
        "seed length less 1": patch(w, seed - 1, uint(len(own.seed) - 1, 1)),
        "no segments": with_terms(segments=0),
        "more segments than steps": with_terms(segments=STEPS + 1),
        "257 segments": with_terms(t=300, segments=257),
        "a modulus in place of the field": with_place(uint(128, 4) + uint(rsa("RSA-1024"), 128)),
        **{f"proof system {number}": patch(w, 6, uint(number, 1)) for number in (0, 3, 4)},
        "cut in the seed": w[: seed + 5],
        "cut in the number of segments": w[: at + len(place) - 1],
        "truncated": w[:-1],
        "trailing byte": w + b"\0",
    }


def both_changes(honest, alone):
    w, own, n = honest.bytes, honest.roots, honest.modulus
    place = alone.roots.encode()
    at = w.index(place)
    inner = w.index(uint(128, 4) + uint(n, 128)) - 1

    def with_roots(**fields):
        return replace(honest, roots=replace(own, **fields)).bytes

    return {
        "no suite": patch(w, 7, bytes(4)),
        "squarings t = 2^48": replace(honest, t=1 << 48).bytes,
        "roots t = 0": with_roots(t=0),
        "roots t = 2^40": with_roots(t=1 << 40),
        "fewer steps than segments": with_roots(t=SEGMENTS - 1),
        "the counter after": with_roots(counter=own.counter + 1),
        "seed of 31 bytes": with_roots(seed=BUILT_IN_SEED[:31]),
        "an even modulus": replace(honest, modulus=n - 1).bytes,
        **{f"proof system {number} of the squarings": patch(w, inner, uint(number, 1)) for number in (1, 2, 3)},
        "roots twice": w[:inner] + b"\2" + place + uint(STEPS, 8) + w[at:],
        "no t of roots": w[: at - 8] + w[at:],
        "roots before squarings": w[:inner] + uint(STEPS, 8) + place + w[inner : at - 8] + w[at + len(place) :],
        "proof system 2": patch(w, 6, b"\2"),
        "cut before the field": w[:at],
        "trailing byte": w + b"\0",
    }
