"""Fields, group files, inputs and elements for vectors/roots.json."""

from heliast_reference.encoding import uint
from heliast_reference.roots_field import BUILT_IN_COUNTERS, BUILT_IN_SEED
from heliast_reference.roots_files import GroupFile

from .common import refused, stream

# Of the built-in field's seed at 1,024 bits: the next suitable counter, one for which p is prime and (p - 1)/2 is not,
# and one for which it is the other way round.
SECOND, ONLY_P, ONLY_HALF = 107_887, 19, 230
BUILT_IN = {f"roots-{bits}": GroupFile(bits, BUILT_IN_SEED, counter) for bits, counter in BUILT_IN_COUNTERS.items()}
OTHERS = {
    "second-1024": GroupFile(1024, BUILT_IN_SEED, SECOND),
    "short-seed-1024": GroupFile(1024, stream("roots seed", 32), 10_977),
    "long-seed-1024": GroupFile(1024, stream("roots seed", 255), 17_534),
}
GROUPS = BUILT_IN | OTHERS


def group_table():
    """The fields for the file's "groups"."""
    return {name: parts(file) for name, file in GROUPS.items()}


def parts(file):
    return {"bits": file.bits, "seed": file.seed.hex(), "counter": file.counter}


def field_cases():
    accepted = []
    for name, file in GROUPS.items():
        field = file.field()
        made = {"p": f"{field.p:x}", "id": field.id.hex()}
        accepted.append({"name": f"{name}: prime and id", "kind": "field", **parts(file), **made})
    return accepted + [
        refused(f"field refused: {label}", file.field, error, kind="field", **parts(file))
        for label, (error, file) in bad_fields().items()
    ]


def bad_fields():
    counter = BUILT_IN_COUNTERS[1024]
    bad = {
        "counter 0": ("invalid", 1024, BUILT_IN_SEED, 0),
        "the counter before": ("invalid", 1024, BUILT_IN_SEED, counter - 1),
        "the counter after": ("invalid", 1024, BUILT_IN_SEED, counter + 1),
        "(p - 1)/2 composite": ("invalid", 1024, BUILT_IN_SEED, ONLY_P),
        "p composite": ("invalid", 1024, BUILT_IN_SEED, ONLY_HALF),
        "another seed": ("invalid", 1024, b"h" + BUILT_IN_SEED[1:], counter),
        "a zero after the seed": ("invalid", 1024, BUILT_IN_SEED + b"\0", counter),
        "2048 bits with the counter of 1024": ("invalid", 2048, BUILT_IN_SEED, counter),
        "2048 bits, the counter before": ("invalid", 2048, BUILT_IN_SEED, BUILT_IN_COUNTERS[2048] - 1),
        "3072 bits, the counter after": ("invalid", 3072, BUILT_IN_SEED, BUILT_IN_COUNTERS[3072] + 1),
        "counter 2^24 - 1": ("invalid", 1024, BUILT_IN_SEED, (1 << 24) - 1),
        "counter 2^24": ("malformed", 1024, BUILT_IN_SEED, 1 << 24),
        "counter 2^24 more": ("malformed", 1024, BUILT_IN_SEED, counter + (1 << 24)),
        "counter 2^32 - 1": ("malformed", 1024, BUILT_IN_SEED, (1 << 32) - 1),
        "no seed": ("malformed", 1024, b"", counter),
        "seed of 31 bytes": ("malformed", 1024, stream("roots seed", 31), counter),
        "seed of 256 bytes": ("malformed", 1024, stream("roots seed", 256), counter),
    }
    for bits in (0, 512, 1023, 1025, 1536, 4096):
        bad[f"{bits} bits"] = ("malformed", bits, BUILT_IN_SEED, counter)
    return {label: (error, GroupFile(bits, seed, c)) for label, (error, bits, seed, c) in bad.items()}


def group_file_cases():
    accepted = []
    for name, file in GROUPS.items():
        assert GroupFile.decode(file.encode()) == file
        fields = {"text": file.encode(), **parts(file), "id": file.field().id.hex()}
        accepted.append({"name": f"{name}: group file", "kind": "group-file", **fields})
    return accepted + [
        refused(
            f"group file refused: {label}",
            lambda: GroupFile.decode(text).field(),
            error,
            kind="group-file",
            text=text,
        )
        for label, (error, text) in bad_group_files().items()
    ]


def bad_group_files():
    file = BUILT_IN["roots-1024"]
    text, seed = file.encode(), file.seed.hex()
    malformed = {
        "empty": "",
        "cut": text[:-1],
        "something behind it": text + "{}",
        "a list": f"[{text}]",
        "group rsa": text.replace("roots", "rsa"),
        "group class": text.replace("roots", "class"),
        "no group": text.replace('"group": "roots", ', ""),
        "no bits": text.replace('"bits": 1024, ', ""),
        "no seed": text.replace(f'"seed": "{seed}", ', ""),
        "no counter": text.replace(', "counter": 12095', ""),
        "a member more": text.replace("}", ', "p": "17"}'),
        "a member twice": text.replace("}", ', "counter": 12095}'),
        "bits as text": text.replace("1024", '"1024"'),
        "1024.5 bits": text.replace("1024", "1024.5"),
        "1032 bits": text.replace("1024", "1032"),
        "counter as text": text.replace("12095", '"12095"'),
        "counter null": text.replace("12095", "null"),
        "counter true": text.replace("12095", "true"),
        "counter -1": text.replace("12095", "-1"),
        "counter 2^24": text.replace("12095", str(1 << 24)),
        "counter 2^32 and more": text.replace("12095", str((1 << 32) + 12_095)),
        "seed in upper case": text.replace(seed, seed.upper()),
        "seed of half a byte more": text.replace(seed, seed + "0"),
        "seed with 0x": text.replace(seed, "0x" + seed),
        "seed of 31 bytes": text.replace(seed, "61" * 31),
        "seed of 256 bytes": text.replace(seed, "61" * 256),
    }
    assert text not in malformed.values()
    invalid = {
        "another counter": text.replace("12095", "12096"),
        "another seed": text.replace(seed, "61" * 32),
    }
    cases = {label: ("malformed", data) for label, data in malformed.items()}
    return cases | {label: ("invalid", data) for label, data in invalid.items()}


def input_cases():
    messages = {"empty message": b"", "one byte": b"\0", "a beacon": stream("roots input", 32), "long message": b"a" * 300}
    cases = []
    for name in (*BUILT_IN, "second-1024"):
        field = GROUPS[name].field()
        for label, message in messages.items():
            fields = {"group": name, "message": message.hex(), "x": field.encode(field.input(message)).hex()}
            cases.append({"name": f"{name}: input, {label}", "kind": "input", **fields})
    return cases


def element_cases(name):
    field = GROUPS[name].field()
    p, length = field.p, field.length
    good = {"1": 1, "2": 2, "2^8": 1 << 8, "(p - 1)/2": (p - 1) // 2, "p - 2": p - 2, "p - 1": p - 1}
    cases = []
    for label, x in good.items():
        assert field.decode(uint(x, length)) == x
        fields = {"group": name, "bytes": field.encode(x).hex(), "x": f"{x:x}"}
        cases.append({"name": f"{name}: element {label}", "kind": "element", **fields})
    bad = {
        "of no bytes": b"",
        "a byte short": uint(1, length - 1),
        "a byte long": uint(1, length + 1),
        "0": bytes(length),
        "p": uint(p, length),
        "p + 1": uint(p + 1, length),
        "of ones": b"\xff" * length,
    }
    return cases + [
        refused(
            f"{name}: element {label}",
            lambda: field.decode(data),
            "malformed",
            kind="element",
            group=name,
            bytes=data.hex(),
        )
        for label, data in bad.items()
    ]


def step_cases():
    cases = []
    for name in BUILT_IN:
        field = GROUPS[name].field()
        for label, x in (starts(field) if name == "roots-1024" else few_starts(field)).items():
            y = field.step(x)
            assert field.step_inverse(y) == x
            cases.append(step_case(name, field, label, x, y))
    return cases


def step_case(name, field, label, x, y):
    return {
        "name": f"{name}: step from {label}",
        "kind": "step",
        "group": name,
        "x": field.encode(x).hex(),
        "square": is_square(field, field.sigma(x)),
        "y": field.encode(y).hex(),
    }


def is_square(field, x):
    return pow(x, (field.p - 1) // 2, field.p) == 1


def starts(field):
    """The ends of the range, the values about its middle, and inputs of either parity whose sigma is a square or is not."""
    p = field.p
    values = {str(x): x for x in (1, 2, 3, 4, 5)}
    values |= {f"p - {i}": p - i for i in (5, 4, 3, 2, 1)}
    values |= {"(p - 1)/2": (p - 1) // 2, "(p + 1)/2": (p + 1) // 2}
    for parity in ("even", "odd"):
        for square in (True, False):
            inputs = (field.input(f"step {i}".encode()) for i in range(100))
            fit = (x for x in inputs if x % 2 == (parity == "odd") and is_square(field, field.sigma(x)) == square)
            values[f"an {parity} x whose sigma is {'a square' if square else 'no square'}"] = next(fit)
    return values


def few_starts(field):
    return {"1": 1, "2": 2, "p - 2": field.p - 2, "p - 1": field.p - 1, "an input": field.input(b"step")}
