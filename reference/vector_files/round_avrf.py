"""vectors/round_avrf.json"""

from dataclasses import replace

from heliast_reference import announcement, avrf

from .chain_cases import CASES, bundle_case, chain_case, other_round, round_refusal
from .common import document
from .round_trees import TREES
from .stories import avrf_story
from .ticket_cases import TicketCases, another_proof, flip

NAME = "round_avrf.json"
ABOUT = f"Rounds whose participants announce keys of hash trees, with stateless keys of A-VRF. {TREES}{CASES}"
ANNOUNCED, STATELESS = 7, 9  # a round with one announcement, and one with one ticket, of a stateless key


def make():
    chain = avrf_story()
    tickets = TicketCases(chain)
    cases = [chain_case(chain), bundle_case(chain, 10, 15)]
    cases += tickets.wrong_keys_of_late() + ticket_proofs(chain) + tickets.other_proof() + announcement_proofs(chain)
    return document(ABOUT, "spec/round.md", cases)


def ticket_proofs(chain):
    r = chain.rounds[STATELESS - 1].round
    (ticket,) = r.tickets
    pi = ticket.proof
    assert len(pi) == avrf.proof_size(0x42)
    changes = {
        "y changed": ("invalid", flip(pi, 0)),
        "a bit in the middle changed": ("invalid", flip(pi, len(pi) // 2)),
        "a byte too few": ("invalid", pi[:-1]),
        "as many bytes as a-vrf-small": ("invalid", pi[: avrf.proof_size(0x41)]),
        "a byte too many": ("malformed", pi + b"\0"),
    }
    return [
        round_refusal(chain, STATELESS, f"ticket, {label}", error, with_proof(r, "tickets", proof))
        for label, (error, proof) in changes.items()
    ]


def announcement_proofs(chain):
    genesis, r = chain.genesis, chain.rounds[ANNOUNCED - 1].round
    (given,) = r.announcements
    pi = given.proof
    earlier = next(made for _, made in chain.announced(ANNOUNCED) if made.participant == given.participant)
    changes = {
        "proof of the one before": ("invalid", earlier.proof),
        "a bit in the middle changed": ("invalid", flip(pi, len(pi) // 2)),
        "a byte too few": ("malformed", pi[:-1]),
        "as many bytes as a-vrf-small": ("malformed", pi[: avrf.proof_size(0x41)]),
    }
    cases = [
        round_refusal(chain, ANNOUNCED, f"announcement, {label}", error, with_proof(r, "announcements", proof))
        for label, (error, proof) in changes.items()
    ]
    x = announcement.proof_input(genesis, given)
    other = another_proof(genesis.scheme, chain.owners[given.participant].seed, x)
    return cases + [
        other_round(chain, ANNOUNCED, "another proof of an announcement", with_proof(r, "announcements", other))
    ]


def with_proof(r, field, proof):
    """The round with another proof of its one ticket or announcement."""
    (one,) = getattr(r, field)
    return replace(r, **{field: (replace(one, proof=proof),)}).encode()
