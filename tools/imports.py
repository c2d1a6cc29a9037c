#!/usr/bin/env python3
"""Keeps the imports of Rust files as CONTRIBUTING.md says: one block without blank lines, one `use` for each root.

    tools/imports.py            rewrites what differs; run `cargo fmt` afterwards
    tools/imports.py --check    only says which files differ

It looks at private `use` items at the left margin. One with an attribute, a comment or a label stays as it is.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
USE = r"use [^;]+;\n"
# Some `use` items with nothing but empty lines between them, and no attribute or comment right above.
RUN = re.compile(rf"(?:(?<=\n\n)|(?<=\n\}}\n)|(?<=;\n)|\A)(?:{USE}\n*)*{USE}", re.MULTILINE)
LEAF = "self"
# Names of a module and of a macro or function besides: `vec::{self}` would import the module only.
SHARED = {"vec", "multiexp", "hash_to_prime"}


def split(text):
    """The parts between the commas that are in no braces."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def add(tree, path):
    """Puts one path, which may end in braces, into nested dictionaries; what is imported itself has an entry LEAF."""
    path = path.strip()
    if path.startswith("{"):
        for part in split(path[1:-1]):
            add(tree, part)
        return
    head, separator, rest = path.partition("::")
    if not separator:
        (tree if path == LEAF else tree.setdefault(path, {}))[LEAF] = {}
    else:
        add(tree.setdefault(head, {}), rest)


def written(name, tree):
    """The paths of `tree` after `name`."""
    if name in SHARED and LEAF in tree and len(tree) > 1:
        return f"{name}, {written(name, {key: below for key, below in tree.items() if key != LEAF})}"
    items = [LEAF if key == LEAF else written(key, below) for key, below in sorted(tree.items())]
    if items == [LEAF]:
        return name
    inner = ", ".join(items)
    return f"{name}::{{{inner}}}" if len(items) > 1 or ", " in inner.split("{")[0] else f"{name}::{inner}"


def merged(run):
    """The same imports as one block."""
    roots = {}
    for use in re.findall(USE, run):
        add(roots, " ".join(use[4:-2].split()))
    return "".join(f"use {written(name, tree)};\n" for name, tree in sorted(roots.items()))


def differs(run):
    """Whether the block has an empty line, or two `use` of one root."""
    roots = [re.match(r"\w+", use[4:])[0] for use in re.findall(USE, run)]
    return "\n\n" in run or len(set(roots)) < len(roots)


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.rs"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    found = []
    for name in names:
        if not (ROOT / name).exists():
            continue
        text = (ROOT / name).read_text()
        new = RUN.sub(lambda run: merged(run[0]) if differs(run[0]) else run[0], text)
        if new != text:
            found.append(name)
            if not check:
                (ROOT / name).write_text(new)
    if check and found:
        sys.exit(f"imports differ from CONTRIBUTING.md in {len(found)} files, {found[0]} first; `tools/imports.py` mends them")


if __name__ == "__main__":
    main()
