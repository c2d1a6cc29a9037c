"""vectors/round_trees.json"""

from .announcement_cases import AnnouncementCases
from .chain_cases import CASES, chain_case
from .common import document
from .history_cases import HistoryCases
from .stories import ecvrf_story
from .ticket_cases import TicketCases

NAME = "round_trees.json"
TREES = (
    "In kind chain also: trees, the secrets of the hash trees and their keys as announced; of each round its "
    "announcements, whose proofs are in bytes, and due, the key of a hash tree that is due for each participant, or null "
    "for the stateless one. "
)
ABOUT = f"Rounds whose participants announce keys of hash trees, with stateless keys of ECVRF. {TREES}{CASES}"


def make():
    chain = ecvrf_story()
    tickets = TicketCases(chain)
    cases = [chain_case(chain)] + AnnouncementCases(chain).cases()
    cases += tickets.wrong_keys() + tickets.wrong_turns() + tickets.of_five() + tickets.order() + tickets.proofs()
    cases += tickets.other_proof() + tickets.without_votes() + HistoryCases(chain).bundles()
    return document(ABOUT, "spec/round.md", cases)
