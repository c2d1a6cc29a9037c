"""Names of types for annotations."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Array(Protocol):
    """An array of numpy's, whose stubs know the buffer protocol from Python 3.12 on only."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


Bytes: TypeAlias = "Buffer | Array"
"""What has the buffer protocol and items of one byte: ``bytes``, ``bytearray``, ``memoryview``, ``mmap``, arrays of uint8."""

Path: TypeAlias = "str | os.PathLike[str]"
"""A file or directory."""

Family: TypeAlias = Literal["random-subsets", "random-exponents", "hybrid", "bucket", "ascending-bucket", "linear"]
"""How statements are combined."""

System: TypeAlias = Literal["wesolowski", "pietrzak"]
"""The proof system for the remaining statements."""

Form: TypeAlias = Literal["output", "compact", "pietrzak"]
"""The contents of a delay proof: y and pi; pi and the challenge; y and midpoints."""

Mode: TypeAlias = Literal["plain", "sieved-full", "hinted"]
"""The method of drawing a challenge (``spec/hash-to-prime.md``)."""

Progress: TypeAlias = Callable[[float], object]
"""A function that gets the finished part, from 0 to 1, on any thread. An exception that it raises stops the work and is raised."""

Counted: TypeAlias = Callable[[int, int], object]
"""A function that gets the finished and the total work, on any thread. An exception that it raises stops the work and is raised."""


class Readable(Protocol):
    """A binary file, or an object that reads like one."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes; none at the end."""
