"""`heliast.batch` and the vectors: digests, seeds, proofs of lists in shards, and files that must be refused.

Lists whose statements have delays of their own (`heliast batch --varied`) are not in the binding, and neither are their cases.
"""

from functools import cache
from typing import get_args

import pytest
from heliast import Group, Invalid, batch
from vectors import Case, cases, expect, load, names, read


@cache
def group(name: str) -> Group:
    return Group(bytes.fromhex(load("batch")["groups"][name]["modulus"]), 0)


@pytest.mark.parametrize("case", cases("batch", "digest"), ids=names)
def test_digests(case: Case) -> None:
    where = group(case["group"])
    listed = b"".join(number.to_bytes(where.element_size, "big") for i in range(case["count"]) for number in (i + 2, 2 * i + 2))
    found = batch.digest(where, listed)
    assert found.count.to_bytes(8, "big") + found.root == read(case, "digest")


@pytest.mark.parametrize("case", cases("batch", "proof"), ids=names)
def test_proofs_in_shards(case: Case) -> None:
    where, shards = group(case["group"]), [bytes.fromhex(shard) for shard in case["shards"]]
    digests = [batch.digest(where, shard) for shard in shards]
    terms = batch.Terms(case["t"], case["family"], case["level"], count=sum(digest.count for digest in digests))
    seed = batch.seed(where, terms, digests)
    assert seed == read(case, "seed")
    parts, start = [], 0
    for shard, digest in zip(shards, digests, strict=True):
        parts.append(batch.partial(where, terms, seed, start, shard))
        start += digest.count
    rows = parts[0]
    for part in parts[1:]:
        rows = batch.merge(where, terms, rows, part)
    for system in get_args(batch.System):
        proof = batch.finish_and_prove(where, terms, digests, rows, system=system)
        # The vectors have the default suite, the binding one of the level.
        if system == "pietrzak" or case["level"] == 128:
            assert bytes(proof).endswith(read(case, system))
        batch.finish_and_check(where, terms, digests, rows, proof, minimum_level=case["level"])


FILES = [
    case
    for case in cases("batch", "files")
    if "different delays" not in case["name"] and not case["name"].endswith("a proof of the other kind")
]


@pytest.mark.parametrize("case", FILES, ids=names)
def test_files(case: Case) -> None:
    where, data = group(case["group"]), read(case, "statements")

    def verified() -> None:
        header = batch.Header.decode(data[: batch.Header.SIZE])
        header.check(where, len(data))
        proof = batch.Proof(read(case, "proof"))
        if proof.group_id != where.id:
            raise Invalid("the proof is of another group")
        terms = batch.Terms(header.t, proof.terms.family, proof.terms.level, count=header.count)
        batch.verify(where, terms, data[batch.Header.SIZE :], proof, minimum_level=case["min_level"])

    expect(case, verified)

