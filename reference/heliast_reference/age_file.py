"""Files encrypted with a passphrase: the part of the age format, version 1, that spec/passphrase.md takes over."""

import base64
import hashlib
import hmac

from .errors import Invalid, Malformed

VERSION = b"age-encryption.org/v1\n"
KEY_SIZE, SALT_SIZE, NONCE_SIZE, TAG_SIZE = 16, 16, 16, 16
CHUNK = 1 << 16
MASK = (1 << 32) - 1


def seal(words, log_n, file_key, salt, nonce, plain):
    """The file of a passphrase: the three random strings have 16 bytes each."""
    stanza = b"-> scrypt " + encode64(salt) + b" " + str(log_n).encode() + b"\n"
    wrapped = aead_seal(wrap_key(words, log_n, salt), bytes(12), file_key)
    header = VERSION + stanza + encode64(wrapped) + b"\n---"
    mac = hmac.digest(hkdf(file_key, b"", b"header"), header, "sha256")
    key = hkdf(file_key, nonce, b"payload")
    return header + b" " + encode64(mac) + b"\n" + nonce + stream_seal(key, plain)


def open_file(words, data, most_work):
    """The plain bytes of a file."""
    lines = data.split(b"\n", 4)
    if len(lines) != 5 or lines[0] + b"\n" != VERSION:
        raise Malformed("this is not an age file of version 1")
    first, arguments, body, last, payload = lines
    salt, log_n = stanza_of(arguments)
    wrapped = decode64(body, KEY_SIZE + TAG_SIZE)
    if not last.startswith(b"--- "):
        raise Malformed("the header does not end where it should")
    mac = decode64(last[4:], 32)
    if log_n > most_work:
        raise Malformed("the passphrase takes too long to test")
    if len(payload) < NONCE_SIZE + TAG_SIZE:
        raise Malformed("the file is cut short")
    file_key = aead_open(wrap_key(words, log_n, salt), bytes(12), wrapped)
    if file_key is None:
        raise Invalid("the passphrase is wrong")
    header = b"\n".join((first, arguments, body, b"---"))
    if not hmac.compare_digest(mac, hmac.digest(hkdf(file_key, b"", b"header"), header, "sha256")):
        raise Invalid("the header was changed")
    return stream_open(hkdf(file_key, payload[:NONCE_SIZE], b"payload"), payload[NONCE_SIZE:])


def stanza_of(line):
    words = line.split(b" ")
    if len(words) != 4 or words[:2] != [b"->", b"scrypt"]:
        raise Malformed("the file has another recipient than a passphrase")
    digits = words[3]
    if not digits.isdigit() or digits.startswith(b"0") or len(digits) > 2:
        raise Malformed("the work factor is not a number of the format")
    return decode64(words[2], SALT_SIZE), int(digits)


def wrap_key(words, log_n, salt):
    salt = b"age-encryption.org/v1/scrypt" + salt
    return hashlib.scrypt(words, salt=salt, n=1 << log_n, r=8, p=1, dklen=32, maxmem=(1 << 31) - 2)


def stream_seal(key, plain):
    chunks = [plain[at : at + CHUNK] for at in range(0, len(plain), CHUNK)] or [b""]
    last = len(chunks) - 1
    return b"".join(aead_seal(key, chunk_nonce(i, i == last), chunk) for i, chunk in enumerate(chunks))


def stream_open(key, sealed):
    step = CHUNK + TAG_SIZE
    chunks = [sealed[at : at + step] for at in range(0, len(sealed), step)]
    plain = []
    for i, chunk in enumerate(chunks):
        opened = aead_open(key, chunk_nonce(i, i == len(chunks) - 1), chunk)
        if opened is None:
            raise Invalid("the contents were changed or cut short")
        if not opened and i > 0:
            raise Malformed("the last chunk is empty")
        plain.append(opened)
    return b"".join(plain)


def chunk_nonce(counter, is_last):
    return counter.to_bytes(11, "big") + bytes([is_last])


def hkdf(secret, salt, info):
    """HKDF-SHA256 (RFC 5869), 32 bytes."""
    extracted = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def encode64(data):
    return base64.b64encode(data).rstrip(b"=")


def decode64(text, size):
    """Standard base64 without padding, in canonical form only."""
    if len(text) % 4 != 1:
        try:
            data = base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)
            if len(data) == size and encode64(data) == text:
                return data
        except ValueError:
            pass
    raise Malformed("a string of the header is not base64 of its length")


def aead_seal(key, nonce, plain):
    """ChaCha20-Poly1305 (RFC 8439, section 2.8) without associated data."""
    sealed = chacha20(key, nonce, 1, plain)
    return sealed + poly1305(chacha20(key, nonce, 0, bytes(32)), padded(sealed))


def aead_open(key, nonce, sealed):
    """The plain bytes, or None if the tag is wrong."""
    body, found = sealed[:-TAG_SIZE], sealed[-TAG_SIZE:]
    expected = poly1305(chacha20(key, nonce, 0, bytes(32)), padded(body))
    return chacha20(key, nonce, 1, body) if hmac.compare_digest(found, expected) else None


def padded(text):
    return text + bytes(-len(text) % 16) + bytes(8) + len(text).to_bytes(8, "little")


def chacha20(key, nonce, counter, data):
    """RFC 8439, section 2.4."""
    out = bytearray()
    for at in range(0, len(data), 64):
        block = chacha20_block(key, nonce, counter + at // 64)
        out += bytes(a ^ b for a, b in zip(data[at : at + 64], block))
    return bytes(out)


def chacha20_block(key, nonce, counter):
    start = words_of(b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce)
    state = list(start)
    for _ in range(10):
        for i in range(4):
            quarter(state, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(state, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return b"".join((a + b & MASK).to_bytes(4, "little") for a, b in zip(state, start))


def quarter(state, a, b, c, d):
    for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[x] = state[x] + state[y] & MASK
        mixed = state[z] ^ state[x]
        state[z] = (mixed << by | mixed >> 32 - by) & MASK


def words_of(data):
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def poly1305(key, message):
    """RFC 8439, section 2.5."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at : at + 16] + b"\x01", "little")) * r % ((1 << 130) - 5)
    return ((total + int.from_bytes(key[16:], "little")) % (1 << 128)).to_bytes(16, "little")
