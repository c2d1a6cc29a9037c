"""`heliast.dask` on real schedulers and workers: processes of their own, one of which is killed."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import heliast.dask
import pytest
from dask import config
from distributed import Client, LocalCluster
from heliast import Invalid, Malformed, batch
from heliast.dask import shards
from heliast.dask.__main__ import main
from statements import GROUP, N, T, changed, decode, encode, records, write_shard, write_shards

# How long a test waits for what must come, on any machine under any load; so do schedulers, workers and clients.
PATIENCE = 600
config.set({f"distributed.comm.timeouts.{name}": f"{PATIENCE}s" for name in ("connect", "tcp")})
ENVIRONMENT = os.environ | {
    f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{name}": f"{PATIENCE}s" for name in ("CONNECT", "TCP")
}
# A worker that fetches a product from a killed worker tries to connect until this time is over. Only then does it ask the
# scheduler again. A worker that does not reach its scheduler in this time tries again.
WORKER = ENVIRONMENT | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}

CUTS = [20, 21, 60, 75, 100]
SIZE = GROUP.record_size


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster: LocalCluster) -> Iterator[Client]:
    with Client(cluster) as client:
        yield client


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    write_shards(tmp_path / "list", CUTS)
    return tmp_path / "list"


@pytest.fixture(scope="module")
def proof(client: Client, tmp_path_factory: pytest.TempPathFactory) -> batch.Proof:
    """A proof of what is in `directory`."""
    directory = tmp_path_factory.mktemp("proof") / "list"
    write_shards(directory, CUTS)
    return heliast.dask.prove(client, directory)[0]


def in_one_process(directory: Path) -> batch.Proof:
    """The proof of a directory without Dask and without parts."""
    parts = [path.read_bytes()[batch.Header.SIZE :] for path in shards.find(directory)]
    digests = [batch.digest(GROUP, part) for part in parts]
    terms = batch.Terms(T, count=sum(digest.count for digest in digests))
    rows = batch.partial(GROUP, terms, batch.seed(GROUP, terms, digests), 0, b"".join(parts))
    return batch.finish_and_prove(GROUP, terms, digests, rows)


def test_any_number_of_workers_has_the_same_answer(cluster: LocalCluster, client: Client, tmp_path: Path) -> None:
    expected = {}
    for count in (1, 2, 5):
        directory = tmp_path / f"{count}"
        write_shards(directory, [100 * part // count for part in range(1, count + 1)])
        expected[directory] = in_one_process(directory)
    for workers in (1, 2, 5):
        cluster.scale(workers)
        client.wait_for_workers(workers)
        for directory, answer in expected.items():
            proof, report = heliast.dask.prove(client, directory)
            assert proof == answer
            assert heliast.dask.verify(client, directory, proof) == report
            assert report.terms == batch.Terms(T, count=100) and report.shards == len(proof.shards)
    cluster.scale(2)


def test_what_travels_is_small_whatever_a_shard_holds(client: Client, tmp_path: Path) -> None:
    travelled = []
    for repeat in (1, 50):
        write_shards(tmp_path / f"{repeat}", [5, 10, 15], repeat)
        travelled.append(heliast.dask.prove(client, tmp_path / f"{repeat}")[1].bytes_per_shard)
    small, large = travelled
    assert 2 * SIZE < small < 3000 and abs(large - small) < 20


@pytest.mark.parametrize("family", ["random-subsets", "bucket"])
def test_other_protocols(client: Client, directory: Path, family: batch.Family) -> None:
    proof, _ = heliast.dask.prove(client, directory, family=family, system="pietrzak")
    assert proof.terms.family == family and proof.system == "pietrzak"
    heliast.dask.verify(client, directory, proof)


def test_incidence_buckets(client: Client, tmp_path: Path) -> None:
    directory = tmp_path / "list"
    write_shards(directory, [10, 30, 55], 120)
    proof, report = heliast.dask.prove(client, directory, family="linear")
    assert proof.terms.family == "linear"
    assert heliast.dask.verify(client, directory, proof) == report
    path = shards.find(directory)[1]
    path.write_bytes(changed(path.read_bytes(), batch.Header.SIZE + 17 * SIZE - 1))
    with pytest.raises(Invalid, match="shard 001.hlbs, number 16$"):
        heliast.dask.verify(client, directory, proof)


@pytest.mark.parametrize("number", range(len(CUTS)))
def test_one_changed_byte_in_any_shard_is_refused(
    client: Client, directory: Path, proof: batch.Proof, number: int
) -> None:
    path = shards.find(directory)[number]
    path.write_bytes(changed(path.read_bytes(), batch.Header.SIZE + SIZE - 1))
    with pytest.raises(Invalid, match=f"a statement is false, .*: shard {path.name}, number 0$"):
        heliast.dask.verify(client, directory, proof)
    with pytest.raises(Invalid, match="of another list$"):
        heliast.dask.verify(client, directory, proof, look=False)


def test_progress_is_told_and_stops_what_it_raises_in(client: Client, directory: Path) -> None:
    told: list[tuple[heliast.dask.Stage, float]] = []
    ways: list[Callable[[heliast.dask.Told], object]] = [
        lambda tell: heliast.dask.prove(client, directory, progress=tell),
        lambda tell: heliast.dask.prove(client, directory, progress=tell, on="driver"),
        lambda tell: heliast.dask.verify(client, directory, in_one_process(directory), progress=tell),
    ]
    for way in ways:
        told.clear()
        way(lambda stage, done: told.append((stage, done)))
        for stage in ("hash", "multiply"):
            parts = [done for name, done in told if name == stage]
            assert parts == sorted(parts) and parts[-1] == 1 and parts[0] > 0

        def stop(stage: heliast.dask.Stage, done: float) -> None:
            raise LookupError(stage)

        with pytest.raises(LookupError, match="hash"):
            way(stop)


def test_a_proof_that_would_take_years_is_stopped_on_its_worker(client: Client, tmp_path: Path) -> None:
    directory = tmp_path / "list"
    directory.mkdir()
    write_shard(directory / "000.hlbs", records(range(5)), t=2**40)

    def stop(stage: heliast.dask.Stage, done: float) -> None:
        if stage == "prove":
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        heliast.dask.prove(client, directory, progress=stop)
    # Its worker is free again: it has threads for one task only.
    write_shards(tmp_path / "other", [3])
    heliast.dask.prove(client, tmp_path / "other")


def test_other_orders_and_cuts_are_refused(client: Client, directory: Path, proof: batch.Proof) -> None:
    first, second, *_ = paths = shards.find(directory)
    with pytest.raises(Invalid, match="about 600 squarings, not 601"):
        heliast.dask.verify(client, directory, proof, t=T + 1)
    with pytest.raises(Invalid, match="level 128, and 136 is demanded"):
        heliast.dask.verify(client, directory, proof, minimum_level=136)

    # The same statements with one shard's last moved to the next.
    data = first.read_bytes()[batch.Header.SIZE :], second.read_bytes()[batch.Header.SIZE :]
    write_shard(first, data[0][:-SIZE])
    write_shard(second, data[0][-SIZE:] + data[1])
    with pytest.raises(Invalid, match="000.hlbs: it has 19 statements, and the proof is about 20"):
        heliast.dask.verify(client, directory, proof)

    # Two shards of one size in the other order.
    write_shard(first, data[0])
    write_shard(second, data[1])
    heliast.dask.verify(client, directory, proof)
    equal = directory.parent / "equal"
    write_shards(equal, [10, 20])
    two, _ = heliast.dask.prove(client, equal)
    (equal / "000.hlbs").rename(equal / "002.hlbs")
    with pytest.raises(Invalid, match="all are true, so it is another list that was proved"):
        heliast.dask.verify(client, equal, two)

    paths[-1].unlink()
    with pytest.raises(Invalid, match="about 5 shards, and there are 4"):
        heliast.dask.verify(client, directory, proof)
    with pytest.raises(Malformed, match="has no shards"):
        heliast.dask.verify(client, directory.parent, proof)


def test_malformed_shards_are_named(client: Client, directory: Path, proof: batch.Proof) -> None:
    path = directory / "002.hlbs"
    whole = path.read_bytes()
    x, y = decode(whole[batch.Header.SIZE + 5 * SIZE :][:SIZE])
    other = encode(x) + (N - y).to_bytes(GROUP.element_size, "big")
    for data, reason in (
        (b"", "not a statements file"),
        (whole[:-1], "39 such statements"),
        (whole + whole[-SIZE:], "39 such statements"),
        (changed(whole, 10), "another group"),
        (bytes(batch.Header(GROUP, T + 1, 39)) + whole[batch.Header.SIZE :], "about 601 squarings, not 600"),
        (
            whole[: batch.Header.SIZE + 5 * SIZE] + other + whole[batch.Header.SIZE + 6 * SIZE :],
            "output of statement 5",
        ),
    ):
        path.write_bytes(data)
        with pytest.raises((Malformed, Invalid), match=f"shard 002.hlbs: .*{reason}"):
            heliast.dask.verify(client, directory, proof)


def test_a_shard_that_changes_between_the_maps_is_named(directory: Path) -> None:
    path = shards.find(directory)[1]
    digest = shards.take_digest(path, GROUP, T, 1)
    terms = batch.Terms(T, count=100)
    shards.take_partial(path, GROUP, terms, bytes(32), 20, digest, 1)
    path.write_bytes(changed(path.read_bytes(), batch.Header.SIZE + SIZE - 1))
    with pytest.raises(Invalid, match="shard 001.hlbs: it has changed"):
        shards.take_partial(path, GROUP, terms, bytes(32), 20, digest, 1)


def test_false_statements_are_named_with_their_shards(client: Client, directory: Path) -> None:
    for name, place in (("000.hlbs", 7), ("003.hlbs", 0)):
        path = directory / name
        path.write_bytes(changed(path.read_bytes(), batch.Header.SIZE + place * SIZE + SIZE - 1))
    with pytest.raises(Invalid, match="is false: shard 000.hlbs, number 7; shard 003.hlbs, number 0$"):
        heliast.dask.prove(client, directory)


def test_the_command_on_workers_of_its_own(tmp_path: Path) -> None:
    directory, file = tmp_path / "list", tmp_path / "proof"
    write_shards(directory, [30, 40])
    proved = command_started("prove", directory, "--out", file, "--workers", 2)
    out, error = proved.communicate(timeout=PATIENCE)
    assert proved.returncode == 0, error
    assert "proved: 40 statements of 600 squarings each, in 2 shards, are true" in out
    assert batch.Proof(file.read_bytes()) == in_one_process(directory)


def test_the_command_on_a_running_cluster(
    cluster: LocalCluster, directory: Path, proof: batch.Proof, capsys: pytest.CaptureFixture[str]
) -> None:
    file = directory.parent / "proof"
    file.write_bytes(bytes(proof))
    address = str(cluster.scheduler_address)

    def command(*arguments: object, scheduler: str = address) -> tuple[int, str, str]:
        code = main([*map(str, arguments), "--scheduler", scheduler])
        return code, *capsys.readouterr()

    code, out, _ = command("verify", directory, "--proof", file)
    assert code == 0
    assert "valid: 100 statements of 600 squarings each, in 5 shards, are true" in out
    assert re.search(r"travelled: \d+ bytes per shard", out)

    path = directory / "001.hlbs"
    path.write_bytes(changed(path.read_bytes(), batch.Header.SIZE + SIZE - 1))
    code, out, error = command("verify", directory, "--proof", file)
    assert (code, out) == (1, "") and "a statement is false" in error
    path.write_bytes(b"HLBS")
    code, _, error = command("verify", directory, "--proof", file)
    assert code == 3 and error.startswith("error: shard 001.hlbs")
    for code, arguments in (
        (6, ("prove", directory, "--out", file)),
        (3, ("verify", directory, "--proof", path)),
        (3, ("verify", directory, "--proof", file, "--group", path)),
        (3, ("verify", directory.parent / "none", "--proof", file)),
        (2, ("prove", directory, "--out", file.parent / "new", "--level", 1)),
    ):
        found, _, error = command(*arguments)
        assert found == code, error
    with config.set({"distributed.comm.timeouts.connect": "1s"}):
        code, _, error = command("verify", directory, "--proof", file, scheduler="tcp://127.0.0.1:1")
    assert code == 5 and "the cluster does not answer" in error


def test_the_command_reads_modulus_files(cluster: LocalCluster, directory: Path, proof: batch.Proof) -> None:
    file, modulus = directory.parent / "proof", directory.parent / "modulus"
    file.write_bytes(bytes(proof))
    verify = ["verify", str(directory), "--proof", str(file), "--group", str(modulus)]
    for number, code in ((N, 0), (N + 20, 1)):
        modulus.write_text(f'{{"group": "rsa", "bits": 2048, "modulus": "{number:x}"}}')
        assert main([*verify, "--scheduler", str(cluster.scheduler_address)]) == code


def test_a_worker_killed_in_map_b_changes_nothing(tmp_path: Path) -> None:
    """Where map B was over before the kill, as on a busy machine, it is tried again with longer shards, and at last
    with the same ones."""
    for attempt in range(12):
        folder = tmp_path / f"{attempt}"
        folder.mkdir()
        if was_killed_in_map_b(folder, min(400 * 3**attempt, 3600)):
            return
        shutil.rmtree(folder)
    pytest.fail("map B was over each time before a worker was killed")


def was_killed_in_map_b(folder: Path, repeat: int) -> bool:
    """A scheduler and workers without anybody who would start them again; the command verifies on them."""

    def lost(dask_scheduler: Any) -> int:
        """Partial products that were computed, or being computed, on a worker that went away."""
        log = [entry[:5] for entry in dask_scheduler.transition_log if str(entry[0]).startswith("take_partial")]
        return sum(to == "released" and cause.startswith("handle-worker-cleanup") for _, _, to, _, cause in log)

    directory, file = folder / "list", folder / "proof"
    write_shards(directory, list(range(5, 105, 5)), repeat)
    file.write_bytes(bytes(in_one_process(directory)))
    with running_cluster(folder, workers=2) as (address, workers), Client(address) as client:
        pids = {worker: info["id"] for worker, info in client.scheduler_info(n_workers=-1)["workers"].items()}
        assert len(pids) == 2
        verifying = command_started("verify", directory, "--proof", file, "--scheduler", address)
        victim = worker_in_map_b(client, verifying)
        if victim is not None:
            workers[int(pids[victim])].kill()
        out, error = verifying.communicate(timeout=PATIENCE)
        assert verifying.returncode == 0, error
        assert f"valid: {100 * repeat} statements" in out
        if victim is None or client.run_on_scheduler(lost) == 0:
            return False
        assert victim not in client.scheduler_info(n_workers=-1)["workers"]
        return True


def worker_in_map_b(client: Client, verifying: "subprocess.Popen[str]") -> str | None:
    """A worker that computes partial products, and not the first of them: some are lost with it."""
    seen = 0
    while verifying.poll() is None:
        for worker, tasks in client.processing().items():
            seen += any(task.startswith("take_partial") for task in tasks)
            if seen > 10:
                return str(worker)
        time.sleep(0.005)
    return None


@contextmanager
def running_cluster(folder: Path, workers: int) -> Iterator[tuple[str, "dict[int, subprocess.Popen[bytes]]"]]:
    """A scheduler's address, and its workers by their names."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:

        def start(*arguments: object, env: dict[str, str] = ENVIRONMENT) -> "subprocess.Popen[bytes]":
            process = subprocess.Popen([sys.executable, "-m", *map(str, arguments)], cwd=folder, env=env)
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        start("distributed.cli.dask_scheduler", "--scheduler-file", file, "--port", 0, "--no-dashboard", "--no-show")
        options = ["--no-nanny", "--nthreads", 1, "--no-dashboard", "--memory-limit", 0]
        names = range(workers)
        started = {
            name: start("distributed.cli.dask_worker", "--scheduler-file", file, "--name", name, *options, env=WORKER)
            for name in names
        }
        while not file.exists():
            time.sleep(0.05)
        with Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(workers)
            address = str(client.scheduler_info()["address"])
        yield address, started


def command_started(*arguments: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "heliast.dask", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
