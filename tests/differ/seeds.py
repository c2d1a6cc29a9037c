"""The inputs that are changed: the files of vectors/, their accepted cases and their refused ones."""

import json
import sys
from functools import cache
from pathlib import Path

import formats
from formats import parsed
from inputs import Input, fixed, number
from parts import ELEMENT, FIELD_ELEMENT, NUMBER, Part

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "reference")]

from heliast_reference import roots_field  # noqa: E402

SCHEMES = {"ecvrf-edwards25519-sha512-tai": 3, "ecvrf-edwards25519-sha512-ell2": 4}
# The files with chains, and whether their rounds have proofs of A-VRF, which take the reference seconds each.
CHAINS = ["round", "round_trees", "members", "validators", "finality", "validators_finality", "epoch", "class_round", "class_epoch", "round_roots"]
SLOW_CHAINS = ["round_avrf"]
FILES = CHAINS + SLOW_CHAINS + ["bundle", "wesolowski", "pietrzak", "segments", "class_delays", "roots", "ecvrf", "xvrf", "ivrf", "avrf", "stamp"]
# The delay of every stamp of the vectors.
STAMP_DELAY = 300
# The outputs of longer delays are known only through the factors of the modulus.
LONGEST = 10_000
# Longer chains of roots take the readers too long.
MOST_STEPS = 300


@cache
def file(name):
    return json.loads((ROOT / "vectors" / f"{name}.json").read_text())


def hexed(text):
    return bytes.fromhex("0" * (len(text) % 2) + text)


class Chain:
    """A chain of the vectors: its name, genesis, network file, and rounds from 1 on."""

    def __init__(self, name, genesis, network, rounds):
        self.name, self.genesis, self.network, self.rounds = name, genesis, network, rounds
        self.delays = formats.delays_of(genesis)
        self.moduli = moduli(Part("genesis", formats.genesis(formats.Cut(genesis))))

    def fields(self, name):
        """The message with this chain for a reader, under this name."""
        return [name.encode(), self.genesis, self.network, *self.rounds]


def moduli(genesis):
    """The moduli of the elements of a chain's delays, by their kind; a class group has none."""
    found = {}
    if modulus := genesis.find("modulus"):
        found[ELEMENT] = modulus.value()
    if bits := genesis.find("field bits"):
        seed, counter = genesis.find("field seed").inner(), genesis.find("counter").value()
        found[FIELD_ELEMENT] = roots_field.first_candidate(bits.value(), seed) + 12 * counter
    return found


def chains(slow=False):
    """All chains by name; those with false rounds are left out."""
    found = {}
    for name in CHAINS + (SLOW_CHAINS if slow else []):
        for case in file(name)["cases"]:
            if case.get("kind") in ("chain", "network") and "genesis_bytes" in case and not case.get("false"):
                network = bytes.fromhex(case["bytes"]) if case["kind"] == "network" else b""
                rounds = [bytes.fromhex(one if isinstance(one, str) else one["bytes"]) for one in case["rounds"]]
                found[case["name"]] = Chain(case["name"], bytes.fromhex(case["genesis_bytes"]), network, rounds)
    # A chain that is in two files, in one of them with its network, is verified once.
    whole = {chain.genesis: chain for chain in sorted(found.values(), key=lambda chain: len(chain.network))}
    return {name: whole[chain.genesis] for name, chain in found.items()}


def groups():
    """Groups by name, as messages for a reader."""
    found = {}
    for name in ("wesolowski", "pietrzak", "segments"):
        for group, entry in file(name)["groups"].items():
            found[group] = ("rsa", hexed(entry["modulus"]))
    for group, entry in file("class_delays")["groups"].items():
        found[group] = ("class", hexed(entry if isinstance(entry, str) else next(iter(entry.values()))))
    for name in ("RSA-1024", "RSA-2048"):
        value = int(file("moduli")[name]["decimal"])
        found[name] = ("rsa", value.to_bytes((value.bit_length() + 7) // 8, "big"))
    return found


def root_fields():
    """Fields of roots by name, as messages for a reader: bits, counter and seed."""
    entries = file("roots")["groups"].items()
    return {name: [one["bits"].to_bytes(2, "big"), one["counter"].to_bytes(4, "big"), hexed(one["seed"])] for name, one in entries}


def seeds(slow=False):
    """All inputs that the vectors have."""
    known = chains(slow)
    refused = {case["name"] for name in FILES for case in file(name)["cases"] if "error" in case}
    found = rounds(known) + bundles(known, slow) + genesises() + frames(known) + epochs(known)
    found += proofs(groups()) + root_files() + vrfs(slow) + stamps(groups()) + challenges()
    for one in found:
        one.is_refused = one.name in refused
    return found


def round_input(chain, after, data, name):
    fields = [fixed("chain", chain.name), fixed("after", after.to_bytes(8, "big"))]
    return Input("round", fields + [parsed("round", data, formats.round_of(chain.delays))], name, chain.moduli)


def rounds(known):
    found = []
    for chain in {one.name: one for one in known.values()}.values():
        for after, data in enumerate(chain.rounds):
            found.append(round_input(chain, after, data, f"{chain.name}: round {after + 1}"))
    for name in CHAINS:
        for case in file(name)["cases"]:
            if case.get("kind") == "round" and case.get("chain") in known and len(case["bytes"]) < 60_000:
                chain = known[case["chain"]]
                if case["number"] <= len(chain.rounds) + 1:
                    found.append(round_input(chain, case["number"] - 1, bytes.fromhex(case["bytes"]), case["name"]))
    return found


def bundles(known, slow):
    found = []
    for name in CHAINS + ["bundle"] + (SLOW_CHAINS if slow else []):
        for case in file(name)["cases"]:
            if case.get("kind") == "bundle" and len(case["bytes"]) < 50_000:
                data = bytes.fromhex(case["bytes"])
                kind = "framed" if name == "finality" else "bundle"
                chain = known.get(case.get("chain") or case.get("network"))
                known_moduli = chain.moduli if chain else {}
                found.append(Input(kind, [fixed("pin", b""), parsed("bundle", data, formats.bundle)], case["name"], known_moduli))
    return found


def genesises():
    found = []
    for name in ("round", "members", "validators", "round_roots"):
        for case in file(name)["cases"]:
            if case.get("kind") == "genesis" and len(case["bytes"]) < 6000:
                found.append(Input("genesis", [parsed("genesis", bytes.fromhex(case["bytes"]), formats.genesis)], case["name"]))
    return found


def pair(round_number, data):
    """A frame, and the round for which it is shown."""
    frame = parsed("frame", data, formats.finality)
    return Part("shown", [Part("for round", round_number.to_bytes(8, "big"), NUMBER), Part("frame", frame.body)], prefix=4)


def frames(known):
    found = []
    for name in ("finality", "validators_finality"):
        for case in file(name)["cases"]:
            chain = known.get(case.get("network"))
            if case.get("kind") == "frames" and chain:
                shown = [pair(at, bytes.fromhex(data)) for at, data in zip(case["rounds"], case["frames"])]
                found.append(Input("frames", [fixed("chain", chain.name), *shown], case["name"]))
            elif case.get("kind") in ("network", "file"):
                owner = case["name"] if case["name"] in known else "ed25519"
                data = bytes.fromhex(case["bytes"])
                found.append(Input("network", [fixed("chain", owner), parsed("network", data, formats.network)], case["name"]))
    return found


def epochs(known):
    found = []
    for name in ("epoch", "class_epoch", "round_roots"):
        for case in file(name)["cases"]:
            chain = known.get(case.get("chain"))
            if case.get("kind") == "epoch" and chain and "rounds" not in case:
                span = [fixed("from", case["from"].to_bytes(8, "big")), fixed("to", case["to"].to_bytes(8, "big"))]
                proof = parsed("epoch", bytes.fromhex(case["bytes"]), formats.epoch_of(chain.delays))
                found.append(Input("epoch", [fixed("chain", chain.name), *span, proof], case["name"], chain.moduli))
    return found


def proofs(known):
    """Files of all proof systems, each with the caller's demands: those that the file states, so that further checks are
    reached. A caller names an element, whatever the file has."""
    found, elements = [], {}
    for name in ("wesolowski", "pietrzak", "segments", "class_delays"):
        for case in file(name)["cases"]:
            for field in ("file", "output_file", "compact_file"):
                if field in case and case.get("kind") not in ("checkpoint", "state") and case.get("t", 0) <= LONGEST:
                    found += proof_input(known, elements, case, hexed(case[field]))
    return found


def proof_input(known, elements, case, data):
    """`elements` has the inputs of honest files by their groups."""
    kind, magnitude = known[case["group"]]
    known_moduli = {ELEMENT: int.from_bytes(magnitude, "big")} if kind == "rsa" else {}
    file = parsed("proof", data, formats.proof_file)
    x, t, known_here = file.find("x"), file.find("t"), elements.setdefault(case["group"], [])
    if "error" not in case:
        known_here.append(x.body)
    if x is None or t is None or not known_here:
        return []
    asked = [fixed("asked x", x.body if x.body in known_here else known_here[0]), number("asked t", t.value(), 8), number("level", 64, 2)]
    return [Input("proof", [fixed("group", case["group"]), *asked, file], case["name"], known_moduli)]


def root_files():
    """Proof files of chains of roots, each with the caller's demands: those that the file states, so that further checks
    are reached."""
    found, named = [], {case["name"]: case for case in file("roots")["cases"]}
    for case in named.values():
        base = named.get(case.get("base"), case)
        if case["kind"] in ("chain", "file", "verify") and base.get("t", LONGEST) <= MOST_STEPS and "x_times" not in case:
            found.append(root_file(case, base))
    return found


def root_file(case, base):
    """The fields of a case, or those of its base with the case's values in place of the base's."""
    if case["kind"] == "file":
        data = edited(bytes.fromhex(base["file"]), case["edits"])
    else:
        x, y, proof = (bytes.fromhex(case.get(name, base[name])) for name in ("x", "y", "proof"))
        head = len(bytes.fromhex(base["file"])) - sum(len(base[name]) // 2 for name in ("x", "y", "proof"))
        head = bytes.fromhex(base["file"])[: head - 8] + case.get("t", base["t"]).to_bytes(8, "big")
        data = head + x + y + edited(proof, case.get("edits", []))
    given = parsed("roots", data, formats.roots_file)
    t = given.find("steps")
    asked = [fixed("asked x", bytes.fromhex(base["x"])), number("asked t", t.value() if t else base["t"], 8)]
    bits, counter, seed = root_fields()[base["group"]]
    prime = roots_field.first_candidate(int.from_bytes(bits, "big"), seed) + 12 * int.from_bytes(counter, "big")
    return Input("roots", [fixed("field", base["group"]), *asked, given], case["name"], {FIELD_ELEMENT: prime})


def vrfs(slow):
    found = []
    for name in ("ecvrf", "xvrf", "ivrf") + (("avrf",) if slow else ()):
        named = {case["name"]: case for case in file(name)["cases"]}
        for case in named.values():
            if case.get("kind") in ("verify", "prove") and case.get("x_times", 1) == 1 and "proof" in resolved(case, named):
                found.append(vrf_input(resolved(case, named)))
    return found


def resolved(case, named):
    """A case with its base's fields, and its proof after all edits."""
    whole = {**({} if "base" not in case else {k: v for k, v in named[case["base"]].items() if k != "error"}), **case}
    if "proof" not in whole:
        return whole
    return {**whole, "proof": edited(bytes.fromhex(whole["proof"]), case.get("edits", [])).hex()}


def edited(data, edits):
    """Bytes after all edits (reference/vector_files/book.py)."""
    data = bytearray(data)
    for edit in edits:
        at = edit.get("at", 0)
        if "set" in edit:
            data[at : at + len(edit["set"]) // 2] = bytes.fromhex(edit["set"])
        elif "xor" in edit:
            for i, mask in enumerate(bytes.fromhex(edit["xor"])):
                data[at + i] ^= mask
        elif "keep" in edit:
            del data[edit["keep"] :]
        else:
            data += bytes.fromhex(edit["append"]) if "append" in edit else bytes(edit["zeros"])
    return bytes(data)


def vrf_input(case):
    key = bytes.fromhex(case["public_key"])
    scheme = SCHEMES.get(case.get("scheme")) or (key[0] if key[:1] in (b"\x21", b"\x22", b"\x41", b"\x42") else 0x21)
    turn = [number("round", case.get("round", 0), 8), number("slot", case.get("slot", 0), 2)]
    key = parsed("vrf key", key, formats.tree_key) if scheme in (0x21, 0x22) else Part("vrf key", key, prefix=4)
    x, proof = bytes.fromhex(case.get("x", case.get("alpha", ""))), bytes.fromhex(case["proof"])
    rest = [Part("vrf input", x, prefix=4), Part("vrf proof", proof, prefix=4)]
    return Input("vrf", [fixed("scheme", bytes([scheme])), key, *turn, *rest], case["name"])


def stamps(known):
    found = []
    for case in file("stamp")["cases"]:
        if case["kind"] == "check":
            known_moduli = {ELEMENT: int.from_bytes(known[case["group"]][1], "big")}
            fields = [fixed("group", case["group"]), fixed("form", case["form"]), fixed("secret", hexed(case["secret"]))]
            fields += [fixed("prepared", STAMP_DELAY.to_bytes(8, "big")), parsed("stamp", hexed(case["stamp"]), formats.stamp)]
            fields += [fixed("resource", hexed(case["resource"])), fixed("client", hexed(case["client"]))]
            fields += [number(name, case[name], 6) for name in ("least", "now", "skew")]
            found.append(Input("stamp", fields, case["name"], known_moduli))
    return found


def challenges():
    cases = [case for case in file("stamp")["cases"] if case["kind"] == "challenge"]
    return [Input("challenge", [parsed("challenge", hexed(case["challenge"]), formats.challenge)], case["name"]) for case in cases]
