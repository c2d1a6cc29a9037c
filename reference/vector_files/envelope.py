"""vectors/envelope.json"""

from heliast_reference import bech32, envelope
from heliast_reference.encoding import sha256, uint
from heliast_reference.envelope import Lock, Setup, Step
from heliast_reference.hash_to_prime import SIEVED_FULL
from heliast_reference.wesolowski import Suite, evaluate

from .common import document, patch, refused, rsa, stream

NAME = "envelope.json"
ABOUT = (
    "Envelopes. kind place: the bytes of a group give its id, its base g and the length of a secret exponent. kind setup: the "
    "bytes of a setup (its place, its delays), which holds. kind seal: place, t, h = g^(2^t), a secret exponent and a file "
    "key give x, y and the words and the body of a stanza. kind lock: the words and the body of a stanza give t, x and the "
    "wrapped file key. kind open: the same with an opening, which gives the file key. kind file: stanzas (words, without "
    "the kind, and body; all of kind heliast but where kinds are given), file key, nonce and contents (plain, repeated "
    "plain_times) make the file whose SHA-256 is given, and whose header is the text. kind recipient, identity: text, and "
    "what is in it. Everything with an error is refused."
)
T = 540
DELAYS = (270, T)


def built_in():
    return rsa("RSA-2048")


def places():
    other = int.from_bytes(b"\xc1" + stream("envelope modulus", 259), "big") | 1
    while not usable(other):
        other += 2
    return {
        "rsa-2048": envelope.rsa_place(built_in(), built_in()),
        "class-2048": envelope.class_place(envelope.BUILT_IN_SEED, envelope.BUILT_IN_BITS),
        "a modulus of 2080 bits": envelope.rsa_place(other, built_in()),
        "a class group of 1024 bits": envelope.class_place(stream("envelope seed", 32), 1024),
    }


def usable(modulus):
    try:
        envelope.rsa_place(modulus, built_in())
        return True
    except envelope.Malformed:
        return False


def make():
    named = places()
    cases = [*place_cases(named)]
    for name in ("rsa-2048", "a class group of 1024 bits"):
        cases += delay_cases(name, named[name])
    cases += text_cases(named["rsa-2048"])
    return document(ABOUT, "spec/envelope.md", cases)


def read_place(data):
    reader = envelope.Reader(data)
    place = envelope.read_place(reader, built_in())
    reader.end()
    return place


def place_cases(named):
    for name, place in named.items():
        assert read_place(place.encoded).group.id == place.group.id
        yield {
            "name": f"place: {name}",
            "kind": "place",
            "place": place.encoded.hex(),
            "group_id": place.group.id.hex(),
            "base": place.group.encode(place.base).hex(),
            "exponent_size": place.exponent_size,
        }
    modulus, seed = uint(built_in(), 256), envelope.BUILT_IN_SEED
    wrong = {
        "nothing": b"",
        "another kind": b"\4",
        "the built-in modulus, written out": b"\2" + uint(256, 2) + modulus,
        "the built-in class group, written out": b"\3" + uint(2048, 2) + uint(len(seed), 1) + seed,
        "a modulus with a zero before it": b"\2" + uint(257, 2) + b"\0" + modulus,
        "a modulus of 2040 bits": b"\2" + uint(255, 2) + modulus[:254] + b"\1",
        "an even modulus": b"\2" + uint(256, 2) + modulus[:255] + b"\0",
        "a modulus with a small factor": b"\2" + uint(257, 2) + uint(3 * built_in(), 257),
        "a modulus of 8200 bits": b"\2" + uint(1025, 2) + bytes([1]) * 1025,
        "a modulus that is cut short": b"\2" + uint(257, 2) + modulus,
        "a class group of 992 bits": b"\3" + uint(992, 2) + b"\x20" + bytes(32),
        "a class group of 1025 bits": b"\3" + uint(1025, 2) + b"\x20" + bytes(32),
        "a class group of 4128 bits": b"\3" + uint(4128, 2) + b"\x20" + bytes(32),
        "a seed of 31 bytes": b"\3" + uint(1024, 2) + b"\x1f" + bytes(31),
        "a seed that is cut short": b"\3" + uint(1024, 2) + b"\x21" + bytes(32),
    }
    for name, data in wrong.items():
        yield refused(f"place: {name}", lambda: read_place(data), "malformed", kind="place", place=data.hex())


def check_setup(data):
    setup = envelope.read_setup(data, built_in())
    setup.verify()
    return setup


def delay_cases(name, place):
    setup = envelope.make_setup(place, DELAYS)
    yield from setup_cases(name, place, setup)
    lock, y, sealed = seal_case(name, place, setup)
    yield sealed
    yield from lock_cases(name, place, lock)
    yield from open_cases(name, lock, y)
    if name == "rsa-2048":
        yield from file_cases(place, setup)


def setup_cases(name, place, setup):
    good = setup.encode()
    check_setup(good)
    yield {"name": f"setup: {name}", "kind": "setup", "setup": good.hex(), "place": place.encoded.hex(), "delays": list(DELAYS)}
    steps, group = setup.steps, place.group
    length, first = group.length, 5 + len(place.encoded) + 1
    second = first + 10 + 2 * length

    def changed(at, **fields):
        new = list(steps)
        new[at] = Step(**{**vars(steps[at]), **fields})
        return Setup(place, tuple(new)).encode()

    known = group.mul(place.base, group.mul(place.base, place.base))
    wrong = [
        ("nothing", b"", "malformed"),
        ("another version", patch(good, 4, b"\2"), "malformed"),
        ("no steps", good[: first - 1] + b"\0", "malformed"),
        ("33 steps", good[: first - 1] + b"\x21" + 33 * good[first:second], "malformed"),
        ("a byte too few", good[:-1], "malformed"),
        ("a byte too many", good + b"\0", "malformed"),
        ("t = 0", patch(good, first, uint(0, 8)), "malformed"),
        ("t = 2^48", patch(good, second, uint(1 << 48, 8)), "malformed"),
        ("a delay twice", patch(good, second, uint(DELAYS[0], 8)), "malformed"),
        ("a hint out of range", patch(good, second - 2, uint(2112, 2)), "malformed"),
        ("h of zeros", patch(good, first + 8, bytes(length)), "malformed"),
        ("h of ones", patch(good, first + 8, b"\xff" * length), "malformed"),
        ("a shorter delay", changed(0, t=DELAYS[0] - 1), "invalid"),
        ("a longer delay", changed(1, t=T + 1), "invalid"),
        ("h = g^3, whose logarithm is known", changed(0, h=known), "invalid"),
        ("h of the step before", changed(1, h=steps[0].h), "invalid"),
        ("another proof", changed(1, pi=steps[0].pi), "invalid"),
        ("another hint", changed(1, hint=steps[1].hint ^ 1), "invalid"),
        ("without its first step", Setup(place, steps[1:]).encode(), "invalid"),
    ]
    for what, data, error in wrong:
        yield refused(f"setup: {name}: {what}", lambda: check_setup(data), error, kind="setup", setup=data.hex())


def seal_case(name, place, setup, label="envelope"):
    exponent, file_key = stream(f"{label} exponent", place.exponent_size), stream(f"{label} file key", 16)
    group, h = place.group, setup.h(T)
    lock = envelope.seal(place, h, T, exponent, file_key)
    y = lock.work()
    assert lock.open(y) == file_key
    return lock, y, {
        "name": f"seal: {name}",
        "kind": "seal",
        "place": place.encoded.hex(),
        "t": T,
        "h": group.encode(h).hex(),
        "exponent": exponent.hex(),
        "file_key": file_key.hex(),
        "x": group.encode(lock.x).hex(),
        "y": group.encode(y).hex(),
        "words": words(lock),
        "body": lock.body.hex(),
    }


def words(lock):
    return b" ".join(lock.arguments[1:]).decode()


def read_lock(text, body):
    return envelope.read_lock(text.encode().split(b" ") if text else [], body, built_in())


def lock_cases(name, place, lock):
    group, body, start = place.group, lock.body, len(place.encoded)

    def case(what, text, body, error=None):
        fields = {"kind": "lock", "words": text, "body": body.hex()}
        label = f"lock: {name}: {what}"
        if error:
            return refused(label, lambda: read_lock(text, body), error, **fields)
        read = read_lock(text, body)
        more = {"t": read.t, "x": group.encode(read.x).hex(), "wrapped": read.wrapped.hex()}
        return {"name": label, **fields, **more}

    yield case("as it was made", words(lock), body)
    yield case("of the longest delay", f"1 {(1 << 48) - 1}", body)
    for text in ("", "1", f"1 {T} 1", f"2 {T}", f"01 {T}", "1 0", "1 0540", f"1 {1 << 48}", "1 -1", "1 +6", "1 6x", "1 \u0666".encode("ascii", "replace").decode()):
        yield case(f"the words `{text}`", text, body, "malformed")
    x = slice(start, start + group.length)
    for what, bad, error in (
        ("nothing", b"", "malformed"),
        ("another group", b"\4" + body[1:], "malformed"),
        ("a byte too few", body[:-1], "malformed"),
        ("a byte too many", body + b"\0", "malformed"),
        ("x of zeros", body[: x.start] + bytes(group.length) + body[x.stop :], "malformed"),
        ("x of ones", body[: x.start] + b"\xff" * group.length + body[x.stop :], "malformed"),
        ("x the identity", body[: x.start] + group.encode(group.identity) + body[x.stop :], "invalid"),
    ):
        yield case(what, words(lock), bad, error)


def open_cases(name, lock, y):
    group = lock.place.group
    opening, file_key = lock.make_opening(y), lock.open(y)
    plain = lock.make_opening(y, Suite(SIEVED_FULL, 256))
    weak = lock.make_opening(y, Suite(SIEVED_FULL, 240))
    longer = Lock(lock.place, lock.t + 1, lock.x, lock.wrapped)
    changed = Lock(lock.place, lock.t, lock.x, lock.wrapped[:-1] + bytes([lock.wrapped[-1] ^ 1]))
    square = group.mul(lock.x, lock.x)
    other = Lock(lock.place, lock.t, square, lock.wrapped)
    length = group.length
    y_at = len(opening) - 2 - 2 * length
    wrong_y = patch(opening, y_at, group.encode(evaluate(group, lock.x, lock.t - 1)))

    def check(lock, data):
        return lock.open(lock.check_opening(data))

    def case(what, lock, data, error=None):
        fields = {"kind": "open", "words": words(lock), "body": lock.body.hex(), "opening": data.hex()}
        label = f"open: {name}: {what}"
        if error:
            return refused(label, lambda: check(lock, data), error, **fields)
        assert check(lock, data) == file_key
        return {"name": label, **fields, "file_key": file_key.hex()}

    yield case("an opening", lock, opening)
    yield case("an opening without hint", lock, plain)
    yield case("a proof of a lower level", lock, weak, "invalid")
    yield case("the opening of fewer squarings", longer, opening, "invalid")
    yield case("the opening of another lock", other, opening, "invalid")
    yield case("a lock that was changed", changed, opening, "invalid")
    yield case("another y", lock, wrong_y, "invalid")
    yield case("an opening that is cut short", lock, opening[:-1], "malformed")
    yield case("an opening of another version", lock, patch(opening, 4, b"\2"), "malformed")
    yield case("a byte too many", lock, opening + b"\0", "malformed")
    yield case("nothing", lock, b"", "malformed")


def file_cases(place, setup):
    lock, *_ = seal_case("", place, setup, "file")
    file_key, nonce = stream("file file key", 16), stream("file nonce", 16)
    foreign = ([b"X25519", b"TEiF0ypqr-bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc"], stream("foreign", 32))
    for name, stanzas, plain, times in (
        ("a short text", [(lock.arguments, lock.body)], b"sealed", 1),
        ("nothing", [(lock.arguments, lock.body)], b"", 1),
        ("a chunk and a byte, with another recipient", [foreign, (lock.arguments, lock.body)], b"\x5a", 65537),
    ):
        data = envelope.make_file(stanzas, file_key, nonce, plain * times)
        assert envelope.open_file(data, file_key) == plain * times
        yield {
            "name": f"file: {name}",
            "kind": "file",
            "kinds": [arguments[0].decode() for arguments, _ in stanzas],
            "words": [b" ".join(arguments[1:]).decode() for arguments, _ in stanzas],
            "bodies": [body.hex() for _, body in stanzas],
            "file_key": file_key.hex(),
            "nonce": nonce.hex(),
            "plain": plain.hex(),
            "plain_times": times,
            "header": data[: data.index(b"\n--- ") + 49].decode(),
            "file_sha256": sha256(data).hex(),
        }


def text_cases(place):
    setup = envelope.make_setup(place, DELAYS)
    short, long = envelope.encode_recipient(place, T), envelope.encode_recipient(place, T, setup.steps)
    for name, text, given in (("shipped", short, None), ("with its setup", long, setup.encode().hex())):
        fields = {"place": place.encoded.hex(), "t": T, "setup": given}
        yield {"name": f"recipient: {name}", "kind": "recipient", "text": text, **fields}
    data = bech32.decode(long, "age1heliast")
    wrong = {
        "nothing": "",
        "a mistyped letter": short[:-1] + ("q" if short[-1] != "q" else "p"),
        "capitals": short.upper(),
        "one capital": short[:-1] + short[-1].upper() if short[-1].isalpha() else short[:11].upper() + short[11:],
        "another version": bech32.encode("age1heliast", b"\2" + data[1:]),
        "another group": bech32.encode("age1heliast", b"\1\4" + data[2:]),
        "t = 0": bech32.encode("age1heliast", data[:2] + uint(0, 8)),
        "another t than its setup's": bech32.encode("age1heliast", data[:2] + uint(T + 1, 8) + data[10:]),
        "a setup that is cut short": bech32.encode("age1heliast", data[:-1]),
        "another prefix": bech32.encode("age1heliost", data),
    }
    for name, text in wrong.items():
        check = lambda: envelope.read_recipient(text, built_in())
        yield refused(f"recipient: {name}", check, "malformed", kind="recipient", text=text)
    lock = envelope.seal(place, setup.h(T), T, stream("text exponent", place.exponent_size), bytes(16))
    opening = lock.make_opening(lock.work())
    for name, given in (("works", None), ("has an opening", opening)):
        text = envelope.encode_identity(given)
        assert envelope.read_identity(text) == given
        fields = {"opening": None if given is None else given.hex()}
        yield {"name": f"identity: {name}", "kind": "identity", "text": text, **fields}
    for name, data in (("nothing", b""), ("another version", b"\2\0"), ("another kind", b"\1\2"), ("a byte too many", b"\1\0\0"), ("an opening that is cut short", b"\1\1" + opening[:-1])):
        text = bech32.encode("AGE-PLUGIN-HELIAST-", data)
        check = lambda: envelope.read_identity(text)
        yield refused(f"identity: {name}", check, "malformed", kind="identity", text=text)
