#!/usr/bin/env python3
"""Verifies every round of a bundle, as `heliast export` writes it, by its own proofs. What is wrong with an epoch proof is a note.

usage: verify_bundle.py FILE        exit code: 0 valid, 1 invalid, 2 usage, 3 malformed
"""

import sys
from pathlib import Path

from heliast_reference.bundle import Bundle
from heliast_reference.errors import Invalid, Malformed


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        data = Path(arguments[0]).read_bytes()
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return verify(data)


def verify(data):
    rounds = []
    try:
        bundle = Bundle.decode(data)
        for verified in bundle.verify():
            rounds.append(verified)
    except Invalid as error:
        print(f"invalid: {error} ({len(rounds)} rounds before it verified)", file=sys.stderr)
        return 1
    except Malformed as error:
        print(f"malformed: {error} ({len(rounds)} rounds before it verified)", file=sys.stderr)
        return 3
    last = bundle.first + len(rounds) - 1
    print(f"verified {len(rounds)} rounds, {bundle.first} to {last}, of chain {bundle.chain_id.hex()}")
    for number, given, error in bundle.check_epochs(rounds):
        if error is None:
            print(f"verified the epoch proof of rounds {given.first} to {given.last}")
        else:
            print(f"note: the epoch proof before round {number} is {error.kind}: {error}")
    if bundle.first > 1:
        announced = f" and {len(bundle.history)} announcements before it" if bundle.history else ""
        print(f"trusted: the seed of round {bundle.first}{announced}, which a bundle from round 1 would prove")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
