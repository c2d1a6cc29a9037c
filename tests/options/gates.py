"""Clients' views of a gate: what it asks for, and whom it lets in."""

import base64
import re
import time

from clients import SHORT, address, code, connect, request, whole

# Of a private challenge (spec/stamp.md).
TERMS, SEAL = 126, 16
CLIENT = "x-forwarded-for: 203.0.113.7\r\n"


def ask(server, path, more="", source=None):
    with connect(server, source) as stream:
        stream.sendall(request(path, f"connection: close\r\n{more}"))
        return whole(stream)


def challenge(answer):
    text = re.search(rb'challenge="([^"]+)"', answer)[1]
    return base64.urlsafe_b64decode(text + b"=" * (-len(text) % 4))


def squarings(data):
    return int.from_bytes(data[22:30], "big")


def price(server, _=0):
    return squarings(challenge(ask(server, "/")))


def stamp(data):
    """The stamp of a challenge of few squarings."""
    head, rest = data[:TERMS + SEAL], data[TERMS + SEAL:]
    width = int.from_bytes(rest[:4], "big")
    n, y = int.from_bytes(rest[4:4 + width], "big"), int.from_bytes(rest[4 + width:], "big")
    for _ in range(squarings(data)):
        y = y * y % n
    return head + min(y, n - y).to_bytes(width, "big")


def pay(server, source=None, asked=None):
    """The answer to a client that has waited."""
    source = source or address()
    asked = asked or ask(server, "/", source=source)
    paid = base64.urlsafe_b64encode(stamp(challenge(asked))).decode().rstrip("=")
    return ask(server, "/", f"authorization: Stamp {paid}\r\n", source)


def cookie(answer):
    return b"cookie: " + re.search(rb"(?i)set-cookie: ([^;\r]+)", answer)[1] + b"\r\n"


def is_let_in(server, _):
    return code(pay(server)) == 200


def pass_is_secure(server, _):
    return b"; Secure" in pay(server)


def pass_ends(server, patience):
    source = address()
    passed, until = cookie(pay(server, source)).decode(), time.monotonic() + patience
    while time.monotonic() < until:
        if code(ask(server, "/", passed, source)) == 401:
            return True
        time.sleep(0.1)
    return False


def neighbour_is_let_in(server, _):
    """Somebody else of the same network with the pass."""
    source = address()
    passed = cookie(pay(server, source)).decode()
    return code(ask(server, "/", passed, source.removesuffix("1") + "2")) == 200


def stamp_of_plain_lets_in(server, _):
    """A stamp for the gate `plain`, which has the same secret."""
    source = address()
    asked = ask(server.live.server("gate", "plain"), "/", source=source)
    return code(pay(server, source, asked)) == 200


def price_rises(server, patience):
    """While people pay and come in, as many as can."""
    floor, until = price(server), time.monotonic() + patience
    while time.monotonic() < until:
        if squarings(challenge(ask(server, "/", source=(source := address())))) > floor:
            return True
        passed = cookie(pay(server, source)).decode()
        for _ in range(5):
            ask(server, "/", passed, source)
    return False


def upgrade_reaches_the_site(server, _):
    """A request for another protocol, by a client that has paid."""
    source = address()
    passed = cookie(pay(server, source)).decode()
    answer = ask(server, "/", f"{passed}connection: upgrade\r\nupgrade: chat\r\n", source)
    return b"x-asked-for: chat" in answer.lower()


def is_open(server, _):
    return code(ask(server, "/there")) == 200


def is_closed(server, _):
    return code(ask(server, SHORT["gate"])) == 403


def allowed(server, _):
    return code(ask(server, "/", source="127.250.0.1"))


def denied(server, _):
    return code(ask(server, "/", source="127.251.0.1"))


def allowed_by_file(server, _):
    return code(ask(server, "/", source="127.252.0.1"))


def denied_by_file(server, _):
    return code(ask(server, "/", source="127.253.0.1"))


def client_is_denied(server, _):
    """A client behind a proxy."""
    return code(ask(server, "/", CLIENT)) == 403


def has_page(server, _):
    return code(ask(server, SHORT["gate"])) == 200


def answers_a_proxy(server, _):
    """The question of a proxy about an open page, which has no such address behind another gate."""
    told = "x-forwarded-method: GET\r\nx-forwarded-uri: /robots.txt\r\nx-forwarded-host: here\r\n"
    return b"x-heliast-way: open" in ask(server, "/.heliast/auth", told + CLIENT).lower()


def is_dear(server, _):
    return code(ask(server, "/dear/x"))


def page(server):
    return ask(server, "/", "accept: text/html\r\n")


def page_says_owls(server, _):
    return b"Owls" in page(server)


def page_says_hoot(server, _):
    return b"Hoot" in page(server)


def page_says_whom_to_ask(server, _):
    return b'href="mailto:owls@example.org"' in page(server)


def has_logo(server, _):
    return code(ask(server, "/.heliast/logo"))


def page_has_a_preview(server, patience):
    """The gate gives the site a moment, and remembers for some seconds that it had no tags in time."""
    until = time.monotonic() + patience
    while True:
        if b'property="og:title" content="a page"' in ask(server, "/preview", "accept: text/html\r\n"):
            return True
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
