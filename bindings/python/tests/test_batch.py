"""The functions of `heliast.batch`, in memory and in parts."""

import mmap
import os
import pickle
import re
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from heliast import Group, Invalid, Malformed, batch
from statements import GROUP, N, T, changed, decode, encode, record, records

M = 60
RECORDS = records(range(M))
SIZE = GROUP.record_size
OTHER = N + 20  # the next number without small factors
TERMS = batch.Terms(T, count=M)
FAMILIES: tuple[batch.Family, ...] = get_args(batch.Family)


@pytest.fixture(scope="module")
def proof() -> batch.Proof:
    return batch.prove(GROUP, TERMS, RECORDS)


def cut(data: bytes, parts: int) -> list[bytes]:
    ends = [len(data) // SIZE * part // parts * SIZE for part in range(parts + 1)]
    return [data[start:end] for start, end in zip(ends, ends[1:], strict=False)]


def products(terms: batch.Terms, seed: bytes, shards: list[bytes]) -> bytes:
    start, rows = 0, []
    for shard in shards:
        rows.append(batch.partial(GROUP, terms, seed, start, shard))
        start += len(shard) // SIZE
    while len(rows) > 1:
        rows.append(batch.merge(GROUP, terms, rows.pop(0), rows.pop(0)))
    return rows[0]


@pytest.mark.parametrize("system", get_args(batch.System))
@pytest.mark.parametrize("family", FAMILIES)
def test_what_prove_makes_is_verified(family: batch.Family, system: batch.System) -> None:
    terms = batch.Terms(T, family, count=M)
    proof = batch.prove(GROUP, terms, RECORDS, 2, system)
    assert proof.terms == terms and proof.shards == (M,) and proof.system == system and proof.strength == 128
    batch.verify(GROUP, terms, RECORDS, proof, threads=2)
    assert batch.Proof(bytes(proof)) == proof == pickle.loads(pickle.dumps(proof))
    wrong = changed(RECORDS, len(RECORDS) - 1)
    with pytest.raises(Invalid, match="a statement is false"):
        batch.verify(GROUP, terms, wrong, proof)


def test_the_product_is_what_integers_say() -> None:
    """Rows of Random Exponents, and of subsets, satisfy y = x^(2^t) as Python computes it."""
    cases: tuple[tuple[batch.Family, int], ...] = (("random-exponents", 1), ("random-subsets", 128))
    for family, rows in cases:
        terms = batch.Terms(T, family, count=M)
        seed = batch.seed(GROUP, terms, [batch.digest(GROUP, RECORDS)])
        row = batch.partial(GROUP, terms, seed, 0, RECORDS)
        assert len(row) == 8 + rows * SIZE and int.from_bytes(row[:8], "big") == M
        for place in range(8, len(row), SIZE):
            x, y = decode(row[place : place + SIZE])
            assert encode(pow(x, 2**T, N)) == encode(y)


@pytest.mark.parametrize("family", FAMILIES)
def test_one_seed_gives_the_same_products_in_any_parts(family: batch.Family) -> None:
    terms = batch.Terms(T, family, count=M)
    seed = batch.seed(GROUP, terms, [batch.digest(GROUP, part) for part in cut(RECORDS, 5)])
    expected = batch.partial(GROUP, terms, seed, 0, RECORDS, threads=3)
    for parts in (1, 2, 5, M):
        assert products(terms, seed, cut(RECORDS, parts)) == expected


def test_shards_are_proved_and_verified_in_parts_or_at_once() -> None:
    for parts in (1, 2, 5):
        shards = cut(RECORDS, parts)
        digests = [batch.digest(GROUP, shard) for shard in shards]
        rows = products(TERMS, batch.seed(GROUP, TERMS, digests), shards)
        proof = batch.finish_and_prove(GROUP, TERMS, digests, rows)
        assert proof.shards == tuple(digest.count for digest in digests)
        batch.finish_and_check(GROUP, TERMS, digests, rows, proof)
        batch.verify(GROUP, TERMS, RECORDS, proof)
        with pytest.raises(Invalid):
            batch.verify(GROUP, TERMS, changed(RECORDS, SIZE - 1), proof)


def test_seeds_of_single_shards_are_refused() -> None:
    """Challenges that a shard draws from itself alone could be chosen shard by shard: the products must be those of the one seed."""
    shards = cut(RECORDS, 2)
    digests = [batch.digest(GROUP, shard) for shard in shards]
    seed = batch.seed(GROUP, TERMS, digests)
    proof = batch.finish_and_prove(GROUP, TERMS, digests, products(TERMS, seed, shards))
    own = []
    for shard, digest, start in zip(shards, digests, (0, M // 2), strict=True):
        terms = batch.Terms(T, count=digest.count)
        own.append(batch.partial(GROUP, TERMS, batch.seed(GROUP, terms, [digest]), start, shard))
    # All statements are true and all products are right; they are only not those of the seed.
    with pytest.raises(Invalid, match="proof 0 of the batch"):
        batch.finish_and_check(GROUP, TERMS, digests, batch.merge(GROUP, TERMS, *own), proof)


def test_a_shard_that_is_missing_or_taken_twice_is_noticed(proof: batch.Proof) -> None:
    digests = [batch.digest(GROUP, RECORDS)]
    rows = batch.partial(GROUP, TERMS, batch.seed(GROUP, TERMS, digests), 0, RECORDS)
    batch.finish_and_check(GROUP, TERMS, digests, rows, proof)
    less = batch.partial(GROUP, TERMS, batch.seed(GROUP, TERMS, digests), 0, RECORDS[:-SIZE])
    for wrong in (less, batch.merge(GROUP, TERMS, rows, rows)):
        with pytest.raises(Invalid, match="a shard is missing or was taken twice"):
            batch.finish_and_check(GROUP, TERMS, digests, wrong, proof)
        with pytest.raises(Invalid, match="a shard is missing or was taken twice"):
            batch.finish_and_prove(GROUP, TERMS, digests, wrong)


def test_errors_that_cancel_between_shards_are_refused(proof: batch.Proof) -> None:
    """y·d in one shard, y/d at the same place of the next."""
    for parts in (1, 2):
        data = bytearray(RECORDS)
        for place, factor in ((3, 5), (3 + M // 2, pow(5, -1, N))):
            x, y = decode(bytes(data[place * SIZE : (place + 1) * SIZE]))
            data[place * SIZE : (place + 1) * SIZE] = encode(x) + encode(y * factor)
        shards = cut(bytes(data), parts)
        digests = [batch.digest(GROUP, shard) for shard in shards]
        rows = products(TERMS, batch.seed(GROUP, TERMS, digests), shards)
        with pytest.raises(Invalid, match="a statement of the list is false"):
            batch.finish_and_prove(GROUP, TERMS, digests, rows)
    with pytest.raises(Invalid) as caught:
        batch.prove(GROUP, TERMS, data)
    assert caught.value.statements == [3, 3 + M // 2] == batch.find_false(GROUP, T, data)


@pytest.mark.parametrize("place", [0, SIZE - 1, SIZE, M * SIZE // 2, M * SIZE - SIZE + 255, M * SIZE - 1])
def test_one_changed_bit_is_refused(proof: batch.Proof, place: int) -> None:
    """Its element stays canonical, or not."""
    with pytest.raises((Invalid, Malformed)):
        batch.verify(GROUP, TERMS, changed(RECORDS, place), proof)


def test_other_lists_are_refused(proof: batch.Proof) -> None:
    swapped = RECORDS[SIZE : 2 * SIZE] + RECORDS[:SIZE] + RECORDS[2 * SIZE :]
    doubled = RECORDS[:SIZE] + RECORDS[:SIZE] + RECORDS[2 * SIZE :]
    for other in (swapped, doubled):
        with pytest.raises(Invalid, match="a statement is false"):
            batch.verify(GROUP, TERMS, other, proof)
    for other in (RECORDS[SIZE:], RECORDS + RECORDS[:SIZE]):
        with pytest.raises(ValueError, match="the terms are about 60 statements"):
            batch.verify(GROUP, TERMS, other, proof)
        with pytest.raises(Invalid, match="other terms"):
            batch.verify(GROUP, batch.Terms(T, count=len(other) // SIZE), other, proof)


def test_terms_are_the_verifiers(proof: batch.Proof) -> None:
    for terms in (
        batch.Terms(T + 1, count=M),
        batch.Terms(T, "hybrid", count=M),
        batch.Terms(T, level=136, count=M),
    ):
        with pytest.raises(Invalid, match="other terms"):
            batch.verify(GROUP, terms, RECORDS, proof)
    weak = batch.Terms(T, level=64, count=M)
    proof = batch.prove(GROUP, weak, RECORDS)
    assert proof.strength == 64
    with pytest.raises(Invalid, match="level 64, and 128 is demanded"):
        batch.verify(GROUP, weak, RECORDS, proof)
    batch.verify(GROUP, weak, RECORDS, proof, minimum_level=64)


def test_bytes_that_are_no_statements_are_malformed(proof: batch.Proof) -> None:
    x, y = decode(record(0))
    width = GROUP.element_size
    readers: tuple[Callable[[bytes], object], ...] = (
        lambda data: batch.digest(GROUP, data),
        lambda data: batch.partial(GROUP, TERMS, bytes(32), 0, data),
        lambda data: batch.find_false(GROUP, T, data),
        lambda data: batch.verify(GROUP, TERMS, data, proof),
        lambda data: batch.prove(GROUP, TERMS, data),
    )
    for bad, reason in (
        (RECORDS[:-1], "512 bytes"),
        ((N - x).to_bytes(width, "big") + encode(y), "input of statement 0"),
        (encode(x) + bytes(width), "output of statement 0"),
        (encode(1) + encode(1), "identity"),
    ):
        for read in readers:
            with pytest.raises(Malformed, match=reason):
                read(bad)
    rows = batch.partial(GROUP, TERMS, bytes(32), 0, RECORDS)
    batch.merge(GROUP, TERMS, rows, rows)
    for bad in (b"", rows[:7], rows[:-1], rows + rows[8:], rows[:8] + bytes(SIZE)):
        with pytest.raises(Malformed):
            batch.merge(GROUP, TERMS, rows, bad)


@pytest.mark.parametrize("family", FAMILIES)
def test_elements_that_are_no_units_are_malformed(family: batch.Family) -> None:
    """In a group whose factors are known, so that there are some."""
    p, q = 2**607 - 1, 2**521 - 1
    n, group = p * q, Group(p * q, minimum_bits=1024)

    def listed(*inputs: int) -> bytes:
        pairs = [(x, pow(x, 2**T, n)) for x in inputs]
        elements = [min(element, n - element) for pair in pairs for element in pair]
        return b"".join(element.to_bytes(group.element_size, "big") for element in elements)

    good, bad = listed(2, 3, 5), listed(2, 3, p)
    terms = batch.Terms(T, family, count=3)
    proof = batch.prove(group, terms, good)
    batch.verify(group, terms, good, proof)
    for refused in (lambda: batch.verify(group, terms, bad, proof), lambda: batch.prove(group, terms, bad)):
        with pytest.raises(Malformed, match="the input of statement 2 is not a unit"):
            refused()
    digests = [batch.digest(group, bad)]
    rows = batch.partial(group, terms, batch.seed(group, terms, digests), 0, bad)
    with pytest.raises(Malformed, match="not a unit"):
        batch.finish_and_check(group, terms, digests, rows, proof)


def test_every_byte_of_a_proof_matters(proof: batch.Proof) -> None:
    data = bytes(proof)
    for place in range(len(data)):
        with pytest.raises((Invalid, Malformed)):
            batch.verify(GROUP, TERMS, RECORDS, batch.Proof(changed(data, place)))
    for wrong in (b"", data[:-1], data + b"\0"):
        with pytest.raises(Malformed):
            batch.Proof(wrong)


def test_mistakes_of_the_caller() -> None:
    digests = [batch.digest(GROUP, part) for part in cut(RECORDS, 2)]
    for mistake in (
        lambda: batch.Terms(T, count=0),
        lambda: batch.Terms(0, count=1),
        lambda: batch.Terms(2**48, count=1),
        lambda: batch.Terms(T, level=127, count=1),
        lambda: batch.Terms(T, "bukkit", count=1),  # type: ignore[arg-type]
        lambda: batch.Header(GROUP, 0, 1),
        lambda: batch.seed(GROUP, TERMS, digests[:1]),
        lambda: batch.seed(GROUP, TERMS, []),
        lambda: batch.partial(GROUP, TERMS, bytes(31), 0, RECORDS),
        lambda: batch.partial(GROUP, TERMS, bytes(32), 1, RECORDS),
        lambda: batch.partial(GROUP, TERMS, bytes(32), 2**64 - 1, RECORDS),
        lambda: batch.digest(GROUP, RECORDS, threads=0),
        lambda: batch.digest(GROUP, RECORDS, threads=10**9),
        lambda: batch.prove(GROUP, TERMS, RECORDS, system="groth"),  # type: ignore[arg-type]
        lambda: batch.plan(10, level=1),
    ):
        with pytest.raises(ValueError):
            mistake()
    for no_buffer in ("text", 512, [1] * 512):
        with pytest.raises(TypeError):
            batch.digest(GROUP, no_buffer)  # type: ignore[arg-type]


def test_every_buffer_is_read(tmp_path: Path) -> None:
    expected = batch.digest(GROUP, RECORDS)
    path = tmp_path / "records"
    path.write_bytes(RECORDS)
    backwards = memoryview(RECORDS[::-1])[::-1]
    for buffer in (bytearray(RECORDS), memoryview(RECORDS), backwards):
        assert batch.digest(GROUP, buffer) == expected
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert batch.digest(GROUP, mapped) == expected


def test_what_goes_to_workers_survives_it() -> None:
    for value in (GROUP, TERMS, batch.digest(GROUP, RECORDS), Malformed("why"), Invalid("why")):
        copy = pickle.loads(pickle.dumps(value))
        assert copy == value or repr(copy) == repr(value)
    digest = batch.digest(GROUP, RECORDS)
    assert batch.Digest(digest.count, digest.root) == digest and digest.count == M and len(digest.root) == 32


def test_groups() -> None:
    assert GROUP == Group(N) == Group(N.to_bytes(256, "big")) != Group(OTHER)
    assert (GROUP.bits, GROUP.element_size, GROUP.record_size, len(GROUP.id)) == (2048, 256, 512, 32)
    for bad in (N + 1, 3 * 2**2047 + 3, N >> 1 | 1, b"", N << 8192 | 1, 2**2203 - 1):
        with pytest.raises(Malformed):
            Group(bad)
    for mistake in (0, -N):
        with pytest.raises(ValueError, match="positive"):
            Group(mistake)
    other = Group(OTHER)
    with pytest.raises(Invalid, match="another group"):
        batch.verify(other, TERMS, RECORDS, batch.prove(GROUP, TERMS, RECORDS))


def test_headers() -> None:
    header = batch.Header(GROUP, T, M)
    data = bytes(header)
    assert len(data) == batch.Header.SIZE == 64
    assert batch.Header.decode(data + RECORDS) == header
    assert (header.t, header.count, header.group_id) == (T, M, GROUP.id)
    header.check(GROUP, 64 + len(RECORDS))
    for size in (0, 64, 63 + len(RECORDS)):
        with pytest.raises(Malformed, match="60 such statements"):
            header.check(GROUP, size)
    for bad in (b"", data[:-1], changed(data, 0)):
        with pytest.raises(Malformed, match="not a statements file"):
            batch.Header.decode(bad)


def test_the_examples_of_the_readme_run() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    assert len(examples) == 5
    for example in examples:
        exec(example, {})


def test_the_plan_is_sorted() -> None:
    plans = batch.plan(10**6)
    costs = [cost for _, cost in plans]
    assert costs == sorted(costs) and {family for family, _ in plans} == set(FAMILIES)
    assert plans == batch.plan(10**6, group=Group.class_group(bytes(32), 256), system="pietrzak")


def test_progress_is_told_and_stops_what_it_raises_in() -> None:
    told: list[float] = []
    batch.prove(GROUP, TERMS, RECORDS, progress=told.append)
    assert told and all(0 <= done <= 1 for done in told)

    def stop(done: float) -> None:
        raise LookupError(f"enough at {done}")

    with pytest.raises(LookupError, match="enough"):
        batch.prove(GROUP, TERMS, RECORDS, progress=stop)


def test_ctrl_c_ends_a_proof_that_would_take_a_day() -> None:
    """The thread that sends the signal needs the interpreter's lock: it is free."""
    terms = batch.Terms(2**40, count=1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    # A process started in the background may have been told to ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.prove(GROUP, terms, record(0))
    timer.join()
    signal.signal(signal.SIGINT, before)
