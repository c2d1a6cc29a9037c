"""Batch proofs of a directory of shards on a Dask cluster.

A shard is a statements file (``spec/batch.md``) whose name ends in ``.hlbs``; the list is that of the shards in the order of
their names. Every worker must see the directory under the same path.

- Map A: a worker reads a shard and hashes it. The driver has the seed when it has the hashes of all.
- Map B: a worker reads a shard, hashes it again, refuses it if it has changed, and multiplies its statements under the seed.
- Reduce: products are multiplied two by two, on the workers. The driver checks one proof, or a worker makes it.
- If a list is refused, the workers look for the false statements, so that a damaged shard is named.

Every task is a function of its arguments and of a file that is compared with its hash, so a task that is repeated, because a worker
died, has the same result. The workers and the scheduler are trusted: their answers cannot be checked.
"""

from heliast.dask.cluster import Report, Stage, Told, prove, verify
from heliast.dask.shards import SUFFIX, find

__all__ = ["SUFFIX", "Report", "Stage", "Told", "find", "prove", "verify"]
