"""``python -m heliast.dask verify|prove DIRECTORY``: batch proofs of a directory of shards on a Dask cluster."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

from distributed import Client, KilledWorker, LocalCluster

from heliast import Group, Invalid, Malformed
from heliast import dask as heliast_dask
from heliast.batch import Family, Proof, System

# The exit codes of `heliast`.
INVALID, USAGE, MALFORMED, NETWORK, REFUSED = 1, 2, 3, 5, 6


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        group = _group(options.group, options.min_bits)
        if options.verb == "verify":
            _verify(options, group)
        else:
            _prove(options, group)
    except Invalid as reason:
        return _fail(INVALID, reason)
    except Malformed as reason:
        return _fail(MALFORMED, reason)
    except KilledWorker as reason:
        return _fail(NETWORK, f"workers died again and again (out of memory? a shard must fit): {reason}")
    except FileExistsError as reason:
        return _fail(REFUSED, reason)
    except ConnectionError as reason:
        return _fail(NETWORK, f"the cluster does not answer: {reason}")
    except OSError as reason:
        return _fail(MALFORMED, reason)
    except ValueError as reason:
        return _fail(USAGE, reason)
    return 0


def _verify(options: argparse.Namespace, group: Group) -> None:
    proof = Proof(options.proof.read_bytes())
    with _client(options) as client:
        report = heliast_dask.verify(
            client,
            options.directory,
            proof,
            group,
            t=options.t,
            minimum_level=options.min_level,
            threads=options.threads,
            look=not options.no_look,
            progress=_telling(options),
        )
    print(f"valid: {_statements(report)} are true, by one proof ({proof.system}, level {proof.strength})")
    _print_traffic(report)


def _prove(options: argparse.Namespace, group: Group) -> None:
    if options.out.exists():
        raise FileExistsError(f"{options.out} exists already")
    with _client(options) as client:
        proof, report = heliast_dask.prove(
            client,
            options.directory,
            group,
            family=options.protocol,
            level=options.level,
            system=options.system,
            threads=options.threads,
            on=options.on,
            progress=_telling(options),
        )
    with options.out.open("xb") as file:
        file.write(bytes(proof))
    print(f"proved: {_statements(report)} are true; the proof is {options.out}")
    _print_traffic(report)


def _telling(options: argparse.Namespace) -> heliast_dask.Told | None:
    """Whole percents of each stage, on the error output."""
    if not options.progress:
        return None
    last: tuple[str, int] | None = None

    def tell(stage: heliast_dask.Stage, done: float) -> None:
        nonlocal last
        if last != (now := (stage, int(100 * done))):
            last = now
            print(f"{stage}: {now[1]} %", file=sys.stderr, flush=True)

    return tell


def _statements(report: heliast_dask.Report) -> str:
    return f"{report.terms.count} statements of {report.terms.t} squarings each, in {report.shards} shards,"


def _print_traffic(report: heliast_dask.Report) -> None:
    print(f"travelled: {report.bytes_per_shard:.0f} bytes per shard")


def _group(name: str, minimum_bits: int) -> Group:
    """The built-in group, or that of a modulus file (``spec/group.md``)."""
    if name == "rsa-2048":
        return Group.rsa_2048()
    try:
        file = json.loads(Path(name).read_bytes())
        modulus = bytes.fromhex(file["modulus"])
        if file["group"] != "rsa":
            raise ValueError('its group is not "rsa"')
    except (ValueError, TypeError, KeyError) as reason:
        raise Malformed(f"{name} is not a modulus file: {reason}") from None
    return Group(modulus, minimum_bits)


@contextmanager
def _client(options: argparse.Namespace) -> Iterator[Client]:
    if options.scheduler:
        try:
            client = Client(options.scheduler)
        except OSError as reason:
            raise ConnectionError(reason) from None
        with client:
            yield client
        return
    # A worker is a process of one thread: its tasks start `--threads` threads of their own.
    with (
        LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client


def _fail(code: int, reason: object) -> int:
    print(f"error: {reason}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m heliast.dask", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verify = verbs.add_parser("verify", help="check one proof of all shards of a directory")
    verify.add_argument("--proof", type=Path, required=True, metavar="FILE", help="the batch proof")
    verify.add_argument("-t", "--squarings", dest="t", type=int, metavar="N", help="demand this number of squarings")
    verify.add_argument(
        "--min-level", type=int, default=128, metavar="BITS", help="refuse weaker proofs (default: %(default)s)"
    )
    verify.add_argument("--no-look", action="store_true", help="do not look for the statements that are false")
    prove = verbs.add_parser("prove", help="prove all shards of a directory at once")
    prove.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the proof goes")
    prove.add_argument("--protocol", choices=get_args(Family), default="random-exponents")
    prove.add_argument("--level", type=int, default=128, metavar="BITS")
    prove.add_argument("--system", choices=get_args(System), default="wesolowski")
    prove.add_argument("--on", choices=["worker", "driver"], default="worker", help="who squares (default: %(default)s)")
    for verb in (verify, prove):
        verb.add_argument("--progress", action="store_true", help="say how far it is")
        verb.add_argument("directory", type=Path, help=f"where the shards are: files named *{heliast_dask.SUFFIX}")
        verb.add_argument("--group", default="rsa-2048", help="rsa-2048, or a modulus file")
        verb.add_argument("--min-bits", type=int, default=2048, metavar="BITS", help="refuse shorter moduli")
        where = verb.add_mutually_exclusive_group()
        where.add_argument("--scheduler", metavar="ADDRESS", help="a running cluster, as tcp://host:8786")
        where.add_argument(
            "--workers", type=int, default=os.cpu_count(), metavar="N", help="processes here (default: one per core)"
        )
        verb.add_argument("--threads", type=int, default=1, metavar="N", help="of every task (default: %(default)s)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
