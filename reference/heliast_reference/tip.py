"""What a chain's next round is checked against: everything that the rounds before leave behind."""

from dataclasses import dataclass, replace
from typing import Optional

from .announcement import running_hash
from .errors import Invalid
from .schedule import Schedule


@dataclass(frozen=True)
class Tip:
    """`number` is that of the next round, K, and `seed` its Q_K. `time_ms` is the time of the round before; None before
    round 1 and where it is unknown. `hashes` has (j, D_j) for 0 and every round j with announcements."""

    number: int
    time_ms: Optional[int]
    seed: bytes
    schedule: Schedule
    hashes: tuple

    @staticmethod
    def first(genesis):
        """Before round 1."""
        schedule = Schedule(len(genesis.participants), genesis.slots, genesis.lead)
        return Tip(1, None, genesis.first_seed, schedule, ((0, genesis.first_hash),))

    def hash_before(self, number):
        """D_number; D_0 for negative numbers."""
        return [value for at, value in self.hashes if at <= max(number, 0)][-1]

    def announce(self, number, announcements):
        """The tip with the announcements of round `number` recorded, or Invalid: one breaks a rule of the schedule."""
        if not announcements:
            return self
        schedule = self.schedule.copy()
        for given in announcements:
            try:
                schedule.record(number, given.participant, given.serial, given.key)
            except Invalid as error:
                raise Invalid(f"announcement of participant {given.participant}: {error.reason}")
        after = running_hash(self.hashes[-1][1], number, announcements)
        return replace(self, schedule=schedule, hashes=self.hashes + ((number, after),))

    def after(self, verified):
        """The tip after one more round, which is verified against this one: a Verified, or a Claim that is true."""
        made = verified.round
        recorded = self.announce(made.number, made.announcements)
        return replace(recorded, number=made.number + 1, time_ms=made.time_ms, seed=verified.beacon)
