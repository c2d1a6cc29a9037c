"""One squaring or product in loops, for lengths whose straight-line code would not fit the caches:

1. the columns of T, eight column vectors at a time from the top, stored to scratch; 2. their carry pass above
F, which stores H; 3. the fold, a group of result vectors at a time; 4. the carry pass of the result.

Products. With S_r the sums of the low halves of products by limb r of each vector of b, and H_r of the high
halves, the columns are sum_r 2^(52r) (S_r + 2^52 H_r). A loop from r = 7 down to 0 takes them by Horner's
rule: add H_r to the accumulators, shift these by one lane, add S_r. The vectors of a slide past those of b,
so that each step loads one vector of a and one limb of b for two multiplications per column vector.

In a square the blocks u < v count twice: everything is doubled after the loop. Blocks u = v are done above
their diagonal by a mask that moves with r, and the squares of the single limbs are added at the end.

Scratch, in vectors: H, the columns of T, and the low and the high sums of the fold.
"""

import collections

from .stream import BELOW_FOLD, CARRIED, SQUARES_HIGH, SQUARES_LOW, ZERO, Stream, at, carry_pass, frame

Loops = collections.namedtuple(
    "Loops",
    [
        "columns",  # column vectors at a time, an even number
        "fold",  # groups of result vectors
        "rows_per_turn",  # of the loop over the rows
    ],
)


def routine(shape, is_mul, plan):
    assert shape.rows % plan.rows_per_turn == 0 and plan.columns % 2 == 0
    body = Body(shape, is_mul, plan)
    what = "a = a*b" if is_mul else "a = a^2"
    before = [] if is_mul else ["mov r9, rdi"]
    header = shape.header(f"{what}, {shape.bits} bits, in loops", body.scratch_blocks)
    return header + frame(shape, 0, before, body.build())


class Body:
    def __init__(self, shape, is_mul, plan):
        self.shape, self.is_mul, self.plan = shape, is_mul, plan
        self.lines = []
        # The column vectors that are blocks of products; the last of them shifts into the one above.
        self.block_columns = 2 * shape.vectors - 1
        assert self.block_columns == shape.last_vector
        self.scratch_blocks = shape.high_vectors + shape.last_vector + 1 + 2 * shape.row_vectors

    def high(self, w):
        return at("rsi", 64 * (w - self.shape.fold_vector))

    def column(self, w):
        return at("rsi", 64 * (self.shape.high_vectors + w))

    def fold_sum(self, half, v):
        offset = self.shape.last_vector + 1 + (v if half == "l" else self.shape.row_vectors + v)
        return self.column(offset)

    def build(self):
        starts = range(0, self.block_columns, self.plan.columns)
        for start in reversed(starts):
            self.multiply_columns(range(start, min(start + self.plan.columns, self.block_columns)))
        self.straight(self.carry_high)
        self.lines += ["kortestb k0, k0", "jne 7f"]
        for group in self.plan.fold:
            self.multiply_rows(list(group))
        self.straight(self.carry_result)
        return self.lines

    def straight(self, build, carried=()):
        stream = Stream()
        build(stream)
        self.lines += stream.lines(carried)

    def loop(self, label, counter, build, carried, step):
        """A loop that carries registers: `build` updates them in place or returns the new ones."""
        stream = Stream()
        results = build(stream) or carried
        self.lines += [".p2align 4", f"{label}:", *stream.lines(carried, results), *step]
        self.lines += [f"dec {counter}", f"jne {label}b"]

    def clear(self, carried):
        for register in range(CARRIED, CARRIED - len(carried), -1):
            self.lines.append(f"vpxorq zmm{register}, zmm{register}, zmm{register}")

    def multiply_columns(self, columns):
        """Stores columns `columns` of T to scratch, and the parts that they shift into the vector above."""
        sums = {w: f"sum{w}" for w in [*columns, columns.stop]}
        carried = list(sums.values())
        self.clear(carried)
        self.lines += ["lea r10, [r9 + 56]", "mov r11d, 8"]
        step = ["sub r10, 8"]
        if not self.is_mul:
            # The low byte is the mask of the lanes above r.
            self.lines.append("mov eax, 0xff00")
            step.append("shr eax, 1")
        self.loop(3, "r11d", lambda stream: self.one_limb(stream, sums, columns), carried, step)
        self.straight(lambda stream: self.store_columns(stream, sums, columns), carried)

    def one_limb(self, stream, sums, columns):
        """Horner's step for limb r of each vector of b."""
        vectors, low = {}, {}
        if not self.is_mul:
            stream.emit("kmovb k1, eax", None)
        for v in range(self.shape.vectors):
            last = self.shape.vectors - 1 if self.is_mul else v
            pairs = [(w - v, w) for w in columns if 0 <= w - v <= last]
            if not pairs:
                continue
            limb = stream.broadcast(at("r10", 64 * v))
            for u, w in pairs:
                if u not in vectors:
                    vectors[u] = stream.load(at("rdi", 64 * u))
                mask = None if self.is_mul or u < v else "k1"
                stream.multiply_add("h", sums[w], vectors[u], limb, mask)
                low[w] = stream.multiply_add("l", low.get(w), vectors[u], limb, mask)
        shifted = {w: stream.shift_lanes(sums[w], sums.get(w - 1, ZERO), 1) for w in reversed(sums)}
        return [stream.add(shifted[w], low[w]) if w in low else shifted[w] for w in sums]

    def store_columns(self, stream, sums, columns):
        squares = {}
        for w in sums:
            if not self.is_mul and w in columns and w % 2 == 0:
                a = stream.load(at("rdi", 32 * w))
                low, high = stream.multiply_add("l", None, a, a), stream.multiply_add("h", None, a, a)
                squares[w] = stream.permute(SQUARES_LOW, low, high)
                squares[w + 1] = stream.permute(SQUARES_HIGH, low, high)
            total = sums[w] if self.is_mul else stream.add(sums[w], sums[w])
            if w in squares:
                total = stream.add(total, squares.pop(w))
            if w == columns.stop < self.block_columns:
                total = stream.add(total, stream.load(self.column(w)))
            stream.store(self.column(w), total)
        assert not squares

    def carry_high(self, stream):
        columns = range(self.shape.fold_vector, self.shape.last_vector + 1)
        load = lambda w: stream.load(self.column(w))
        stream.flag_excess(carry_pass(stream, load, columns, self.high, self.shape.fold_lane))

    def multiply_rows(self, group):
        """H times the rows of the table, for the result vectors of a group."""
        shape, rows = self.shape, self.plan.rows_per_turn
        sums = {(half, v): f"{half}{v}" for half in "lh" for v in group}
        carried = list(sums.values())
        self.clear(carried)
        self.lines += [f"lea r10, [rsi + {8 * shape.fold_lane}]", f"lea r11, [rdx + {64 * group[0]}]"]
        self.lines.append(f"mov eax, {shape.rows // rows}")

        def turn(stream):
            for i in range(rows):
                limb = stream.broadcast(at("r10", 8 * i))
                for k, v in enumerate(group):
                    row = stream.load(at("r11", 64 * (i * shape.row_vectors + k)))
                    stream.multiply_add("l", sums["l", v], limb, row)
                    stream.multiply_add("h", sums["h", v], limb, row)

        def store(stream):
            for (half, v), total in sums.items():
                stream.store(self.fold_sum(half, v), total)

        step = [f"add r10, {8 * rows}", f"add r11, {64 * shape.row_vectors * rows}"]
        self.loop(4, "eax", turn, carried, step)
        self.straight(store, carried)

    def carry_result(self, stream):
        shape, high = self.shape, {-1: ZERO}

        def total(v):
            column = stream.load(self.column(v))
            if v == shape.fold_vector:
                column = stream.and_memory(column, BELOW_FOLD)
            high[v] = stream.load(self.fold_sum("h", v))
            low = stream.add(column, stream.load(self.fold_sum("l", v)))
            return stream.add(low, stream.shift_lanes(high[v], high.pop(v - 1), 1))

        assert shape.row_vectors == shape.vectors and shape.fold_lane
        stream.flag_excess(carry_pass(stream, total, range(shape.vectors), lambda v: at("rdi", 64 * v)))
