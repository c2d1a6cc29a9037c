"""`heliast.vrf`: the vectors of every scheme, keys, and key stores with their guard."""

import hashlib
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import TypedDict

import pytest
from heliast import Exhausted, Invalid, Malformed, Misuse, Refused, vrf
from interrupts import interrupted
from vectors import Case, cases, edited, expect, names, read

STATELESS = [name for name in vrf.SCHEMES if not vrf.scheme(name).has_turns]
X = b"an input"


@pytest.mark.parametrize("case", cases("ecvrf", "prove"), ids=names)
def test_ecvrf_keys(case: Case) -> None:
    key = vrf.VrfKey(case["scheme"], read(case, "secret"))
    assert key.public_key == read(case, "public_key")
    assert key.prove(read(case, "alpha")) == (read(case, "output"), read(case, "proof"))
    assert key.evaluate(read(case, "alpha")) == read(case, "output")


@pytest.mark.parametrize("case", cases("ecvrf", "verify", "prove"), ids=names)
def test_ecvrf_proofs(case: Case) -> None:
    output = expect(
        case,
        lambda: vrf.verify(case["scheme"], read(case, "public_key"), read(case, "alpha"), read(case, "proof")),
    )
    assert output is None or output == read(case, "output")


@pytest.mark.parametrize("case", cases("ecvrf", "key"), ids=names)
def test_ecvrf_public_keys(case: Case) -> None:
    expect(case, lambda: vrf.verify("ecvrf-edwards25519-sha512-tai", read(case, "public_key"), X, bytes(80)))


@cache
def avrf_key(scheme: str, seed: bytes) -> vrf.VrfKey:
    return vrf.VrfKey(scheme, seed)


@pytest.mark.parametrize("case", cases("avrf", "evaluate", "prove"), ids=names)
def test_avrf_keys(case: Case) -> None:
    public = read(case, "public_key")
    scheme = vrf.scheme_of(public)
    assert scheme is not None
    key = avrf_key(scheme, read(case, "seed"))
    assert key.public_key == public and key.evaluate(read(case, "x")) == read(case, "output")
    if case["kind"] == "prove":
        hedge = read(case, "hedge") if case["hedge"] else None
        output, proof = key.prove(read(case, "x"), random=hedge)
        assert output == read(case, "output") and len(proof) == case["length"]
        assert hashlib.sha256(proof).hexdigest() == case["sha256"]


@pytest.mark.parametrize("case", cases("avrf", "verify"), ids=names)
def test_avrf_proofs(case: Case) -> None:
    public = read(case, "public_key")
    # Of a key that names no scheme, by the scheme that it is said to be of.
    scheme = vrf.scheme_of(public) or "a-vrf-small"
    output = expect(case, lambda: vrf.verify(scheme, public, read(case, "x"), edited(case)))
    assert output is None or output == read(case, "output")


# Without the trees of height 1, which have no name.
TREES = [case for name in ("xvrf", "ivrf") for case in cases(name, "verify") if not case["name"].startswith("height 1:")]


@pytest.mark.parametrize("case", TREES, ids=names)
def test_tree_proofs(case: Case) -> None:
    public = read(case, "public_key")
    scheme = vrf.scheme_of(public) or "x-vrf-10"
    turn = int(case["round"]), case["slot"]
    output = expect(case, lambda: vrf.verify(scheme, public, read(case, "x"), edited(case), round=turn[0], slot=turn[1]))
    assert output is None or output == read(case, "output")


@pytest.mark.parametrize("scheme", STATELESS)
def test_every_stateless_scheme(scheme: str) -> None:
    with vrf.VrfKey(scheme) as key:
        assert key.scheme == scheme and key.public_key != vrf.VrfKey(scheme).public_key
        output, proof = key.prove(X)
        assert vrf.verify(scheme, key.public_key, X, proof) == output == key.evaluate(X)
        facts = vrf.scheme(scheme)
        assert facts.least_proof <= len(proof) <= facts.most_proof
        with pytest.raises(Invalid):
            vrf.verify(scheme, key.public_key, X + b"!", proof)
        with pytest.raises(Malformed):
            vrf.verify(scheme, key.public_key, X, proof[:10])
        with pytest.raises(Malformed):
            vrf.verify(scheme, b"", X, proof)
        with pytest.raises(Misuse, match="no rounds"):
            vrf.verify(scheme, key.public_key, X, proof, round=1)
        hedged = key.prove(X, random=bytes(32))
        assert hedged[0] == output and vrf.verify(scheme, key.public_key, X, hedged[1]) == output
        assert "hidden" in repr(key)
    with pytest.raises(Misuse, match="closed"):
        key.prove(X)
    with pytest.raises(Misuse, match="closed"):
        key.evaluate(X)


def test_seeds_come_in_any_buffer() -> None:
    seed = bytes(range(32))
    expected = vrf.VrfKey(STATELESS[0], seed).public_key
    mutable = bytearray(seed)
    for same in (mutable, memoryview(seed), memoryview(mutable)):
        assert vrf.VrfKey(STATELESS[0], same).public_key == expected
    assert mutable == seed
    for length in (0, 31, 33):
        with pytest.raises(Misuse, match=f"a seed has 32 bytes, not {length}"):
            vrf.VrfKey(STATELESS[0], bytes(length))


def test_short_names_are_taken_as_the_program_takes_them() -> None:
    for short in ("ell2", "tai"):
        full = f"ecvrf-edwards25519-sha512-{short}"
        with vrf.VrfKey(short, bytes(32)) as key:
            assert key.scheme == full == vrf.scheme(short).name
            output, proof = key.prove(X)
        assert vrf.verify(short, key.public_key, X, proof) == output == vrf.verify(full, key.public_key, X, proof)


def test_names() -> None:
    assert len(set(vrf.SCHEMES)) == len(vrf.SCHEMES) and {"x-vrf-15", "ivrf-27", "a-vrf-fast"} < set(vrf.SCHEMES)
    assert vrf.scheme("x-vrf-10").has_turns and vrf.scheme("x-vrf-10").least_proof == vrf.scheme("x-vrf-10").most_proof
    for mistake in (
        lambda: vrf.scheme("x-vrf-99"),
        lambda: vrf.VrfKey("none"),
        lambda: vrf.VrfKey("x-vrf-10"),
        lambda: vrf.verify("none", b"", b"", b""),
        lambda: vrf.KeyStore.create("nowhere", STATELESS[0]),
    ):
        with pytest.raises(Misuse):
            mistake()


@pytest.mark.parametrize("case", cases("sortition", "votes"), ids=names)
def test_votes(case: Case) -> None:
    assert (
        vrf.votes(read(case, "output"), read(case, "public_key"), case["stake"], case["total"], case["expected"])
        == case["votes"]
    )


def test_votes_out_of_range() -> None:
    for mistake in (
        (2, 1, 1),
        (1, 2**54, 1),
        (1, 1, 2**32),
        (-1, 1, 1),
    ):
        with pytest.raises(Misuse):
            vrf.votes(bytes(64), b"key", *mistake)
    for length in (0, 31, 33, 63, 65, 80):
        with pytest.raises(Misuse, match=f"an output has 32 or 64 bytes, not {length}"):
            vrf.votes(bytes(length), b"key", 1, 2, 1)


@pytest.mark.parametrize("file", ["xvrf", "ivrf"])
def test_a_store_gives_the_answers_of_the_vectors(file: str, tmp_path: Path) -> None:
    real = [case for case in cases(file, "verify") if "sk_seed" in case and "base" not in case and "error" not in case]
    first = next(case for case in real if not case.get("grafted"))
    mine = [case for case in real if case["public_key"] == first["public_key"] and not case.get("grafted")]
    public = read(first, "public_key")
    scheme = vrf.scheme_of(public)
    assert scheme is not None
    slots, start = int.from_bytes(public[2:4], "big"), int.from_bytes(public[4:12], "big")
    told: list[tuple[int, int]] = []
    store = vrf.KeyStore.create(
        tmp_path / "key",
        scheme,
        first=start,
        slots=slots,
        seeds=(read(first, "sk_seed"), public[44:]),
        witnesses=tmp_path / "witnesses",
        progress=lambda done, of: told.append((done, of)),
    )
    assert (store.public_key, store.scheme, store.first, store.slots) == (public, scheme, start, slots)
    # One input at each turn.
    mine = list({(int(case["round"]), case["slot"]): case for case in mine}.values())
    for case in sorted(mine, key=lambda case: (int(case["round"]), case["slot"])):
        answer = store.prove(int(case["round"]), read(case, "x"), slot=case["slot"])
        assert answer == (read(case, "output"), read(case, "proof"))
    assert all(done <= of == 2 ** int(scheme.rsplit("-", 1)[1]) for done, of in told)


class Place(TypedDict):
    """Where a key and its witness are."""

    directory: Path
    witnesses: Path


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return {"directory": tmp_path / "key", "witnesses": tmp_path / "witnesses"}


def test_a_store_answers_once_at_each_turn(place: Place) -> None:
    with vrf.KeyStore.create(**place, scheme="x-vrf-4", first=100, slots=2) as store:
        assert (store.rounds, store.next_turn, Path(store.directory)) == (8, (100, 0), place["directory"])
        output, proof = store.prove(102, X, slot=1)
        assert vrf.verify("x-vrf-4", store.public_key, X, proof, round=102, slot=1) == output
        assert store.prove(102, X, slot=1) == (output, proof) and store.next_turn == (103, 0)
        for turn in ((102, 1, b"another input"), (101, 0, X), (99, 0, X), (108, 0, X), (103, 2, X)):
            with pytest.raises(Exhausted):
                store.prove(turn[0], turn[2], slot=turn[1])
        with pytest.raises(Misuse, match="say for which round"):
            vrf.verify("x-vrf-4", store.public_key, X, proof)
        with pytest.raises(Refused, match="another process is using") as caught:
            vrf.KeyStore(**place)
        assert caught.value.hint
        store.skip_to(105)
        public = store.public_key
    with pytest.raises(Misuse, match="closed"):
        store.prove(106, X)
    with vrf.KeyStore(**place) as store:
        assert store.public_key == public and store.next_turn == (105, 0)
        store.prove(107, X, slot=1)
        assert store.next_turn is None


def test_a_lot_that_is_not_wanted_leaves_no_mark(place: Place) -> None:
    seen: list[bytes] = []

    def wants(output: bytes) -> bool:
        seen.append(output)
        return len(seen) == 3

    with vrf.KeyStore.create(**place, scheme="x-vrf-4", first=100) as store:
        marks = (place["directory"] / "marks").read_bytes()
        assert store.draw(103, X, wants) is None and store.draw(103, X, wants) is None
        assert (place["directory"] / "marks").read_bytes() == marks
        # The output was seen, so that nothing else is answered there.
        with pytest.raises(Exhausted):
            store.draw(103, b"another input", wants)
        drawn = store.draw(103, X, wants)
        assert drawn is not None and (place["directory"] / "marks").read_bytes() != marks
        assert seen == [drawn[0]] * 3 and store.prove(103, X) == drawn
        assert vrf.verify("x-vrf-4", store.public_key, X, drawn[1], round=103) == drawn[0]
    with vrf.KeyStore(**place) as store:
        assert store.next_turn == (104, 0)


def test_what_draws_can_fail_and_cannot_use_the_store(place: Place) -> None:
    def fails(output: bytes) -> bool:
        raise LookupError("no")

    with vrf.KeyStore.create(**place, scheme="x-vrf-4") as store:
        with pytest.raises(LookupError, match="no"):
            store.draw(3, X, fails)
        for use in (lambda: store.prove(4, X), lambda: store.next_turn, store.close, lambda: store.skip_to(9)):
            with pytest.raises(Misuse, match="asking whether this output is wanted"):
                store.draw(3, X, lambda output, use=use: use())  # type: ignore[misc]
        assert store.draw(3, X, lambda output: 1) == store.prove(3, X)


def test_copies_are_refused_until_they_are_adopted(place: Place, tmp_path: Path) -> None:
    with vrf.KeyStore.create(**place, scheme="ivrf-4") as store:
        store.prove(3, X)
    copy = tmp_path / "copy"
    copy.mkdir(mode=0o700)
    for file in place["directory"].iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
        (copy / file.name).chmod(file.stat().st_mode)
    with pytest.raises(Refused) as caught:
        vrf.KeyStore(copy, witnesses=place["witnesses"])
    assert caught.value.hint
    with pytest.raises(Refused, match="answered"):
        vrf.KeyStore.adopt(copy, 3, witnesses=place["witnesses"])
    with vrf.KeyStore.adopt(copy, 5, witnesses=place["witnesses"]) as store:
        assert store.next_turn == (5, 0)
    with pytest.raises(Refused):
        vrf.KeyStore(**place)


def test_passphrases(place: Place) -> None:
    vrf.KeyStore.create(**place, scheme="x-vrf-4", passphrase="words", work=1).close()
    for wrong in (None, "other", b"other"):
        with pytest.raises(Refused, match="passphrase"):
            vrf.KeyStore(**place, passphrase=wrong)
    vrf.KeyStore(**place, passphrase=bytearray(b"words")).close()
    vrf.KeyStore.protect(place["directory"], "words", None)
    vrf.KeyStore(**place).close()
    for call in (
        lambda: vrf.KeyStore(**place, passphrase="words"),
        lambda: vrf.KeyStore.adopt(**place, next_round=5, passphrase="words"),
        lambda: vrf.KeyStore.protect(place["directory"], "words", "others"),
    ):
        with pytest.raises(Refused, match="is not encrypted") as caught:
            call()
        assert caught.value.hint
    with pytest.raises(Misuse, match="2\\^21"):
        vrf.KeyStore.protect(place["directory"], None, "words", work=21)


def test_damage_is_malformed(place: Place) -> None:
    vrf.KeyStore.create(**place, scheme="x-vrf-4").close()
    secret = place["directory"] / "secret"
    data = secret.read_bytes()
    secret.write_bytes(data[:20] + bytes([data[20] ^ 1]) + data[21:])
    with pytest.raises(Malformed, match="damaged"):
        vrf.KeyStore(**place)
    with pytest.raises(Misuse, match="no key"):
        vrf.KeyStore(place["directory"].parent, witnesses=place["witnesses"])
    with pytest.raises(Refused, match="already"):
        vrf.KeyStore.create(**place, scheme="x-vrf-4")


def test_ctrl_c_stops_the_making_of_a_key_which_is_resumed(place: Place) -> None:
    begun = SimpleQueue[None]()
    with interrupted(begun):
        # Hours of work on one core.
        vrf.KeyStore.create(**place, scheme="x-vrf-27", threads=1, progress=lambda done, of: begun.put(None))
    with pytest.raises(Refused, match="not complete"):
        vrf.KeyStore(**place)

    def stop(done: int, of: int) -> None:
        assert of == 2**27
        raise LookupError

    with pytest.raises(LookupError):
        vrf.KeyStore.resume(**place, threads=1, progress=stop)
