"""The program's arguments: every verb with its options and arguments, as `--help` lists them."""

import json
import os
import re
import subprocess

PROGRAM = os.path.abspath(os.environ["HELIAST"])
# `-t <N>`, `--squarings <N>`, or both.
OPTION = re.compile(r"^ +(-\w(?:, --[a-z0-9-]+)?|--[a-z0-9-]+)(?: <|\.\.\.| \[| {2}|$)", re.MULTILINE)
ARGUMENT = re.compile(r"^ {2}([<\[][A-Z].*?[>\]])(?:\.\.\.)?(?: |$)", re.MULTILINE)
SUBCOMMANDS = re.compile(r"^Commands:\n((?: {2}.*\n)+)", re.MULTILINE)


def verbs(words=()):
    """The names of all verbs, each with the set of its options and arguments."""
    text = help_of(words)
    below = SUBCOMMANDS.search(text)
    names = [line.split()[0] for line in below[1].splitlines() if line.strip()] if below else []
    names = [name for name in names if name != "help"]
    if not names:
        return {" ".join(words): takes(text)}
    return {verb: takes for name in names for verb, takes in verbs((*words, name)).items()}


def settings(verb):
    """The names that the file and the environment of a verb may have."""
    home = ["--home", "none"] if verb == "node" else []
    done = subprocess.run([PROGRAM, verb, *home, "--print-config", "--json"], capture_output=True, check=True)
    return {f"--{name}" for name in json.loads(done.stdout)["settings"]}


def help_of(words):
    done = subprocess.run([PROGRAM, *words, "--help"], capture_output=True, text=True, check=True)
    assert done.stdout, words
    return done.stdout


def takes(text):
    """An option that has a short and a long name is listed under the long one."""
    options = {names.split(", ")[-1] for names in OPTION.findall(text)}
    return options.union(ARGUMENT.findall(text))
