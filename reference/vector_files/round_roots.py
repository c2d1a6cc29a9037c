"""vectors/round_roots.json"""

from .chain_cases import CASES, chain_case
from .common import document
from .round_roots_chains import both_chain, class_chain, roots_chain
from .round_roots_epochs import bundle_cases, epoch_cases
from .round_roots_geneses import accepted_geneses, refused_geneses
from .round_roots_refusals import BothRefusals, RootRefusals

NAME = "round_roots.json"
ABOUT = (
    f"Chains whose delays have roots. {CASES} The genesis fields have delay_by (roots or both), and of the roots bits, "
    "seed, counter, t, segments, prime and field_id, each behind roots_; with roots alone t is that of the roots, and there "
    "are no fields of squarings. group_id is the id of the squarings' group, and with roots alone that of the field. x and "
    "y have those of the squarings before those of the roots; l is the challenge of the squarings. kind genesis: genesis "
    "bytes, accepted or refused; output_length and delay_proof_length are the lengths of z and pi. kind epoch, and the "
    "epoch_proofs of a bundle, as in epoch.json; the rounds of a case, if it has some, stand in place of those of its chain "
    "from 1 on, and are true but for their delays. A chain of roots alone has no epoch proofs: readers of bundles pass over "
    "what begins as one, and readers of epoch proofs call it malformed."
)


def make():
    alone, both = roots_chain(), both_chain()
    cases = [chain_case(chain) for chain in (alone, both, class_chain())]
    cases += accepted_geneses(alone.genesis, both.genesis) + refused_geneses(alone, both)
    cases += RootRefusals(alone).cases() + BothRefusals(both).cases()
    cases += epoch_cases(alone, both) + bundle_cases(alone, both)
    return document(ABOUT, "spec/round.md", cases)
