#!/usr/bin/env python3
"""Finds phrases in comments, in names of tests and in documents that a reader stumbles over, and says what to write instead.

usage: phrases.py [PATH ...]        PATH: a file or folder; default: all

The list grows: a reviewer who has to read a sentence twice adds the phrase here.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Files with recorded texts, and files that a tool writes.
LEFT_OUT = re.compile(r"bench/results/|simulation/results/|docs/api/|bindings/c/include/|CHANGELOG\.md|tools/phrases\.py")
SLASHES = (".rs", ".go", ".ts", ".mjs", ".sol", ".c", ".h")
# A stub of Python's is mostly documentation.
KINDS = (*SLASHES, ".md", ".pyi")
# Names of several words are sentences, and nearly all of them those of tests.
NAME = re.compile(r"\s*(?:pub(?:\(\w+\))? )?(?:async )?fn (?P<name>[a-z0-9]+(?:_[a-z0-9]+){2,})\b")
COMMENT = re.compile(r"\s*(?://[/!]?|/?\*{1,2})(?: |$)(?P<text>.*)")

# A comment whose first line begins like this has no subject and no verb.
HEADLESS = re.compile(r"((By what|From what|As for|In words|What|Who|Whose|Whom|How|Which|Whoever|Whatever)\b[^?]*|(Where|When)\b[^?,]*)$")
PHRASES = {
    r"\b(?:is|are|was|were|be|been) none\b": "say 'invalid', 'missing', 'unknown' or 'not a ...'",
    r"(?<![Tt]here )\b(?:is|are) no (?!longer|more\b|less|fewer|better|worse|faster|easier|shorter|way|reason)": "say 'is not a ...'",
    r"\b(?:can|could)(?:'t| not|not)? be had\b": "say 'is not available', 'cannot be read', 'cannot be fetched'",
    r"\bwhoever\b|\bWhoever\b": "say 'anybody who', or name who it is",
    r"\bfor (?:one|another)[.;)]": "say 'for example' before it",
    r"\bis (?:no|another) one\b": "say 'is not one', 'differs'",
    r"\bthat is told\b|\bis told how\b|\bis told of\b|\bhears of\b": "say who reports what to whom",
    r"\bin vain\b": "say 'without success', 'fails'",
    r"\bas ever\b|\bfor want of\b|\bcomes? to have\b": "say 'as before', 'without', 'gets'",
    r"\b(?:leaves?|left) away\b": "say 'leaves out', 'removes'",
    r"\b(?:keeps?|kept|held|holds?) back\b": "say 'withholds'",
    r"\bby (?:its|their) own word\b|\btakes? (?:its|their) word\b": "say 'as it reports'",
    r"\bletter for letter\b": "say 'exactly'",
    r"\bputs? right\b|\bmakes? good\b": "say 'corrects'",
    r"\bnobody's business\b": "say who may see it",
    r"\bstands? against\b": "say 'resists', 'is secure against'",
}
RULES = [(re.compile(pattern), advice) for pattern, advice in PHRASES.items()]


def files(paths):
    """The files of the repository below some paths."""
    command = ["git", "ls-files", "--", *(paths or [f"*{kind}" for kind in KINDS])]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [name for name in found if name.endswith(KINDS) and not LEFT_OUT.search(name)]


def comments(text):
    """Yields line number, text, and whether a block of comments begins there."""
    begins = True
    for number, line in enumerate(text.splitlines(), 1):
        comment = COMMENT.match(line)
        if comment:
            words = comment["text"].strip()
            yield number, words, begins and bool(words)
            begins = not words
        else:
            begins = True
            if name := NAME.match(line):
                yield number, name["name"].replace("_", " "), False


def prose(text):
    """Line number and text of a document's lines outside of code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, line, False


def findings(name):
    lines = comments if name.endswith(SLASHES) else prose
    for number, text, begins in lines((ROOT / name).read_text()):
        text = re.sub(r"`[^`]*`", "``", text)
        if begins and HEADLESS.match(text):
            yield f"{name}:{number}: '{text[:60]}' has no subject or no verb: say what the thing is or does"
        for rule, advice in RULES:
            found = rule.search(text)
            if found:
                yield f"{name}:{number}: '{found[0]}': {advice}"


def main(paths):
    found = [line for name in files(paths) for line in findings(name)]
    print(*found, sep="\n", end="\n" if found else "")
    if found:
        sys.exit(f"{len(found)} phrases to say more plainly (tools/phrases.py has the list)")


if __name__ == "__main__":
    main(sys.argv[1:])
