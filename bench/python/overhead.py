#!/usr/bin/env python3
"""Measures the overhead of a call from Python over Rust, and compares chiavdf's wheel with ours, in one run.

    maturin build --release --out dist --manifest-path bindings/python/Cargo.toml
    pip install dist/heliast-*.whl chiavdf==1.2.0
    python bench/python/overhead.py [--json]

`--profile dev` declares that the wheel was built without `--release`; then only the overhead is meaningful.
Both sides are measured alternately, and the least of several samples counts for each, so that a busy machine changes
the figures little. `heliast.vdf.verify` is compared with a Rust program that verifies the same proof in the same number
of calls. The overhead of a call alone is measured with `heliast.vrf.scheme_of`, a function that does almost nothing, and
is an upper bound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from heliast import Group, chia, vdf, vrf

ROOT = Path(__file__).parents[2]
# There are many short samples: on a busy machine some are not interrupted.
SAMPLES = 200
T = 20_000
BITS, CHIA_T = 1024, 100_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--profile", choices=["release", "dev"], default="release", help="with which the wheel was built")
    options = parser.parse_args()
    rows = [*overhead(options.profile), *(beside_chiavdf() if options.profile == "release" else [])]
    load = os.getloadavg()[0]
    if options.json:
        print(json.dumps({"load": load, "rows": rows}, indent=1))
        return
    for name, ours, theirs, unit in rows:
        print(f"{name:40} {ours:10.3f} {theirs:10.3f} {unit:4} ratio {theirs / ours:6.3f}")
    print(f"load {load:.2f}")


def overhead(profile: str) -> list[tuple[str, float, float, str]]:
    """Returns the time of a verification by Python and by Rust, in microseconds a call."""
    group = Group.rsa_2048()
    x = vdf.delay_input(group, b"a call")
    proof = vdf.prove(vdf.evaluate(group, x, T))
    program = subprocess.Popen(
        ["cargo", "run", "--quiet", "--profile", profile, "-p", "heliast-vdf", "--example", "verify_calls", bytes(proof).hex()],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdin is not None and program.stdout is not None

    def rust() -> float:
        program.stdin.write("go\n")
        program.stdin.flush()
        return float(program.stdout.readline())

    rust()  # it is compiled now

    def python() -> float:
        return timed(lambda: vdf.verify(group, x, T, proof), 4)

    samples = [(python(), rust()) for _ in range(SAMPLES)]
    program.stdin.close()
    program.wait()
    ours, theirs = (min(column) for column in zip(*samples, strict=True))
    key = bytes(32)
    call = min(timed(lambda: vrf.scheme_of(key), 1_000) for _ in range(SAMPLES))
    nothing = min(timed(lambda: None, 1_000) for _ in range(SAMPLES))
    return [
        ("vdf.verify, Python over Rust", ours * 1e6, theirs * 1e6, "us"),
        ("a call with one buffer, over none", call * 1e6, nothing * 1e6, "us"),
    ]


def beside_chiavdf() -> list[tuple[str, float, float, str]]:
    """Returns both sides' times for the class group of 1024 bits, in milliseconds."""
    try:
        import chiavdf
    except ImportError:
        print("chiavdf is not installed: its rows are left out")
        return []
    seed = bytes([3]) * 32
    discriminant = chia.create_discriminant(seed, BITS)
    x = chia.GENERATOR
    proof = chia.prove(seed, x, BITS, CHIA_T, "")
    assert proof == chiavdf.prove(seed, x, BITS, CHIA_T, "")
    group = Group.of_discriminant(int(discriminant, 16), BITS)
    form = vdf.delay_input(group, b"form")
    rows = []
    for name, ours, theirs, repeat in (
        (
            "evaluate 100,000 squarings",
            lambda: vdf.Evaluation(group, form, CHIA_T).run(),
            lambda: chiavdf.prove(seed, x, BITS, CHIA_T, ""),
            1,
        ),
        (
            "evaluate and prove 100,000 squarings",
            lambda: chia.prove(seed, x, BITS, CHIA_T, ""),
            lambda: chiavdf.prove(seed, x, BITS, CHIA_T, ""),
            1,
        ),
        (
            "verify",
            lambda: chia.verify_n_wesolowski(discriminant, x, proof, CHIA_T, BITS, 0),
            lambda: chiavdf.verify_n_wesolowski(discriminant, x, proof, CHIA_T, BITS, 0),
            10,
        ),
    ):
        samples = [(timed(ours, repeat), timed(theirs, repeat)) for _ in range(3 if repeat == 1 else 20)]
        least = [min(column) * 1e3 for column in zip(*samples, strict=True)]
        rows.append((f"class-1024, {name}, chiavdf", least[0], least[1], "ms"))
    return rows


def timed(call: Callable[[], object], repeat: int) -> float:
    """Returns the seconds of a call."""
    began = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - began) / repeat


if __name__ == "__main__":
    main()
