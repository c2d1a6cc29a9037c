#!/usr/bin/env python3
"""Gives the same bytes to the readers of all languages, and says where they differ (README.md).

    differ.py --readers DIR [--inputs N] [--seed SEED] [--long] [--first I]     N changed inputs, and the corpus
    differ.py --readers DIR --file FILE                                         one input again
    differ.py --readers DIR --planted all                                       whether checks that are left out are found
    differ.py --readers DIR --collect                                           adds inputs of a new kind of refusal to corpus/
"""

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import corpus
from mutate import Pool, field, mutate
from planted import PLANTED, SOME
from readers import Reader, commands
from repair import Repair
from seeds import chains, groups, root_fields, seeds
from shrink import shrink
from verdicts import differ

# How often an input of a kind is made. Rounds and frames have the most rules.
WEIGHTS = {"round": 26, "bundle": 14, "framed": 4, "frames": 14, "network": 3, "genesis": 8, "epoch": 3, "proof": 12, "roots": 4, "vrf": 8, "stamp": 8, "challenge": 3}
BATCH, FEW = 100, 20
# More differences than this are likely one.
MOST = 10


class Maker:
    """The inputs of a seed: the one with a number is the same each time."""

    def __init__(self, seed, known, kinds=None, slow=False):
        self.seed = seed
        self.bases = seeds(slow) + [one for _, one in corpus.load()]
        self.pool, self.repair = Pool(self.bases), Repair(known)
        self.kinds = kinds or list(WEIGHTS)
        self.by_kind = {kind: [one for one in self.bases if one.kind == kind] for kind in self.kinds}
        self.honest = {kind: [one for one in bases if not one.is_refused] for kind, bases in self.by_kind.items()}

    def make(self, index):
        """The input, and the one that it is a change of."""
        chance = random.Random(f"{self.seed} {index}")
        kind = chance.choices(self.kinds, [WEIGHTS[one] for one in self.kinds])[0]
        base = chance.choice((self.honest if chance.randrange(3) else self.by_kind)[kind])
        made = mutate(chance, base, self.pool)
        self.repair(chance, made)
        if not chance.randrange(5):
            # What is true again but for one thing.
            field(chance, made, self.pool)
        self.repair.limit(made)
        return made, base


class Readers:
    """Those that are asked, each by a thread of its own."""

    def __init__(self, folder, known, names=None, planted=None):
        contexts = {("group", name.encode()): [name.encode(), kind.encode(), value] for name, (kind, value) in groups().items()}
        contexts |= {("field", name.encode()): [name.encode(), *values] for name, values in root_fields().items()}
        contexts |= {("chain", name.encode()): chain.fields(name) for name, chain in known.items()}
        found = commands(folder, planted)
        self.all = [Reader(name, found[name], contexts) for name in names or found]
        self.pool = ThreadPoolExecutor(len(self.all))

    def ask(self, inputs):
        """Of each input the answers by reader."""
        of_reader = list(self.pool.map(lambda reader: [reader.ask(one) for one in inputs], self.all))
        return [{reader.name: answers[i] for reader, answers in zip(self.all, of_reader)} for i in range(len(inputs))]

    def differ(self, given):
        return differ(given, self.ask([given])[0])

    def stop(self):
        for reader in self.all:
            reader.stop()

    def times(self):
        return ", ".join(f"{reader.name} {reader.busy_s:.0f}" for reader in self.all)


def compare(arguments, out):
    """Whether all inputs have one verdict."""
    known = chains(arguments.long)
    maker = Maker(arguments.seed, known, slow=arguments.long)
    readers, began = Readers(arguments.readers, known), time.monotonic()
    print(f"differ: seed {arguments.seed}, {arguments.inputs} inputs from number {arguments.first} on", flush=True)
    jobs = [(None, one, one) for one in (maker.bases if arguments.long else [one for _, one in corpus.load()])]
    numbers = range(arguments.first, arguments.first + arguments.inputs)
    counts, found = Counter(), 0
    for batch in batches(jobs, numbers, maker):
        for (index, made, base), answers in zip(batch, readers.ask([made for _, made, _ in batch])):
            counts[made.kind, "accepted" if next(iter(answers.values())).startswith("yes") else "refused"] += 1
            if difference := differ(made, answers):
                found += 1
                report(readers, out, index, made, base, difference)
        if found >= MOST:
            break
    readers.stop()
    print("differ: " + ", ".join(f"{kind} {counts[kind, 'accepted']}+{counts[kind, 'refused']}" for kind in WEIGHTS) + " accepted+refused")
    print(f"differ: {sum(counts.values())} inputs, {found} differences, {time.monotonic() - began:.0f} s; seconds: {readers.times()}")
    if found == 0:
        out.rmdir()
    return found == 0


def batches(jobs, numbers, maker, size=BATCH):
    for at in range(0, len(jobs), size):
        yield jobs[at : at + size]
    for at in range(0, len(numbers), size):
        yield [(index, *maker.make(index)) for index in numbers[at : at + size]]


def report(readers, out, index, made, base, difference):
    """A difference, and its input made smaller, in a file."""
    smaller = shrink(made, base, lambda one: readers.differ(one) is not None)
    path = out / f"{made.kind}-{'seed' if index is None else index}-{len(list(out.iterdir()))}.json"
    corpus.save(path, smaller, f"{made.name}: {difference}")
    print(f"\n-- input {index}, {made.kind}, made of {base.name}\n{difference}\nsmaller: {readers.differ(smaller)}", flush=True)
    print(f"   again: tests/differ/run --file {path}", flush=True)


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
    """Each check that the reference leaves out has to be found against Rust, within some inputs."""
    known, missed, began = chains(), [], time.monotonic()
    for name, (kinds, most) in PLANTED.items():
        if arguments.planted == "some" and name not in SOME:
            continue
        maker = Maker(arguments.seed, known, kinds)
        readers = Readers(arguments.readers, known, ["rust", "reference"], name)
        place = next(
            (batch[i][0] for batch in batches([], range(most), maker, FEW)
             for i, answers in enumerate(readers.ask([made for _, made, _ in batch])) if differ(batch[i][1], answers)),
            None,
        )
        readers.stop()
        print(f"differ: {time.monotonic() - began:.0f} s: without {name}: {'NOT FOUND' if place is None else f'found by input {place}'}", flush=True)
        missed += [name] if place is None else []
    return not missed


def collect(arguments):
    """Keeps small inputs that are refused for a reason, by the reference's words, for which no input of the vectors is."""
    known = chains()
    maker, readers = Maker(arguments.seed, known), Readers(arguments.readers, known, ["reference"])
    seen = {key for one, answers in zip(maker.bases, readers.ask(maker.bases)) for key in keys(one.kind, answers)}
    for batch in batches([], range(arguments.inputs), maker):
        for (_, made, _), answers in zip(batch, readers.ask([made for _, made, _ in batch])):
            key, *others = keys(made.kind, answers)
            if key not in seen and sum(map(len, made.values())) <= corpus.MOST_BYTES:
                seen |= {key, *others}
                corpus.keep(made, key[1])
    readers.stop()
    return True


def keys(kind, answers):
    """By what an input is known: its kind and the reason. What a bundle is refused for, its genesis and rounds are, too."""
    said = reason(answers)
    return [("any" if kind in ("bundle", "framed") else kind, said), ("any", said)]


def reason(answers):
    """Without numbers, and without what was read."""
    answer = answers["reference"]
    return "yes" if answer.startswith("yes") else re.sub(r"[0-9a-fx]*[0-9][0-9a-f]*", "N", answer)[:100]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=Path, required=True)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="heliast")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--file", type=Path)
    parser.add_argument("--planted", choices=["some", "all"])
    parser.add_argument("--collect", action="store_true")
    arguments = parser.parse_args()
    if arguments.file:
        return again(arguments)
    if arguments.planted:
        return planted(arguments)
    return collect(arguments) if arguments.collect else compare(arguments, Path(tempfile.mkdtemp(prefix="differ-")))


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
