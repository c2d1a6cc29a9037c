"""The errors of this package, by their cause.

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
    """The base class of all errors of this package."""

    reason: str | None = None
    """A word for programs, if the specification has one: for stamps ``late``, ``forged`` and so on."""
    hint: str | None = None
    """Advice, as a sentence, if the library has any."""


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
    """A key store refuses a request, so that a key never answers twice and a secret stays secret."""


class Exhausted(Refused):
    """The key answers nothing at this turn, or answered another input there."""


class NotYet(HeliastError):
    """There is no error, but no node has the answer yet: ask again later."""


class Unavailable(HeliastError, ConnectionError):
    """A node does not answer, or not with what its interface promises."""
