"""Members of a chain: the stakes of participants by round, and their changes (spec/members.md). Changes of validators
(spec/validators.md) are approved in the same way."""

from dataclasses import dataclass, replace

from . import sortition, stateless, validators
from .encoding import uint
from .errors import Invalid, Malformed
from .schedule import add

JOIN, STAKE, APPROVAL, VALIDATORS = 2, 3, 4, 5


@dataclass(frozen=True)
class Join:
    """A proposal: a participant with this stateless key joins. `scheme` is that of the key."""

    scheme: int
    key: bytes
    stake: int

    def encode(self):
        return uint(JOIN, 1) + uint(self.scheme, 1) + uint(len(self.key), 2) + self.key + uint(self.stake, 8)

    @staticmethod
    def read(reader):
        """Reads the bytes only: `check` checks whether a chain can have this participant."""
        scheme = reader.uint(1, "participant's scheme")
        key = reader.take(reader.uint(2, "public key length"), "public key")
        return Join(scheme, key, reader.uint(8, "stake", 1))

    def check(self, scheme):
        if self.scheme != scheme:
            raise Malformed(f"participant's scheme out of range: {self.scheme}")
        if len(self.key) != stateless.key_size(scheme):
            raise Malformed("wrong public key length")
        stateless.check_key(scheme, self.key)


@dataclass(frozen=True)
class Stake:
    """A proposal: the participant of this number has this stake; 0: it leaves."""

    number: int
    stake: int

    def encode(self):
        return uint(STAKE, 1) + uint(self.number, 4) + uint(self.stake, 8)


@dataclass(frozen=True)
class Validators:
    """A proposal: these validators have these powers."""

    entries: tuple

    def encode(self):
        return uint(VALIDATORS, 1) + validators.encode_entries(self.entries)

    @property
    def keys(self):
        return {entry.key for entry in self.entries}


@dataclass(frozen=True)
class Approval:
    """An approval of the proposal with this id."""

    id: bytes

    def encode(self):
        return uint(APPROVAL, 1) + self.id


def read_change(reader, kind):
    """The bytes after the kind, for one of the four above."""
    if kind == JOIN:
        return Join.read(reader)
    if kind == STAKE:
        return Stake(reader.uint(4, "participant"), reader.uint(8, "stake"))
    if kind == VALIDATORS:
        return Validators(validators.read_entries(reader))
    return Approval(reader.take(32, "id"))


@dataclass(frozen=True)
class Proposal:
    """An open proposal. `approved` has the numbers of the participants who approved."""

    id: bytes
    made: int
    proposer: int
    change: object
    approved: frozenset


@dataclass(frozen=True)
class Member:
    """`stakes` has pairs (round in which the stake takes effect, stake), in order."""

    key: bytes
    stakes: tuple

    def stake(self, number):
        """The stake in effect in a round."""
        return next((stake for effective, stake in reversed(self.stakes) if effective <= number), 0)

    @property
    def decided(self):
        return self.stakes[-1][1]


@dataclass(frozen=True)
class Members:
    """The members after a round. `life` is x and `most` is M; both are None if members do not change. `open` has the
    proposals in the order of their rounds and proposers, with some that are too old: rounds without announcements close
    none here. `validators` has the changes of validators that were adopted, each with its round, in order."""

    lead: int
    life: int
    most: int
    members: tuple
    open: tuple = ()
    validators: tuple = ()

    @staticmethod
    def first(genesis):
        members = tuple(Member(p.key, ((0, p.stake),)) for p in genesis.participants)
        return Members(genesis.lead, genesis.life, genesis.most, members)

    def __len__(self):
        return len(self.members)

    def key(self, participant):
        """The stateless key, or Invalid if the participant does not exist."""
        if participant >= len(self.members):
            raise Invalid(f"no participant {participant}")
        return self.members[participant].key

    def stake(self, participant, number):
        """The stake of a participant in effect in a round."""
        return self.members[participant].stake(number)

    def total(self, number):
        return sum(member.stake(number) for member in self.members)

    def votes(self, number, participant, beta, expected):
        """The votes in round `number` of a participant whose VRF output is beta, in a committee of so many expected
        votes."""
        d = sortition.digest(beta, self.key(participant))
        return sortition.votes(d, self.stake(participant, number), self.total(number), expected)

    def open_in(self, number):
        """The proposals that may be approved in round `number`, a later one than that of this state."""
        return tuple(proposal for proposal in self.open if number <= proposal.made + self.life)

    def check(self, number, participant, change):
        """Raises Invalid unless rules 6 to 9 allow the change in round `number`, the round after this state. `change`
        is None for a key or a withdrawal."""
        member = self.members[participant]
        in_effect = member.stake(number)
        if change is None:
            if in_effect == 0 and member.decided == 0:
                raise Invalid("rule 6: it has no stake")
            return
        if in_effect == 0:
            raise Invalid(f"rule 7: it has no stake in round {number}")
        if not isinstance(change, Approval):
            reason = self.obstacle(change)
            if reason is not None:
                raise Invalid(f"rule 8: {reason}")
            return
        found = next((proposal for proposal in self.open_in(number) if proposal.id == change.id), None)
        if found is None:
            raise Invalid("rule 9: no such proposal is open")
        if participant in found.approved:
            raise Invalid("rule 9: it has approved before")

    def obstacle(self, change):
        """The reason why a proposal cannot be adopted, or None."""
        if isinstance(change, Validators):
            return None
        total = sum(member.decided for member in self.members)
        if isinstance(change, Join):
            if len(self.members) >= self.most:
                return f"there are {self.most} participants"
            if any(member.key == change.key for member in self.members):
                return "the key is a participant's"
            total += change.stake
        else:
            if change.number >= len(self.members):
                return f"no participant {change.number}"
            before = self.members[change.number].decided
            if change.stake == before:
                return f"participant {change.number} has this stake"
            total += change.stake - before
        return None if 1 <= total < sortition.TOTAL_LIMIT else f"total stake out of range: {total}"

    def after(self, number, announced):
        """The state after round `number`; `announced` has (participant, change, value of D after it), in order, all of
        which `check` allowed."""
        if self.life is None:
            return self
        opened, touched = self.open_in(number), set()
        for participant, change, _ in announced:
            if isinstance(change, Approval):
                touched.add(change.id)
                opened = tuple(
                    replace(p, approved=p.approved | {participant}) if p.id == change.id else p for p in opened
                )
        for participant, change, id in announced:
            if change is not None and not isinstance(change, Approval):
                touched.add(id)
                opened = tuple(proposal for proposal in opened if proposal.proposer != participant)
                opened += (Proposal(id, number, participant, change, frozenset({participant})),)
        state = replace(self, open=opened)
        for proposal in opened:
            if proposal.id in touched:
                state = state.counted(number, proposal)
        return state

    def counted(self, number, proposal):
        """The state after the votes for a proposal are counted in round `number`."""
        votes = sum(self.stake(participant, number) for participant in proposal.approved)
        if proposal not in self.open or 3 * votes <= 2 * self.total(number):
            return self
        state = replace(self, open=tuple(other for other in self.open if other != proposal))
        return state if state.obstacle(proposal.change) is not None else state.adopted(number, proposal.change)

    def adopted(self, number, change):
        if isinstance(change, Validators):
            keys = change.keys
            others = tuple(p for p in self.open if not (isinstance(p.change, Validators) and p.change.keys & keys))
            return replace(self, open=others, validators=self.validators + ((number, change.entries),))
        effective = add(number, self.lead)
        if isinstance(change, Join):
            joined = Member(change.key, ((effective, change.stake),))
            return replace(self, members=self.members + (joined,))
        members = list(self.members)
        member = members[change.number]
        members[change.number] = replace(member, stakes=member.stakes + ((effective, change.stake),))
        others = tuple(p for p in self.open if not (isinstance(p.change, Stake) and p.change.number == change.number))
        return replace(self, members=tuple(members), open=others)
