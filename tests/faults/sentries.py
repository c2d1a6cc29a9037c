"""A validator that only its sentries know: nodes without power, which pass on messages from it and to it."""

import base64
import hashlib
import json
import re
import shutil

import harness
from harness import Net, Node, free_ports, say, wait
from signers import KEY, signatures

SENTRIES = 2


def sentries():
    """One of four validators has no peers but two sentries, one of which dies: it votes, and nobody else has its id."""
    with Net("sentries", most_participants=12) as net:
        *others, hidden = net.nodes
        address = json.loads((hidden.home / "comet/config" / KEY).read_text())["address"]
        base = free_ports(3 * SENTRIES)
        between = [sentry(net, 4 + number, base + 3 * number) for number in range(SENTRIES)]
        net.nodes += between
        for node in net.nodes:
            known = between if node is hidden else net.nodes if node in between else [*others, *between]
            knows(node, [other for other in known if other is not node], hidden if node in between else None)
        net.start()
        is_hidden(others, between, hidden)
        wait("its signatures", lambda: signatures(others[0], address))
        say(f"validator {address} votes behind {SENTRIES} sentries")

        gone, left = between
        gone.kill_both()
        wait("it is gone", lambda: peers(hidden) == {node_id(left)})
        height = others[0].height()
        net.rounds(3, [*others, left, hidden])
        wait("its signatures again", lambda: signatures(others[0], address, height))
        is_hidden(others, [left], hidden)
        say("and behind the one that is left")
        gone.start()
        net.level(gone)
        wait("it has both again", lambda: peers(hidden) == {node_id(node) for node in between})


def sentry(net, number, ports):
    """The home of a node without power: the network's public files, and keys of its own that nobody has proposed."""
    example, home = net.nodes[0], net.net / f"node{number}"
    (home / "comet/config").mkdir(parents=True, mode=0o700)
    for name in ["genesis", "network", "node.toml", "comet/config/genesis.json", "comet/config/config.toml"]:
        shutil.copy(example.home / name, home / name)
    own = int(example.url.rsplit(":", 1)[1])
    for name in ["node.toml", "comet/config/config.toml"]:
        text = (home / name).read_text()
        for place in range(3):
            text = re.sub(rf'^((?:listen|rpc|laddr) = ".*):{own + place}"', rf'\1:{ports + place}"', text, flags=re.M)
        (home / name).write_text(text)
    harness.program("validator", "key", "--home", home)
    return Node(number, home, net.place / "witnesses", f"http://127.0.0.1:{ports}")


def knows(node, others, private):
    """Writes the peers of a node, and the ids that it keeps private, as an operator would."""
    path = node.home / "comet/config/config.toml"
    known = ",".join(f"{node_id(other)}@127.0.0.1:{int(other.url.rsplit(':', 1)[1]) + 1}" for other in others)
    lines = {"persistent_peers": known, "unconditional_peer_ids": ",".join(map(node_id, others))}
    text = path.read_text()
    for word, value in lines.items():
        text, count = re.subn(rf'^{word} = ".*"$', f'{word} = "{value}"', text, flags=re.M)
        assert count == 1, word
    if private:
        text = text.replace("[p2p]\n", f'[p2p]\nprivate_peer_ids = "{node_id(private)}"\n')
    path.write_text(text)


def node_id(node):
    """The id by which others know a node: it is derived from its key's public half."""
    key = json.loads((node.home / "comet/config/node_key.json").read_text())["priv_key"]["value"]
    return hashlib.sha256(base64.b64decode(key)[32:]).hexdigest()[:40]


def peers(node):
    found = node.engine_says("/net_info")
    return {peer["node_info"]["id"] for peer in found["peers"]} if found else set()


def is_hidden(others, between, hidden):
    """All nodes have the right peers; only the sentries have the hidden one."""
    wait("it has its sentries", lambda: peers(hidden) == {node_id(node) for node in between})
    for node in others:
        expected = {node_id(other) for other in [*others, *between] if other is not node}
        wait(f"node {node.number} has its peers", lambda: peers(node) == expected)
    port = int(hidden.url.rsplit(":", 1)[1]) + 1
    for node in others:
        said = json.dumps(wait("its peers", lambda: node.engine_says("/net_info")))
        assert node_id(hidden) not in said and f":{port}" not in said, said
    book = [path for node in others for path in (node.home / "comet").rglob("addrbook.json")]
    assert not [path for path in book if node_id(hidden) in path.read_text()], book


HIDDEN = [sentries]
