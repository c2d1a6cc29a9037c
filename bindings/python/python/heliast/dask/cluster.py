"""The driver: map, reduce, and one proof."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from distributed import Client, Future, as_completed

from heliast import Group, Invalid, batch
from heliast.batch import Digest, Proof, Terms
from heliast.dask import shards


@dataclass(frozen=True)
class Report:
    """What was verified or proved, and what travelled for it."""

    terms: Terms
    shards: int
    bytes_per_shard: float
    """Arguments and results of a shard's tasks, pickled, its share of the merges included. Dask's own messages come on top."""


def verify(
    client: Client,
    directory: Path,
    proof: Proof,
    group: Group | None = None,
    *,
    t: int | None = None,
    minimum_level: int = 128,
    threads: int = 1,
) -> Report:
    """Checks one proof of all shards of a directory.

    :param group: the group that *you* trust; RSA-2048 if it is left out.
    :param t: the number of squarings that you demand, if you do; else it is in the report.
    :param minimum_level: what the proof, whose prover chose its level, must have at least.
    :param threads: of every task.
    :raises Invalid: if the proof is not one of these shards in this order, or is too weak.
    :raises Malformed: if a shard, which is named, or the proof is not what it should be.
    """
    group = group or Group.rsa_2048()
    terms, paths = proof.terms, shards.find(directory)
    if t is not None and t != terms.t:
        raise Invalid(f"the proof is about {terms.t} squarings, not {t}")
    if len(paths) != len(proof.shards):
        raise Invalid(f"the proof is about {len(proof.shards)} shards, and there are {len(paths)}")
    work = _Work(client, group, paths, threads)
    digests = work.digests(terms.t)
    for path, digest, count in zip(paths, digests, proof.shards, strict=True):
        if digest.count != count:
            raise Invalid(f"shard {path.name}: it has {digest.count} statements, and the proof is about {count}")
    rows = work.rows(terms, digests)
    batch.finish_and_check(group, terms, digests, rows, proof, threads, minimum_level)
    return work.report(terms)


def prove(
    client: Client,
    directory: Path,
    group: Group | None = None,
    *,
    family: batch.Family = "random-exponents",
    level: int = 128,
    system: batch.System = "wesolowski",
    threads: int = 1,
    progress: Callable[[float], object] | None = None,
) -> tuple[Proof, Report]:
    """Proves all shards of a directory at once: the workers multiply, and then the driver squares t times.

    :param threads: of every task, and of the driver's proof.
    :param progress: is told the done part of the driver's work, from 0 to 1.
    :raises Invalid: if statements are false: the workers look for them, and shards and statements are named.
    :raises Malformed: if a shard, which is named, is not what it should be.
    """
    group = group or Group.rsa_2048()
    paths = shards.find(directory)
    t = shards.read_header(paths[0]).t
    Terms(t, family, level, count=1)  # says what is wrong with them before anything is read
    work = _Work(client, group, paths, threads)
    digests = work.digests(t)
    terms = Terms(t, family, level, count=sum(digest.count for digest in digests))
    rows = work.rows(terms, digests)
    try:
        proof = batch.finish_and_prove(group, terms, digests, rows, threads, system, progress)
    except Invalid as reason:
        raise Invalid(f"{reason}: {work.false_statements(t)}") from None
    return proof, work.report(terms)


class _Work:
    """The tasks of a directory. Results are not kept under names that another run could take for its own: the files may change."""

    def __init__(self, client: Client, group: Group, paths: list[Path], threads: int) -> None:
        self.client, self.group, self.paths, self.threads = client, group, paths, threads
        self.travelled = 0

    def digests(self, t: int) -> list[Digest]:
        """Map A."""
        return self._gather(
            [self._submit(shards.take_digest, path, self.group, t, self.threads) for path in self.paths]
        )

    def rows(self, terms: Terms, digests: Sequence[Digest]) -> bytes:
        """Map B, and the tree of products."""
        seed = batch.seed(self.group, terms, digests)
        *starts, _ = accumulate((digest.count for digest in digests), initial=0)
        level = [
            self._submit(shards.take_partial, path, self.group, terms, seed, start, digest, self.threads)
            for path, start, digest in zip(self.paths, starts, digests, strict=True)
        ]
        tasks = list(level)
        while len(level) > 1:
            pairs = [level[index : index + 2] for index in range(0, len(level), 2)]
            level = [
                self.client.submit(batch.merge, self.group, terms, *pair, pure=False) if len(pair) == 2 else pair[0]
                for pair in pairs
            ]
            tasks += level
        try:
            rows: bytes = level[0].result()
        except BaseException:
            self.client.cancel(tasks)
            raise
        # Every shard's rows travel once, to be merged, and so do the products of all merges.
        self.travelled += len(rows) * (2 * len(self.paths) - 1)
        return rows

    def false_statements(self, t: int) -> str:
        """Shards with their false statements, in words."""
        futures = [self.client.submit(shards.find_false, path, self.group, t, pure=False) for path in self.paths]
        found = zip(self.paths, self._gather(futures), strict=True)
        return "; ".join(f"shard {path.name}, number {', '.join(map(str, false))}" for path, false in found if false)

    def report(self, terms: Terms) -> Report:
        return Report(terms, len(self.paths), self.travelled / len(self.paths))

    def _submit(self, task: Callable[..., Any], *arguments: object) -> Future[Any]:
        self.travelled += len(pickle.dumps(arguments))
        return self.client.submit(task, *arguments, pure=False)

    def _gather(self, futures: list[Future[Any]]) -> list[Any]:
        """The results; the first task that fails ends the others."""
        try:
            for future in as_completed(futures):
                future.result()
            results = [future.result() for future in futures]
        except BaseException:
            self.client.cancel(futures)
            raise
        self.travelled += sum(len(pickle.dumps(result)) for result in results)
        return results
