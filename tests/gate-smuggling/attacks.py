"""The attacks: bytes for a gate, without payment unless stated, with the requests that may reach the site and the gate's
possible first answers. `/open/` is open, `/closed` is closed, `FORGED` is an address that nobody has, and `LATE` is a path
whose requests may reach the site after they were answered."""

from typing import NamedTuple

FORGED = "6.6.6.6"
LATE = "/open/late"
NEXT = "GET /closed HTTP/1.1\r\nHost: site\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"
SMUGGLED = "GET /open/smuggled HTTP/1.1\r\nHost: site\r\n\r\n"
H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
SOCKET = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" \
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


class Attack(NamedTuple):
    name: str
    bytes: str
    reaches: list = []
    answers: tuple = (400,)


def get(target, headers="", version="HTTP/1.1", method="GET"):
    return f"{method} {target} {version}\r\nHost: site\r\n{headers}\r\n"


def post(headers, body="", target="/open/x", version="HTTP/1.1"):
    return f"POST {target} {version}\r\nHost: site\r\n{headers}\r\n{body}"


def sized(target, body, method="POST", headers=""):
    return get(target, f"{headers}Content-Length: {len(body)}\r\n", method=method) + body


def chunked(body):
    return f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"


POST, GET = [("POST", "/open/x")], [("GET", "/open/x")]
CHUNKED = "Transfer-Encoding: chunked\r\n"


def upgrades(preface):
    """`preface` is what a client of HTTP/2 sends after 101: requests for an unpaid and for a closed path."""
    yield Attack("h2c on an open path", get("/robots.txt", H2C) + preface, [("GET", "/robots.txt")], (200,))
    yield Attack("h2c, paid", get("/page", H2C + "PASS") + preface, [("GET", "/page")], (200,))
    for upgrade in ("h2c", "H2C", "h2", "HTTP/2.0", "TLS/1.0", "websocket, h2c", "h2c, websocket", "echo"):
        head = f"Connection: Upgrade\r\nUpgrade: {upgrade}\r\n"
        yield Attack(f"upgrade to {upgrade}", get("/open/x", head) + preface, GET, (200,))
    yield Attack("a WebSocket on an open path", get("/open/x", SOCKET), GET, (200,))
    yield Attack("a WebSocket, unpaid", get("/unpaid", SOCKET), [], (401,))
    yield Attack("a WebSocket in HTTP/1.0", get("/open/x", SOCKET, "HTTP/1.0"), GET, (200,))


def lengths():
    for name, head in [
        ("two lengths", "Content-Length: 0\r\nContent-Length: 5\r\n"),
        ("a list of lengths", "Content-Length: 0, 5\r\n"),
        ("a list of one length", "Content-Length: 5, 5\r\n"),
        ("a sign", "Content-Length: +5\r\n"),
        ("a negative length", "Content-Length: -5\r\n"),
        ("a hexadecimal length", "Content-Length: 0x5\r\n"),
        ("no length", "Content-Length:\r\n"),
        ("too long a length", "Content-Length: 99999999999999999999999\r\n"),
        ("a space before the colon", "Content-Length : 5\r\n"),
        ("a tab before the colon", "Content-Length\t: 5\r\n"),
    ]:
        yield Attack(name, post(head, "hello" + NEXT))
    twice = "Content-Length: 5\r\nContent-Length: 5\r\n"
    yield Attack("the same length twice", post(twice, "hello"), POST, (200,))
    yield Attack("a length by another name", post("Content_Length: 99\r\nContent-Length: 5\r\n", "hello"), POST, (200,))
    for method in ("GET", "POST", "OPTIONS"):
        attack = sized("/open/x", NEXT, method)
        yield Attack(f"{method} with a body that nobody reads", attack, [(method, "/open/x")], (200,))
    yield Attack("GET with a body, paid", sized("/page", NEXT, "GET", "PASS"), [("GET", "/page")], (200,))
    yield Attack("GET in chunks", get("/open/x", CHUNKED) + chunked(NEXT), GET, (200,))
    yield Attack("a length that Connection names", sized("/open/x", NEXT, headers="Connection: content-length\r\n"),
                 POST, (200,))


def codings():
    for value in ("chunked, identity", "xchunked", "identity", "chunked;q=1", "chunked\x0b", "gzip", ",", "\"chunked\"",
                  "chunked, chunked", "gzip, chunked", "chunke\u00e9"):
        yield Attack(f"coding {value!a}", post(f"Transfer-Encoding: {value}\r\n", chunked(NEXT)), [], (400, 501))
    for name, head in [
        ("a space before the colon", "Transfer-Encoding : chunked\r\n"),
        ("a fold before the coding", "Transfer-Encoding:\r\n chunked\r\n"),
        ("a fold before the name", " Transfer-Encoding: chunked\r\n"),
        ("a second coding", CHUNKED + "Transfer-Encoding: identity\r\n"),
        ("a first coding", "Transfer-Encoding: identity\r\n" + CHUNKED),
        ("the same coding twice", CHUNKED + CHUNKED),
        ("a bare CR before it", "X: y\rTransfer-Encoding: chunked\r\n"),
    ]:
        yield Attack(f"coding with {name}", post(head, chunked(NEXT)), [], (400, 501))
    yield Attack("coding in HTTP/1.0", post(CHUNKED, chunked(NEXT), version="HTTP/1.0"))
    # hyper uses the coding, sends the site no length, and closes.
    for head in ("Content-Length: 5\r\n" + CHUNKED, CHUNKED + "Content-Length: 5\r\n"):
        yield Attack("length and coding", post(head, "0\r\n\r\n" + NEXT), POST, (200,))
    yield Attack("a coding by another name", post("Transfer_Encoding: chunked\r\nContent-Length: 5\r\n", "hello"), POST,
                 (200,))
    for name, body in [("a large chunk", "f" * 17 + "\r\n"), ("a hexadecimal chunk", "0x5\r\nhello\r\n0\r\n\r\n"),
                       ("a negative chunk", "-1\r\n"), ("a chunk without CR", "5\nhello\n0\n\n"),
                       ("a chunk without an end", "5\r\nhelloXX0\r\n\r\n")]:
        # The site may have heard of the request before its body was found bad, or hears of it later.
        yield Attack(name, post(CHUNKED, body + NEXT, LATE), [], (200, 400, 502))
    yield Attack("trailers", post(CHUNKED + "Trailer: X-Forwarded-For\r\n",
                                  f"5\r\nhello\r\n0\r\nX-Forwarded-For: {FORGED}\r\n\r\n"), POST, (200,))


def refusals():
    last = [("GET", "/open/next")]
    for name, attack, answers in [
        ("an unpaid request", sized("/unpaid", SMUGGLED), (401,)),
        ("an unpaid request in chunks", post(CHUNKED, chunked(SMUGGLED), "/unpaid"), (401,)),
        ("a closed path", sized("/closed", SMUGGLED), (403,)),
        ("TRACE", sized("/open/x", SMUGGLED, "TRACE"), (405,)),
        ("TRACK", sized("/open/x", SMUGGLED, "TRACK"), (405,)),
        ("CONNECT", get("site:80", method="CONNECT") + SMUGGLED, (405,)),
        ("CONNECT to a path", get("/closed", method="CONNECT") + SMUGGLED, (400, 405)),
        ("a strange expectation", sized("/open/x", SMUGGLED, headers="Expect: y 100-continue\r\n"), (417,)),
        ("an unpaid expectation", sized("/unpaid", SMUGGLED, headers="Expect: 100-continue\r\n"), (401,)),
        ("a false stamp", sized("/unpaid", SMUGGLED, headers="Authorization: Stamp AAAA\r\n"), (403,)),
        ("a long stamp", sized("/.heliast/stamp", SMUGGLED * 200), (413,)),
    ]:
        # CONNECT has no body: the bytes after it are ignored.
        yield Attack(f"the body of {name}", attack + get("/open/next"), last, answers)
    met = sized("/open/x", SMUGGLED, headers="Expect: 100-continue\r\n")
    yield Attack("an expectation that the gate meets", met, POST, (100, 200))


def targets():
    yield Attack("an address", get("http://site/open/x"), GET, (200,))
    yield Attack("an address by TLS", get("https://SITE/open/x"), GET, (200,))
    yield Attack("another host", get("http://other/open/x"))
    yield Attack("a user", get("http://user@site/open/x"))
    yield Attack("another scheme", get("ftp://site/open/x"))
    yield Attack("a closed address", get("http://site/closed"), [], (403,))
    for target in ("*", "closed", "?/closed", "site:80", "", "/open/x\\ /closed", "/open/x\t/closed", "/open/\x00"):
        yield Attack(f"target {target!a}", get(target))
    yield Attack("all of the site", get("*", method="OPTIONS"), [], (401,))
    yield Attack("a fragment", get("/open/x#/../closed"), GET, (200, 400))
    for path in ("/closed", "/closed?x", "/closed/", "/closed/x", "/closed#x", "/closed;x", "/CLOSED", "/closed%2f",
                 "/closed%2Fx", "/closed%3fx", "/closed%23", "/closed%00", "/closed%20", "/closed.", "/%63losed",
                 "/%2563losed", "//closed", "/./closed", "/closed/.", "/open/../closed", "/open/%2e%2e/closed",
                 "/open/..%2fclosed", "/open/..%5cclosed", "/open/..;/closed", "/open\\..\\closed", "/open/.%2e/closed",
                 "/open//../closed", "/robots.txt/../closed", "/.well-known/../closed", "/open/%c0%ae%c0%ae/closed",
                 "/open/%u002e%u002e/closed", "/open/%", "/open/..%252fclosed"):
        yield Attack(f"path {path}", get(path), [], (400, 403))
    yield Attack("a path below the gate's own", get("/.heliast/../closed"), [], (404,))
    yield Attack("HTTP/0.9", "GET /open/x\r\n\r\n")
    for version in ("HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "http/1.1", "HTTP/1.1x", "HTTP/1.1 HTTP/1.1"):
        yield Attack(f"version {version}", get("/open/x", version=version))
    yield Attack("HTTP/1.0 without a host", "GET /open/x HTTP/1.0\r\n\r\n", GET, (200,))
    yield Attack("HTTP/1.1 without a host", "GET /open/x HTTP/1.1\r\n\r\n")
    for hosts in ("Host: other\r\n", "Host : other\r\n", "Host:\tother\r\n"):
        yield Attack(f"another {hosts!a}", get("/open/x", hosts))
    for host in ("", "a b", "a/b", "user@site", "site\x00", "site:80:80"):
        yield Attack(f"host {host!a}", f"GET /open/x HTTP/1.1\r\nHost: {host}\r\n\r\n")


def headers():
    names = ("X-Forwarded-For", "x-forwarded-for", "Forwarded", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto",
             "X_Forwarded_For", "X-Forwarded_For", "X_Real_IP", "X.Forwarded.For", "X-Client-IP", "Client-IP",
             "True-Client-IP", "CF-Connecting-IP", "X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Prefix", "Proxy",
             "Proxy-Authorization", "HTTP2-Settings", "TE", "Keep-Alive", "Proxy-Connection", "Upgrade")
    for name in names:
        yield Attack(f"header {name}", get("/open/x", f"{name}: {FORGED}\r\n"), GET, (200,))
        yield Attack(f"header {name} with a space", get("/open/x", f"{name} : {FORGED}\r\n"))
    for named in ("Host", "X-Forwarded-For", "X-Real-IP", "Connection", "close, Host, X-Forwarded-For"):
        yield Attack(f"Connection: {named}", get("/open/x", f"Connection: {named}\r\n"), GET, (200,))
    for name, head in [
        ("a fold", f"X: y\r\n X-Forwarded-For: {FORGED}\r\n"),
        ("a fold by a tab", f"X: y\r\n\tX-Forwarded-For: {FORGED}\r\n"),
        ("a bare CR", f"X: y\rX-Forwarded-For: {FORGED}\r\n"),
        ("a zero byte", "X: y\x00z\r\n"),
        ("no colon", "X\r\n"),
        ("no name", ": x\r\n"),
        ("a space in the name", "X Y: z\r\n"),
    ]:
        yield Attack(name, get("/open/x", head))
    yield Attack("bare LF", f"GET /open/x HTTP/1.1\nHost: site\nX-Forwarded-For: {FORGED}\n\n", GET, (200, 400))
    yield Attack("a long header", get("/open/x", f"X: {'y' * 1_000_000}\r\n"), [], (400, 431))
    yield Attack("many headers", get("/open/x", "X: y\r\n" * 1_000), [], (400, 431))
    yield Attack("a long target", get("/open/" + "x" * 100_000), [], (400, 414, 431))


def streams():
    """Header lists of requests by HTTP/2: name, list, what may reach the site."""
    def request(*more, path="/open/x", method="GET", scheme="http", authority="site"):
        fields = [(":method", method), (":path", path), (":scheme", scheme), (":authority", authority)]
        return [field for field in fields if field[1] is not None] + list(more)

    yield "a plain request", request(), GET
    for path in ("open/x", "", "*", "/open/x /closed", "/open/x HTTP/1.1\r\nHost: a\r\n\r\nGET /closed", "/closed",
                 "//closed", "/open/%2e%2e/closed", "http://site/closed", "/open/\x00"):
        yield f"path {path!a}", request(path=path), []
    yield "a fragment", request(path="/open/x#/../closed"), GET
    yield "another host", request(("host", "other")), []
    yield "the same host", request(("host", "site")), GET
    yield "a host only", request(("host", "site"), authority=None), GET
    yield "no host", request(authority=None), []
    yield "two hosts", request(("host", "site"), ("host", "other")), []
    yield "a user", request(authority="user@site"), []
    yield "a path in the host", request(authority="site/closed"), []
    for value in (f"y\r\nX-Forwarded-For: {FORGED}", f"y\nX-Forwarded-For: {FORGED}", "y\r", "y\x00"):
        yield f"value {value!a}", request(("x", value)), []
    for name in ("X-Upper", "x y", "x:y", "x\r\ny", ""):
        yield f"name {name!a}", request((name, "z")), []
    for name, value in [("transfer-encoding", "chunked"), ("connection", "upgrade"), ("upgrade", "h2c"),
                        ("keep-alive", "1"), ("proxy-connection", "close"), ("te", "chunked")]:
        yield f"{name}: {value}", request((name, value)), []
    yield "te: trailers", request(("te", "trailers")), GET
    yield "a length without a body", request(("content-length", "70"), method="POST"), []
    for method in ("CONNECT", "TRACE", "GET /closed HTTP/1.1\r\nHost: a\r\n\r\nGET"):
        yield f"method {method!a}", request(method=method), []
    yield "a WebSocket", request((":protocol", "websocket"), method="CONNECT"), []
    yield "a path twice", request((":path", "/closed")), []
    yield "a late path", [field for field in request() if field[0] != ":path"] + [("x", "y"), (":path", "/open/x")], []
    yield "no path", request(path=None), []
    yield "a scheme with a path", request(scheme="http://site/closed?"), []
    for name in ("x-forwarded-for", "x_forwarded_for", "forwarded", "x-real-ip", "x-original-url", "http2-settings"):
        yield f"header {name}", request((name, FORGED)), GET


def all_attacks(preface):
    for attacks in (upgrades(preface), lengths(), codings(), refusals(), targets(), headers()):
        yield from attacks
