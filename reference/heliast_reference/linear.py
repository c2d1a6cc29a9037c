"""Linear maps over GF(2) that are applied often."""

from functools import reduce
from operator import getitem, xor


class Linear:
    """Adds up the images of an argument's bytes. columns[i] is the image of 1 << i; there are a multiple of eight."""

    def __init__(self, columns):
        self.tables = [[0] for _ in range(len(columns) // 8)]
        for i, column in enumerate(columns):
            table = self.tables[i // 8]
            table += [value ^ column for value in table]

    def __call__(self, vector):
        data = vector.to_bytes(len(self.tables), "little")
        return reduce(xor, map(getitem, self.tables, data))

    def each(self, vectors):
        """The images of many, table after table, so that each is read while it is near."""
        size = len(self.tables)
        data = b"".join(vector.to_bytes(size, "little") for vector in vectors)
        totals = [0] * len(vectors)
        for at, table in enumerate(self.tables):
            totals = list(map(xor, totals, map(table.__getitem__, data[at::size])))
        return totals
