#!/usr/bin/env python3
"""Says which comments in Rust are wider than rustfmt's `max_width`, which rustfmt itself does not look at.

`cargo +nightly fmt --all -- --config wrap_comments=true,comment_width=110` corrects most of them.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

root = Path(__file__).resolve().parent.parent
limit = tomllib.loads((root / "rustfmt.toml").read_text())["max_width"]
files = subprocess.run(
    ["git", "ls-files", "*.rs"], cwd=root, check=True, capture_output=True, text=True
).stdout.split()

wide = [
    f"{name}:{number}: {len(line)} characters"
    for name in files
    for number, line in enumerate((root / name).read_text().splitlines(), 1)
    if line.lstrip().startswith("//") and len(line) > limit
]
print(*wide, sep="\n", end="\n" if wide else "")
if wide:
    sys.exit(f"{len(wide)} comments are wider than {limit}")
