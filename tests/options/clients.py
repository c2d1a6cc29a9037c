"""Clients' views of a server's limits: each function returns true if the limit acts.

All take the server, and the greatest number of seconds to wait for an effect that does not happen without the limit.
Every check has addresses of its own, so that it does not use up the allowance of another.
"""

import contextlib
import itertools
import json
import select
import socket
import subprocess
import time

ADDRESSES = itertools.count(1)
# A route that is answered at once and to all, one with some hundred thousand bytes, and one that takes a body.
SHORT = {"up": "/v1/status", "node": "/v1/status", "relay": "/v1/status", "gate": "/robots.txt"}
LONG = {"up": "/openapi.json", "node": "/openapi.json", "relay": "/openapi.json", "gate": "/.well-known/long"}
# This many of the long answers are some megabytes.
MEGABYTES = {"up": 60, "node": 60, "relay": 60, "gate": 3}
MANY = 400
# An answer that comes later is none. Only failures take that long.
PATIENCE_S = 600


def address():
    """An address that no other check has, in a network of its own."""
    high, low = divmod(next(ADDRESSES), 250)
    return f"127.{high + 1}.{low}.1"


def connect(server, source=None):
    stream = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, (source or address(), 0))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return stream


def request(path, more=""):
    return f"GET {path} HTTP/1.1\r\nhost: here\r\n{more}\r\n".encode()


def closed(streams, patience):
    """The number of streams that the server has closed, as soon as it is one, or when the time is over."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        readable = select.select(streams, [], [], 0.05)[0]
        gone = [stream for stream in readable if is_closed(stream)]
        if gone:
            return len(gone)
    return 0


def is_closed(stream):
    try:
        return stream.recv(1, socket.MSG_PEEK) == b""
    except OSError:
        return True


def statuses(server, count, path, source, more=lambda number: ""):
    """The codes of this many answers, each on a connection of its own."""
    codes = []
    for number in range(count):
        with connect(server, source) as stream:
            stream.sendall(request(path, f"connection: close\r\n{more(number)}"))
            codes.append(code(whole(stream)))
    return codes


def whole(stream):
    parts = []
    with contextlib.suppress(OSError):
        while part := stream.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def code(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else 0


def is_refused(codes):
    return any(code in (0, 429, 503) for code in codes)


def request_burst(server, _):
    return is_refused(statuses(server, 20, SHORT[server.verb], address()))


def many_requests(server, _):
    """More requests than may come at once: if many may come in a second, they continue."""
    source = address()
    with connect(server, source) as stream:
        stream.sendall(request(SHORT[server.verb]) * (MANY - 1) + request(SHORT[server.verb], "connection: close\r\n"))
        answers = whole(stream)
    return b"HTTP/1.1 429" in answers or answers.count(b"HTTP/1.1 ") < MANY


def long_answers(server, _):
    return is_refused(statuses(server, 3, LONG[server.verb], address()))


def many_clients(server, _):
    """One proxy asks for twenty clients: they are distinguished if the proxy is trusted."""
    said = lambda number: f"x-forwarded-for: 198.51.{number}.7\r\n"
    return is_refused(statuses(server, 20, SHORT[server.verb], address(), said))


def client_connections(server, patience):
    return idle(server, [address()] * 8, patience)


def connections(server, patience):
    return idle(server, [address() for _ in range(14)], patience)


def idle(server, sources, patience):
    with contextlib.ExitStack() as stack:
        return closed([stack.enter_context(connect(server, source)) for source in sources], patience) > 0


def slow_header(server, patience):
    with connect(server) as stream:
        stream.sendall(b"GET / HTTP/1.1\r\nhost:")
        return closed([stream], patience) > 0


def slow_body(server, patience):
    """A body of which half is sent: the answer is a timeout, or there is no answer."""
    with connect(server) as stream:
        stream.sendall(f"POST {SHORT[server.verb]} HTTP/1.1\r\nhost: here\r\ncontent-length: 10\r\n\r\nhalf".encode())
        return bool(select.select([stream], [], [], patience)[0])


def unread_answer(server, patience):
    """More answers than the buffers between the two can hold, of which nothing is read."""
    with connect(server) as stream:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.setblocking(False)
        # Longer than the server reads ahead, so that the end of the connection is noticed although nothing is read.
        with contextlib.suppress(BlockingIOError):
            stream.send(request(LONG[server.verb], f"x-more: {'x' * 4000}\r\n") * 150)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            # A connection that is closed with unsent bytes is reset, or ends in the middle; nothing is read from it.
            poll = select.poll()
            poll.register(stream, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
            if poll.poll(50):
                return True
        return False


def streams_of_all(server, patience):
    return held(server, "/v1/stream", [address() for _ in range(6)], patience)


def streams_of_one(server, patience):
    return held(server, "/v1/stream", [address()] * 4, patience)


def waiting_of_all(server, patience):
    return held(server, next_round(server), [address() for _ in range(6)], patience)


def waiting_of_one(server, patience):
    return held(server, next_round(server), [address()] * 4, patience)


def next_round(server):
    with connect(server) as stream:
        stream.sendall(request("/v1/status", "connection: close\r\n"))
        latest = json.loads(whole(stream).split(b"\r\n\r\n", 1)[1])["latest"]
    return f"/public/{latest + 1}"


def held(server, path, sources, patience):
    """Whether one of the answers that do not end is refused. A stream begins at once; a request that waits says nothing."""
    with contextlib.ExitStack() as stack:
        streams = [stack.enter_context(connect(server, source)) for source in sources]
        for stream in streams:
            stream.sendall(request(path))
        until = time.monotonic() + patience
        while streams and time.monotonic() < until:
            for stream in select.select(streams, [], [], 0.05)[0]:
                if code(stream.recv(64)) != 200:
                    return True
                streams.remove(stream)
        return False


def ends_at_once(server, patience):
    """An answer that is not read when the server is told to end: it is cut off, or finished."""
    with connect(server) as stream:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.sendall(request(LONG[server.verb]) * MEGABYTES[server.verb])
        select.select([stream], [], [], PATIENCE_S)
        server.end()
        # A server with a long limit waits while nobody reads the answer, and the other server ends.
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.process.wait(patience)
        # Reads fast from now on: a server has limits of its own, too.
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        answers = whole(stream)
    # The last answer that was begun is complete if there was time for it.
    last = answers[answers.rindex(b"HTTP/1.1 "):]
    head, _, body = last.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return len(body) < int(lengths[0].split(b":")[1])
