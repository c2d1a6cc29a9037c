"""Checks arguments of functions written in Python: the errors name the expected type, as those of functions in Rust do."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable
from typing import TypeVar, cast

from heliast._types import Bytes, Path
from heliast.errors import Misuse

_T = TypeVar("_T")


def wanted(what: str, found: object) -> TypeError:
    """The error for an object of a wrong type."""
    return TypeError(f"{what} is wanted, not {type(found).__name__}")


def one_of(kind: type[_T], found: object, what: str) -> _T:
    """An object of a class."""
    if not isinstance(found, kind):
        raise wanted(what, found)
    return found


def text(found: object, name: str) -> str:
    """A text."""
    return encodable(one_of(str, found, f"{name}: a text (str)"), name)


def encodable(found: str, name: str) -> str:
    """A text without surrogates, which no encoding has."""
    if any("\ud800" <= character <= "\udfff" for character in found):
        raise Misuse(f"{name}: the text has a surrogate, which is half a character")
    return found


def choice(found: object, name: str) -> bool:
    """True or false."""
    return one_of(bool, found, f"{name}: True or False")


def whole(found: object, name: str) -> int:
    """A whole number: ``int``, or an object with an index, such as numpy's integers."""
    try:
        return operator.index(found)  # type: ignore[arg-type]
    except TypeError:
        raise wanted(f"{name}: a whole number", found) from None


def seconds(found: object, name: str) -> float:
    """A number of seconds from 0 on: ``float``, ``int``, or an object with an index, such as numpy's integers."""
    try:
        number = found if isinstance(found, float) else operator.index(found)  # type: ignore[arg-type]
    except TypeError:
        raise wanted(f"{name}: a number of seconds", found) from None
    if not 0 <= number <= 1e9:
        raise Misuse(f"{name}: {number} is not a number of seconds from 0 to 10^9")
    return float(number)


def path(found: Path, name: str) -> str:
    """A file or directory."""
    try:
        place = os.fspath(found)
    except TypeError:
        place = b""  # type: ignore[assignment]
    if not isinstance(place, str):
        raise wanted(f"{name}: a path (str or os.PathLike)", found)
    try:
        os.fsencode(place)
    except UnicodeEncodeError:
        raise Misuse(f"{name}: there is no path {place!r}: it has half a character") from None
    return place


def data(found: Bytes, name: str) -> bytes:
    """Bytes, of any buffer of them."""
    if isinstance(found, bytes):
        return found
    try:
        view = memoryview(cast("bytes", found))
    except TypeError:
        raise wanted(f"{name}: bytes, or another buffer of them,", found) from None
    if view.itemsize != 1:
        raise TypeError(f"{name}: a buffer of bytes is wanted, not one whose items have the format {view.format!r}")
    return view.tobytes()


def function(found: Callable[..., object] | None, name: str) -> None:
    """A function to be called, or nothing."""
    if found is not None and not callable(found):
        raise wanted(f"{name}: a function, or None,", found)
