"""vectors/roots.json"""

from .book import REASONS
from .common import document
from .roots_chains import chain_cases
from .roots_fields import element_cases, field_cases, group_file_cases, group_table, input_cases, step_cases
from .roots_file_refusals import file_refusals
from .roots_refusals import Refusals
from .roots_state import state_cases, state_refusals

NAME = "roots.json"
ABOUT = (
    "Chains of square roots. Bytes and integers are hexadecimal; groups are the fields that cases name. kind field: "
    "bits, seed and counter to p and the field's id, or refused. kind group-file: its text to the same and the id, or "
    "refused. kind input: message to x. kind element: bytes that are the integer x, or refused. kind step: y = "
    "step(x), and whether sigma(x) is a square. kind chain: message to x if there is one; x, t and count (s) to places "
    "(T_0 to T_s), y, the proof and the proof file. kind long-chain: the same with SHA-256 of the proof alone. kind "
    "verify: refused; group, t, x, y and proof are those of the base, a chain, but for those that are there and the "
    "edits of its proof. kind repeated: refused; the proof is u16(count) and count - 1 times y. kind file: a refused "
    "proof file, the base's after the edits. kind state: the file of an evaluation of x under way after done steps, "
    "and the y and proof that it ends with; or refused: the file of the base after the edits, for the group of the "
    "base. attack is the row of the page's table of rejections. Edits, in their order: keep (the first n bytes only), "
    "set (overwrite from the offset at on), append (bytes). "
) + REASONS


def make():
    cases = field_cases() + group_file_cases() + input_cases() + element_cases("roots-1024") + step_cases()
    made = Refusals("roots-1024")
    cases += chain_cases() + made.cases() + file_refusals(made)
    for name in ("roots-2048", "roots-3072"):
        cases += Refusals(name).few()
    cases += state_cases("roots-1024") + state_refusals("roots-1024")
    return document(ABOUT, "spec/roots.md", cases, groups=group_table())
