"""Changes of an input that keep most of its structure: fields that are swapped, doubled, left out or taken from another
input, numbers at the edges of their range, lengths that say something else, and flips of single bits and bytes."""

from collections import defaultdict

from parts import ELEMENT, NUMBER, FIELD_ELEMENT

# Where formats have limits (spec/), and where machines have.
EDGES = [0, 1, 2, 3, 8, 15, 16, 17, 27, 28, 63, 64, 100, 127, 128, 199, 200, 201, 255, 256, 1000, 1023, 1024, 1025]
EDGES += [1 << bits for bits in (15, 16, 20, 24, 31, 32, 48, 52, 53, 54, 62, 63)]
EDGES += [(1 << bits) - 1 for bits in (16, 24, 31, 32, 48, 53, 54, 63, 64)]
EDGES += [10**9, 10**9 - 1, 1_000_000, 1_000_001, 65_537, 86_400_000, 86_400_001, 253_402_300_799, 253_402_300_800]


class Pool:
    """Fields of all inputs by their names, of which one may stand in the place of another."""

    def __init__(self, inputs):
        self.fields = defaultdict(list)
        for one in inputs:
            for field in one.fields:
                if not field.name.startswith("="):
                    self._add(field)

    def _add(self, field):
        for part in field.walk():
            if part.prefix != 4 or part is not field:
                known = self.fields[part.name]
                if len(known) < 400:
                    known.append(part)

    def like(self, random, part):
        return random.choice(self.fields.get(part.name) or [part])


def mutate(random, given, pool):
    """A changed copy of an input."""
    made = given.copy()
    for _ in range(random.choice((1, 1, 1, 1, 1, 1, 2, 2, 3, 5))):
        random.choices((field, listed, prefix, raw), (10, 5, 3, 1))[0](random, made, pool)
    return made


def open_parts(made):
    """The parts that may be changed, with whether each is a field of the message itself."""
    for top in made.fields:
        if not top.name.startswith("="):
            for part in top.walk():
                yield part, part is top


def field(random, made, pool):
    """Gives one field another value."""
    leaves = [part for part, _ in open_parts(made) if part.is_leaf]
    if not leaves:
        return
    # Some names are rare among many fields: each name has the same chance.
    name = random.choice(sorted({part.name for part in leaves}))
    part = random.choice([part for part in leaves if part.name == name])
    if part.kind == NUMBER:
        number(random, part, pool)
    elif part.kind in (ELEMENT, FIELD_ELEMENT):
        element(random, part, made.moduli.get(part.kind), pool)
    else:
        random.choice((flip, flip, overwrite, resize, splice, splice))(random, part, pool)


def number(random, part, pool):
    size, value = len(part.body), part.value()
    way = random.randrange(6)
    if way == 0:
        part.set(value + random.choice((-2, -1, 1, 2)))
    elif way == 1:
        part.set(random.choice(EDGES))
    elif way == 2:
        part.set(-random.choice((1, 2, 3)))
    elif way == 3:
        part.set(value ^ 1 << random.randrange(8 * size) if size else 0)
    elif way == 4:
        part.set(random.randrange(1 << random.randrange(1, 8 * size + 1)) if size else 0)
    else:
        part.set(pool.like(random, part).value(), size)


def element(random, part, modulus, pool):
    """Another element, a number that is not an element, or bytes that do not encode one."""
    size, value = len(part.body), part.value()
    if not modulus or random.randrange(3) == 0:
        random.choice((flip, flip, overwrite, splice, splice, resize, zeros))(random, part, pool)
        return
    others = (modulus - value, value + modulus, modulus, modulus - 1, modulus + 1, 0, 1, 2, (modulus + 1) // 2)
    part.set(random.choice(others + ((modulus - 1) // 2, -1, value + 1, value * value % modulus, value << 8)), size)


def flip(random, part, pool):
    data = bytearray(part.inner())
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        part.body = bytes(data)


def overwrite(random, part, pool):
    data = bytearray(part.inner())
    if data:
        at = random.randrange(len(data))
        data[at : at + 8] = random.randbytes(min(random.choice((1, 4, 8)), len(data) - at))
        part.body = bytes(data)


def zeros(random, part, pool):
    part.body = random.choice((b"\0", b"\xff")) * len(part.inner())


def resize(random, part, pool):
    """Adds or removes some bytes; a length before the field states the new length."""
    data, count = part.inner(), random.choice((1, 1, 2, 3, 16, 32, 100))
    more = random.choice((bytes(count), random.randbytes(count), data[:count]))
    part.body = random.choice((data[count:], data[:-count], data + more, more + data, b""))


def splice(random, part, pool):
    """Takes the value of a field of this name from another input."""
    other = pool.like(random, part)
    part.body = other.inner() if part.is_leaf else other.copy().body


def listed(random, made, pool):
    """Swaps, doubles or leaves out members of a list, or takes some from another list."""
    lists = [part for part, _ in open_parts(made) if not part.is_leaf and is_list(part)]
    if made.is_list and random.randrange(2):
        change_list(random, made.fields, made.first, lambda: None)
    elif lists:
        part = random.choice(lists)
        other = pool.like(random, part)
        change_list(random, part.body, 0, lambda: random.choice(other.body).copy() if other.body and not other.is_leaf else None)
    else:
        field(random, made, pool)


def is_list(part):
    return part.counts or part.name in ("frames", "leaves", "entries", "outputs")


def change_list(random, members, first, foreign):
    """Changes the members of a list from `first` on."""
    count = len(members) - first
    way = random.randrange(7)
    if way == 0 or count == 0:
        other = foreign()
        if other is not None:
            members.insert(first + random.randrange(count + 1), other)
        return
    i, j = first + random.randrange(count), first + random.randrange(count)
    if way == 1:
        members[i], members[j] = members[j], members[i]
    elif way == 2:
        del members[i]
    elif way == 3:
        members.insert(j, members[i].copy())
    elif way == 4:
        members[j] = members[i].copy()
    elif way == 5:
        members[first:] = members[first:][::-1]
    else:
        members[i] = foreign() or members[i]


def prefix(random, made, pool):
    """Changes a length or a count, so that it contradicts the bytes that follow."""
    parts = [part for part, is_top in open_parts(made) if part.prefix and not is_top]
    if parts:
        part = random.choice(parts)
        right = len(part.body) if part.counts else len(part.inner())
        part.forced = random.choice((right - 1, right + 1, 0, 1, right + 256, -1, 1 << 31, 1 << 16, 2 * right, right ^ 0x80))
    else:
        field(random, made, pool)


def raw(random, made, pool):
    """Changes bytes regardless of their meaning."""
    tops = [part for part in made.fields if not part.name.startswith("=") and part.kind != NUMBER]
    if not tops:
        return
    part = random.choice(tops)
    data = part.inner()
    way = random.randrange(5)
    if way == 0:
        part.body = data[: random.randrange(len(data) + 1)]
    elif way == 1:
        part.body = data + random.randbytes(random.choice((1, 1, 4, 40)))
    elif way == 2:
        at = random.randrange(len(data) + 1)
        part.body = data[:at] + data[at + random.choice((1, 4, 32)) :]
    else:
        part.body = data
        for _ in range(random.choice((1, 1, 2, 8))):
            random.choice((flip, overwrite))(random, part, pool)
