"""The trees of seeds and of commitments (spec/slvrf.md, "Trees"). A node is (height, index); leaves have height 0.

At the right edge a node may have one child. If the number of the missing child is within the tree's range, Picnic3
treats the child as present and empty. Its known answers have this, so it is kept here.
"""


class Tree:
    def __init__(self, leaves):
        self.leaves = leaves
        self.height = (leaves - 1).bit_length()
        self.root = (self.height, 0)
        self.numbers = (1 << self.height) - 1 + leaves

    def row(self, height):
        """The number of nodes with this height."""
        return -(-self.leaves >> height)

    def number(self, node):
        """The number that is hashed: the root is 0, the children of i are 2i + 1 and 2i + 2."""
        height, index = node
        return (1 << self.height - height) - 1 + index

    def children(self, node):
        """Two, one at the right edge, or none below a leaf."""
        height, index = node
        both = (height - 1, 2 * index), (height - 1, 2 * index + 1)
        return [child for child in both if height > 0 and child[1] < self.row(height - 1)]

    def lacks(self, node):
        """Whether the node has one child, and the other is empty (else: left out)."""
        return len(self.children(node)) == 1 and 2 * self.number(node) + 2 < self.numbers

    def sibling(self, node):
        """The sibling; None for the root and for an only child."""
        height, index = node
        return (height, index ^ 1) if index ^ 1 < self.row(height) else None

    def expand(self, seeds, hash_pair):
        """Adds to `seeds` (by node) all seeds that follow; hash_pair(seed, number) gives the children's seeds."""
        for height in range(self.height, 0, -1):
            for node in ((height, index) for index in range(self.row(height))):
                if node in seeds:
                    for child, seed in zip(self.children(node), hash_pair(seeds[node], self.number(node))):
                        seeds.setdefault(child, seed)

    def revealed(self, hidden):
        """The nodes whose seeds give all leaves but `hidden`, in the order of the proof."""
        nodes = []
        for height in range(self.height):
            above = [(height, leaf >> height) for leaf in hidden]
            for sibling in map(self.sibling, above):
                if sibling is not None and sibling not in above:
                    if len(self.children(sibling)) == 1 and not self.lacks(sibling):
                        sibling = self.children(sibling)[0]
                    if sibling not in nodes:
                        nodes.append(sibling)
        return nodes

    def combine(self, values, empty, hash_children):
        """Adds to `values` every node above that has all its children; hash_children(their values, number)."""
        for height in range(1, self.height + 1):
            for node in ((height, index) for index in range(self.row(height))):
                children = self.children(node)
                if node not in values and all(child in values for child in children):
                    parts = [values[child] for child in children] + [empty] * self.lacks(node)
                    values[node] = hash_children(parts, self.number(node))

    def opened(self, missing):
        """The nodes from which, with all leaves but `missing`, the root follows, in the order of the proof."""
        without = {(0, leaf) for leaf in missing}
        for height in range(1, self.height):
            for node in ((height, index) for index in range(self.row(height))):
                if all(child in without for child in self.children(node)):
                    without.add(node)
        nodes = []
        for leaf in sorted(missing):
            height = 0
            while (height + 1, leaf >> height + 1) in without:
                height += 1
            if (height, leaf >> height) not in nodes:
                nodes.append((height, leaf >> height))
        return nodes
