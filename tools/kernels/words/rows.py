"""Sums of rows: the carry out of a row is lost, so it has to be zero, which is shown row by row.

A row makes some words from older ones: sum(weight·new word) = sum(weight·older word) + products - weight·(a carry that
is lost). The left side is natural; if the rest of the right side is below the weight of the carry, the carry is 0.
The older words are bounded by their bits, or by all products and inputs that they can be the sum of.
"""

from ..expansion import Expansion
from ..graph import require


class Total:
    """sum(weight·word) as an expansion of all rows: products by factors, leaves, and carries that may be lost."""

    def __init__(self, arithmetic, weights, older=None):
        """`older(row)` may bound a row that has products better than the bits of its older words do."""
        graph, self.radix = arithmetic.graph, arithmetic.graph.radix
        self.lows, self.highs, self.carries, self.constant = {}, {}, {}, 0
        pending = {}
        for word, weight in weights:
            if isinstance(word, int):
                self.constant += word * weight
            else:
                pending[word] = pending.get(word, 0) + weight
        rows = []
        for start in reversed([0, *arithmetic.rows]):
            mine = [(word, weight) for word, weight in pending.items() if word.serial >= start]
            pending = {word: weight for word, weight in pending.items() if word.serial < start}
            if mine:
                rows.append(Expansion(graph, mine, since=start))
                self.row(rows[-1], pending, older)
        self.leaves = {word: weight for word, weight in pending.items() if weight}
        self.settle(reversed(rows))

    def row(self, row, pending, older):
        known = older(row) if older and row.products else None
        if row.carries and all(weight < 0 for weight in row.carries.values()):
            bound = row.most() if known is None else known
            row.carries = {node: weight for node, weight in row.carries.items() if bound >= -weight}
        for word, weight in row.leaves.items():
            pending[word] = pending.get(word, 0) + weight
        self.constant += row.constant
        for mine, others in ((self.lows, row.halves["low"]), (self.highs, row.halves["high"])):
            for factors, weight in others.items():
                mine[factors] = mine.get(factors, 0) + weight

    def settle(self, rows):
        """Expands again, now that the sums of the older words of a row are known."""
        bound = sum(word.most * weight for word, weight in self.leaves.items()) + max(self.constant, 0)
        for row in rows:
            bound += row.most() - row.constant - sum(word.most * weight for word, weight in row.leaves.items())
            for node, weight in row.carries.items():
                if weight >= 0 or bound >= -weight:
                    self.carries[node] = self.carries.get(node, 0) + weight

    def products(self):
        """The count of each product, after a check that both of its halves count alike."""
        for factors in self.lows.keys() | self.highs.keys():
            low = self.lows.get(factors, 0)
            wide = Expansion.product(factors) >= self.radix
            require(self.highs.get(factors, 0) == wide * low * self.radix, "halves of", factors, "count differently")
        return {factors: low for factors, low in self.lows.items() if low}

    def carries_below(self, bound):
        """Proves that a natural number below `bound` leaves no carry."""
        for node, weight in self.carries.items():
            require(weight <= -bound, "the carry of", node, "may be lost")


def words(name, count, graph, top=2**64 - 1):
    """A number in leaves; the most significant one is at most `top`."""
    return [graph.leaf(f"{name}{index}", 2**64 - 1 if index < count - 1 else top) for index in range(count)]


def number(limbs, weight=1):
    return [(word, weight << 64 * index) for index, word in enumerate(limbs)]


def product_of(x, y):
    """The expansion of the product of two numbers."""
    wanted = {}
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            factors = (a, b) if a.serial <= b.serial else (b, a)
            wanted[factors] = wanted.get(factors, 0) + (1 << 64 * (i + j))
    return wanted


def digits_of(products, n):
    """Removes q·N from the products, where q has as many digits as N has limbs."""
    digits = {}
    for factors in list(products):
        quotients = [factor for factor in factors if factor.kind == "digit"]
        if quotients:
            (q,) = quotients
            (limb,) = (factor for factor in factors if factor is not q)
            digits.setdefault(q, {})[limb] = products.pop(factors)
    weights = sorted(row[n[0]] for row in digits.values())
    require(weights == [1 << 64 * k for k in range(len(n))], "the digits are not those of a number below R")
    for row in digits.values():
        require(row == {limb: row[n[0]] << 64 * j for j, limb in enumerate(n)}, "a digit times something else than N")
    return products


def same(found, wanted, what):
    require(found == wanted, what, "is not what it should be")


def is_product(arithmetic, t, x, y):
    """Proves that t = x·y."""
    total = Total(arithmetic, number(t))
    total.carries_below(1 << 64 * len(t))
    same(total.products(), product_of(x, y), "x·y")
    require(not total.leaves and not total.constant, "something is added to x·y")


def is_reduced(arithmetic, before, after, carry, n):
    """That R·(after[L..] + carry·R) = before + q·N for some q < R."""
    length = len(n)
    total = Total(arithmetic, number([*after[length:], carry], 1 << 64 * length))
    total.carries_below(1 << 64 * (2 * length + 1))
    require(not digits_of(total.products(), n) and not total.constant, "something is added to t + q·N")
    same(total.leaves, dict(number(before)), "t")
