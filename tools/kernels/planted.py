#!/usr/bin/env python3
"""Plants mistakes in kernels, and fails if a proof does not find one.

    tools/kernels/planted.py           a few of each kind
    tools/kernels/planted.py --whole   also leaves out every single instruction of the shorter routines in assembly

An instruction that changes nothing wherever it is executed, such as an addition of lanes that are zero, may go.
"""

import re
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from os import cpu_count
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kernels import claims, left_out, source
from kernels.doubles import fma
from kernels.graph import Unproved
from kernels.ifma.shape import routines, scratch_blocks, shapes
from kernels.lanes import kernel as lanes
from kernels.lanes import vectors
from kernels.wasm import dot, fmi
from kernels.words.adx import Adx
from kernels.words.umulh import Umulh

IFMA = {name: (bits, is_mul, text) for name, bits, is_mul, text in routines()}


def changed(text, old, new, which=0):
    """The text with one occurrence of a regular expression replaced."""
    found = list(re.finditer(old, text))
    assert found, f"nothing to replace: {old}"
    at = found[which]
    return text[: at.start()] + at.expand(new) + text[at.end() :]


@contextmanager
def put(thing, name, value):
    before = getattr(thing, name)
    setattr(thing, name, value)
    try:
        yield
    finally:
        setattr(thing, name, before)


# IFMA: mistakes in the assembly, and in the sizes of a class.


def ifma_text(name, old, new, which=0):
    bits, is_mul, text = IFMA[name]
    return claims.ifma(changed(text, old, new, which), bits, is_mul)


def ifma_shape(name, **sizes):
    bits, is_mul, text = IFMA[name]
    return claims.ifma(text, bits, is_mul, replace(shapes()[bits], **sizes))


def of_ifma():
    for name in ("square1024", "mul1024", "square2048"):
        texts = {
            "a carry left out": (r"vpsrlq (zmm\d+), zmm\d+, 52", r"vpxorq \1, \1, \1", 3),
            "a limb not cut": (r"vpandq (zmm\d+), (zmm\d+), zmm31", r"vmovdqa64 \1, \2", 3),
            "lanes moved too far": (r"(valignq zmm\d+, zmm\d+, zmm\d+), 7", r"\1, 6", 1),
            "two factors swapped": (r"(\[r(?:di|9) \+ )8\](?s:(.*?)\1)16\]", r"\g<1>16]\2\g<1>8]", 0),
            "a low half for a high one": (r"vpmadd52huq", "vpmadd52luq", 9),
            "another row": (r"\[rdx - 1664\]", "[rdx - 1600]", 0),
            "an excess not compared": (r"vporq (zmm\d+), (zmm\d+), zmm\d+", r"vporq \1, \2, \2", 1),
            "an excess not seen": (r"jne 8f\n", "", 0),
            "an excess seen too late": (r"(jne 7f\n)((?s:.*?))(vmovdqa64 zmmword ptr \[rdi\])", r"\2\1\3", 0),
            "a wrong reason": (r"mov eax, 2", "mov eax, 1", 0),
            "a turn too many": (r"dec rcx\n", "", 0),
            "a result not stored": (r"vmovdqa64 zmmword ptr \[rdi\], zmm\d+\n", "", 0),
        }
        for what, edit in texts.items():
            if what != "another row" or edit[0].replace("\\", "") in IFMA[name][2]:
                yield f"ifma {name}: {what}", partial(ifma_text, name, *edit)
    for name in ("square1024", "mul2048"):
        shape = shapes()[IFMA[name][0]]
        # V is the smallest bound that holds: one less is not kept, and one more row or limb less is seen.
        yield f"ifma {name}: a bound one too small", partial(ifma_shape, name, value_bits=shape.value_bits - 1)
        yield f"ifma {name}: a row too few", partial(ifma_shape, name, rows=shape.rows - 1)
        yield f"ifma {name}: moduli a bit longer", partial(ifma_shape, name, bits=shape.bits + 1)
        yield f"ifma {name}: a bound one too large", partial(ifma_shape, name, value_bits=shape.fold * 52 + 53)


# Words of 64 bits: mistakes in the macros, or in the text that they make.


class Edited:
    """A kernel whose routine differs in one place."""

    def __init__(self, kind, name, edit):
        self.kind, self.name, self.edit = kind, name, edit

    def __call__(self, text):
        machine = self.kind(text)
        machine.code[self.name] = self.edit(machine.code[self.name])
        return machine


def of_words():
    for kind, paths, what, operation, name, old, new in (
        (Adx, claims.ADX_ROWS, "a carry left out", "product", "multiply_rows", r"adcx r9, rbp\n", ""),
        (Adx, claims.ADX_ROWS, "two limbs swapped", "product", "multiply_rows", r"\[rsi\+8\]", "[rsi+16]"),
        (Adx, claims.ADX_ROWS, "a carry into the wrong chain", "product", "multiply_rows", "adox r9, rax", "adcx r9, rax"),
        (Adx, claims.ADX_ROWS, "a product of the triangle left out", "square", "square_rows", r"mulx rbx.*\n.*\n.*\n", ""),
        (Adx, claims.ADX_ROWS, "a limb not doubled", "square", "double_and_add_squares", r"adcx r8, r8\n", ""),
        (Adx, claims.ADX_ROWS, "a carry lost by the loop", "square", "double_and_add_squares", r"lea rdi, \[rdi\+128\]", "add rdi, 128"),
        (Adx, claims.ADX_ROWS, "the carry of a block lost", "reduce", "reduce_rows", r"neg rax\n(adc)", r"neg rax\nxor eax, eax\n\1"),
        (Adx, claims.ADX_ROWS, "a digit of another limb", "reduce", "reduce_rows", r"mov rdx, r9\n", "mov rdx, r10\n"),
        (Adx, claims.ADX_ROWS, "a register not restored", "reduce", "reduce_rows", r"pop r15\n *pop r14", "pop r14\n pop r15"),
        (Umulh, claims.UMULH_ROWS, "a carry left out", "product", "multiply_rows", r"adcs x16, x17, x24", "adds x16, x17, x24"),
        (Umulh, claims.UMULH_ROWS, "two limbs swapped", "product", "multiply_rows", r"mul x25, x6, x23", "mul x25, x7, x23"),
        (Umulh, claims.UMULH_ROWS, "a high half of another product", "product", "multiply_rows", r"umulh x26, x7", "umulh x26, x8"),
        (Umulh, claims.UMULH_ROWS, "a bit of another limb", "square", "double_and_add", r"extr x5, x6, x5", "extr x5, x6, x4"),
        (Umulh, claims.UMULH_ROWS, "a digit left out", "reduce", "digit_rows", r"mov x4, #8", "mov x4, #7"),
        (Umulh, claims.UMULH_ROWS, "a register not restored", "reduce", "digit_rows", r"ldp x25, x26", "ldp x26, x25"),
    ):
        edit = partial(changed, old=old, new=new)
        call = partial(claims.rows, Edited(kind, name, edit), claims.macros(*paths), operation, 2)
        yield f"{kind.__name__.lower()} {operation}: {what}", call
    odd_text, four_text = claims.macros(*claims.ADX_ODD), claims.macros(*claims.ADX_FOUR)
    for what, old, new in (
        ("a carry left out", r'"adox ", \$top, ", \[rsp\]\\n"', '""'),
        ("a borrow of N forgotten", r'sbb ", \$result', 'sub ", $result'),
        ("chosen by the other bit", r"cmovc", "cmovo"),
    ):
        for name in ("five", "eight"):
            edited = changed(odd_text, old, new, -1 if name == "eight" else 0)
            if not (name == "eight" and what == "a carry left out"):
                yield f"adx {name} limbs: {what}", partial(claims.odd_lengths, edited, name, False)
    for what, name, old, new in (
        ("a carry left out", "square", r"adc r12, 0\\n add r11", r"add r11"),
        ("a limb not doubled", "square", r"adcx r10, r10\\n", ""),
        ("not reduced where a sum carries", "multiply", r"cmovc rdi, r12\\n", ""),
        ("another digit", "multiply", r'mov rdx, rcx\\n imul', r"mov rdx, r8\\n imul"),
        ("doubled without its carry", "square_and_double", r"adcx rdi, r9\\n mov r12", r"adox rdi, r9\\n mov r12"),
        ("N not added back", "lucas_step", r"and r9, rax\\n ", ""),
    ):
        yield f"adx four limbs, {name}: {what}", partial(claims.four_limbs, changed(four_text, old, new), name)


# Models in Python: mistakes as they would stand in the Rust code, and a change of that code.


def with_fma(**changes):
    """The shortest shape, with methods of the model or numbers of the shape replaced."""
    shape = next(shape for shape in fma.shapes() if shape.vectors == 7)
    columns = {name: value for name, value in changes.items() if hasattr(fma.Columns, name)}
    sums = {name: value for name, value in changes.items() if hasattr(fma.Sums, name) and name not in columns}
    for name in changes.keys() - columns.keys() - sums.keys():
        setattr(shape, name, getattr(shape, name) + changes[name])
    before = {(owner, name): getattr(owner, name) for owner, names in ((fma.Columns, columns), (fma.Sums, sums)) for name in names}
    try:
        for owner, names in ((fma.Columns, columns), (fma.Sums, sums)):
            for name, value in names.items():
                setattr(owner, name, value)
        return claims.fma_shape(shape)
    finally:
        for (owner, name), value in before.items():
            setattr(owner, name, value)


def nothing(*_):
    pass


def swapped(method):
    """A method that reads neighbouring limbs of x in the wrong order."""

    def run(self, *arguments):
        self.x[2], self.x[3] = self.x[3], self.x[2]
        try:
            return method(self, *arguments)
        finally:
            self.x[2], self.x[3] = self.x[3], self.x[2]

    return run


def without_last_carry(method):
    def run(self, places):
        settled = method(self, places)
        value, rest, _ = settled[-2]
        settled[-2] = value, rest, rest
        return settled

    return run


def with_lanes(**methods):
    before = {name: getattr(lanes.Block, name) for name in methods}
    try:
        for name, value in methods.items():
            setattr(lanes.Block, name, value)
        return claims.lane_lengths(40)
    finally:
        for name, value in before.items():
            setattr(lanes.Block, name, value)


def corner_cut(self, x, y):
    for row in range(1, self.width):
        for column in range(row - 1):
            self.add(column, x[row], y[len(y) - row + column])


def unbiased_wrongly():
    with put(vectors, "digit", lambda x, n, k, radix: original_digit(x, n, 1 if k == 3 else k, radix)):
        return vectors.quotients()


original_digit = vectors.digit


def too_long():
    with put(lanes, "MOST_LIMBS", 164):
        return claims.lane_lengths(320)


def too_many_digits():
    with put(dot, "MOST", 480):
        dot.Dot(480).square_group(464)


def a_bit_more():
    with put(dot, "DIGIT", 2**12 + 2**8):
        dot.prove(352)


def another_text():
    path, name = "crates/heliast-arith/src/kernel/fma/columns/sums.rs", "settle"
    text = (source.ROOT / path).read_text()
    other = changed(text, r"_mm256_sub_pd\(self\.e\[k\], multiple\)", "_mm256_add_pd(self.e[k], multiple)")
    if source.fingerprint(path, name, other) != source.fingerprint(path, name):
        raise Unproved("another text")


def of_models():
    yield "fma: a limb of more bits", partial(with_fma, radix=1)
    yield "fma: sums that start lower", partial(with_fma, exponent=-2)
    yield "fma: moduli longer by two bits", partial(with_fma, bits=2)
    yield "fma: sums never settled", never_settled
    yield "fma: two limbs swapped", partial(with_fma, square_lower=swapped(fma.Columns.square_lower))
    yield "fma: a carry left out", partial(with_fma, settle=without_last_carry(fma.Columns.settle))
    yield "fma: a changed function", another_text
    yield "lanes: a product left out", partial(with_lanes, upper_corner=corner_cut)
    yield "lanes: not doubled", partial(with_lanes, double=nothing)
    yield "lanes: too many limbs", too_long
    yield "lanes: another inverse", unbiased_wrongly
    yield "wasm fmi: a constant too few taken off", partial(with_wasm, fmi, fmi.Fmi, 10, settle=one_count_less)
    yield "wasm fmi: a digit of one more bit", partial(fmi.split_product, 2**51, 2**52)
    yield "wasm dot: two digits swapped", partial(with_wasm, dot, dot.Dot, 32, crossed=lambda self, i: (("x", i), ("x", i + 1)))
    yield "wasm dot: more digits than fit", too_many_digits
    yield "wasm dot: a digit of one more bit", a_bit_more


def with_wasm(module, kind, limbs, **methods):
    before = {name: getattr(kind, name) for name in methods}
    try:
        for name, value in methods.items():
            setattr(kind, name, value)
        module.prove(limbs)
    finally:
        for name, value in before.items():
            setattr(kind, name, value)


def one_count_less(self, products, count, wanted, digit=0):
    fmi_settle(self, products, count - (self.column == 9), wanted, digit)


fmi_settle = fmi.Fmi.settle


def never_settled():
    with put(fma.Sums, "settle", nothing):
        return claims.fma_shape(next(shape for shape in fma.shapes() if shape.vectors == 32))


# What a run has chosen, for its processes: not everything here can be sent to them.
CHOSEN = []


def found(place):
    start = time.monotonic()
    try:
        CHOSEN[place][1]()
    except Unproved as unproved:
        return str(unproved), time.monotonic() - start
    return None, time.monotonic() - start


def plants(whole):
    yield from of_ifma()
    yield from of_words()
    yield from of_models()
    # A few instructions of each routine, or all.
    for place, plant in enumerate([*left_out.of_ifma(), *left_out.of_words()]):
        if whole or place % 61 == 0:
            yield plant


def main(arguments):
    whole, names = "--whole" in arguments, tuple(a for a in arguments if not a.startswith("--"))
    CHOSEN.extend(plant for plant in plants(whole) if not names or plant[0].startswith(names))
    missed, start = 0, time.monotonic()
    with Pool(cpu_count()) as pool:
        for (name, _), (why, seconds) in zip(CHOSEN, pool.imap(found, range(len(CHOSEN)))):
            missed += why is None
            if why is None or names:
                print(f"{name:60} {seconds:6.2f} s  {why or 'NOT FOUND'}", flush=True)
    print(f"kernels: {len(CHOSEN) - missed} of {len(CHOSEN)} planted mistakes found in {time.monotonic() - start:.0f} s")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
