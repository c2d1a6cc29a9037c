"""Bundles: ranges of a beacon's chain in one file, verified round by round.

::

    from heliast import bundle

    # The chain's id comes from somewhere that you trust, and not from the bundle.
    for round in bundle.open("chain.bundle", "5d8a3c0b..."):
        print(round.number, round.beacon.hex(), [lot.votes for lot in round.lots])

Every :class:`Round` that it yields is valid: its tickets, announcements and delay were checked after the round before. :func:`verify`
does the same for all rounds on all cores. A source is a path, a buffer, or a binary file, such as the answer to an HTTP request.
Times are in milliseconds since 1970.
"""

from __future__ import annotations

from typing import SupportsIndex

from heliast._native import (
    Announcement,
    Chain,
    Lot,
    Report,
    Round,
    RoundReader,
    Tip,
)
from heliast._native import bundle_write as write
from heliast._types import Bytes, Counted, Path, Readable

__all__ = [
    "Announcement",
    "Chain",
    "Lot",
    "Report",
    "Round",
    "RoundReader",
    "Tip",
    "open",
    "verify",
    "write",
]


def open(  # noqa: A001
    source: Path | Bytes | Readable, pin: str | Bytes | Chain, *, trust_start: bool = False
) -> RoundReader:
    """Opens a bundle of the pinned chain, to be read round by round.

    :param pin: the chain's id, as 32 bytes or 64 hexadecimal digits, or the chain. ``"any chain"`` accepts the bundle of any
        chain; then check :attr:`RoundReader.chain`.
    :param trust_start: accepts a bundle that begins after round 1. The state before it is then taken on trust from its writer,
        and a liar can make all of it up, lots included.
    :raises Malformed: if it does not begin with a bundle's header.
    :raises Invalid: if the bundle is of another chain.
    :raises Misuse: if it begins after round 1, and ``trust_start`` is false.
    :raises OSError: if it cannot be read.
    """
    return RoundReader(source, pin, trust_start=trust_start)


def verify(
    source: Path | Bytes | Readable,
    pin: str | Bytes | Chain,
    *,
    trust_start: bool = False,
    threads: SupportsIndex | None = None,
    combined: bool = False,
    progress: Counted | None = None,
) -> Report:
    """Verifies all rounds of a bundle; see :func:`open` and :meth:`RoundReader.verify`.

    :raises Malformed: if the bytes of a round are not a round of the chain; ``round`` says of which.
    :raises Invalid: if a round does not hold; ``round`` says which. All rounds before it hold.
    """
    reader = RoundReader(source, pin, trust_start=trust_start)
    return reader.verify(threads=threads, combined=combined, progress=progress)
