"""Announcements of a round (spec/round.md): their bytes, their proofs, the running hash."""

from dataclasses import dataclass, replace
from typing import Optional

from . import members, stateless
from .encoding import sha256, tag, uint
from .errors import Invalid, Malformed
from .stateful import KEY_SIZE, PublicKey


@dataclass(frozen=True)
class Announcement:
    """`key` is None for a withdrawal; `proof` is empty if a bundle leaves it out. `member` is a change of members
    (members.py), or None if the announcement is a key or a withdrawal."""

    participant: int
    serial: int
    key: Optional[PublicKey]
    proof: bytes = b""
    member: Optional[object] = None

    def change(self):
        if self.member is not None:
            return self.member.encode()
        return b"\0" if self.key is None else b"\1" + self.key.encode()

    def statement(self):
        """u32(participant) || u32(serial) || change."""
        return uint(self.participant, 4) + uint(self.serial, 4) + self.change()

    def encode(self):
        return self.statement() + uint(len(self.proof), 2) + self.proof

    @staticmethod
    def read_statement(reader, participants):
        participant = reader.uint(4, "participant", maximum=participants - 1)
        serial = reader.uint(4, "serial")
        kind = reader.uint(1, "change", maximum=members.VALIDATORS)
        if kind > 1:
            return Announcement(participant, serial, None, member=members.read_change(reader, kind))
        return Announcement(participant, serial, PublicKey.decode_any(reader.take(KEY_SIZE, "key")) if kind else None)

    def check(self, genesis):
        """Raises Malformed if no announcement of this chain has this change."""
        if self.member is not None and genesis.life is None:
            raise Malformed(f"change out of range: {self.change()[0]}")
        if isinstance(self.member, members.Validators) and not genesis.validators_change:
            raise Malformed(f"change out of range: {members.VALIDATORS}")
        if isinstance(self.member, members.Join):
            self.member.check(genesis.scheme)

    @staticmethod
    def read(reader, genesis):
        statement = Announcement.read_statement(reader, genesis.most_participants)
        statement.check(genesis)
        size = stateless.proof_size(genesis.scheme)
        reader.expect(uint(size, 2), "announcement's proof length")
        return replace(statement, proof=reader.take(size, "announcement's proof"))


def proof_input(genesis, announcement):
    """The message that the participant's stateless key proves."""
    return tag("heliast/announcement/v1") + genesis.chain_id + announcement.statement()


def announce(genesis, secret, participant, serial, key, member=None):
    """The announcement, with its proof."""
    made = Announcement(participant, serial, key, member=member)
    return replace(made, proof=stateless.prove(genesis.scheme, secret, proof_input(genesis, made))[1])


def verify(genesis, registered, given):
    """Returns if the announcement was made by its participant, one of the `registered` members."""
    try:
        key = registered.key(given.participant)
    except Invalid as error:
        raise Invalid(f"announcement of participant {given.participant}: {error.reason}")
    try:
        stateless.verify(genesis.scheme, key, proof_input(genesis, given), given.proof)
    except (Malformed, Invalid) as error:
        raise Invalid(f"announcement of participant {given.participant}: proof fails: {error.reason}")


def running_hash(before, round, announcements):
    """D after the announcements of a round."""
    for given in announcements:
        before = sha256(tag("heliast/announcements/v1"), before, uint(round, 8), given.statement())
    return before
