"""vectors/bundle.json"""

from .chain_cases import CASES
from .common import document
from .history_cases import HistoryCases
from .stories import ecvrf_story

NAME = "bundle.json"
ABOUT = f"Bundles of the chain in round_trees.json, with other announcements before their rounds than it has. {CASES}"


def make():
    return document(ABOUT, "spec/round.md", HistoryCases(ecvrf_story()).histories())
