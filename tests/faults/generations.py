"""A thousand rounds with the events of years of a network: its machines are lost one after the other, and others take
their places and their stakes, while nodes are killed and cut off."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import harness
import spaces
from harness import Net, say, wait
from joining import SNAPSHOT_BLOCKS, begin_by_snapshot, has_snapshot, snapshots_every
from members import Killer, Wish, decide, newest
from replaced import expected, new_machine, replace, validators

ROUNDS = int(os.environ.get("HELIAST_ROUNDS", "1000"))
# Rounds from one loss to the next, and the rounds for which a node is cut off in between.
LIFE, CUT = int(os.environ.get("HELIAST_LIFE", "100")), 5
NODES, STAKE = 4, 2_000
# The number of rounds that are awaited at once.
FEW = 10
# Seconds from one kill to the next, at most: some rounds are made in between.
PAUSE_S = 10
READERS = Path(__file__).with_name("readers")
ROOT = harness.ROOT


def generations():
    """Every hundred rounds a validator is lost for good, with its participants; in between nodes are killed and cut off."""
    reason = spaces.reason_against()
    if reason:
        say(f"nobody is cut off: {reason}")
    places = None if reason else spaces.Spaces(NODES)
    hosts = places and [places.host(number) for number in range(NODES)]
    try:
        flags = {"lead": 3, "most_participants": 2 * NODES + ROUNDS // LIFE, "proposal_life": 1_000, "period": 0.5}
        with Net("generations", nodes=NODES, hosts=hosts, spaces=places, **flags) as net:
            live(net, places)
    finally:
        if places:
            places.remove()


def live(net, places):
    snapshots_every(net.nodes, SNAPSHOT_BLOCKS)
    net.start()
    wait("a snapshot", lambda: has_snapshot(net.nodes))
    # Participants are dealt to the nodes in turn.
    participants = [[number, NODES + number] for number in range(NODES)]
    with Killer(net, PAUSE_S) as killer:
        for generation in range(1, ROUNDS // LIFE):
            reach(net, generation * LIFE - LIFE // 2)
            if places:
                cut_off(net, killer, places)
            reach(net, generation * LIFE)
            at = generation % NODES
            with killer.lock:
                new = take_its_place(net, at, NODES + generation)
            number = 2 * NODES + generation - 1
            decide(net, killer, Wish(number, new.participant, STAKE))
            for gone in participants[at]:
                decide(net, killer, Wish(gone, newest(net)["members"][gone]["public_key"], 0))
            participants[at] = [number]
            say(f"generation {generation}: node {new.number}, {killer.count} kills, round {last(net)}")
        reach(net, ROUNDS)
    net.check()
    agreed = {node.number: read(net, node) for node in net.nodes}
    say(f"five programs verify the rounds and the finality of {agreed}")


def last(net):
    return max(node.last for node in net.nodes)


def reach(net, goal):
    while (now := last(net)) < goal:
        step = min(goal, now + FEW)
        wait(f"round {step}", lambda: last(net) >= step)


def cut_off(net, killer, places):
    """One of them is cut off for some rounds, which the others make without it."""
    with killer.lock:
        away = net.random.choice(net.nodes)
        others = [node for node in net.nodes if node is not away]
        places.cut([net.nodes.index(away)])
        net.rounds(CUT, others)
        places.heal()
        net.level(away)


def take_its_place(net, at, number):
    """The home of a node is lost, with all keys; a new machine gets its rounds from the others, and votes in its place."""
    lost = net.nodes[at]
    others = [node for node in net.nodes if node is not lost]
    for node in net.nodes:
        net.level(node)
    net.check_blocks([lost, *others])
    address = json.loads((lost.home / "comet/config/priv_validator_key.json").read_text())["address"]
    new = new_machine(net, others, lost, number)
    lost.kill_both()
    net.nodes[at] = new
    shutil.rmtree(lost.home)
    # It must serve what the lost one served.
    new.served = lost.served
    net.rounds(1, others)
    key = new.must("validator", "key")
    snapshots_every([new], SNAPSHOT_BLOCKS)
    begin_by_snapshot(new, others)
    new.flags = []
    replace(net, others, address, key)
    wait("the new validator", lambda: set(validators(others[0])) == expected(others, key))
    net.rounds(2)
    return new


def read(net, node):
    """The last round and the number of frames of finality of a node's bundle, on which all programs that read it agree."""
    bundle = net.place / f"final{node.number}"
    harness.program("export", "--data", node.home / "data", "--out", bundle, "--final")
    rust = harness.program("verify", bundle, "--chain", net.chain, "--final")
    assert rust["from_genesis"], rust
    python = said([sys.executable, ROOT / "reference/verify_bundle.py", bundle])
    frames = int(next(line for line in python.splitlines() if "frames of finality" in line).split()[1])
    found = f"{rust['to']} {frames}"
    assert f"rounds, 1 to {rust['to']}, of chain {net.chain}" in python, python
    with tempfile.TemporaryDirectory() as work:
        for line in readers(Path(work)):
            other = said([*line, bundle, net.chain])
            assert other.strip() == found, (line, other, found)
    return found


def readers(work):
    """The commands that read a bundle in TypeScript, Go and C."""
    built = Path(harness.first_test.PROGRAM).parent
    said(["go", "build", "-o", work / "go", "."], cwd=READERS / "go")
    prefix = work / "prefix"
    said([ROOT / "bindings/c/install", "--prefix", prefix, "--from", built])
    library = prefix / "lib"
    said(["cc", READERS / "final.c", f"-I{prefix}/include", f"-L{library}", "-lheliast", f"-Wl,-rpath,{library}", "-o", work / "c"])
    return [["node", READERS / "final.mjs"], [work / "go"], [work / "c"]]


def said(line, **more):
    done = subprocess.run(list(map(str, line)), capture_output=True, text=True, **more)
    assert done.returncode == 0, (line, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout


GENERATIONS = [generations]
