"""Edits of a text."""

import re


def changed(text, old, new, which=0):
    """The text with one occurrence of a regular expression replaced."""
    found = list(re.finditer(old, text))
    assert found, f"nothing to replace: {old}"
    at = found[which]
    return text[: at.start()] + at.expand(new) + text[at.end() :]
