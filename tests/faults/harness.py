"""A network of real processes that is watched while faults happen, and the conditions that must hold afterwards.

tests/network has the code that starts nodes and waits for them. At the end of each test, whatever happened in it:
- no two nodes differ in a round, and all that one of them ever served over HTTP it serves still, byte for byte;
- for no round, slot and participant were two tickets ever made durable, anywhere, or put into blocks: no leaf of a
  key was used twice;
- the rounds of each node verify from the genesis, by the program and by the Python reference.
"""

import base64
import hashlib
import importlib.machinery
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOK_S = 0.25
# The longest time for a request to a suspended process.
REQUEST_S = 5
# Blocks that are fetched at once.
AT_ONCE = 20
# Places in a file of the outbox, and in a transaction: crates/heliast-network/src/outbox/format.rs, spec/network.md.
OUTBOX_HEAD, OUTBOX_DIGEST, TICKET = 4 + 1 + 32 + 14 + 4, 32, 0


def load(path):
    """The Python program at a path, as a module."""
    loader = importlib.machinery.SourceFileLoader(path.name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.name, loader))
    loader.exec_module(module)
    return module


sys.path.insert(0, str(ROOT / "tests"))
first_test = load(ROOT / "tests" / "network")
wait, program, free_ports = first_test.wait, first_test.run, first_test.free_ports


def say(text):
    print(f"{time.strftime('%H:%M:%S')}  {text}", flush=True)


class Node(first_test.Node):
    """A node's process, which may be in a namespace of its own, or lie."""

    def __init__(self, number, home, witnesses, url, space=None):
        super().__init__(number, home, witnesses)
        self.url, self.space, self.environment, self.flags = url, space, {}, []
        # The command that runs a program in the node's namespace.
        self.inside = ["ip", "netns", "exec", space] if space else []
        self.program = first_test.PROGRAM
        settings = (home / "node.toml").read_text()
        self.rpc = next(line.split('"')[1] for line in settings.splitlines() if line.startswith("rpc"))
        self.served, self.is_stopped = {}, False

    def start(self):
        line = [self.program, "--json", "node", "--home", self.home, "--witnesses", self.witnesses, *self.flags]
        line = self.inside + line
        with open(self.home / "node.log", "ab") as errors:
            environment = os.environ | self.environment
            self.process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        self.reader = threading.Thread(target=self.read, args=[self.process.stdout], daemon=True)
        self.reader.start()
        self.is_stopped = False

    def read(self, stdout):
        """Reads the node's output; a round that it printed before must be the same."""
        for text in stdout:
            line = json.loads(text)
            if line.get("event") == "round" and self.beacons.get(line["round"], line["beacon"]) != line["beacon"]:
                line["event"] = "contradiction"
            self.lines.append(line)
            if line.get("event") == "round":
                self.beacons[line["round"]] = line["beacon"]

    def run(self, *words):
        """Runs the program with the node's home while the node runs; returns its exit code and its output."""
        line = [*self.inside, first_test.PROGRAM, *words, "--home", self.home, "--json"]
        done = subprocess.run(list(map(str, line)), capture_output=True, text=True)
        said = json.loads(done.stdout.splitlines()[-1])
        assert (done.returncode == 0) == ("error" not in said), (words, done.returncode, said, done.stderr)
        return said

    def must(self, *words):
        """The same, but it must not fail. It is run again if it fails only because the machine stood still."""
        said = wait(f"the end of {words}", lambda: None if is_passing(said := self.run(*words)) else said)
        assert "error" not in said, (words, said)
        return said

    @property
    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def troubles(self):
        return [line["trouble"] for line in self.lines if line.get("event") == "trouble"]

    def kill_engine(self):
        if engine := self.engine():
            kill(engine, signal.SIGKILL)

    def kill_both(self):
        engine = self.engine()
        self.kill()
        if engine:
            kill(engine, signal.SIGKILL)

    def stop(self):
        self.is_stopped = True
        return super().stop()

    def get(self, path, to=None):
        """The node's answer over HTTP, from JSON, or nothing if it does not answer."""
        try:
            with urllib.request.urlopen(f"{to or self.url}{path}", timeout=REQUEST_S) as answer:
                return json.load(answer)
        except (OSError, ValueError, urllib.error.URLError):
            return None

    def engine_says(self, path):
        """The result of a call of its engine's RPC, or nothing."""
        return (self.engine_answers([path]) or [None])[0]

    def engine_answers(self, paths):
        """The results of calls of its engine's RPC, or nothing. The RPC listens in the node's namespace only."""
        urls = [f"http://{self.rpc}{path}" for path in paths]
        if self.space:
            line = [*self.inside, sys.executable, "-c", FETCH]
            done = subprocess.run(line, input="\n".join(urls), capture_output=True, text=True)
            answers = [json.loads(text) for text in done.stdout.splitlines()]
        else:
            answers = [self.get("", url) for url in urls]
        is_whole = len(answers) == len(paths) and all(answer and "result" in answer for answer in answers)
        return [answer["result"] for answer in answers] if is_whole else None

    def height(self):
        status = self.engine_says("/status")
        return int(status["sync_info"]["latest_block_height"]) if status else 0

    def earliest(self):
        """The first block that it has."""
        status = wait("its engine", lambda: self.engine_says("/status"))
        return int(status["sync_info"]["earliest_block_height"])


FETCH = """
import json, sys, urllib.request
for url in sys.stdin.read().split():
    print(json.dumps(json.load(urllib.request.urlopen(url, timeout=60))))
"""


def is_passing(said):
    """Whether the program fails, and in no other way than on a machine that stood still."""
    return said.get("code") == first_test.NO_ANSWER


def kill(process, how):
    try:
        os.kill(process, how)
    except ProcessLookupError:
        pass


class Tickets:
    """All tickets that were seen on disks and in blocks."""

    def __init__(self):
        self.seen, self.conflicts, self.lock = {}, [], threading.Lock()

    def note(self, transaction, where):
        if transaction[:1] != bytes([TICKET]):
            return
        # Round, slot, participant.
        place = int.from_bytes(transaction[1:9]), transaction[9], int.from_bytes(transaction[10:14])
        with self.lock:
            known, first = self.seen.setdefault(place, (hashlib.sha256(transaction).digest(), where))
            if known != hashlib.sha256(transaction).digest():
                self.conflicts.append((place, first, where))

    def look(self, node):
        """Reads what a node's participants have made durable before they sent it."""
        for path in (node.home / "data" / "outbox").glob("0*"):
            try:
                file = path.read_bytes()
            except OSError:
                continue
            if path.suffix == "" and len(file) > OUTBOX_HEAD + OUTBOX_DIGEST:
                self.note(file[OUTBOX_HEAD:-OUTBOX_DIGEST], f"outbox of node {node.number}")


class Net:
    """A network for the time of a `with`, at whose end all is checked that must hold."""

    def __init__(self, name, nodes=4, hosts=None, spaces=None, references=1, by=None, **flags):
        # The seed of random times and places; because of the machine's other work each run still differs.
        self.seed = int(os.environ.get("HELIAST_SEED", "1"))
        self.name, self.references, self.random = name, references, random.Random(self.seed)
        self.place = Path(tempfile.mkdtemp(prefix=f"heliast-{name}-"))
        self.net, self.tickets, self.ends = self.place / "net", Tickets(), threading.Event()
        # The last block whose tickets were noted.
        self.blocks = 0
        witnesses = self.place / "witnesses"
        witnesses.mkdir()
        wishes = {"vrf": "ell2", "participants": 2 * nodes, "period": 1, "delay": 2_000} | flags
        line = ["network", "new", "--out", self.net, "--nodes", nodes, "--unsafe-margin"]
        line += ["--ports", free_ports(3 * nodes), "--evaluators", nodes]
        for key, value in wishes.items():
            line += [f"--{key.replace('_', '-')}", *([] if value is True else [value])]
        made = program(*line, *(["--hosts", ",".join(hosts)] if hosts else []), by=by)
        self.chain, self.window_blocks = made["chain"], made["window_blocks"]
        self.nodes = [
            Node(number, self.net / f"node{number}", witnesses, url, spaces and spaces.name(number))
            for number, url in enumerate(made["urls"])
        ]
        for node in self.nodes:
            node.program = by or node.program
        say(f"{name}: {nodes} nodes, seed {self.seed}")

    def __enter__(self):
        self.watcher = threading.Thread(target=self.watch, daemon=True)
        self.watcher.start()
        return self

    def __exit__(self, kind, reason, _):
        try:
            if kind is None:
                self.check()
        except BaseException:
            kind = sys.exc_info()[0]
            raise
        finally:
            self.ends.set()
            for node in self.nodes:
                if node.is_alive:
                    kill(node.process.pid, signal.SIGCONT)
                    node.kill_both()
            if kind is None:
                shutil.rmtree(self.place, ignore_errors=True)
            else:
                say(f"{self.name} FAILED: {reason!r}; the logs are in {self.net}/node*/node.log and comet.log")
                for node in self.nodes:
                    say(f"node {node.number}: {node.lines[-3:]}")

    def start(self, rounds=2):
        """Starts all nodes, and waits until they make rounds."""
        for node in self.nodes:
            node.start()
        self.rounds(rounds)

    def watch(self):
        """Stores the data that nodes serve, and those that their participants made durable."""
        while not self.ends.wait(LOOK_S):
            for node in self.nodes:
                self.tickets.look(node)
                for number in sorted(set(node.beacons) - set(node.served))[-3:]:
                    if node.is_alive and (served := node.get(f"/v1/rounds/{number}")):
                        node.served[number] = served["bytes"]

    def rounds(self, more, nodes=None):
        """Waits until all these nodes have this many rounds more than the first of them has now."""
        nodes = nodes or self.nodes
        goal = max(node.last for node in nodes) + more
        wait(f"round {goal} at nodes {[node.number for node in nodes]}", lambda: all(n.last >= goal for n in nodes))
        return goal

    def level(self, node):
        """Waits until a node has the rounds that the others have."""
        goal = max(other.last for other in self.nodes)
        wait(f"node {node.number} is level with round {goal}", lambda: node.last >= goal)

    def check(self):
        """Checks all conditions at the end. Nodes that do not run are left as they are, and their disks are checked."""
        if self.ends.is_set():
            return
        alive = [node for node in self.nodes if node.is_alive]
        for node in alive:
            self.level(node)
        self.check_served(alive)
        self.check_blocks(alive)
        for node in alive:
            code = node.stop()
            assert code == 0, (node.number, code, node.lines[-1])
        self.ends.set()
        self.watcher.join()
        assert not self.tickets.conflicts, f"two tickets for one place: {self.tickets.conflicts}"
        assert not [line for node in self.nodes for line in node.lines if line.get("event") == "contradiction"]
        common = first_test.agree(self.nodes)
        for node in self.nodes:
            self.verify(node)
        served = sum(len(node.served) for node in self.nodes)
        say(f"{self.name}: ok: {common} rounds at all nodes, {served} served, {len(self.tickets.seen)} tickets")

    def check_served(self, nodes):
        bytes_of = {}
        for node in self.nodes:
            for number, served in list(node.served.items()):
                assert bytes_of.setdefault(number, served) == served, f"node {node.number} served another {number}"
        for node in nodes:
            for number, served in list(node.served.items()):
                again = wait(f"node {node.number} serves {number}", lambda: node.get(f"/v1/rounds/{number}"))
                assert again["bytes"] == served, f"node {node.number} served two rounds {number}"

    def check_blocks(self, nodes):
        """Records the tickets of all blocks of one node since the last call: the rounds show that nodes agree on blocks."""
        heights = lambda node: range(node.earliest(), wait("a height", node.height) + 1)
        node = next(node for node in nodes if heights(node).start <= self.blocks + 1)
        new = range(self.blocks + 1, heights(node).stop)
        paths = [f"/block?height={height}" for height in new]
        parts = [paths[first:first + AT_ONCE] for first in range(0, len(paths), AT_ONCE)]
        for block in (block for part in parts for block in wait("blocks", lambda: node.engine_answers(part))):
            header, data = block["block"]["header"], block["block"]["data"]
            for transaction in data["txs"] or []:
                self.tickets.note(base64.b64decode(transaction), f"block {header['height']}")
        self.blocks = new.stop - 1

    def verify(self, node):
        """The data on a node's disk verify from the genesis on, and are exactly the rounds that it printed."""
        if not node.beacons:
            return
        bundle = self.place / f"bundle{node.number}"
        program("export", "--data", node.home / "data", "--out", bundle)
        verified = program("verify", bundle, "--chain", self.chain)
        assert verified["from_genesis"] and verified["to"] >= node.last, verified
        if verified["to"] in node.beacons:
            assert verified["beacon"] == node.beacons[verified["to"]], verified
        if node.number < self.references:
            line = [sys.executable, ROOT / "reference" / "verify_bundle.py", "--processes", "1", bundle]
            done = subprocess.run(line, capture_output=True, text=True)
            assert done.returncode == 0, (node.number, done.stdout, done.stderr[-2000:])
