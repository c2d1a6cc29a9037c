"""The fields of the formats that the readers have in common (spec/), as trees of parts."""

from collections import namedtuple

from parts import BYTES, ELEMENT, FRAME, NUMBER, FIELD_ELEMENT, Cut, Part

TREE_KEY = (("scheme", 1), ("height", 1), ("slots", 2), ("first", 8))


def numbers(cut, *fields):
    return [cut.number(name, size) for name, size in fields]


def head(cut):
    return [cut.bytes("magic", 4), cut.number("version", 1)]


def genesis(cut):
    fields = head(cut) + numbers(cut, ("scheme", 1), ("system", 1), ("mode", 1), ("hash", 1), ("prime bits", 2), ("t", 8))
    version, system = fields[1].value(), fields[3].value()
    fields += numbers(cut, ("genesis time", 8), ("period", 4), ("lead", 2))
    fields.append(cut.listed("slots", 1, lambda cut: [cut.number("expected", 4)]))
    fields += group_of(cut, system)
    if version > 2:
        fields += numbers(cut, ("life", 4), ("most", 4))
    fields.append(cut.listed("participants", 4, registered))
    return fields + [cut.bytes("nonce", 32)]


def group_of(cut, system):
    """The bytes at the group's place."""
    if system == 0:
        return [cut.sized("modulus", 4)]
    if system == 1:
        return [cut.number("discriminant bits", 4), cut.sized("discriminant seed", 2)]
    fields = []
    if system == 3:
        fields.append(cut.number("system of squarings", 1))
        fields += group_of(cut, min(fields[0].value(), 1)) + [cut.number("t of roots", 8)]
    fields += numbers(cut, ("field bits", 2), ("counter", 4))
    return fields + [cut.sized("field seed", 1), cut.number("segments", 2)]


def registered(cut):
    return [cut.number("scheme", 1), cut.sized("public key", 2), cut.number("stake", 8)]


# The lengths of an element of a chain's squarings and of its roots, 0 if it has none, and the number of segments of roots.
Delays = namedtuple("Delays", ("squarings", "roots", "segments"))


def delays_of(genesis_bytes):
    fields = Part("genesis", genesis(Cut(genesis_bytes)))
    modulus, bits, roots = (fields.find(name) for name in ("modulus", "discriminant bits", "field bits"))
    squarings = len(modulus.body) if modulus else 3 * bits.value() // 32 + 4 if bits else 0
    return Delays(squarings, roots.value() // 8 if roots else 0, fields.find("segments").value() if roots else 1)


def change(cut):
    kind = cut.number("change", 1)
    fields = [kind]
    if kind.value() == 1:
        fields.append(Part("tree key", numbers(cut, *TREE_KEY) + [cut.bytes("root", 32), cut.bytes("pub seed", 32)]))
    elif kind.value() == 2:
        fields += registered(cut)
    elif kind.value() == 3:
        fields += numbers(cut, ("participant", 4), ("stake", 8))
    elif kind.value() == 4:
        fields.append(cut.bytes("proposal", 32))
    elif kind.value() == 5:
        fields.append(cut.sized("entries", 2, lambda cut: entries(cut)))
    return Part("a change", fields)


def entries(cut):
    found = []
    while cut.left:
        one = [cut.number("key type", 1), cut.sized("public key", 2), cut.number("power", 8), cut.sized("proof", 2)]
        found.append(Part("one of entries", one))
    return found


def statement(cut):
    return numbers(cut, ("participant", 4), ("serial", 4)) + [change(cut)]


def round_of(delays):
    """The fields of a round with these delays."""

    def ticket(cut):
        return numbers(cut, ("slot", 1), ("participant", 4)) + [cut.sized("ticket proof", 2)]

    def parse(cut):
        fields = head(cut) + numbers(cut, ("round number", 8), ("time", 8)) + [cut.listed("tickets", 4, ticket)]
        fields.append(cut.listed("announcements", 4, lambda cut: statement(cut) + [cut.sized("announcement proof", 2)]))
        return fields + delayed(cut, delays)

    return parse


def delayed(cut, delays):
    """Outputs, and then proofs: of squarings first, and of roots an element for each segment but the last."""
    fields = [cut.bytes("z", delays.squarings, ELEMENT)] if delays.squarings else []
    fields += [cut.bytes("z of roots", delays.roots, FIELD_ELEMENT)] if delays.roots else []
    fields += [cut.bytes("pi", delays.squarings, ELEMENT)] if delays.squarings else []
    between = [cut.bytes("one of outputs", delays.roots, FIELD_ELEMENT) for _ in range(1, delays.segments)]
    return fields + ([Part("outputs", between)] if between else [])


def bundle(cut):
    fields = head(cut) + [cut.bytes("chain id", 32), cut.sized("genesis", 4, genesis)]
    delays = delays_of(fields[3].inner())
    fields += numbers(cut, ("from", 8), ("count", 8)) + [cut.bytes("seed", 32)]
    fields.append(cut.listed("history", 4, lambda cut: [cut.number("round number", 8)] + statement(cut)))
    frames = []
    while cut.left:
        frames.append(framed(cut, delays))
    return fields + [Part("frames", frames)]


def framed(cut, delays):
    """A frame of a bundle, by its first four bytes."""
    start = cut.at
    kinds = {b"HLRD": round_of(delays), b"HLFN": finality, b"HLNW": network, b"HLEP": epoch_of(delays)}
    parse = kinds.get(cut.data[start + 4 : start + 8])
    try:
        found = cut.sized("one of frames", 4, parse)
    except ValueError:
        cut.at = start
        found = cut.sized("one of frames", 4)
    found.kind = FRAME
    return found


def epoch_of(delays):
    """An epoch proof is about squarings; for a chain without squarings the bytes in its place may have any length."""

    def parse(cut):
        return head(cut) + [cut.bytes("chain id", 32), *numbers(cut, ("from", 8), ("count", 4)), cut.bytes("pi", delays.squarings or cut.left, ELEMENT)]

    return parse


def validator(cut):
    return [cut.number("key type", 1), cut.sized("public key", 2), cut.number("power", 8)]


def voter(cut):
    fields = validator(cut) + [cut.number("vote", 1)]
    if fields[-1].value():
        fields += numbers(cut, ("seconds", 8), ("nanoseconds", 4)) + [cut.sized("signature", 2)]
    return fields


def finality(cut):
    fields = head(cut) + [cut.bytes("chain id", 32), *numbers(cut, ("round number", 8), ("opened", 8), ("closed", 8))]
    fields += [cut.bytes("state", 32), Part("leaves", [cut.sized("one of leaves", 1) for _ in range(14)])]
    fields += numbers(cut, ("commit round", 4), ("parts", 4)) + [cut.bytes("parts hash", 32)]
    return fields + [cut.listed("voters", 2, voter)]


def network(cut):
    fields = head(cut)
    fields += numbers(cut, ("blocks", 4), ("window", 4))
    if fields[1].value() > 1:
        fields += numbers(cut, ("within", 4), ("until", 4))
    return fields + [cut.listed("validators", 2, validator), cut.bytes("salt", 32)]


def proof_file(cut):
    fields = head(cut) + numbers(cut, ("form", 1), ("system", 1), ("mode", 1), ("hash", 1), ("prime bits", 2), ("t", 8))
    fields += [cut.bytes("group id", 32), cut.sized("x", 4, kind=ELEMENT)]
    length, form, system = len(fields[-1].body), fields[2].value(), fields[3].value()
    if system == 0:
        fields.append(cut.bytes("y", length, ELEMENT))
        fields.append(cut.bytes("l", fields[6].value() // 8, NUMBER) if form % 2 else cut.bytes("pi", length, ELEMENT))
        return fields + ([cut.number("hint", 2)] if form > 1 else [])
    fields.append(cut.bytes("y", length, ELEMENT))
    if system == 2:
        fields += numbers(cut, ("segments", 1), ("cut", 1))
    while length and cut.left >= length:
        fields.append(cut.bytes("element", length, ELEMENT))
    return fields


def roots_file(cut):
    fields = head(cut) + numbers(cut, ("field bits", 2), ("counter", 4)) + [cut.sized("field seed", 1), cut.number("steps", 8)]
    length = fields[2].value() // 8
    fields += [cut.bytes("x of roots", length, FIELD_ELEMENT), cut.bytes("z of roots", length, FIELD_ELEMENT)]
    fields.append(cut.number("segments", 2))
    between = []
    while length and cut.left >= length:
        between.append(cut.bytes("one of outputs", length, FIELD_ELEMENT))
    return fields + ([Part("outputs", between)] if between else [])


def stamp(cut):
    fields = head(cut) + [cut.number("form", 1), cut.bytes("issuer", 16)]
    fields += numbers(cut, ("t", 8), ("issued", 8), ("last", 8))
    fields += [cut.bytes("nonce", 16), cut.bytes("resource", 32), cut.bytes("client", 32)]
    if fields[2].value() == 0:
        return fields + [cut.bytes("seal", 16), cut.bytes("y", cut.left, ELEMENT)]
    fields.append(cut.bytes("stamp signature", 64))
    return fields + [cut.bytes("pi", cut.left - 35, ELEMENT), cut.number("l", 33), cut.number("hint", 2)]


def challenge(cut):
    fields = head(cut) + [cut.number("form", 1), cut.bytes("issuer", 16)]
    fields += numbers(cut, ("t", 8), ("issued", 8), ("last", 8))
    fields += [cut.bytes("nonce", 16), cut.bytes("resource", 32), cut.bytes("client", 32)]
    fields.append(cut.bytes("seal", 16) if fields[2].value() == 0 else cut.bytes("stamp signature", 64))
    fields.append(cut.sized("modulus", 4))
    return fields + ([cut.bytes("x", cut.left, ELEMENT)] if cut.left else [])


def tree_key(cut):
    return numbers(cut, *TREE_KEY) + [cut.bytes("root", 32), cut.bytes("pub seed", 32)]


def parsed(name, data, parse, kind=BYTES):
    """A field with its length before it. It consists of the fields that `parse` finds, or of none if these bytes differ."""
    cut = Cut(data)
    try:
        fields = parse(cut)
    except (ValueError, IndexError):
        return Part(name, data, kind, 4)
    if cut.left:
        fields.append(cut.bytes("rest", cut.left))
    return Part(name, fields, BYTES, 4)
