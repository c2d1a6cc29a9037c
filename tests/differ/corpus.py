"""Inputs in files: those of corpus/, with which every run begins, and those on which readers differed."""

import hashlib
import json
from pathlib import Path

import formats
from inputs import Input
from parts import ELEMENT, NUMBER, Part
from seeds import chains, groups

FOLDER = Path(__file__).resolve().parent / "corpus"
MOST_BYTES = 1800


def save(path, given, why):
    fields = [[one.name, one.inner().hex()] for one in given.fields]
    path.write_text(json.dumps({"why": why, "kind": given.kind, "name": given.name, "fields": fields}, indent=1) + "\n")


def keep(given, why):
    """Writes an input into the corpus, under a name that follows from its bytes."""
    digest = hashlib.sha256(b"".join(given.values())).hexdigest()[:12]
    save(FOLDER / f"{given.kind}-{digest}.json", given, why)


def load():
    return [(path, read(path)) for path in sorted(FOLDER.glob("*.json"))]


def read(path):
    """An input, whose fields are parsed again if that is possible."""
    found = json.loads(Path(path).read_text())
    values = [(name, bytes.fromhex(value)) for name, value in found["fields"]]
    fields = [whole(found["kind"], name, value, dict(values)) for name, value in values]
    return Input(found["kind"], fields, f"{Path(path).name}", moduli_of(dict(values)))


def whole(kind, name, value, values):
    """A field with its parts; a number that a caller states, such as the round of a VRF's turn, has no parts."""
    parse = {
        "round": lambda cut: formats.round_of(delays_of(values))(cut),
        "epoch": lambda cut: formats.epoch_of(delays_of(values))(cut),
        "bundle": formats.bundle, "genesis": formats.genesis, "network": formats.network, "proof": formats.proof_file, "roots": formats.roots_file,
        "stamp": formats.stamp, "challenge": formats.challenge,
    }.get(name)
    if name.startswith("=") or parse is None or kind == "vrf":
        return Part(name, value, NUMBER if name in NUMBERS else "bytes", 4)
    return formats.parsed(name, value, parse)


NUMBERS = {"asked t", "level", "round", "slot", "least", "now", "skew"}


def delays_of(values):
    return chains(True)[values["=chain"].decode()].delays


def moduli_of(values):
    """The moduli of the elements in an input, if they are known."""
    if "=chain" in values:
        return chains(True)[values["=chain"].decode()].moduli
    kind, value = groups().get(values.get("=group", b"").decode(), ("", b""))
    return {ELEMENT: int.from_bytes(value, "big")} if kind == "rsa" else {}
