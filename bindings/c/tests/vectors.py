#!/usr/bin/env python3
"""Runs vectors/ through the C library: asks `vectors.c`, whose path is the argument, and compares each answer.

    bindings/c/tests/vectors.py PROGRAM            all files of ../vectors.list
    bindings/c/tests/vectors.py PROGRAM FILE...    these, without looking at the list

It also holds what was run against ../vectors.list, which says of every file which kinds of cases the binding runs.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parent.parent.parent / "vectors"
LIST = HERE.parent / "vectors.list"
MODES = {"plain": 0, "sieved-full": 2, "hinted": 3}
HASHES = {"sha-256": 0, "sha-512": 1, "sha3-512": 2, "blake2b-512": 3, "blake3": 4}
SCHEMES = {"ecvrf-edwards25519-sha512-tai": 3, "ecvrf-edwards25519-sha512-ell2": 4}
# Longer delays are known by their factors alone.
LONGEST = 10_000
# The delay of every stamp.
STAMP_DELAY = 300


class Library:
    """The program at the other end of two pipes."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words):
        """The words of the answer; of a refusal, its code alone."""
        line = " ".join("-" if word in ("", None) else str(word) for word in words)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer:
            sys.exit(f"the program ended with {self.process.wait()} after: {line[:200]}")
        return answer if answer[0] == "ok" else answer[:1]

    def end(self):
        self.process.stdin.close()
        if self.process.wait():
            sys.exit(f"the program ended with {self.process.returncode}")


class Run:
    """One file: its cases with what they need, and which kinds of them were run."""

    def __init__(self, library, name):
        self.library, self.name = library, name
        self.file = json.loads((VECTORS / name).read_text())
        self.cases = self.file["cases"]
        self.kinds, self.count, self.defects = {}, 0, []
        self.places = {}

    def expect(self, case, *words, gives=None):
        """The case is accepted, with these results if they are said, or refused for the class that it names."""
        answer = self.library.ask(*words)
        expected = [case["error"]] if case.get("error") else ["ok"]
        if gives is not None and not case.get("error"):
            expected += ["-" if value in ("", None) else str(value) for value in gives]
            compared = answer
        else:
            compared = answer[:1]
        if compared != expected:
            short = [[word[:40] for word in words] for words in (expected, compared)]
            self.defects.append(f"{self.name}: {case['name']}: {short[0]} was expected, not {short[1]}")
        return answer

    def ran(self, case):
        kind = case.get("kind", "case")
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.count += 1

    def place(self, name):
        """The place in which something with a name is kept."""
        return self.places.setdefault(name, len(self.places))


def proof_of(case, named):
    """A case of a scheme with its base's fields, and its proof after all edits."""
    whole = {**({} if "base" not in case else {k: v for k, v in named[case["base"]].items() if k != "error"}), **case}
    proof = bytearray.fromhex(whole.get("proof", ""))
    for edit in case.get("edits", []):
        at = edit.get("at", 0)
        if "set" in edit:
            new = bytes.fromhex(edit["set"])
            proof[at : at + len(new)] = new
        elif "xor" in edit:
            for i, mask in enumerate(bytes.fromhex(edit["xor"])):
                proof[at + i] ^= mask
        elif "keep" in edit:
            del proof[edit["keep"] :]
        elif "append" in edit:
            proof += bytes.fromhex(edit["append"])
        else:
            proof += bytes(edit["zeros"])
    return {**whole, "proof": proof.hex()}


def vrf(run, scheme):
    """Proofs of one scheme; `scheme` tells its number of a case."""
    named = {case["name"]: case for case in run.cases}
    for case in run.cases:
        if case["kind"] != "verify":
            continue
        whole = proof_of(case, named)
        turn = (whole["round"], whole["slot"]) if "round" in whole else ("-", 0)
        times = whole.get("x_times", 1)
        x = whole.get("x", whole.get("alpha"))
        words = (scheme(whole), whole["public_key"], *turn, x, times, whole["proof"])
        run.expect(whole, "vrf", *words, gives=[whole.get("output")])
        run.ran(case)


def ecvrf(run):
    vrf(run, lambda case: SCHEMES[case["scheme"]])
    for case in run.cases:
        if case["kind"] == "prove":
            made = [case["public_key"], case["output"], case["proof"]]
            run.expect(case, "key", SCHEMES[case["scheme"]], case["secret"], case["alpha"], "", gives=made)
            run.ran(case)
        elif case["kind"] == "key":
            # No proof is looked at before its key.
            run.expect(case, "vrf", 3, case["public_key"], "-", 0, "", 1, "00" * 80)
            run.ran(case)


def a_vrf(case):
    """The scheme that a public key names; any where it names none."""
    named = int(case["public_key"][:2] or "0", 16)
    return named if named in (0x41, 0x42) else 0x41


def avrf(run):
    vrf(run, a_vrf)
    for case in run.cases:
        if case["kind"] == "prove":
            answer = run.expect(case, "key", a_vrf(case), case["seed"], case["x"], case["hedge"])
            proof = bytes.fromhex(answer[3])
            found = [answer[1], answer[2], len(proof), hashlib.sha256(proof).hexdigest()]
            if found != [case["public_key"], case["output"], case["length"], case["sha256"]]:
                run.defects.append(f"{run.name}: {case['name']}: another answer")
            run.ran(case)
        elif case["kind"] == "evaluate":
            x = case["x"] * case.get("x_times", 1)
            if len(x) < 1 << 16:
                answer = run.expect(case, "key", a_vrf(case), case["seed"], x, "")
                if answer[1:3] != [case["public_key"], case["output"]]:
                    run.defects.append(f"{run.name}: {case['name']}: another answer")
                run.ran(case)


def trees(run, number):
    def scheme(case):
        return number | int(case["public_key"][2:4] or "0", 16) << 8

    vrf(run, scheme)
    # Whole keys, made of their seeds, in the order of their turns.
    whole = [case for case in run.cases if case.get("sk_seed") and not case.get("grafted") and not case.get("x_times")]
    by_key = {}
    for case in whole:
        if case["public_key"][2:4] == "0a":
            by_key.setdefault(case["public_key"], {}).setdefault((case["round"], case["slot"]), case)
    # Each takes a whole tree: a few show it.
    for key, turns in list(by_key.items())[:2]:
        raw = bytes.fromhex(key)
        terms = [number | raw[1] << 8, int.from_bytes(raw[2:4], "big"), int.from_bytes(raw[4:12], "big")]
        first = next(iter(turns.values()))
        run.expect(first, "tree", run.place(key), *terms, first["sk_seed"], raw[44:].hex(), gives=[key])
        for (turn, slot), case in sorted(turns.items()):
            made = [case["output"], case["proof"]]
            run.expect(case, "answer", run.place(key), turn, slot, case["x"], gives=made)


def sortition(run):
    for case in run.cases:
        if case["kind"] == "votes":
            words = [case[k] for k in ("output", "public_key", "stake", "total", "expected")]
            run.expect(case, "votes", *words, gives=[case["digest"], case["votes"]])
        elif case["kind"] == "rule":
            words = [case[k] for k in ("digest", "stake", "total", "expected")]
            run.expect(case, "rule", *words, gives=[case["votes"]])
        else:
            continue
        run.ran(case)


def groups(run, kind):
    for name, entry in run.file["groups"].items():
        number = entry["modulus"] if isinstance(entry, dict) else entry
        run.expect({"name": name}, "group", run.place(name), kind, "0" * (len(number) % 2) + number, 256)


def suite(case):
    return MODES[case["mode"]], HASHES[case["hash"]], case["bits"]


def is_study(case):
    """Returns whether the case uses `sieved`, a mode for studies that no binding has."""
    file = bytes.fromhex(case.get("file", ""))
    # Behind the magic: form, system (1: Pietrzak, without a suite), mode.
    return case.get("mode") == "sieved" or (file[6:7] != b"\1" and file[7:8] == b"\1" and file[:4] == b"HLVP")


def wesolowski(run):
    groups(run, "rsa")
    for case in run.cases:
        at, kind = run.place(case["group"]), case["kind"]
        if is_study(case):
            continue
        if kind == "proof" and case["t"] <= LONGEST:
            made = [case[k] for k in ("x", "y", "pi", "output_file", "compact_file")]
            run.expect(case, "evaluate", at, *suite(case), case["t"], case["message"], gives=made)
        if kind in ("proof", "low-order"):
            run.expect(case, "delay", at, *suite(case), case["t"], case["x"], case["y"], case["pi"])
            for file in ("output_file", "compact_file"):
                run.expect(case, "file", at, case[file], gives=[case["t"], case["x"], case["y"]])
        elif kind == "file":
            run.expect(case, "file", at, case["file"])
        elif kind == "verify" and case["form"] == "output" and case["mode"] != "hinted":
            # In this form the proof is y and pi; where the halves can't be told, the length is what is wrong.
            half, proof = len(case["x"]), case["proof"]
            run.expect(case, "delay", at, *suite(case), case["t"], case["x"], proof[:half], proof[half:])
        elif kind == "checkpoint" and case.get("error"):
            run.expect(case, "resume", at, case["file"])
        else:
            continue
        run.ran(case)


def files_of(run, kind):
    """Proof files of one system."""
    groups(run, kind)
    for case in run.cases:
        at = run.place(case["group"])
        if case["kind"] in ("proof", "low-order", "file", "refused-proof") and not is_study(case):
            answer = run.expect(case, "file", at, case["file"])
            if "y" in case and not case.get("error") and answer[1:2] + answer[3:] != [str(case["t"]), case["y"]]:
                run.defects.append(f"{run.name}: {case['name']}: another statement")
            run.ran(case)


def chia(run):
    for case in run.cases:
        verdict = {"name": case["name"]}
        words = [case[k] for k in ("discriminant", "x", "proof", "iterations", "witness_type")]
        answer = run.library.ask("chia", *words)
        if (answer == ["ok"]) != case["accepted"] or answer[0] not in ("ok", "invalid", "malformed"):
            run.defects.append(f"{run.name}: {case['name']}: {answer}")
        if "seed" in case:
            run.expect(verdict, "discriminant", case["seed"], case["bits"], gives=[case["discriminant"]])
        run.ran(case)


def stamp(run):
    moduli = json.loads((VECTORS / "moduli.json").read_text())
    for name, modulus in moduli.items():
        number = f"{int(modulus['decimal']):x}"
        run.expect({"name": name}, "group", run.place(name), "rsa", number.zfill(len(number) + len(number) % 2), 1024)
    known = set()
    for case in run.cases:
        who = (case["form"], case["group"], case["secret"])
        at = run.place(who)
        if who not in known:
            known.add(who)
            group = run.place(case["group"])
            key = [case.get("public_key")]
            words = (at, case["form"], group, case["secret"], STAMP_DELAY)
            run.expect({"name": case["name"]}, "issuer", *words, gives=key)
        names = (case["resource"], case["client"])
        if case["kind"] == "challenge":
            life = case["last"] - case["issued"]
            made = [case["challenge"], case["stamp"]]
            run.expect(case, "challenge", at, *names, case["t"], case["issued"], life, case["nonce"], gives=made)
            run.expect(case, "check", at, case["stamp"], *names, STAMP_DELAY, case["issued"], 0, gives=[case["id"]])
        else:
            run.expect(case, "check", at, case["stamp"], *names, *(case[k] for k in ("least", "now", "skew")))
        run.ran(case)
    unprepared(run, next(case for case in run.cases if case["kind"] == "challenge" and case["form"] == "private"))


def unprepared(run, case):
    """A stamp of a delay for which the issuer is not prepared is refused as others are, and is nobody's misuse."""
    refused = {"name": "a delay that is not prepared", "error": "invalid"}
    at, group = run.place("unprepared"), run.place(case["group"])
    run.expect({"name": refused["name"]}, "issuer", at, "private", group, case["secret"], STAMP_DELAY + 1)
    run.expect(refused, "check", at, case["stamp"], case["resource"], case["client"], STAMP_DELAY, case["issued"], 0)


def lots(entry):
    return [word for lot in entry for word in (lot["slot"], lot["participant"], lot["votes"], lot["output"])]


def rounds(run):
    for case in run.cases:
        kind = case["kind"]
        if kind == "chain":
            at = run.place(case["name"])
            first = run.expect(case, "chain", at, case["genesis_bytes"])
            for field, found in (("chain_id", first[1]), ("group_id", first[2]), ("first_seed", first[4])):
                # Roots alone have no group.
                if field in case and case[field] != found and found != bytes(32).hex():
                    run.defects.append(f"{run.name}: {case['name']}: another {field}")
            for entry in case["rounds"]:
                if isinstance(entry, dict):
                    made = [entry[k] for k in ("beacon", "beacon_preimage", "entropy", "x")]
                    made += [len(entry["tickets"]), *lots(entry["tickets"])]
                    run.expect(case, "follow", at, entry["bytes"], gives=made)
                elif not case.get("false"):
                    run.expect(case, "follow", at, entry)
        elif kind == "derive":
            run.expect(case, "derive", case["beacon"], case["label"].encode().hex(), gives=[case["randomness"]])
        elif kind == "genesis":
            answer = run.expect(case, "chain", 63, case["bytes"])
            if not case.get("error") and answer[1] != case["chain_id"]:
                run.defects.append(f"{run.name}: {case['name']}: another chain id")
        elif kind == "round":
            words = [case[k] for k in ("number", "seed")] + [case["previous_time_ms"] or 0, case["bytes"]]
            run.expect(case, "round", run.place(case["chain"]), *words)
        elif kind == "bundle":
            bundle(run, case)
        else:
            continue
        run.ran(case)


def bundle(run, case):
    held = case["to"] - case["from"] + 1 if "to" in case and "from" in case else None
    answer = run.expect(case, "bundle", case["bytes"])
    both = run.library.ask("together", case["bytes"])
    # An epoch proof vouches for delays: the own proofs of its rounds are not looked at then.
    if both[0] != answer[0] and not (both[0] == "ok" and int(both[2]) > 0):
        run.defects.append(f"{run.name}: {case['name']}: together it is {both[0]}, not {answer[0]}")
    if not case.get("error") and held is not None and [answer[1], both[1]] != [str(held)] * 2:
        run.defects.append(f"{run.name}: {case['name']}: {answer[1]} and {both[1]} rounds, not {held}")


def finality(run):
    rounds(run)
    networks = {case["name"]: case for case in run.cases if case["kind"] == "network"}
    for case in run.cases:
        kind = case["kind"]
        if kind == "network":
            at = run.place(case["name"])
            run.expect(case, "chain", at, case["genesis_bytes"])
            for encoded in case["rounds"]:
                run.expect(case, "follow", at, encoded)
            run.expect(case, "finality", run.place("verifier"), at, case["bytes"])
        elif kind == "file":
            at = run.place(next(iter(networks)))
            run.expect(case, "finality", run.place("verifier"), at, case["bytes"])
        elif kind == "frames":
            at, verifier = run.place(case["network"]), run.place("verifier")
            run.expect({"name": case["name"]}, "finality", verifier, at, networks[case["network"]]["bytes"])
            last = len(case["frames"]) - 1
            for index, (number, frame) in enumerate(zip(case["rounds"], case["frames"])):
                if case.get("error") and index == last:
                    run.expect(case, "frame", verifier, at, number, frame)
                    continue
                signed = case["signed"][index] if "signed" in case else None
                made = signed and [signed["height"], signed["power"], signed["total"]]
                run.expect({"name": case["name"]}, "frame", verifier, at, number, frame, gives=made)
        else:
            continue
        run.ran(case)


FILES = {
    "avrf.json": avrf,
    "bundle.json": rounds,
    "chia.json": chia,
    "class_delays.json": lambda run: files_of(run, "class"),
    "class_epoch.json": rounds,
    "class_round.json": rounds,
    "round_roots.json": rounds,
    "ecvrf.json": ecvrf,
    "epoch.json": rounds,
    "finality.json": finality,
    "ivrf.json": lambda run: trees(run, 0x22),
    "members.json": rounds,
    "moduli.json": None,
    "pietrzak.json": lambda run: files_of(run, "rsa"),
    "round.json": rounds,
    "round_avrf.json": rounds,
    "round_trees.json": rounds,
    "segments.json": lambda run: files_of(run, "rsa"),
    "sortition.json": sortition,
    "stamp.json": stamp,
    "validators.json": rounds,
    "validators_finality.json": finality,
    "wesolowski.json": wesolowski,
    "xvrf.json": lambda run: trees(run, 0x21),
}


def declared():
    """The contents of the list: a file on each line, with the kinds of its cases that are run."""
    lines = (line.split() for line in LIST.read_text().splitlines() if line and not line.startswith("#"))
    return {words[0]: words[1:] for words in lines}


def main():
    program, names = sys.argv[1], sys.argv[2:]
    total, defects, ran = 0, [], {}
    for name in names or FILES:
        if FILES[name] is None:
            ran[name] = []
            continue
        library = Library(program)
        run = Run(library, name)
        FILES[name](run)
        library.end()
        ran[name] = sorted(run.kinds)
        total += run.count
        defects += run.defects
        if not run.count:
            defects.append(f"{name}: no case was run")
    if not names and ran != declared():
        wanted = "\n".join(" ".join([name, *kinds]) for name, kinds in sorted(ran.items()))
        defects.append(f"{LIST.name} does not say what was run:\n{wanted}")
    if defects:
        sys.exit("\n".join(defects))
    print(f"C: {total} cases of {len(ran)} files of vectors")


main()
