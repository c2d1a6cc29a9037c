"""vectors/wesolowski.json"""

from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import (
    BLAKE3,
    HASH_NAMES,
    HINTED,
    MODE_NAMES,
    PLAIN,
    SHA_256,
    SIEVED,
    SIEVED_FULL,
)
from heliast_reference.proof_file import ProofFile

from .checkpoint import checkpoint_cases, checkpoint_refusals
from .common import TOYS, document, group_table, groups, order_two
from .wesolowski_refusals import HintRefusals, Refusals

NAME = "wesolowski.json"
ABOUT = (
    "Wesolowski's proofs. Bytes are hexadecimal. kind proof: message to x; x, t, mode, hash, bits to y, the challenge l"
    " (bits/8 bytes), pi, in hinted suites the hint; the two wire forms and proof files; trapdoor true: t is so large that only p and q make"
    " the proof. kind low-order: the verifier accepts, y is false (see its note). kind verify: a proof in a wire "
    "form that is refused, or (without error) accepted. kind file: a proof file that is refused for the group. kind checkpoint: a checkpoint "
    "file of group, x, t, done, spacing, or a refused one. Reasons are those of the reference; the error class is"
    " normative."
)
TIMES = (1, 2, 7, 100, 1000, 4097)
PROVED_TIMES = {"toy-256": TIMES, "toy-257": (1, 100), "toy-300": (7, 1000), "toy-320": (2, 4097)}


def make():
    table = groups()
    cases = []
    for name, group in table.items():
        for t in PROVED_TIMES.get(name, TIMES):
            for mode in (PLAIN, SIEVED_FULL):
                cases.append(proof_case(name, group, w.Suite(mode, 256), t))
    for bits in (128, 136, 512):
        cases.append(proof_case("toy-256", table["toy-256"], w.Suite(SIEVED_FULL, bits), 300))
        cases.append(proof_case("rsa-1024", table["rsa-1024"], w.Suite(PLAIN, bits), 300))
    for mode, sizes in {PLAIN: (128, 512), SIEVED: (256, 512), SIEVED_FULL: (256, 512), HINTED: (264, 520)}.items():
        for hash_id in HASH_NAMES:
            for bits in sizes[: 2 if hash_id in (SHA_256, BLAKE3) else 1]:
                suite = w.Suite(mode, bits, hash_id)
                if hash_id != SHA_256 or mode in (SIEVED, HINTED):
                    cases.append(proof_case("toy-320", table["toy-320"], suite, 90))
    cases.append(proof_case("rsa-2048", table["rsa-2048"], w.Suite(HINTED, 264), 1000))
    for t in (1 << 20, (1 << 40) + 1, w.MAX_T):
        cases.append(trapdoor_case("toy-320", table["toy-320"], w.Suite(), t))
    cases.append(low_order_case("toy-256", table["toy-256"]))
    for name in ("toy-257", "rsa-1024", "rsa-2048"):
        cases += Refusals(name, table[name]).cases()
    for suite in (w.Suite(HINTED, 264), w.Suite(HINTED, 136, BLAKE3)):
        cases += HintRefusals("toy-257", table["toy-257"], suite).cases()
    cases += checkpoint_cases("toy-257", table["toy-257"]) + checkpoint_refusals("toy-257", table["toy-257"])
    return document(ABOUT, "spec/wesolowski.md", cases, groups=group_table())


def proof_case(name, group, suite, t):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    y = w.evaluate(group, x, t)
    pi = w.prove(group, suite, t, x, y)
    if name in TOYS:
        assert (y, pi) == by_trapdoor(name, group, suite, t, x)
    return described(name, group, suite, t, message, x, y, pi)


def trapdoor_case(name, group, suite, t):
    message = f"message for {name} and {t}".encode()
    x = w.delay_input(group, message)
    return {**described(name, group, suite, t, message, x, *by_trapdoor(name, group, suite, t, x)), "trapdoor": True}


def by_trapdoor(name, group, suite, t, x):
    p, q = TOYS[name]
    phi = (p - 1) * (q - 1)
    y = w.trapdoor_evaluate(group, phi, x, t)
    return y, w.trapdoor_prove(group, phi, suite, t, x, y)


def described(name, group, suite, t, message, x, y, pi, kind="proof"):
    l = w.challenge(group, suite, t, x, y)
    hint = w.honest_hint(group, suite, t, x, y)
    forms = {"output": w.encode_output(group, y, pi, hint), "compact": w.encode_compact(group, suite, pi, l, hint)}
    statement = suite, t, group.id, group.encode(x)
    files = {form: ProofFile(*statement, proof, form=w.FORMS[form]) for form, proof in forms.items()}
    for file in files.values():
        assert ProofFile.decode(file.encode()) == file and file.verify(group) == (x, y)
    return {
        "name": f"{name}, {suite_name(suite)}, t = {t}" + ("" if kind == "proof" else f", {kind}"),
        "kind": kind,
        "group": name,
        "mode": MODE_NAMES[suite.mode],
        "hash": HASH_NAMES[suite.hash_id],
        "bits": suite.bits,
        "t": t,
        "message": message.hex(),
        "x": group.encode(x).hex(),
        "y": group.encode(y).hex(),
        "l": uint(l, suite.bits // 8).hex(),
        "pi": group.encode(pi).hex(),
        **({} if hint is None else {"hint": hint}),
        "output": forms["output"].hex(),
        "compact": forms["compact"].hex(),
        "output_file": files["output"].encode().hex(),
        "compact_file": files["compact"].encode().hex(),
    }


def suite_name(suite):
    hash_name = "" if suite.hash_id == SHA_256 else f" {HASH_NAMES[suite.hash_id]}"
    return f"{MODE_NAMES[suite.mode]}{hash_name} {suite.bits}"


def low_order_case(name, group):
    """y * g with the proof pi * g for its own challenge: l is odd, so (pi g)^l x^r = y g."""
    suite, t, message = w.Suite(), 100, b"low order"
    x = w.delay_input(group, message)
    g = order_two(name, group)
    false_y = group.mul(w.evaluate(group, x, t), g)
    pi = group.mul(w.prove(group, suite, t, x, false_y), g)
    case = described(name, group, suite, t, message, x, false_y, pi, "low-order")
    case["note"] = (
        "y is x^(2^t) times an element of order 2, found with the factors: no verifier can tell (low order assumption)"
    )
    return case
