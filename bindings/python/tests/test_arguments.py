"""What all functions take, and what they say of what they do not: types, buffers, errors, the interpreter's lock."""

import inspect
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heliast.beacon
import numpy
import pytest
from heliast import Group, HeliastError, Malformed, Misuse, Unavailable, batch, bundle, errors, stamp, vdf, vrf
from statements import GROUP, T, records
from test_bundle import DATA, ID

RECORDS = records(range(10))
X = vdf.delay_input(GROUP, b"x")


def wrong(value: object) -> Any:
    """What mypy would not let pass."""
    return value


def test_errors_are_one_hierarchy() -> None:
    for name in errors.__all__:
        error = getattr(errors, name)
        assert issubclass(error, HeliastError) and inspect.getdoc(error)
        assert error.__module__ == "heliast.errors" and (name == "HeliastError" or getattr(heliast, name) is error)
    assert issubclass(Misuse, ValueError) and issubclass(Unavailable, ConnectionError)
    assert HeliastError.hint is None and HeliastError.reason is None


def test_the_version_is_that_of_the_crates() -> None:
    manifest = (Path(__file__).parents[3] / "Cargo.toml").read_text()
    assert f'version = "{heliast.__version__}"' in manifest


def test_everything_public_is_documented() -> None:
    for module in (heliast, batch, bundle, stamp, vdf, vrf, heliast.beacon):
        assert inspect.getdoc(module)
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isclass(found) or inspect.isroutine(found):
                assert inspect.getdoc(found), f"{module.__name__}.{name}"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: vdf.delay_input(wrong(None), b""), "an object of heliast.Group is wanted, not NoneType"),
        (lambda: vdf.delay_input(GROUP, wrong("text")), "bytes, or another buffer .* is wanted, not str"),
        (lambda: vdf.Evaluation(GROUP, X, wrong("5")), "a whole number is wanted, not str"),
        (lambda: vdf.Evaluation(GROUP, X, wrong(5.0)), "a whole number is wanted, not float"),
        (lambda: vdf.Evaluation(GROUP, X, 5).run(wrong(7)), "a function of the done part, or None, is wanted, not int"),
        (lambda: vdf.verify(GROUP, X, 5, wrong(5)), "a heliast.vdf.ProofFile, or its bytes, is wanted, not int"),
        (lambda: vdf.prove(wrong(GROUP)), "an object of heliast.vdf.Evaluation is wanted, not Group"),
        (lambda: vdf.Trapdoor(wrong(3), wrong(5)), "bytes, or another buffer .* is wanted, not int"),
        (lambda: Group(wrong("5")), "a whole number, or its bytes, big-endian, is wanted, not str"),
        (lambda: batch.Terms(5, wrong(7), count=1), r"a text \(str\) is wanted, not int"),
        (lambda: batch.digest(wrong(RECORDS), RECORDS), "an object of heliast.Group is wanted, not bytes"),
        (lambda: batch.verify(GROUP, wrong(5), RECORDS, wrong(b"")), "an object of heliast.batch.Terms is wanted, not int"),
        (lambda: vrf.VrfKey(wrong(b"a-vrf-fast")), r"a text \(str\) is wanted, not bytes"),
        (lambda: vrf.VrfKey("a-vrf-fast", wrong("seed")), "bytes, or another buffer .* is wanted, not str"),
        (lambda: vrf.KeyStore(wrong(5)), "a path .* is wanted, not int"),
        (lambda: bundle.open(wrong(5), "any chain"), "a path, a buffer of bytes, or a binary file is wanted, not int"),
        (lambda: bundle.open(b"", wrong(5)), "a chain, or its id as bytes or hexadecimal digits, is wanted, not int"),
        (lambda: stamp.solve(wrong("text")), "bytes, or another buffer .* is wanted, not str"),
        (lambda: stamp.Spent().spend(wrong(b"")), "an object of heliast.stamp.Paid is wanted, not bytes"),
    ],
)
def test_wrong_types_are_named(call: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError, match=says):
        call()


def test_numbers_out_of_range_are_misuse() -> None:
    for mistake in (-1, 2**64, 10**5000):
        with pytest.raises(Misuse, match=r"^t: .*not a number from 0 to 2\^64 - 1"):
            vdf.Evaluation(GROUP, X, mistake)
    with pytest.raises(Misuse, match=r"^level: 65536 is not a number from 0 to 2\^16 - 1"):
        batch.Terms(T, level=65536, count=1)
    named: list[tuple[str, Callable[[], object]]] = [
        ("stake", lambda: vrf.votes(bytes(32), b"", -1, 1, 1)),
        ("count", lambda: batch.Terms(T, count=-1)),
        ("slot", lambda: vrf.verify("x-vrf-4", b"", b"", b"", round=1, slot=65536)),
        ("round", lambda: vrf.verify("x-vrf-4", b"", b"", b"", round=-1)),
        ("now_ms", lambda: stamp.Expected(b"", b"", 1, -1)),
        ("limit", lambda: stamp.Spent(-1)),
        ("delays", lambda: stamp.PrivateIssuer(bytes(32), GROUP, [-1])),
        ("cut", lambda: vdf.SegmentedEvaluation(GROUP, X, 5, cut=(-1, 1))),
        ("work", lambda: vrf.KeyStore.protect("none", None, "words", work=256)),
        ("threads", lambda: batch.prove(GROUP, batch.Terms(T, count=10), RECORDS, threads=0)),
        ("threads", lambda: batch.prove(GROUP, batch.Terms(T, count=10), RECORDS, threads=-1)),
    ]
    for name, call in named:
        with pytest.raises(Misuse, match=f"^{name}: "):
            call()


def test_arrays_are_taken_as_they_are() -> None:
    array = numpy.frombuffer(RECORDS, numpy.uint8)
    table = array.reshape(10, GROUP.record_size)
    assert batch.digest(GROUP, table) == batch.digest(GROUP, array) == batch.digest(GROUP, RECORDS)
    assert batch.digest(GROUP, table[::-1][::-1]) == batch.digest(GROUP, RECORDS)
    terms = batch.Terms(numpy.int64(T), count=numpy.uint32(10))
    proof = batch.prove(GROUP, terms, table)
    batch.verify(GROUP, terms, table, proof)
    y = vdf.evaluate(GROUP, numpy.frombuffer(X, numpy.uint8), numpy.int32(50)).output
    assert y == vdf.evaluate(GROUP, X, 50).output
    seed = numpy.arange(32, dtype=numpy.uint8)
    assert vrf.VrfKey("a-vrf-fast", seed).public_key == vrf.VrfKey("a-vrf-fast", bytes(range(32))).public_key
    assert list(seed) == list(range(32))
    for wide in (array.view(numpy.uint64), array.astype(float)):
        with pytest.raises(TypeError, match="is wanted, not a buffer whose items have the format"):
            batch.digest(GROUP, wide)
    with pytest.raises(Malformed):
        batch.digest(GROUP, table[:, :-1])


def long_calls() -> list[Callable[[], object]]:
    key = vrf.VrfKey("a-vrf-fast", bytes(32))
    many = records(range(10)) * 50
    evaluation = vdf.Evaluation(GROUP, X, 2**47)
    proof = vdf.prove(vdf.evaluate(GROUP, X, 20_000))
    data, pin = DATA, ID
    return [
        lambda: evaluation.advance(100_000),
        lambda: vdf.verify(GROUP, X, 20_000, proof),
        lambda: vdf.verify_many(GROUP, [(X, 20_000, proof)] * 20),
        lambda: batch.digest(GROUP, many),
        lambda: key.prove(b"input"),
        lambda: bundle.verify(data, pin, threads=1),
    ]




@pytest.mark.parametrize("number", range(6))
def test_long_work_leaves_the_interpreter_to_others(number: int) -> None:
    """With no switches between threads in sight, another thread runs only when this one lets go of the interpreter's lock."""
    call, before = long_calls()[number], sys.getswitchinterval()
    gate, ran = threading.Lock(), threading.Event()
    gate.acquire()

    def wait() -> None:
        with gate:
            pass
        ran.set()

    other = threading.Thread(target=wait)
    other.start()
    sys.setswitchinterval(600)
    try:
        gate.release()
        # Each call is long enough for the other thread to be woken, on most machines at most times.
        for _ in range(100_000):
            call()
            if ran.is_set():
                break
        assert ran.is_set()
    finally:
        sys.setswitchinterval(before)
        other.join()
