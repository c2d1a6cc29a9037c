"""`heliast.vrf.KeyStore` in a process that was copied while it was open, or that was started beside it."""

import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from heliast import Exhausted, Refused, vrf

# How long a process that hangs is waited for.
PATIENCE_S = 600
INPUTS = [b"alice", b"robin"]

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
# The store that forks find in their memory.
shared: vrf.KeyStore | None = None


def answer(work: Callable[[], object]) -> str:
    """In words: `answered`, or why not and what to do."""
    try:
        work()
    except Refused as refused:
        return f"{refused}: {refused.hint}"
    except Exhausted as exhausted:
        return str(exhausted)
    return "answered"


def prove(input: bytes) -> str:
    key = shared
    assert key is not None
    return answer(lambda: key.prove(1, input))


def everything_else(_: object) -> list[str]:
    key = shared
    assert key is not None
    said = [answer(lambda: key.skip_to(5)), answer(lambda: key.next_turn)]
    key.close()
    return said


def open_anew(where: tuple[Path, Path, int]) -> str:
    directory, witnesses, round = where

    def work() -> None:
        with vrf.KeyStore(directory, witnesses=witnesses) as key:
            key.prove(round, b"x")

    return answer(work)


@pytest.fixture
def key(tmp_path: Path) -> Iterator[vrf.KeyStore]:
    global shared
    with vrf.KeyStore.create(tmp_path / "key", "x-vrf-4", witnesses=tmp_path / "witnesses") as key:
        shared = key
        yield key
    shared = None


@forks
def test_a_pool_of_forks_answers_nothing(key: vrf.KeyStore, tmp_path: Path) -> None:
    with multiprocessing.get_context("fork").Pool(2) as pool:
        said = pool.map_async(prove, INPUTS, chunksize=1).get(PATIENCE_S)
        said += pool.apply_async(everything_else, (None,)).get(PATIENCE_S)
        assert all("was opened by process" in words and "open it anew in this process" in words for words in said), said
        # Three proofs for round 1 would give the key away; here is the only one.
        output, proof = key.prove(1, b"carol")
        assert vrf.verify(key.scheme, key.public_key, b"carol", proof, round=1) == output
        # A fork may open the key for itself when its parent has let go of it.
        where = (tmp_path / "key", tmp_path / "witnesses")
        assert "another process" in pool.apply_async(open_anew, ((*where, 2),)).get(PATIENCE_S)
        key.close()
        assert "reserved for another input" in pool.apply_async(open_anew, ((*where, 1),)).get(PATIENCE_S)
        assert pool.apply_async(open_anew, ((*where, 2),)).get(PATIENCE_S) == "answered"


@forks
def test_a_fork_does_not_wait_for_a_thread_that_it_has_not(tmp_path: Path) -> None:
    # Slow answers, so that forks come while the thread has the key.
    with vrf.KeyStore.create(tmp_path / "key", "x-vrf-8", witnesses=tmp_path / "witnesses") as key:
        global shared
        shared, is_over = key, threading.Event()

        def answer_all() -> None:
            for round in range(2, 256):
                if is_over.is_set():
                    break
                key.prove(round, b"x")

        thread = threading.Thread(target=answer_all)
        thread.start()
        for _ in range(10):
            with multiprocessing.get_context("fork").Pool(1) as pool:
                assert "was opened by process" in pool.apply_async(prove, (b"alice",)).get(PATIENCE_S)
        is_over.set()
        thread.join()
        shared = None


def test_a_program_that_is_started_can_not_have_the_key_that_is_open_here(key: vrf.KeyStore, tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(key)
    where = (tmp_path / "key", tmp_path / "witnesses")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert "another process" in pool.apply_async(open_anew, ((*where, 1),)).get(PATIENCE_S)
        key.prove(1, b"carol")
        key.close()
        assert pool.apply_async(open_anew, ((*where, 2),)).get(PATIENCE_S) == "answered"


def test_threads_get_one_answer_at_each_turn(key: vrf.KeyStore) -> None:
    said: list[str] = []

    def ask(input: bytes) -> None:
        said.append(answer(lambda: key.prove(1, input)))

    threads = [threading.Thread(target=ask, args=(bytes([number]),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said.count("answered") == 1 and len(said) == 8, said
