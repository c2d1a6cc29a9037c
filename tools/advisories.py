#!/usr/bin/env python3
"""Compares what ships with known weaknesses, without a network, by a copy of RustSec's advisories.

    tools/advisories.py DATABASE             all packages that published crates, the wheel and the library for C have
    tools/advisories.py DATABASE PROGRAM     those that a published program lists

DATABASE is a checkout of the advisory database, or any folder with its shape: `crates/NAME/ID.md`, each of which begins
with a block of TOML. A weakness or unsoundness is a fault; a package that is merely not maintained is a note. Advisories
whose ids are in the list `ignore` of deny.toml are left out and named. `cargo deny check advisories` does the same, and
looks for yanked versions, if there is a network.
"""

import re
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import dependencies
from release import binary

VERSION = re.compile(r"(\d+)(?:\.(\d+|\*))?(?:\.(\d+|\*))?(?:-([0-9A-Za-z.-]+))?(?:\+\S+)?$")
# Kinds that are not weaknesses.
NOTES = {"unmaintained", "notice"}


def advisories(database):
    """The contents of each file. A file that can't be read is an error: it could be the one that matters."""
    for path in sorted(Path(database).glob("crates/*/*.md")):
        block = re.match(r"\s*```toml\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)
        if block is None:
            sys.exit(f"{path} does not begin with a block of TOML")
        found = tomllib.loads(block[1])
        versions = found.get("versions", {})
        safe = [requirement(text) for text in versions.get("patched", []) + versions.get("unaffected", [])]
        yield found["advisory"] | {"safe": safe, "title": title(path.read_text())}


def title(text):
    found = re.search(r"^# (.*)$", text.partition("\n```\n")[2], re.MULTILINE)
    return found[1] if found else ""


def version(text):
    """A version as a value that compares as cargo does: one before a release is older than it."""
    found = VERSION.match(text)
    if found is None:
        raise ValueError(f"{text} is not a version")
    parts = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in found[4].split(".")] if found[4] else []
    return tuple(0 if found[i] in (None, "*") else int(found[i]) for i in (1, 2, 3)), not parts, parts


def requirement(text):
    """A test of versions, of comparisons such as `>= 1.2.3, < 2`, all of which must hold."""
    tests = [comparison(part.strip()) for part in text.split(",") if part.strip()]
    return lambda found: all(test(found) for test in tests)


def comparison(text):
    """One comparison. A number alone means `^`: up to the next version that may break something."""
    sign, bound = re.match(r"(>=|<=|=|>|<|\^|~|)\s*(.*)$", text).groups()
    if bound == "*":
        return lambda found: True
    parts = [int(part) for part in VERSION.match(bound).groups()[:3] if part not in (None, "*")]
    low, is_whole = version(bound), len(parts) == 3
    # The first version that a part more or less leaves.
    after = (*parts[:-1], parts[-1] + 1) + (0,) * (3 - len(parts)), False, []
    match sign:
        case ">=":
            return lambda found: found >= low
        case "<":
            return lambda found: found < low
        case ">":
            return (lambda found: found > low) if is_whole else (lambda found: found >= after)
        case "<=":
            return (lambda found: found <= low) if is_whole else (lambda found: found < after)
        case "=":
            return (lambda found: found == low) if is_whole else (lambda found: low <= found < after)
        case "~":
            kept = parts[:2]
        case _:
            # The first part that is not zero stays, or the last one that is given.
            kept = parts[: next((i for i, part in enumerate(parts) if part), len(parts) - 1) + 1]
    end = (*kept[:-1], kept[-1] + 1) + (0,) * (3 - len(kept)), False, []
    return lambda found: low <= found < end


def findings(packages, known, ignored):
    """The advisories about these packages, pairs of name and version: faults, and notes."""
    faults, notes, by_name = [], [], {}
    for advisory in known:
        by_name.setdefault(advisory["package"], []).append(advisory)
    for name, text in packages:
        for advisory in by_name.get(name, []):
            if "withdrawn" in advisory or any(test(version(text)) for test in advisory["safe"]):
                continue
            line = f"{name} {text}: {advisory['id']}: {advisory.get('informational', 'weakness')}: {advisory['title']}"
            if advisory["id"] in ignored:
                notes.append(f"{line} (deny.toml ignores it)")
            else:
                (notes if advisory.get("informational") in NOTES else faults).append(line)
    return faults, notes


def ignored():
    listed = tomllib.loads((ROOT / "deny.toml").read_text())["advisories"].get("ignore", [])
    return {one["id"] if isinstance(one, dict) else one for one in listed}


def shipped():
    packages = set()
    for workspace in dependencies.WORKSPACES:
        known = dependencies.metadata(workspace)
        found = dependencies.shipped(known, dependencies.members(known))
        packages |= {(package["name"], package["version"]) for package in found if package["source"]}
    return sorted(packages)


def main(database, program=None):
    known = list(advisories(database))
    if not known:
        sys.exit(f"there are no advisories in {database}: it has to have crates/NAME/ID.md")
    packages = binary.dependencies(Path(program).read_bytes()) if program else shipped()
    faults, notes = findings(packages, known, ignored())
    print(*(f"note: {note}" for note in notes), *faults, sep="\n", end="\n" if notes or faults else "")
    newest = max(str(advisory["date"]) for advisory in known)
    print(f"{len(packages)} packages held against {len(known)} advisories, the newest of {newest}: {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
