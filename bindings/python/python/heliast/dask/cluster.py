"""The driver: map, reduce, and one proof."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from threading import Event
from typing import Any, Literal, SupportsIndex, TypeAlias
from uuid import uuid4

from distributed import Client, Future, as_completed

from heliast import Group, Invalid, Misuse, _arguments, batch
from heliast.batch import Digest, Proof, Terms
from heliast.dask import shards

# Seconds between two checks for an exception from the report of progress.
_LOOK = 0.2

Stage: TypeAlias = Literal["hash", "multiply", "prove", "look"]
"""The stages: map A; map B and the merges; the proof; the search for false statements."""

Told: TypeAlias = Callable[[Stage, float], object]
"""A function that gets a stage and its finished part, from 0 to 1. An exception that it raises stops the work and is raised."""


@dataclass(frozen=True)
class Report:
    """The verified or proved list, and the amount of data sent for it."""

    terms: Terms
    shards: int
    bytes_per_shard: float
    """Arguments and results of a shard's tasks, pickled, its share of the merges included. Dask's own messages come on top."""


def verify(
    client: Client,
    directory: Path | str,
    proof: Proof,
    group: Group | None = None,
    *,
    t: SupportsIndex | None = None,
    minimum_level: SupportsIndex = 128,
    threads: SupportsIndex = 1,
    look: bool = True,
    progress: Told | None = None,
) -> Report:
    """Checks one proof of all shards of a directory.

    :param group: the group that *you* trust; RSA-2048 if it is left out.
    :param t: the number of squarings that you demand; if it is left out, the number is in the report.
    :param minimum_level: the least level of the proof, since its prover chose the level.
    :param threads: the threads of every task.
    :param look: whether the workers look for the false statements if there are any, with t squarings for every list that they look
        at. Then the error names shards and statements, or says that all of them are true and it is another list that was proved.
    :raises Invalid: if the proof does not prove these shards in this order, or is too weak.
    :raises Malformed: if a shard, which is named, or the proof is not what it should be.
    """
    group = _checked(client, group, progress)
    _arguments.one_of(Proof, proof, "proof: an object of heliast.batch.Proof")
    t = None if t is None else _arguments.whole(t, "t")
    minimum_level = _arguments.whole(minimum_level, "minimum_level")
    threads, look = _arguments.whole(threads, "threads"), _arguments.choice(look, "look")
    terms, paths = proof.terms, shards.find(directory)
    if proof.group_id != group.id:
        raise Invalid("the proof was made in another group than this one")
    if proof.strength < minimum_level:
        raise Invalid(f"the proof has level {proof.strength}, and {minimum_level} is demanded")
    if t is not None and t != terms.t:
        raise Invalid(f"the proof is about {terms.t} squarings, not {t}")
    if len(paths) != len(proof.shards):
        raise Invalid(f"the proof is about {len(proof.shards)} shards, and there are {len(paths)}")
    work = _Work(client, group, paths, threads, progress)
    digests = work.digests(terms.t)
    for path, digest, count in zip(paths, digests, proof.shards, strict=True):
        if digest.count != count:
            raise Invalid(f"shard {path.name}: it has {digest.count} statements, and the proof is about {count}")
    rows = work.rows(terms, digests)
    try:
        batch.finish_and_check(group, terms, digests, rows, proof, threads, minimum_level)
    except Invalid as reason:
        if not look:
            raise
        found = work.false_statements(terms.t)
        raise Invalid(f"{reason}: {found or 'all are true, so it is another list that was proved'}") from None
    return work.report(terms)


def prove(
    client: Client,
    directory: Path | str,
    group: Group | None = None,
    *,
    family: batch.Family = "random-exponents",
    level: SupportsIndex = 128,
    system: batch.System = "wesolowski",
    threads: SupportsIndex = 1,
    on: Literal["worker", "driver"] = "worker",
    progress: Told | None = None,
) -> tuple[Proof, Report]:
    """Proves all shards of a directory at once: the workers multiply, and one of them squares t times.

    :param threads: the threads of every task.
    :param on: the process that squares: a worker, or this process. Ctrl-C ends both.
    :raises Invalid: if statements are false: the workers look for them, and shards and statements are named.
    :raises Malformed: if a shard, which is named, is not what it should be.
    """
    group, threads = _checked(client, group, progress), _arguments.whole(threads, "threads")
    _arguments.text(system, "system")
    if _arguments.text(on, "on") not in ("worker", "driver"):
        raise Misuse(f"on: a worker or the driver squares: there is no {on}")
    paths = shards.find(directory)
    t = shards.read_header(paths[0]).t
    Terms(t, family, level, count=1)  # says what is wrong with them before anything is read
    work = _Work(client, group, paths, threads, progress)
    digests = work.digests(t)
    terms = Terms(t, family, level, count=sum(digest.count for digest in digests))
    rows = work.rows(terms, digests)
    try:
        proof = work.proof(terms, digests, rows, system, on)
    except Invalid as reason:
        raise Invalid(f"{reason}: {work.false_statements(t)}") from None
    return proof, work.report(terms)


def _checked(client: Client, group: Group | None, progress: Told | None) -> Group:
    """The group, after a check of the types of client and progress function."""
    _arguments.one_of(Client, client, "client: a distributed.Client")
    _arguments.function(progress, "progress")
    return Group.rsa_2048() if group is None else _arguments.one_of(Group, group, "group: an object of heliast.Group")


class _Work:
    """The tasks of a directory. Results are not kept under names that another run could take for its own: the files may change."""

    def __init__(
        self, client: Client, group: Group, paths: list[Path], threads: int, progress: Told | None
    ) -> None:
        self.client, self.group, self.paths, self.threads = client, group, paths, threads
        self.tell: Told = progress or (lambda stage, done: None)
        self.travelled = 0

    def digests(self, t: int) -> list[Digest]:
        """Map A."""
        return self._gather(
            "hash", [self._submit(shards.take_digest, path, self.group, t, self.threads) for path in self.paths]
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
            # The unpaired product is in the list already. It would be there twice, the second time after its release.
            tasks += level[: len(pairs) if len(pairs[-1]) == 2 else -1]
        try:
            # The last product contains all others, so that these need not be fetched.
            for done, future in enumerate(as_completed(tasks), 1):
                future.release() if future.status == "finished" and future is not level[0] else future.result()
                self.tell("multiply", done / len(tasks))
            rows: bytes = level[0].result()
        except BaseException:
            self.client.cancel(tasks)
            raise
        # Every shard's rows travel once, to be merged, and so do the products of all merges.
        self.travelled += len(rows) * (2 * len(self.paths) - 1)
        return rows

    def proof(
        self, terms: Terms, digests: Sequence[Digest], rows: bytes, system: batch.System, on: Literal["worker", "driver"]
    ) -> Proof:
        """The squarings, and the proof of the remaining statements."""
        arguments = (self.group, terms, list(digests), rows, self.threads, system)
        if on == "driver":
            return batch.finish_and_prove(*arguments, lambda done: self.tell("prove", done))
        with self._topic("prove") as (topic, raised):
            future = self.client.submit(shards.make_proof, topic, *arguments, pure=False)
            # Not `future.result(timeout)` again and again: under load Dask may cancel the wait itself, which ends it with
            # another error than TimeoutError.
            done = Event()
            future.add_done_callback(lambda _: done.set())
            try:
                is_done = False
                while not is_done:
                    is_done = done.wait(_LOOK)
                    if raised:
                        raise raised[0]
                proof: Proof = future.result()
            except BaseException:
                self.client.cancel([future])
                raise
        return proof

    def false_statements(self, t: int) -> str:
        """Shards with their false statements, in words."""
        futures = [self.client.submit(shards.find_false, path, self.group, t, pure=False) for path in self.paths]
        found = zip(self.paths, self._gather("look", futures), strict=True)
        return "; ".join(f"shard {path.name}, number {', '.join(map(str, false))}" for path, false in found if false)

    def report(self, terms: Terms) -> Report:
        return Report(terms, len(self.paths), self.travelled / len(self.paths))

    def _submit(self, task: Callable[..., Any], *arguments: object) -> Future[Any]:
        self.travelled += len(pickle.dumps(arguments))
        return self.client.submit(task, *arguments, pure=False)

    @contextmanager
    def _topic(self, stage: Stage) -> Iterator[tuple[str, list[BaseException]]]:
        """A name under which a worker reports its progress, and the exception of a report, which runs on another thread."""
        topic, raised = f"heliast-{uuid4().hex}", list[BaseException]()

        def told(event: tuple[float, float]) -> None:
            try:
                self.tell(stage, event[1])
            except BaseException as error:
                raised.append(error)

        self.client.subscribe_topic(topic, told)
        try:
            yield topic, raised
        finally:
            self.client.unsubscribe_topic(topic)

    def _gather(self, stage: Stage, futures: list[Future[Any]]) -> list[Any]:
        """The results; the first task that fails ends the others."""
        try:
            for done, future in enumerate(as_completed(futures), 1):
                future.result()
                self.tell(stage, done / len(futures))
            results = [future.result() for future in futures]
        except BaseException:
            self.client.cancel(futures)
            raise
        self.travelled += sum(len(pickle.dumps(result)) for result in results)
        return results
