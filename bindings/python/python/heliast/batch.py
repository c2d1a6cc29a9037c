"""One short proof that y_i = x_i^(2^t) for every statement of a list of up to millions.

In memory, :func:`prove` and :func:`verify`. In parts, wherever they are:

1. :func:`digest` of every shard of the list;
2. :func:`seed` from the digests of *all* shards, in their order: nothing is drawn before the whole list is fixed;
3. :func:`partial` products of every shard under that one seed;
4. :func:`merge`, in any order, to those of the list;
5. :func:`finish_and_check` against the proof, or :func:`finish_and_prove`.

The process that finishes trusts those that compute digests and partial products: these cannot be checked.

``records`` are statements x || y one after the other, ``group.record_size`` bytes each: the part of a statements file
(``spec/batch.md``) behind its :class:`Header`. ``bytes`` are read in place; other buffers (``bytearray``, ``memoryview``,
``mmap``) are copied once, because others may write to them meanwhile.

The long functions work without the interpreter's lock; those that square t times (:func:`prove`, :func:`finish_and_prove`,
:func:`find_false`) stop at Ctrl-C. ``threads`` never changes a result.
"""

from heliast._native import (
    Digest,
    Header,
    Proof,
    Terms,
    digest,
    find_false,
    finish_and_check,
    finish_and_prove,
    merge,
    partial,
    plan,
    prove,
    seed,
    verify,
)
from heliast._types import Bytes, Family, Progress, System

__all__ = [
    "Bytes",
    "Digest",
    "Family",
    "Header",
    "Progress",
    "Proof",
    "System",
    "Terms",
    "digest",
    "find_false",
    "finish_and_check",
    "finish_and_prove",
    "merge",
    "partial",
    "plan",
    "prove",
    "seed",
    "verify",
]
