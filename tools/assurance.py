#!/usr/bin/env python3
"""Writes the amount of each kind of evidence into ASSURANCE.md.

    tools/assurance.py                    fills every marked place anew
    tools/assurance.py --check            only says whether the page is out of date
    tools/assurance.py --record [RUN...]  runs the checks that print figures, which takes minutes, and keeps the figures in
                                          docs/assurance.json

A place in the page is `<!-- count: WORDS -->...<!-- /count -->`, where the words are

    cases FILE...      cases in these files of vectors/: valid and refused inputs
    targets            targets in fuzz/
    ran RUN FIELD      a figure that a recorded run printed; a run has several lines, whose figures are added
    machine RUN        the machine and the date of a run
"""

import datetime
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "ASSURANCE.md"
RECORD = ROOT / "docs/assurance.json"
PLACE = re.compile(r"(<!-- count: ([^>]+) -->).*?(<!-- /count -->)", re.DOTALL)
OPENED = re.compile(r"<!-- count: ")

# The output of `heliast_disk::recorder::Figures`.
CRASHES = re.compile(
    r"^(?P<name>.*): (?P<operations>\d+) operations, (?P<crashes>\d+) crashes \((?P<whole>\d+) with all states\), "
    r"(?P<states>\d+) states and (?P<drawn>\d+) drawn, (?P<faults>\d+) failing calls, (?P<recoveries>\d+) recoveries$",
    re.MULTILINE,
)
MODEL = re.compile(
    r"^(?P<name>.*): (?P<states>\d+) states, (?P<steps>\d+) steps, depth (?P<depth>\d+), "
    r"\d+ of nodes, (?P<applications>\d+) of applications, ",
    re.MULTILINE,
)
ORDERS = re.compile(r"^(?P<name>.*): all (?P<all>\d+) schedules$", re.MULTILINE)
INPUTS = re.compile(r"^differ: (?P<inputs>\d+) inputs, (?P<differences>\d+) differences", re.MULTILINE)
KERNELS = re.compile(r"^kernels: (?P<found>\d+) of (?P<all>\d+) (?:claims|planted mistakes) ", re.MULTILINE)


def unit_tests(package, names):
    """Runs the tests of a crate whose names contain `names`, one after the other: two at once would mix their output."""
    words = ["cargo", "test", "--quiet", "-p", package, "--lib", "--locked", names]
    return words + ["--", "--nocapture", "--include-ignored", "--test-threads", "1"]


RUNS = {
    "keys": (unit_tests("heliast-keystore", "explored"), CRASHES),
    "store": (unit_tests("heliast-store", "in_any_state"), CRASHES),
    "outbox": (unit_tests("heliast-network", "in_any_state_that_a_crash_leaves"), CRASHES),
    "homes": (unit_tests("heliast-network", "power_was_lost_upon"), CRASHES),
    "stamps": (unit_tests("heliast-gate", "durable::tests"), CRASHES),
    "model": (["cargo", "test", "--quiet", "-p", "model", "--locked", "--", "--nocapture", "--test-threads", "1"], MODEL),
    "application": (["cargo", "test", "--quiet", "-p", "model", "--locked", "real_application", "--", "--nocapture", "--test-threads", "1"], MODEL),
    "threads": (["cargo", "test", "--quiet", "-p", "threads", "--locked", "--", "--nocapture", "--test-threads", "1"], ORDERS),
    "differ": (["tests/differ/run"], INPUTS),
    "kernels": (["tools/kernels/prove.py"], KERNELS),
    "planted": (["tools/kernels/planted.py"], KERNELS),
}


def record(names):
    """Runs checks, and records their output. If a check fails, its old record stays, and this ends."""
    kept = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    cpu = next(line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name"))
    for name in names:
        words, pattern = RUNS[name]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name}: {' '.join(words)} fails:\n{(done.stdout + done.stderr)[-2000:]}")
        # The test's name may come before its output.
        found = [one.groupdict() for one in pattern.finditer(re.sub(r"^test \S+ \.\.\. ", "", done.stdout, flags=re.M))]
        if not found:
            sys.exit(f"{name}: {' '.join(words)} prints no figures")
        lines = [{key: int(text) if text.isdigit() else text for key, text in one.items()} for one in found]
        # Scenarios with rules that are broken on purpose run until the fault is found.
        lines = [line for line in lines if not re.search("planted|old rules", line.get("name", ""))]
        kept[name] = {"cpu": cpu, "day": str(datetime.date.today()), "lines": lines}
        RECORD.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
        print(f"{name}: {len(lines)} lines")


def cases(file):
    return len(json.loads((ROOT / f"vectors/{file}.json").read_text())["cases"])


def count(words, runs):
    """The text for a place."""
    match words:
        case ["cases", *files] if files:
            return f"{sum(map(cases, files)):,}"
        case ["targets"]:
            return str(len(list((ROOT / "fuzz/fuzz_targets").glob("*.rs"))))
        case ["ran", run, "depth"]:
            return f"{max(line['depth'] for line in runs[run]['lines']):,}"
        case ["ran", run, field]:
            return f"{sum(line[field] for line in runs[run]['lines']):,}"
        case ["machine", run]:
            return f"{runs[run]['cpu']}, {runs[run]['day']}"
    sys.exit(f"ASSURANCE.md asks for {' '.join(words)}, which nothing counts")


def main():
    if sys.argv[1:2] == ["--record"]:
        unknown = [name for name in sys.argv[2:] if name not in RUNS]
        if unknown:
            sys.exit(f"there is no run {unknown[0]}; there are {', '.join(RUNS)}")
        record(sys.argv[2:] or RUNS)
    elif sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = PAGE.read_text()
    if len(PLACE.findall(text)) != len(OPENED.findall(text)):
        sys.exit("a place for a count is opened and never closed")
    runs = json.loads(RECORD.read_text())
    new = PLACE.sub(lambda found: f"{found[1]}{count(found[2].split(), runs)}{found[3]}", text)
    if new != text and sys.argv[1:] == ["--check"]:
        sys.exit("ASSURANCE.md is out of date; `tools/assurance.py` writes its figures")
    PAGE.write_text(new)


main()
