#!/usr/bin/env python3
"""Writes the assembly of the IFMA kernel, or with --check checks that the files are up to date.

Every file is one routine for one class of moduli: `a = a^(2^count)` or `a = a*b^count`, on numbers of L limbs
of 52 bits, eight limbs to a vector. `generator/shape.py` derives the sizes of a class and proves its bounds,
`generator/stream.py` names and allocates registers, and two modules order the instructions:

* `generator/unrolled.py`: straight-line code, software-pipelined, for the lengths whose code and column sums
  fit (squares up to 4096 bits, products up to 3072). The schedules below are the best of those that were
  measured on a Zen 5 core, where the order of the instructions is worth a fifth of the time. For 2048 bits
  they are the best of several hundred on a Zen 4 core, wherever scratch and table are relative to each
  other, and by llvm-mca's models of Ice Lake and of Sapphire Rapids at most two hundredths slower than those
  of the Zen 5.
* `generator/rolled.py`: loops over the lanes of a vector and over the rows of the table, for the rest: a
  tenth of the code, so that it stays in the instruction cache.

Standard library only.
"""

import pathlib
import sys

sys.dont_write_bytecode = True

from generator import rolled, unrolled
from generator.rolled import Loops
from generator.shape import Shape
from generator.unrolled import Schedule

ASSEMBLY = pathlib.Path(__file__).resolve().parent / "asm"

LIMBS = {1024: 21, 2048: 41, 3072: 61, 4096: 80, 8192: 159}
SHAPES = {bits: Shape(bits, limbs) for bits, limbs in LIMBS.items()}

# One line per routine; the fields are explained in `Schedule` and `Loops`.
UNROLLED = {
    ("square", 1024): Schedule(early=3, fold=[([0, 1, 2], 2)], late_doubling=True),
    ("square", 2048): Schedule(
        early=9, fold=[([4], 4), ([1, 2, 3], 3), ([0], 4)], late_doubling=True, add_delay=0, columns=6
    ),
    ("square", 3072): Schedule(
        early=9, fold=[([4, 5, 6, 7], 2), ([0, 1, 2, 3], 2)], add_delay=0, columns=3, in_memory=True
    ),
    ("square", 4096): Schedule(
        early=11, fold=[([5, 6, 7, 8, 9], 1), ([0, 1, 2, 3, 4], 1)], columns=3, in_memory=True
    ),
    ("mul", 1024): Schedule(early=3, fold=[([0, 1, 2], 2)]),
    ("mul", 2048): Schedule(early=5, fold=[([3, 4], 3), ([1, 2], 2), ([0], 4)], add_delay=0, columns=4),
    ("mul", 3072): Schedule(
        early=9, fold=[([0, 1, 2, 3, 4, 5, 6, 7], 1)], add_delay=0, columns=3, in_memory=True
    ),
}
ROLLED = {
    ("mul", 4096): Loops(columns=8, fold=[range(0, 10)], rows_per_turn=3),
    ("square", 8192): Loops(columns=8, fold=[range(10, 20), range(0, 10)], rows_per_turn=2),
    ("mul", 8192): Loops(columns=8, fold=[range(10, 20), range(0, 10)], rows_per_turn=2),
}


def files():
    """Name and text of every committed file."""
    for shape in SHAPES.values():
        shape.prove()
    for module, plans in ((unrolled, UNROLLED), (rolled, ROLLED)):
        for (operation, bits), plan in plans.items():
            text = module.routine(SHAPES[bits], operation == "mul", plan)
            yield f"{operation}{bits}.s", text


def main():
    stale = []
    for name, text in files():
        path = ASSEMBLY / name
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_text() != text:
                stale.append(name)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    if stale:
        sys.exit(f"not what generate.py writes: {', '.join(stale)}; run it and commit the result")


if __name__ == "__main__":
    main()
