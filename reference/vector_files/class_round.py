"""vectors/class_round.json"""

from dataclasses import replace
from functools import cache

from heliast_reference import round, stateless, wesolowski
from heliast_reference.announcement import announce
from heliast_reference.encoding import uint
from heliast_reference.genesis import Discriminant, Genesis
from heliast_reference.hash_to_prime import PLAIN, SIEVED_FULL
from heliast_reference.members import Approval, Join
from heliast_reference.round import Owner
from heliast_reference.stateful import I_VRF
from heliast_reference.tip import Tip
from heliast_reference.wesolowski import Suite

from .chain_cases import CASES, bundle_case, bundle_refusal, chain_case, round_refusal
from .chains import Chain, make_chain, owners, participants
from .class_encodings import false_encodings
from .common import changed_range, document, patch, refused, rsa, stream
from .members import members_case
from .round_trees import TREES
from .trees import secret_tree

NAME = "class_round.json"
ABOUT = (
    f"Chains whose delays are in a class group. {TREES}{CASES} Outputs, votes and due have an entry for each participant "
    "that there is after the rounds before. The genesis fields have the discriminant's bits and seed, and |D|, in place "
    "of the modulus; a chain of version 3 also life x and most M, and of each round stakes and open as in members.json. "
    "kind genesis: genesis bytes, accepted or refused. Epochs are in class_epoch.json."
)
SCHEME = 0x03
SEED = stream("class chain", 32)
LONG_SEED = stream("class chain, long", 255)
LEAD, LIFE, MOST = 2, 4, 5
STAKES = (3, 2, 2)
SECRETS = tuple(stream(f"class secret {i}", 32) for i in range(MOST))
TREE = secret_tree(I_VRF, "class tree", 3, 2, 3)
T = 290


def make():
    chain, plain, foreign = members_chain(), plain_chain(), foreign_chain()
    cases = [members_case(chain), chain_case(plain)] + accepted_geneses(chain, plain) + refused_geneses(chain)
    cases += RoundRefusals(chain, foreign).cases()
    cases += [bundle_case(chain, *ends) for ends in ((1, 6), (3, 5))] + bundle_refusals(chain)
    return document(ABOUT, "spec/round.md", cases)


@cache
def members_chain(seed=SEED):
    """Version 3: a tree is announced in round 1; the participant proposed there draws from round 4 on."""
    genesis = Genesis(
        scheme=SCHEME,
        suite=Suite(SIEVED_FULL, 256),
        t=T,
        time_ms=1_700_000_000_000,
        period_ms=3000,
        lead=LEAD,
        expected=(2, 1),
        modulus=Discriminant(1024, seed),
        participants=participants(SCHEME, SECRETS[: len(STAKES)], STAKES),
        nonce=stream("class nonce", 32),
        life=LIFE,
        most=MOST,
    )
    players = tuple(Owner(secret, {TREE.key.root: TREE} if i == 1 else {}) for i, secret in enumerate(SECRETS))
    join = Join(SCHEME, stateless.public_key(SCHEME, SECRETS[3]), 4)
    tips, rounds = [Tip.first(genesis)], []
    for number, place in enumerate((0, 1, 3, 4, 5, 9), 1):
        made = ()
        if number == 1:
            made = (say(genesis, 0, 0, member=join), say(genesis, 1, 0, key=TREE.key))
        if number == 2:
            (proposal,) = tips[-1].members.open
            made = (say(genesis, 1, 1, member=Approval(proposal.id)),)
        rounds.append(round.make_round(genesis, players, tips[-1], genesis.time_ms + place * 3000, made))
        tips.append(tips[-1].after(rounds[-1]))
    assert len(tips[-1].members) == 4
    return Chain("class-1024, members", genesis, players, tuple(rounds), tuple(tips))


def say(genesis, participant, serial, key=None, member=None):
    return announce(genesis, SECRETS[participant], participant, serial, key, member)


@cache
def plain_chain():
    """Version 2 without announcements, with a discriminant of 1056 bits from a long seed."""
    genesis = Genesis(
        scheme=SCHEME,
        suite=Suite(PLAIN, 264),
        t=T,
        time_ms=0,
        period_ms=100,
        lead=0,
        expected=(3,),
        modulus=Discriminant(1056, LONG_SEED),
        participants=participants(SCHEME, SECRETS[:2], (1, 2)),
        nonce=stream("class plain nonce", 32),
    )
    return make_chain("class-1056, plain", genesis, owners(SECRETS[:2]), (1, 2))


def foreign_chain():
    """The members' chain with another seed: its objects have the same lengths as those of its sister chain."""
    return members_chain(stream("another class chain", 32))


def accepted_geneses(chain, plain):
    changes = {
        "2048 bits": {"modulus": Discriminant(2048, SEED)},
        "1056 bits in version 3": {"modulus": Discriminant(1056, SEED)},
        "a seed of zeros": {"modulus": Discriminant(1024, bytes(32))},
        "a seed of 33 bytes": {"modulus": Discriminant(1024, SEED + b"\0")},
    }
    cases = []
    for label, genesis in [(label, replace(chain.genesis, **fields)) for label, fields in changes.items()] + [
        ("version 2, 1024 bits", replace(plain.genesis, modulus=Discriminant(1024, SEED)))
    ]:
        assert Genesis.decode(genesis.bytes) == genesis
        group = genesis.group
        found = {
            "chain_id": genesis.chain_id.hex(),
            "first_seed": genesis.first_seed.hex(),
            "group_id": group.id.hex(),
            "length": group.length,
            "discriminant_magnitude": f"{-group.discriminant:x}",
        }
        cases.append({"name": f"genesis, {label}", "kind": "genesis", "bytes": genesis.bytes.hex(), **found})
    return cases


def refused_geneses(chain):
    honest = chain.genesis
    w, place = honest.bytes, honest.modulus.encode()
    at = w.index(place)
    modulus = rsa("RSA-1024")
    mixed = replace(honest, modulus=modulus).bytes

    def with_place(data):
        return w[:at] + data + w[at + len(place) :]

    def with_terms(bits, seed=SEED):
        return with_place(Discriminant(bits, seed).encode())

    changes = {
        "seed of 31 bytes": with_terms(1024, SEED[:31]),
        "no seed": with_terms(1024, b""),
        "seed of 256 bytes": with_terms(1024, LONG_SEED + b"\0"),
        "seed of 65,535 bytes": with_terms(1024, bytes(65_535)),
        "seed length 33 before 32 bytes": with_place(uint(1024, 4) + uint(33, 2) + SEED),
        "0 bits": with_terms(0),
        "992 bits": with_terms(992),
        "256 bits": with_terms(256),
        "1023 bits": with_terms(1023),
        "1025 bits": with_terms(1025),
        "1032 bits": with_terms(1032),
        "4128 bits": with_terms(4128),
        "2^32 - 1 bits": with_terms((1 << 32) - 1),
        "2^32 - 32 bits": with_terms((1 << 32) - 32),
        "discriminant in place of the seed": with_place(uint(1024, 4) + uint(128, 4) + uint(-honest.group.discriminant, 128)),
        "a modulus in proof system 1": patch(mixed, 6, b"\1"),
        "a seed in proof system 0": patch(w, 6, b"\0"),
        "proof system 2": patch(w, 6, b"\2"),
        "proof system 255": patch(w, 6, b"\xff"),
        "cut in the bits": w[: at + 3],
        "cut before the seed": w[: at + 6],
        "cut in the seed": w[: at + 37],
        "trailing byte": w + b"\0",
        "truncated": w[:-1],
    }
    return [
        refused(
            f"genesis, {label}",
            lambda: Genesis.decode(data),
            "malformed",
            kind="genesis",
            chain=chain.name,
            bytes=data.hex(),
            changed=changed_range(w, data),
        )
        for label, data in changes.items()
    ]


class RoundRefusals:
    """Refused bytes in the place of round 3 of a chain; `foreign` is its sister chain with another discriminant."""

    number = 3

    def __init__(self, chain, foreign):
        self.chain, self.foreign = chain, foreign
        self.group = chain.genesis.group
        self.honest = chain.rounds[self.number - 1].round

    def cases(self):
        return self.elements() + self.layout() + self.claims()

    def refuse(self, label, error, **fields):
        data = replace(self.honest, **fields).encode()
        return round_refusal(self.chain, self.number, label, error, data)

    def elements(self):
        foreign, cases = self.foreign.rounds[self.number - 1].round, []
        for field, label, other in (("z", "z", foreign.z), ("proof", "delay proof", foreign.proof)):
            honest = getattr(self.honest, field)
            for what, data in {**false_encodings(self.group, honest), "of another discriminant": other}.items():
                assert len(data) == self.group.length
                cases.append(self.refuse(f"{label} {what}", "malformed", **{field: data}))
        return cases

    def layout(self):
        r, group, chain, number = self.honest, self.group, self.chain, self.number
        n = rsa("RSA-1024")
        residue = uint(pow(3, 1 << 20, n), 128)
        w = r.encode()
        return [
            self.refuse("z and delay proof of an RSA chain", "malformed", z=residue, proof=residue),
            self.refuse("z of an RSA chain", "malformed", z=residue),
            self.refuse("delay proof of an RSA chain", "malformed", proof=residue),
            self.refuse("z cut to the length of a smaller group", "malformed", z=r.z[:-4], proof=r.proof[:-4]),
            self.refuse("z is a number in as many bytes", "malformed", z=residue[: group.length]),
            round_refusal(chain, number, "truncated", "malformed", w[:-1]),
            round_refusal(chain, number, "no delay proof", "malformed", w[: -group.length]),
            round_refusal(chain, number, "trailing byte", "malformed", w + b"\0"),
        ]

    def claims(self):
        r, group, chain = self.honest, self.group, self.chain
        z, pi = group.decode(r.z), group.decode(r.proof)
        one, two = group.encode(group.identity), group.form(2, 1)
        other = chain.rounds[self.number].round
        cases = {
            "z = identity": {"z": one},
            "delay proof = identity": {"proof": one},
            "z and delay proof = identity": {"z": one, "proof": one},
            "z inverted": {"z": group.encode(group.invert(z))},
            "delay proof inverted": {"proof": group.encode(group.invert(pi))},
            "z and delay proof inverted": {"z": group.encode(group.invert(z)), "proof": group.encode(group.invert(pi))},
            "z times the form of 2": {"z": group.encode(group.mul(z, two))},
            "delay proof times the form of 2": {"proof": group.encode(group.mul(pi, two))},
            "z and delay proof exchanged": {"z": r.proof, "proof": r.z},
            "z and delay proof of another round": {"z": other.z, "proof": other.proof},
            "a delay of t - 1 squarings": self.other_delay(T - 1, chain.genesis.suite),
            "a delay of t + 1 squarings": self.other_delay(T + 1, chain.genesis.suite),
            "a delay proof of another suite": self.other_delay(T, Suite(PLAIN, 256)),
            "time + 1 period": {"time_ms": r.time_ms + chain.genesis.period_ms},
            "a ticket dropped": {"tickets": r.tickets[1:]},
        }
        return [self.refuse(label, "invalid", **fields) for label, fields in cases.items()]

    def other_delay(self, t, suite):
        """The true z and proof of another number of squarings or suite."""
        group, x = self.group, self.chain.rounds[self.number - 1].x
        z = wesolowski.evaluate(group, x, t)
        return {"z": group.encode(z), "proof": group.encode(wesolowski.prove(group, suite, t, x, z))}


def bundle_refusals(chain):
    honest = chain.bundle()
    w, rounds = honest.encode(), honest.rounds
    foreign = foreign_chain()
    in_rsa = replace(chain.genesis, modulus=rsa("RSA-1024"))
    changed = bytes([rounds[1][-3] ^ 1])
    changes = {
        "genesis of another discriminant": ("invalid", replace(honest, genesis=foreign.genesis.bytes)),
        "a chain of another discriminant": (
            "malformed",
            replace(foreign.bundle(), rounds=rounds[:1] + foreign.bundle().rounds[1:]),
        ),
        "rounds in a chain in RSA's group": (
            "malformed",
            replace(honest, chain_id=in_rsa.chain_id, genesis=in_rsa.bytes, seed=in_rsa.first_seed),
        ),
        "round 2 missing": ("invalid", replace(honest, rounds=rounds[:1] + rounds[2:])),
        "round 2's proof changed": (
            "malformed",
            replace(honest, rounds=(rounds[0], rounds[1][:-3] + changed + rounds[1][-2:], *rounds[2:])),
        ),
    }
    return [bundle_refusal(chain, label, error, w, data.encode()) for label, (error, data) in changes.items()]
