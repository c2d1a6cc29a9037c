"""Two runs in directories of their own, without and with an option, which must differ as the row states."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from program import PROGRAM

PATIENCE_S = 600
# For lines, as $PATIENCE: the time for which they wait for an effect that the run without the option never has.
SHORT_S = 10
USAGE = 2
KEPT = ["PATH", "TMPDIR", "HELIAST_COMETBFT"]


# The file in which a program leaves how many threads it has started (threads.c).
THREADS = "threads-started"


class Mistake(Exception):
    """An option that does nothing, or a row that shows nothing."""


class Scenes:
    """Directories with which rows begin, each made once by its lines; rows use copies only."""

    def __init__(self, said, root):
        self.said, self.root, self.failed = said, Path(root), set()
        self.locks = {name: threading.Lock() for name in said}
        self.counter, self.counter_lock = self.root / "threads.so", threading.Lock()

    def copy(self, name, place):
        if name is None:
            place.mkdir()
            return
        with self.locks[name]:
            made = self.root / name
            if name in self.failed:
                raise Mistake(f"the scene {name} could not be made")
            if not made.exists():
                self.make(name, made)
        shutil.copytree(made, place, symlinks=True)

    def counting(self, sees):
        """The environment of a program whose threads are counted, if they are."""
        if not any(one.startswith("threads ") for one in sees):
            return []
        with self.counter_lock:
            if not self.counter.exists():
                source = Path(__file__).parent / "threads.c"
                subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", self.counter, source, "-ldl"], check=True)
        return [("LD_PRELOAD", str(self.counter)), ("THREADS", THREADS)]

    def make(self, name, made):
        self.failed.add(name)
        self.copy(self.said[name].get("of"), draft := self.root / f"{name}.making")
        for line in self.said[name]["lines"].splitlines():
            shell(line, draft, must=True)
        draft.rename(made)
        self.failed.discard(name)


def environment(place, more=()):
    """An environment without the user's own: records of keys and all files are in the directory."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    # At its full cost a passphrase takes a second or two of CPU.
    kept["HELIAST_TEST_WORK"] = "10"
    return {**kept, "HOME": str(place), "XDG_STATE_HOME": str(place / "state"), **dict(more)}


def shell(line, place, must=False, more=()):
    """Ends a line of bash, together with the processes that it left running in its group."""
    words = ["bash", "-ec", line]
    with subprocess.Popen(words, cwd=place, env=environment(place, more), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    done = subprocess.CompletedProcess(words, process.returncode, out, err)
    if must and done.returncode:
        raise Mistake(f"`{line}` ends with {done.returncode}: {done.stderr.decode()}{done.stdout.decode()}")
    return done


def run(row, value, scenes, sees, more=()):
    """The values of all observables, in a directory that is removed afterwards."""
    with tempfile.TemporaryDirectory(dir=scenes.root / "runs") as scratch:
        place = Path(scratch) / "here"
        scenes.copy(row.scene, place)
        for line in row.before:
            shell(line, place, must=True)
        is_without = value == row.said.get("from")
        patience = ("PATIENCE", str(SHORT_S if is_without else PATIENCE_S - 40))
        more = [*row.said.get("env", {}).items(), patience, *more]
        if line := row.line(value):
            done = shell(line, place, more=more)
        else:
            words = row.words(value)
            if any(one.startswith("json ") for one in sees) and not row.then:
                words.append("--json")
            done = program(words, place, row, [*more, *scenes.counting(sees)])
        code = done.returncode
        for line in row.then:
            done = shell(line, place)
        return code, [observed(one, done, place) for one in sees], done


def program(words, place, row, more):
    """Like `subprocess.run`. A verb that keeps running is asked to end when it has reported its start."""
    files = [tempfile.TemporaryFile() for _ in range(2)]
    with subprocess.Popen([PROGRAM, *words], cwd=place, env=environment(place, more), stdin=subprocess.DEVNULL,
                          stdout=files[0], stderr=files[1]) as process:
        until, is_asked = time.monotonic() + PATIENCE_S, not row.runs_on
        while process.poll() is None:
            if not is_asked and has_started(os.pread(files[0].fileno(), 1 << 16, 0)):
                process.terminate()
                is_asked = True
            if time.monotonic() > until:
                process.kill()
            time.sleep(0.01)
    said = []
    for file in files:
        file.seek(0)
        said.append(file.read())
        file.close()
    return subprocess.CompletedProcess(words, process.returncode, *said)


def has_started(said):
    return said.endswith(b"\n") and (b"http://" in said or b'"started"' in said)


def observed(one, done, place):
    """The value in the place where the row says that the difference is seen."""
    kind, _, what = one.partition(" ")
    match kind:
        case "code":
            return done.returncode
        case "out":
            found = re.search(what, (done.stdout + done.stderr).decode(errors="replace"))
            return found and found[0]
        case "part":
            name, start, end = what.split()
            return (place / name).read_bytes()[int(start):int(end)]
        case "file":
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                return (place / what).read_bytes()
            return None
        case "size":
            return (place / what).stat().st_size
        case "has":
            return (place / what).exists()
        case "json":
            return field(done.stdout, what)
        case "threads":
            return int((place / THREADS).read_text()) >= int(what)
        case "is-json":
            return is_json(done.stdout)
    raise Mistake(f"nobody knows how to see {one}")


def field(text, path):
    try:
        found = json.loads(text.splitlines()[-1])
    except (ValueError, IndexError):
        return "no object"
    for name in path.split("."):
        try:
            found = found[int(name)] if isinstance(found, list) else found[name]
        except (KeyError, IndexError):
            return "no such field"
    return found


def is_json(text):
    try:
        return bool([json.loads(line) for line in text.splitlines()])
    except ValueError:
        return False


def differ(row, scenes, more):
    """Checks that the row's runs differ, and not only because no two runs are alike."""
    sees, gives = row.said["sees"], row.said.get("gives")
    sees = [sees] if isinstance(sees, str) else sees
    code, without, _ = run(row, row.said.get("from"), scenes, sees, more)
    # Stated exit codes cannot differ by chance.
    is_stated = gives is not None and sees == ["code"]
    again = without if is_stated else run(row, row.said.get("from"), scenes, sees, more)[1]
    with_code, with_it, done = run(row, row.said["to"], scenes, sees, more)
    shown = f"{without!s:.300} without, {with_it!s:.300} with it"
    if without != again:
        raise Mistake(f"two runs without it differ already: {without!s:.300} and {again!s:.300}")
    if with_code == USAGE:
        raise Mistake(f"a usage error shows nothing: {done.stderr.decode()}{done.stdout.decode()}")
    if any(one == other for one, other in zip(without, with_it)):
        said = (done.stderr + done.stdout).decode(errors="replace")
        raise Mistake(f"it does nothing that shows: {shown}; the last line ends with {done.returncode}: {said:.600}")
    if gives is not None and [without[0], with_it[0]] != gives:
        raise Mistake(f"it shows {shown}, not {gives}")
    if code == USAGE and not gives:
        raise Mistake("the run without it is a usage error; say with `gives` that this is meant")
