"""State files of evaluations in segments for vectors/segments.json."""

from heliast_reference import checkpoint, segments
from heliast_reference import wesolowski as w
from heliast_reference.encoding import uint
from heliast_reference.hash_to_prime import HASH_NAMES, MODE_NAMES
from heliast_reference.segments import Cut
from heliast_reference.segments_state import Proven, State, Unproven, sealed

from .common import groups, patch, refused

T, CUT = 1300, Cut(3, 1)
LENGTHS = CUT.lengths(T)
# Any spacing is right; an implementation may resume no other than its own. These are those of the crates for LENGTHS.
SPACINGS = (4, 4, 4)
# Offsets in the file.
GROUP_ID, SUITE, TIME, COUNT, SHIFT, BEGUN, X = 5, 37, 41, 49, 50, 51, 52


class States:
    """The evaluation of t = 1300 in segments of 650, 325 and 325 squarings, at any point."""

    def __init__(self, group, suite):
        self.group, self.suite = group, suite
        self.x = w.delay_input(group, b"state")
        self.y, self.proof = segments.prove(group, suite, T, self.x, CUT)
        self.ends = [self.x, *self.proof.outputs, self.y]

    def at(self, *stages):
        """A state whose segments have made so many squarings, or are proven where None stands for them."""
        begun = [self.proven(i) if done is None else self.unproven(i, done) for i, done in enumerate(stages)]
        return State(self.suite, T, CUT, self.x, tuple(begun))

    def proven(self, i):
        return Proven(self.ends[i + 1], self.proof.proofs[i])

    def unproven(self, i, done):
        return Unproven(checkpoint.make(self.group, self.ends[i], LENGTHS[i], done, SPACINGS[i]))


def state_cases(name, group, suite):
    states = States(group, suite)
    stages = {
        "nothing done": (0,),
        "in segment 1": (333,),
        "segment 1 finished": (650,),
        "segment 1 finished, segment 2 begun": (650, 0),
        "segment 1 proven": (None,),
        "segment 1 proven, in segment 2": (None, 100),
        "segment 1 proven, segment 2 finished, in segment 3": (None, 325, 7),
        "segment 2 proven before segment 1": (650, None, 61),
        "all finished, none proven": (650, 325, 325),
        "all proven": (None, None, None),
    }
    cases = []
    for label, done in stages.items():
        state = states.at(*done)
        data = state.encode(group)
        assert State.decode(group, data) == state
        fields = {
            "group": name,
            "mode": MODE_NAMES[suite.mode],
            "hash": HASH_NAMES[suite.hash_id],
            "bits": suite.bits,
            "t": T,
            "count": CUT.count,
            "shift": CUT.shift,
            "x": group.encode(states.x).hex(),
            "done": sum(LENGTHS[i] if d is None else d for i, d in enumerate(done)),
            "y": group.encode(states.y).hex(),
            "proof": states.proof.encode(group).hex(),
            "file": data.hex(),
        }
        cases.append({"name": f"{name}: state, {label}", "kind": "state", **fields})
    return cases


def state_refusals(name, group, suite):
    states, other, length = States(group, suite), groups()["toy-320"], group.length
    whole = states.at(None, 100).encode(group)
    body = whole[:-32]
    inner = X + length + 1 + 2 * length
    checkpoint_size = len(body) - inner - 9

    def changed(at, new):
        return sealed(patch(body, at, new))

    def with_segments(*segments):
        return State(suite, T, CUT, states.x, segments).encode(group)

    def begun_at(t, x):
        """A second segment of another statement."""
        return with_segments(states.proven(0), Unproven(checkpoint.make(group, x, t, 100, SPACINGS[1])))

    files = {
        "empty": b"",
        "digest alone": sealed(b""),
        "magic": changed(0, b"HLCQ"),
        "version 2": changed(4, b"\2"),
        "group id of another group": changed(GROUP_ID, other.id),
        "mode 4": changed(SUITE, b"\4"),
        "hash 5": changed(SUITE + 1, b"\5"),
        "257 prime bits": changed(SUITE + 2, uint(257, 2)),
        "t = 0": changed(TIME, uint(0, 8)),
        "t = 2^48": changed(TIME, uint(1 << 48, 8)),
        "t = 3: too few squarings": changed(TIME, uint(3, 8)),
        "t + 4: segments of other lengths": changed(TIME, uint(T + 4, 8)),
        "0 segments": changed(COUNT, b"\0"),
        "17 segments": changed(COUNT, b"\x11"),
        "1 segment by 2^2": changed(COUNT, b"\1\2"),
        "shorter by 2^0": changed(SHIFT, b"\0"),
        "shorter by 2^2: segments of other lengths": changed(SHIFT, b"\2"),
        "shorter by 2^17": changed(SHIFT, b"\x11"),
        "no segment begun": changed(BEGUN, b"\0"),
        "1 segment begun and 2 there": changed(BEGUN, b"\1"),
        "3 segments begun and 2 there": changed(BEGUN, b"\3"),
        "4 of 3 segments begun": changed(BEGUN, b"\4"),
        "x not canonical": changed(X, b"\xff" * length),
        "y_1 not canonical": changed(X + length + 1, b"\xff" * length),
        "pi_1 not canonical": changed(X + 2 * length + 1, b"\xff" * length),
        "segment of kind 2": changed(inner, b"\2"),
        "checkpoint called proof": changed(inner, b"\0"),
        "checkpoint longer than it is": changed(inner + 1, uint(checkpoint_size + 1, 8)),
        "checkpoint shorter than it is": changed(inner + 1, uint(checkpoint_size - 1, 8)),
        "checkpoint of 2^64 - 1 bytes": changed(inner + 1, b"\xff" * 8),
        "checkpoint damaged": changed(inner + 60, b"\1"),
        "checkpoint of another t": begun_at(324, states.ends[1]),
        "checkpoint of another x": begun_at(325, states.x),
        "segment 1 not finished, segment 2 begun": states.at(649, 0).encode(group),
        "segment 1 not finished, segment 2 proven": states.at(649, None).encode(group),
        "byte flipped": whole[:-1] + bytes([whole[-1] ^ 1]),
        "truncated": whole[:-1],
        "trailing byte": whole + b"\0",
        "trailing byte under the digest": sealed(body + b"\0"),
    }
    return [
        refused(
            f"{name}: state, {label}",
            lambda: State.decode(group, data),
            "malformed",
            kind="state",
            group=name,
            file=data.hex(),
        )
        for label, data in files.items()
    ]
