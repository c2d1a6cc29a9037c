"""vectors/validators.json"""

from dataclasses import replace
from functools import partial

from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.members import Validators
from heliast_reference.validators import MAX_ENTRIES, Entry

from .chain_cases import CASES, bundle_case, bundle_refusal, chain_case, other_round, round_refusal
from .common import document, refused
from .members import Raw
from .members_story import say_with
from .validators_story import ed25519_key, ed25519_story, ml_dsa_story

NAME = "validators.json"
ABOUT = (
    f"Chains of networks whose validators change; validators_finality.json has what follows from them. {CASES} kind "
    "genesis: genesis bytes, accepted or refused. In kind chain also stakes and open, as in members.json."
)


def make():
    plain, quantum = ed25519_story(), ml_dsa_story()
    cases = [chain(given) for given in (plain, quantum)]
    cases += rounds(plain) + bundles(plain) + genesis_cases(plain.chain)
    return document(ABOUT, "spec/validators.md", cases)


def chain(given):
    case = chain_case(given.chain)
    for number, fields in enumerate(case["rounds"], 1):
        before = given.chain.tip(number).members
        fields["stakes"] = [before.stake(i, number) for i in range(len(before))]
        fields["open"] = [
            {"round": p.made, "participant": p.proposer, "id": p.id.hex(), "approved": sorted(p.approved)}
            for p in given.tip(number).members.open_in(number + 1)
        ]
    return case


def rounds(given):
    """Rounds with other announcements than their own."""
    honest = given.chain.rounds[0].round

    def data(change):
        made = replace(honest.announcements[0], member=change)
        return replace(honest, announcements=(made,)).encode()

    def said(change):
        genesis = given.chain.genesis
        secrets = [owner.seed for owner in given.chain.owners]
        made = say_with(genesis, secrets, given.chain.tip(1), {}, 0, change)
        return replace(honest, announcements=(made,)).encode()

    one = ed25519_key("e").entry(given.chain.genesis, 10)
    leaves = Entry(one.key_type, ed25519_key("a").public, 0)
    entries = tuple(ed25519_key(name).entry(given.chain.genesis, 1) for name in "klmno")
    other = Entry(2, bytes(1952), 1)
    good = {
        "four entries": Validators(entries[:MAX_ENTRIES]),
        "a key that is not a point": Validators((Entry(1, uint(2, 1) + bytes(31), 5),)),
        "keys of two types": Validators((one, replace(other, proof=bytes(3309)))),
        "the greatest power": Validators((replace(one, power=(1 << 53) - 1),)),
        "one leaves and another joins": Validators((leaves, one)),
    }
    body = one.encode()
    bad = {
        "five entries": Validators(entries),
        "no entries": Raw(b"\5" + uint(0, 2)),
        "the same key twice": Validators((leaves, Entry(1, leaves.key, 5))),
        "key type 0": Validators((replace(one, key_type=0),)),
        "key type 3": Validators((replace(one, key_type=3),)),
        "a key of 31 bytes": Validators((replace(one, key=one.key[:31]),)),
        "a key of 33 bytes": Validators((replace(one, key=one.key + b"\0"),)),
        "power 2^53": Validators((replace(one, power=1 << 53),)),
        "a proof of 63 bytes": Validators((replace(one, proof=one.proof[:63]),)),
        "a proof of 65 bytes": Validators((replace(one, proof=one.proof + b"\0"),)),
        "a proof of a key that leaves": Validators((replace(one, power=0),)),
        "the length is one too many": Raw(b"\5" + uint(len(body) + 1, 2) + body),
        "the length is one too few": Raw(b"\5" + uint(len(body) - 1, 2) + body),
        "a byte after the entries": Raw(b"\5" + uint(len(body) + 1, 2) + body + b"\0"),
        "change 6": Raw(b"\6" + uint(len(body), 2) + body),
    }
    cases = [other_round(given.chain, 1, label, said(change)) for label, change in good.items()]
    cases += [round_refusal(given.chain, 1, label, "malformed", data(change)) for label, change in bad.items()]
    false = data(Validators((replace(one, power=9),)))
    return cases + [round_refusal(given.chain, 1, "another power than was announced", "invalid", false)]


def bundles(given):
    cases = [bundle_case(given.chain, *ends) for ends in ((1, 22), (3, 5), (10, 14), (22, 22))]
    later = given.chain.bundle(16, 17)
    history = later.history[:1] + later.history[2:]
    data = replace(later, history=history).encode()
    label = "a proposal before left out"
    return cases + [bundle_refusal(given.chain, label, "malformed", later.encode(), data)]


def genesis_cases(chain):
    w = chain.genesis.bytes
    found = {"chain_id": chain.genesis.chain_id.hex(), "first_seed": chain.genesis.first_seed.hex()}
    cases = [{"name": "genesis, version 4", "kind": "genesis", "bytes": w.hex(), **found}]
    for label, data in {
        "version 5": w[:4] + b"\5" + w[5:],
        "version 4 without a lead": replace(chain.genesis, lead=0).bytes,
        "version 4 with the fields of version 2": w[:4] + b"\4" + replace(chain.genesis, life=None).bytes[5:],
    }.items():
        decode = partial(Genesis.decode, data)
        cases.append(refused(f"genesis, {label}", decode, "malformed", kind="genesis", bytes=data.hex()))
    return cases
