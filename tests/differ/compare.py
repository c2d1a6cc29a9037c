"""Checks that all readers give one verdict on each input: batches of inputs go to workers that have readers of their own."""

import multiprocessing
import queue
import time
from collections import Counter, deque
from dataclasses import dataclass

import corpus
from judge import Readers, report
from maker import KINDS, Maker
from seeds import chains
from verdicts import differ

BATCH = 100
# More differences than this probably have one cause.
MOST = 10
# Seconds from one line about progress to the next.
EVERY_S = 60


@dataclass(frozen=True)
class Batch:
    """Inputs with these numbers, of these kinds; without kinds, the inputs from which changed ones are made."""

    kinds: tuple
    numbers: range

    @property
    def name(self):
        return {0: "seed", 1: "".join(self.kinds)}.get(len(self.kinds), "input")

    def inputs(self, maker, originals):
        """Returns (place, input, the input that it was made from) for each."""
        if not self.kinds:
            return [(f"seed {i}", originals[i], originals[i]) for i in self.numbers]
        return [(f"{self.name} {i}", *maker.make(i, self.kinds)) for i in self.numbers]


def batches(arguments, count):
    """All batches of a run that begins with `count` inputs that are not changed."""
    kinds = tuple(arguments.kinds or KINDS)
    whole = range(arguments.first, arguments.first + arguments.inputs)
    each = [(kind,) for kind in kinds] if arguments.each else [kinds]
    originals = range(count)
    found = [Batch((), originals[at : at + BATCH]) for at in range(0, count, BATCH)]
    return found + [Batch(of, whole[at : at + BATCH]) for at in range(0, len(whole), BATCH) for of in each]


def compare(arguments, out):
    """Returns whether all inputs have one verdict."""
    known = chains(arguments.long)
    maker = Maker(arguments.seed, known, arguments.long)
    originals = maker.bases if arguments.long else [one for _, one in corpus.load()]
    todo = batches(arguments, 0 if arguments.first else len(originals))
    print(f"differ: seed {arguments.seed}, {sum(len(one.numbers) for one in todo)} inputs, with numbers from {arguments.first} on", flush=True)
    run, system = Run(todo, arguments.minutes), multiprocessing.get_context("fork")
    said, is_over = system.Queue(), system.Event()
    worker = Worker(arguments, known, maker, originals, out, todo, system.Value("l", 0))
    workers = [system.Process(target=worker.run, args=(i, said, is_over)) for i in range(arguments.workers)]
    for one in workers:
        one.start()
    while any(one.is_alive() for one in workers) or not said.empty():
        run.hear(said)
        if run.is_over():
            is_over.set()
    print(run)
    return run.found == 0 and all(one.exitcode == 0 for one in workers)


@dataclass(frozen=True)
class Worker:
    """Judges batches; `place` is the number of the first batch that no worker has taken."""

    arguments: object
    known: dict
    maker: Maker
    originals: list
    out: object
    todo: list
    place: object

    def run(self, number, said, is_over):
        """Reports for each batch the numbers of inputs that were accepted and refused, and of those that differ."""
        readers, taken = Readers(self.arguments.readers, self.known, plain=self.arguments.plain), deque()
        for batch, answers in readers.judged(self.made(taken, is_over)):
            said.put((number, taken.popleft(), *self.look(readers, batch, answers), readers.busy_s()))
        readers.stop()

    def made(self, taken, is_over):
        while not is_over.is_set():
            with self.place.get_lock():
                place = self.place.value
                self.place.value += 1
            if place >= len(self.todo):
                return
            taken.append(place)
            yield self.todo[place].inputs(self.maker, self.originals)

    def look(self, readers, batch, answers):
        counts, found = Counter(), 0
        for (where, made, base), answer in zip(batch, answers):
            counts[made.kind, next(iter(answer.values())).startswith("yes")] += 1
            if difference := differ(made, answer):
                found += 1
                report(readers, self.out, where, made, base, difference)
        return counts, found


class Run:
    """The progress of a run. It ends after `minutes`, if these are not None, or after enough differences."""

    def __init__(self, todo, minutes):
        self.todo, self.minutes, self.began, self.shown = todo, minutes, time.monotonic(), time.monotonic()
        self.counts, self.found, self.busy_s, self.done = Counter(), 0, {}, set()

    def is_over(self):
        return self.found >= MOST or (self.minutes is not None and self.seconds() > 60 * self.minutes)

    def seconds(self):
        return time.monotonic() - self.began

    def hear(self, said):
        """The next message of a worker, if one comes within a second."""
        try:
            number, place, counts, found, self.busy_s[number] = said.get(timeout=1)
        except queue.Empty:
            return
        self.done.add(place)
        self.counts += counts
        self.found += found
        if time.monotonic() - self.shown > EVERY_S:
            self.shown = time.monotonic()
            print(f"differ: so far {self.summary()}; all {self.next()}", flush=True)

    def next(self):
        """The number with which to continue: that of the first input that has not been judged."""
        place = next((i for i in range(len(self.todo)) if i not in self.done), None)
        return "are judged" if place is None else f"before {self.todo[place].name} {self.todo[place].numbers.start} are judged"

    def summary(self):
        count, seconds = sum(self.counts.values()), self.seconds()
        return f"{count} inputs, {self.found} differences, {seconds:.0f} s, {count / seconds:.0f} inputs/s"

    def __str__(self):
        of_kind = ", ".join(f"{kind} {self.counts[kind, True]}+{self.counts[kind, False]}" for kind in KINDS)
        names = {name: None for busy in self.busy_s.values() for name in busy}
        busy = ", ".join(f"{name} {sum(one[name] for one in self.busy_s.values()):.0f}" for name in names)
        return f"differ: {of_kind} accepted+refused\ndiffer: {self.summary()}; seconds: {busy}; all {self.next()}"
