import json
import unittest

from heliast_reference import roots
from heliast_reference.encoding import uint
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.roots_field import RootsField, built_in
from vector_files import roots_refusals as rows
from vector_files.common import VECTORS

PAGE = VECTORS.parent / "spec" / "roots.md"
T, COUNT = 7, 3
PLACES = [0, 2, 4, 7]


class Table(unittest.TestCase):
    """The page's table, the makers' rows and the cases of the vectors."""

    def test_the_rows_are_those_of_the_page(self):
        table = PAGE.read_text().split("## Rejections")[1].split("\n## ")[0]
        cells = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
        self.assertEqual(cells[0], ["attack", "refused as"])
        self.assertEqual([tuple(row) for row in cells[2:]], list(rows.ROWS.items()))

    def test_every_row_has_cases_of_its_kind(self):
        cases = json.loads((VECTORS / "roots.json").read_text())["cases"]
        for attack, kind in rows.ROWS.items():
            refused = [case for case in cases if case.get("attack") == attack]
            self.assertGreater(len(refused), 2, attack)
            for case in refused:
                found = (case["error"], case["reason"]) if kind == rows.FALSE else case["error"]
                self.assertEqual(found, ("invalid", kind) if kind == rows.FALSE else kind, case["name"])


class Rejections(unittest.TestCase):
    """One test for each row, of every statement in a field of 107: 7 steps in segments of 2, 2 and 3."""

    def setUp(self):
        self.field = RootsField(107)
        self.elements = range(1, self.field.p)
        self.chains = {x: self.walk(x) for x in self.elements}

    def walk(self, x, step=None):
        """The values at PLACES."""
        values = [x]
        for _ in range(T):
            values.append((step or self.field.step)(values[-1]))
        return [values[place] for place in PLACES]

    def verify(self, ends, t=T, field=None):
        field = field or self.field
        data = roots.encode_proof(field, ends[1:-1])
        return roots.verify(field, t, field.encode(ends[0]), field.encode(ends[-1]), data)

    def assert_false(self, ends, t=T):
        """Only the true values are accepted."""
        if (ends, t) == (self.chains[ends[0]], T):
            self.assertEqual(self.verify(ends, t), (ends[0], ends[-1]))
            return
        with self.assertRaises(Invalid) as refusal:
            self.verify(ends, t)
        self.assertEqual(refusal.exception.reason, "false segment")

    def with_each(self, change):
        """Every statement, with each of its four values changed."""
        for ends in self.chains.values():
            for i, value in enumerate(ends):
                changed = change(value)
                self.assertNotEqual(changed, value)
                self.assert_false(ends[:i] + [changed] + ends[i + 1 :])

    def test_true_statements(self):
        for ends in self.chains.values():
            self.assertEqual(self.verify(ends), (ends[0], ends[-1]))

    def test_a_step_left_out_or_one_too_many(self):
        self.with_each(self.field.step)
        self.with_each(self.field.step_inverse)
        for x, ends in self.chains.items():
            later = [roots.evaluate(self.field, x, place + 1) for place in PLACES[1:]]
            self.assert_false([x] + later)
            self.assert_false(ends, T - 1)
            self.assert_false(ends, T + 1)

    def test_a_root_of_the_wrong_parity(self):
        self.with_each(lambda y: self.field.p - y)

    def test_sigma_left_out(self):
        for x in self.elements:
            self.assert_false(self.walk(x, self.field.rho))
            for left_out in range(1, T + 1):
                ends = self.walk_without_sigma(x, left_out)
                self.assertNotEqual(ends, self.chains[x])
                self.assert_false(ends)

    def walk_without_sigma(self, x, left_out):
        numbers = iter(range(1, T + 1))

        def step(y):
            return self.field.rho(y) if next(numbers) == left_out else self.field.step(y)

        return self.walk(x, step)

    def test_no_element(self):
        p, length = 107, self.field.length
        for ends in self.chains.values():
            for i, value in enumerate(ends):
                true = self.field.encode(value)
                others = (bytes(length), uint(p, length), uint(p + value, length), b"\xff", b"", b"\0" + true, true + b"\0")
                for other in others:
                    parts = [self.field.encode(end) for end in ends]
                    parts[i] = other
                    proof = uint(COUNT, 2) + parts[1] + parts[2]
                    self.assertRaises(Malformed, roots.verify, self.field, T, parts[0], parts[3], proof)

    def test_one_and_minus_one_where_they_are_not_the_value(self):
        for ends in self.chains.values():
            for value in (1, self.field.p - 1):
                for i in range(4):
                    self.assert_false(ends[:i] + [value] + ends[i + 1 :])
        for value in (1, self.field.p - 1):
            self.assert_false([value] * 4)

    def test_another_prime(self):
        field = self.field
        for p in (23, 47, 59, 83):
            self.field = RootsField(p)
            others = {x: self.walk(x) for x in range(1, p)}
            self.field = field
            same = sum(ends == self.chains[x] for x, ends in others.items())
            self.assertEqual(same, 0, p)
            for ends in others.values():
                self.assert_false(ends)

    def test_a_segment_of_another_input_and_segments_exchanged(self):
        for x, ends in self.chains.items():
            _, y_1, y_2, y = ends
            for other in (1, 2, 50, 106):
                _, z_1, z_2, z = self.chains[other]
                for mixed in ([x, z_1, y_2, y], [x, y_1, z_2, y], [x, y_1, y_2, z], [x, z_1, z_2, y], [x, z_1, z_2, z]):
                    self.assert_false(mixed)
            for exchanged in ([x, y_2, y_1, y], [x, y_1, y, y_2], [y, y_1, y_2, x], [y, y_2, y_1, x]):
                self.assert_false(exchanged)

    def test_numbers_of_segments(self):
        encode, ends = self.field.encode, self.chains[5]
        x, y, elements = encode(ends[0]), encode(ends[3]), encode(ends[1]) + encode(ends[2])
        for count in list(range(300)) + [0x0300, 0xFFFF]:
            if count != COUNT:
                self.assertRaises(Malformed, roots.verify, self.field, T, x, y, uint(count, 2) + elements)
        for data in (b"", b"\0", b"\0\3", b"\0\3" + elements[1:], b"\0\3" + elements + b"\0"):
            self.assertRaises(Malformed, roots.verify, self.field, T, x, y, data)

    def test_256_segments_and_no_more(self):
        field = self.field
        for t in (256, 257, 1000):
            y, outputs = roots.prove(field, t, 5, 256)
            self.assertEqual(self.verify([5, *outputs, y], t), (5, y))
        y, outputs = roots.prove(field, 1000, 5, 257)
        self.assertRaises(Malformed, self.verify, [5, *outputs, y], 1000)

    def test_times_out_of_range(self):
        for x, ends in self.chains.items():
            for t in (0, 1, 2, 1 << 40, (1 << 40) + T, 1 << 63):
                self.assertRaises(Invalid, self.verify, ends, t)
            self.assertRaises(Invalid, self.verify, [x, x], 0)

    def test_what_is_malformed_decides_before_what_is_invalid(self):
        ends = self.chains[5]
        for t in (0, 2, 1 << 40):
            self.assertRaises(Malformed, self.verify, ends[:3] + [0], t)
            self.assertRaises(Malformed, self.verify, ends[:1] + [107] + ends[2:], t)

    def test_negated_values_at_1024_bits(self):
        self.field = built_in(1024)
        ends = self.walk(self.field.input(b"rejections"))
        self.chains = {ends[0]: ends}
        for i in (1, 2, 3):
            self.assert_false(ends[:i] + [self.field.p - ends[i]] + ends[i + 1 :])


if __name__ == "__main__":
    unittest.main()
