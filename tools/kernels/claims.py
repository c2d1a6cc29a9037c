"""All claims that are proved, by name: functions that raise `Unproved`, or return a figure for the report.

Texts of assembly are arguments, so that tests can plant mistakes.
"""

from functools import partial

from . import source
from .doubles import fma
from .doubles.fold import Residues
from .ifma.proof import prove as prove_turn
from .ifma.routine import Routine
from .ifma.shape import routines, scratch_blocks, shapes
from .ifma.sums import prove as prove_sums
from .lanes import kernel as lanes
from .lanes import rows as lane_rows
from .lanes import short, vectors
from .lehmer import steps
from .wasm import dot, fmi
from .words import canonical, four, odd, portable
from .words.adx import Adx
from .words.four import Four
from .words.odd import Odd
from .words.umulh import Umulh

KERNEL = source.ROOT / "crates/heliast-arith/src/kernel"
# Lengths in blocks of eight limbs up to 8192 bits, and those of a quick run.
BLOCKS = range(1, 17)
QUICK_BLOCKS = (1, 2, 3, 4)
PORTABLE, QUICK_PORTABLE = (*range(1, 41), 48, 64, 128), (*range(1, 10), 16)
# Vectors of four limbs in a number of the FMA kernel: one for each number of groups and blocks in the last.
QUICK_VECTORS = (4, 5, 6, 7, 8, 9, 10, 11, 15)
QUICK_DIGITS = {"fmi": (4, 6, 10, 12, 40, 82), "dot": (16, 32, 96)}
QUICK_LANES = (4, 8, 12, 16, 20, 24, 40, 44, 60, 80)


def ifma(text, bits, is_mul, shape=None):
    routine = Routine(text, shape or shapes()[bits], is_mul, scratch_blocks(bits, is_mul))
    routine.turns(prove_turn)
    return f"{len(routine.graph.nodes)} values, sums of up to {routine.graph.widest.bit_length()} bits"


def macros(*paths):
    """The text of some files of the kernels; macros of the first are visible in the others."""
    return "".join((KERNEL / path).read_text() for path in paths)


ADX_ROWS, ADX_ODD, ADX_FOUR = (("adx.rs", f"adx/{name}.rs") for name in ("rows", "odd", "four"))
UMULH_ROWS = ("umulh/rows.rs",)


def rows(kind, text, operation, blocks):
    machine = kind(text)
    getattr(machine, operation)(blocks)
    return f"{len(machine.arithmetic.graph.nodes)} values"


def odd_lengths(text, name, squares):
    Odd(text).prove(name, squares)


def four_limbs(text, name):
    getattr(Four(text), name)()


def fma_shape(shape):
    residues = Residues(shape)
    residues.products()
    residues.sums()
    return f"numbers of up to {residues.value.bit_length()} bits in {shape.radix * shape.limbs}"


def lane_lengths(length):
    return f"columns of up to {lanes.prove(length).bit_length()} bits"


def short_lengths(length):
    return f"columns of up to {short.prove(length).bit_length()} bits"


def claims(whole):
    """(name, function) of each claim; without `whole` only claims that take seconds."""
    yield "source: what is modelled", source.check
    for name, bits, is_mul, text in routines():
        yield f"ifma: {name}", partial(ifma, text, bits, is_mul)
    for bits, shape in shapes().items():
        yield f"ifma: sums, {bits} bits", partial(prove_sums, shape)
    yield "words: canonical numbers of 5 bits", canonical.prove
    yield "words: quotients of 3 bits", canonical.rows
    for kind, name, paths in ((Adx, "adx", ADX_ROWS), (Umulh, "umulh", UMULH_ROWS)):
        for blocks in BLOCKS if whole else QUICK_BLOCKS:
            for operation in ("product", "square", "reduce"):
                prove = partial(rows, kind, macros(*paths), operation, blocks)
                yield f"{name}: {operation}, {8 * blocks} limbs", prove
    for name in odd.ROUTINES:
        for squares in (False, True):
            what = "square" if squares else "product"
            yield f"adx: {name} limbs, {what}", partial(odd_lengths, macros(*ADX_ODD), name, squares)
    for name in four.ROUTINES:
        yield f"adx: four limbs, {name}", partial(four_limbs, macros(*ADX_FOUR), name)
    for shape in fma.shapes():
        if whole or shape.vectors in QUICK_VECTORS:
            yield f"fma: {shape.limbs} limbs of {shape.radix} bits", partial(fma_shape, shape)
    for length in PORTABLE if whole else QUICK_PORTABLE:
        for operation in ("product", "square", "reduce"):
            yield f"portable: {operation}, {length} limbs", partial(portable.prove, length, operation)
    yield "lanes: halves of products in doubles", vectors.split_product
    yield "lanes: rows in doubles", lane_rows.prove
    yield "lanes: quotients", vectors.quotients
    yield "lanes: shifts", vectors.shift
    for length in range(4, lanes.MOST_LIMBS + 1, 4) if whole else QUICK_LANES:
        yield f"lanes: {length} limbs", partial(lane_lengths, length)
    for length in short.LENGTHS:
        yield f"lanes: {length} limbs, primality", partial(short_lengths, length)
    yield "wasm: fmi, halves of products in doubles", fmi.split_product
    for name, module in (("fmi", fmi), ("dot", dot)):
        for digits in module.LENGTHS if whole else QUICK_DIGITS[name]:
            yield f"wasm: {name}, {digits} digits", partial(module.prove, digits)
    yield "lehmer: carries", steps.carries
    yield "lehmer: table", steps.table
    yield "lehmer: all numbers of two words of 4 bits", partial(steps.all_of_two_words, 4)
    if whole:
        yield "lehmer: all leading words of 4 bits", partial(steps.all_leading_words, 4)
