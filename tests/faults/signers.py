"""A validator whose key is at a signer: CometBFT's own, which is a separate program and connects to the engine."""

import json
import signal
import subprocess
import tempfile
from pathlib import Path

import harness
from building import Missing, build, engine_source
from harness import Net, free_ports, kill, say, wait
from joining import health

SOURCE = Path(__file__).with_name("signer") / "signer.go"
KEY, RECORD = "priv_validator_key.json", "priv_validator_state.json"
# The engine's names for the kinds of signed messages.
PREVOTE, PRECOMMIT = "SIGNED_MSG_TYPE_PREVOTE", "SIGNED_MSG_TYPE_PRECOMMIT"


def signer():
    """One of four validators has its key at a signer, which is killed and comes back; no place is signed twice."""
    with tempfile.TemporaryDirectory(prefix="heliast-signer-") as place:
        program = Path(place, "signer")
        try:
            build("go", "build", "-o", program, SOURCE, where=engine_source())
        except Missing as reason:
            return say(f"SKIPPED: signer: {reason}")
        with Net("signer", most_participants=12) as net:
            *others, node = net.nodes
            remote = Signer(program, Path(place, "key"), node, f"tcp://127.0.0.1:{free_ports(1)}")
            try:
                moved(net, others, node, remote)
                killed(net, others, node, remote)
                at_a_socket(net, node, remote, Path(place, "engine.sock"))
                forgotten(net, node, remote)
            finally:
                remote.kill()
            net.check()
            remote.check()


def moved(net, others, node, remote):
    """A home that has named its signer runs when the signer has the key and the record, and not before."""
    net.start()
    wait("its signatures", lambda: signatures(node, remote.address))
    assert node.stop() == 0
    remote.name()
    refused(node, "keep no copy", KEY)
    remote.take(KEY)
    refused(node, "keep no copy", RECORD)
    remote.take(RECORD)
    said = harness.program("validator", "key", "--home", node.home, fails=6)
    assert "is at a signer" in said["error"], said

    node.start()
    is_missed(node)
    net.rounds(2, others)
    remote.start(chain="heliast-00")
    wait("the refusal", lambda: any("does not show its key" in trouble for trouble in troubles(node)))
    remote.kill()
    remote.start()
    is_well(net, node, remote)
    say(f"validator {remote.address} signs at {remote.listen}")


def killed(net, others, node, remote):
    """A node without its signer says so, and continues when the signer is back; the others continue."""
    remote.kill()
    is_missed(node)
    net.rounds(3, others)
    remote.start()
    is_well(net, node, remote)
    say("the signer was killed, and is back")
    # With another key it is not a validator. The engine reports the key that the signer had when the engine began.
    remote.kill()
    remote.start(key=other_key(remote))
    node.kill_engine()
    wait("the other key", lambda: any("has the key of the validator" in trouble for trouble in troubles(node)))
    assert node.stop() == 0
    remote.kill()
    remote.start()
    node.start()
    is_well(net, node, remote)


def at_a_socket(net, node, remote, path):
    """The same with a socket in the file system, which an engine that was killed leaves behind."""
    assert node.stop() == 0
    remote.kill()
    remote.listen = f"unix://{path}"
    remote.name()
    node.start()
    remote.start()
    is_well(net, node, remote)
    node.kill_both()
    assert path.is_socket(), "it was left behind"
    node.start()
    is_well(net, node, remote)
    say("and at a socket that a killed engine has left")


def forgotten(net, node, remote):
    """A home whose settings no longer name a signer does not begin with the key that the engine has made there."""
    assert node.stop() == 0
    settings = (node.home / "node.toml").read_text()
    (node.home / "node.toml").write_text(settings.split("\n[signer]")[0])
    node.start()
    code = node.wait()
    assert code == 6 and "adopt" in node.lines[-1]["hint"], (code, node.lines[-1])
    (node.home / "node.toml").write_text(settings)
    node.start()
    is_well(net, node, remote)


class Signer:
    """The signer of one node."""

    def __init__(self, program, place, node, listen):
        self.program, self.place, self.node, self.listen, self.process = program, place, node, listen, None
        place.mkdir()
        self.address = json.loads((node.home / "comet/config" / KEY).read_text())["address"]
        self.chain = json.loads((node.home / "comet/config/genesis.json").read_text())["chain_id"]
        self.log = place / "signer.log"

    def name(self):
        """Names the signer in the node's settings."""
        path = self.node.home / "node.toml"
        settings = path.read_text().split("\n[signer]")[0]
        path.write_text(f'{settings}\n[signer]\nlisten = "{self.listen}"\nvalidator = "{self.address}"\n')

    def take(self, name):
        """Moves a file out of the home."""
        for path in (self.node.home / "comet").glob(f"*/{name}"):
            path.rename(self.place / name)

    def start(self, chain=None, key=None):
        key = key or self.place / KEY
        line = [self.program, "-engine", self.listen, "-chain", chain or self.chain]
        line += ["-key", key, "-state", key.with_name(RECORD)]
        with open(self.log, "ab") as out, open(self.place / "errors.log", "ab") as errors:
            self.process = subprocess.Popen(line, stdout=out, stderr=errors)

    def kill(self):
        if self.process:
            kill(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def check(self):
        """No height, round and step has signatures for two blocks, and the key never came back into the home."""
        places = {}
        for line in self.log.read_text().splitlines():
            word, kind, height, round_, *block = line.split()
            if word == "signed":
                places.setdefault((kind, height, round_), set()).add(tuple(block))
        assert {PREVOTE, PRECOMMIT} <= {kind for kind, _, _ in places}, list(places)[:9]
        twice = {place: blocks for place, blocks in places.items() if len(blocks) > 1}
        assert not twice, twice
        record = json.loads((self.place / RECORD).read_text())
        assert int(record["height"]) >= max(int(height) for _, height, _ in places), record
        here = self.node.home / "comet/config" / KEY
        assert not here.exists() or json.loads(here.read_text())["address"] != self.address
        say(f"{len(places)} places are signed, none for two blocks")


def other_key(remote):
    """The files of a key that no validator uses, as `validator key` makes them."""
    home = remote.place / "other"
    if not home.exists():
        home.mkdir()
        for name in ["genesis", "network"]:
            (home / name).write_bytes((remote.node.home / name).read_bytes())
        harness.program("validator", "key", "--home", home)
        (home / "comet/data" / RECORD).rename(home / "comet/config" / RECORD)
    return home / "comet/config" / KEY


def refused(node, hint, name):
    """The node does not begin while its home has a file that only the signer may have."""
    node.start()
    code = node.wait()
    assert code == 6, (code, node.lines[-1])
    assert name in node.lines[-1]["error"] and hint in node.lines[-1]["hint"], node.lines[-1]


def troubles(node):
    """The problems that a node reports now."""
    said = health(node)
    return [alarm["text"] for alarm in said["alarms"]] if said else []


def is_missed(node):
    """The node says that its signer does not answer: in its health, and in a line."""
    count = len(node.troubles())
    wait("its health says so", lambda: any("does not answer" in trouble for trouble in troubles(node)))
    assert node.get("/health") is None, "a node that does not vote is not well"
    wait("a line says so", lambda: any("does not answer" in trouble for trouble in node.troubles()[max(count - 1, 0):]))


def is_well(net, node, remote):
    """The node follows and says nothing more, and its validator's signature is in blocks again."""
    begun = max(other.height() for other in net.nodes)
    net.level(node)
    # Alarms come and go on a busy machine.
    wait("its health, without alarms", lambda: (said := node.get("/health")) and not said["alarms"])
    wait("its signatures", lambda: signatures(net.nodes[0], remote.address, begun))


def signatures(node, address, after=0):
    """The newest blocks after one whose last commit has a validator's signature."""
    height = node.height()
    heights = range(max(after + 2, height - 10), height + 1)
    blocks = node.engine_answers([f"/block?height={one}" for one in heights]) or []
    signed = [block["block"]["last_commit"]["signatures"] for block in blocks]
    return sum(any(one["validator_address"] == address for one in each) for each in signed)


SIGNERS = [signer]
