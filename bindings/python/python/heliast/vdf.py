"""Delays: t squarings one after another, y = x^(2^t), and a short proof that they were done.

::

    from heliast import Group, vdf

    group = Group.rsa_2048()
    x = vdf.delay_input(group, b"what comes after the delay")
    evaluation = vdf.evaluate(group, x, t=100_000, checkpoint="delay.hlcp")  # Ctrl-C and again: it goes on
    proof = vdf.prove(evaluation)
    y = vdf.verify(group, x, 100_000, proof)  # raises heliast.Invalid if the proof does not hold

``t`` counts squarings, from 1 to 2^48 - 1. Elements are ``bytes`` of ``group.element_size``, in their only encoding. The groups are
RSA-2048, a modulus of your own, class groups by seed (:class:`heliast.Group`), and those of a :class:`Trapdoor`, whose holder does
not wait. All long functions work without the interpreter's lock and stop at Ctrl-C.
"""

from __future__ import annotations

import operator
import os
import pathlib
import time
from typing import SupportsIndex

from heliast import _arguments
from heliast._native import Evaluation, Group, ProofFile, SegmentedEvaluation, Trapdoor, delay_input
from heliast._native import vdf_prove as prove
from heliast._native import vdf_verify as verify
from heliast._native import vdf_verify_many as verify_many
from heliast._types import Bytes, Counted, Form, Mode, Path
from heliast.errors import Misuse

__all__ = [
    "Evaluation",
    "Form",
    "Mode",
    "ProofFile",
    "SegmentedEvaluation",
    "Trapdoor",
    "delay_input",
    "evaluate",
    "evaluate_in_segments",
    "prove",
    "verify",
    "verify_many",
]


def evaluate(
    group: Group,
    x: Bytes,
    t: SupportsIndex,
    *,
    progress: Counted | None = None,
    checkpoint: Path | None = None,
    every: float | SupportsIndex = 60.0,
) -> Evaluation:
    """Squares x t times; if there is a checkpoint, it continues from there.

    :param x: an element: ``group.element_size`` bytes.
    :param t: squarings.
    :param progress: called with the number of squarings done and in all.
    :param checkpoint: a file that is written at once, every so often, and also when the work is interrupted, so that the same call
        goes on. It has some 65,536 elements at most. A finished delay stays in it.
    :param every: seconds between two checkpoints.
    :raises Malformed: if x is not an element, or the checkpoint is damaged or of another group.
    :raises Misuse: if t or ``every`` is out of its range, the directory for the checkpoint does not exist, or the checkpoint belongs to
        another delay.
    :raises OSError: if the checkpoint cannot be written, before anything is squared.
    """
    pause = _arguments.seconds(every, "every")
    _arguments.function(progress, "progress")
    if checkpoint is None:
        evaluation = Evaluation(group, x, t)
        evaluation.run(progress)
        return evaluation
    path = _place(checkpoint)
    evaluation = _resumed(group, x, t, path)
    _write(path, evaluation.checkpoint())
    saved = time.monotonic()

    def told(done: int, of: int) -> None:
        nonlocal saved
        if progress is not None:
            progress(done, of)
        if time.monotonic() - saved >= pause:
            _write(path, evaluation.checkpoint())
            saved = time.monotonic()

    try:
        evaluation.run(told)
    finally:
        _write(path, evaluation.checkpoint())
    return evaluation


def evaluate_in_segments(
    group: Group,
    x: Bytes,
    t: SupportsIndex,
    *,
    level: SupportsIndex = 128,
    mode: Mode = "sieved-full",
    threads: SupportsIndex = 2,
    progress: Counted | None = None,
    checkpoint: Path | None = None,
    every: float | SupportsIndex = 60.0,
) -> ProofFile:
    """Squares x t times and proves it meanwhile, so that the proof is ready a moment after the output (``spec/segments.md``).

    One thread squares, the others prove what is finished: at least two. The proof has an element and a proof for each of a few
    segments, and :func:`verify` accepts it like any other proof.

    :param x: an element: ``group.element_size`` bytes.
    :param t: squarings.
    :param level: -log2 of the error of each segment, a multiple of 8 from 64 to 256.
    :param progress: called with the number of squarings done and in all.
    :param checkpoint: a file that is written at once, every so often, and also when the work is interrupted, so that the same call
        goes on. It is removed when the proof is made.
    :param every: seconds between two checkpoints.
    :raises Malformed: if x is not an element, or the checkpoint is damaged or of another group.
    :raises Misuse: if a number is out of its range, the directory for the checkpoint does not exist, or the checkpoint belongs to
        another delay.
    :raises OSError: if the checkpoint cannot be written, before anything is squared.
    """
    # All arguments are checked first, so that an error does not leave a checkpoint.
    pause = _arguments.seconds(every, "every")
    _arguments.function(progress, "progress")
    begun = SegmentedEvaluation(group, x, t, level=level, mode=mode, threads=threads)
    if checkpoint is None:
        return begun.run(threads=threads, progress=progress)
    path = _place(checkpoint)
    evaluation = _segments_resumed(group, begun, path)
    _write(path, evaluation.checkpoint())
    try:
        proof = evaluation.run(
            threads=threads, progress=progress, save=lambda state: _write(path, state), every=pause
        )
    except BaseException:
        _write(path, evaluation.checkpoint())
        raise
    path.unlink(missing_ok=True)
    return proof


def _place(checkpoint: Path) -> pathlib.Path:
    """Checks that the file of a checkpoint can be written: otherwise this would show only when there is work to lose."""
    path = pathlib.Path(_arguments.path(checkpoint, "checkpoint"))
    if not path.parent.is_dir():
        raise Misuse(f"checkpoint: there is no directory {path.parent}")
    return path


def _segments_resumed(group: Group, begun: SegmentedEvaluation, path: pathlib.Path) -> SegmentedEvaluation:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return begun
    found = SegmentedEvaluation.resume(group, data)
    if (found.t, found.x, found.level, found.mode) != (begun.t, begun.x, begun.level, begun.mode):
        raise Misuse(f"{path} is the checkpoint of another delay: remove it, or name another file")
    return found


def _resumed(group: Group, x: Bytes, t: SupportsIndex, path: pathlib.Path) -> Evaluation:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Evaluation(group, x, t)
    evaluation = Evaluation.resume(group, data)
    if evaluation.t != operator.index(t) or evaluation.x != Evaluation(group, x, t).x:
        raise Misuse(f"{path} is the checkpoint of another delay: remove it, or name another file")
    return evaluation


def _write(path: pathlib.Path, data: bytes) -> None:
    """Writes a file in one step, so that a crash leaves the old file or the new one."""
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
