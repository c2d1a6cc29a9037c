"""The messages that CometBFT 0.40 hashes and signs, and its answers over RPC (spec/finality.md)."""

import base64
import calendar
import json
import re
import time

from .encoding import sha256

FIELDS = 14
CHAIN_ID, HEIGHT, VALIDATORS_HASH, NEXT_VALIDATORS_HASH, APP_HASH = 1, 2, 7, 8, 10
PRECOMMIT = 2
FOR_BLOCK = 2
JSON_KEY_TYPES = {"tendermint/PubKeyEd25519": 1, "cometbft/PubKeyMlDsa65": 2}
KEY_FIELDS = {1: 1, 2: 4}


def merkle_root(leaves):
    """RFC 6962, section 2.1."""
    if not leaves:
        return sha256()
    if len(leaves) == 1:
        return sha256(b"\0", leaves[0])
    split = 1
    while 2 * split < len(leaves):
        split *= 2
    return sha256(b"\1", merkle_root(leaves[:split]), merkle_root(leaves[split:]))


def varint(value):
    data = b""
    while value >= 0x80:
        data += bytes([value & 0x7F | 0x80])
        value >>= 7
    return data + bytes([value])


def number(field, value):
    """A field with a varint, left out if it is 0."""
    return varint(field << 3) + varint(value) if value else b""


def fixed(field, value):
    """Eight bytes, left out if they are 0."""
    return varint(field << 3 | 1) + value.to_bytes(8, "little") if value else b""


def text(field, value):
    """Bytes, left out if there are none."""
    return message(field, value) if value else b""


def message(field, value):
    """A field with a message, present even if the message is empty."""
    return varint(field << 3 | 2) + varint(len(value)) + value


def timestamp(seconds, nanoseconds):
    return number(1, seconds) + number(2, nanoseconds)


def block_id(hash, parts, parts_hash):
    return text(1, hash) + message(2, number(1, parts) + text(2, parts_hash))


def simple_validator(key_type, key, power):
    return message(1, message(KEY_FIELDS[key_type], key)) + number(2, power)


def height(leaves):
    """The height of a header; None if its leaf is not the encoding of one."""
    leaf, value = leaves[HEIGHT], 0
    for digit in reversed(leaf[1:10]):
        value = value << 7 | digit & 0x7F
    return value if 1 <= value < 1 << 63 and leaf == number(1, value) else None


def vote(leaves, commit_round, parts, parts_hash, seconds, nanoseconds, chain_id):
    """The bytes that a validator signs."""
    made = number(1, PRECOMMIT) + fixed(2, height(leaves)) + fixed(3, commit_round)
    made += message(4, block_id(merkle_root(leaves), parts, parts_hash))
    made += message(5, timestamp(seconds, nanoseconds)) + text(6, chain_id.encode())
    return varint(len(made)) + made


def instant(rfc3339):
    """(seconds since 1970, nanoseconds)."""
    whole, fraction = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z", rfc3339).groups()
    return calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S")), int((fraction or "0").ljust(9, "0"))


def header_leaves(header):
    """The leaves of a header in the engine's JSON."""
    version, last = header["version"], header["last_block_id"]
    hashes = [
        "last_commit_hash",
        "data_hash",
        "validators_hash",
        "next_validators_hash",
        "consensus_hash",
        "app_hash",
        "last_results_hash",
        "evidence_hash",
        "proposer_address",
    ]
    return (
        number(1, int(version.get("block", 0))) + number(2, int(version.get("app", 0))),
        text(1, header["chain_id"].encode()),
        number(1, int(header["height"])),
        timestamp(*instant(header["time"])),
        block_id(bytes.fromhex(last["hash"]), last["parts"]["total"], bytes.fromhex(last["parts"]["hash"])),
    ) + tuple(text(1, bytes.fromhex(header[name])) for name in hashes)


def read_commit(answer):
    """(leaves, commit round, parts, parts' hash, votes) of the answer to /commit; a vote is (seconds, nanoseconds, signature) or None."""
    signed = _result(answer)["signed_header"]
    commit = signed["commit"]
    parts = commit["block_id"]["parts"]
    votes = tuple(
        (*instant(one["timestamp"]), base64.b64decode(one["signature"])) if one["block_id_flag"] == FOR_BLOCK else None
        for one in commit["signatures"]
    )
    return header_leaves(signed["header"]), commit["round"], parts["total"], bytes.fromhex(parts["hash"]), votes


def read_validators(answer):
    """(key type, key, power) of each in the answer to /validators."""
    listed = _result(answer)["validators"]
    return tuple(
        (JSON_KEY_TYPES[one["pub_key"]["type"]], base64.b64decode(one["pub_key"]["value"]), int(one["voting_power"]))
        for one in listed
    )


def _result(answer):
    parsed = json.loads(answer)
    return parsed.get("result", parsed)
