#!/usr/bin/env python3
"""Writes the figures of speed into the documents, from bench/results.

    tools/figures.py            fills every marked place anew
    tools/figures.py --check    only says which documents are out of date

A table, defined in bench/figures.toml:

    <!-- figures: NAME -->
    ...
    <!-- /figures -->

A single figure within a sentence, of a row in bench/results/RUN.json. FIELD is ours, peer or ratio:

    <!-- figure: RUN ROW FIELD -->...<!-- /figure -->
"""

import csv
import json
import os
import re
import sys
import textwrap
import tomllib
from pathlib import Path

from costs import Costs
from shares import Shares

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results"
DOCUMENTS = ["*.md", "bench/*.md", "docs/**/*.md", "crates/*/README.md", "study/README.md"]
TABLE = re.compile(r"(<!-- figures: ([a-z0-9-]+) -->\n).*?(<!-- /figures -->)", re.DOTALL)
FIGURE = re.compile(r"(<!-- figure: ([a-z0-9-]+) (\S+) (ours|peer|ratio) -->).*?(<!-- /figure -->)", re.DOTALL)
OPENED = re.compile(r"<!-- figures?: [a-z0-9-]")
SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
WIDTH = 119


def digits(value, count):
    """`value` rounded to so many significant digits, without an exponent."""
    rounded = float(f"{value:.{count - 1}e}")
    whole = len(str(int(rounded))) if rounded >= 1 else 0
    decimals = count - whole if rounded >= 1 else count - 1 - int(f"{rounded:e}".split("e")[1])
    return f"{rounded:,.{max(decimals, 0)}f}"


def time(value, unit):
    """A time in the unit in which it has one to three digits before the point."""
    seconds = value * SECONDS[unit]
    name, size = next(((n, s) for n, s in SECONDS.items() if seconds < 999.5 * s), ("s", 1.0))
    return f"{digits(seconds / size, 3)} {name.replace('us', 'µs')}"


def run(name):
    """A run of `ratios`, its rows by their names."""
    report = json.loads((RESULTS / f"{name}.json").read_text())
    return report | {"rows": {row["name"]: row for row in report["rows"]}}


def field(row, name):
    """One figure of a row, as it is printed."""
    match name:
        case "ours":
            return time(row["ours"], row["unit"])
        case "peer":
            return time(row["peer_value"], row["unit"])
        case "ratio":
            return digits(row["ratio"], 2)


def lines(header, rows):
    """A table in Markdown, its first column as wide as its longest cell."""
    width = max(len(cells[0]) for cells in [header, *rows])
    rule = ["-" * width] + ["--:"] * (len(header) - 1)
    return [f"| {' | '.join([cells[0].ljust(width), *cells[1:]])} |" for cells in [header, rule, *rows]]


def caption(text, source, folder):
    """The line below a table: where its figures were measured, and the file that holds them."""
    link = os.path.relpath(source, folder)
    return textwrap.wrap(f"{text} ([{source.name}]({link}))", WIDTH, break_long_words=False, break_on_hyphens=False)


def of_run(table, folder):
    """A table of rows that `ratios` measured beside a peer."""
    report = run(table["run"])
    machine = report["machine"]
    rows = []
    for entry in table["rows"]:
        row = report["rows"][entry["row"]]
        peer = entry.get("peer", row["peer"])
        rows.append([entry["label"], field(row, "ours"), f"{peer}: {field(row, 'peer')}", field(row, "ratio")])
    text = (
        f"Measured on {machine['cpu']}, kernel {machine['kernel']}, at commit {report['commit']}; "
        "a ratio above 1 says that ours is faster."
    )
    header = [table["first"], "Heliast", "peer", "ratio"]
    return lines(header, rows) + [""] + caption(text, RESULTS / f"{table['run']}.json", folder)


def of_machines(table, folder):
    """All rows of several runs side by side: the time of ours, and its ratio to the peer."""
    runs = {name: run(source) for name, source in table["machines"].items()}
    found = dict.fromkeys(row for report in runs.values() for row in report["rows"])

    def cell(row):
        return f"{field(row, 'ours')} ({field(row, 'ratio')})" if row else ""

    rows = [[f"`{name}`", *(cell(report["rows"].get(name)) for report in runs.values())] for name in found]
    made = []
    for (name, source), report in zip(table["machines"].items(), runs.values()):
        machine = report["machine"]
        text = f"- {name}: {machine['cpu']}, kernel {machine['kernel']}, at commit {report['commit']}"
        made += caption(text, RESULTS / f"{source}.json", folder)
    return lines([table["first"], *runs], rows) + [""] + made


def of_table(table, folder):
    """A selection from a table that `paper` or a person wrote as CSV; machine and commit stand in its last columns."""
    source = RESULTS / f"{table['table']}.csv"
    with source.open(newline="") as file:
        found = {row[0]: row for row in list(csv.reader(file))[1:]}
    chosen = [found[label] for label in table["rows"]] if "rows" in table else list(found.values())
    names, columns = zip(*table["columns"])
    rows = [[row[0], *(row[column] for column in columns)] for row in chosen]
    commit, machine = chosen[0][-2:]
    cpu, kernel = machine.split(";")[0], machine.split(";")[-1].strip()
    text = f"Measured on {cpu}, {kernel}, at commit {commit}."
    return lines([table["first"], *names], rows) + [""] + caption(text, source, folder)


def count(value):
    """A number of things, in thousands or millions where it is large."""
    name, size = next(((n, s) for n, s in [("M", 1e6), ("k", 1e3)] if value >= 0.9995 * s), ("", 1))
    return f"{digits(value / size, 3)} {name}".strip()


def size(value):
    """A number of bytes."""
    name, unit = next(((n, s) for n, s in [("TB", 1e12), ("GB", 1e9), ("MB", 1e6)] if value >= 0.9995 * s), ("kB", 1e3))
    return f"{digits(value / unit, 3)} {name}"


def of_costs(table, folder):
    """The costs of each node of a network in a year, by `tools/costs.py`."""
    costs, rows = Costs(RESULTS, table), []
    for period in table["periods_s"]:
        for participants in table["participants"]:
            year = costs.year(participants, period)
            figures = [count(year["rounds"]), count(year["blocks"]), size(year["stored"]), size(year["sent"])]
            rows.append([f"{period} s", f"{participants:,}", *figures, f"{digits(year['cpu_s'] / 3600, 3)} h"])
    header = ["period", "participants", "rounds", "blocks", "stored for good", "sent", "CPU"]
    text = (
        f"Computed by tools/costs.py for one of {table['nodes']} nodes and {table['votes']} votes a round, from what "
        f"nodes were seen to do on two cores, at a load of {costs.network['load_average']}."
    )
    return lines(header, rows) + [""] + caption(text, RESULTS / f"{table['costs']}.json", folder)


def of_shares(table, folder):
    """The costs of the parts of a round for a verifier, by `tools/shares.py`, for each kind of lots."""
    shares, rows = Shares(RESULTS, table), []
    for scheme in table["schemes"]:
        parts = shares.parts(scheme)
        whole = [sum(part) for part in zip(*parts.values())]
        for name, part in parts.items():
            percents = [f"{round(100 * one / total)} %" for one, total in zip(part, whole)]
            rows.append([name, f"{round(part[0]):,}", percents[0], time(part[1], "s") if part[1] else "", percents[1]])
        rows.append(["all", f"{round(whole[0]):,}", "", time(whole[1], "s"), ""])
    header = [table["first"], "bytes", "of all", "verification", "of all"]
    text = (
        f"Computed by tools/shares.py for {table['participants']} participants, {table['votes']} votes a round and delays "
        f"of {table['delay']}, from what was measured on {shares.machine['cpu']}, kernel {shares.machine['kernel']}, at "
        f"commit {shares.commit}."
    )
    return lines(header, rows) + [""] + caption(text, RESULTS / f"{table['shares']}.json", folder)


def of_any(table, folder):
    """The lines of a table, whichever kind it is."""
    if "costs" in table:
        return of_costs(table, folder)
    if "shares" in table:
        return of_shares(table, folder)
    if "machines" in table:
        return of_machines(table, folder)
    return (of_run if "run" in table else of_table)(table, folder)


def filled(text, tables, folder):
    """The document with every marked place filled."""

    def table(found):
        definition = tables[found[2]]
        body = of_any(definition, folder)
        return f"{found[1]}\n{chr(10).join(body)}\n\n{found[3]}"

    def figure(found):
        return f"{found[1]}{field(run(found[2])['rows'][found[3]], found[4])}{found[5]}"

    places = len(TABLE.findall(text)) + len(FIGURE.findall(text))
    if places != len(OPENED.findall(text)):
        sys.exit("a place for figures is opened and never closed, or its marker is misspelt")
    return FIGURE.sub(figure, TABLE.sub(table, text))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    tables = tomllib.loads((ROOT / "bench/figures.toml").read_text())
    stale = []
    for path in sorted(path for pattern in DOCUMENTS for path in ROOT.glob(pattern)):
        text = path.read_text()
        try:
            new = filled(text, tables, path.parent)
        except KeyError as missing:
            sys.exit(f"{path.relative_to(ROOT)}: bench/figures.toml and bench/results have nothing called {missing}")
        if new != text:
            stale.append(str(path.relative_to(ROOT)))
            if not check:
                path.write_text(new)
    if check and stale:
        sys.exit(f"figures out of date in {', '.join(stale)}; `tools/figures.py` writes them from bench/results")


main()
