"""`heliast.bundle`: the vectors of all chains, the iterator, verification as a whole."""

import io
import time
from functools import cache
from pathlib import Path
from queue import SimpleQueue

import pytest
from heliast import Invalid, Malformed, Misuse, bundle
from interrupts import interrupted
from vectors import CLASSES, Case, cases, load, names

FILES = [
    "round", "round_trees", "round_avrf", "round_roots", "members", "validators", "class_round", "epoch", "class_epoch",
    "bundle",
]


@cache
def chains() -> dict[str, Case]:
    listed = [case for file in FILES for case in load(file)["cases"] if case["kind"] == "chain"]
    return {case["name"]: case for case in listed}


BUNDLES = [case for file in FILES for case in cases(file, "bundle")]
# The longest bundle from round 1 on that is accepted.
PLAIN = max(
    (case for case in cases("members", "bundle") if "error" not in case and case["from"] == 1),
    key=lambda case: int(case["to"]),
)
ID = chains()[PLAIN["chain"]]["chain_id"]
DATA = bytes.fromhex(PLAIN["bytes"])


@pytest.mark.parametrize("case", BUNDLES, ids=names)
def test_bundle_vectors(case: Case) -> None:
    # Under a pin another genesis is refused before anybody looks whether it is one.
    data, pin = bytes.fromhex(case["bytes"]), "any chain"

    def read() -> list[bundle.Round]:
        return list(bundle.open(data, pin, trust_start=True))

    def verified() -> bundle.Report:
        return bundle.verify(data, pin, trust_start=True, threads=2)

    if "error" in case:
        for way in (read, verified):
            with pytest.raises(CLASSES[case["error"]]) as caught:
                way()
            if "round" in case:
                assert getattr(caught.value, "round", None) == case["round"]
        return
    rounds, report = read(), verified()
    assert report.rounds == len(rounds) and report.tip == rounds[-1].after
    assert bundle.verify(data, pin, trust_start=True, combined=True).tip == report.tip
    told = {number: found for number, found in enumerate(chains()[case["chain"]]["rounds"], 1)}
    for found in rounds:
        if isinstance(facts := told[found.number], dict):
            assert_round(found, facts)


def assert_round(found: bundle.Round, facts: Case) -> None:
    assert (found.time_ms, found.seed.hex(), found.beacon.hex()) == (facts["time_ms"], facts["seed"], facts["beacon"])
    assert (found.x.hex(), found.y.hex(), found.entropy.hex()) == (facts["x"], facts["y"], facts["entropy"])
    assert bytes(found).hex() == facts["bytes"] and found.preimage.hex() == facts["beacon_preimage"]
    lots = [(lot.slot, lot.participant, lot.votes, lot.output.hex()) for lot in found.lots]
    assert lots == [(t["slot"], t["participant"], t["votes"], t["output"]) for t in facts["tickets"]]
    assert len(found.announcements) == len(facts.get("announcements", []))


def test_chains() -> None:
    for case in chains().values():
        chain = bundle.Chain(bytes.fromhex(case["genesis_bytes"]))
        assert chain.id.hex() == case["chain_id"] and chain.genesis.hex() == case["genesis_bytes"]
        if "genesis" in case:
            told = case["genesis"]
            assert (chain.t, chain.period_ms, chain.genesis_time_ms) == (
                told["t"],
                told["period_ms"],
                told["genesis_time_ms"],
            )
            assert (chain.vrf, chain.expected_votes) == (told["scheme"], told["expected_votes"])
            keys = [(p["public_key"], p["stake"]) for p in told["participants"]]
            assert [(key.hex(), stake) for key, stake in chain.participants] == keys
            assert chain.start().seed.hex() == case["first_seed"] and chain.start().round == 0
    with pytest.raises(Malformed):
        bundle.Chain(b"HLGN")


class Trickle:
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self.data = io.BytesIO(data)

    def read(self, size: int, /) -> bytes:
        return self.data.read(min(size, 100))


def test_every_source_gives_the_same(tmp_path: Path) -> None:
    path = tmp_path / "chain.bundle"
    path.write_bytes(DATA)
    expected = [found.beacon for found in bundle.open(DATA, ID)]
    assert len(expected) == PLAIN["to"]
    with path.open("rb") as file:
        for source in (path, str(path), bytearray(DATA), memoryview(DATA), file, io.BytesIO(DATA), Trickle(DATA)):
            assert [found.beacon for found in bundle.open(source, ID)] == expected
    chain = bundle.open(DATA, ID).chain
    for pin in (ID, bytes.fromhex(ID), bytearray.fromhex(ID), chain, "any chain"):
        assert bundle.verify(path, pin).rounds == len(expected)
    with pytest.raises(FileNotFoundError, match="missing"):
        bundle.open(tmp_path / "missing", ID)


def test_the_pin_decides() -> None:
    for other in (bytes(32), ID[:-1] + ("0" if ID[-1] != "0" else "1")):
        with pytest.raises(Invalid, match="not of the pinned chain"):
            bundle.open(DATA, other)
    for mistake in ("", ID[:-1], b"short"):
        with pytest.raises(Misuse, match="chain id"):
            bundle.open(DATA, mistake)


def test_a_reader_says_where_it_stands() -> None:
    reader = bundle.open(DATA, ID)
    assert (reader.verified_from, reader.is_trusted, reader.count) == (1, False, PLAIN["to"])
    assert reader.start == "verified from the genesis on" and reader.tip == reader.chain.start()
    first = next(reader)
    assert first.before == reader.chain.start() and first.after == reader.tip and reader.tip.round == 1
    assert reader.tip.seed == first.beacon and reader.tip.time_ms == first.time_ms
    report = reader.verify(threads=1)
    assert report.rounds == reader.count - 1 and report.tip == reader.tip and report.start == reader.start
    assert list(reader) == []
    with pytest.raises(Misuse, match="verified already"):
        reader.verify()


def test_a_bundle_is_cut_and_put_together() -> None:
    reader = bundle.open(DATA, ID)
    rounds = list(reader)
    for cut in (1, 3):
        middle = rounds[cut].before
        data = bundle.write(reader.chain, middle, [bytes(found) for found in rounds[cut:]])
        with pytest.raises(Misuse, match="trust_start"):
            bundle.open(data, ID)
        trusted = bundle.open(data, ID, trust_start=True)
        assert trusted.is_trusted and trusted.verified_from == cut + 1 and "on trust" in trusted.start
        after = bundle.RoundReader.after(data, reader.chain, middle)
        assert not after.is_trusted
        assert [found.beacon for found in trusted] == [found.beacon for found in after] == [r.beacon for r in rounds[cut:]]
        with pytest.raises(Invalid):
            bundle.RoundReader.after(data, reader.chain, rounds[cut].after)
    whole = bundle.write(reader.chain, reader.chain.start(), [bytes(found) for found in rounds])
    assert bundle.verify(whole, ID).tip == rounds[-1].after
    with pytest.raises(Misuse):
        bundle.write(reader.chain, reader.chain.start(), [])


def test_damage_names_the_round_and_all_before_it_holds() -> None:
    rounds = list(bundle.open(DATA, ID))
    damaged = bytearray(DATA)
    place = DATA.index(bytes(rounds[2])) + len(bytes(rounds[2])) - 1
    damaged[place] ^= 1
    reader, good = bundle.open(damaged, ID), []
    with pytest.raises((Invalid, Malformed)) as caught:
        for found in reader:
            good.append(found.number)
    assert good == [1, 2] and getattr(caught.value, "round", None) == 3 and reader.tip == rounds[1].after
    with pytest.raises(Misuse, match="first error"):
        next(reader)
    for cut in (0, 10, len(DATA) // 2, len(DATA) - 1):
        with pytest.raises(Malformed):
            bundle.verify(DATA[:cut], ID)
    with pytest.raises(Malformed):
        bundle.verify(DATA + b"\0", ID)


def test_progress_is_told_and_stops_what_it_raises_in() -> None:
    told: list[tuple[int, int]] = []
    bundle.verify(DATA, ID, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told) and told[-1] == (PLAIN["to"], PLAIN["to"])

    def stop(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        bundle.verify(DATA, ID, progress=stop)


def test_what_a_source_raises_comes_out() -> None:
    class Failing(Trickle):
        def read(self, size: int, /) -> bytes:
            if self.data.tell() > len(DATA) // 2:
                raise LookupError("the source is tired")
            return super().read(size)

    with pytest.raises(LookupError, match="tired"):
        list(bundle.open(Failing(DATA), ID))
    with pytest.raises(LookupError, match="tired"):
        bundle.verify(Failing(DATA), ID)
    with pytest.raises(TypeError, match="binary"):
        bundle.open(io.StringIO("text"), ID)  # type: ignore[arg-type]


def test_ctrl_c_ends_verification_of_a_source_without_end() -> None:
    class Endless(Trickle):
        """It never gives what is left."""

        begun = SimpleQueue[None]()

        def read(self, size: int, /) -> bytes:
            data = super().read(size)
            if not data:
                self.begun.put(None)
            while not data:
                time.sleep(0.01)
            return data

    with interrupted(Endless.begun):
        bundle.verify(Endless(DATA[:-1]), ID)
