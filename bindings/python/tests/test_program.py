"""The package beside the program `heliast`, whose path is in HELIAST: the same files, the same proofs."""

import os
import subprocess
from pathlib import Path

import pytest
from heliast import batch
from statements import GROUP, T, changed

PROGRAM = os.environ.get("HELIAST", "")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="HELIAST is not set")
SIZE = GROUP.record_size


def heliast(*arguments: object) -> int:
    return subprocess.run([PROGRAM, "batch", *map(str, arguments)], check=False, capture_output=True).returncode


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    path = tmp_path / "list.hlbs"
    assert heliast("sample", "--count", 50, "-t", T, "--out", path) == 0
    return path


@pytest.mark.parametrize("system", ["wesolowski", "pietrzak"])
@pytest.mark.parametrize("family", ["random-exponents", "bucket"])
def test_both_make_the_same_proof(listed: Path, family: str, system: batch.System) -> None:
    file = listed.with_suffix(".hlbp")
    assert heliast("prove", listed, "--out", file, "--protocol", family, "--system", system) == 0
    proof, records = batch.Proof(file.read_bytes()), listed.read_bytes()[batch.Header.SIZE :]
    assert (proof.terms.t, proof.terms.count, proof.terms.family) == (T, 50, family)
    batch.verify(GROUP, proof.terms, records, proof)
    assert batch.prove(GROUP, proof.terms, records, system=system) == proof


def test_the_program_verifies_what_was_proved_in_shards(listed: Path) -> None:
    records = listed.read_bytes()[batch.Header.SIZE :]
    shards = [records[: 7 * SIZE], records[7 * SIZE : 8 * SIZE], records[8 * SIZE :]]
    digests = [batch.digest(GROUP, shard) for shard in shards]
    terms = batch.Terms(T, count=50)
    rows = batch.partial(GROUP, terms, batch.seed(GROUP, terms, digests), 0, records)
    file = listed.with_suffix(".hlbp")
    file.write_bytes(bytes(batch.finish_and_prove(GROUP, terms, digests, rows)))
    assert heliast("verify", listed, file) == 0
    listed.write_bytes(changed(listed.read_bytes(), batch.Header.SIZE + 8 * SIZE - 1))
    assert heliast("verify", listed, file) == 1
