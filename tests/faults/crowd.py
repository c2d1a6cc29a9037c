"""Participants without power who announce as much as they can: valid announcements, hundreds for one round."""

import base64
import json
import os
import subprocess
import urllib.request
from pathlib import Path

from harness import Net, say, wait
from short import told, turn

ANNOUNCER = Path(os.environ.get("HELIAST_BYZANTINE", "")).with_name("announcer")
# As many participants as a window has blocks. When blocks were filled in the order of arrival, this many announcements
# of each filled a block. Blocks are made short, so that few announcements fill one.
CROWD, MANY, BLOCK, WINDOW = 3, 420, 70_000, 3
NODES, LIAR, PERIOD_S = 4, 3, 2
# A busy machine may miss one opening time.
LATE_S = 2 * PERIOD_S
# Places in a transaction: spec/network.md.
ROUND = slice(1, 9)


def crowd():
    """Guests send 420 announcements each for a round before it opens; one node takes them all: no ticket is missing."""
    flags = {"lead": 2, "most_participants": 16, "proposal_life": 1_000, "window": WINDOW}
    with Net("crowd", nodes=NODES, period=PERIOD_S, guests=CROWD, **flags) as net:
        for node in net.nodes:
            set_limits(node)
        net.start()
        liar = net.nodes[LIAR]
        turn(liar, "take-all")
        net.level(liar)
        flooded = flood(net, announcements(net))
        wait("the round after the flooded one", lambda: net.nodes[0].last > flooded)
        kept, late = stand(net, flooded), opened(net, flooded + 1) - opened(net, flooded)
        say(f"round {flooded}: {CROWD * MANY} announcements at each node; {kept} tickets stand in it")
        assert late <= LATE_S, f"the next round opened {late} s after it"
        wait("the liar has taken what others refuse", lambda: told(liar))
        assert waiting(net.nodes[0]) < MANY, "an honest node keeps the flood"


def set_limits(node):
    """Sets short blocks, and large batches of transactions. An engine that knows a limit shows a proposer no more than that."""
    genesis, config = [node.home / "comet" / "config" / name for name in ["genesis.json", "config.toml"]]
    values = json.loads(genesis.read_text())
    values["consensus_params"]["block"]["max_bytes"] = str(BLOCK)
    values["consensus_params"]["evidence"]["max_bytes"] = str(BLOCK // 2)
    genesis.write_text(json.dumps(values))
    config.write_text(config.read_text().replace("[rpc]\n", "[rpc]\nmax_request_batch_size = 0\n"))


def waiting(node):
    """The number of transactions in a node's mempool."""
    found = node.engine_says("/num_unconfirmed_txs")
    return int(found["total"]) if found else 0


def opened(net, number):
    """The time at which a round opened, in seconds since 1970."""
    return wait(f"round {number}", lambda: net.nodes[0].get(f"/v1/rounds/{number}"))["time_ms"] / 1_000


def announcements(net):
    """The announcements of each guest, who has made none before, as transactions of round 0."""
    lines = [[ANNOUNCER, net.net / f"guest{number}", str(MANY), "0"] for number in range(CROWD)]
    made = [subprocess.run(line, capture_output=True, text=True, check=True).stdout for line in lines]
    return [[bytes.fromhex(text) for text in of_one.split()] for of_one in made]


def flood(net, made):
    """Sends all of them to all nodes, one guest after the other, for the next round, and returns its number."""
    before = net.nodes[0].last
    wait("a round is sealed", lambda: net.nodes[0].last > before)
    flooded = net.nodes[0].last + 1
    for of_one in made:
        of_round = [one[:ROUND.start] + flooded.to_bytes(8) + one[ROUND.stop:] for one in of_one]
        for node in net.nodes:
            post(node, of_round)
    return flooded


def post(node, transactions):
    given = [{"tx": base64.b64encode(one).decode()} for one in transactions]
    method = {"jsonrpc": "2.0", "method": "broadcast_tx_async"}
    calls = [method | {"id": number, "params": params} for number, params in enumerate(given)]
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"http://{node.rpc}", json.dumps(calls).encode(), headers)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        answer.read()


def stand(net, number):
    """The number of tickets in a round. Only the liar's may be missing, since they come after all announcements that it took."""
    round_ = wait(f"round {number}", lambda: net.nodes[0].get(f"/v1/rounds/{number}"))
    found = {(ticket["slot"], ticket["participant"]) for ticket in round_["tickets"]}
    drawn = {place[1:] for place in list(net.tickets.seen) if place[0] == number and place[2] % NODES != LIAR}
    assert found and drawn <= found, f"round {number} has {sorted(found)} of {sorted(drawn)}"
    return len(found)


CROWDS = [crowd]
