#!/usr/bin/env python3
"""Gives the same bytes to the readers of all languages, and says where they differ (README.md).

    differ.py --readers DIR [--inputs N] [--seed SEED] [--long] [--first I]     N changed inputs, and the corpus
    differ.py --readers DIR --each [--kinds a,b] [--minutes M] [--workers W]    N changed inputs of each kind
    differ.py --readers DIR --plain                                             also by readers that keep no answers
    differ.py --readers DIR --file FILE                                         one input again
    differ.py --readers DIR --planted all                                       checks that a missing check is found
    differ.py --readers DIR --collect                                           adds inputs of a new kind of refusal to corpus/
"""

import argparse
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import corpus
from compare import compare
from judge import Readers
from maker import KINDS, Maker
from planted import PLANTED, SOME
from seeds import chains
from verdicts import differ

FEW = 20


def again(arguments):
    """The answers to one input."""
    readers = Readers(arguments.readers, chains(True))
    given = corpus.read(arguments.file)
    answers = readers.ask([given])[0]
    for name, answer in answers.items():
        print(f"{name:10} {answer}")
    readers.stop()
    difference = differ(given, answers)
    print(difference or "one verdict")
    return difference is None


def planted(arguments):
    """Each check that the reference leaves out has to show as a difference from Rust, within some number of inputs."""
    known, missed, began = chains(), [], time.monotonic()
    maker = Maker(arguments.seed, known)
    for name, (kinds, most) in PLANTED.items():
        if arguments.planted == "some" and name not in SOME:
            continue
        readers = Readers(arguments.readers, known, ["rust", "reference"], name)
        judged = readers.judged(batches(maker, range(most), kinds, FEW))
        place = next((one[0] for batch, answers in judged for one, said in zip(batch, answers) if differ(one[1], said)), None)
        readers.stop()
        print(f"differ: {time.monotonic() - began:.0f} s: without {name}: {'NOT FOUND' if place is None else f'found by input {place}'}", flush=True)
        missed += [name] if place is None else []
    return not missed


def collect(arguments):
    """Keeps small inputs that the reference refuses for a reason for which it refuses no input of the vectors."""
    known = chains()
    maker, readers = Maker(arguments.seed, known), Readers(arguments.readers, known, ["reference"])
    seen = {key for one, answers in zip(maker.bases, readers.ask(maker.bases)) for key in keys(one.kind, answers)}
    for batch, of_batch in readers.judged(batches(maker, range(arguments.inputs), KINDS, 100)):
        for (_, made, _), answers in zip(batch, of_batch):
            key, *others = keys(made.kind, answers)
            if key not in seen and sum(map(len, made.values())) <= corpus.MOST_BYTES:
                seen |= {key, *others}
                corpus.keep(made, key[1])
    readers.stop()
    return True


def batches(maker, numbers, kinds, size):
    for at in range(0, len(numbers), size):
        yield [(index, *maker.make(index, kinds)) for index in numbers[at : at + size]]


def keys(kind, answers):
    """The kind of an input and the reason of its refusal. Reasons of a bundle also count for its genesis and its rounds."""
    said = reason(answers)
    return [("any" if kind in ("bundle", "framed") else kind, said), ("any", said)]


def reason(answers):
    """The reason without numbers, and without the values that were read."""
    answer = answers["reference"]
    return "yes" if answer.startswith("yes") else re.sub(r"[0-9a-fx]*[0-9][0-9a-f]*", "N", answer)[:100]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=Path, required=True)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="heliast")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--each", action="store_true", help="so many of each kind")
    parser.add_argument("--kinds", type=lambda text: text.split(","), help="of these kinds alone: a,b")
    parser.add_argument("--minutes", type=float, help="ends after so long, and says how far it came")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--plain", action="store_true", help="asks also readers that keep no answers")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--planted", choices=["some", "all"])
    parser.add_argument("--collect", action="store_true")
    arguments = parser.parse_args()
    if arguments.file:
        return again(arguments)
    if arguments.planted:
        return planted(arguments)
    if arguments.collect:
        return collect(arguments)
    out = Path(tempfile.mkdtemp(prefix="differ-"))
    is_one = compare(arguments, out)
    if not any(out.iterdir()):
        out.rmdir()
    return is_one


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
