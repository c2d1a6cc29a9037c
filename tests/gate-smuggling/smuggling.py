"""Sends every attack through the real gate to three sites, each of which logs what reaches it. `run` says how."""

import json
import os
import re
import socket
import subprocess
import sys
import unittest
from pathlib import Path

import attacks
import h2.config
import h2.connection
import h2.events
import h2.exceptions
import hpack
from attacks import FORGED, H2C, LATE, SOCKET, get
from hyperframe.frame import HeadersFrame, SettingsFrame

HERE = Path(__file__).resolve().parent
HELIAST = os.environ["HELIAST"]
WORK = Path(os.environ["WORK"])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# Only failures take that long.
PATIENCE = 300
# The gate answers it itself, and closes: so reading ends.
LAST = get("/.heliast/last", "Connection: close\r\n").encode()


def frames(*lists, stream=1):
    """A client's side of HTTP/2 from its beginning, with one request for each list of headers."""
    encoder = hpack.Encoder()
    sent = PREFACE + SettingsFrame(0).serialize()
    for fields in lists:
        flags = ["END_HEADERS", "END_STREAM"]
        sent += HeadersFrame(stream, encoder.encode(fields, huffman=False), flags=flags).serialize()
        stream += 2
    return sent


def ask(path, address=None):
    fields = [(":method", "GET"), (":path", path), (":scheme", "http"), (":authority", "site")]
    return fields + ([("x-forwarded-for", address)] if address else [])


class Site:
    """A site in a process of its own, and the gate before it."""

    def __init__(self, command, gate_options=()):
        self.log = WORK / f"{len(list(WORK.iterdir()))}.log"
        self.log.touch()
        listener = socket.create_server(("127.0.0.1", 0))
        upstream = f"http://127.0.0.1:{listener.getsockname()[1]}"
        handle = str(listener.fileno())
        self.site = subprocess.Popen([*command, handle, self.log], pass_fds=[listener.fileno()], cwd=HERE)
        listener.close()
        options = ["--upstream", upstream, "--listen", "127.0.0.1:0", "--insecure", "--floor", "1000", "--ceiling",
                   "1000", "--open", "/open/", "--close", "/closed", "--bind", "nobody", *gate_options]
        with open(f"{self.log}.gate", "wb") as errors:
            self.gate = subprocess.Popen([HELIAST, "--json", "gate", *options], stdout=subprocess.PIPE, stderr=errors,
                                         text=True)
        self.url = json.loads(self.gate.stdout.readline())["url"]
        self.port = int(self.url.rsplit(":", 1)[1])
        solved = subprocess.run([HELIAST, "--json", "stamp", "solve", f"{self.url}/page"], check=True,
                                capture_output=True, text=True)
        self.cookie = re.search(r"heliast-pass=[^;\"]+", solved.stdout)[0]
        self.read = len(self.seen())

    def seen(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def news(self):
        """The requests that have reached the site since the last call."""
        seen = self.seen()
        new, self.read = seen[self.read:], len(seen)
        return new

    def connect(self, source="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def send(self, sent, source="127.0.0.1"):
        """The bytes that come back until the gate closes."""
        with self.connect(source) as stream:
            return exchange(stream, sent)

    def end(self):
        for process in (self.gate, self.site):
            process.terminate()
            process.wait(PATIENCE)
        self.gate.stdout.close()


def exchange(stream, sent):
    got = b""
    try:
        stream.sendall(sent)
    except OSError:
        pass  # The gate has closed before it has read all.
    try:
        while part := stream.recv(1 << 16):
            got += part
    except TimeoutError:
        got += b"\r\n(and stays open)"
    except OSError:
        pass
    return got


def status(answer):
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    return int(found[1]) if found else 0


class Sites:
    """The tests, for each site."""

    command = None

    @classmethod
    def setUpClass(cls):
        cls.site = Site(cls.command)

    @classmethod
    def tearDownClass(cls):
        cls.site.end()

    def check(self, seen, reaches, answers):
        """Checks that only these requests have reached the site, each answered once, and that no header is forged."""
        asked = [(one["method"], one["target"]) for one in seen if one["target"] != LATE]
        self.assertEqual(asked, reaches[:len(asked)])
        if answers is not None:
            self.assertLessEqual(answers, len(asked), "the site's answers")
        for one in seen:
            self.assertNotIn(FORGED, json.dumps(one))
            names = [name.lower() for name, _ in one["headers"]]
            self.assertEqual(len(names), len(set(names)), names)
            for name, value in one["headers"]:
                self.assertRegex(name, r"\A[A-Za-z0-9-]+\Z")
                if name.lower() in ("x-forwarded-for", "x-real-ip"):
                    self.assertEqual(value, "127.0.0.1")
            kept = {"upgrade", "http2-settings", "te", "trailer", "keep-alive", "expect", "proxy-connection"}
            self.assertFalse(kept.intersection(names), names)

    def test_what_is_known_of_http_1(self):
        preface = frames(ask("/unpaid"), ask("/closed", FORGED)).decode("latin-1")
        for attack in attacks.all_attacks(preface):
            with self.subTest(attack.name):
                text = attack.bytes.replace("PASS", f"Cookie: {self.site.cookie}\r\n")
                answer = self.site.send(text.encode("latin-1") + LAST)
                self.assertNotIn(b"(and stays open)", answer)
                answers = None if LATE in attack.bytes else answer.lower().count(b"\nx-site: ")
                self.check(self.site.news(), attack.reaches, answers)
                self.assertIn(status(answer), attack.answers, answer[:200])

    def test_what_is_known_of_http_2(self):
        for name, fields, reaches in attacks.streams():
            with self.subTest(name):
                with self.site.connect() as stream:
                    answered = self.answers(stream, frames(fields, ask("/open/last")))
                # The gate may have closed before the request that ends the test.
                seen = [one for one in self.site.news() if one["target"] != "/open/last"]
                self.check(seen, reaches, None)
                self.assertEqual(answered.get(1) == "200", bool(reaches), answered)

    def answers(self, stream, sent):
        """The status of each stream, until the gate closes or has answered the second one."""
        config = h2.config.H2Configuration(client_side=True, validate_inbound_headers=False)
        reader, found = h2.connection.H2Connection(config), {}
        reader.initiate_connection()
        for number in (1, 3):
            reader.send_headers(number, ask("/"), end_stream=True)
        stream.sendall(sent)
        try:
            while not {1, 3} <= found.keys() and (part := stream.recv(1 << 16)):
                for event in reader.receive_data(part):
                    if isinstance(event, h2.events.ResponseReceived):
                        status = dict(event.headers)
                        found[event.stream_id] = (status.get(b":status") or status[":status"].encode()).decode()
                    elif isinstance(event, h2.events.StreamReset):
                        found[event.stream_id] = "reset"
                    elif isinstance(event, h2.events.ConnectionTerminated):
                        return found
        except (ConnectionError, h2.exceptions.ProtocolError):
            pass
        return found

    def test_a_site_gets_as_many_requests_as_the_gate_passes_on(self):
        before = len(self.site.news())
        self.assertEqual(before, 0)
        asked = b"".join(get(f"/open/{i}").encode() for i in range(20))
        answer = self.site.send(asked + LAST)
        self.assertEqual([one["target"] for one in self.site.news()], [f"/open/{i}" for i in range(20)])
        self.assertEqual(answer.lower().count(b"\nx-site: "), 20)


class WebSockets:
    """Sites that know WebSockets."""

    def test_a_websocket_that_was_paid_for_goes_through(self):
        head = get("/page", f"{SOCKET}Cookie: {self.site.cookie}\r\n")
        with self.site.connect() as stream:
            stream.sendall(head.encode())
            reader = stream.makefile("rb")
            lines = []
            while (line := reader.readline().strip()):
                lines.append(line)
            self.assertEqual(status(lines[0] + b" "), 101, lines)
            # A text of five letters, masked by zeros.
            stream.sendall(bytes([0x81, 0x85, 0, 0, 0, 0]) + b"hello")
            self.assertTrue(reader.read(7).endswith(b"hello") or reader.read(4) == b"ello")
            reader.close()
        [seen] = self.site.news()
        self.assertEqual((seen["method"], seen["target"]), ("WEBSOCKET", "/page"))


class Hypercorn(Sites, WebSockets, unittest.TestCase):
    """hypercorn speaks h2c."""
    command = [sys.executable, "site_asgi.py"]

    def test_an_upgrade_to_h2c_is_no_door(self):
        """The first attack that was seen: after 101 the same socket carried requests that nobody had paid for."""
        for path, cookie in [("/robots.txt", ""), ("/page", f"Cookie: {self.site.cookie}\r\n")]:
            with self.site.connect() as stream:
                stream.sendall(get(path, H2C + cookie).encode())
                head = stream.recv(1 << 16)
                # The upgraded request itself is stream 1.
                later = frames(ask("/unpaid"), ask("/closed", FORGED), stream=3)
                exchange(stream, later)
            seen = self.site.news()
            self.check(seen, [("GET", path)], None)
            self.assertEqual((len(seen), status(head)), (1, 200))


class Node(Sites, WebSockets, unittest.TestCase):
    """Node's own server."""
    command = ["node", "site_node.mjs"]


class Plain(Sites, unittest.TestCase):
    """Python's http.server."""
    command = [sys.executable, "site_plain.py"]


class Trusted(unittest.TestCase):
    """A proxy before the gate that is trusted."""

    def test_the_list_that_it_writes_and_no_other_reaches_the_site(self):
        site = Site(["node", "site_node.mjs"], ["--trusted-proxies", "127.0.0.2"])
        self.addCleanup(site.end)
        head = f"X-Forwarded-For: 198.51.100.1\r\nForwarded: for={FORGED}\r\nX-Forwarded-Proto: https\r\n" \
               f"X_Forwarded_For: {FORGED}\r\nX-Original-URL: /closed\r\n"
        for source, expected in [
            ("127.0.0.2", {"x-forwarded-for": "198.51.100.1, 198.51.100.1", "x-real-ip": "198.51.100.1",
                           "x-forwarded-proto": "https"}),
            ("127.0.0.1", {"x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1"}),
        ]:
            site.send(get("/open/x", head).encode() + LAST, source)
            [seen] = site.news()
            self.assertNotIn(FORGED, json.dumps(seen))
            told = {name.lower(): value for name, value in seen["headers"]}
            self.assertEqual({name: told[name] for name in told if name not in ("host", "connection")}, expected)


if __name__ == "__main__":
    unittest.main()
