"""vectors/age_file.json"""

from heliast_reference.age_file import CHUNK, VERSION, aead_seal, chunk_nonce, hkdf, open_file, seal
from heliast_reference.encoding import sha256

from .common import document, refused, stream
from .recorded_age import FILES

NAME = "age_file.json"
ABOUT = (
    "Files under a passphrase. kind seal: a passphrase (UTF-8, in hexadecimal), the work factor, the three random strings "
    "and the plain bytes (repeated plain_times) make the file whose SHA-256 is given, and which opens again. kind open: a "
    "file, which opens with the passphrase to the plain bytes, where a test may take 2^most_work steps; written_by names "
    "the program that wrote it. Or it is refused."
)
WORDS = b"open sesame"
MOST_WORK = 20


def make():
    return document(ABOUT, "spec/passphrase.md", [*seal_cases(), *recorded_cases(), *refused_cases()])


def randoms(label):
    return [stream(f"{label} {what}", 16) for what in ("file key", "salt", "nonce")]


def made(plain, words=WORDS, log_n=1, label="passphrase"):
    return seal(words, log_n, *randoms(label), plain)


def seal_cases():
    byte = b"\x5a"
    lengths = (0, 1, 177, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK)
    cases = [(f"{length} bytes", WORDS, 1, byte, length) for length in lengths]
    cases.append(("work factor 10", WORDS, 10, b"a secret", 1))
    cases.append(("no words", b"", 1, b"a secret", 1))
    cases.append(("words beyond ASCII", "Öffne dich, σήσαμον".encode(), 2, b"a secret", 1))
    return [sealed(*case) for case in cases]


def sealed(name, words, log_n, plain, times):
    file_key, salt, nonce = randoms(name)
    data = seal(words, log_n, file_key, salt, nonce, plain * times)
    assert open_file(words, data, MOST_WORK) == plain * times
    return {
        "name": f"seal: {name}",
        "kind": "seal",
        "passphrase": words.hex(),
        "work": log_n,
        "file_key": file_key.hex(),
        "salt": salt.hex(),
        "nonce": nonce.hex(),
        "plain": plain.hex(),
        "plain_times": times,
        "file_sha256": sha256(data).hex(),
    }


def recorded_cases():
    for program, words, plain, data in FILES:
        assert open_file(words, data, MOST_WORK) == plain
        fields = {"passphrase": words.hex(), "most_work": MOST_WORK, "file": data.hex(), "plain": plain.hex()}
        yield {"name": f"open: written by {program}", "kind": "open", "written_by": program, **fields}


def refused_cases():
    good = made(b"a secret")
    for name, error, data in (*changed_bytes(good), *changed_headers(good), *changed_ends(good)):
        yield refusal(name, error, data)
    yield refusal("another passphrase", "invalid", good, words=b"open barley")
    yield refusal("a passphrase with a space after it", "invalid", good, words=WORDS + b" ")
    dear = made(b"a secret", log_n=11)
    yield refusal("more work than is done", "malformed", dear, most_work=10)
    yield refusal("far more work than is done", "malformed", good.replace(b" 1\n", b" 63\n"))


def refusal(name, error, data, words=WORDS, most_work=MOST_WORK):
    fields = {"kind": "open", "passphrase": words.hex(), "most_work": most_work, "file": data.hex()}
    return refused(f"open: {name}", lambda: open_file(words, data, most_work), error, **fields)


def changed_bytes(good):
    wrapped, mac, payload = good.index(b" 1\n") + 3, good.index(b"--- ") + 4, good.index(b"--- ") + 48
    yield "another file key", "invalid", flip(good, wrapped)
    yield "another seal of the header", "invalid", flip(good, mac)
    yield "another nonce", "invalid", good[:payload] + bytes([good[payload] ^ 1]) + good[payload + 1 :]
    yield "another last byte", "invalid", good[:-1] + bytes([good[-1] ^ 1])


def flip(data, at):
    """The file with another letter of base64 at this place."""
    other = b"A" if data[at : at + 1] != b"A" else b"B"
    return data[:at] + other + data[at + 1 :]


def changed_headers(good):
    salt = good[good.index(b"scrypt ") + 7 :].split(b" ")[0]
    swaps = {
        "another version": (b"age-encryption.org/v1", b"age-encryption.org/v2"),
        "lines that end as on Windows": (b" 1\n", b" 1\r\n"),
        "a leading zero in the work factor": (b" 1\n", b" 01\n"),
        "a work factor of zero": (b" 1\n", b" 0\n"),
        "a negative work factor": (b" 1\n", b" -1\n"),
        "a work factor with a sign": (b" 1\n", b" +1\n"),
        "a work factor of three digits": (b" 1\n", b" 100\n"),
        "no work factor": (b" 1\n", b"\n"),
        "a third argument": (b" 1\n", b" 1 1\n"),
        "two spaces": (b"scrypt ", b"scrypt  "),
        "a short salt": (b" " + salt, b" " + salt[:-2]),
        "a salt with padding": (salt, salt + b"=="),
        "a salt with stray bits": (salt, salt[:-1] + bytes([salt[-1] + 1])),
        "another kind of recipient": (b"-> scrypt", b"-> X25519"),
        "a recipient's name in capitals": (b"-> scrypt", b"-> Scrypt"),
        "a file key that is cut short": (b"\n---", b"\n---"[1:]),
        "no seal of the header": (b"--- ", b"---"),
    }
    for name, (old, new) in swaps.items():
        assert good.count(old) == 1 and old != new, name
        yield name, "malformed", good.replace(old, new)
    stanza = good[good.index(b"->") : good.index(b"---")]
    yield "two passphrases", "malformed", good.replace(stanza, stanza + stanza)


def changed_ends(good):
    header = good.index(b"--- ") + 48
    yield "nothing", "malformed", b""
    yield "the first line alone", "malformed", VERSION
    yield "the header alone", "malformed", good[:header]
    yield "a nonce that is cut short", "malformed", good[: header + 15]
    yield "contents that are cut short", "invalid", good[:-1]
    yield "a byte after the end", "invalid", good + b"\0"
    full = made(b"\x5a" * CHUNK, label="full")
    start = full.index(b"--- ") + 48
    file_key, _, nonce = randoms("full")
    key = hkdf(file_key, nonce, b"payload")
    first = aead_seal(key, chunk_nonce(0, False), b"")
    end = aead_seal(key, chunk_nonce(1, True), b"")
    yield "a short chunk that is not the last", "invalid", full[:start] + nonce + first + end
