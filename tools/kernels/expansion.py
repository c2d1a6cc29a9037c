"""Weighted sums of the nodes of a graph as integer polynomials in its leaves."""

from collections import Counter

from .graph import require


class Expansion:
    """sum(weight·word) as

        sum(products·x·y) + sum(highs·floor(x·y/B)) + sum(carries·floor(x/B)) + sum(leaves·x) + constant

    computed from the last node to the first: each passes its weight on to its terms. Where code adds up all halves
    and carries as it should, `highs` and `carries` are empty. Nodes in `stop` and nodes older than `since` count as
    leaves. A division has to be one of the weight. The borrow of a difference is its carry, with the other sign.
    """

    def __init__(self, graph, weights, stop=(), since=0):
        self.graph, self.radix = graph, graph.radix
        self.leaves, self.carries, self.constant = {}, {}, 0
        self.pending, self.carried, self.halves = {}, {}, {"low": {}, "high": {}}
        for word, weight in weights:
            self.give(word, weight)
        last = max((node.serial for node in self.pending), default=-1)
        for serial in range(last, since - 1, -1):
            self.resolve(graph.nodes[serial], stop)
        for node, weight in self.pending.items():
            self.leaves[node] = self.leaves.get(node, 0) + weight
        for node, weight in self.carried.items():
            self.carries[node] = weight
        self.merge_carries()
        lows, highs = self.halves["low"], self.halves["high"]
        self.products = {factors: weight for factors, weight in lows.items() if weight}
        self.highs = {}
        for factors in lows.keys() | highs.keys():
            rest = highs.get(factors, 0) - self.radix * lows.get(factors, 0)
            if rest and self.product(factors) >= self.radix:
                self.highs[factors] = rest

    def merge_carries(self):
        """The carries of sums of the same terms, added up in another order, are one carry."""
        merged = {}
        for node, weight in self.carries.items():
            first, sum_ = merged.get(key := terms(node), (node, 0))
            merged[key] = first, sum_ + weight
        self.carries = {node: weight for node, weight in merged.values() if weight}

    @staticmethod
    def product(factors):
        return factors[0].most * factors[1].most

    def give(self, word, weight):
        if isinstance(word, int):
            self.constant += word * weight
        else:
            self.pending[word] = self.pending.get(word, 0) + weight

    def carry(self, node, weight):
        self.carried[node] = self.carried.get(node, 0) + weight

    def resolve(self, node, stop):
        weight, carried = self.pending.pop(node, 0), self.carried.pop(node, 0)
        if node.kind == "difference":
            carried += weight * self.radix
        if carried:
            self.carries[node] = carried
        if not weight:
            return
        if node.kind in ("leaf", "digit", "select") or node in stop:
            self.leaves[node] = weight
        elif node.kind == "half":
            acc, *factors = node.terms
            halves, factors = self.halves[node.half], tuple(factors)
            self.give(acc, weight)
            halves[factors] = halves.get(factors, 0) + weight
        elif node.kind == "add":
            for term in node.terms:
                self.give(term, weight)
        elif node.kind == "low":
            self.give(node.terms[0], weight)
            self.carry(node.terms[0], -weight * self.radix)
        elif node.kind in ("carry", "borrow"):
            self.carry(node.terms[0], weight)
        elif node.kind == "difference":
            for term, sign in zip(node.terms, (1, -1, -1)):
                self.give(term, sign * weight)
        else:
            require(node.kind == "exact" and weight % self.radix == 0, "a result depends on", node)
            self.give(node.terms[0], weight // self.radix)

    def most(self):
        """An upper bound of all terms but the carries, which must be left out or lost: their weights are negative."""
        total = self.constant
        for factors, low in self.products.items():
            rest = self.highs.get(factors, 0)
            product, high = self.product(factors), self.product(factors) >> self.graph.radix_bits
            require(low > 0, "a product counts", low, "times")
            if rest >= 0:
                total += low * product + rest * high
            else:
                require(rest + self.radix * low >= 0, "a high half counts less than nothing")
                total += low * min(product, self.radix - 1) + (rest + self.radix * low) * high
        for factors, rest in self.highs.items():
            if factors not in self.products:
                require(rest > 0, "a high half counts", rest, "times")
                total += rest * (self.product(factors) >> self.graph.radix_bits)
        for node, weight in self.leaves.items():
            require(weight >= 0, "a leaf counts", weight, "times")
            total += weight * node.most
        return total

    def lost(self):
        """Proves that carries which code drops are zero: the rest is a natural number, and less than the weight of each of
        these carries."""
        bound = self.most()
        for node, weight in self.carries.items():
            require(weight < 0, "a carry of", node, "counts too often")
            require(bound < -weight, "a carry of", node, "may be lost")
        self.carries = {}
        return bound


def terms(node):
    """The terms of a sum after expansion, with their counts."""
    counts, pending = Counter(), [node]
    while pending:
        term = pending.pop()
        if isinstance(term, int):
            counts[None] += term
        elif term.kind == "add":
            pending += term.terms
        elif term.kind == "half":
            acc, x, y = term.terms
            counts[term.half, x, y] += 1
            pending.append(acc)
        else:
            counts[term] += 1
    return frozenset(counts.items())
