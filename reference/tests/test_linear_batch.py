"""The theorems of spec/linear-batch.md computed again, and every attack that its protocol must resist. With the
environment variable LINEAR_BATCH_LONG set, larger graphs are counted and more seeds drawn: some minutes."""

import itertools
import math
import os
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

from heliast_reference import batch as b
from heliast_reference import incidence_bounds as bounds
from heliast_reference import linear_batch as l
from heliast_reference import wesolowski as w
from heliast_reference.encoding import sha256, uint
from vector_files.common import TOYS, groups, order_two

LONG = "LINEAR_BATCH_LONG" in os.environ
PAGE = Path(__file__).resolve().parents[2] / "spec/linear-batch.md"
TARGET = -130
T = 7


def seed_of(number):
    return sha256(b"a seed", uint(number, 8))


def edges(q):
    """The edges of D(3, q), as points and lines; lines are numbered from n on."""
    pairs = (l.ends(v, q) for v in range(q**4))
    return [(point, q**3 + line) for point, line in pairs]


class Graph(unittest.TestCase):
    """Lemma 2, from the number of closed walks: in a graph without short cycles they are those of a tree."""

    def test_it_has_the_edges_that_the_equations_say(self):
        for q in (2, 3, 5):
            numbers = list(itertools.product(range(q), repeat=3))
            joined = set()
            for i, (p1, p2, p3) in enumerate(numbers):
                for j, (l1, l2, l3) in enumerate(numbers):
                    if (p2 + l2 - p1 * l1) % q == 0 and (p3 + l3 - p1 * l2) % q == 0:
                        joined.add((i, q**3 + j))
            self.assertEqual(sorted(edges(q)), sorted(joined))
            self.assertEqual(set(Counter(v for edge in joined for v in edge).values()), {q})

    def test_cycles(self):
        for q in (2, 3, 5, 7) if LONG else (2, 3, 5):
            points = q**3
            lines = [[] for _ in range(points)]
            for point, line in edges(q):
                lines[line - points].append(point)
            # Entry (a, b) of B·B^T: lines through both.
            both = [Counter() for _ in range(points)]
            for members in lines:
                for a in members:
                    both[a].update(members)
            self.assertEqual({both[a][b] for a in range(points) for b in both[a] if a != b}, {1}, "no 4-cycles")
            squares = []
            for row in both:
                square = Counter()
                for middle, count in row.items():
                    for end, more in both[middle].items():
                        square[end] += count * more
                squares.append(square)
            walks_6 = sum(squares[a][b] * both[b][a] for a in range(points) for b in squares[a])
            walks_8 = sum(count * count for square in squares for count in square.values())
            self.assertEqual(walks_6, points * tree_walks(q, 3), "no 6-cycles")
            # Every 8-cycle is a closed walk from each of its points in both directions.
            self.assertEqual((walks_8 - points * tree_walks(q, 4)) // 8, bounds.eight_cycles(q))


def tree_walks(q, half):
    """Closed walks of 2·half edges from a vertex of the tree of degree q, by the height above it."""
    heights = Counter({0: 1})
    for _ in range(2 * half):
        after = Counter()
        for height, count in heights.items():
            after[height + 1] += count * (q if height == 0 else q - 1)
            if height:
                after[height - 1] += count
        heights = after
    return heights[0]


class Cores(unittest.TestCase):
    """Lemma 3 and the one-sided count, against all subgraphs."""

    def test_all_subgraphs_of_the_smallest_graph(self):
        exact, point_side = counts_of_all(2)
        bound, one_sided = bounds.cores(2, 16), bounds.one_sided(2, 16)
        self.assertEqual([point_side[s] for s in range(17)], one_sided)
        for s in range(17):
            self.assertLessEqual(exact[s], bound[s], s)
        self.assertEqual(exact[8], bounds.eight_cycles(2))

    def test_small_subgraphs_of_the_next(self):
        largest = 18 if LONG else 12
        exact, bound = Counter(), bounds.cores(3, largest)
        count_cores(edges(3), largest, exact)
        expected = {8: 81, 9: 0, 10: 0, 11: 0, 12: 540}
        self.assertEqual({s: exact[s] for s in expected}, expected)
        for s in range(1, largest + 1):
            self.assertLessEqual(exact[s], bound[s], s)
            self.assertLessEqual(exact[s], bounds.one_sided(3, largest)[s], s)

    def test_families(self):
        for buckets, s in ((2, 5), (3, 6), (4, 4), (2, 8)):
            words = itertools.product(range(buckets), repeat=s)
            good = sum(1 not in Counter(word).values() for word in words)
            self.assertEqual(bounds.family(buckets, 8)[s] * buckets**s, good)


def counts_of_all(q):
    """The numbers of sets of edges without a vertex of degree 1, and without a point of degree 1, by their size."""
    pairs, points = edges(q), q**3
    cores, one_sided = Counter(), Counter()
    for mask in range(1 << len(pairs)):
        degrees = Counter(v for i, edge in enumerate(pairs) if mask >> i & 1 for v in edge)
        size = mask.bit_count() if hasattr(mask, "bit_count") else bin(mask).count("1")
        if all(degree > 1 for v, degree in degrees.items() if v < points):
            one_sided[size] += 1
            cores[size] += 1 not in degrees.values()
    return cores, one_sided


def count_cores(pairs, largest, found):
    """Counts all sets of up to `largest` edges without a vertex of degree 1: the edges at a vertex of degree 1, or all
    edges if there is no such vertex, are tried one after the other, each without the edges before it."""
    at = {}
    for i, edge in enumerate(pairs):
        for v in edge:
            at.setdefault(v, []).append(i)
    degree, taken, left_out = Counter(), [], set()

    def extend():
        lonely = next((v for i in reversed(taken) for v in pairs[i] if degree[v] == 1), None)
        if lonely is None and taken:
            found[len(taken)] += 1
        # A set without a vertex of degree 1 grows by an ear or another component.
        if largest - len(taken) < (1 if taken else bounds.GIRTH):
            return
        tried = []
        for i in range(len(pairs)) if lonely is None else at[lonely]:
            if i not in left_out and i not in taken:
                take(i, 1)
                extend()
                take(i, -1)
                left_out.add(i)
                tried.append(i)
        left_out.difference_update(tried)

    def take(i, by):
        taken.append(i) if by == 1 else taken.pop()
        for v in pairs[i]:
            degree[v] += by

    extend()


class Theorems(unittest.TestCase):
    def test_theorem_1(self):
        q, n = 59, 59**3
        cycles = bounds.log2(bounds.exact(q, 0, 0, 8))
        self.assertEqual(round(cycles, 2), -bounds.Decimal("129.03"))
        # With q^8/8 for the number of 8-cycles the bounds fall with q, in units of P_8.
        for s in range(9, 20):
            bound = bounds.cores(q, 19, q**8 // 8 + 1)[s] / math.comb(q**4, s)
            self.assertLess(bounds.log2(bound), -144)
        self.assertLess(bounds.log2(bounds.Fraction(10**20, math.factorial(10) * n**10)), cycles - 2)
        for q in (59, 61, 67, 101, 1009):
            heights = [h / 1000 * (1 - h / 1000 / q) ** (q - 1) for h in range(1, 1000 * q, 97)]
            top = heights.index(max(heights))
            self.assertEqual(heights, sorted(heights[: top + 1]) + sorted(heights[top + 1 :], reverse=True))
            n, nine = q**3, 9 * (1 - 9 / q) ** (q - 1)
            self.assertGreater(nine, 6.09e-4)
            lemma_5 = math.log2(72 * n) / 2 - n * min(nine, 0.25 * (1 - 0.25 / q) ** (q - 1)) / math.log(2)
            self.assertLess(lemma_5, -168.7)
            self.assertLess(lemma_5, float(bounds.log2(bounds.exact(q, 0, 0, 8))) - 38)

    def test_lemma_5_and_lemma_4_hold_where_all_is_known(self):
        exact = Counter()
        count_cores(edges(3), 12, exact)
        for s in range(8, 13):
            probability, k = exact[s] / math.comb(81, s), s // 2
            rate = s / 27 * (1 - s / 81) ** 2
            self.assertLessEqual(probability, math.sqrt(8 * s) * math.exp(-27 * rate))
            self.assertLessEqual(probability, k ** (2 * k) / (math.factorial(k) * 27**k))

    def test_every_line_of_the_table_is_certified(self):
        """Theorem 2, also for the lines of Theorem 1; the places; and the page's numbers for each line."""
        page = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| ")]
        table = {int(line[0]): line for line in page if len(line) == 10 and line[0].isdigit()}
        self.assertEqual(sorted(table), [line[0] for line in l.LINES])
        for most, q, families, buckets, places in l.LINES:
            with self.subTest(q=q, families=families):
                level = l.Incidence(q, families, buckets, places)
                largest = int(table[most][5])
                good, error, support = bounds.certified(q, families, buckets, largest, TARGET)
                self.assertTrue(good)
                self.assertLessEqual(most, q**4)
                missed = most - largest - 1
                by_places = places * math.log2(missed / most)
                fields = [most, q, families, buckets, places, largest, shown(error), support, shown(by_places), level.rows]
                self.assertEqual(table[most], [str(field) for field in fields])
                self.assertLessEqual(missed**places << 131, most**places)
                self.assertGreater(missed ** (places - 1) << 131, most ** (places - 1))
                # The greatest effect of the sampler's bias.
                bias = (2 * most * q**4 + places * most) / 2**64 / math.log(2)
                self.assertLessEqual(float(error) + bias, TARGET)
                if q >= 59:
                    self.assertEqual(largest, 9 * q**3)

    def test_no_support_is_worse_than_the_one_that_is_found(self):
        for q, families, buckets, largest in ((11, 3, 128, 600), (13, 2, 512, 400)):
            worst = max(bounds.segment(q, families, buckets, s, s) for s in range(49, largest + 1))
            self.assertEqual(bounds.greatest(q, families, buckets, 49, largest)[0], worst)
        # The bound rises towards s*, above that of s = 8.
        self.assertGreater(bounds.segment(13, 2, 512, 9200, 9200), bounds.log2(bounds.exact(13, 2, 512, 8)) + 5)

    def test_a_support_too_many_is_not_certified(self):
        self.assertTrue(bounds.all_below(11, 2, 512, bounds.EXACT, 4900, TARGET))
        self.assertFalse(bounds.all_below(11, 2, 512, bounds.EXACT, 5000, TARGET))
        self.assertFalse(bounds.certified(11, 2, 256, 4000, TARGET)[0])
        self.assertFalse(bounds.certified(59, 0, 0, 9 * 59**3, TARGET)[0])

    def test_levels(self):
        for m, expected in {1: [], 5999: [], 6000: [11], 11001: [11], 14642: [13], 10**5: [19, 13], 10**6: [37, 19, 13]}.items():
            self.assertEqual([level.q for level in l.levels(m)], expected, m)
        for m in itertools.chain(range(5000, 10**6, 777), range(10**6, 104060401, 1234567), (104060401,)):
            left = m
            for level in l.levels(m):
                self.assertIn((level.q, level.families, level.buckets, level.places), {line[1:] for line in l.LINES})
                self.assertLessEqual(left, next(line[0] for line in l.LINES if line[1:3] == (level.q, level.families)))
                self.assertLess(level.rows, left)
                left = level.rows
        self.assertEqual(l.levels(104060402), [])
        self.assertRaises(ValueError, b.reductions, b.LINEAR, 136, 10**4)


def shown(logarithm):
    return f"{logarithm:.2f}".replace("-", "−")


class Drawing(unittest.TestCase):
    def test_edges_differ(self):
        for m, m_max in ((1, 16), (13, 16), (14, 16), (16, 16), (500, 625), (625, 625)):
            for number in range(20):
                drawn = l.injection(seed_of(number), 0, m, m_max)
                self.assertEqual((len(drawn), len(set(drawn))), (m, m))
                self.assertTrue(all(0 <= v < m_max for v in drawn))
        self.assertRaises(ValueError, l.injection, seed_of(0), 0, 17, 16)

    def test_labels_differ(self):
        seen = {tuple(l.injection(seed_of(i), stage, 40, 81)) for i in (0, 1) for stage in (0, 1, 2)}
        self.assertEqual(len(seen), 6)

    def test_edges_are_uniform(self):
        """Chi-square over the first and the last statement's edge; 15 and 45 are some four deviations out."""
        draws = 1600
        for m in (6, 16):
            drawn = [l.injection(seed_of(i), 3, m, 16) for i in range(draws)]
            for place in (0, m - 1):
                counts = Counter(each[place] for each in drawn)
                chi = sum((counts[v] - draws / 16) ** 2 / (draws / 16) for v in range(16))
                self.assertTrue(2 < chi < 45, chi)

    def test_every_statement_is_in_its_rows(self):
        level = l.Incidence(5, 2, 16, 9)
        rows = level.members(seed_of(1), 0, 400)
        self.assertEqual(len(rows), level.rows)
        for part in (rows[:125], rows[125:250], rows[250:266], rows[266:282]):
            self.assertEqual(sorted(i for row in part for i in row), list(range(400)))
        self.assertTrue(all(len(row) == 1 and row[0] < 400 for row in rows[282:]))
        pairs = Counter((i, j) for row in rows[:250] for i in row for j in row if i < j)
        self.assertEqual(set(pairs.values()), {1}, "two statements share one vertex at most")


class Attacks(unittest.TestCase):
    """Errors only: a level treats x and y alike, so that it turns (1, δ) into products of the δ."""

    @classmethod
    def setUpClass(cls):
        cls.group = groups()["toy-256"]
        cls.delta = w.delay_input(cls.group, b"delta")
        cls.inverse = cls.group.invert(cls.delta)

    def left(self, errors, m, level, seed):
        """The false rows."""
        statements = [(self.group.identity, errors.get(i, self.group.identity)) for i in range(m)]
        return [row for row, (_, y) in enumerate(level.leave(self.group, statements, seed, 0)) if y != self.group.identity]

    def test_true_statements_leave_true_ones(self):
        inputs = [w.delay_input(self.group, uint(i, 4)) for i in range(60)]
        statements = [(x, w.evaluate(self.group, x, T)) for x in inputs]
        for x, y in l.Incidence(3, 1, 8, 5).leave(self.group, statements, seed_of(0), 0):
            self.assertEqual(w.evaluate(self.group, x, T), y)

    def test_one_error_is_seen_by_every_seed(self):
        level = l.Incidence(3, 0, 0, 0)
        for number in range(50):
            self.assertEqual(len(self.left({number: self.delta}, 60, level, seed_of(number))), 2)

    def test_pairs_and_many_errors(self):
        level = l.Incidence(5, 0, 0, 0)
        for number in range(40):
            first, second = number, 500 - 7 * number
            errors = {first: self.delta, second: self.inverse}
            self.assertTrue(self.left(errors, 600, level, seed_of(number)))
            many = {29 * i % 600: (self.delta, self.inverse)[i % 2] for i in range(20)}
            self.assertTrue(self.left(many, 600, level, seed_of(number)))

    def test_one_collision_would_let_a_pair_pass(self):
        """Two statements on one edge, with errors δ and 1/δ. The words drawn name that edge twice, but the injection
        does not."""
        level, m = l.Incidence(5, 0, 0, 0), 100
        named = [u * level.edges >> 64 for u in l.words(seed_of(1), 0, l.EDGE, m)]
        first, second = next((named.index(v), i) for i, v in enumerate(named) if v in named[:i])
        errors = {first: self.delta, second: self.inverse}
        with mock.patch.object(l, "injection", lambda *_: named):
            self.assertEqual(self.left(errors, m, level, seed_of(1)), [], "the test bites")
        for number in range(20):
            self.assertGreaterEqual(len(self.left(errors, m, level, seed_of(number))), 2, number)

    def test_who_knows_the_seed_forges(self):
        """δ and 1/δ around an 8-cycle of edges in use, none of them at a drawn place: the attack succeeds. No other
        seed is affected."""
        level, m = l.Incidence(5, 0, 0, 3), 600
        seed = seed_of(77)
        errors = forgery(level, seed, m, self.delta, self.inverse)
        self.assertEqual(len(errors), 8)
        self.assertEqual(self.left(errors, m, level, seed), [])
        for number in range(40):
            self.assertTrue(self.left(errors, m, level, seed_of(number)))
        other_label = level.leave(self.group, [(1, errors.get(i, 1)) for i in range(m)], seed, 1)
        self.assertTrue(any(y != 1 for _, y in other_label), "another level draws anew")
        with_family = l.Incidence(5, 1, 512, 3)
        self.assertTrue(self.left(errors, m, with_family, seed), "a family sees it")

    def test_a_list_that_is_forged_has_another_seed(self):
        """The seed follows from the records, so that the errors change it."""
        protocol = [l.Incidence(5, 0, 0, 3), b.Exponents(64)]
        inputs = [w.delay_input(self.group, uint(i, 4)) for i in range(600)]
        statements = [(x, w.evaluate(self.group, x, T)) for x in inputs]
        seed = b.seed_of(self.group, T, protocol, [b.encode(self.group, statements)])
        errors = forgery(protocol[0], seed, 600, self.delta, self.inverse)
        forged = [(x, self.group.mul(y, errors.get(i, 1))) for i, (x, y) in enumerate(statements)]
        ((x, y),), _ = b.combine(self.group, T, protocol, [b.encode(self.group, forged)])
        self.assertNotEqual(w.evaluate(self.group, x, T), y)
        rows = protocol[0].leave(self.group, forged, seed, 0)
        self.assertTrue(all(w.evaluate(self.group, x, T) == y for x, y in rows), "with the seed of the true list")

    def test_an_error_of_order_q_everywhere(self):
        """Every bucket of the graph has q statements: without drawn places such a list would pass."""
        q, element = small_order()
        full = {i: element for i in range(q**4)}
        group, self.group = self.group, groups()[SMALL_ORDER_GROUP]
        try:
            self.assertEqual(self.left(full, q**4, l.Incidence(q, 0, 0, 0), seed_of(5)), [])
            self.assertEqual(len(self.left(full, q**4, l.Incidence(q, 0, 0, 1), seed_of(5))), 1)
            self.assertEqual(len(self.left(full, q**4, l.Incidence(q, 0, 0, 4), seed_of(5))), 4)
        finally:
            self.group = group

    def test_acceptance_is_what_was_counted(self):
        """Errors of order 2 at q = 2, where P_s is known for every s; the bound is five deviations."""
        two, level = order_two("toy-256", self.group), l.Incidence(2, 0, 0, 0)
        self.assertEqual(self.group.mul(two, two), 1)
        cores, _ = counts_of_all(2)
        draws = 20000 if LONG else 1200
        accepted = Counter()
        for number in range(draws):
            drawn = l.injection(seed_of(number), 0, 16, 16)
            for s in (8, 10, 12, 13, 14):
                degrees = Counter(v for i in drawn[:s] for v in (l.ends(i, 2)[0], 8 + l.ends(i, 2)[1]))
                accepted[s] += 1 not in degrees.values()
        for s in (8, 10, 12, 13, 14):
            exact = cores[s] / math.comb(16, s)
            self.assertLess(abs(accepted[s] - draws * exact), 5 * math.sqrt(draws * exact) + 3, s)
        for number in range(60):
            drawn = l.injection(seed_of(number), 0, 16, 16)[:12]
            degrees = Counter(v for i in drawn for v in (l.ends(i, 2)[0], 8 + l.ends(i, 2)[1]))
            false = self.left({i: two for i in range(12)}, 16, level, seed_of(number))
            self.assertEqual(len(false), sum(degree == 1 for degree in degrees.values()), "errors of order 2")

    def test_acceptance_at_three_is_within_the_bounds(self):
        draws, pairs = 400 if not LONG else 20000, edges(3)
        drawn = [l.injection(seed_of(number), 0, 56, 81) for number in range(draws)]
        for s in (30, 40, 56):
            both = point = 0
            for different in drawn:
                degrees = Counter(v for i in different[:s] for v in pairs[i])
                alone = all(degree > 1 for v, degree in degrees.items() if v < 27)
                point, both = point + alone, both + (1 not in degrees.values())
            exact = bounds.one_sided(3, 81)[s] / math.comb(81, s)
            self.assertLess(abs(point - draws * exact), 5 * math.sqrt(draws * exact) + 3, s)
            self.assertLessEqual(both, point)


def forgery(level, seed, m, delta, inverse):
    """δ and 1/δ in turn around an 8-cycle of the edges in use whose statements are not at drawn places."""
    rows = level.members(seed, 0, m)
    looked_at = {i for row in rows[len(rows) - level.places :] for i in row}
    neighbours = {}
    for i, v in enumerate(l.injection(seed, 0, m, level.edges)):
        if i not in looked_at:
            point, line = l.ends(v, level.q)
            neighbours.setdefault(point, []).append((level.q**3 + line, i))
            neighbours.setdefault(level.q**3 + line, []).append((point, i))

    def walk(vertices, used):
        for vertex, i in neighbours[vertices[-1]]:
            if len(used) == 7 and vertex == vertices[0]:
                return used + [i]
            if len(used) < 7 and vertex not in vertices:
                found = walk(vertices + [vertex], used + [i])
                if found:
                    return found
        return None

    cycle = next(found for found in (walk([start], []) for start in neighbours) if found)
    return {i: (delta, inverse)[k % 2] for k, i in enumerate(cycle)}


SMALL_ORDER_GROUP = next(n for n, (p, q) in TOYS.items() if (p - 1) % 3 == 0 or (q - 1) % 3 == 0)


def small_order():
    """3, and an element of order 3, which anybody who knows the factors can find."""
    p, q = sorted(TOYS[SMALL_ORDER_GROUP], key=lambda factor: (factor - 1) % 3)
    root = next(r for r in (pow(base, (p - 1) // 3, p) for base in range(2, 50)) if r != 1)
    group = groups()[SMALL_ORDER_GROUP]
    element = group.canonical(1 + q * ((root - 1) * pow(q, -1, p) % p))
    assert element != 1 and group.pow(element, 3) == 1
    return 3, element


if __name__ == "__main__":
    unittest.main()
