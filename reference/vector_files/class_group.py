"""vectors/class_group.json"""

from heliast_reference.class_group import ClassGroup, chia_discriminant, discriminant_from_seed
from heliast_reference.encoding import uint

from .common import document, prime, refused, stream

NAME = "class_group.json"
ABOUT = (
    "Class groups. Bytes and integers are hexadecimal; b has a sign. kind discriminant: seed and bits to |D| by the rule "
    "heliast or chia, or refused. kind group: |D| (of at least minimum_bits bits) to length and id, or refused. kind "
    "hash: dst (UTF-8) and msg to the encoded form x. kind decode: bytes that are the form (a, b), or refused. kind "
    "product: encoded x times y is z. kind power: x to the exponent is y."
)
SIZES = (256, 288, 512, 1024)


def make():
    cases = discriminant_cases()
    groups = {}
    for bits in SIZES:
        groups[f"class-{bits}"] = ClassGroup(discriminant_from_seed(stream("class group", 32), bits))
    # No multiple of 32 bits: |D| = 2^521 - 1.
    groups["class-521"] = ClassGroup((1 << 521) - 1)
    for name, group in groups.items():
        cases += [group_case(name, -group.discriminant)] + hash_cases(name, group)
        cases += form_cases(name, group) + product_cases(name, group)
    table = {name: f"{-group.discriminant:x}" for name, group in groups.items()}
    return document(ABOUT, "spec/class-group.md", cases + refused_groups(), groups=table)


def discriminant_cases():
    rules = {"heliast": discriminant_from_seed, "chia": chia_discriminant}
    inputs = [(rule, stream("class group", 32), bits) for rule in rules for bits in SIZES]
    inputs += [("heliast", stream("longer", 100), 256), ("heliast", b"\xff" * 32, 256)]
    inputs += [("chia", stream("shorter", 8), 264), ("chia", b"\xff" * 32, 256), ("chia", b"\0" * 9, 1016)]
    bad = [("heliast", b"\0" * 31, 256), ("heliast", b"\0" * 32, 264), ("heliast", b"\0" * 32, 224)]
    bad += [("heliast", b"\0" * 32, 4128), ("chia", b"\0" * 7, 256), ("chia", b"\0" * 8, 260), ("chia", b"\0" * 8, 248)]

    def fields(rule, seed, bits):
        return {"kind": "discriminant", "rule": rule, "seed": seed.hex(), "bits": bits}

    def label(rule, seed, bits):
        return f"{rule}: {bits} bits from {len(seed)} bytes {seed[:2].hex()}"

    accepted = [{"name": label(*i), **fields(*i), "magnitude": f"{rules[i[0]](*i[1:]):x}"} for i in inputs]
    return accepted + [refused(label(*i), lambda: rules[i[0]](*i[1:]), "malformed", **fields(*i)) for i in bad]


def group_case(name, magnitude, minimum_bits=256):
    group = ClassGroup(magnitude, minimum_bits)
    return {
        "name": f"{name}: id",
        "kind": "group",
        "magnitude": f"{magnitude:x}",
        "minimum_bits": minimum_bits,
        "length": group.length,
        "id": group.id.hex(),
    }


def refused_groups():
    good = (1 << 521) - 1
    bad = {
        "zero": (0, 256),
        "255 bits": ((1 << 255) - 19, 256),
        "below the caller's minimum": (good, 522),
        "4097 bits": ((1 << 4097) - 1, 256),
        "even": (good - 1, 256),
        "3 modulo 8": (good - 4, 256),
        "5 modulo 8": (good - 2, 256),
        "composite": (good - 8, 256),
        "product of two primes": (prime("class p", 200) * prime("class q", 200), 256),
    }
    return [
        refused(
            f"discriminant refused: {label}",
            lambda: ClassGroup(magnitude, minimum),
            "malformed",
            kind="group",
            magnitude=f"{magnitude:x}",
            minimum_bits=minimum,
        )
        for label, (magnitude, minimum) in bad.items()
    ]


def hash_cases(name, group):
    inputs = {
        "empty message": ("heliast/test", b""),
        "one byte": ("heliast/test", b"\0"),
        "another domain": ("heliast/test2", b"\0"),
        "long message": ("heliast/test", b"a" * 1000),
        "longest domain": ("d" * 200, b"abc"),
    }
    return [
        {
            "name": f"{name}: hash, {label}",
            "kind": "hash",
            "group": name,
            "dst": dst,
            "msg": msg.hex(),
            "x": group.encode(group.hash(dst.encode(), msg)).hex(),
        }
        for label, (dst, msg) in inputs.items()
    ]


def elements(group):
    """Some forms: small, of hashed primes, long, and with a common factor of a and t of each size that is found."""
    x, y = (group.hash(b"heliast/test", name) for name in (b"x", b"y"))
    two = group.form(2, 1)
    forms = {"identity": group.identity, "two": two, "inverse of two": group.invert(two), "x": x, "x y": group.mul(x, y)}
    sizes = set()
    power = group.mul(x, y)
    for i in range(400):
        power = group.mul(power, group.mul(two, two) if i % 3 else x)
        data = group.encode(power)
        shape = (data[0], data[1], any(data[-1:]))
        if shape not in sizes:
            sizes.add(shape)
            forms[f"shape {data[0]} {data[1]} {'quotient' if data[-1] else 'none'}"] = power
    return forms


def form_cases(name, group):
    def fields(data):
        return {"kind": "decode", "group": name, "bytes": data.hex()}

    forms = elements(group)
    accepted = [
        {"name": f"{name}: decode {label}", **fields(group.encode(f)), "a": f"{f[0]:x}", "b": f"{f[1]:x}"}
        for label, f in forms.items()
    ]
    good = group.encode(forms["x y"])
    identity = group.encode(group.identity)
    inverse = group.encode(group.invert(forms["x y"]))
    raw = {
        "nothing": b"",
        "a byte less": good[:-1],
        "a byte more": good + b"\0",
        "zeros": bytes(group.length),
        "ones": b"\xff" * group.length,
        "a third flag": bytes([good[0] | 4]) + good[1:],
        "a shift that is too long": good[:1] + uint(group.quarter, 1) + good[2:],
        "another shift": good[:1] + uint(good[1] + 1, 1) + good[2:],
        "another sign of t": bytes([good[0] ^ 2]) + good[1:],
        "another quotient": good[:-1] + uint(good[-1] ^ 1, 1),
        "g = 0": good[:-2] + b"\0" + good[-1:],
        "a negative identity": bytes([1]) + identity[1:],
        "the identity with a quotient": identity[:-1] + b"\1",
        "another a": good[: 1 + 2 * group.quarter] + uint(good[1 + 2 * group.quarter] ^ 2, 1) + good[2 + 2 * group.quarter :],
    }
    assert inverse != good and group.decode(inverse)
    return accepted + [
        refused(f"{name}: decode {label}", lambda: group.decode(data), "malformed", **fields(data))
        for label, data in raw.items()
    ]


def product_cases(name, group):
    forms = elements(group)
    x, y, long = forms["x"], group.hash(b"heliast/test", b"y"), forms["x y"]
    pairs = {
        "two forms": (x, y),
        "a form with itself": (long, long),
        "a form with its inverse": (long, group.invert(long)),
        "a common factor": (long, x),
        "a common factor that cancels": (long, group.invert(x)),
        "the generator": (long, forms["two"]),
        "the identity": (long, group.identity),
    }
    products = [
        {
            "name": f"{name}: product of {label}",
            "kind": "product",
            "group": name,
            "x": group.encode(f).hex(),
            "y": group.encode(g).hex(),
            "z": group.encode(group.mul(f, g)).hex(),
        }
        for label, (f, g) in pairs.items()
    ]
    powers = [
        {
            "name": f"{name}: power {exponent:x}",
            "kind": "power",
            "group": name,
            "x": group.encode(x).hex(),
            "exponent": f"{exponent:x}",
            "y": group.encode(group.pow(x, exponent)).hex(),
        }
        for exponent in (1, 2, 3, 31, 1 << 64, (1 << 264) - 9)
    ]
    return products + powers
