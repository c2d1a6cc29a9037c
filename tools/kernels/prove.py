#!/usr/bin/env python3
"""Proves that the kernels compute what they should for all inputs, from their source.

    tools/kernels/prove.py             all kernels; a few of the lengths that differ only in loops
    tools/kernels/prove.py --whole     all lengths
    tools/kernels/prove.py --modelled  records the present functions in Rust: after the models have been changed
    tools/kernels/prove.py NAME...     claims whose names begin so

`docs/kernels.md` describes the method and the claims for each kernel. Standard library only.
"""

import sys
import time
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kernels import source
from kernels.claims import claims
from kernels.graph import Unproved


def attempt(claim):
    name, function = claim
    start = time.monotonic()
    try:
        figure, verdict = function(), "proved"
    except Unproved as unproved:
        figure, verdict = str(unproved), "NOT PROVED"
    return name, verdict, figure, time.monotonic() - start


def main(arguments):
    if "--modelled" in arguments:
        source.write()
        return
    whole = "--whole" in arguments
    names = tuple(argument for argument in arguments if not argument.startswith("--"))
    chosen = [claim for claim in claims(whole) if not names or claim[0].startswith(names)]
    failed, start = 0, time.monotonic()
    with get_context("fork").Pool(cpu_count()) as pool:
        for name, verdict, figure, seconds in pool.imap(attempt, chosen):
            failed += verdict != "proved"
            if names or whole or verdict != "proved":
                print(f"{name:36} {verdict:10} {seconds:6.2f} s  {figure or ''}", flush=True)
    print(f"kernels: {len(chosen) - failed} of {len(chosen)} claims proved in {time.monotonic() - start:.0f} s")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
