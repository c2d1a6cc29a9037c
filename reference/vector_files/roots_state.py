"""State files of chains of square roots for vectors/roots.json."""

from heliast_reference import roots
from heliast_reference.encoding import uint
from heliast_reference.roots_files import State, sealed, state_at

from .book import edits_to
from .common import patch, refused
from .roots_fields import GROUPS

T, COUNT = 10, 3
PLACES = [0, 3, 6, 10]
# Offsets in the file.
FIELD_ID, TIME, SEGMENTS, DONE, X = 5, 37, 45, 47, 55


def state_cases(name):
    field = GROUPS[name].field()
    assert roots.places(T, COUNT) == PLACES
    points = {
        "nothing done": (T, COUNT, 0),
        "a step before the first end": (T, COUNT, 2),
        "at the first end": (T, COUNT, 3),
        "in the second segment": (T, COUNT, 4),
        "at the second end": (T, COUNT, 6),
        "a step before the end": (T, COUNT, 9),
        "finished": (T, COUNT, 10),
        "one segment, nothing done": (T, 1, 0),
        "one segment, under way": (T, 1, 5),
        "one segment, finished": (T, 1, 10),
        "a segment for each step, under way": (5, 5, 3),
        "one step, nothing done": (1, 1, 0),
    }
    return [state_case(name, field, label, *point) for label, point in points.items()]


def state_case(name, field, label, t, count, done):
    x = field.input(b"state")
    state = state_at(field, t, x, count, done)
    data = state.encode(field)
    assert State.decode(field, data) == state
    y, outputs = roots.prove(field, t, x, count)
    return {
        "name": f"{name}: state, {label}",
        "kind": "state",
        "group": name,
        "t": t,
        "count": count,
        "done": done,
        "x": field.encode(x).hex(),
        "y": field.encode(y).hex(),
        "proof": roots.encode_proof(field, outputs).hex(),
        "file": data.hex(),
    }


def state_refusals(name):
    field = GROUPS[name].field()
    length, x, base = field.length, field.input(b"state"), f"{name}: state, in the second segment"
    whole = state_at(field, T, x, COUNT, 4).encode(field)
    at_end = state_at(field, T, x, COUNT, 3).encode(field)
    at_start = state_at(field, T, x, COUNT, 0).encode(field)
    finished = state_at(field, T, x, COUNT, T).encode(field)
    body = whole[:-32]
    other = field.encode(field.input(b"another state"))
    output, current = X + length, X + 2 * length

    def changed(at, new, data=whole):
        return sealed(patch(data[:-32], at, new))

    files = {
        "empty": b"",
        "digest alone": sealed(b""),
        "magic": changed(0, b"HLRP"),
        "version 0": changed(4, b"\0"),
        "version 2": changed(4, b"\2"),
        "field id of another prime": changed(FIELD_ID, GROUPS["second-1024"].field().id),
        "t = 0": changed(TIME, uint(0, 8)),
        "t = 0, nothing done": changed(TIME, uint(0, 8), at_start),
        "t below done": changed(TIME, uint(3, 8)),
        "t = 2^40": changed(TIME, uint(1 << 40, 8), at_start),
        "t = 2^64 - 1": changed(TIME, b"\xff" * 8, at_start),
        "t = 2, fewer than the segments": changed(TIME, uint(2, 8), at_start),
        "0 segments": changed(SEGMENTS, uint(0, 2)),
        "257 segments": changed(SEGMENTS, uint(257, 2), patch(at_start, TIME, uint(300, 8))),
        "11 segments of 10 steps": changed(SEGMENTS, uint(11, 2), at_start),
        "1 segment and an output": changed(SEGMENTS, uint(1, 2)),
        "5 segments and an output": changed(SEGMENTS, uint(5, 2)),
        "done above t": changed(DONE, uint(T + 1, 8), finished),
        "done = 2^64 - 1": changed(DONE, b"\xff" * 8),
        "done before the first end, and an output": changed(DONE, uint(2, 8)),
        "done after the second end, and one output": changed(DONE, uint(7, 8)),
        "x = 0": changed(X, bytes(length)),
        "x = p": changed(X, uint(field.p, length)),
        "y_1 = 0": changed(output, bytes(length)),
        "y_1 = p": changed(output, uint(field.p, length)),
        "current = 0": changed(current, bytes(length)),
        "current = p": changed(current, uint(field.p, length)),
        "nothing done, current is not x": changed(X + length, other, at_start),
        "at an end, current is not the output": changed(current, other, at_end),
        "ends after x": sealed(body[:output]),
        "current missing": sealed(body[:-length]),
        "a byte cut off under the digest": sealed(body[:-1]),
        "a byte more under the digest": sealed(body + b"\0"),
        "an element more under the digest": sealed(body + body[-length:]),
        "a bit of the digest flipped": whole[:-1] + bytes([whole[-1] ^ 1]),
        "a bit of current flipped": patch(whole, current + length - 1, bytes([whole[current + length - 1] ^ 1])),
        "digest missing": body,
        "a byte cut off": whole[:-1],
        "a byte more": whole + b"\0",
    }
    return [
        refused(
            f"{name}: state, {label}",
            lambda: State.decode(field, data),
            "malformed",
            kind="state",
            base=base,
            edits=edits_to(whole, data),
        )
        for label, data in files.items()
    ]
