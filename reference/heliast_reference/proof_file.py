"""The proof file (spec/wesolowski.md): a statement and its proof, of any system, without the modulus."""

from dataclasses import dataclass
from typing import Optional

from . import pietrzak, segments, wesolowski
from .encoding import Reader, uint
from .errors import Invalid, Malformed
from .wesolowski import COMPACT, OUTPUT, SYSTEM_WESOLOWSKI, Suite, decode_hint, form_size, hint_size

SYSTEM_PIETRZAK, SYSTEM_SEGMENTED = 1, 2
HINTED_FORMS = 2
MAX_LENGTH = 1024
NO_SUITE = bytes(4)


@dataclass(frozen=True)
class ProofFile:
    """`suite` is None in Pietrzak's files. `proof` is the form's bytes; in a hinted form the hint is at their end, and the
    form's number in the file is 2 higher."""

    suite: Optional[Suite]
    t: int
    group_id: bytes
    x: bytes
    proof: bytes
    system: int = SYSTEM_WESOLOWSKI
    form: int = OUTPUT

    def encode(self):
        hinted = self.system == SYSTEM_WESOLOWSKI and self.suite.hinted
        form = self.form + (HINTED_FORMS if hinted else 0)
        suite = NO_SUITE if self.suite is None else self.suite.encode()
        head = b"HLVP\1" + uint(form, 1) + uint(self.system, 1) + suite + uint(self.t, 8)
        return head + self.group_id + uint(len(self.x), 4) + self.x + self.proof

    @staticmethod
    def decode(data):
        reader = Reader(data)
        reader.expect(b"HLVP", "magic")
        reader.expect(b"\1", "version")
        form = reader.uint(1, "form")
        system = reader.uint(1, "proof system", maximum=SYSTEM_SEGMENTED)
        suite = _read_suite(reader, system)
        form = _unhinted_form(system, suite, form)
        t = reader.uint(8, "t")
        group_id = reader.take(32, "group id")
        length = reader.uint(4, "L", maximum=MAX_LENGTH)
        x = reader.take(length, "x")
        if system == SYSTEM_WESOLOWSKI:
            proof = reader.take(form_size(length, suite, form), "proof")
            decode_hint(Reader(proof[len(proof) - hint_size(suite) :]), suite)
        elif system == SYSTEM_PIETRZAK:
            proof = reader.take((1 + pietrzak.rounds(t)) * length, "y and proof")
        else:
            y, cut = reader.take(length, "y"), segments.Cut.read(reader)
            proof = y + cut.encode() + reader.take((2 * cut.count - 1) * length, "proof")
        reader.end()
        return ProofFile(suite, t, group_id, x, proof, system, form)

    def verify(self, group):
        """(x, y) when the proof holds in `group`."""
        if self.group_id != group.id:
            raise Invalid("proof for another group")
        if self.system == SYSTEM_WESOLOWSKI:
            return wesolowski.verify(group, self.suite, self.t, self.x, self.form, self.proof)
        y, proof = self.proof[: len(self.x)], self.proof[len(self.x) :]
        if self.system == SYSTEM_PIETRZAK:
            return pietrzak.verify(group, self.t, self.x, y, proof)
        return segments.verify(group, self.suite, self.t, self.x, y, proof)


def _read_suite(reader, system):
    if system != SYSTEM_PIETRZAK:
        return Suite.read(reader)
    reader.expect(NO_SUITE, "suite")
    return None


def _unhinted_form(system, suite, form):
    """The form, without the part that says that a hint follows."""
    if form > (HINTED_FORMS + COMPACT if system == SYSTEM_WESOLOWSKI else 0):
        raise Malformed(f"form out of range: {form}")
    if system != SYSTEM_WESOLOWSKI:
        return form
    if (form >= HINTED_FORMS) != suite.hinted:
        raise Malformed(f"form {form} does not fit the suite")
    return form % HINTED_FORMS
