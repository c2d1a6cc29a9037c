"""A validator's machine is lost for good, while the network is under load; another takes its place, and the next loss."""

import json
import shutil
import threading
import tomllib
from urllib.parse import urlsplit

import harness
from harness import Net, Node, say, wait
from joining import SNAPSHOT_BLOCKS, begin_by_snapshot, has_snapshot, snapshots_every

# Numbers below this are those of the machines with which the network began.
FIRST = 4
# The time for which a verb tries by itself, longer than needed.
VERB_S = 600
# Transactions of the load in a call, and seconds between two calls.
BATCH, PAUSE_S = 100, 0.2


def replaced():
    """The last of four validators is lost with its home; a new machine takes its place, and then another one is lost."""
    with Net("replaced", lead=3, most_participants=12, proposal_life=1_000) as net:
        snapshots_every(net.nodes, SNAPSHOT_BLOCKS)
        net.start()
        wait("a snapshot", lambda: has_snapshot(net.nodes))
        *others, lost = net.nodes
        with Load(others[0]):
            address = json.loads((lost.home / "comet/config/priv_validator_key.json").read_text())["address"]
            new = new_machine(net, others, lost)
            lost.kill_both()
            net.nodes[3] = new
            shutil.rmtree(lost.home)
            net.rounds(1, others)
            say("the home of node 3 is gone; three of four are left")
            key = new.must("validator", "key")
            begin_by_snapshot(new, others)
            replace(net, others, address, key)
            wait("the new validator", lambda: set(validators(others[0])) == expected(others, key))
            net.rounds(2)
            say(f"validator {key['address']} votes in the place of {address}")
            gone = others[2]
            gone.kill_both()
            net.rounds(4, [*others[:2], new])
            say("and rounds go on without node 2, too")
            gone.start()
            net.level(gone)
        net.check()
        for node in net.nodes:
            final(net, node)


def new_machine(net, others, lost, number=4):
    """A node's home with the public files of another one, and keys of its own; nothing runs there yet."""
    example, home = others[0], net.net / f"node{number}"
    (home / "comet/config").mkdir(parents=True, mode=0o700)
    for name in ["genesis", "network", "node.toml", "comet/config/genesis.json", "comet/config/config.toml"]:
        shutil.copy(example.home / name, home / name)
    # It has the ports of the lost one, which nobody uses any more.
    for name in ["node.toml", "comet/config/config.toml"]:
        text, theirs = (home / name).read_text(), (lost.home / name).read_text()
        for line in text.splitlines():
            word = line.split("=")[0]
            if "=" in line and word.strip() in ("listen", "rpc", "laddr"):
                at = [other for other in text.splitlines() if other.split("=")[0] == word].index(line)
                same = [other for other in theirs.splitlines() if other.split("=")[0] == word][at]
                text = text.replace(line, same, 1)
        if "external_address" in text:
            text = with_line(text, "external_address", line_of(theirs, "external_address"))
        if "persistent_peers" in text:
            ids = [peer_id(one) for one in others]
            peers = [f"{id_}@{peer_address(one)}" for id_, one in zip(ids, others)]
            text = with_line(text, "persistent_peers", f'persistent_peers = "{",".join(peers)}"')
            text = with_line(text, "unconditional_peer_ids", f'unconditional_peer_ids = "{",".join(ids)}"')
        (home / name).write_text(text)
    node = Node(number, home, net.place / "witnesses", lost.url, lost.space)
    node.participant = harness.program("member", "key", "--home", home)["public_key"]
    return node


def peer_id(node):
    """The id by which an engine is known to its peers: it differs for each machine, also for one that replaces a lost one."""
    return wait("an engine's id", lambda: node.engine_says("/status"))["node_info"]["id"]


def peer_address(node):
    """The address at which an engine listens for its peers."""
    config = tomllib.loads((node.home / "comet/config/config.toml").read_text())
    return f"{urlsplit(node.url).hostname}:{urlsplit(config['p2p']['laddr']).port}"


def line_of(text, word):
    return next(line for line in text.splitlines() if line.startswith(f"{word} ="))


def with_line(text, word, line):
    return text.replace(line_of(text, word), line)


def replace(net, others, address, key):
    """The change is proposed at one node, and approved by all who remain: six of eight, with three quarters of the stake."""
    words = ["--by", key["public_key"], "--proof", key["proof"], "--timeout", VERB_S]
    proposed = others[0].must("validator", "replace", address, *words)
    assert proposed["id"] and not proposed["adopted"], proposed
    # A node may be a block behind the one at which somebody has acted.
    shown = lambda: (view := others[1].get("/v1/members")) and view["open"] and view
    view = wait("the proposal at another node", shown)
    assert [one["proposal"]["kind"] for one in view["open"]] == ["validators"], view
    # The first machines have two participants, of which one proposed; those in their places have one, and with it have
    # approved.
    has_another = others[0].number < FIRST
    left = others if has_another else others[1:]
    said = []
    for node in left:
        is_open = lambda: proposed["id"] in [one["id"] for one in node.must("member", "list")["open"]]
        wait(f"the proposal at node {node.number}", is_open)
        said.append(node.must("member", "approve", proposed["id"], "--timeout", VERB_S))
    assert said[-1]["adopted"], (said, others[0].must("member", "list"))

    def listed():
        return [one["address"] for one in others[0].must("validator", "list")["validators"]]

    wait("the other validator at another node", lambda: key["address"] in listed())
    assert address not in listed()


def validators(node):
    """The addresses of the validators that vote, as an engine reports them."""
    answer = node.engine_says("/validators")
    return [one["address"] for one in answer["validators"]] if answer else []


def expected(others, key):
    files = [node.home / "comet/config/priv_validator_key.json" for node in others]
    return {json.loads(path.read_text())["address"] for path in files} | {key["address"]}


def final(net, node):
    """Checks from the network file on, by each of the frames, that the network agreed on the rounds."""
    bundle = net.place / f"final{node.number}"
    harness.program("export", "--data", node.home / "data", "--out", bundle, "--final")
    verified = harness.program("verify", bundle, "--chain", net.chain, "--final")
    assert verified["from_genesis"] and verified["to"] >= node.last, verified


class Load:
    """Sends false transactions to a node, as fast as a few hundred a second."""

    def __init__(self, node):
        self.node, self.ends = node, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()

    def run(self):
        count = 0
        while not self.ends.wait(PAUSE_S):
            for _ in range(BATCH // 10):
                count += 1
                body = bytes([harness.TICKET]) + count.to_bytes(8) + bytes(90)
                self.node.get(f"/broadcast_tx_async?tx=0x{body.hex()}", f"http://{self.node.rpc}")


REPLACED = [replaced]
