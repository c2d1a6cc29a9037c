"""`heliast.vdf`: the vectors of every proof form, progress, interruption, checkpoints."""

import pickle
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy
import pytest
from heliast import Group, HeliastError, Invalid, Malformed, Misuse, vdf
from interrupts import interrupted
from vectors import Case, cases, expect, load, names, read

GROUP = Group.rsa_2048()
X = vdf.delay_input(GROUP, b"a test of the binding")
T = 3000
# Without the feature `study` of the library nothing of this mode is decoded.
STUDY = "sieved"


@cache
def group(name: str) -> Group:
    if name.startswith("class"):
        return Group.of_discriminant(bytes.fromhex(load("class_delays")["groups"][name].zfill(256)), 256)
    found = next(load(file)["groups"][name] for file in ("wesolowski", "pietrzak") if name in load(file)["groups"])
    return Group(bytes.fromhex(found["modulus"]), 256)


@cache
def trapdoor(name: str) -> vdf.Trapdoor:
    found = load("wesolowski")["groups"][name]
    return vdf.Trapdoor(bytes.fromhex(found["p"]), bytes.fromhex(found["q"]), 256)


def done(case: Case) -> vdf.Evaluation:
    evaluation = vdf.Evaluation(group(case["group"]), read(case, "x"), case["t"])
    assert evaluation.run() == read(case, "y") == evaluation.output
    return evaluation


@pytest.mark.parametrize(
    "case", [case for case in cases("wesolowski", "proof") if case["mode"] != STUDY], ids=names
)
def test_wesolowski_vectors(case: Case) -> None:
    where, x, t, y = group(case["group"]), read(case, "x"), case["t"], read(case, "y")
    assert vdf.delay_input(where, read(case, "message")) == x
    for form in ("output", "compact"):
        data = read(case, f"{form}_file")
        file = vdf.ProofFile(data)
        assert (bytes(file), file.x, file.t, file.form, file.group_id) == (data, x, t, form, where.id)
        assert file.y == (y if form == "output" else None)
        assert vdf.verify(where, x, t, data, minimum_level=0) == y
        assert vdf.verify_many(where, [(x, t, file)] * 2, minimum_level=file.level) == [y, y]
        with pytest.raises(Invalid, match=f"a level of {file.level} bits"):
            vdf.verify(where, x, t, file, minimum_level=file.level + 1)
        if case.get("trapdoor"):
            holder = trapdoor(case["group"])
            proved = holder.prove(x, t, compact=form == "compact", level=file.level, mode=case["mode"])
            assert bytes(proved) == data and holder.evaluate(x, t) == y and holder.group == where
        elif case["hash"] == "sha-256" and file.level >= 64:
            proved = vdf.prove(done(case), form=form, level=file.level, mode=case["mode"])
            assert bytes(proved) == data


@pytest.mark.parametrize("case", cases("pietrzak", "proof"), ids=names)
def test_pietrzak_vectors(case: Case) -> None:
    where, x, t, y = group(case["group"]), read(case, "x"), case["t"], read(case, "y")
    assert vdf.verify(where, x, t, read(case, "file")) == y
    if not case.get("trapdoor"):
        assert bytes(vdf.prove(done(case), form="pietrzak")) == read(case, "file")


@pytest.mark.parametrize("case", cases("class_delays", "proof"), ids=names)
def test_class_group_vectors(case: Case) -> None:
    where, y = group(case["group"]), read(case, "y")
    file = vdf.ProofFile(read(case, "file"))
    assert file.x == vdf.delay_input(where, read(case, "message")) and file.t == case["t"]
    assert vdf.verify(where, file.x, file.t, file, minimum_level=file.level) == y
    assert vdf.evaluate(where, file.x, file.t).output == y


@pytest.mark.parametrize(
    "case",
    [
        case
        for name, kind in (
            ("wesolowski", "file"),
            ("pietrzak", "file"),
            ("segments", "file"),
            ("class_delays", "refused-proof"),
        )
        for case in cases(name, kind)
        if not case["name"].endswith(f"mode {STUDY}")
    ],
    ids=names,
)
def test_refused_files(case: Case) -> None:
    where, data = group(case["group"]), read(case, "file")

    def verified() -> object:
        file = vdf.ProofFile(data)
        return vdf.verify(where, file.x, file.t, file, minimum_level=0)

    expect(case, verified)


@pytest.mark.parametrize("case", [case for case in cases("segments", "proof") if case["mode"] != STUDY], ids=names)
def test_proofs_in_segments(case: Case) -> None:
    where, x, file = group(case["group"]), read(case, "x"), vdf.ProofFile(read(case, "file"))
    assert file.form == "segmented"
    assert vdf.verify(where, x, case["t"], file, minimum_level=file.level) == read(case, "y")
    # The longest ones were made with a trapdoor.
    if case["hash"] == "sha-256" and file.level >= 64 and case["t"] < 10**6:
        cut = case["count"], case["shift"]
        begun = vdf.SegmentedEvaluation(where, x, case["t"], level=file.level, mode=case["mode"], cut=cut)
        assert (begun.cut, begun.level, begun.mode, begun.done) == (cut, file.level, case["mode"], 0)
        assert begun.run(threads=1) == file and begun.done == begun.t == case["t"]


def test_segments_are_proved_while_the_delay_runs(tmp_path: Path) -> None:
    path, t = tmp_path / "delay.hlsc", 30_000
    told: list[tuple[int, int]] = []
    proof = vdf.evaluate_in_segments(GROUP, X, t, progress=lambda done, of: told.append((done, of)))
    assert proof.form == "segmented" and max(told) == (t, t)
    assert vdf.verify(GROUP, X, t, proof) == vdf.evaluate(GROUP, X, t).output

    def stop(done: int, of: int) -> None:
        if done >= 10_000:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        vdf.evaluate_in_segments(GROUP, X, t, progress=stop, checkpoint=path, every=0)
    left = vdf.SegmentedEvaluation.resume(GROUP, path.read_bytes())
    assert 10_000 <= left.done < t
    for other in ({"t": t + 1}, {"t": t, "level": 64}, {"t": t, "mode": "plain"}):
        with pytest.raises(Misuse, match="another delay"):
            vdf.evaluate_in_segments(GROUP, X, checkpoint=path, **other)
    assert vdf.evaluate_in_segments(GROUP, X, t, checkpoint=path) == proof and not path.exists()


@pytest.mark.parametrize("evaluate", [vdf.evaluate, vdf.evaluate_in_segments])
def test_a_mistake_leaves_no_checkpoint(tmp_path: Path, evaluate: Any) -> None:
    path = tmp_path / "checkpoint"
    for where in (None, path):
        for every in (-1, 10**10, float("nan")):
            with pytest.raises(Misuse, match=r"every: .* is not a number of seconds from 0 to 10\^9"):
                evaluate(GROUP, X, 50, checkpoint=where, every=every)
        for mistake in ({"every": "5"}, {"every": None}, {"progress": 5}):
            with pytest.raises(TypeError, match="wanted"):
                evaluate(GROUP, X, 50, checkpoint=where, **mistake)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("evaluate", [vdf.evaluate, vdf.evaluate_in_segments])
def test_a_checkpoint_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path, evaluate: Any) -> None:
    def told(done: int, of: int) -> None:
        raise AssertionError("it squares")

    with pytest.raises(Misuse, match=f"there is no directory {tmp_path / 'missing'}$"):
        evaluate(GROUP, X, 2**47, checkpoint=tmp_path / "missing" / "delay", progress=told)
    # Its draft cannot be written where a directory has the draft's name, whoever asks.
    (tmp_path / "delay.new").mkdir()
    with pytest.raises(OSError, match="delay"):
        evaluate(GROUP, X, 2**47, checkpoint=tmp_path / "delay", progress=told)


def test_seconds_are_read_in_one_way() -> None:
    for every in (numpy.int64(5), numpy.uint8(0), numpy.float64(0.5), True, 10**9):
        vdf.evaluate(GROUP, X, 50, every=every)
        vdf.SegmentedEvaluation(GROUP, X, 50).run(every=every)
    for mistake in (-1, 10**9 + 1, 2e9, float("inf"), numpy.int64(-1)):
        for call in (vdf.evaluate, lambda *a, every: vdf.SegmentedEvaluation(*a).run(every=every)):
            with pytest.raises(Misuse, match=r"every: .* is not a number of seconds from 0 to 10\^9"):
                call(GROUP, X, 50, every=mistake)


def test_checkpoints_of_segments_come_from_save_while_they_run() -> None:
    begun, saved = vdf.SegmentedEvaluation(GROUP, X, 30_000), list[bytes]()
    refused: list[str] = []

    def ask(done: int, of: int) -> None:
        with pytest.raises(Misuse, match="running") as caught:
            begun.checkpoint()
        refused.append(str(caught.value))

    proof = begun.run(progress=ask, save=saved.append, every=0)
    assert refused and len(saved) > 1
    assert vdf.SegmentedEvaluation.resume(GROUP, saved[0]).run() == proof

    def full(state: bytes) -> None:
        raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        vdf.SegmentedEvaluation(GROUP, X, 30_000).run(save=full, every=0)
    with pytest.raises(Malformed, match="another group"):
        vdf.SegmentedEvaluation.resume(Group.class_group(bytes(32), 256), saved[0])
    for mistake in (
        lambda: vdf.SegmentedEvaluation(GROUP, X, 0),
        lambda: vdf.SegmentedEvaluation(GROUP, X, 3, cut=(8, 8)),
        lambda: vdf.SegmentedEvaluation(GROUP, X, 3, cut=(17, 1)),
        lambda: vdf.prove(vdf.evaluate(GROUP, X, 5), form="segmented"),  # type: ignore[arg-type]
        lambda: begun.run(every=-1),
    ):
        with pytest.raises(Misuse):
            mistake()


@pytest.mark.parametrize("case", cases("wesolowski", "checkpoint"), ids=names)
def test_checkpoint_vectors(case: Case) -> None:
    where = group(case["group"])
    if "error" not in case and case["spacing"] in (64, 100):
        with pytest.raises(Malformed):  # true, but not as dense as ours are
            vdf.Evaluation.resume(where, read(case, "file"))
        return
    resumed = expect(case, lambda: vdf.Evaluation.resume(where, read(case, "file")))
    if isinstance(resumed, vdf.Evaluation):
        assert (resumed.x, resumed.t, resumed.done) == (read(case, "x"), case["t"], case["done"])
        assert resumed.checkpoint() == read(case, "file")


@cache
def proved() -> vdf.ProofFile:
    return vdf.prove(vdf.evaluate(GROUP, X, T))


def test_every_bit_of_a_proof_matters() -> None:
    data = bytes(proved())
    for place in range(0, len(data), 7):
        with pytest.raises((Invalid, Malformed)):
            vdf.verify(GROUP, X, T, data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    for wrong in (b"", data[:-1], data + b"\0"):
        with pytest.raises(Malformed):
            vdf.ProofFile(wrong)


def test_what_was_asked_for_is_compared() -> None:
    with pytest.raises(Invalid, match="another statement"):
        vdf.verify(GROUP, X, T + 1, proved())
    with pytest.raises(Invalid, match="another statement"):
        vdf.verify(GROUP, vdf.delay_input(GROUP, b"other"), T, proved())
    with pytest.raises(Invalid, match="another group"):
        vdf.verify(Group.class_group(bytes(32), 256), X, T, proved())
    with pytest.raises(Invalid, match="128 bits, and 136 are demanded"):
        vdf.verify(GROUP, X, T, proved(), minimum_level=136)


def test_the_false_ones_of_many_are_named() -> None:
    data = bytes(proved())
    false = data[:-1] + bytes([data[-1] ^ 1])
    good = (X, T, proved())
    assert vdf.verify_many(GROUP, []) == []
    assert vdf.verify_many(GROUP, [good] * 9, threads=2) == [proved().y] * 9
    for threads in (1, 2):
        with pytest.raises(Invalid, match="2 of 12 delay proofs do not hold; number 3: ") as caught:
            vdf.verify_many(GROUP, [good] * 3 + [(X, T, false)] + [good] * 7 + [(X, T - 1, data)], threads=threads)
        assert caught.value.statements == [3, 11]
    with pytest.raises(Malformed):
        vdf.verify_many(GROUP, [good, (X, T, b"HLVP")])


def test_evaluations_in_pieces_are_the_same(tmp_path: Path) -> None:
    whole = vdf.evaluate(GROUP, X, T)
    parts = vdf.Evaluation(GROUP, X, T)
    assert not parts.advance(1000) and parts.done == 1000 and parts.output is None
    parts = vdf.Evaluation.resume(GROUP, parts.checkpoint())
    assert parts.done == 1000 and not parts.advance(T - 1001) and parts.advance(7) and parts.done == T
    assert parts.output == whole.output == proved().y and parts.checkpoint() == whole.checkpoint()
    with pytest.raises(Misuse, match="has done 5 of 3000 squarings"):
        started = vdf.Evaluation(GROUP, X, T)
        started.advance(5)
        vdf.prove(started)


def test_progress_counts_squarings_and_can_take_checkpoints() -> None:
    told, taken = [], []
    evaluation = vdf.Evaluation(GROUP, X, T)

    def tell(done: int, of: int) -> None:
        told.append((done, of))
        taken.append(evaluation.checkpoint())

    assert evaluation.run(tell) == proved().y
    assert told == sorted(told) and told[-1] == (T, T)
    assert vdf.Evaluation.resume(GROUP, taken[0]).run() == proved().y
    parts: list[float] = []
    assert vdf.prove(evaluation, progress=parts.append) == proved() and all(0 <= part <= 1 for part in parts)

    def stop(*_: object) -> None:
        raise LookupError("enough")

    again = vdf.Evaluation(GROUP, X, T)
    with pytest.raises(LookupError, match="enough"):
        again.run(stop)
    assert 0 < again.done <= T and again.run() == proved().y


def test_ctrl_c_ends_a_delay_of_years_which_goes_on_later(tmp_path: Path) -> None:
    path, begun = tmp_path / "delay.hlcp", SimpleQueue[None]()
    with interrupted(begun):
        vdf.evaluate(GROUP, X, 2**47, checkpoint=path, progress=lambda done, of: begun.put(None))
    left = vdf.Evaluation.resume(GROUP, path.read_bytes())
    assert left.t == 2**47 and 0 < left.done < left.t

    def stop(done: int, of: int) -> None:
        assert done > left.done
        raise LookupError

    with pytest.raises(LookupError):
        vdf.evaluate(GROUP, X, 2**47, checkpoint=path, progress=stop)
    assert vdf.Evaluation.resume(GROUP, path.read_bytes()).done > left.done
    for other in (2**46, T):
        with pytest.raises(Misuse, match="another delay"):
            vdf.evaluate(GROUP, X, other, checkpoint=path)
    with pytest.raises(Malformed, match="another group"):
        vdf.evaluate(Group.class_group(bytes(32), 256), X, T, checkpoint=path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(Malformed, match="damaged"):
        vdf.evaluate(GROUP, X, 2**47, checkpoint=path)


def test_a_finished_checkpoint_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "delay.hlcp"
    for _ in range(2):
        assert vdf.evaluate(GROUP, X, T, checkpoint=path, every=0).output == proved().y
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_trapdoors() -> None:
    holder = vdf.Trapdoor.generate(512)
    assert holder.group.bits == 512 and "hidden" in repr(holder)
    again = vdf.Trapdoor(*holder.factors(), minimum_bits=512)
    x = vdf.delay_input(holder.group, b"x")
    assert again.group == holder.group and again.evaluate(x, 500) == vdf.evaluate(holder.group, x, 500).output
    proof = holder.prove(x, 2**40)
    assert vdf.verify(again.group, x, 2**40, proof) == holder.evaluate(x, 2**40)
    p, q = holder.factors()
    for bad in ((p, p), (p, q[:-1] + bytes([q[-1] ^ 2])), (b"", b""), (p, b"\1" * 2000)):
        with pytest.raises(Malformed):
            vdf.Trapdoor(*bad, minimum_bits=512)
    with pytest.raises(Malformed, match="at least 2048"):
        vdf.Trapdoor(p, q)
    for mistake in (
        lambda: vdf.Trapdoor.generate(511),
        lambda: holder.prove(x, 0),
        lambda: holder.prove(x, 2**48),
        lambda: holder.prove(x, 5, level=3),
    ):
        with pytest.raises(Misuse):
            mistake()


def test_class_groups_by_seed() -> None:
    seed = bytes(range(32))
    where = Group.class_group(seed, 512)
    assert (where.kind, where.bits, GROUP.kind) == ("class", 512, "rsa")
    assert where.discriminant % 8 == 1 and where.discriminant < 0
    assert where == Group.of_discriminant(where.discriminant, 512) == pickle.loads(pickle.dumps(where)) != GROUP
    x = vdf.delay_input(where, b"x")
    assert len(x) == where.element_size
    proof = vdf.prove(vdf.evaluate(where, x, 400), form="compact")
    assert vdf.verify(where, x, 400, bytes(proof)) == vdf.evaluate(where, x, 400).output
    for misused in (
        lambda: where.modulus,
        lambda: GROUP.discriminant,
        lambda: Group.class_group(seed[1:], 512),
        lambda: Group.class_group(seed, 513),
        lambda: Group.of_discriminant(7),
    ):
        with pytest.raises(Misuse):
            misused()
    for composite in (-15, where.discriminant * 3, where.discriminant - 8):
        with pytest.raises(Malformed):
            Group.of_discriminant(composite, 0)


def test_mistakes_of_the_caller() -> None:
    evaluation = vdf.evaluate(GROUP, X, 100)
    identity = bytes(255) + b"\1"
    for mistake in (
        lambda: vdf.Evaluation(GROUP, X, 0),
        lambda: vdf.Evaluation(GROUP, X, 2**48),
        lambda: vdf.Evaluation(GROUP, X, -1),
        lambda: vdf.Evaluation(GROUP, identity, 5),
        lambda: vdf.prove(evaluation, form="short"),  # type: ignore[arg-type]
        lambda: vdf.prove(evaluation, mode="simple"),  # type: ignore[arg-type]
        lambda: vdf.prove(evaluation, level=101),
        lambda: vdf.prove(evaluation, threads=0),
    ):
        with pytest.raises(Misuse) as caught:
            mistake()
        assert isinstance(caught.value, ValueError) and isinstance(caught.value, HeliastError)
    for no_element in (b"", X[1:], bytes(256), b"\xff" * 256):
        with pytest.raises(Malformed, match="x: "):
            vdf.Evaluation(GROUP, no_element, 5)
