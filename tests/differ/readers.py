"""The readers as processes: each is asked in its own time, and held to limits of time and memory."""

import os
import select
import signal
import subprocess
import time
from pathlib import Path

from inputs import message

# Seconds for one input, and MiB that a process may have had at most. Node and Go reserve more than they use, so that what
# was used is looked at, and not what was asked for.
LIMIT_S = 60
LIMIT_MIB = 2048


class Reader:
    """A process that answers each message by a line. It is told the chains and groups that it is asked about; one that ends
    or hangs is started again. `contexts` has what it is told, by kinds and names."""

    def __init__(self, name, command, contexts, limit_s=LIMIT_S):
        self.name, self.command, self.contexts, self.limit_s = name, command, contexts, limit_s
        self.process, self.rest, self.busy_s, self.told, self.passed = None, b"", 0.0, set(), set()

    def ask(self, given):
        """The answer to an input, or what became of the reader."""
        if given.kind in self.passed:
            return "pass"
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            self.rest, self.told = b"", set()
        began = time.monotonic()
        for field in given.fields:
            self._tell(field.name[1:], field.inner())
        answer = self._ask(message(given.kind, given.values()), self.limit_s)
        self.busy_s += time.monotonic() - began
        if answer == "pass":
            self.passed.add(given.kind)
        if self.process is not None and (used := self._most_mib()) > LIMIT_MIB:
            self.stop()
            return f"MEMORY {used} MiB"
        return answer

    def _tell(self, kind, name):
        """What a chain, a group or a field with this name is, once. A reader that does not know of such passes it over."""
        if (kind, name) in self.contexts and (kind, name) not in self.told:
            answer = self._ask(message(kind, self.contexts[kind, name]), 10 * self.limit_s)
            if answer not in ("yes", "pass"):
                raise SystemExit(f"differ: {self.name} does not take the {kind} {name.decode()}: {answer}")
            self.told.add((kind, name))

    def _ask(self, data, limit_s):
        try:
            self._write(data, limit_s)
            return self._line(limit_s)
        except BrokenPipeError:
            return self._ended()
        except TimeoutError:
            self.stop()
            return f"HANGS for {limit_s} s"

    def _write(self, data, limit_s):
        """All of it; it may be more than the pipe holds."""
        fd, view = self.process.stdin.fileno(), memoryview(data)
        while view:
            if not select.select([], [fd], [], limit_s)[1]:
                raise TimeoutError
            view = view[os.write(fd, view[:4096]) :]

    def _line(self, limit_s):
        fd, until = self.process.stdout.fileno(), time.monotonic() + limit_s
        while b"\n" not in self.rest:
            if not select.select([fd], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError
            more = os.read(fd, 1 << 16)
            if not more:
                return self._ended()
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def _ended(self):
        code, self.process = self.process.wait(), None
        return f"CRASH {signal.Signals(-code).name if code < 0 else code}"

    def _most_mib(self):
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        return next((int(line.split()[1]) >> 10 for line in text.splitlines() if line.startswith("VmHWM")), 0)

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def commands(folder, planted=None):
    """The readers by name; `folder` has those that are compiled (tests/differ/run)."""
    here = Path(__file__).resolve().parent / "readers"
    reference = ["python3", "-B", str(here / "reference.py")]
    return {
        "rust": [str(folder / "rust")],
        "c": [str(folder / "c")],
        "go": [str(folder / "go")],
        "js": ["node", str(here / "reader.mjs")],
        "reference": reference + (["--leave-out", planted] if planted else []),
    }
