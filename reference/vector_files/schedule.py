"""vectors/schedule.json"""

import contextlib
from dataclasses import replace

from heliast_reference.announcement import Announcement
from heliast_reference.errors import Invalid
from heliast_reference.schedule import Schedule
from heliast_reference.stateful import I_VRF, X_VRF, PublicKey

from .common import document, stream

NAME = "schedule.json"
ABOUT = (
    "The schedule of keys. kind schedule: announcements by their rounds, in their order, with change in hexadecimal as "
    "in round.md, for a chain of so many participants, slots and lead; due: for round 1 and every other up to "
    "height + lead the index of the announcement whose key is due for each participant, null for the stateless key. "
    "kind round: announcements of round height + 1 of a schedule, with the rounds in which they take effect; or error "
    "invalid, and the rule that the last of them breaks."
)
MAX = (1 << 64) - 1


class History:
    """A schedule under construction, with all announcements."""

    def __init__(self, name, participants, slots, lead, height):
        self.name, self.height, self.participants = name, height, participants
        self.schedule = Schedule(participants, slots, lead)
        self.announced = []

    def announce(self, round, participant, key):
        serial = len(self.schedule.histories[participant])
        self.schedule.record(round, participant, serial, key)
        self.announced.append((round, Announcement(participant, serial, key)))

    def announce_if_allowed(self, round, participant, key):
        with contextlib.suppress(Invalid):
            self.announce(round, participant, key)

    def case(self):
        schedule = self.schedule
        rounds = range(1, self.height + schedule.lead + 1)
        return {
            "name": self.name,
            "kind": "schedule",
            "participants": self.participants,
            "slots": schedule.slots,
            "lead": schedule.lead,
            "height": self.height,
            "announcements": [{"round": round, **fields(given)} for round, given in self.announced],
            "due": [[self.index(i, round) for i in range(self.participants)] for round in rounds],
        }

    def index(self, participant, round):
        """Of the announcement whose key is due: keys of one participant differ."""
        key = self.schedule.due(participant, round)
        keys = [(given.participant, given.key) for _, given in self.announced]
        return None if key is None else keys.index((participant, key))

    def next_round(self, label, *given, rule=None):
        """A case of the round after the last, whose last announcement breaks the rule, if one is given."""
        case = {"name": f"{self.name}: {label}", "kind": "round", "schedule": self.name}
        case["announcements"] = [fields(each) for each in given]
        schedule, round = self.schedule.copy(), self.height + 1
        for each in given[: None if rule is None else -1]:
            schedule.record(round, each.participant, each.serial, each.key)
        if rule is None:
            return {**case, "effective": [schedule.histories[each.participant][-1].effective for each in given]}
        try:
            schedule.record(round, given[-1].participant, given[-1].serial, given[-1].key)
        except Invalid as error:
            assert error.reason.startswith(f"rule {rule}"), (label, error)
            return {**case, "error": "invalid", "rule": rule, "reason": error.reason}
        raise AssertionError(f"{label}: accepted")


def fields(given):
    return {"participant": given.participant, "serial": given.serial, "change": given.change().hex()}


def key(number, scheme=X_VRF, height=3, slots=2, first=1):
    """A key whose tree has this number."""
    return PublicKey(
        scheme, height, slots, first, stream(f"schedule root {number}", 32), stream("schedule PUB_SEED", 32)
    )


def make():
    cases = story() + ends()
    for number, terms in enumerate(((1, 1), (2, 1), (2, 2), (3, 3), (1, 10), (16, 5))):
        cases.append(random_history(number, *terms).case())
    return document(ABOUT, "spec/schedule.md", cases)


def story():
    """Each row of the page's table, with lead 3 and two slots."""
    history = History("story", 7, 2, 3, 14)
    for given in (
        (1, 0, key(0, first=1)),  # late: due from 4 to 4, expires at 5
        (2, 1, key(1, first=7)),  # in time: 7 to 10
        (2, 2, key(2, I_VRF, height=3, first=5)),  # 5 to 12, but for the withdrawal
        (3, 3, key(3, height=4, first=10)),  # would be due from 10 to 17:
        (4, 1, key(4, first=11)),  # the next without a gap: 11 to 14
        (4, 3, key(5, first=8)),  # announced later and due before, 8 to 11; the other never is
        (5, 2, None),  # lost: stateless from 8 on
        (8, 2, key(6, slots=3, height=5, first=11)),  # 10 rounds, from 11 on
        (9, 4, None),  # a withdrawal of nothing
        (10, 4, key(7, height=1, first=13)),  # one round
        (11, 5, key(8, height=27, slots=65535, first=13)),  # 2048 rounds from 13, due from 14
        (12, 5, key(9, height=27, first=MAX - 1)),  # the other stays due
        (13, 0, key(10, I_VRF, first=15)),  # due from 16
        (14, 0, key(11, I_VRF, first=16)),  # due from 17
    ):
        history.announce(*given)
    again = Announcement(0, 3, key(10, I_VRF, first=30))
    fresh = Announcement(6, 0, key(20, first=18))
    keys = {
        "a key in time": key(20, first=18),
        "a key of the past": key(20, height=5, first=4),
        "a key of the future": key(20, first=1000),
        "a key for one round more than it takes": key(20, first=15),
        "a key for one round": key(20, height=1, first=18),
        "a key from the last round but one": key(20, height=27, first=MAX - 1),
        "more slots than needed": key(20, slots=8, first=18),
        "fewer leaves than slots, but two rounds of iVRF": key(20, I_VRF, height=1, slots=65535, first=17),
        "another participant's tree": key(0, first=18),
        "a withdrawal of nothing": None,
    }
    cases = [history.case()] + [history.next_round(label, Announcement(6, 0, given)) for label, given in keys.items()]
    cases.append(history.next_round("nothing"))
    cases.append(
        history.next_round("a key and two withdrawals", fresh, Announcement(0, 3, None), Announcement(2, 3, None))
    )
    refused = {
        "no such participant": (1, replace(fresh, participant=7)),
        "participant 2^32 - 1": (1, replace(fresh, participant=0xFFFF_FFFF)),
        "two in a round": (1, fresh, Announcement(6, 1, None)),
        "twice in a round": (1, fresh, fresh),
        "two in a round, another between": (1, fresh, Announcement(0, 3, None), Announcement(6, 1, None)),
        "serial 1 for 0": (2, replace(fresh, serial=1)),
        "serial 2 for 3": (2, replace(again, serial=2, key=key(21, first=18))),
        "serial 4 for 3": (2, replace(again, serial=4, key=key(21, first=18))),
        "withdrawal with serial 2^32 - 1": (2, Announcement(6, 0xFFFF_FFFF, None)),
        "one slot": (3, replace(fresh, key=key(20, slots=1, first=18))),
        "expires in the round of its effect": (4, replace(fresh, key=key(20, first=14))),
        "expired long ago": (4, replace(fresh, key=key(20, first=0))),
        "no round has a leaf for each slot": (4, replace(fresh, key=key(20, height=1, slots=3, first=18))),
        "first round 2^64 - 1": (4, replace(fresh, key=key(20, height=27, first=MAX))),
        "known tree": (5, again),
        "known tree with other slots": (5, replace(again, key=key(10, I_VRF, slots=4, first=30))),
        "known tree as the other scheme": (5, replace(again, key=key(10, X_VRF, first=30))),
        "known tree with another height": (5, replace(again, key=key(10, I_VRF, height=9, first=30))),
        "known tree that has expired": (5, replace(again, key=key(0, first=30))),
        "known tree that was withdrawn": (5, Announcement(2, 3, key(2, I_VRF, first=30))),
        "known tree that was never due": (5, Announcement(3, 2, key(3, first=30))),
        "the last of three": (2, fresh, Announcement(0, 3, None), Announcement(1, 0, None)),
    }
    return cases + [history.next_round(label, *given, rule=rule) for label, (rule, *given) in refused.items()]


def ends():
    """No announcements, and a long lead."""
    nothing, far = History("nothing announced", 2, 1, 2, 3), History("lead 50", 1, 16, 50, 1)
    far.announce(1, 0, key(0, height=10, slots=16))  # 64 rounds
    return [
        nothing.case(),
        far.case(),
        far.next_round("a key of 64 rounds", Announcement(0, 1, key(1, height=10, slots=16))),
        far.next_round("a key of 32 rounds", Announcement(0, 1, key(1, height=9, slots=16)), rule=4),
    ]


def random_history(number, slots, lead):
    """Three participants who now and then announce any change that the rules allow."""
    history = History(f"random {number}: {slots} slots, lead {lead}", 3, slots, lead, 24)
    for round in range(1, history.height + 1):
        for participant in range(3):
            label = f"schedule {number} {round} {participant}"
            if stream(label, 1)[0] % 3 == 0:
                history.announce_if_allowed(round, participant, random_key(label, slots, round + lead))
    return history


def random_key(label, slots, effective):
    """A key for about then, None for a withdrawal."""
    _, withdraws, scheme, height, more, first = stream(label, 6)
    if withdraws % 6 == 0:
        return None
    first = max(0, effective + first % 12 - 6)
    return key(label, (X_VRF, I_VRF)[scheme % 2], 2 + height % 5, slots + more % 2, first)
