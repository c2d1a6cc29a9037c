"""`heliast.chia` gives the answers of chiavdf: those of the vectors, and, where it is installed, its own."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from heliast import Invalid, Malformed, Misuse, chia

VECTORS = Path(__file__).parents[3] / "vectors" / "chia.json"
Case = dict[str, Any]
CASES: list[Case] = json.loads(VECTORS.read_text())["cases"]
CHALLENGE = bytes(range(32))
BITS = 512
D = chia.create_discriminant(CHALLENGE, BITS)


def arguments(case: Case) -> tuple[str, bytes, bytes, int, int]:
    """The arguments of :func:`heliast.chia.verify`."""
    x, proof = bytes.fromhex(case["x"]), bytes.fromhex(case["proof"])
    return "-0x" + case["discriminant"], x, proof, int(case["iterations"]), case["witness_type"]


def answers(module: ModuleType, case: Case) -> Iterator[tuple[str, object]]:
    """What each function says of a case: the answer, or that it raises."""
    d, x, proof, t, w = arguments(case)
    calls = {
        "n": lambda: module.verify_n_wesolowski(d, x, proof, t, 1024, w),
        "one": lambda: module.verify_wesolowski(d, x, proof[:100], proof[100:200], t),
        "b": lambda: module.get_b_from_n_wesolowski(d, x, proof, t, w),
        "y": lambda: module.bqfc_deserialize(d, proof[:100]),
        "y, not reduced": lambda: module.bqfc_deserialize(d, proof[:100], False),
        "pi": lambda: module.bqfc_deserialize(d, proof[100:200], False),
    }
    for name, call in calls.items():
        yield name, answer(call)
    found = answer(calls["b"])
    for b in ["0x11", "0"] + ([] if found == "raises" else [str(found)]):
        yield f"with {b}", answer(partial(module.verify_n_wesolowski_with_b, d, b, x, proof[100:], t, w))


def answer(call: Any) -> object:
    try:
        return call()
    except RuntimeError:
        return "raises"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_verdicts_are_those_of_the_vectors(case: Case) -> None:
    d, x, proof, t, w = arguments(case)
    accepted = answer(lambda: chia.verify_n_wesolowski(d, x, proof, t, 1024, w)) is True
    assert accepted == case["accepted"]
    if w == 0 and len(proof) == 200:
        accepted = answer(lambda: chia.verify_wesolowski(d, x, proof[:100], proof[100:], t)) is True
        assert accepted == case["accepted"]
    if case["accepted"]:
        chia.verify(d, x, proof, t, w)
        b = chia.get_b_from_n_wesolowski(d, x, proof, t, w)
        holds, y = chia.verify_n_wesolowski_with_b(d, b, x, proof[100:], t, w)
        assert holds and chia.bqfc_deserialize(d, y) is not None
    else:
        with pytest.raises((Invalid, Malformed)):
            chia.verify(d, x, proof, t, w)
        with pytest.raises((Invalid, Malformed)):
            chia.verify(d, x, proof, t, w, strict=True)
    if case["kind"] == "valid":
        assert chia.create_discriminant(bytes.fromhex(case["seed"]), case["bits"]) == d
        chia.verify(d, x, proof, t, w, strict=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_answers_are_those_of_chiavdf(case: Case) -> None:
    wheel = pytest.importorskip("chiavdf")
    assert list(answers(chia, case)) == list(answers(wheel, case))


def test_proofs_are_those_of_chiavdf() -> None:
    wheel = pytest.importorskip("chiavdf")
    for bits, t in [(256, 0), (256, 1), (512, 1000), (1000, 300), (1024, 20_000)]:
        for challenge in (CHALLENGE, b"\xff" * 32, b"12345678"):
            discriminant = chia.create_discriminant(challenge, bits)
            assert discriminant == wheel.create_discriminant(challenge, bits)
            proof = chia.prove(challenge, chia.GENERATOR, bits, t, "")
            assert proof == wheel.prove(challenge, chia.GENERATOR, bits, t, "")
            assert wheel.create_discriminant_and_verify_n_wesolowski(
                challenge, bits, chia.GENERATOR, proof, t, 0
            )
    segments = chia.prove_segments(D, chia.GENERATOR, 5000, 3, threads=2)
    assert wheel.verify_n_wesolowski(D, chia.GENERATOR, segments, 5000, BITS, 3)


def test_what_is_proved_is_verified() -> None:
    proof = chia.prove(CHALLENGE, chia.GENERATOR, BITS, 1000, "")
    y, pi = proof[:100], proof[100:]
    assert chia.verify_wesolowski(D, chia.GENERATOR, y, pi, 1000)
    assert not chia.verify_wesolowski(D, chia.GENERATOR, y, pi, 1001)
    assert not chia.verify_n_wesolowski(D, chia.GENERATOR, proof, 1000, BITS, 1)
    assert chia.create_discriminant_and_verify_n_wesolowski(CHALLENGE, BITS, chia.GENERATOR, proof, 1000, 0)
    assert chia.verify_n_wesolowski(D, bytearray(chia.GENERATOR), bytearray(proof), 1000, BITS, 0)
    # The generator's bytes are a text, too.
    assert chia.verify_n_wesolowski(D, chia.GENERATOR.decode(), proof, 1000, BITS, 0)
    for depth in (1, 7):
        told: list[float] = []
        segments = chia.prove_segments(D, y, 700, depth, progress=told.append)
        assert chia.verify_n_wesolowski(D, y, segments, 700, BITS, depth)
        assert told == sorted(told) and 0 < told[0] <= told[-1] <= 1
        assert segments == chia.prove_segments(D, y, 700, depth, threads=3)


def test_a_second_encoding_is_valid_and_not_strict() -> None:
    loose = chia.GENERATOR[:50] + b"\1" + chia.GENERATOR[51:]
    proof = chia.prove(CHALLENGE, chia.GENERATOR, BITS, 300, "")
    assert chia.verify_n_wesolowski(D, loose, proof, 300, BITS, 0)
    with pytest.raises(Invalid, match="the input is not written as the encoding of its reduced form"):
        chia.verify(D, loose, proof, 300, strict=True)


def test_errors_are_those_that_callers_of_chiavdf_catch() -> None:
    proof = chia.prove(CHALLENGE, chia.GENERATOR, BITS, 300, "")
    x, y, pi = chia.GENERATOR, proof[:100], proof[100:]
    for d in ("zz", "", D[1:], "0", "-0x8", "-0x" + "f" * 257):
        with pytest.raises(RuntimeError):
            chia.verify_n_wesolowski(d, x, proof, 300, BITS, 0)
    with pytest.raises(chia.BadEncoding, match="the output is not a form"):
        chia.verify_n_wesolowski(D, x, bytes(200), 300, BITS, 0)
    with pytest.raises(Malformed):
        chia.verify_wesolowski(D, x[:99], y, pi, 300)
    with pytest.raises(RuntimeError):
        chia.verify_wesolowski(D, x, y[:99], pi, 300)
    with pytest.raises(RuntimeError):
        chia.verify_n_wesolowski_with_b(D, "0", x, pi, 300, 0)
    # chiavdf reads 100 bytes from the beginning of any input.
    for other in (x[:99], x + b"\0", b""):
        for call in (
            lambda x: chia.verify_n_wesolowski(D, x, proof, 300, BITS, 0),
            lambda x: chia.create_discriminant_and_verify_n_wesolowski(CHALLENGE, BITS, x, proof, 300, 0),
            lambda x: chia.verify_n_wesolowski_with_b(D, "0x11", x, pi, 300, 0),
            lambda x: chia.get_b_from_n_wesolowski(D, x, proof, 300, 0),
        ):
            with pytest.raises(chia.BadEncoding):
                call(other)
    with pytest.raises(TypeError, match="wanted, not str\nwhile processing 'challenge_hash'"):
        chia.create_discriminant("text", BITS)  # type: ignore[arg-type]
    for t in (-1, 1 << 64, "300", 1.5):
        with pytest.raises(TypeError):
            chia.verify_n_wesolowski(D, x, proof, t, BITS, 0)  # type: ignore[arg-type]
    for seed, bits in [(CHALLENGE, 260), (CHALLENGE, 0), (CHALLENGE, -8), (CHALLENGE, 2048), (b"", 512)]:
        with pytest.raises(Misuse):
            chia.create_discriminant(seed, bits)
    with pytest.raises(ValueError, match="is cut into at most"):
        chia.prove_segments(D, x, 5, 50)
    with pytest.raises(ValueError, match="from 1 to 2"):
        chia.prove_segments(D, x, 1 << 48)


def test_a_proof_ends_when_nobody_wants_it(tmp_path: Path) -> None:
    wanted = tmp_path / "wanted"
    assert chia.prove(CHALLENGE, chia.GENERATOR, BITS, 1000, str(wanted)) == b""
    wanted.touch()
    assert len(chia.prove(CHALLENGE, chia.GENERATOR, BITS, 1000, str(wanted))) == 200
    threading.Timer(0.2, wanted.unlink).start()
    # It would take weeks.
    assert chia.prove(CHALLENGE, chia.GENERATOR, BITS, 1 << 40, str(wanted)) == b""


def test_other_threads_run_meanwhile() -> None:
    """The prover is stopped by a thread that needs the interpreter's lock."""
    stop = threading.Event()

    def progress(_: float) -> None:
        if stop.is_set():
            raise KeyError("stopped")

    threading.Timer(0.2, stop.set).start()
    with pytest.raises(KeyError, match="stopped"):
        chia.prove_segments(D, chia.GENERATOR, 1 << 40, progress=progress)
