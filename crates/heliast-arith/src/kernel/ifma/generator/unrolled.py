"""Straight-line code for one squaring or product, in this order:

1. columns F and above of T, 2. their carry pass, which stores H to scratch; 3. columns below F, whose
multiplications hide the latency of 2; 4. the fold, upper vectors of the result first, so that the next
squaring can begin with them; 5. the carry pass of each vector as soon as it is complete.

Products. Block (u, v) is vector u of one factor times vector v of the other, column vector w = u + v. It
takes nine passes: pass r multiplies by limb r of vector v (low halves) and by limb r - 1 (high halves),
broadcast; the sums of a pass belong r lanes higher and are merged into the columns by a shift of lanes.

In a square the blocks u < v count twice. Blocks u = v are either done whole, after the doubling of the rest
of the pass; or ("late doubling") only above their diagonal, by masks, then everything is doubled once and the
squares of the single limbs are added.

Pipelining. The chains of multiplications of a pass, one per column vector, are interleaved evenly; the shifts
of a pass are spread over the chains of the next pass, and the additions over those of the one after.
"""

import collections

from .stream import BELOW_FOLD, CARRIED, SQUARES_HIGH, SQUARES_LOW, ZERO, Stream, at, carry_pass, frame

Schedule = collections.namedtuple(
    "Schedule",
    [
        "early",  # blocks of vectors from this one up come first: the fold finishes them first
        "fold",  # groups of result vectors, in order, and how many sets of accumulators take the rows in turn
        "late_doubling",
        "add_delay",  # passes between the shifts and their additions
        "columns",  # column vectors at a time, or None for all
        "in_memory",  # whether vectors of a are memory operands, for want of registers
    ],
    defaults=[False, 1, None, False],
)


def routine(shape, is_mul, plan):
    body = Body(shape, is_mul, plan)
    results = body.build()
    carried = [a for a in body.a if not a.startswith("[")]
    before = [f"vmovdqa64 zmm{CARRIED - v}, zmmword ptr [{at('rdi', 64 * v)}]" for v in range(len(carried))]
    if plan.late_doubling:
        before = masks() + before
    loop = body.stream.lines(carried, results if carried else ())
    what = "a = a*b" if is_mul else "a = a^2"
    header = shape.header(f"{what}, {shape.bits} bits, straight-line", shape.high_vectors)
    return header + frame(shape, body.table_shift, before, loop)


def masks():
    """k(r + 1): the lanes above r."""
    return [line for r in range(7) for line in (f"mov eax, {0xFF << r + 1 & 0xFF}", f"kmovb k{r + 1}, eax")]


class Body:
    def __init__(self, shape, is_mul, plan):
        self.shape, self.is_mul, self.plan = shape, is_mul, plan
        self.stream = Stream()
        vectors = range(shape.vectors)
        self.a = [f"[{at('rdi', 64 * v)}]" if plan.in_memory else f"a{v}" for v in vectors]
        # The middle of the table, so that most displacements are short.
        self.table_shift = shape.rows * shape.row_vectors * 64 // 2 & ~63

    def build(self):
        """Returns the vectors of the result."""
        shape, stream = self.shape, self.stream
        high = self.columns_of([b for b in self.blocks() if sum(b) >= shape.fold_vector - 1], {})
        upper = [v for v in range(shape.vectors) if 2 * v + 1 >= shape.fold_vector]
        squares = self.squares(upper)
        sums = self.totals(high, squares, lambda w: w >= shape.fold_vector)
        columns = range(shape.fold_vector, shape.last_vector + 1)
        scratch = lambda w: at("rsi", 64 * (w - shape.fold_vector))
        stream.flag_excess(carry_pass(stream, sums.get, columns, scratch, shape.fold_lane))
        low = {w: value for w, value in high.items() if w < shape.fold_vector}
        below = {w: value for w, value in squares.items() if w < shape.fold_vector}
        split = {}
        if shape.fold_lane:
            split[shape.fold_vector] = stream.and_memory(sums[shape.fold_vector], BELOW_FOLD)
        low = self.columns_of([b for b in self.blocks() if sum(b) < shape.fold_vector - 1], low, low=True)
        below |= self.squares([v for v in range(shape.vectors) if v not in upper])
        fold = Fold(stream, shape, self.totals(low, below, lambda w: True) | split)
        stream.emit("kortestb k0, k0", None)
        stream.emit("jne 7f", None)
        for group, sets in self.plan.fold:
            self.multiply_rows(fold, group, sets)
            fold.complete()
        stream.flag_excess(fold.union)
        return [fold.results[v] for v in range(shape.vectors)]

    def blocks(self):
        """The pairs (u, v) to multiply; v is broadcast."""
        shape = self.shape
        vectors = range(shape.vectors)
        if self.is_mul:
            return [(u, v) for u in vectors for v in vectors]
        # A single limb has nothing above its diagonal.
        skipped = shape.vectors - 1 if self.plan.late_doubling and shape.used[-1] == 1 else None
        return [(u, v) for u in vectors for v in vectors if u <= v and not u == v == skipped]

    def columns_of(self, blocks, sums, low=False):
        """Adds the blocks to the column sums, the highest columns first, a few column vectors at a time."""
        early = blocks if low else [b for b in blocks if min(b) >= self.plan.early]
        late = [] if low else [b for b in blocks if min(b) < self.plan.early]
        for part in (early, late):
            columns = sorted({sum(b) for b in part}, reverse=True)
            width = self.plan.columns or len(columns) or 1
            for start in range(0, len(columns), width):
                chosen = columns[start : start + width]
                self.nine_passes([b for b in part if sum(b) in chosen], sums)
        return sums

    def nine_passes(self, blocks, sums):
        shape, stream = self.shape, self.stream
        columns = sorted({sum(b) for b in blocks})
        limbs = {}
        passes = []
        for r in range(9):
            loads, chains, acc = [], [], {}
            for w in columns:
                made, total = stream.capture(lambda: self.chain(blocks, w, r, limbs, loads))
                if made:
                    chains.append(made)
                    acc[w] = total
            limbs = {key: value for key, value in limbs.items() if key[1] >= r}
            shifts, additions = self.merge(acc, r, sums)
            passes.append((loads, chains, shifts, additions))
        self.interleave_passes(passes)

    def chain(self, blocks, w, r, limbs, loads):
        """The sum of pass r in column vector w, or None."""
        stream, used = self.stream, self.shape.used
        mine = [b for b in blocks if sum(b) == w]

        def limb(v, lane):
            if (v, lane) not in limbs:
                address = at("r9" if self.is_mul else "rdi", 8 * (8 * v + lane))
                made, limbs[v, lane] = stream.capture(lambda: stream.broadcast(address))
                loads.extend(made)
            return limbs[v, lane]

        def add_blocks(acc, pairs, lanes_of, mask=lambda lane: None, has_high=lambda u, v: True):
            for u, v in pairs:
                for half, lane in (("l", r), ("h", r - 1)):
                    if 0 <= lane < lanes_of(v) and (half == "l" or has_high(u, v)):
                        a, b = limb(v, lane), self.a[u]
                        if not b.startswith("["):
                            a, b = b, a
                        acc = stream.multiply_add(half, acc, a, b, mask(lane))
            return acc

        # The product of two single limbs at the top is below 2^52.
        wide = lambda u, v: not (used[u] == used[v] == 1)
        if self.is_mul:
            return add_blocks(None, mine, lambda v: used[v], has_high=wide)
        acc = add_blocks(None, [b for b in mine if b[0] < b[1]], lambda v: used[v])
        diagonal = [b for b in mine if b[0] == b[1]]
        if self.plan.late_doubling:
            return add_blocks(acc, diagonal, lambda v: min(7, used[v] - 1), lambda lane: f"k{lane + 1}")
        if acc is not None:
            stream.double_in_place(acc)
        return add_blocks(acc, diagonal, lambda v: used[v], has_high=wide)

    def merge(self, acc, r, sums):
        """Shifts the sums of pass r by r lanes, and adds them to the columns: two lists of instructions."""
        stream, shifts, additions = self.stream, [], []

        def add(w, value):
            if w in sums:
                additions.extend(stream.capture(lambda: stream.add_in_place(sums[w], value))[0])
            else:
                sums[w] = value

        for w in sorted(set(acc) | {w + 1 for w in acc}):
            if w > self.shape.last_vector:
                continue
            if r in (0, 8):
                if w - r // 8 in acc:
                    add(w, acc[w - r // 8])
                continue
            high, low = acc.get(w, ZERO), acc.get(w - 1, ZERO)
            made, value = stream.capture(lambda: stream.shift_lanes(high, low, r))
            shifts += made
            add(w, value)
        return shifts, additions

    def interleave_passes(self, passes):
        add_delay = 1 + self.plan.add_delay
        for turn in range(9 + add_delay):
            threads, loads = [], []
            if turn < 9:
                loads, chains = passes[turn][:2]
                threads += [(loads, -0.05, 0.5)] + [(chain, 0.0, 1.0) for chain in chains]
            if 0 <= turn - 1 < 9:
                threads.append((passes[turn - 1][2], 0.0, 0.9))
            if 0 <= turn - add_delay < 9:
                threads.append((passes[turn - add_delay][3], 0.05, 0.95))
            self.stream.ops += load_before_use(interleave(threads), loads)

    def squares(self, vectors):
        """Late doubling: the squares of the limbs of these vectors, by column vector."""
        shape, stream, squares = self.shape, self.stream, {}
        if not self.plan.late_doubling:
            return squares
        for v in vectors:
            low = stream.multiply_add("l", None, self.a[v], self.a[v])
            if shape.used[v] == 1:
                squares[2 * v] = low
                continue
            high = stream.multiply_add("h", None, self.a[v], self.a[v])
            squares[2 * v] = stream.permute(SQUARES_LOW, low, high)
            if 2 * v + 1 <= shape.last_vector and shape.used[v] > 4:
                squares[2 * v + 1] = stream.permute(SQUARES_HIGH, low, high)
        return squares

    def totals(self, sums, squares, wanted):
        """The column sums, with late doubling: twice what was summed, plus the squares."""
        stream, totals = self.stream, {}
        for w in sorted(filter(wanted, set(sums) | set(squares))):
            total = sums.get(w)
            if total and self.plan.late_doubling:
                total = stream.add(total, total)
            if w in squares:
                total = stream.add(total, squares[w]) if total else squares[w]
            totals[w] = total
        return totals

    def multiply_rows(self, fold, group, sets):
        """H times the rows of the table, for the result vectors of a group; the rows take turns in `sets`
        sets of accumulators."""
        shape, stream = self.shape, self.stream
        accumulators = [({}, {}) for _ in range(sets)]
        for i in range(shape.rows):
            limb = stream.broadcast(at("rsi", 8 * (i + shape.fold_lane)))
            low, high = accumulators[i % sets]
            for v in group:
                row = stream.load(at("rdx", (i * shape.row_vectors + v) * 64 - self.table_shift))
                low[v] = stream.multiply_add("l", low.get(v), limb, row)
                high[v] = stream.multiply_add("h", high.get(v), limb, row)
        first = accumulators[0]
        for v in group:
            for other in accumulators[1:]:
                stream.add_in_place(first[0][v], other[0][v])
                stream.add_in_place(first[1][v], other[1][v])
        fold.add(first[0], first[1])


class Fold:
    """The result vectors x_v = columns_v + low_v + high_v moved up one lane, and their carry pass.

    Vectors become complete from the top: x_v needs high_(v-1), and its carry pass the carry of x_(v-1).
    """

    def __init__(self, stream, shape, columns):
        self.stream, self.shape, self.columns = stream, shape, columns
        self.low, self.high, self.sums, self.carries = {}, {}, {}, {}
        self.results, self.union = {}, None

    def add(self, low, high):
        self.low |= low
        self.high |= high

    def complete(self):
        """Finishes and stores whatever is complete."""
        rows = range(self.shape.row_vectors)
        known = lambda v: v not in rows or v in self.low
        for v in reversed(range(self.shape.vectors)):
            if v not in self.sums and known(v) and known(v - 1):
                terms = [self.columns[v]] if v in self.columns else []
                terms += [self.low[v]] if v in rows else []
                self.sums[v] = self.total(v, terms, self.high.get(v - 1, ZERO))
                self.carries[v] = self.stream.carry(self.sums[v])
        for v in reversed(range(self.shape.vectors)):
            if v in self.sums and v not in self.results:
                if v == 0 or v - 1 in self.sums:
                    self.put(v, self.carries.get(v - 1, ZERO))
                elif v - 1 in self.low:
                    # Lane 7, the only one whose carry moves up, does not depend on high_(v-2).
                    part = self.low[v - 1]
                    if v - 1 in self.columns:
                        part = self.stream.add(part, self.columns[v - 1])
                    self.put(v, self.stream.carry(self.total(v - 1, [part], ZERO)))

    def total(self, v, terms, high_below):
        if (self.high.get(v, ZERO), high_below) != (ZERO, ZERO):
            terms = terms + [self.stream.shift_lanes(self.high.get(v, ZERO), high_below, 1)]
        total = terms[0]
        for term in terms[1:]:
            total = self.stream.add(total, term)
        return total

    def put(self, v, carries_below):
        stream = self.stream
        limbs = stream.add(stream.low_52(self.sums[v]), stream.shift_lanes(self.carries[v], carries_below, 1))
        stream.store(at("rdi", 64 * v), limbs)
        self.results[v] = limbs
        self.union = stream.or_(self.union, limbs) if self.union else limbs


def interleave(threads):
    """Merges lists of instructions, each spread evenly over its part of the unit interval."""
    placed = []
    for thread, (ops, start, end) in enumerate(threads):
        for k, op in enumerate(ops):
            placed.append((start + (end - start) * (k + 0.5) / len(ops), thread, k, op))
    return [entry[3] for entry in sorted(placed, key=lambda entry: entry[:3])]


def load_before_use(ops, loads):
    """Moves each load ahead of its first use."""
    pending = {op.target: op for op in loads}
    ordered = []
    for op in ops:
        if op.target in pending and pending[op.target] is op:
            ordered.append(pending.pop(op.target))
            continue
        if any(op is load for load in loads):
            continue
        ordered += [pending.pop(name) for name in op.sources if name in pending]
        ordered.append(op)
    return ordered
