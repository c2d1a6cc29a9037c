"""The schedule: which key is due (spec/schedule.md)."""

from dataclasses import dataclass
from typing import Optional

from .errors import Invalid
from .stateful import PublicKey

MAX = (1 << 64) - 1


@dataclass(frozen=True)
class Entry:
    """One announcement of a participant; `key` is None for a withdrawal. `effective` is None for an announcement that
    is not about keys (members.py)."""

    announced: int
    effective: Optional[int]
    key: Optional[PublicKey]


class Schedule:
    """The announcements of all participants, in the order in which they were made."""

    def __init__(self, participants, slots, lead):
        self.slots = slots
        self.lead = lead
        self.histories = [[] for _ in range(participants)]

    def copy(self):
        other = Schedule(0, self.slots, self.lead)
        other.histories = [list(history) for history in self.histories]
        return other

    def join(self):
        """Adds a participant, who has announced nothing."""
        self.histories.append([])

    def record(self, round, participant, serial, key):
        """Adds an announcement in `round`, unless it breaks a rule; the announcements of earlier rounds must have been
        added."""
        history = self._next(round, participant, serial)
        history.append(Entry(round, self.effective(round, history, key), key))

    def count(self, round, participant, serial):
        """Adds an announcement that is not about keys, unless it breaks rule 1 or 2."""
        self._next(round, participant, serial).append(Entry(round, None, None))

    def _next(self, round, participant, serial):
        """The history to which an announcement is added, by rules 1 and 2."""
        if participant >= len(self.histories):
            raise Invalid(f"rule 1: no participant {participant}")
        history = self.histories[participant]
        if history and history[-1].announced == round:
            raise Invalid(f"rule 1: a second announcement of participant {participant}")
        if serial != len(history):
            raise Invalid(f"rule 2: serial is {serial}, not {len(history)}")
        return history

    def effective(self, round, history, key):
        """E. Raises if the key cannot be announced in `round`."""
        if key is None:
            return add(round, self.lead)
        if key.slots < self.slots:
            raise Invalid(f"rule 3: key has {key.slots} slots, fewer than {self.slots}")
        effective = max(add(round, self.lead), key.first)
        if effective >= end(key):
            raise Invalid(f"rule 4: key expires by round {effective}")
        trees = [(entry.key.root, entry.key.pub_seed) for entry in history if entry.key is not None]
        if (key.root, key.pub_seed) in trees:
            raise Invalid("rule 5: tree is known")
        return effective

    def due(self, participant, round):
        """The key of a hash tree that is due, or None: the stateless key."""
        of_keys = [entry for entry in self.histories[participant] if entry.effective is not None]
        past = [entry for entry in of_keys if entry.effective <= round]
        key = past[-1].key if past else None
        return key if key is not None and round < end(key) else None


def add(a, b):
    return min(a + b, MAX)


def end(key):
    """The first round in which the key has no position for every slot."""
    return add(key.first, key.rounds)
