"""`heliast.envelope`: the vectors, sealing, and opening."""

import os
import subprocess
from pathlib import Path

import pytest
from heliast import Invalid, Malformed, Misuse, envelope
from vectors import Case, cases, expect, names, read

PROGRAM = os.environ.get("HELIAST", "")
RSA = "00"
PLAIN = bytes(range(256)) * 300


def setup() -> envelope.Setup:
    """Of few squarings."""
    found = next(case for case in cases("envelope", "setup") if case.get("place") == RSA and "error" not in case)
    return envelope.Setup(read(found, "setup"))


@pytest.mark.parametrize("case", cases("envelope", "setup"), ids=names)
def test_setups(case: Case) -> None:
    found = expect(case, lambda: envelope.Setup(read(case, "setup")))
    if isinstance(found, envelope.Setup):
        assert found.delays == case["delays"] and bytes(found) == read(case, "setup")


def test_what_is_shipped_is_verified() -> None:
    for group in ("rsa-2048", "class-2048"):
        assert envelope.Setup.shipped(group).delays
    with pytest.raises(Misuse, match="no setup comes for roots-2048"):
        envelope.Setup.shipped("roots-2048")


def test_whoever_works_opens_and_all_others_take_the_opening() -> None:
    made = setup()
    t = made.delays[-1]
    sealed = envelope.Envelope(made.seal(t, PLAIN))
    assert sealed.delays == [("rsa-2048", t)]
    told: list[float] = []
    contents, opening = sealed.work(told.append)
    assert contents == PLAIN and told and all(0 <= part <= 1 for part in told)
    assert sealed.open(opening) == PLAIN
    other = envelope.Envelope(made.seal(t, PLAIN))
    with pytest.raises(Invalid, match="another envelope"):
        other.open(opening)
    with pytest.raises(Malformed):
        sealed.open(opening[:-1])
    with pytest.raises(Misuse, match="no delay of 1 squarings"):
        made.seal(1, PLAIN)

    def stop(_: float) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        sealed.work(stop)


def test_a_file_that_was_changed_does_not_open() -> None:
    made = setup()
    data = made.seal(made.delays[0], b"a bid")
    _, opening = envelope.Envelope(data).work()
    changed = data[:-1] + bytes([data[-1] ^ 1])
    with pytest.raises(Invalid):
        envelope.Envelope(changed).open(opening)
    for end in (0, 10, len(data) // 2):
        with pytest.raises(Malformed):
            envelope.Envelope(data[:end])


@pytest.mark.parametrize("case", cases("envelope", "open"), ids=names)
def test_openings(case: Case) -> None:
    """In a file around the lock, whose contents nobody opens: the file key is not that of the header."""
    from base64 import b64encode

    text = b64encode(read(case, "body")).rstrip(b"=")
    lines = b"\n".join(text[at : at + 64] for at in range(0, len(text) + 1, 64))
    start = b"age-encryption.org/v1\n-> heliast " + case["words"].encode() + b"\n" + lines + b"\n--- "
    sealed = envelope.Envelope(start + b"A" * 43 + b"\n" + bytes(32))
    kind = {"malformed": Malformed, None: Invalid, "invalid": Invalid}[case.get("error")]
    with pytest.raises(kind) as raised:
        sealed.open(read(case, "opening"))
    if "error" not in case:
        assert "it was changed or cut short" in str(raised.value)


def test_keys_open_beside_the_delay() -> None:
    # Of the documentation of age.
    key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
    made = setup()
    sealed = envelope.Envelope(made.seal(made.delays[0], b"a bid", keys=[key]))
    assert sealed.work()[0] == b"a bid"
    with pytest.raises(Misuse):
        sealed.open_with_key(b"AGE-SECRET-KEY-1")
    with pytest.raises(Misuse):
        made.seal(made.delays[0], b"", keys=["age1"])


@pytest.mark.skipif(not PROGRAM, reason="HELIAST is not set")
def test_the_program_opens_what_is_sealed_here(tmp_path: Path) -> None:
    made = setup()
    (tmp_path / "bid.age").write_bytes(made.seal(made.delays[-1], b"a bid"))
    subprocess.run([PROGRAM, "open", "bid.age", "--out", "bid", "--publish", "opening"], cwd=tmp_path, check=True)
    assert (tmp_path / "bid").read_bytes() == b"a bid"
    sealed = envelope.Envelope((tmp_path / "bid.age").read_bytes())
    assert sealed.open((tmp_path / "opening").read_bytes()) == b"a bid"
