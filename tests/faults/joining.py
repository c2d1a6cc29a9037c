"""A node without rounds joins a network that has some: by a snapshot, or by all blocks."""

import json
import shutil
import urllib.error
import urllib.request
from contextlib import suppress

from harness import REQUEST_S, Net, say, wait
from short import told, turn

# So that there is a snapshot soon: 500 blocks take a minute.
SNAPSHOT_BLOCKS = 20


def health(node):
    """The state that a node reports, also if it is not well; nothing if it does not answer."""
    with suppress(OSError, ValueError):
        try:
            with urllib.request.urlopen(f"{node.url}/health", timeout=REQUEST_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)
    return None


def stored(node):
    """The last round that a node has now; its output may be about a store that is gone."""
    return (node.get("/v1/status") or {"latest": 0})["latest"]


def snapshots_every(nodes, blocks):
    """Sets how many blocks are between the snapshots that nodes offer."""
    for node in nodes:
        path = node.home / "node.toml"
        text = path.read_text()
        line = next(line for line in text.splitlines() if line.startswith("snapshot-blocks"))
        path.write_text(text.replace(line, f"snapshot-blocks = {blocks}"))


def has_snapshot(nodes):
    """Returns whether there are a snapshot and the two blocks that the engine needs after it."""
    return all(node.height() >= SNAPSHOT_BLOCKS + 2 for node in nodes)


# A node writes this to its log when it can serve the next new node.
LEADS = "frames lead from the network file"


def begin_by_snapshot(node, others):
    """Starts a node with --state-sync, and waits until it has caught up and is well, and can lead the next new node from the
    network file to the present validators. Returns the first block that it has."""
    log = node.home / "node.log"
    before = log.read_text("utf8", "replace").count(LEADS) if log.exists() else 0
    node.flags = ["--adopt", "--log", "info", "--state-sync", ",".join(other.url for other in others[:2])]
    node.start()
    wait(f"node {node.number} has rounds", lambda: stored(node) > 0)
    last = max(other.last for other in others)
    wait(f"node {node.number} is level with round {last}", lambda: stored(node) >= last)
    said = wait("its health says so", lambda: (found := health(node)) and found["current"] > 0 and found)
    wait("it leads", lambda: log.read_text("utf8", "replace").count(LEADS) > before)
    assert set(said) == {"current", "expected", "status", "alarms", "catching_up", "relay"}, said
    return node.earliest()


def wipe(node):
    """Removes everything from a node except its keys and its record of what it has signed."""
    node.stop()
    wait("its engine has ended", lambda: not node.engine())
    shutil.rmtree(node.home / "data")
    for path in (node.home / "comet" / "data").iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != "priv_validator_state.json":
            path.unlink()


def state_sync():
    """A fifth node begins with a snapshot, while three of the four others lie about chunks; then it is wiped, and again."""
    with Net("state_sync", nodes=5) as net:
        others, new = net.nodes[:4], net.nodes[4]
        liars, honest = others[:3], others[3]
        snapshots_every(net.nodes, SNAPSHOT_BLOCKS)
        for node in liars:
            turn(node, "false-chunks")
        honest.start()
        wait("rounds and a snapshot", lambda: all(node.last >= 3 for node in others) and has_snapshot(others))
        first = begin_by_snapshot(new, [honest, liars[0]])
        assert first > 1, "it has all blocks"
        say(f"node 4 began at block {first}, beside {sum(map(told, liars))} lies")
        net.rounds(2)
        # The node that is asked for a chunk first may be honest.
        while not sum(map(told, liars)):
            wipe(new)
            begin_by_snapshot(new, [honest, liars[0]])
        log = (new.home / "node.log").read_text("utf8", "replace")
        assert "a chunk of a snapshot is not the one that was promised" in log, log[-2000:]

        say("a node that lost all but its keys begins with a snapshot")
        wipe(new)
        refused_without_adopt(new)
        first = begin_by_snapshot(new, [honest, liars[0]])
        assert first > 1, "it has all blocks"
        net.rounds(2)
        assert all(new.beacons[number] == honest.beacons[number] for number in new.beacons if number in honest.beacons)
        assert min(new.beacons) == 1, "it has the rounds before the snapshot, too"


def refused_without_adopt(node):
    """A home whose keys were used before is not taken for a new one."""
    node.flags = []
    node.start()
    code = node.wait()
    assert code == 6, (code, node.lines[-1])
    assert "--adopt" in node.lines[-1]["hint"], node.lines[-1]


JOINING = [state_sync]
