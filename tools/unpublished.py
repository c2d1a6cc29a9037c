#!/usr/bin/env python3
"""Prints `--exclude=NAME` for each package of the workspace that says publish = false, for `cargo publish`."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def names(root=ROOT, **more):
    command = ["cargo", "metadata", "--no-deps", "--format-version=1", "--locked"]
    known = json.loads(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, **more).stdout)
    return [package["name"] for package in known["packages"] if package["publish"] == []]


if __name__ == "__main__":
    found = names()
    if not found:
        sys.exit("no package says publish = false")
    print(*(f"--exclude={name}" for name in found), sep="\n")
