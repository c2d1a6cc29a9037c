"""vectors/segments.json"""

from heliast_reference import segments
from heliast_reference import wesolowski as w
from heliast_reference.hash_to_prime import BLAKE3, HASH_NAMES, HINTED, MODE_NAMES, PLAIN, SHA_512, SIEVED
from heliast_reference.proof_file import SYSTEM_SEGMENTED, ProofFile
from heliast_reference.segments import Cut, SegmentedProof

from .common import TOYS, document, group_table, groups, order_two
from .segments_refusals import Refusals
from .segments_state import state_cases, state_refusals

NAME = "segments.json"
ABOUT = (
    "Wesolowski's proofs in segments. Bytes are hexadecimal. kind proof: message to x; x, t, mode, hash, bits, count (s)"
    " and shift (b) to lengths, y, the proof and the proof file; trapdoor true: t is so large that only p and q make the"
    " proof. kind low-order: the verifier accepts, an output between segments is false (see its note). kind verify: x, y, t"
    " and a proof that is refused; segment is the one that the error must name. kind file: a proof file that is refused for"
    " the group. kind state: the file of an evaluation of x under way, and the y and proof that it ends with, or a refused"
    " file. Reasons are those of the reference; the error class is normative."
)
DEFAULT = w.Suite()
PROVED = (
    ("toy-256", DEFAULT, 1, Cut(1, 1)),
    ("toy-256", DEFAULT, 100, Cut(1, 1)),
    ("toy-256", DEFAULT, 2, Cut(2, 1)),
    ("toy-256", DEFAULT, 7, Cut(3, 1)),
    ("toy-256", DEFAULT, 1000, Cut(3, 2)),
    ("toy-256", DEFAULT, 30_000, Cut(4, 2)),
    ("toy-256", DEFAULT, 4096, Cut(2, 12)),
    ("toy-256", DEFAULT, 65_536, Cut(2, 16)),
    ("toy-256", DEFAULT, 40_001, Cut(16, 1)),
    ("toy-257", DEFAULT, 9999, Cut(2, 3)),
    ("toy-300", w.Suite(PLAIN, 128), 4001, Cut(5, 1)),
    ("toy-320", w.Suite(SIEVED, 256, BLAKE3), 2000, Cut(2, 2)),
    ("toy-320", w.Suite(HINTED, 264), 5000, Cut(3, 2)),
    ("rsa-1024", w.Suite(PLAIN, 512, SHA_512), 6000, Cut(2, 3)),
    ("rsa-2048", DEFAULT, 4000, Cut(3, 1)),
)


def make():
    table = groups()
    cases = [proof_case(name, table[name], suite, t, cut) for name, suite, t, cut in PROVED]
    for t, cut in (((1 << 40) + 1, Cut(3, 16)), (w.MAX_T, Cut(4, 8)), (w.MAX_T, Cut(16, 3))):
        cases.append(trapdoor_case("toy-320", table["toy-320"], DEFAULT, t, cut))
    cases.append(low_order_case("toy-256", table["toy-256"], DEFAULT, 5000, Cut(3, 2)))
    for name in ("toy-257", "rsa-2048"):
        cases += Refusals(name, table[name], DEFAULT).cases()
    cases += state_cases("toy-257", table["toy-257"], DEFAULT) + state_refusals("toy-257", table["toy-257"], DEFAULT)
    return document(ABOUT, "spec/segments.md", cases, groups=group_table())


def proof_case(name, group, suite, t, cut):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    return described(name, group, suite, t, message, x, *segments.prove(group, suite, t, x, cut))


def trapdoor_case(name, group, suite, t, cut):
    p, q = TOYS[name]
    phi = (p - 1) * (q - 1)
    message = f"message for {name} and {t}".encode()
    ends, proofs = [w.delay_input(group, message)], []
    for length in cut.lengths(t):
        x, y = ends[-1], w.trapdoor_evaluate(group, phi, ends[-1], length)
        proofs.append(w.trapdoor_prove(group, phi, suite, length, x, y))
        ends.append(y)
    proof = SegmentedProof(cut, tuple(ends[1:-1]), tuple(proofs))
    return {**described(name, group, suite, t, message, ends[0], ends[-1], proof), "trapdoor": True}


def low_order_case(name, group, suite, t, cut):
    """y_1 * g, pi_1 * g for the challenge of this y_1, and the true values of the segments after it: squaring removes
    g."""
    g, message = order_two(name, group), b"low order"
    x = w.delay_input(group, message)
    lengths = cut.lengths(t)
    y_1 = group.mul(w.evaluate(group, x, lengths[0]), g)
    pi_1 = group.mul(w.prove(group, suite, lengths[0], x, y_1), g)
    outputs, proofs = [y_1], [pi_1]
    for length in lengths[1:]:
        y = w.evaluate(group, outputs[-1], length)
        proofs.append(w.prove(group, suite, length, outputs[-1], y))
        outputs.append(y)
    assert outputs[-1] == w.evaluate(group, x, t)
    proof = SegmentedProof(cut, tuple(outputs[:-1]), tuple(proofs))
    case = described(name, group, suite, t, message, x, outputs[-1], proof, "low-order")
    case["note"] = (
        "y_1 is x^(2^t_1) times an element of order 2, found with the factors: no verifier can tell (low-order"
        " assumption); y is true"
    )
    return case


def described(name, group, suite, t, message, x, y, proof, kind="proof"):
    data = proof.encode(group)
    assert SegmentedProof.decode(group, data) == proof
    assert segments.verify(group, suite, t, group.encode(x), group.encode(y), data) == (x, y)
    file = ProofFile(suite, t, group.id, group.encode(x), group.encode(y) + data, SYSTEM_SEGMENTED)
    assert ProofFile.decode(file.encode()) == file and file.verify(group) == (x, y)
    what = f"{name}, {MODE_NAMES[suite.mode]} {suite.bits}, t = {t}, {proof.cut.count} by 2^{proof.cut.shift}"
    return {
        "name": what + ("" if kind == "proof" else f", {kind}"),
        "kind": kind,
        "group": name,
        "mode": MODE_NAMES[suite.mode],
        "hash": HASH_NAMES[suite.hash_id],
        "bits": suite.bits,
        "t": t,
        "count": proof.cut.count,
        "shift": proof.cut.shift,
        "lengths": proof.cut.lengths(t),
        "message": message.hex(),
        "x": group.encode(x).hex(),
        "y": group.encode(y).hex(),
        "proof": data.hex(),
        "file": file.encode().hex(),
    }
