"""Incidence buckets (spec/linear-batch.md): every statement goes into the buckets of the two ends of an edge of D(3, q)."""

from dataclasses import dataclass

from .batch_strings import EDGE, FAMILY, PLACE, strings, words
from .encoding import uint

# (statements at most, q, families, buckets of each, places)
LINES = (
    (11000, 11, 3, 128, 154),
    (14641, 11, 2, 512, 223),
    (28561, 13, 2, 512, 234),
    (57000, 17, 2, 256, 161),
    (130321, 19, 1, 4096, 274),
    (279841, 23, 1, 2048, 301),
    (707281, 29, 1, 512, 342),
    (923521, 31, 1, 256, 356),
    (1874161, 37, 1, 64, 395),
    (13845841, 61, 0, 0, 569),
    (20151121, 67, 0, 0, 630),
    (25411681, 71, 0, 0, 670),
    (28398241, 73, 0, 0, 691),
    (38950081, 79, 0, 0, 751),
    (47458321, 83, 0, 0, 792),
    (62742241, 89, 0, 0, 852),
    (88529281, 97, 0, 0, 933),
    (104060401, 101, 0, 0, 973),
)
FEWEST = 6000
MOST_LEVELS = 3
MOST_BITS = 128
"""The highest level of security."""


@dataclass(frozen=True)
class Incidence:
    """q, r, K and t; valid if they are those of a line."""

    q: int
    families: int
    buckets: int
    places: int

    def encode(self):
        return uint(4, 1) + uint(self.places, 2) + uint(self.q, 1) + uint(self.families, 1)

    @property
    def edges(self):
        return self.q**4

    @property
    def rows(self):
        return 2 * self.q**3 + self.families * self.buckets + self.places

    def members(self, seed, stage, m):
        """For every row the places of its statements."""
        points, rows = self.q**3, [[] for _ in range(self.rows - self.places)]
        of_families = strings(seed, stage, FAMILY, 16 * self.families, m) if self.families else [0] * m
        for i, v in enumerate(injection(seed, stage, m, self.edges)):
            point, line = ends(v, self.q)
            rows[point].append(i)
            rows[points + line].append(i)
            for f in range(self.families):
                rows[2 * points + f * self.buckets + (of_families[i] >> 16 * f) % self.buckets].append(i)
        return rows + [[u * m >> 64] for u in words(seed, stage, PLACE, self.places)]

    def leave(self, group, statements, seed, stage):
        """The statements that are left."""
        rows = []
        for members in self.members(seed, stage, len(statements)):
            x = y = group.identity
            for i in members:
                x, y = group.mul(x, statements[i][0]), group.mul(y, statements[i][1])
            rows.append((x, y))
        return rows


def levels(m):
    """The incidence reductions of protocol 7 for m statements."""
    made = []
    while m >= FEWEST and len(made) < MOST_LEVELS:
        line = next((line for line in LINES if m <= line[0]), None)
        if line is None:
            break
        made.append(Incidence(*line[1:]))
        m = made[-1].rows
    return made


def ends(v, q):
    """Edge v as the numbers of a point and of a line."""
    v, l1 = divmod(v, q)
    v, p3 = divmod(v, q)
    p1, p2 = divmod(v, q)
    l2 = (p1 * l1 - p2) % q
    l3 = (p1 * l2 - p3) % q
    return (p1 * q + p2) * q + p3, (l1 * q + l2) * q + l3


def injection(seed, stage, m, edges):
    """m different edges, uniformly."""
    if m > edges:
        raise ValueError(f"{m} statements have no edges of their own among {edges}")
    return shuffled(seed, stage, m, edges) if 20 * m > 17 * edges else redrawn(seed, stage, m, edges)


def redrawn(seed, stage, m, edges):
    """The edges of words one after another; words that name an earlier edge again are left out."""
    count = m
    while True:
        drawn = dict.fromkeys(u * edges >> 64 for u in words(seed, stage, EDGE, count))
        if len(drawn) >= m:
            return list(drawn)[:m]
        count += count // 4 + 16


def shuffled(seed, stage, m, edges):
    """The start of a shuffle by Fisher and Yates."""
    a = list(range(edges))
    for i, u in enumerate(words(seed, stage, EDGE, m)):
        j = i + (u * (edges - i) >> 64)
        a[i], a[j] = a[j], a[i]
    return a[:m]
