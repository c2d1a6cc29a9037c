#!/usr/bin/env python3
"""Makes what `go build -overlay` takes, in a folder: the module of bindings/go with some functions that remember their
answers (remembered/), as the readers of TypeScript and Python do (../remember.py).

    overlay.py FOLDER
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULE = HERE.parents[3] / "bindings/go"
# Slow functions whose result depends only on their arguments: the file, the function's beginning, and its cache.
REMEMBERED = [
    ("genesis.go", "func readGenesis", "genesis.go"),
    ("group/class.go", "func (g *Class) Hash", "class.go"),
    ("wesolowski/wesolowski.go", "func verifyOutput", "wesolowski.go"),
]


def main(folder):
    places = {str(MODULE / "internal/remember/remember.go"): str(HERE / "remembered/cache.go")}
    for file, head, again in REMEMBERED:
        text, count = re.subn(rf"^{re.escape(head)}\(", f"{head}Once(", (MODULE / file).read_text(), flags=re.M)
        if count != 1:
            raise SystemExit(f"overlay.py: {file} has {count} functions that begin with {head}")
        once = folder / f"once-{again}"
        once.write_text(text)
        places |= {str(MODULE / file): str(once), str((MODULE / file).with_name("remembered.go")): str(HERE / "remembered" / again)}
    (folder / "overlay.json").write_text(json.dumps({"Replace": places}, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
