import unittest

from heliast_reference import batch as b
from heliast_reference import batch_file as f
from heliast_reference import batch_varied as v
from heliast_reference import wesolowski as w
from heliast_reference.errors import Invalid, Malformed
from vector_files.common import groups

T = 50
# Both kinds of proofs depend on the challenges.
LONG = 1100


class Batch(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-256"]
        self.inputs = [w.delay_input(self.group, bytes([i])) for i in range(20)]
        self.statements = [(x, w.evaluate(self.group, x, T)) for x in self.inputs]
        self.records = b.encode(self.group, self.statements)

    def protocols(self):
        for family in b.FAMILIES.values():
            yield b.reductions(family, 64, len(self.statements))

    def test_true_statements_leave_true_statements(self):
        for protocol in self.protocols():
            left, _ = b.combine(self.group, T, protocol, [self.records])
            self.assertTrue(all(w.evaluate(self.group, x, T) == y for x, y in left))

    def test_a_false_statement_leaves_a_false_one(self):
        for i in (0, 7, 19):
            x, y = self.statements[i]
            wrong = self.statements[:i] + [(x, self.group.mul(y, x))] + self.statements[i + 1 :]
            for protocol in self.protocols():
                left, _ = b.combine(self.group, T, protocol, [b.encode(self.group, wrong)])
                self.assertFalse(all(w.evaluate(self.group, x, T) == y for x, y in left))

    def test_proofs_belong_to_a_list_and_its_shards(self):
        cut = 14 * self.group.length
        shards = [self.records[:cut], self.records[cut:]]
        for protocol in self.protocols():
            for system in (b.WESOLOWSKI, b.PIETRZAK):
                records = b.encode(self.group, [(x, w.evaluate(self.group, x, LONG)) for x in self.inputs[:3]])
                proof = b.prove(self.group, LONG, protocol, [records], system)
                b.verify(self.group, LONG, protocol, [records], system, proof)
                halves = [records[: 2 * self.group.length], records[2 * self.group.length :]]
                self.assertRaises(Invalid, b.verify, self.group, LONG, protocol, halves, system, proof)
            self.assertNotEqual(*(b.seed_of(self.group, T, protocol, list_) for list_ in (shards, [self.records])))

    def test_buckets_of_the_thesis(self):
        """k as in the thesis's Table 3.1."""
        for m, k in {10**2: 5, 10**3: 6, 10**4: 8, 10**5: 10, 10**6: 12, 10**7: 15, 10**8: 18}.items():
            self.assertEqual(b.cheapest_buckets(128, m, b.RANDOM).bits, k, m)

    def test_what_is_no_list(self):
        protocol = b.reductions(b.RANDOM_EXPONENTS, 64, 20)
        self.assertRaises(Malformed, b.combine, self.group, T, protocol, [self.records[1:]])
        self.assertRaises(Invalid, b.combine, self.group, T, protocol, [])
        self.assertRaises(Invalid, b.combine, self.group, 0, protocol, [self.records])
        self.assertRaises(ValueError, b.reductions, b.HYBRID, 65, 20)


class Varied(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-256"]

    def list(self, delays):
        inputs = [(t, w.delay_input(self.group, bytes([i]))) for i, t in enumerate(delays)]
        return [(t, x, w.evaluate(self.group, x, t)) for t, x in inputs]

    def test_proofs_are_accepted_and_no_other_output_is(self):
        for delays in ([1], [5, 300, 5], [400] * 7, list(range(250, 262))):
            statements = self.list(delays)
            records = v.encode(self.group, statements)
            proof = v.prove(self.group, 64, [records])
            v.verify(self.group, 64, [records], proof)
            t, x, y = statements[0]
            wrong = v.encode(self.group, [(t, x, self.group.mul(y, x))] + statements[1:])
            self.assertRaises(Invalid, v.verify, self.group, 64, [wrong], proof)
            self.assertRaises(Invalid, v.verify, self.group, 64, [wrong], v.prove(self.group, 64, [wrong]))

    def test_statements_are_merged_where_that_is_cheaper(self):
        alone = [v.merges(count, count, 128) for count in (1, 2, 5, 6, 100, 201, 10**5)]
        self.assertEqual(alone, [False] * 3 + [True] * 4)
        self.assertFalse(v.merges(100, 10**6, 128))
        self.assertTrue(v.merges(10**5, 10**6, 128))


class Files(unittest.TestCase):
    def setUp(self):
        self.group = groups()["toy-256"]
        self.inputs = [w.delay_input(self.group, bytes([i])) for i in range(3)]

    def test_a_list_of_one_delay(self):
        records = b.encode(self.group, [(x, w.evaluate(self.group, x, LONG)) for x in self.inputs])
        shards = [records[: 2 * self.group.length], records[2 * self.group.length :]]
        statements = f.statements_file(self.group, LONG, records)
        self.assertEqual(f.read_statements(statements)[1], records)
        for family in b.FAMILIES.values():
            protocol = b.reductions(family, 64, 3)
            for system in (b.WESOLOWSKI, b.PIETRZAK):
                proof = b.prove(self.group, LONG, protocol, shards, system)
                file = f.proof_file(self.group, family, 64, LONG, [1, 2], system, proof)
                f.verify(self.group, statements, file, 64)
                self.assertRaises(Invalid, f.verify, self.group, statements, file, 65)
                other = f.proof_file(self.group, family, 64, LONG, [2, 1], system, proof)
                self.assertRaises(Invalid, f.verify, self.group, statements, other, 64)

    def test_a_list_of_different_delays(self):
        delays = (5, 300, 5)
        records = v.encode(self.group, [(t, x, w.evaluate(self.group, x, t)) for t, x in zip(delays, self.inputs)])
        statements = f.statements_file(self.group, 0, records)
        header, read = f.read_statements(statements)
        self.assertEqual((header.t, header.count, read), (0, 3, records))
        file = f.varied_proof_file(self.group, 64, 3, v.prove(self.group, 64, [records]))
        f.verify(self.group, statements, file, 64)
        self.assertRaises(Invalid, f.verify, self.group, statements, file, 65)
        for at in range(len(file)):
            other = file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :]
            self.assertRaises((Invalid, Malformed), f.verify, self.group, statements, other, 64)
        for end in range(0, len(statements), 7):
            self.assertRaises(Malformed, f.verify, self.group, statements[:end], file, 64)

    def test_levels(self):
        levels = [f.level_of(w.Suite(mode, 248)) for mode in (w.SIEVED_FULL, w.HINTED)]
        self.assertEqual(levels, [124, 120])


if __name__ == "__main__":
    unittest.main()
