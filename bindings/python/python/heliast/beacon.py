"""A beacon over HTTP, verified as it comes: no answer of a node is trusted.

::

    from heliast import beacon

    client = beacon.Client("https://beacon.example", "5d8a3c0b...")  # the chain's id, from somewhere that you trust
    round = client.latest()
    print(round.number, beacon.derive(round.beacon, b"raffle 7").hex())
    for round in client.watch():
        ...

A client verifies every round from the genesis on, or from a :meth:`Client.checkpoint` that it made before, and keeps 40 bytes of
each. A node can only withhold rounds: compare ``round.time_ms`` with your own clock. Times are in milliseconds since 1970.

Only Python's own HTTP is used. A client is for one thread at a time.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import SupportsIndex

from heliast import _arguments, bundle
from heliast._native import beacon_derive as derive
from heliast._types import Bytes, Counted
from heliast.bundle import Chain, Round, RoundReader, Tip
from heliast.errors import HeliastError, Invalid, Malformed, Misuse, NotYet, Unavailable

__all__ = ["Client", "derive"]

# A genesis has 16 MiB at most (spec/round.md); its route returns it in hexadecimal digits, and some of it twice.
_MAX_GENESIS = 64 << 20
_MAX_ERROR = 64 << 10
_MAX_LINE = 64 << 10
# Between two attempts to reach a node, in seconds.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
# The year 5138 in milliseconds; a time of now in microseconds or nanoseconds is later.
_FAR = 10**14


class Client:
    """Reads a beacon from a node, and verifies it.

    :ivar chain: the chain, whose id is the pinned one.
    """

    chain: Chain

    def __init__(
        self, url: str, pin: str | Bytes | Chain, *, checkpoint: Bytes | None = None, timeout: float | SupportsIndex = 30.0
    ) -> None:
        """
        :param url: of a node: ``http://`` or ``https://``.
        :param pin: the id of the chain, as 32 bytes or 64 hexadecimal digits; or the chain, so that nothing is asked for it.
        :param checkpoint: the result of :meth:`checkpoint`, from a source that you trust; verification begins after it.
        :param timeout: seconds that a node may be silent.
        :raises Invalid: if the node or the checkpoint belongs to another chain.
        :raises Misuse: if the URL is not an address of a node, or the timeout is not above 0.
        :raises Unavailable: if the node does not answer.
        """
        self._url, self._timeout = _address(_arguments.text(url, "url")), _arguments.seconds(timeout, "timeout")
        if self._timeout == 0:
            raise Misuse("timeout: no node answers in 0 seconds")
        self._page = 0
        self.chain = pin if isinstance(pin, Chain) else self._pinned(pin)
        self._last: Round | None = None
        self._tip = self.chain.start()
        if checkpoint is not None:
            if isinstance(checkpoint, (str, os.PathLike)):
                kind = type(checkpoint).__name__
                raise TypeError(f"checkpoint: bytes are wanted, not {kind}: of a file, pathlib.Path(file).read_bytes()")
            for self._last in bundle.open(checkpoint, self.chain, trust_start=True):
                self._tip = self._last.before
            if self._last is None:
                raise Malformed("the checkpoint has no round")
        # The opening time and the beacon of every verified round after this one.
        self._known_from = self._last.number if self._last else 1
        self._times, self._beacons = array("Q"), bytearray()
        if self._last is not None:
            self._keep(self._last)

    @property
    def verified(self) -> int:
        """The last round that was verified; 0 before the first."""
        return self._last.number if self._last else 0

    def latest(self, progress: Counted | None = None) -> Round:
        """The node's latest round, verified, together with all rounds before it that were not verified yet.

        :param progress: gets the rounds verified in this call, and their total number as far as it is known.
        :raises Invalid: if a round does not hold; ``round`` says which.
        :raises NotYet: if there is no round yet.
        :raises Unavailable: if the node does not answer.
        """
        _arguments.function(progress, "progress")
        done = 0
        for _ in self._news():
            done += 1
            if progress is not None:
                progress(done, max(done, self._page))
        if self._last is None:
            raise _to_come("round 1 is still to come")
        return self._last

    def round(self, number: SupportsIndex) -> Round:
        """A round by its number, verified, together with all rounds before it that were not verified yet.

        :raises Misuse: if it lies before the checkpoint.
        :raises NotYet: if it is still to come.
        """
        wanted = _arguments.whole(number, "number")
        if wanted < 1:
            raise Misuse(f"rounds are counted from 1: there is no round {wanted}")
        if wanted < self._known_from:
            raise Misuse(f"round {wanted} lies before the checkpoint: begin with an earlier one, or with the genesis")
        if wanted > self.verified:
            for found in self._news(wanted):
                if found.number == wanted:
                    return found
            raise _to_come(f"round {wanted} is still to come")
        if self._last is not None and wanted == self._last.number:
            return self._last
        return self._again(wanted)

    def at(self, time: SupportsIndex | datetime) -> Round:
        """The last round that opened at or before a time.

        It is chosen from the verified rounds, and not by the node.

        :param time: a ``datetime`` with a time zone, or milliseconds since 1970.
        :raises Misuse: if it lies before the first round that is known, or has no time zone.
        :raises NotYet: while another round may be the answer, as is usual for the present time: a round exists some time after it opened.
        """
        time_ms = _milliseconds(time)
        last, period_ms = self._last or self.latest(), self.chain.period_ms
        if time_ms >= last.time_ms + period_ms:
            last = self.latest()
        if time_ms >= last.time_ms + period_ms:
            raise _to_come(f"the last round until then is still to come: a later one than {last.number} may open")
        place = bisect_right(self._times, time_ms) - 1
        if place < 0:
            first_ms, what = self._times[0], time if isinstance(time, datetime) else f"{time_ms} ms"
            began = f"round {self._known_from}, the first that is known, opened at {_said(first_ms)} ({first_ms} ms)"
            is_seconds = not isinstance(time, datetime) and first_ms <= 1000 * time_ms
            advice = f"; a time in seconds is {time_ms}000 in milliseconds" if is_seconds else ""
            raise Misuse(f"no round that is known opened at or before {what}: {began}{advice}")
        return self.round(self._known_from + place)

    def watch(self, attempts: SupportsIndex | None = None) -> Iterator[Round]:
        """The latest round, and then every round as it comes, without a gap: verified.

        :param attempts: the number of times in a row that the node may fail to answer; unlimited if it is left out.
        :raises Invalid: if a round does not hold.
        :raises Unavailable: if the node failed so often.
        """
        return self._watch(None if attempts is None else _arguments.whole(attempts, "attempts"))

    def _watch(self, attempts: int | None) -> Iterator[Round]:
        failures, is_first = 0, True
        while True:
            try:
                # The rounds that came while nobody listened; of those before the first call only the latest.
                if is_first:
                    for _ in self._news():
                        pass
                    is_first = False
                    if self._last is not None:
                        yield self._last
                for _ in self._events():
                    failures = 0
                    yield from self._news()
                raise Unavailable("the node has closed its stream")
            except Unavailable:
                failures += 1
                if attempts is not None and failures >= attempts:
                    raise
            time.sleep(min(_FIRST_PAUSE * 2 ** min(failures - 1, 16), _LONGEST_PAUSE))

    def checkpoint(self) -> bytes:
        """A starting point for a client that trusts it: a bundle of the last verified round.

        :raises Misuse: if no round was verified yet.
        """
        if self._last is None:
            raise Misuse("no round was verified yet")
        return bundle.write(self.chain, self._last.before, [bytes(self._last)])

    def _pinned(self, pin: str | Bytes) -> Chain:
        """The chain of the node's genesis, which must be the pinned one."""
        meant = _chain_id(pin)
        with self._get("/v1/genesis") as answer:
            data = _whole(answer, _MAX_GENESIS)
        try:
            genesis = bytes.fromhex(json.loads(data)["bytes"])
        except (ValueError, TypeError, KeyError):
            raise Unavailable("the node's answer has no genesis") from None
        chain = Chain(genesis)
        if chain.id != meant:
            raise Invalid(f"the node is of chain {chain.id.hex()}, not of the pinned chain {meant.hex()}")
        return chain

    def _news(self, to: int | None = None) -> Iterator[Round]:
        """The rounds after the last verified one, up to ``to`` or the node's latest."""
        while to is None or self.verified < to:
            query = {"from": self.verified + 1} | ({} if to is None else {"to": min(to, self.verified + 500)})
            try:
                with self._get("/v1/bundle", query) as answer:
                    reader = RoundReader.after(answer, self.chain, self._reached())
                    self._page = reader.count
                    for found in _until_cut(reader, answer):
                        self._last = found
                        self._keep(found)
                        yield found
            except NotYet:
                return

    def _reached(self) -> Tip:
        """The tip from which the next round is verified."""
        if self._last is None:
            return self._tip
        return self._last.after

    def _keep(self, found: Round) -> None:
        self._times.append(found.time_ms)
        self._beacons += found.beacon

    def _again(self, number: int) -> Round:
        """A round that was verified before. Its seed is the beacon before it, and its beacon stands for its lots and its delay; both
        are compared, so that the bundle's state of the rounds before need not be trusted."""
        with self._get("/v1/bundle", {"from": number, "to": number}) as answer:
            found = next(RoundReader(answer, self.chain, trust_start=True), None)
        place = 32 * (number - self._known_from)
        if found is None or found.number != number or found.beacon != self._beacons[place : place + 32]:
            raise Invalid(f"round {number}: the node has another one than it had before")
        return found

    def _events(self) -> Iterator[None]:
        """Yields once when the stream is open, and whenever the node announces a round."""
        with self._get("/v1/stream", headers={"Accept": "text/event-stream"}) as answer:
            yield
            while line := answer.readline(_MAX_LINE):
                if line.rstrip(b"\r\n") == b"event: round":
                    yield

    @contextmanager
    def _get(
        self, path: str, query: dict[str, int] | None = None, headers: dict[str, str] | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """An answer of the node; all transport errors are :class:`Unavailable`."""
        url = self._url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        request = urllib.request.Request(url, headers={"User-Agent": "heliast-python"} | (headers or {}))
        try:
            with self._opened(request) as answer:
                yield answer
        except HeliastError:
            raise
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable(f"{self._url} does not answer: {error}") from error

    def _opened(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        try:
            answer: http.client.HTTPResponse = urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (ValueError, OverflowError) as error:
            # The node redirects its clients to an invalid address.
            raise Unavailable(f"{self._url} does not answer: {error}") from error
        return answer


def _until_cut(reader: RoundReader, answer: http.client.HTTPResponse) -> Iterator[Round]:
    """The rounds of a bundle. A cut connection does not count as an error of its bytes."""
    try:
        yield from reader
    except Malformed:
        if answer.isclosed() and answer.length:
            raise Unavailable("the node's answer was cut off") from None
        raise


def _address(url: str) -> str:
    """The beginning of all addresses of a node."""
    try:
        parts = urllib.parse.urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool((parts.hostname or "").encode("idna"))
        is_address &= parts.port != 0 and parts.path.isascii() and "@" not in parts.netloc and not re.search(r"[\0- \x7f?#]", url)
    except ValueError:
        is_address = False
    if not is_address:
        raise Misuse(f"{url!r} is not an address of a node, as https://beacon.example or http://127.0.0.1:7420")
    return url.rstrip("/")


def _chain_id(pin: str | Bytes) -> bytes:
    if not isinstance(pin, (str, bytes)):
        pin = _arguments.data(pin, "pin, if it is not text or heliast.bundle.Chain")
    try:
        meant = bytes.fromhex(pin) if isinstance(pin, str) else pin
    except ValueError:
        meant = b""
    if len(meant) != 32:
        raise Misuse("a chain id has 32 bytes, or 64 hexadecimal digits")
    return meant


def _whole(answer: http.client.HTTPResponse, most: int) -> bytes:
    data = answer.read(most + 1)
    if len(data) > most:
        raise Unavailable(f"the node's answer has more than {most} bytes")
    return data


def _refusal(error: urllib.error.HTTPError) -> HeliastError:
    """The node's message in place of an answer."""
    text, hint = f"{error.code} {error.reason}", None
    try:
        said = json.loads(error.read(_MAX_ERROR))
        text, hint = str(said["error"]), str(said["hint"])
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError):
        pass
    message = f"the node says: {text}"
    refusal = _to_come(message) if error.code == 425 else Unavailable(message)
    refusal.hint = hint or refusal.hint
    return refusal


def _to_come(message: str) -> NotYet:
    error = NotYet(message)
    error.reason, error.hint = "to-come", "try again later"
    return error


def _said(time_ms: int) -> str:
    """A time for people; a time beyond Python's years is shown as a number."""
    try:
        return (_EPOCH + timedelta(milliseconds=time_ms)).isoformat(" ", "seconds")
    except OverflowError:
        return "a time beyond the year 9999"


def _milliseconds(time: SupportsIndex | datetime) -> int:
    """A time in milliseconds since 1970."""
    if not isinstance(time, datetime):
        if isinstance(time, float):
            raise _arguments.wanted("time: a datetime, or a whole number of milliseconds since 1970,", time)
        time_ms = _arguments.whole(time, "time, if it is not a datetime")
        if time_ms >= _FAR:
            raise Misuse(f"times are in milliseconds since 1970: {time_ms} looks like microseconds or nanoseconds")
        return time_ms
    if time.utcoffset() is None:
        raise Misuse(f"the time {time} has no time zone: make it with one, as datetime.now(timezone.utc) does")
    return (time - _EPOCH) // timedelta(milliseconds=1)
