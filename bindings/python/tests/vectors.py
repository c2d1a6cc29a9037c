"""The files in ``vectors/``, and how a case is asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from heliast import HeliastError, Invalid, Malformed, Misuse

FOLDER = Path(__file__).parents[3] / "vectors"
Case = dict[str, Any]
CLASSES: dict[str, type[HeliastError]] = {"malformed": Malformed, "invalid": Invalid, "misuse": Misuse}


def load(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text())


def cases(name: str, *kinds: str) -> list[Case]:
    """The cases of these kinds; each has what it inherits from its base."""
    listed: list[Case] = load(name)["cases"]
    by_name = {case["name"]: case for case in listed}
    return [_whole(case, by_name) for case in listed if case["kind"] in kinds]


def _whole(case: Case, by_name: dict[str, Case]) -> Case:
    base = by_name[case["base"]] if "base" in case else {}
    # An error of its own stands against the base's answer.
    kept = {name: value for name, value in base.items() if name not in ("output", "error", "x_times")}
    return {**kept, **({} if "error" in case or "output" not in base else {"output": base["output"]}), **case}


def read(case: Case, name: str) -> bytes:
    times: int = case.get(f"{name}_times", 1)
    return bytes.fromhex(case[name]) * times


def edited(case: Case) -> bytes:
    """The proof of a case after its edits."""
    data = bytearray(bytes.fromhex(case["proof"]))
    for edit in case.get("edits", []):
        if "set" in edit or "xor" in edit:
            new, at = bytes.fromhex(edit.get("set", edit.get("xor"))), edit["at"]
            old = data[at : at + len(new)]
            data[at : at + len(new)] = new if "set" in edit else bytes(a ^ b for a, b in zip(old, new, strict=True))
        elif "keep" in edit:
            del data[edit["keep"] :]
        elif "append" in edit:
            data += bytes.fromhex(edit["append"])
        else:
            data += bytes(edit["zeros"])
    return bytes(data)


def expect(case: Case, call: Callable[[], object]) -> object:
    """What the call gives, or nothing where it must be refused, with the error that the case names."""
    if "error" not in case:
        return call()
    with pytest.raises(CLASSES[case["error"]]):
        call()
    return None


def names(case: Case) -> str:
    return str(case["name"])
