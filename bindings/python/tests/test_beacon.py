"""`heliast.beacon`: against a real node where there is one, and against nodes that lie."""

import json
import os
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from heliast import Invalid, Malformed, Misuse, NotYet, Unavailable, beacon, bundle
from test_bundle import DATA, ID, PLAIN

PROGRAM = os.environ.get("HELIAST", "")
COUNT = int(PLAIN["to"])
ROUNDS = list(bundle.open(DATA, ID))
CHAIN = bundle.open(DATA, ID).chain


class Node(BaseHTTPRequestHandler):
    """What a node answers from the vectors' chain, of which it has the rounds up to `latest`."""

    latest = COUNT
    genesis = CHAIN.genesis
    # What it says in place of the rounds' bytes.
    lies: dict[int, bytes] = {}
    # Bytes of an answer before it is cut off.
    cut: int | None = None
    fails = 0
    # An address to which it sends everybody.
    elsewhere = ""

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: int(values[0]) for name, values in parse_qs(url.query).items()}
        if self.elsewhere:
            self.send_response(302)
            self.send_header("Location", self.elsewhere)
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif type(self).fails:
            type(self).fails -= 1
            self.reply(503, b"<html>busy</html>")
        elif url.path == "/v1/genesis":
            self.reply(200, json.dumps({"bytes": self.genesis.hex()}).encode())
        elif url.path == "/v1/stream":
            self.reply(200, b": a comment\n\nevent: status\ndata: {}\n\nevent: round\nid: 1\ndata: {}\n\n")
        elif query["from"] > self.latest:
            self.reply(425, json.dumps({"error": "to come", "hint": "wait", "code": 4}).encode())
        else:
            last = min(query.get("to", self.latest), self.latest, query["from"] + 6)
            listed = ROUNDS[query["from"] - 1 : last]
            rounds = [self.lies.get(found.number, bytes(found)) for found in listed]
            self.reply(200, bundle.write(CHAIN, listed[0].before, rounds))

    def reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: self.cut])

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def serving(**behaviour: object) -> Iterator[tuple[str, type[Node]]]:
    node = type("Serving", (Node,), behaviour)
    with ThreadingHTTPServer(("127.0.0.1", 0), node) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/", node
        finally:
            server.shutdown()
            thread.join()


def test_rounds_are_verified_as_they_come() -> None:
    with serving(latest=4) as (url, node):
        client = beacon.Client(url, ID)
        assert client.chain == CHAIN and client.verified == 0
        told: list[tuple[int, int]] = []
        assert client.latest(lambda done, of: told.append((done, of))) == ROUNDS[3] and len(told) == 4
        assert client.verified == 4
        node.latest = COUNT
        assert client.round(2) == ROUNDS[1] and client.verified == 4
        assert client.round(6) == ROUNDS[5] and client.verified == 6
        assert client.latest() == client.latest() == client.round(COUNT) == ROUNDS[-1]
        with pytest.raises(NotYet, match=f"round {COUNT + 1} is still to come") as caught:
            client.round(COUNT + 1)
        assert caught.value.reason == "to-come" and caught.value.hint
        with pytest.raises(Misuse, match="no round 0"):
            client.round(0)
        assert beacon.Client(url, client.chain).latest() == ROUNDS[-1]


def test_rounds_by_time() -> None:
    with serving() as (url, _):
        client = beacon.Client(url, ID)
        for found, after in zip(ROUNDS, ROUNDS[1:], strict=False):
            for time_ms in (found.time_ms, after.time_ms - 1):
                assert client.at(time_ms).number == found.number
        last = ROUNDS[-1].time_ms
        assert client.at(last + CHAIN.period_ms - 1) == ROUNDS[-1]
        with pytest.raises(NotYet, match="may open"):
            client.at(last + CHAIN.period_ms)
        with pytest.raises(Misuse, match="opened at or before"):
            client.at(ROUNDS[0].time_ms - 1)
        past = datetime(1984, 5, 6, tzinfo=timezone.utc)
        with pytest.raises(Misuse, match=r"before 1984-05-06 00:00:00\+00:00: round 1, the first that is known, opened at .* \(\d+ ms\)$"):
            client.at(past)


def test_a_checkpoint_is_bytes_and_not_the_name_of_a_file() -> None:
    for name in ("f", Path("f")):
        with pytest.raises(TypeError, match=r"checkpoint: bytes are wanted, not .*: of a file, .*read_bytes\(\)"):
            beacon.Client("http://127.0.0.1:1", CHAIN, checkpoint=name)  # type: ignore[arg-type]


def test_a_beacon_without_a_round_is_not_away() -> None:
    with serving(latest=0) as (url, node):
        client = beacon.Client(url, ID)
        with pytest.raises(NotYet, match="round 1 is still to come") as caught:
            client.latest()
        assert not isinstance(caught.value, Unavailable)
        node.latest = 1
        assert client.latest() == ROUNDS[0]


def test_times_are_dates_or_milliseconds() -> None:
    with serving() as (url, _):
        client = beacon.Client(url, ID)
        opened = datetime.fromtimestamp(ROUNDS[2].time_ms / 1000, timezone.utc)
        there = opened.astimezone(timezone(timedelta(hours=-5, minutes=-30)))
        for time in (opened, there, ROUNDS[2].time_ms):
            assert client.at(time).number == 3
        assert client.at(opened - timedelta(microseconds=1)).number == 2
        with pytest.raises(Misuse, match="has no time zone: make it with one"):
            client.at(opened.replace(tzinfo=None))
        with pytest.raises(Misuse, match="a time in seconds is .*000 in milliseconds"):
            client.at(ROUNDS[2].time_ms // 1000 + 1)
        with pytest.raises(Misuse, match=r"before 5 ms: round 1, .* ms\)$"):
            client.at(5)
        for finer in (1_000, 1_000_000):
            with pytest.raises(Misuse, match="looks like microseconds or nanoseconds"):
                client.at(1_700_000_000_000 * finer)


def test_a_checkpoint_is_gone_on_from() -> None:
    with serving(latest=9) as (url, node):
        client = beacon.Client(url, ID)
        with pytest.raises(Misuse, match="no round was verified"):
            client.checkpoint()
        client.latest()
        saved = client.checkpoint()
        node.latest = COUNT
        later = beacon.Client(url, ID, checkpoint=saved)
        assert later.verified == 9 and later.round(9).beacon == ROUNDS[8].beacon
        assert later.latest() == ROUNDS[-1] and later.round(10).beacon == ROUNDS[9].beacon
        assert later.at(ROUNDS[11].time_ms).number == 12
        with pytest.raises(Misuse, match="before the checkpoint"):
            later.round(8)
        with pytest.raises(Malformed):
            beacon.Client(url, ID, checkpoint=saved[:-1])


def test_watching_leaves_no_gap() -> None:
    with serving(latest=3) as (url, node):
        seen = []
        # The stream of this node ends at once, so that the client connects again and again.
        for found in beacon.Client(url, ID).watch():
            seen.append(found)
            node.latest = min(COUNT, node.latest + 2)
            if found.number == COUNT:
                break
            if found.number == 8:
                node.fails = 1
        assert seen == ROUNDS[2:]


def test_a_node_that_stays_away_is_given_up() -> None:
    with serving(fails=10**9) as (url, _):
        with pytest.raises(Unavailable, match="503"):
            beacon.Client(url, ID)
        with pytest.raises(Unavailable, match="503"):
            next(beacon.Client(url, CHAIN).watch(attempts=2))
    with pytest.raises(Unavailable, match="does not answer") as caught:
        beacon.Client(url, ID)
    assert isinstance(caught.value, ConnectionError)
    no_addresses = ["ftp://127.0.0.1", "beacon.example", "", "http://", "http://[x", "http://[x]", "http://host:port", "http://host:0"]
    no_addresses += ["http://host:65536", "http://a b", "http://host/\n", "http://host/ä", "http://" + "a" * 64, "http://host?a"]
    for no_address in [*no_addresses, "http://host#a", "http://user:word@host"]:
        with pytest.raises(Misuse, match="http"):
            beacon.Client(no_address, ID)
    for timeout in (0, -1, 1e10, float("nan")):
        with pytest.raises(Misuse, match="timeout: "):
            beacon.Client("http://127.0.0.1:1", CHAIN, timeout=timeout)


def test_a_node_that_sends_its_clients_nowhere_is_away() -> None:
    for nowhere in ("http://[x", "http://127.0.0.1:99999/", "http://" + "a" * 64 + "/", "ftp://127.0.0.1:1/", "http:///"):
        with serving(elsewhere=nowhere) as (url, _), pytest.raises(Unavailable) as caught:
            beacon.Client(url, ID)
        assert str(caught.value).count("does not answer") <= 1


def test_liars_are_found() -> None:
    bad = bytearray(bytes(ROUNDS[4]))
    bad[-1] ^= 1
    with serving(lies={5: bytes(bad)}) as (url, _):
        client = beacon.Client(url, ID)
        with pytest.raises((Invalid, Malformed)) as caught:
            client.latest()
        assert getattr(caught.value, "round", None) == 5 and client.verified == 4
        assert client.round(4) == ROUNDS[3]
    with serving() as (url, node):
        client = beacon.Client(url, ID)
        client.latest()
        # A round that was verified before, and another one in its place.
        node.lies = {3: bytes(ROUNDS[3])}
        with pytest.raises((Invalid, Malformed)):
            client.round(3)
        with pytest.raises(Invalid, match="not of the pinned chain"):
            beacon.Client(url, bytes(32))
        for no_id in ("", "00", b"short", "zz" * 32):
            with pytest.raises(Misuse, match="chain id"):
                beacon.Client(url, no_id)
        node.genesis = b"HLGN"
        with pytest.raises(Malformed):
            beacon.Client(url, ID)


def test_a_cut_answer_is_the_networks_fault() -> None:
    with serving() as (url, node):
        client = beacon.Client(url, ID)
        node.cut = len(DATA) // 4
        with pytest.raises(Unavailable):
            client.latest()
        node.cut = None
        assert client.latest() == ROUNDS[-1]


def test_derived_randomness() -> None:
    from vectors import cases

    for case in cases("round", "derive"):
        assert beacon.derive(bytes.fromhex(case["beacon"]), case["label"].encode()).hex() == case["randomness"]
    for label in (b"", bytes(201)):
        with pytest.raises(Misuse, match="label"):
            beacon.derive(bytes(32), label)
    with pytest.raises(Misuse, match="a beacon has 32 bytes"):
        beacon.derive(bytes(31), b"a")


@pytest.mark.skipif(not PROGRAM, reason="HELIAST is not set")
def test_a_real_node(tmp_path: Path) -> None:
    options = ["--data", tmp_path / "data", "--period", "0.3", "--listen", "127.0.0.1:0"]
    node = subprocess.Popen(
        [PROGRAM, "up", *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path
    )
    try:
        assert node.stdout is not None
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said)):
            line = node.stdout.readline()
            assert line, said
            said += line
        # Nobody may wait for this program because its output is full.
        threading.Thread(target=node.stdout.read, daemon=True).start()
        url = found.group()
        with urlopen(f"{url}/v1/genesis") as answer:
            told = json.loads(answer.read())
        client = beacon.Client(url, told["chain"])
        seen = []
        for current in client.watch(attempts=600):
            seen.append(current)
            if len(seen) == 4:
                break
        assert [r.number for r in seen] == list(range(seen[0].number, seen[0].number + 4))
        assert client.at(seen[1].time_ms).beacon == client.round(seen[1].number).beacon == seen[1].beacon
        with urlopen(f"{url}/v1/rounds/{seen[2].number}") as answer:
            assert json.loads(answer.read())["randomness"] == seen[2].beacon.hex()
    finally:
        node.kill()
        node.wait()
