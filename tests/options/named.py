"""Rows that name a test, for options whose effect would be too costly to check here."""

from pathlib import Path

from compare import Mistake

ROOT = Path(__file__).resolve().parent.parent.parent


def check(row):
    """`FILE: NAME`: checks that the file has such a test, and also names the option."""
    path, _, name = row.said["test"].partition(": ")
    assert row.said.get("why"), f"{row} does not say why it is shown elsewhere"
    text = (ROOT / path).read_text()
    if f"fn {name}(" not in text and f"def {name}(" not in text:
        raise Mistake(f"{path} has no test {name}")
    words = row.said.get("gives") or [row.option]
    for word in words:
        if word not in text:
            raise Mistake(f"{path} does not name {word}")
