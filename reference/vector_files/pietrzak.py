"""vectors/pietrzak.json"""

from heliast_reference import pietrzak
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.proof_file import SYSTEM_PIETRZAK, ProofFile

from .common import TOYS, document, group_table, groups, order_two
from .pietrzak_refusals import Refusals

NAME = "pietrzak.json"
ABOUT = (
    "Pietrzak's proofs. Bytes are hexadecimal. kind proof: message to x; x and t to y, the challenges r_1, r_2, ... (16"
    " bytes each), the proof and the proof file; trapdoor true: t is so large that only p and q make the proof. kind"
    " low-order: the verifier accepts, y is false (see its note). kind verify: x, y, t and a proof that is refused; round"
    " is the halving whose midpoint is no element. kind file: a proof file that is refused for the group. Reasons are those"
    " of the reference; the error class is normative."
)
EDGES = (1, 2, 1023, 1024, 1025, 1026, 1027, 2047, 2048, 2049, 2050, 2051, 4095, 4096, 4099, 10_000, 65_535)
TIMES = {
    "toy-256": EDGES,
    "toy-257": (1024, 5001),
    "toy-300": (2051, 8191),
    "toy-320": (1025, 100_001),
    "rsa-1024": (1500, 4099),
    "rsa-2048": (1000, 3001),
}


def make():
    table = groups()
    cases = [proof_case(name, table[name], t) for name, times in TIMES.items() for t in times]
    for t in (1 << 20, (1 << 40) + 1, w.MAX_T):
        cases.append(trapdoor_case("toy-320", table["toy-320"], t))
    for t in (1026, 5001):
        cases.append(low_order_case("toy-256", table["toy-256"], t))
    for name, t in {"toy-257": 5001, "rsa-2048": 3001}.items():
        cases += Refusals(name, table[name], t).cases()
    return document(ABOUT, "spec/pietrzak.md", cases, groups=group_table())


def proof_case(name, group, t):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    y = w.evaluate(group, x, t)
    return described(name, group, t, message, x, y, pietrzak.prove(group, t, x, y))


def trapdoor_case(name, group, t):
    p, q = TOYS[name]

    def square_n(group, x, n):
        return w.trapdoor_evaluate(group, (p - 1) * (q - 1), x, n)

    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    y = square_n(group, x, t)
    midpoints = pietrzak.prove(group, t, x, y, square_n)
    return {**described(name, group, t, message, x, y, midpoints), "trapdoor": True}


def low_order_case(name, group, t):
    """y * g and mu_1 * g: the remaining claim is true if r_1 is odd, so a liar who knows g tries messages until r_1 is
    odd."""
    g = order_two(name, group)
    for attempt in range(100):
        message = f"low order {attempt}".encode()
        x = w.delay_input(group, message)
        y = group.mul(w.evaluate(group, x, t), g)
        midpoints = pietrzak.prove(group, t, x, y, lying_once(g))
        if pietrzak.challenges(group, t, x, y, midpoints)[0] % 2:
            break
    case = described(name, group, t, message, x, y, midpoints, "low-order")
    case["note"] = (
        "y is x^(2^t) times an element of order 2, found with the factors: no verifier can tell (low-order assumption)"
    )
    return case


def lying_once(g):
    """Evaluation, but the first result is multiplied by g."""
    errors = [g]

    def square_n(group, x, n):
        return group.mul(w.evaluate(group, x, n), errors.pop() if errors else 1)

    return square_n


def described(name, group, t, message, x, y, midpoints, kind="proof"):
    proof = pietrzak.encode(group, midpoints)
    assert pietrzak.verify(group, t, group.encode(x), group.encode(y), proof) == (x, y)
    file = ProofFile(None, t, group.id, group.encode(x), group.encode(y) + proof, SYSTEM_PIETRZAK)
    assert ProofFile.decode(file.encode()) == file and file.verify(group) == (x, y)
    return {
        "name": f"{name}, t = {t}" + ("" if kind == "proof" else f", {kind}"),
        "kind": kind,
        "group": name,
        "t": t,
        "message": message.hex(),
        "x": group.encode(x).hex(),
        "y": group.encode(y).hex(),
        "challenges": [uint(r, 16).hex() for r in pietrzak.challenges(group, t, x, y, midpoints)],
        "proof": proof.hex(),
        "file": file.encode().hex(),
    }
