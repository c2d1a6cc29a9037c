"""The readers as processes: each answers at its own speed, within limits of time and memory."""

import os
import select
import signal
import subprocess
import time
from pathlib import Path

from inputs import message

# Seconds of a processor for one input, the factor by which it may wait longer for one, and the most MiB that a process may
# have used. Node and Go reserve more than they use, so that the memory in use is measured, not the reserved one.
LIMIT_S = 60
PATIENCE = 20
LIMIT_MIB = 2048
# Seconds for which a process that has closed its output may go on to end, as one that leaves a core file does.
ENDS_S = 600
# Bytes that are written or read at once.
PIECE = 1 << 16


class Reader:
    """A process that answers each message by a line. It first gets the chains and groups of the inputs; if it ends or
    hangs, it is started again. `contexts` has these chains and groups, by kinds and names."""

    def __init__(self, name, command, contexts, limit_s=LIMIT_S, patience=PATIENCE, limit_mib=LIMIT_MIB):
        self.name, self.command, self.contexts = name, command, contexts
        self.limit_s, self.patience, self.limit_mib = limit_s, patience, limit_mib
        self.process, self.rest, self.busy_s, self.told, self.passed = None, b"", 0.0, set(), set()
        self.has_closed = False

    def ask(self, inputs):
        """The answer to each input, or the failure of the reader."""
        answers, began = ["pass"] * len(inputs), time.monotonic()
        waiting = [i for i, given in enumerate(inputs) if given.kind not in self.passed]
        while waiting:
            found = self._first([inputs[i] for i in waiting])
            for i, answer in zip(waiting, found):
                answers[i] = answer
                self.passed |= {inputs[i].kind} if answer == "pass" else set()
            waiting = waiting[len(found) :]
        self.busy_s += time.monotonic() - began
        return answers

    def _first(self, inputs):
        """The answers to all of these, or only to the first ones if the reader ended or was killed."""
        if self.process is None:
            self._start()
        messages, is_told = [], []
        for given in inputs:
            told = list(self._untold(given))
            messages += [*told, message(given.kind, given.values())]
            is_told += [*(True for _ in told), False]
        lines = self._exchange(messages, [10 * self.limit_s if one else self.limit_s for one in is_told])
        is_whole = len(lines) == len(messages)
        lines += [] if is_whole else [self._end()]
        for line, told in zip(lines, is_told):
            if told and line not in ("yes", "pass"):
                raise SystemExit(f"differ: {self.name} does not take what it is told: {line}")
        answers = [line for line, told in zip(lines, is_told) if not told]
        if not is_whole:
            return answers
        return answers if self._used_mib() <= self.limit_mib else self._whose_memory(inputs)

    def _start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdin.fileno(), False)
        self.rest, self.told, self.has_closed = b"", set(), False

    def _untold(self, given):
        """The messages with the chains, groups and fields of an input that the reader has not got yet."""
        for field in given.fields:
            known = field.name[1:], field.inner()
            if known in self.contexts and known not in self.told:
                self.told.add(known)
                yield message(known[0], self.contexts[known])

    def _exchange(self, messages, limits_s):
        """The lines that answer messages; fewer if the reader ends, or takes too long for the next."""
        to, source = self.process.stdin.fileno(), self.process.stdout.fileno()
        data, lines, began = memoryview(b"".join(messages)), [], Clock(self.process.pid)
        while len(lines) < len(messages):
            readable, writable, _ = select.select([source], [to] if data else [], [], 1)
            if not readable and not writable and began.is_past(limits_s[len(lines)], self.patience):
                return lines
            try:
                data = data[os.write(to, data[:PIECE]) :] if writable else data
            except BrokenPipeError:
                data = memoryview(b"")
            if readable:
                more = os.read(source, PIECE)
                if not more:
                    self.has_closed = True
                    return lines
                *whole, self.rest = (self.rest + more).split(b"\n")
                lines += [line.decode() for line in whole]
                began = Clock(self.process.pid) if whole else began
        return lines

    def _end(self):
        """The failure of a process that has not answered."""
        try:
            code = self.process.wait(ENDS_S if self.has_closed else 1)
        except subprocess.TimeoutExpired:
            self.stop()
            return f"HANGS for {self.limit_s} s"
        self._forget()
        return f"CRASH {signal.Signals(-code).name if code < 0 else code}"

    def _whose_memory(self, inputs):
        """The answers, one at a time and from a new process: memory that a reader uses for all inputs is no input's fault."""
        used = self._used_mib()
        self.stop()
        if len(inputs) == 1:
            return [f"MEMORY {used} MiB"]
        answers = []
        for given in inputs:
            answers += self._first([given])
        return answers

    def _used_mib(self):
        """The greatest memory of the process."""
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        return next((int(line.split()[1]) >> 10 for line in text.splitlines() if line.startswith("VmHWM")), 0)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self._forget()

    def _forget(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process = None


class Clock:
    """The processor time of a process since this was made."""

    def __init__(self, pid):
        self.pid, self.began, self.began_busy = pid, time.monotonic(), busy_s(pid)

    def is_past(self, limit_s, patience):
        """A reader that waits for a processor is not slow; if it waits for anything else, it is slow after some time."""
        return busy_s(self.pid) - self.began_busy > limit_s or time.monotonic() - self.began > patience * limit_s


def busy_s(pid):
    """Seconds of processors that a process has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def commands(folder, planted=None, plain=False):
    """The readers by name; `folder` has the compiled ones (tests/differ/run). With `plain` there are also readers without
    caches."""
    here = Path(__file__).resolve().parent / "readers"
    js, reference = ["node", str(here / "reader.mjs")], ["python3", "-B", str(here / "reference.py")]
    found = {
        "rust": [str(folder / "rust")],
        "c": [str(folder / "c")],
        "go": [str(folder / "go")],
        "js": js,
        "reference": reference + (["--leave-out", planted] if planted else []),
    }
    if plain:
        found |= {"plain go": [str(folder / "go-plain")], "plain js": [*js, "--plain"], "plain reference": [*reference, "--plain"]}
    return found
