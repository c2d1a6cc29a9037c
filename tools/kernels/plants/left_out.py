"""Leaves single instructions of routines in assembly out: a proof of the rest must fail.

Instructions that never change anything in the unchanged routine may be left out, and so may those of `MAY_GO`.
"""

import re
from functools import partial

from .. import claims
from ..graph import Unproved
from ..ifma.machine import Machine
from ..ifma.program import Vector
from ..ifma.shape import routines
from ..words import four, odd
from ..words.adx import Adx
from ..words.four import Four
from ..words.odd import Odd
from ..words.umulh import Umulh

IFMA = ("square1024", "mul1024")
# Patterns of routine and instruction.
MAY_GO = (
    # Squares do not read b.
    r"ifma square\d+: mov r9, r8",
    # The rows before leave no carry, so that there are no flags to clear.
    r"(four|odd|adx) \w+: xor e[ad]x, e[ad]x",
    # The register is written before it is read.
    r"four square\w*: xor ebp, ebp",
    # The first of eight rows adds to zeros.
    r"odd eight: ad[co]x r15, \[rsp\]",
    # The first rows of a triangle leave no carry.
    r"adx square_rows: adox r9, rbp, line 13|adx square_rows: adox r10, rbp, line 15",
    # The last turn has just written it from this register.
    r"adx reduce_rows: mov rax, \[rsp\+8\], line 529",
)


def may_go(routine, line, place):
    """For every line with this text, unless a pattern names one."""
    names = f"{routine}: {line}", f"{routine}: {line}, line {place}"
    return any(re.fullmatch(pattern, name) for pattern in MAY_GO for name in names)


def ifma_lines(text, bits, is_mul):
    """The lines of a routine that change something."""
    lines, original = set(), Machine.execute

    def execute(self, instruction):
        target = instruction.operands[0] if instruction.operands else None
        before = self.vectors[target.index] if isinstance(target, Vector) else None
        original(self, instruction)
        if before is None or self.vectors[target.index] != before:
            lines.add(instruction.line - 1)

    Machine.execute = execute
    try:
        claims.ifma(text, bits, is_mul)
    finally:
        Machine.execute = original
    return lines


def of_ifma():
    for name, bits, is_mul, text in routines():
        if name in IFMA:
            lines, needed = text.splitlines(), ifma_lines(text, bits, is_mul)
            for place in sorted(needed):
                if not may_go(f"ifma {name}", lines[place], place):
                    rest = "\n".join(lines[:place] + lines[place + 1 :])
                    yield f"ifma {name}: without {lines[place]}", partial(claims.ifma, rest, bits, is_mul)


class Without:
    """A kernel one of whose routines lacks a line."""

    def __init__(self, kind, routine, place):
        self.kind, self.routine, self.place = kind, routine, place

    def __call__(self, text):
        machine = self.kind(text)
        lines = machine.code[self.routine].splitlines()
        machine.code[self.routine] = "\n".join(lines[: self.place] + lines[self.place + 1 :])
        return machine


# Each routine with the proofs that need it.
WORDS = (
    (Adx, claims.ADX_ROWS, {"multiply_rows": [("product", 2)], "square_rows": [("square", 1), ("square", 3)]}),
    (Adx, claims.ADX_ROWS, {"double_and_add_squares": [("square", 2)], "reduce_rows": [("reduce", 1), ("reduce", 3)]}),
    (Umulh, claims.UMULH_ROWS, {"multiply_rows": [("product", 2), ("reduce", 1), ("reduce", 2)]}),
    (Umulh, claims.UMULH_ROWS, {"double_and_add": [("square", 2)], "digit_rows": [("reduce", 2)]}),
    (Odd, claims.ADX_ODD, {name: [("prove", name, False)] for name in odd.ROUTINES}),
    (Four, claims.ADX_FOUR, {name: [(name,)] for name in four.ROUTINES}),
)


def of_words():
    for kind, paths, proofs in WORDS:
        text = claims.macros(*paths)
        for routine in proofs:
            for place, line in enumerate(kind(text).code[routine].splitlines()):
                line, where = line.strip(), f"{kind.__name__.lower()} {routine}"
                if line and not line.endswith(":") and not may_go(where, line, place):
                    made = partial(prove_without, Without(kind, routine, place), text, proofs[routine])
                    yield f"{where}: without {line}, line {place}", made


def prove_without(kind, text, proofs):
    try:
        for method, *arguments in proofs:
            getattr(kind(text), method)(*arguments)
    except (AttributeError, IndexError, StopIteration, TypeError, ValueError) as error:
        # A result of another form than the proof expects.
        raise Unproved(f"{type(error).__name__}: {error}") from error


def plants():
    yield from of_ifma()
    yield from of_words()
