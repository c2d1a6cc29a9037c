import random
import unittest

from heliast_reference.errors import Invalid
from heliast_reference.schedule import Schedule
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey
from vector_files.stories import LEAD, ecvrf_story

ROUNDS = 30


def random_key(source, number):
    scheme, height = source.choice((X_VRF, I_VRF)), source.randint(1, 5)
    first = source.randint(0, ROUNDS + 5)
    return PublicKey(scheme, height, source.randint(1, 3), first, bytes([number % 256]) * 32, bytes(32))


class Schedules(unittest.TestCase):
    def histories(self):
        """(lead, [schedule before round 1, and after each]) of two participants, as random announcements come."""
        source = random.Random(1)
        for _ in range(100):
            lead = source.choice((1, 2, 3, 10))
            after = [Schedule(2, 2, lead)]
            for round in range(1, ROUNDS + 1):
                after.append(after[-1].copy())
                for participant in range(2):
                    if source.random() < 0.3:
                        key = None if source.random() < 0.2 else random_key(source, source.randrange(20))
                        serial = len(after[-1].histories[participant])
                        try:
                            after[-1].record(round, participant, serial, key)
                        except Invalid:
                            pass
            yield lead, after

    def test_what_is_due_is_settled_k_rounds_before(self):
        seen = 0
        for lead, after in self.histories():
            for round in range(1, ROUNDS + 1):
                for participant in range(2):
                    settled = after[max(0, round - lead)].due(participant, round)
                    self.assertEqual(settled, after[-1].due(participant, round))
                    seen += settled is not None
        self.assertGreater(seen, 500)

    def test_a_key_that_is_due_has_a_position_for_every_slot(self):
        for _, after in self.histories():
            for round in range(1, ROUNDS + 1):
                key = after[-1].due(0, round)
                if key is not None:
                    self.assertLess(key.position(round, 0), key.position(round, 1))

    def test_no_leaf_is_due_twice_and_no_key_comes_back(self):
        for _, after in self.histories():
            due = [after[-1].due(0, round) for round in range(1, ROUNDS + 1)]
            keys = [key for at, key in enumerate(due) if at == 0 or key != due[at - 1]]
            keys = [(key.root, key.pub_seed) for key in keys if key is not None]
            self.assertEqual(len(set(keys)), len(keys))

    def test_a_refused_announcement_changes_nothing(self):
        schedule = Schedule(1, 2, 3)
        with self.assertRaises(Invalid):
            schedule.record(1, 0, 0, PublicKey(X_VRF, 1, 1, 4, bytes(32), bytes(32)))
        self.assertEqual(schedule.histories, [[]])


class Story(unittest.TestCase):
    """The chain of round_trees.json has every case that the page's table has."""

    def test_who_is_due_when(self):
        chain = ecvrf_story()
        trees = [[tree.key for tree in owner.trees.values()] for owner in chain.owners]
        (late, again), (in_time, rotated), (lost,), _, (never, early, one) = trees
        expected = {
            0: {late: range(4, 9), again: range(12, 19)},
            1: {in_time: range(6, 10), rotated: range(10, 14)},
            2: {lost: range(4, 8)},
            3: {},
            4: {never: (), early: range(8, 13), one: (15,)},
        }
        for participant, keys in expected.items():
            for number in range(1, len(chain.rounds) + 1):
                due = next((key for key, rounds in keys.items() if number in rounds), None)
                self.assertEqual(chain.tip(number).schedule.due(participant, number), due, (participant, number))

    def test_the_hash_goes_into_inputs_k_rounds_later(self):
        chain = ecvrf_story()
        for number in range(1, len(chain.rounds) + 1):
            bound = chain.tip(number).hash_before(number - LEAD)
            self.assertEqual(bound, chain.tips[-1].hash_before(number - LEAD))
        self.assertEqual(chain.tip(LEAD).hash_before(0), chain.genesis.first_hash)
        self.assertNotEqual(chain.tip(LEAD + 1).hash_before(1), chain.genesis.first_hash)


if __name__ == "__main__":
    unittest.main()
