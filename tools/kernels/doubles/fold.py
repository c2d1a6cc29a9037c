"""The proof of the FMA kernel, for one shape of numbers: r bits to a limb, L limbs, F = L - 1.

A residue has limbs of at most 2^(r-1) + 2^8, the top one of at most 2^(r-2), and is at most V in absolute value. With
T = x·y, out and out' what is carried out of the top in the two carry passes,

    sum x'_i·2^(r·i) + out·2^(r·L) = low + sum h_k·row_k,    low + sum h_k·2^(r(F+k)) + out'·2^(2r·L) = T

are proved as polynomials; out and out' are integers that intervals show to be less than 1. All products of limbs are
exact: `values.py` refuses an operation that may round where its error is not taken up.
"""

from ..graph import require
from .fma import Columns
from .values import expansion


class Residues:
    def __init__(self, shape):
        self.shape, self.radix, self.limbs, self.value = shape, shape.radix, shape.limbs, 0

    def number(self, values, first=0):
        return [(value, 1 << self.radix * (first + i)) for i, value in enumerate(values)]

    def size(self, values, first=0):
        return sum(value.size * weight for value, weight in self.number(values, first))

    def products(self):
        """Squaring and product; they return V."""
        for operation in ("square", "multiply"):
            columns = Columns(self.shape)
            result = getattr(columns, operation)()
            fold = self.limbs - 1
            high = columns.high[fold:]
            low = self.folded(columns, result, columns.high[fold:], self.limbs + 1)
            self.whole(columns, low, high, operation == "square")
            self.value = max(self.value, self.bounded(columns, result, high))

    def folded(self, columns, result, high, count):
        """The rest of the result without `count` limbs times rows."""
        weights = [*self.number(result), (columns.low_out, 1 << self.radix * self.limbs)]
        products, inputs, constant = expansion(weights)
        rows = {id(limb): (k, j) for k, row in enumerate(columns.rows) for j, limb in enumerate(row)}
        seen, rest = set(), {}
        for atom, weight in products.items():
            found = [(rows[id(f)], g) for f, g in (atom.factors, atom.factors[::-1]) if id(f) in rows]
            if not found:
                rest[atom] = weight
                continue
            (((k, j), other),) = found
            require(other is high[k] and weight == 1 << self.radix * j, "row", k, "limb", j, "counts wrongly")
            require((k, j) not in seen, "row", k, "limb", j, "counts twice")
            seen.add((k, j))
        require(len(seen) == count * self.limbs, "a limb of a row is left out")
        require(constant == 0, "a constant is left")
        return rest, inputs

    def whole(self, columns, low, high, is_square):
        """Proves that the low part and the high limbs are x·y."""
        rest, inputs = low
        out = (columns.high_out, 1 << 2 * self.radix * self.limbs)
        products, errors, constant = expansion([*self.number(high, self.limbs - 1), out])
        for mine, others in ((rest, products), (inputs, errors)):
            for atom, weight in others.items():
                mine[atom] = mine.get(atom, 0) + weight
        require(not any(inputs.values()) and constant == 0, "an error of rounding is left")
        found = {}
        for atom, weight in rest.items():
            for a, p in atom.factors[0].terms.items():
                for b, q in atom.factors[1].terms.items():
                    key = frozenset((a, b))
                    found[key] = found.get(key, 0) + weight * p * q
        wanted = {}
        x, y = columns.x, columns.x if is_square else columns.y
        for i, a in enumerate(x):
            for j, b in enumerate(y):
                key = frozenset((*a.terms, *b.terms))
                wanted[key] = wanted.get(key, 0) + (1 << self.radix * (i + j))
        require({key: weight for key, weight in found.items() if weight} == wanted, "the columns are not those of x·y")
        # out' is an integer below 1.
        limbs = [self.size(number) for number in (columns.x, y)]
        taken = limbs[0] * limbs[1] + self.size(high, self.limbs - 1) + self.unfolded(columns)
        require(taken < out[1], "something may be carried out of T")

    def unfolded(self, columns):
        """A bound of the low part."""
        rests, carries = zip(*columns.unfolded)
        return self.size(rests) + self.size(carries, 1)

    def bounded(self, columns, result, high):
        """A bound of the result, from |row| <= N/2; its limbs then have theirs."""
        value = self.unfolded(columns) + sum(limb.size for limb in high) * (1 << (self.shape.bits - 1))
        self.check_limbs(columns, result, value)
        return value

    def check_limbs(self, columns, result, value):
        fold = self.limbs - 1
        require(value + self.size(result) < 1 << self.radix * self.limbs, "something may be carried out of a result")
        require(all(limb.size <= columns.limb for limb in result[:fold]), "a limb exceeds its bound")
        top = (value + self.size(result[:fold])) >> self.radix * fold
        require(top < columns.top, "the top limb exceeds its bound")

    def sums(self):
        """x + y and x - y, once `products` has found V."""
        for sign in (1, -1):
            columns = Columns(self.shape)
            result = columns.combine(sign)
            fold = self.limbs - 1
            weights = [*self.number(columns.sums), (columns.sums_out, 1 << self.radix * self.limbs)]
            products, inputs, constant = expansion(weights)
            wanted = {}
            for number, count in ((columns.x, 1), (columns.y, sign)):
                for value, weight in self.number(number):
                    (atom,) = value.terms
                    wanted[atom] = count * weight
            require((products, inputs, constant) == ({}, wanted, 0), "the first pass does not give the sum")
            taken = 2 * self.value + self.size(columns.sums)
            require(taken < 1 << self.radix * self.limbs, "something may be carried out of a sum")
            top = (2 * self.value + self.size(columns.sums[:fold])) >> self.radix * fold
            rest, inputs = self.folded(columns, result, [columns.high[fold]], 1)
            below, errors, constant = expansion(self.number(columns.sums[:fold]))
            require((rest, inputs, constant) == (below, errors, 0), "the second pass adds something else")
            value = self.size(columns.sums[:fold]) + (top + 1) * (1 << (self.shape.bits - 1))
            require(value <= self.value, "a sum exceeds the bound of a residue")
            self.check_limbs(columns, result, value)
