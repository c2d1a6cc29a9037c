"""Bytes as a tree of their fields, so that one field can be changed while the lengths and counts before the others stay
right, or become wrong on purpose."""

NUMBER, BYTES, ELEMENT, FRAME = "number", "bytes", "element", "frame"
# An element of a field of roots.
FIELD_ELEMENT = "field element"


class Part:
    """A field. `body` is bytes, or the fields that it consists of. Before it stand `prefix` bytes with their length, or with
    the number of fields if it `counts`; `forced` is another number in that place."""

    __slots__ = ("name", "kind", "body", "prefix", "counts", "forced")

    def __init__(self, name, body, kind=BYTES, prefix=0, counts=False, forced=None):
        self.name, self.kind, self.body, self.prefix, self.counts, self.forced = name, kind, body, prefix, counts, forced

    @property
    def is_leaf(self):
        return isinstance(self.body, bytes)

    def inner(self):
        """The field's bytes without the prefix."""
        return self.body if isinstance(self.body, bytes) else b"".join([one.encode() for one in self.body])

    def encode(self):
        inner = self.inner()
        if not self.prefix:
            return inner
        number = self.forced
        if number is None:
            number = len(self.body) if self.counts else len(inner)
        return (number % (1 << 8 * self.prefix)).to_bytes(self.prefix, "big") + inner

    def copy(self):
        body = self.body if isinstance(self.body, bytes) else [one.copy() for one in self.body]
        return Part(self.name, body, self.kind, self.prefix, self.counts, self.forced)

    def walk(self):
        """All fields of the tree, this one first."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            if not isinstance(one.body, bytes):
                waiting += reversed(one.body)

    def find(self, name):
        """The first field with this name, or None."""
        return next((one for one in self.walk() if one.name == name), None)

    def all(self, name):
        return [one for one in self.walk() if one.name == name]

    def value(self):
        """The number that the field's bytes encode."""
        return int.from_bytes(self.inner(), "big")

    def set(self, value, size=None):
        size = len(self.inner()) if size is None else size
        self.body = (value % (1 << 8 * size)).to_bytes(size, "big")


class Cut:
    """Cuts fields off the front of valid bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    @property
    def left(self):
        return len(self.data) - self.at

    def take(self, size):
        if size > self.left:
            raise ValueError(f"{size} bytes are wanted, and {self.left} are left")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, name, size):
        return Part(name, self.take(size), NUMBER)

    def bytes(self, name, size, kind=BYTES):
        return Part(name, self.take(size), kind)

    def sized(self, name, prefix, parse=None, kind=BYTES):
        """A field with its length before it; `parse` makes fields of the bytes."""
        inner = self.take(int.from_bytes(self.take(prefix), "big"))
        if parse is None:
            return Part(name, inner, kind, prefix)
        cut = Cut(inner)
        fields = parse(cut)
        if cut.left:
            fields.append(cut.bytes("rest", cut.left))
        return Part(name, fields, BYTES, prefix)

    def listed(self, name, prefix, parse):
        """A list with its count before it; `parse` makes the fields of one of its members."""
        count = int.from_bytes(self.take(prefix), "big")
        return Part(name, [Part(f"one of {name}", parse(self)) for _ in range(count)], BYTES, prefix, counts=True)
