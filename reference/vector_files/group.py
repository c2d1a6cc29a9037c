"""vectors/group.json"""

from heliast_reference.encoding import uint
from heliast_reference.group import RsaGroup

from .common import TOYS, document, group_table, groups, prime, refused

NAME = "group.json"
ABOUT = (
    "RSA groups modulo +-1. Integers and bytes are hexadecimal. kind group: modulus (of at least minimum_bits "
    "bits) to bits, length L, id. kind modulus: a refused modulus. kind hash: dst (UTF-8) and msg to the encoded "
    "element x. kind decode: bytes that are an element, or not; reason 'not a unit' may come from a check that "
    "follows decoding. kind canonical: an integer value to its class's encoding."
)


def make():
    cases = []
    for name, group in groups().items():
        cases += [group_case(name, group)] + hash_cases(name, group) + decode_cases(name, group)
        cases += canonical_cases(name, group)
    return document(ABOUT, "spec/group.md", cases + accepted_moduli() + refused_moduli(), groups=group_table())


def group_case(name, group):
    return modulus_case(f"{name}: id", group, min(2048, group.modulus.bit_length()))


def modulus_case(name, group, minimum_bits):
    return {
        "name": name,
        "kind": "group",
        "modulus": group.encode(group.modulus).hex(),
        "minimum_bits": minimum_bits,
        "bits": group.modulus.bit_length(),
        "length": group.length,
        "id": group.id.hex(),
    }


def hash_cases(name, group):
    inputs = {
        "empty message": ("heliast/test", b""),
        "one byte": ("heliast/test", b"\0"),
        "another domain": ("heliast/test2", b"\0"),
        "delay input": ("heliast/delay-input/v1", bytes(range(32))),
        "long message": ("heliast/test", b"a" * 1000),
        "shortest domain": ("d", b"abc"),
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


def decode_cases(name, group):
    n, length = group.modulus, group.length
    good = {"1": 1, "2": 2, "(N-1)/2": (n - 1) // 2}
    bad = {"0": 0, "(N+1)/2": (n + 1) // 2, "N-2": n - 2, "N-1": n - 1, "N": n}
    raw = {f"decode {label}": uint(value, length) for label, value in bad.items()}
    raw["decode all ones"] = b"\xff" * length
    raw["decode empty"] = b""
    raw["decode short"] = uint(2, length - 1)
    raw["decode long"] = uint(2, length + 1)
    raw["decode with a trailing byte"] = uint(2, length) + b"\0"
    if n + 1 < 1 << (8 * length):
        raw["decode N+1"] = uint(n + 1, length)
    if name in TOYS:
        p, q = TOYS[name]
        raw["decode p"] = uint(p, length)
        raw["decode 2q"] = uint(group.canonical(2 * q), length)

    def check(data):
        group.check_units(group.decode(data))

    accepted = [
        {
            "name": f"{name}: decode {label}",
            "kind": "decode",
            "group": name,
            "bytes": uint(v, length).hex(),
            "value": f"{v:x}",
        }
        for label, v in good.items()
    ]
    return accepted + [
        refused(f"{name}: {label}", lambda: check(data), "malformed", kind="decode", group=name, bytes=data.hex())
        for label, data in raw.items()
    ]


def canonical_cases(name, group):
    n = group.modulus
    values = {
        "N-1": n - 1,
        "N+1": n + 1,
        "(N+1)/2": (n + 1) // 2,
        "(N-1)/2": (n - 1) // 2,
        "N-5": n - 5,
        "3N+7": 3 * n + 7,
    }
    return [
        {
            "name": f"{name}: class of {label}",
            "kind": "canonical",
            "group": name,
            "value": f"{value:x}",
            "bytes": group.encode(group.canonical(value)).hex(),
        }
        for label, value in values.items()
    ]


def accepted_moduli():
    smallest_factor = 65537 * prime("beside 65537", 250)
    wide = prime("wide p", 256) * prime("wide q", 512)
    return [
        modulus_case("modulus with the factor 65537", RsaGroup(smallest_factor, 256), 256),
        modulus_case("modulus of exactly the minimum", RsaGroup(wide, 768), 768),
    ]


def refused_moduli():
    toy = TOYS["toy-256"][0] * TOYS["toy-256"][1]
    p = TOYS["toy-256"][0]
    moduli = {
        "zero": (0, 256),
        "one": (1, 256),
        "even": (toy - 1, 256),
        "twice a toy modulus": (2 * toy, 256),
        "255 bits": (prime("short p", 127) * prime("short q", 128), 256),
        "8193 bits": ((1 << 8192) + 1, 256),
        "below the default minimum": (groups()["rsa-1024"].modulus, 2048),
        "below the caller's minimum": (toy, 257),
        "prime of 256 bits": (prime("prime modulus", 256), 256),
        "prime of 1024 bits": (prime("prime modulus", 1024), 1024),
        "square": (p * p, 256),
        "square of a composite": (toy * toy, 256),
        "cube": (p**3, 256),
        "fifth power": (p**5, 256),
        "cube of a composite": (toy**3, 256),
        "factor 3": (3 * prime("beside 3", 256), 256),
        "factor 65521": (65521 * prime("beside 65521", 250), 256),
    }
    return [
        refused(
            f"modulus refused: {label}",
            lambda: RsaGroup(n, minimum_bits),
            "malformed",
            kind="modulus",
            modulus=f"{n:x}",
            minimum_bits=minimum_bits,
        )
        for label, (n, minimum_bits) in moduli.items()
    ]
