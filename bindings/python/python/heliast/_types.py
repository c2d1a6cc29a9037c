"""Names of types for annotations."""

from __future__ import annotations

from collections.abc import Callable
from mmap import mmap
from typing import Literal, TypeAlias

Bytes: TypeAlias = bytes | bytearray | memoryview | mmap
"""What has the buffer protocol; arrays do, too."""

Family: TypeAlias = Literal["random-subsets", "random-exponents", "hybrid", "bucket", "ascending-bucket", "linear"]
"""How statements are combined."""

System: TypeAlias = Literal["wesolowski", "pietrzak"]
"""With which proofs of what is left."""

Progress: TypeAlias = Callable[[float], object]
"""Is told the done part, from 0 to 1, on any thread. What it raises stops the work and is raised."""
