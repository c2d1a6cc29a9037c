"""Inputs of readers: a kind, and fields with their lengths before them."""

from parts import NUMBER, Part

# Kinds whose fields are one list from a field on, and that field's place.
LISTS = {"frames": 1}


class Input:
    """`fields` are parts with four bytes for their length. Those whose names begin with = stay as they are. `moduli` has
    the modulus of the elements in it, by their kind, if it is known. `is_refused` says that it must be refused by a file of vectors."""

    def __init__(self, kind, fields, name="", moduli=None, is_refused=False):
        self.kind, self.fields, self.name, self.moduli, self.is_refused = kind, fields, name, moduli or {}, is_refused

    @property
    def is_list(self):
        return self.kind in LISTS

    @property
    def first(self):
        return LISTS.get(self.kind, 0)

    def copy(self):
        return Input(self.kind, [one.copy() for one in self.fields], self.name, self.moduli)

    def values(self):
        return [one.inner() for one in self.fields]

    def find(self, name):
        return next((found for one in self.fields if (found := one.find(name))), None)


def message(kind, values):
    """The bytes that a reader takes from its input."""
    fields = b"".join(len(value).to_bytes(4, "big") + value for value in values)
    name = kind.encode()
    return len(name).to_bytes(1, "big") + name + len(fields).to_bytes(4, "big") + fields


def fixed(name, data):
    return Part("=" + name, data if isinstance(data, bytes) else data.encode(), prefix=4)


def number(name, value, size):
    return Part(name, value.to_bytes(size, "big"), NUMBER, 4)
