"""All readers together, and the report on an input on which they differ."""

from concurrent.futures import ThreadPoolExecutor

import corpus
from readers import Reader, commands
from seeds import groups, root_fields
from shrink import shrink
from verdicts import differ


class Readers:
    """The readers, each of which is asked by a thread of its own."""

    def __init__(self, folder, known, names=None, planted=None, plain=False):
        contexts = {("group", name.encode()): [name.encode(), kind.encode(), value] for name, (kind, value) in groups().items()}
        contexts |= {("field", name.encode()): [name.encode(), *values] for name, values in root_fields().items()}
        contexts |= {("chain", name.encode()): chain.fields(name) for name, chain in known.items()}
        found = commands(folder, planted, plain)
        self.all = [Reader(name, found[name], contexts) for name in names or found]
        self.threads = [ThreadPoolExecutor(1) for _ in self.all]

    def ask(self, inputs):
        """Returns the answers for each input, by reader."""
        return self.answers(inputs, self.start(inputs))

    def judged(self, batches):
        """Batches of (number, input, the input that it was made from), with answers. The next is made while readers judge one."""
        before = None
        for batch in batches:
            inputs = [made for _, made, _ in batch]
            started = batch, inputs, self.start(inputs)
            if before:
                yield before[0], self.answers(*before[1:])
            before = started
        if before:
            yield before[0], self.answers(*before[1:])

    def start(self, inputs):
        return [thread.submit(reader.ask, inputs) for thread, reader in zip(self.threads, self.all)]

    def answers(self, inputs, started):
        of_reader = [one.result() for one in started]
        return [{reader.name: answers[i] for reader, answers in zip(self.all, of_reader)} for i in range(len(inputs))]

    def differ(self, given):
        return differ(given, self.ask([given])[0])

    def stop(self):
        for thread in self.threads:
            thread.shutdown()
        for reader in self.all:
            reader.stop()

    def busy_s(self):
        return {reader.name: reader.busy_s for reader in self.all}


def report(readers, out, place, made, base, difference):
    """Reports a difference, and writes its input, made smaller, to a file. `place` says where it was found."""
    smaller = shrink(made, base, lambda one: readers.differ(one) is not None)
    path = out / f"{made.kind}-{place.replace(' ', '-')}-{len(list(out.iterdir()))}.json"
    corpus.save(path, smaller, f"{made.name}: {difference}")
    print(f"\n-- {place}, {made.kind}, made of {base.name}\n{difference}\nsmaller: {readers.differ(smaller)}", flush=True)
    print(f"   again: tests/differ/run --file {path}", flush=True)
