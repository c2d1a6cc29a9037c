#!/usr/bin/env python3
"""Plants mistakes in kernels, and fails if a proof does not find one.

    tools/kernels/planted.py           a few of each kind
    tools/kernels/planted.py --whole   also leaves out every single instruction of the shorter routines in assembly

An instruction that never changes anything, such as an addition of lanes that are zero, may be left out.
"""

import sys
import time
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kernels.graph import Unproved
from kernels.plants import ifma, left_out, models, words

# The choices of a run, for its processes: not everything here can be sent to them.
CHOSEN = []


def found(place):
    start = time.monotonic()
    try:
        CHOSEN[place][1]()
    except Unproved as unproved:
        return str(unproved), time.monotonic() - start
    return None, time.monotonic() - start


def plants(whole):
    for module in (ifma, words, models):
        yield from module.plants()
    # A few instructions of each routine, or all.
    for place, plant in enumerate(left_out.plants()):
        if whole or place % 61 == 0:
            yield plant


def main(arguments):
    whole, names = "--whole" in arguments, tuple(a for a in arguments if not a.startswith("--"))
    CHOSEN.extend(plant for plant in plants(whole) if not names or plant[0].startswith(names))
    missed, start = 0, time.monotonic()
    with get_context("fork").Pool(cpu_count()) as pool:
        for (name, _), (why, seconds) in zip(CHOSEN, pool.imap(found, range(len(CHOSEN)))):
            missed += why is None
            if why is None or names:
                print(f"{name:60} {seconds:6.2f} s  {why or 'NOT FOUND'}", flush=True)
    seconds = time.monotonic() - start
    print(f"kernels: {len(CHOSEN) - missed} of {len(CHOSEN)} planted mistakes found in {seconds:.0f} s")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
