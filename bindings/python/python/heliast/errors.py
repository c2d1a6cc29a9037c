"""The errors of this package, by culprit.

::

    HeliastError
        Malformed     bytes that are not what they should be
        Invalid       a claim that is false, or proved too weakly
        Misuse        a mistake of the caller; a ValueError, too
        Refused       a key store that would not be safe
            Exhausted     a key that has no answer any more
        NotYet        a round, or an answer, that is still to come
        Unavailable   a node that cannot be reached; a ConnectionError, too

A wrong *type* is Python's own ``TypeError``, a file that cannot be read an ``OSError``, and Ctrl-C a ``KeyboardInterrupt``.
"""

from __future__ import annotations

__all__ = ["Exhausted", "HeliastError", "Invalid", "Malformed", "Misuse", "NotYet", "Refused", "Unavailable"]


class HeliastError(Exception):
    """What all errors of this package are."""

    reason: str | None = None
    """A word for programs, where the specification has one: of stamps ``late``, ``forged`` and so on."""
    hint: str | None = None
    """What to do about it, as a sentence, where the library knows."""


class Malformed(HeliastError):
    """Bytes that are not what they should be."""


class Invalid(HeliastError):
    """A claim that is false, not proved by this proof, or proved too weakly."""

    statements: list[int]
    """The places of the false ones, from 0, where a list was verified or proved: up to sixteen of a batch."""
    round: int | None = None
    """The round of a chain that is not accepted."""


class Misuse(HeliastError, ValueError):
    """A mistake of the caller: a number out of its range, a name that does not exist."""


class Refused(HeliastError):
    """A key store does not do what it is asked for, so that a key never answers twice and a secret stays one."""


class Exhausted(Refused):
    """The key answers nothing at this turn, or answered another input there."""


class NotYet(HeliastError):
    """Nothing is wrong, but no node has it yet: ask again later."""


class Unavailable(HeliastError, ConnectionError):
    """A node does not answer, or not with what its interface promises."""
