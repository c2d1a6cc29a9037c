"""Changes of a network's validators (spec/validators.md): their bytes, and the list that follows from them."""

from dataclasses import dataclass

from .encoding import Reader, tag, uint
from .errors import Malformed
from .network_file import (
    MAX_VALIDATORS,
    ML_DSA_65,
    ED25519,
    POWER_LIMIT,
    SCHEMES,
    Validator,
    total_power,
)

MAX_ENTRIES = 4
_LONGEST = SCHEMES[ML_DSA_65]
MAX_ENTRIES_SIZE = MAX_ENTRIES * (1 + 2 + _LONGEST.KEY_SIZE + 8 + 2 + _LONGEST.SIGNATURE_SIZE)


@dataclass(frozen=True)
class Entry:
    """The validator with this key has this power; with 0 it leaves. `proof` may be empty."""

    key_type: int
    key: bytes
    power: int
    proof: bytes = b""

    def encode(self):
        head = uint(self.key_type, 1) + uint(len(self.key), 2) + self.key + uint(self.power, 8)
        return head + uint(len(self.proof), 2) + self.proof

    @staticmethod
    def read(reader):
        key_type = reader.uint(1, "key type", ED25519, ML_DSA_65)
        scheme = SCHEMES[key_type]
        reader.expect(uint(scheme.KEY_SIZE, 2), "public key length")
        key = reader.take(scheme.KEY_SIZE, "public key")
        power = reader.uint(8, "power", maximum=POWER_LIMIT - 1)
        size = reader.uint(2, "length of the proof")
        if size not in (0, scheme.SIGNATURE_SIZE) or (size and not power):
            raise Malformed(f"length of the proof out of range: {size}")
        return Entry(key_type, key, power, reader.take(size, "proof"))

    def proof_input(self, chain_id):
        """The message that the key has signed."""
        return tag("heliast/validator/v1") + chain_id + uint(self.key_type, 1) + self.key


def encode_entries(entries):
    """The entries with their length before them."""
    data = b"".join(entry.encode() for entry in entries)
    return uint(len(data), 2) + data


def read_entries(reader):
    inner, entries = Reader(reader.take(reader.uint(2, "length of the entries"), "entries")), []
    while inner.at < len(inner.data) and len(entries) < MAX_ENTRIES:
        entries.append(Entry.read(inner))
    inner.end()
    if not entries:
        raise Malformed("no entries")
    if len({(entry.key_type, entry.key) for entry in entries}) < len(entries):
        raise Malformed("public key: twice")
    return tuple(entries)


@dataclass(frozen=True)
class List:
    """N_K: `validators` by key. `known` has all keys that were ever in it, and `before` the list before the step under
    way, for the round `number`."""

    chain_id: bytes
    key_type: int
    validators: dict
    known: frozenset
    before: dict
    number: int = 0

    @staticmethod
    def first(chain_id, network):
        listed = {one.key: one for one in network.validators}
        return List(chain_id, network.validators[0].key_type, listed, frozenset(listed), listed)

    def adopt(self, number, entries):
        """(the list after a change that round `number` adopts, the reason why it has no effect or None)."""
        before = self.before if number == self.number else self.validators
        after = dict(self.validators)
        reason = next(filter(None, (self._obstacle(entry) for entry in entries)), None)
        for entry in entries:
            if entry.power:
                after[entry.key] = Validator(entry.key_type, entry.key, entry.power)
            else:
                after.pop(entry.key, None)
        reason = reason or _bad_list(after) or _bad_step(before, after)
        known = self.known
        if reason is None:
            known = known | set(after)
        else:
            after = self.validators
        return List(self.chain_id, self.key_type, after, known, before, number), reason

    def _obstacle(self, entry):
        """Rules 1 to 4."""
        if entry.key_type != self.key_type:
            return "rule 1: a key of another type"
        if not can_be(entry):
            return "rule 1: a key that no validator can have"
        present = self.validators.get(entry.key)
        if present is None and not entry.power:
            return "rule 2: no such validator"
        if present is None and not entry.proof:
            return "rule 2: a new key without a proof"
        if present is None and entry.key in self.known:
            return "rule 2: a key that has left"
        if present is not None and present.power == entry.power:
            return "rule 3: it has this power"
        if entry.proof and not SCHEMES[entry.key_type].verifies(entry.key, entry.proof_input(self.chain_id), entry.proof):
            return "rule 4: the proof does not hold"
        return None


def can_be(entry):
    if entry.key_type == ED25519:
        try:
            SCHEMES[ED25519].check_key(entry.key)
        except Malformed:
            return False
    return True


def _bad_list(validators):
    if not 1 <= len(validators) <= MAX_VALIDATORS:
        return f"rule 5: {len(validators)} validators"
    total = total_power(validators.values())
    return f"rule 5: total power {total}" if total >= POWER_LIMIT else None


def _bad_step(before, after):
    total, grown, shrunk = total_power(before.values()), 0, 0
    for key in before.keys() | after.keys():
        old, new = (of[key].power if key in of else 0 for of in (before, after))
        grown, shrunk = grown + max(new - old, 0), shrunk + max(old - new, 0)
    if 3 * grown > total or 3 * shrunk > total or shrunk + 2 * grown >= total:
        return f"rule 6: of {total} power {shrunk} leaves and {grown} joins"
    return None


def lists(chain_id, network, adopted, number):
    """N_(number - 1) and N_number, by `adopted`: (round, entries) in order, none after round `number`."""
    listed = before = List.first(chain_id, network)
    for at, entries in adopted:
        listed, _ = listed.adopt(at, entries)
        before = listed if at < number else before
    return tuple(before.validators.values()), tuple(listed.validators.values())
