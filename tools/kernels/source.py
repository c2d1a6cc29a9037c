"""Checks that functions with a model in Python have not changed since they were modelled."""

import hashlib
import re
from pathlib import Path

from .graph import require

ROOT = Path(__file__).resolve().parents[2]
NOTES = Path(__file__).resolve().parent / "modelled.txt"


def body(text, name):
    """The text of a function, or of a macro if the name ends with '!', without comments and with single spaces."""
    text = re.sub(r"//[^\n]*", "", text)
    found = re.search(rf"\bmacro_rules! {name[:-1]}\b" if name.endswith("!") else rf"\b(?:fn|function) {name}\b", text)
    require(found, "no function", name)
    start = found.start()
    at = text.index("{", found.end() if name.endswith("!") else re.search(r"\)[^;{]*", text[start:]).end() + start)
    depth = 0
    for place in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return " ".join(text[start : place + 1].split())
    require(False, "no end of", name)


def constants(text):
    """All constants of a file."""
    return " ".join(re.findall(r"\b(?:const|static) [A-Z_0-9]+: (?s:.*?);(?=\s*\n)", re.sub(r"//[^\n]*", "", text)))


def fingerprint(path, name, text=None):
    text = (ROOT / path).read_text() if text is None else text
    part = constants(text) if name == "CONSTANTS" else body(text, name)
    return hashlib.sha256(part.encode()).hexdigest()[:16]


def notes():
    lines = NOTES.read_text().splitlines() if NOTES.exists() else []
    return [line.split() for line in lines if line and not line.startswith("#")]


def check():
    """Lists the functions that differ from their modelled text."""
    changed = [f"{name} in {path}" for digest, path, name in notes() if fingerprint(path, name) != digest]
    require(not changed, "no longer what was modelled:", ", ".join(changed))
    return f"{len(notes())} functions"


def write():
    lines = NOTES.read_text().splitlines()
    kept = [line for line in lines if line.startswith("#")]
    kept += [f"{fingerprint(path, name)} {path} {name}" for _, path, name in notes()]
    NOTES.write_text("\n".join(kept) + "\n")
