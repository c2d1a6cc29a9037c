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
# The first guest: the participants of the nodes come before.
GUEST = 2 * NODES
# After a flooded round the next one opens within this many times the longest time between two rounds without a flood,
# and the seconds for which a busy machine may stand still.
SLOWER, STILL_S = 4, 10
# A node that stands still for some blocks misses a round with its tickets, flooded or not. So one of this many floods
# must leave room for all tickets.
FLOODS = 10
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
        most, floods = SLOWER * longest(net) + STILL_S, []
        is_harmless = lambda _, found, missing, late: found and not missing and late <= most
        # On a slow machine a flood may also come when its round is closed.
        while len(floods) < FLOODS and not any(one[0] and is_harmless(*one) for one in floods):
            flooded = flood(net, announcements(net))
            wait("the round after the flooded one", lambda: net.nodes[0].last > flooded)
            late = opened(net, flooded + 1) - opened(net, flooded)
            guests, found, missing = stand(net, flooded)
            floods.append((guests, found, missing, late))
            say(
                f"round {flooded}: {CROWD * MANY} announcements at each node, and it has some of {guests} guests; "
                f"{found} tickets stand in it, {len(missing)} do not; the next round opened {late} s after it"
            )
        assert any(is_harmless(*one) for one in floods), f"guests, tickets, those missing, seconds ({most}): {floods}"
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
    return int(wait("a mempool", lambda: node.engine_says("/num_unconfirmed_txs"))["total"])


def opened(net, number):
    """The time at which a round opened, in seconds since 1970."""
    return wait(f"round {number}", lambda: net.nodes[0].get(f"/v1/rounds/{number}"))["time_ms"] / 1_000


def longest(net):
    """The longest time from the opening of a round to that of the next one, up to now."""
    times = [opened(net, number) for number in range(1, net.nodes[0].last + 1)]
    return max(after - before for before, after in zip(times, times[1:]))


def announcements(net):
    """The announcements of each guest, after those that rounds have, as transactions of round 0."""
    members = wait("the members", lambda: net.nodes[0].get("/v1/members"))["members"]
    serials = [str(one["next_serial"]) for one in members[GUEST:]]
    lines = [[ANNOUNCER, net.net / f"guest{number}", str(MANY), serial] for number, serial in enumerate(serials)]
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
    with urllib.request.urlopen(asked, timeout=600) as answer:
        answer.read()


def stand(net, number):
    """The number of guests with announcements in a round, that of its tickets, and the tickets that are missing. Only
    the liar's may be missing, since they come after all announcements that it took."""
    round_ = wait(f"round {number}", lambda: net.nodes[0].get(f"/v1/rounds/{number}"))
    guests = {said["participant"] for said in round_["announcements"]} & set(range(GUEST, GUEST + CROWD))
    found = {(ticket["slot"], ticket["participant"]) for ticket in round_["tickets"]}
    drawn = {place[1:] for place in list(net.tickets.seen) if place[0] == number and place[2] % NODES != LIAR}
    return len(guests), len(found), sorted(drawn - found)


CROWDS = [crowd]
