"""Models in Python: mistakes as they would be in the Rust code, and a change of that code."""

from contextlib import contextmanager
from functools import partial

from .. import claims, source
from ..doubles import fma
from ..graph import Unproved
from ..lanes import kernel as lanes
from ..lanes import rows as lane_rows
from ..lanes import short, vectors
from ..lehmer import steps
from ..wasm import dot, fmi
from ..words import canonical, portable
from .edit import changed


@contextmanager
def replaced(owner, values):
    before = {name: getattr(owner, name) for name in values}
    try:
        for name, value in values.items():
            setattr(owner, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(owner, name, value)


def with_fma(**changes):
    """The shortest shape, with methods of the model or numbers of the shape replaced."""
    shape = next(shape for shape in fma.shapes() if shape.vectors == 7)
    columns = {name: value for name, value in changes.items() if hasattr(fma.Columns, name)}
    sums = {name: value for name, value in changes.items() if hasattr(fma.Sums, name) and name not in columns}
    for name in changes.keys() - columns.keys() - sums.keys():
        setattr(shape, name, getattr(shape, name) + changes[name])
    with replaced(fma.Columns, columns), replaced(fma.Sums, sums):
        return claims.fma_shape(shape)


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
    with replaced(lanes.Block, methods):
        return claims.lane_lengths(40)


def corner_cut(self, x, y):
    for row in range(1, self.width):
        for column in range(row - 1):
            self.add(column, x[row], y[len(y) - row + column])


def in_rows(old, new):
    return lane_rows.prove(changed(lane_rows.PATH.read_text(), old, new))


def unbiased_wrongly():
    with replaced(vectors, {"digit": lambda x, n, k, radix: original_digit(x, n, 1 if k == 3 else k, radix)}):
        return vectors.quotients()


original_digit = vectors.digit


def too_long():
    with replaced(lanes, {"MOST_LIMBS": 164}):
        return claims.lane_lengths(320)


def with_step(**steps_):
    with replaced(canonical, steps_):
        canonical.prove(4)


def a_carry_less():
    def add_row(self, t, at, a, x):
        original(self, t, at, a, x)
        return 0

    original = portable.Portable.add_row
    with replaced(portable.Portable, {"add_row": add_row}):
        portable.prove(3, "product")


def a_digit_less():
    def add_row(self, t, at, a, x):
        return original(self, t, at, a, x) if at != 1 else 0

    original = portable.Portable.add_row
    with replaced(portable.Portable, {"add_row": add_row}):
        portable.prove(3, "reduce")


def too_many_digits():
    with replaced(dot, {"MOST": 480}):
        dot.Dot(480).square_group(464)


def a_bit_more():
    with replaced(dot, {"DIGIT": 2**12 + 2**8}):
        dot.prove(352)


def another_text():
    path, name = "crates/heliast-arith/src/kernel/fma/columns/sums.rs", "settle"
    text = (source.ROOT / path).read_text()
    other = changed(text, r"_mm256_sub_pd\(self\.e\[k\], multiple\)", "_mm256_add_pd(self.e[k], multiple)")
    if source.fingerprint(path, name, other) != source.fingerprint(path, name):
        raise Unproved("another text")


def plants():
    yield "fma: a limb of more bits", partial(with_fma, radix=1)
    yield "fma: sums that start lower", partial(with_fma, exponent=-2)
    yield "fma: moduli longer by two bits", partial(with_fma, bits=2)
    yield "fma: sums never settled", never_settled
    yield "fma: two limbs swapped", partial(with_fma, square_lower=swapped(fma.Columns.square_lower))
    yield "fma: a carry left out", partial(with_fma, settle=without_last_carry(fma.Columns.settle))
    yield "fma: a changed function", another_text
    yield "words: N itself not subtracted", partial(with_step, subtracted_once=lambda t, n, r: t - n if t > n else t)
    yield "words: a carry not looked at", partial(with_step, chosen=lambda t, n, r: t % r - n if t % r >= n else t % r)
    yield "portable: a carry left out", a_carry_less
    yield "portable: a digit left out", a_digit_less
    yield "lanes: a product left out", partial(with_lanes, upper_corner=corner_cut)
    yield "lanes: a row left over", partial(with_lanes, at_once=lambda self: 3)
    yield "lanes: not doubled", partial(with_lanes, double=nothing)
    yield "lanes: too many limbs", too_long
    yield "lanes: rows, a product left out", partial(in_rows, r'product!\("b", "yb", "64", .*', "")
    yield "lanes: rows, the limb beside", partial(in_rows, '"a", "ya", "128"', '"a", "ya", "192"')
    yield "lanes: rows, a half to the wrong column", partial(in_rows, '"s2", "s3", copied', '"s3", "s2", copied')
    yield "lanes: rows, a pointer the wrong way", partial(in_rows, r"sub \{yb\}", "add {yb}")
    yield "lanes: rows, a half added", partial(in_rows, r"vpsubq \{", "vpaddq {")
    yield "lanes: rows, a constant for the other", partial(in_rows, r"vsubpd \{lo\}, \{rest\}", "vsubpd {lo}, {high}")
    yield "lanes: another inverse", unbiased_wrongly
    yield "lanes: turns of one part", partial(short.take_turns, 10, (0, 0))
    yield "wasm fmi: a constant too few taken off", partial(with_wasm, fmi, fmi.Fmi, 10, settle=one_count_less)
    yield "wasm fmi: a digit of one more bit", partial(fmi.split_product, 2**51, 2**52)
    yield "wasm dot: two digits swapped", partial(with_wasm, dot, dot.Dot, 32, crossed=crossed_wrongly)
    yield "wasm dot: more digits than fit", too_many_digits
    yield "wasm dot: a digit of one more bit", a_bit_more
    yield "lehmer: a lower first threshold", partial(steps.all_of_two_words, 4, (-1, 1))
    yield "lehmer: a lower second threshold", partial(steps.all_of_two_words, 4, (0, -1))
    yield "lehmer: a table without slack", partial(steps.table, False)


def with_wasm(module, kind, limbs, **methods):
    with replaced(kind, methods):
        module.prove(limbs)


def crossed_wrongly(self, i):
    return ("x", i), ("x", i + 1)


def one_count_less(self, products, count, wanted, digit=0):
    fmi_settle(self, products, count - (self.column == 9), wanted, digit)


fmi_settle = fmi.Fmi.settle


def never_settled():
    with replaced(fma.Sums, {"settle": nothing}):
        return claims.fma_shape(next(shape for shape in fma.shapes() if shape.vectors == 32))
