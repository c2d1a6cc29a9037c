"""The tasks for a shard, on a worker."""

from __future__ import annotations

import time
from asyncio import CancelledError
from collections.abc import Sequence
from pathlib import Path

from distributed import get_worker

from heliast import Group, Invalid, Malformed, _arguments, batch

SUFFIX = ".hlbs"
# Seconds between two messages about the progress of a proof.
_TELL_EVERY = 0.2


def find(directory: Path | str) -> list[Path]:
    """The shards of a directory, in the order of the list: that of their names, as bytes.

    :raises Malformed: if it has no shard.
    """
    found = sorted(Path(_arguments.path(directory, "directory")).resolve(strict=True).glob(f"*{SUFFIX}"), key=lambda path: path.name.encode())
    if not found:
        raise Malformed(f"{directory} has no shards: files named *{SUFFIX}")
    return found


def read_header(path: Path) -> batch.Header:
    """The header of a shard."""
    with path.open("rb") as file:
        data = file.read(batch.Header.SIZE)
    try:
        return batch.Header.decode(data)
    except Malformed as reason:
        raise _named(path, reason) from None


def take_digest(path: Path, group: Group, t: int, threads: int) -> batch.Digest:
    """Map A."""
    return _digest(path, _read(path, group, t), group, threads)


def take_partial(
    path: Path,
    group: Group,
    terms: batch.Terms,
    seed: bytes,
    start: int,
    expected: batch.Digest,
    threads: int,
) -> bytes:
    """Map B. It hashes and multiplies the same bytes in memory."""
    records = _read(path, group, terms.t)
    if _digest(path, records, group, threads) != expected:
        raise Invalid(f"shard {path.name}: it has changed since it was hashed; begin again when nobody writes to it")
    return batch.partial(group, terms, seed, start, records, threads)


def make_proof(
    topic: str,
    group: Group,
    terms: batch.Terms,
    digests: Sequence[batch.Digest],
    rows: bytes,
    threads: int,
    system: batch.System,
) -> batch.Proof:
    """The squarings, on a worker, which reports its progress under a topic and ends when its task is cancelled."""
    worker, told = get_worker(), 0.0
    key = worker.get_current_task()

    def tell(done: float) -> None:
        nonlocal told
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise CancelledError
        if time.monotonic() - told >= _TELL_EVERY:
            told = time.monotonic()
            worker.log_event(topic, done)

    return batch.finish_and_prove(group, terms, digests, rows, threads, system, tell)


def find_false(path: Path, group: Group, t: int) -> list[int]:
    """The false statements of a shard."""
    try:
        return batch.find_false(group, t, _read(path, group, t))
    except Malformed as reason:
        raise _named(path, reason) from None


def _read(path: Path, group: Group, t: int) -> bytes:
    """The records of a shard."""
    with path.open("rb") as file:
        data = file.read(batch.Header.SIZE)
        records = file.read()
    try:
        header = batch.Header.decode(data)
        header.check(group, len(data) + len(records))
        if header.t != t:
            raise Invalid(f"its statements are about {header.t} squarings, not {t}")
    except (Malformed, Invalid) as reason:
        raise _named(path, reason) from None
    return records


def _digest(path: Path, records: bytes, group: Group, threads: int) -> batch.Digest:
    try:
        return batch.digest(group, records, threads)
    except Malformed as reason:
        raise _named(path, reason) from None


def _named(path: Path, reason: Malformed | Invalid) -> Malformed | Invalid:
    """The same with the name of the shard, if it has none yet."""
    if str(reason).startswith("shard "):
        return reason
    return type(reason)(f"shard {path.name}: {reason}")
