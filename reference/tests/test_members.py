import random
import unittest
from dataclasses import replace

from heliast_reference import round
from heliast_reference.announcement import announce
from heliast_reference.bundle import Bundle
from heliast_reference.errors import Invalid, Malformed
from heliast_reference.members import Approval, Join, Member, Members, Stake
from heliast_reference.sortition import TOTAL_LIMIT
from vector_files.members_story import LEAD, ROUNDS, ids, join, members_story
from vector_files.stories import ecvrf_story


class Model:
    """The rules of spec/members.md, reimplemented on the list of all accepted announcements, without any other state.
    log has (round, participant, change), in order; an approval names the place of its proposal in the log."""

    def __init__(self, stakes, lead, life, most):
        self.genesis, self.lead, self.life, self.most, self.log = stakes, lead, life, most, []  # stakes: (key, stake)

    def adoptions(self, last):
        """[(round, place of the proposal, whether it could be adopted)] up to round `last`, in order."""
        adopted = []
        for at in range(1, last + 1):
            for place, (made, proposer, change) in enumerate(self.log):
                if change[0] == "approve" or made > at or not self.is_open(place, at, adopted, closing=True):
                    continue
                voices = {who for when, who, what in self.log if what == ("approve", place) and when <= at} | {proposer}
                news = made == at or any(when == at and what == ("approve", place) for when, _, what in self.log)
                if not news:
                    continue
                stakes = self.in_effect(at, adopted)
                votes = sum(stakes[who] for who in voices if who < len(stakes))
                if votes * 3 > sum(stakes) * 2:
                    possible = self.possible(change, self.participants(adopted))
                    adopted.append((at, place, possible))
        return adopted

    def is_open(self, place, at, adopted, closing=False):
        """Whether the proposal may be counted in a round, or was made before it."""
        made, proposer, change = self.log[place]
        last = at if closing else at - 1
        replaced = any(made < when <= last and who == proposer and what[0] != "approve" for when, who, what in self.log)
        counted = any(other == place for _, other, _ in adopted)
        # A change of a stake closes the proposals about the same participant that were open when it was adopted.
        overtaken = change[0] == "stake" and any(
            self.log[other][2][:2] == change[:2] and when >= made for when, other, possible in adopted if possible
        )
        return not (replaced or counted or overtaken) and at <= made + self.life

    def participants(self, adopted):
        """(key, stake decided) after these."""
        found = list(self.genesis)
        for _, place, possible in adopted:
            change = self.log[place][2]
            if possible and change[0] == "join":
                found.append(change[1:])
            elif possible:
                found[change[1]] = (found[change[1]][0], change[2])
        return found

    def in_effect(self, at, adopted):
        settled = [one for one in adopted if one[0] + self.lead <= at]
        stakes = [stake for _, stake in self.participants(settled)]
        return stakes + [0] * (len(self.participants(adopted)) - len(stakes))

    def possible(self, change, found):
        if change[0] == "join":
            after = found + [change[1:]]
            fits = len(found) < self.most and change[1] not in [key for key, _ in found]
        else:
            fits = change[1] < len(found) and found[change[1]][1] != change[2]
            after = [(key, change[2] if i == change[1] else stake) for i, (key, stake) in enumerate(found)]
        return fits and 1 <= sum(stake for _, stake in after) < TOTAL_LIMIT

    def allows(self, at, participant, change):
        adopted = self.adoptions(at - 1)
        if self.in_effect(at, adopted)[participant] == 0:
            return False
        if change[0] != "approve":
            return self.possible(change, self.participants(adopted))
        place = change[1]
        said_before = any(
            who == participant and (what == change or place == i) for i, (_, who, what) in enumerate(self.log)
        )
        return self.is_open(place, at, adopted) and not said_before


def real(change):
    """The reference's object for a change of the model; the id of a proposal is its place in the log."""
    if change[0] == "approve":
        return Approval(change[1])
    return Join(3, change[1], change[2]) if change[0] == "join" else Stake(change[1], change[2])


class Histories(unittest.TestCase):
    """Random histories, with few stakes and keys, so that many collide."""

    def run_history(self, source):
        genesis = [(bytes([i]), source.randint(1, 5)) for i in range(source.randint(1, 4))]
        lead, life, most = source.randint(2, 4), source.randint(1, 6), len(genesis) + source.randint(0, 3)
        model = Model(genesis, lead, life, most)
        members = Members(lead, life, most, tuple(Member(key, ((0, stake),)) for key, stake in genesis))
        counts = {"allowed": 0, "refused": 0}
        for at in range(1, 16):
            before, said = len(model.log), []
            for participant in range(len(members)):
                if source.random() < 0.5:
                    change = self.change(source, model.log[:before], len(members))
                    allowed = self.is_allowed(members, at, participant, change)
                    self.assertEqual(allowed, model.allows(at, participant, change), (model.log, at, participant, change))
                    counts["allowed" if allowed else "refused"] += 1
                    if allowed:
                        said.append((participant, change))
            announced = []
            for participant, change in said:
                announced.append((participant, real(change), len(model.log)))
                model.log.append((at, participant, change))
            members = members.after(at, announced) if announced else members
            adopted = model.adoptions(at)
            self.assertEqual([(m.key, m.decided) for m in members.members], model.participants(adopted))
            for later in range(at + 1, at + lead + 2):
                stakes = [members.stake(i, later) for i in range(len(members))]
                self.assertEqual(stakes, model.in_effect(later, adopted))
                self.assertTrue(1 <= members.total(later) < TOTAL_LIMIT)
        return counts, len(adopted)

    @staticmethod
    def change(source, log, participants):
        places = [place for place, (_, _, change) in enumerate(log) if change[0] != "approve"]
        if places and source.random() < 0.7:
            return ("approve", source.choice(places[-4:]))
        if source.random() < 0.4:
            return ("join", bytes([source.randrange(8)]), source.randint(1, 5))
        return ("stake", source.randrange(participants + 1), source.choice((0, 0, 1, 2, 9, TOTAL_LIMIT - 3)))

    @staticmethod
    def is_allowed(members, at, participant, change):
        try:
            members.check(at, participant, real(change))
        except Invalid:
            return False
        return True

    def test_they_lead_where_the_slow_model_leads(self):
        allowed = refused = adopted = 0
        for seed in range(200):
            with self.subTest(seed=seed):
                counts, changes = self.run_history(random.Random(seed))
                allowed, refused = allowed + counts["allowed"], refused + counts["refused"]
                adopted += changes
        self.assertGreater(min(allowed, refused, adopted), 200)


class Story(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.chain = members_story()

    def test_who_has_which_stake_when(self):
        expected = {
            **dict.fromkeys(range(1, 6), (4, 3, 3, 2, 0, 0)),
            6: (4, 3, 3, 2, 5, 0),
            **dict.fromkeys(range(7, 10), (4, 3, 3, 0, 5, 0)),
            **dict.fromkeys(range(10, 14), (8, 3, 3, 0, 5, 0)),
            **dict.fromkeys(range(14, 16), (8, 3, 3, 0, 5, 1)),
            **dict.fromkeys(range(16, ROUNDS + 1), (8, 3, 3, 2, 5, 1)),
        }
        last = self.chain.tips[-1].members
        for number, stakes in expected.items():
            self.assertEqual(tuple(last.stake(i, number) for i in range(len(last))), stakes, number)

    def test_members_of_a_round_are_settled_k_rounds_before(self):
        last = self.chain.tips[-1].members
        for number in range(LEAD + 1, ROUNDS + 1):
            settled = self.chain.tip(number - LEAD + 1).members
            for participant in range(len(last)):
                before = settled.stake(participant, number) if participant < len(settled) else 0
                self.assertEqual(before, last.stake(participant, number))

    def test_who_joins_plays_with_its_tree_once_its_stake_has_effect(self):
        key = self.chain.owners[4].trees
        (root,) = key
        self.assertIsNone(self.chain.tip(6).schedule.due(4, 6))  # announced in round 4: due from round 7 on
        self.assertEqual(self.chain.tip(7).schedule.due(4, 7).root, root)
        playing = [made.round.number for made in self.chain.rounds if 4 in [draw.participant for draw in made.draws]]
        self.assertGreaterEqual(min(playing), 6)
        self.assertTrue(playing)

    def test_ids_are_those_of_a_history(self):
        found = ids(self.chain)
        self.assertEqual(len(set(found.values())), len(found))

    def test_the_longest_announcement_fits(self):
        genesis = self.chain.genesis
        longest = announce(genesis, self.chain.owners[0].seed, 0, 0, None, join(4, 1)).encode()
        tickets = genesis.slots * (7 + genesis.max_ticket_proof)
        per_participant = (genesis.max_round_size - 29 - 2 * genesis.group.length) // genesis.most
        self.assertLessEqual(len(longest), per_participant - tickets)

    def test_bundles_from_any_round_lead_to_the_same_members(self):
        for first in range(1, ROUNDS + 1):
            with self.subTest(first=first):
                bundle = Bundle.decode(self.chain.bundle(first, min(first + 1, ROUNDS)).encode())
                tip = bundle._tip(self.chain.genesis)
                for verified in bundle.verify():
                    self.assertEqual(verified, self.chain.rounds[verified.round.number - 1])
                    self.assert_same_members(tip, self.chain.tip(verified.round.number))
                    tip = tip.after(verified)
                self.assert_same_members(tip, self.chain.tip(tip.number))

    def assert_same_members(self, found, expected):
        """The state, as far as the next rounds depend on it."""
        self.assertEqual(len(found.members), len(expected.members))
        self.assertEqual(found.members.members, expected.members.members)
        self.assertEqual(found.members.open_in(found.number), expected.members.open_in(expected.number))
        self.assertEqual(found.hash_before(found.number), expected.hash_before(expected.number))

    def test_a_bundle_that_hides_an_adoption_is_refused(self):
        """The header lacks the round in which a leaving was adopted: the tickets have another D in their inputs."""
        number = 7  # the first in which participant 3 has no stake
        honest = self.chain.bundle(number, number)
        history = [entry for entry in honest.history if entry[0] != 4]
        self.assertLess(len(history), len(honest.history))
        with self.assertRaises((Invalid, Malformed)):
            list(replace(honest, history=tuple(history)).verify())
        self.assertEqual(len(list(honest.verify())), 1)


class Version2(unittest.TestCase):
    """Chains whose members do not change."""

    def test_no_proposals_and_no_approvals(self):
        chain = ecvrf_story()
        number = 9
        tip, honest = chain.tip(number), chain.rounds[number - 1].round
        serial = len(tip.schedule.histories[0])
        for change in (join(4, 1), Stake(1, 1), Approval(bytes(32))):
            made = announce(chain.genesis, chain.owners[0].seed, 0, serial, None, change)
            with self.assertRaises(Malformed):
                round.verify_round(chain.genesis, tip, replace(honest, announcements=(made,)).encode())


if __name__ == "__main__":
    unittest.main()
