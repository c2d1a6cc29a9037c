#!/usr/bin/env python3
"""Verifies every round of a bundle, as `heliast export` writes it, by its own proofs, and the frames of finality of a
network's chain. What is wrong with an epoch proof is a note.

usage: verify_bundle.py [--processes N] FILE        exit code: 0 valid, 1 invalid, 2 usage, 3 malformed, 130 interrupted

Works on all cores, or with N processes. How far it is stands on stderr.
"""

import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from heliast_reference.bundle import Bundle
from heliast_reference.errors import Invalid, Malformed

SAY_EVERY = 10  # seconds; on a terminal each round


def main(arguments):
    processes = os.cpu_count() or 1
    if arguments[:1] == ["--processes"] and len(arguments) > 1 and arguments[1].isdecimal():
        processes, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) != 1 or arguments[0].startswith("-") or processes < 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        data = Path(arguments[0]).read_bytes()
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    try:
        return verify(data, processes)
    except KeyboardInterrupt:
        print("interrupted: nothing is said about this bundle", file=sys.stderr)
        return 130


def verify(data, processes=1):
    rounds = []
    try:
        bundle = Bundle.decode(data)
        with workers(min(processes, len(bundle.rounds))) as each, Progress(len(bundle.rounds)) as progress:
            for verified in bundle.verify(each):
                rounds.append(verified)
                progress.tell(len(rounds))
        signed = list(bundle.check_finality(rounds))
    except Invalid as error:
        print(f"invalid: {error} ({len(rounds)} rounds before it verified)", file=sys.stderr)
        return 1
    except Malformed as error:
        print(f"malformed: {error} ({len(rounds)} rounds before it verified)", file=sys.stderr)
        return 3
    last = bundle.first + len(rounds) - 1
    print(f"verified {len(rounds)} rounds, {bundle.first} to {last}, of chain {bundle.chain_id.hex()}")
    for number, found in signed[-1:]:
        print(f"verified {len(signed)} frames of finality: final up to round {number}, {found.power} of {found.total} power signed")
    for number, given, error in bundle.check_epochs(rounds):
        if error is None:
            print(f"verified the epoch proof of rounds {given.first} to {given.last}")
        else:
            print(f"note: the epoch proof before round {number} is {error.kind}: {error}")
    if bundle.first > 1:
        announced = f" and {len(bundle.history)} announcements before it" if bundle.history else ""
        print(f"trusted: the seed of round {bundle.first}{announced}, which a bundle from round 1 would prove")
    return 0


@contextmanager
def workers(processes):
    """What maps a function over values in order, in these many processes."""
    if processes == 1:
        yield map
        return
    pool = ProcessPoolExecutor(processes, initializer=leave_interrupts_to_the_parent)
    try:
        yield pool.map
    finally:
        # Nobody is killed in the middle of something: who has a round finishes it.
        pool.shutdown(cancel_futures=True)


def leave_interrupts_to_the_parent():
    """A terminal interrupts all processes; the one that started the others says so and ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Progress:
    """Says how far it is: over and over in one line of a terminal, else now and then in a line of its own."""

    def __init__(self, total, out=None, now=time.monotonic):
        self.total, self.out, self.now = total, out or sys.stderr, now
        self.began = self.said = now()

    def tell(self, done):
        if self.out.isatty():
            print(f"\r{self.text(done)}\x1b[K", end="", file=self.out, flush=True)
        elif self.now() - self.said >= SAY_EVERY and done < self.total:
            self.said = self.now()
            print(self.text(done), file=self.out, flush=True)

    def text(self, done):
        left = round((self.now() - self.began) / done * (self.total - done))
        return f"{done} of {self.total} rounds verified, about {left // 60}:{left % 60:02} left"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.out.isatty():
            print("\r\x1b[K", end="", file=self.out, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
