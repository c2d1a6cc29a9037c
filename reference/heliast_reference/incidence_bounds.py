"""Bounds on the error of incidence buckets (spec/linear-batch.md): exact integers and rational numbers for supports of up
to 48 false statements, decimal numbers with a proved slack for larger ones. Nothing here knows the protocol."""

import math
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

GIRTH = 8
EXACT = 48
"""Supports of up to this many statements are bounded by exact numbers."""
DIGITS = 60
SLACK = Decimal(10) ** -30
"""A bound takes fewer than 100 operations, each off by 10^(1 - DIGITS) of numbers below 10^15 at most."""
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")


def eight_cycles(q):
    """Lemma 2: the number of 8-cycles of D(3, q)."""
    return q**4 * (q - 1) ** 2 * (q * q - 4 * q + 5) // 8


@lru_cache
def cores(q, largest, cycles=None):
    """Lemma 3: for every s up to `largest` a bound on the subgraphs of s edges without a vertex of degree 1; `cycles`
    replaces the exact number of 8-cycles."""
    points = q**3
    connected = [Fraction(0)] * (largest + 1)
    for edges in range(GIRTH, largest + 1):
        if edges == GIRTH:
            connected[edges] = Fraction(eight_cycles(q) if cycles is None else cycles)
            continue
        bound = Fraction(points * q ** (edges - 3), edges) if edges % 2 == 0 else Fraction(0)
        for ear in range(1, edges - GIRTH + 1):
            bound += connected[edges - ear] * ears(q, edges - ear, ear)
        connected[edges] = bound
    counts = [Fraction(1)] + [Fraction(0)] * largest
    for s in range(GIRTH, largest + 1):
        counts[s] = sum(j * connected[j] * counts[s - j] for j in range(GIRTH, s + 1)) / s
    return counts


def ears(q, vertices, length):
    """The number of ears of this length (open, closed and lollipops) of a graph of at most so many vertices."""
    walks = q ** max(length - 3, 0)
    closed = 1 if length >= GIRTH and length % 2 == 0 else 0
    lollipops = len(range(GIRTH, length, 2))
    return math.comb(vertices, 2) * walks + Fraction(vertices, 2) * walks * (closed + lollipops)


@lru_cache
def one_sided(q, largest):
    """The number of sets of s edges with no point of degree 1, for every s up to `largest`: the coefficients of
    ((1 + z)^q - q z)^n."""
    points = q**3
    factor = [math.comb(q, k) for k in range(min(q, largest) + 1)]
    factor[1] = 0
    power = [1]
    for s in range(1, largest + 1):
        terms = (((points + 1) * k - s) * factor[k] * power[s - k] for k in range(2, min(s, len(factor) - 1) + 1))
        total = sum(terms)
        assert total % s == 0
        power.append(total // s)
    return power


@lru_cache
def family(buckets, largest):
    """The probability that none of so many buckets has exactly one of s balls, for every s up to `largest`."""
    # Partitions of s balls into j classes of two and more.
    classes = [[0] * (largest // 2 + 2) for _ in range(largest + 1)]
    classes[0][0] = 1
    for s in range(2, largest + 1):
        for j in range(1, s // 2 + 1):
            classes[s][j] = j * classes[s - 1][j] + (s - 1) * classes[s - 2][j - 1]
    words = [sum(math.perm(buckets, j) * classes[s][j] for j in range(s // 2 + 1)) for s in range(largest + 1)]
    return [Fraction(count, buckets**s) for s, count in enumerate(words)]


def exact(q, families, buckets, s):
    """A bound on the probability that all reduced statements are true if s statements are false, s <= EXACT."""
    if s < GIRTH:
        return Fraction(0)
    bound = min(cores(q, EXACT)[s], Fraction(one_sided(q, EXACT)[s])) / math.comb(q**4, s)
    return bound * family(buckets, EXACT)[s] ** families if families else bound


def log2(x):
    """An upper bound, of a positive rational number."""
    with localcontext(Context(prec=DIGITS)):
        value = (Decimal(x.numerator).ln() - Decimal(x.denominator).ln()) / Decimal(2).ln()
        return value + SLACK


def ln_factorial(n):
    """(lower, upper) of ln n!: Robbins."""
    if n < 2:
        return Decimal(0), Decimal(0)
    middle = n * Decimal(n).ln() - n + (2 * PI * n).ln() / 2
    return middle + 1 / Decimal(12 * n + 1), middle + 1 / Decimal(12 * n)


def minimum(f, low, high):
    """About where a function that falls and then rises has its minimum."""
    for _ in range(80):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if f(left) < f(right) else (left, high)
    return (low + high) / 2


def best_z(q, s):
    def height(x):
        power = q * math.log1p(math.exp(x))
        return q**3 * (power + math.log1p(-q * math.exp(x - power))) - s * x

    return Decimal(math.exp(minimum(height, -25.0, 3.0)))


def best_w(buckets, s):
    def height(x):
        return buckets * (math.exp(x) + math.log1p(-math.exp(x - math.exp(x)))) - s * x

    return Decimal(math.exp(minimum(height, -20.0, 8.0)))


def segment(q, families, buckets, first, last):
    """An upper bound on log2 of the error for all supports from `first` to `last`: with z and w fixed it is convex in
    the support, so that the ends suffice."""
    points, edges, middle = q**3, q**4, math.isqrt(first * last)
    with localcontext(Context(prec=DIGITS)):
        z = best_z(q, middle)
        graph = points * ((1 + z) ** q - q * z).ln()
        if families:
            w = best_w(buckets, middle)
            family_ = buckets * (w.exp() - w).ln()
        ends, in_family = [], []
        for s in (first, last):
            lower = ln_factorial(edges)[0] - ln_factorial(s)[1] - ln_factorial(edges - s)[1]
            ends.append(graph - s * z.ln() - lower)
            if families:
                in_family.append(family_ - s * w.ln() + ln_factorial(s)[1] - s * Decimal(buckets).ln())
        if families and max(in_family) < 0:
            ends = [end + families * more for end, more in zip(ends, in_family)]
        return (max(ends) + SLACK) / Decimal(2).ln() + SLACK


def certified(q, families, buckets, largest, target):
    """Whether the error is at most 2^target for every support from 1 to `largest`; the greatest bound on it, as its log2
    and its support."""
    exactly = max((exact(q, families, buckets, s), -s) for s in range(1, EXACT + 1))
    error, support = max((log2(exactly[0]), -exactly[1]), greatest(q, families, buckets, EXACT + 1, largest))
    return error <= target, error, support


def greatest(q, families, buckets, first, last):
    """The greatest of the bounds for single supports from `first` to `last`, as its log2 and the support. A segment is
    halved unless the bound for all of it is below the greatest that has been found."""
    single = lambda s: (segment(q, families, buckets, s, s), s)  # noqa: E731
    found, waiting = max(single(first), single(last)), [(first, last)]
    while waiting:
        low, high = waiting.pop()
        if high - low <= 1 or segment(q, families, buckets, low, high) <= found[0]:
            continue
        middle = (low + high) // 2
        found = max(found, single(middle))
        waiting += [(low, middle), (middle, high)]
    return found


def all_below(q, families, buckets, first, largest, target):
    """Segments from `first` to `largest`, halved until each is below the target, or a single support is not."""
    waiting = []
    while first < largest:
        last = min(first * 5 // 4 + 1, largest)
        waiting.append((first, last))
        first = last
    while waiting:
        first, last = waiting.pop()
        if segment(q, families, buckets, first, last) > target:
            if last - first <= 1:
                return False
            middle = (first + last) // 2
            waiting += [(first, middle), (middle, last)]
    return True
