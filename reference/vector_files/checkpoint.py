"""Checkpoint files for vectors/wesolowski.json."""

from heliast_reference import checkpoint
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint

from .common import groups, patch, refused


def checkpoint_cases(name, group):
    """At the start, at and next to a multiple of the spacing, and at the end; of any spacing, and of the crates' own
    (4, 3 and 1)."""
    x = w.delay_input(group, b"checkpoint")
    cases = []
    for t, done, spacing in (
        (600, 0, 64),
        (600, 63, 64),
        (600, 64, 64),
        (600, 300, 64),
        (600, 600, 64),
        (128, 128, 64),
        (5, 3, 100),
        (600, 0, 4),
        (600, 300, 4),
        (600, 301, 4),
        (600, 600, 4),
        (128, 128, 3),
        (5, 3, 1),
        (1, 1, 1),
    ):
        data = checkpoint.make(group, x, t, done, spacing).encode(group)
        assert checkpoint.Checkpoint.decode(group, data).encode(group) == data
        fields = {
            "group": name,
            "x": group.encode(x).hex(),
            "t": t,
            "done": done,
            "spacing": spacing,
            "file": data.hex(),
        }
        cases.append({"name": f"{name}: checkpoint, {done} of {t} by {spacing}", "kind": "checkpoint", **fields})
    return cases


def checkpoint_refusals(name, group):
    """With the spacing of the crates, so that only the defect is wrong."""
    made = checkpoint.make(group, w.delay_input(group, b"checkpoint"), 600, 300, 4)
    whole = made.encode(group)
    other, other_x = groups()["toy-320"], group.encode(w.delay_input(group, b"another message"))
    files = {
        "empty": b"",
        "magic": made.sealed(b"HLCQ" + whole[4:-32]),
        "version 2": made.sealed(patch(whole[:-32], 4, b"\2")),
        "group id of another group": made.sealed(patch(whole[:-32], 5, other.id)),
        "t = 0": made.sealed(patch(whole[:-32], 37, uint(0, 8))),
        "t below done": made.sealed(patch(whole[:-32], 37, uint(299, 8))),
        "spacing 0": made.sealed(patch(whole[:-32], 53, uint(0, 8))),
        "too few checkpoints for done": made.sealed(patch(whole[:-32], 45, uint(320, 8))),
        "too many checkpoints for done": made.sealed(patch(whole[:-32], 45, uint(280, 8))),
        "L + 1": made.sealed(patch(whole[:-32], 61, uint(group.length + 1, 4))),
        "x not the first checkpoint": made.sealed(patch(whole[:-32], 65, other_x)),
        "last checkpoint not canonical": made.sealed(whole[: -32 - group.length] + b"\xff" * group.length),
        "byte flipped": whole[:-1] + bytes([whole[-1] ^ 1]),
        "truncated": whole[:-1],
        "trailing byte": whole + b"\0",
        "trailing byte under the digest": made.sealed(whole[:-32] + b"\0"),
    }
    return [
        refused(
            f"{name}: checkpoint, {label}",
            lambda: checkpoint.Checkpoint.decode(group, data),
            "malformed",
            kind="checkpoint",
            group=name,
            file=data.hex(),
        )
        for label, data in files.items()
    ]
