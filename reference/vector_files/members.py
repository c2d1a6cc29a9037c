"""vectors/members.json"""

from dataclasses import replace
from functools import partial

from heliast_reference import ecvrf, round
from heliast_reference.encoding import uint
from heliast_reference.genesis import Genesis
from heliast_reference.members import Approval, Join, Stake, Validators
from heliast_reference.round import Draw, Ticket
from heliast_reference.validators import Entry

from .chain_cases import CASES, bundle_case, bundle_refusal, chain_case, other_round, round_refusal
from .common import document, refused
from .members_story import LEAD, MOST, ROUNDS, SCHEME, SECRETS, ids, join, members_story, say
from .round_trees import TREES

NAME = "members.json"
ABOUT = (
    f"Rounds of a chain whose participants join, leave and change stake. {TREES}{CASES} Outputs, votes and due have an "
    "entry for each participant that there is after the rounds before. In kind chain also: life x and most M; of each "
    "round stakes, those in effect in it, and open, the proposals that are open after it: round, proposer, id, and the "
    "numbers of those who approved. kind genesis: genesis bytes, accepted or refused."
)


def make():
    chain = members_story()
    cases = [members_case(chain)] + Allowed(chain).cases() + tickets(chain) + bundles(chain) + genesis_cases(chain)
    return document(ABOUT, "spec/members.md", cases)


def members_case(chain):
    case = chain_case(chain)
    for number, fields in enumerate(case["rounds"], 1):
        before, after = chain.tip(number).members, chain.tip(number + 1).members
        fields["stakes"] = [before.stake(i, number) for i in range(len(before))]
        fields["open"] = [
            {"round": p.made, "participant": p.proposer, "id": p.id.hex(), "approved": sorted(p.approved)}
            for p in after.open_in(number + 1)
        ]
    return case


class Allowed:
    """Rounds with other announcements than their own. Entropy leaves announcements out, so nothing else of a round
    changes."""

    def __init__(self, chain):
        self.chain = chain
        self.ids = ids(chain)

    def data(self, number, *said):
        tip, honest = self.chain.tip(number), self.chain.rounds[number - 1].round
        made = tuple(say(self.chain.genesis, tip, self.ids, participant, what) for participant, what in said)
        return replace(honest, announcements=made)

    def accept(self, label, number, *said):
        return other_round(self.chain, number, label, self.data(number, *said).encode())

    def refuse(self, label, number, *said):
        return round_refusal(self.chain, number, label, "invalid", self.data(number, *said).encode())

    def malformed(self, label, number, *said):
        return round_refusal(self.chain, number, label, "malformed", self.data(number, *said).encode())

    def cases(self):
        return self.accepted() + self.stakes() + self.proposals() + self.approvals() + self.bytes()

    def accepted(self):
        rest = sum(member.decided for member in self.chain.tip(1).members.members)
        return [
            self.accept("all propose the same", 1, *((i, join(4, 1)) for i in range(4))),
            self.accept("a proposal about a participant whose stake is yet to have effect", 4, (0, Stake(4, 1))),
            self.accept("an approval in the last round that it can stand in", 15, (1, (10, 2))),
            self.accept("the largest total", 1, (0, join(4, (1 << 54) - 1 - rest))),
            self.accept("approvals by all others at once", 2, (1, (1, 0)), (2, (1, 0)), (3, (1, 0))),
            self.accept("who leaves approves before that has effect", 6, (3, (5, 1))),
            self.accept("a withdrawal by who comes back, before that has effect", 14, (3, None)),
        ]

    def stakes(self):
        return [
            self.refuse("a withdrawal by a participant without stake", 9, (3, None)),
            self.refuse("a proposal by a participant without stake", 9, (3, Stake(3, 2))),
            self.refuse("an approval by a participant without stake", 9, (3, (8, 0))),
            self.refuse("a proposal by a participant whose stake is yet to have effect", 5, (4, Stake(4, 1))),
            self.refuse("an approval by a participant whose stake is yet to have effect", 5, (4, (1, 0))),
        ]

    def proposals(self):
        total = sum(member.decided for member in self.chain.tip(1).members.members)
        return [
            self.refuse("a proposal of the stake that is there", 1, (0, Stake(1, 3))),
            self.refuse("a proposal of the stake that is decided", 8, (0, Stake(0, 8))),
            self.refuse("a proposal of stake 0 for who has left", 9, (0, Stake(3, 0))),
            self.refuse("a proposal about nobody", 1, (0, Stake(4, 1))),
            self.refuse("a proposal about participant 2^32 - 1", 1, (0, Stake((1 << 32) - 1, 1))),
            self.refuse("a key that is a participant's joins", 1, (0, join(3, 1))),
            self.refuse("a key that is to be a participant's joins", 4, (0, join(4, 1))),
            self.refuse("more participants join than there can be", 17, (0, Join(SCHEME, other_key(), 1))),
            self.refuse("a total of 2^54 by who joins", 1, (0, join(4, (1 << 54) - total))),
            self.refuse("a total of 2^54 by a stake", 1, (0, Stake(0, (1 << 54) - total + 4))),
            self.refuse("a total of 2^64 and more", 1, (0, join(4, (1 << 64) - 1))),
        ]

    def approvals(self):
        return [
            self.refuse("an approval of nothing", 2, (1, Approval(bytes(32)))),
            self.refuse("an approval by the proposer", 2, (0, (1, 0))),
            self.refuse("a second approval", 3, (1, (1, 0))),
            self.refuse("an approval of a proposal that is adopted", 4, (3, (1, 0))),
            self.refuse("an approval of a proposal that another one has closed", 8, (0, (6, 2))),
            self.refuse("an approval of a proposal that its proposer has replaced", 19, (0, (17, 1))),
            self.refuse("an approval of a proposal that is too old", 16, (1, (10, 2))),
            self.refuse("an approval of a proposal of another round", 2, (1, (5, 1))),
        ]

    def bytes(self):
        key = join(4, 1).key
        order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
        cases = [
            self.malformed("who joins has stake 0", 1, (0, join(4, 0))),
            self.malformed("who joins has a key of another scheme", 1, (0, Join(0x04, key, 1))),
            self.malformed("who joins has an unknown scheme", 1, (0, Join(0xFF, key, 1))),
            self.malformed("who joins has a key of 31 bytes", 1, (0, Join(SCHEME, key[:31], 1))),
            self.malformed("who joins has a key of 33 bytes", 1, (0, Join(SCHEME, key + b"\0", 1))),
            self.malformed("who joins has a key of small order", 1, (0, Join(SCHEME, order_8, 1))),
        ]
        honest = self.data(2, (1, Approval(bytes(32))))
        for label, fields in {
            "change 5": {"member": Raw(b"\5" + bytes(32))},
            "a change of validators, which do not change": {"member": Validators((Entry(1, bytes(32), 0),))},
            "change 255": {"member": Raw(b"\xff")},
            "an id of 31 bytes": {"member": Raw(b"\4" + bytes(31))},
            f"announcement of participant {MOST}": {"participant": MOST},
        }.items():
            data = replace(honest, announcements=(replace(honest.announcements[0], **fields),)).encode()
            cases.append(round_refusal(self.chain, 2, label, "malformed", data))
        nobody = replace(honest.announcements[0], participant=4)
        data = replace(honest, announcements=(nobody,)).encode()
        return cases + [round_refusal(self.chain, 2, "announcement of who has not joined", "invalid", data)]


class Raw:
    """Bytes in place of a change."""

    def __init__(self, data):
        self.data = data

    def encode(self):
        return self.data


def other_key():
    return ecvrf.public_key(bytes(32))


def tickets(chain):
    """Rounds with one more ticket, of somebody who is not a participant in them; the delay is run over it."""
    genesis, cases = chain.genesis, []
    for label, number, participant in (
        ("a ticket of who has not joined", 3, 4),
        ("a ticket of who has joined, before that has effect", 5, 4),
        ("a ticket of who has left", 7, 3),
        ("a ticket of who has come back, before that has effect", 15, 3),
    ):
        tip, honest = chain.tip(number), chain.rounds[number - 1]
        x = round.ticket_input(genesis, tip, genesis.slots - 1)
        beta, proof = ecvrf.prove(SCHEME, SECRETS[participant], x)
        slot = genesis.slots - 1
        lots = dict(zip(((d.slot, d.participant) for d in honest.draws), zip(honest.round.tickets, honest.draws)))
        lots[slot, participant] = Ticket(slot, participant, proof), Draw(slot, participant, beta, 0)
        given, draws = zip(*(lots[place] for place in sorted(lots)))
        made = round.close_round(genesis, tip, honest.round.time_ms, given, draws, honest.round.announcements)
        cases.append(round_refusal(chain, number, label, "invalid", made.round.encode()))
    return cases


def bundles(chain):
    cases = [bundle_case(chain, *ends) for ends in ((1, ROUNDS), (4, 7), (10, 10), (16, ROUNDS))]
    later = chain.bundle(16, 17)
    for label, at in (("an approval", 1), ("a proposal", 0)):
        history = later.history[:at] + later.history[at + 1 :]
        data = replace(later, history=history).encode()
        cases.append(bundle_refusal(chain, f"{label} before left out", "malformed", later.encode(), data))
    return cases


def genesis_cases(chain):
    honest = chain.genesis
    cases = []
    for label, fields in {
        "shortest life": {"life": 1},
        "longest life": {"life": 1 << 24},
        "nobody can join": {"most": len(honest.participants)},
        "65536 participants": {"most": 65_536},
        "shortest lead": {"lead": 2},
    }.items():
        genesis = replace(honest, **fields)
        assert Genesis.decode(genesis.bytes) == genesis
        found = {"chain_id": genesis.chain_id.hex(), "first_seed": genesis.first_seed.hex()}
        cases.append({"name": f"genesis, {label}", "kind": "genesis", "bytes": genesis.bytes.hex(), **found})
    at = 42 + 4 * honest.slots - 4 + honest.group.length
    w = honest.bytes
    for label, data in {
        "life 0": replace(honest, life=0).bytes,
        "life 2^24 + 1": replace(honest, life=(1 << 24) + 1).bytes,
        "fewer at most than there are": replace(honest, most=len(honest.participants) - 1).bytes,
        "65537 at most": replace(honest, most=65_537).bytes,
        "no lead": replace(honest, lead=0).bytes,
        "lead 1": replace(honest, lead=1).bytes,
        "version 5": w[:4] + b"\5" + w[5:],
        "version 2 with fields of version 3": w[:4] + b"\2" + w[5:],
        "version 3 without its fields": w[:at] + w[at + 8 :],
    }.items():
        assert w[at : at + 8] == uint(honest.life, 4) + uint(honest.most, 4) and LEAD == honest.lead
        decode = partial(Genesis.decode, data)
        cases.append(refused(f"genesis, {label}", decode, "malformed", kind="genesis", bytes=data.hex()))
    return cases
