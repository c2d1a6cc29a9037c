"""The state against which a chain's next round is checked: the results of all earlier rounds."""

from dataclasses import dataclass, replace
from typing import Optional

from .announcement import running_hash
from .errors import Invalid
from .members import Members
from .schedule import Schedule


@dataclass(frozen=True)
class Tip:
    """`number` is that of the next round, K, and `seed` its Q_K. `time_ms` is the time of the round before; None before
    round 1 and if it is unknown. `hashes` has (j, D_j) for 0 and every round j with announcements. `members` are the
    members after the round before."""

    number: int
    time_ms: Optional[int]
    seed: bytes
    schedule: Schedule
    hashes: tuple
    members: Members

    @staticmethod
    def first(genesis):
        """Before round 1."""
        schedule = Schedule(len(genesis.participants), genesis.slots, genesis.lead)
        return Tip(1, None, genesis.first_seed, schedule, ((0, genesis.first_hash),), Members.first(genesis))

    def hash_before(self, number):
        """D_number; D_0 for negative numbers."""
        return [value for at, value in self.hashes if at <= max(number, 0)][-1]

    def announce(self, number, announcements):
        """The tip with the announcements of round `number` recorded, or Invalid if one breaks a rule of the
        schedule."""
        if not announcements:
            return self
        schedule, value, changes = self.schedule.copy(), self.hashes[-1][1], []
        for given in announcements:
            try:
                if given.member is None:
                    schedule.record(number, given.participant, given.serial, given.key)
                else:
                    schedule.count(number, given.participant, given.serial)
                self.members.check(number, given.participant, given.member)
            except Invalid as error:
                raise Invalid(f"announcement of participant {given.participant}: {error.reason}")
            value = running_hash(value, number, (given,))
            changes.append((given.participant, given.member, value))
        members = self.members.after(number, changes)
        for _ in range(len(members) - len(self.members)):
            schedule.join()
        return replace(self, schedule=schedule, hashes=self.hashes + ((number, value),), members=members)

    def votes(self, genesis, slot, participant, beta):
        """The votes of a participant whose VRF output is beta in the committee of a slot of the next round."""
        return self.members.votes(self.number, participant, beta, genesis.expected[slot])

    def after(self, verified):
        """The tip after one more round, which is verified against this one: a Verified, or a Claim that is true."""
        made = verified.round
        recorded = self.announce(made.number, made.announcements)
        return replace(recorded, number=made.number + 1, time_ms=made.time_ms, seed=verified.beacon)
