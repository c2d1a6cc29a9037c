"""Values of machine words as a graph of sums, halves of products and carries, with an upper bound of each.

A word is an int (a constant) or a `Node`. With B the radix, every node is a natural number:

    leaf            an input limb
    half            acc + (x·y mod B) or acc + floor(x·y/B), where x·y = low + B·high
    add             x + y (+ z)
    low, carry      x mod B and floor(x/B), where x = low + B·carry
    digit           x·k mod B for k = -1/n mod B: the quotient that makes x + low(digit·n) divisible by B
    exact           x/B for an x that is divisible by B
    difference      x - y - z + B·borrow, and `borrow` of it
    select          one of two nodes, by a bit: a leaf of expansions
    mask            all ones or nothing, by a bit
    or              of several nodes: only good for comparisons

Every node that is made is checked against the size of its word, so that a sum that could wrap around is an error
where it is made. `expansion.py` writes sums of nodes as polynomials in the leaves.
"""


class Unproved(Exception):
    """Something that the checker cannot show."""


def require(condition, *words):
    if not condition:
        raise Unproved(" ".join(str(word) for word in words))


class Node:
    __slots__ = ("graph", "kind", "terms", "half", "most", "name", "serial")

    def __init__(self, graph, kind, terms, most, half=None, name=None):
        self.graph, self.kind, self.terms, self.most = graph, kind, terms, most
        self.half, self.name, self.serial = half, name, len(graph.nodes)
        graph.nodes.append(self)

    def __repr__(self):
        return self.name or f"{self.kind}#{self.serial}"


def most(word):
    """The largest value that a word can have."""
    require(isinstance(word, (int, Node)), "not a number:", word)
    return word if isinstance(word, int) else word.most


class Graph:
    """`radix_bits` is log2 B; no word exceeds `largest`."""

    def __init__(self, radix_bits, largest=2**64 - 1):
        self.radix_bits, self.radix, self.largest = radix_bits, 1 << radix_bits, largest
        self.nodes = []
        # The widest sum that was made, for reports.
        self.widest = 0

    def leaf(self, name, bound):
        return Node(self, "leaf", (), bound, name=name) if bound else 0

    def bounded(self, bound, what):
        require(bound <= self.largest, what, "may need", bound.bit_length(), "bits")
        self.widest = max(self.widest, bound)
        return bound

    def half(self, acc, x, y, which):
        """acc plus the low or the high half of x·y."""
        require(most(x) < self.radix and most(y) < self.radix, "a factor may exceed its bits:", x, y)
        product = most(x) * most(y)
        if product == 0 or (which == "high" and product < self.radix):
            return acc
        require(isinstance(x, Node) and isinstance(y, Node), "a constant factor")
        bound = product >> self.radix_bits if which == "high" else min(product, self.radix - 1)
        terms = (acc, x, y) if x.serial <= y.serial else (acc, y, x)
        return Node(self, "half", terms, self.bounded(most(acc) + bound, "a sum"), half=which)

    def add(self, *words, largest=None):
        """The sum; wider than a word only where `largest` says so."""
        bound = sum(map(most, words))
        nodes = [word for word in words if isinstance(word, Node)]
        constant = sum(word for word in words if isinstance(word, int))
        if not nodes:
            return constant
        if len(nodes) == 1 and constant == 0:
            return nodes[0]
        require(bound <= (largest or self.largest), "a sum may need", bound.bit_length(), "bits")
        if largest is None:
            self.widest = max(self.widest, bound)
        return Node(self, "add", (*nodes, constant), bound)

    def low(self, x):
        if isinstance(x, int):
            return x % self.radix
        return x if x.most < self.radix else Node(self, "low", (x,), self.radix - 1)

    def carry(self, x):
        if isinstance(x, int):
            return x // self.radix
        return 0 if x.most < self.radix else Node(self, "carry", (x,), x.most >> self.radix_bits)
