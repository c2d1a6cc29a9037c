"""Faults that take longer: many kills, cuts, delays, floods, old copies, and a key that signs twice."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import spaces
from flood import flood
from harness import Net, Node, free_ports, program, say, wait
from lines import long_lines

CUT_S = 60


def kills_1000():
    """1,000 rounds, in which each of four nodes is killed 25 times at random."""
    many_kills("many-kills")


def kills_of_both():
    """The same for a network whose rounds have both delays, a tenth of a round each."""
    many_kills("kills-of-both", delay_by="both", delay=0.1)


def many_kills(name, **flags):
    rounds, kills = int(os.environ.get("HELIAST_ROUNDS", "1000")), 25
    with Net(name, references=4, period=0.5, **flags) as net:
        net.start()
        whom = [node for node in net.nodes for _ in range(kills)]
        net.random.shuffle(whom)
        when = sorted(net.random.randrange(2, rounds) for _ in whom)
        for number, (round_, node) in enumerate(zip(when, whom)):
            others = [other for other in net.nodes if other is not node]
            wait(f"round {round_}", lambda: max(other.last for other in others) >= round_)
            net.random.choice([node.kill, node.kill_engine, node.kill_both])()
            time.sleep(net.random.random())
            if not node.is_alive:
                node.start()
            if number % 10 == 9:
                say(f"{number + 1} of {len(whom)} kills, round {max(other.last for other in others)}")
        wait(f"{rounds} rounds", lambda: all(node.last >= rounds for node in net.nodes))


def cuts():
    """A cut of 3|1 for 60 s does not stop the three; one of 2|2 stops all, and they go on by themselves."""
    if reason := spaces.reason_against():
        return say(f"SKIPPED: cuts: {reason}")
    places = spaces.Spaces(4)
    try:
        with Net("cuts", hosts=[places.host(number) for number in range(4)], spaces=places) as net:
            net.start()
            three, one = net.nodes[:3], net.nodes[3]
            places.cut([3])
            begun = time.monotonic()
            alone = one.last
            while time.monotonic() < begun + CUT_S:
                net.rounds(1, three)
            # A block that was under way when the cut came may have sealed a round.
            assert one.last <= alone + 1, "a node made rounds alone"
            say(f"3|1: {three[0].last - alone} rounds by the three, none by the one")
            places.heal()
            net.level(one)
            say(f"level {time.monotonic() - begun - CUT_S:.0f} s after the cut")

            places.cut([2, 3])
            begun, two = time.monotonic(), max(node.last for node in net.nodes)
            time.sleep(CUT_S)
            still = max(node.last for node in net.nodes)
            assert still <= two + 1, "a half made rounds"
            places.heal()
            net.rounds(2)
            say(f"2|2: {still - two} rounds in {CUT_S} s; goes on {time.monotonic() - begun - CUT_S:.0f} s after it")
    finally:
        places.remove()


def slow():
    """100 ms each way between all nodes: rounds go on."""
    with Net("slow", period=4) as net, long_lines(net, delay=100):
        net.start()
        begun, first = time.monotonic(), net.nodes[0].last
        net.rounds(15)
        took = (time.monotonic() - begun) / (net.nodes[0].last - first)
        beyond = [line["beyond_seconds"] for line in net.nodes[0].lines if line.get("beyond_seconds")]
        say(f"100 ms each way: {took:.1f} s a round; {median(beyond):.2f} s beyond the delay")


def median(numbers):
    return sorted(numbers)[len(numbers) // 2] if numbers else float("nan")


def old_state():
    """The application's state file is set back to an earlier one, while store and engine are newer."""
    with Net("old-state") as net:
        net.start()
        one, others = net.nodes[3], net.nodes[:3]
        state = one.home / "data" / "consensus.state"
        assert one.stop() == 0
        old = state.read_bytes()
        one.start()
        net.level(one)
        net.rounds(4)
        assert one.stop() == 0
        new = state.read_bytes()
        state.write_bytes(old)
        refused = program("node", "--home", one.home, "--witnesses", one.witnesses, fails=6)
        assert "older" in refused["error"] and "backup" in refused["hint"], refused
        say(refused["error"])
        net.rounds(2, others)
        state.write_bytes(new)
        one.start()
        net.level(one)


def old_engine():
    """The engine's data are older than the application's: the node says so, and the others go on."""
    with Net("old-engine") as net:
        net.start()
        one, others = net.nodes[3], net.nodes[:3]
        data = one.home / "comet" / "data"
        aside, newest = net.place / "aside", net.place / "newest"
        assert one.stop() == 0
        shutil.copytree(data, aside)
        one.start()
        net.level(one)
        net.rounds(4)
        assert one.stop() == 0
        data.rename(newest)
        aside.rename(data)
        # The record of what it has signed stays; otherwise it would sign again.
        shutil.copy(newest / "priv_validator_state.json", data)
        one.start()
        words = wait("trouble", lambda: [text for text in one.troubles() if "older" in text])
        say(words[0])
        net.rounds(2, others)
        assert one.stop() == 0
        shutil.rmtree(data)
        newest.rename(data)
        one.start()
        net.level(one)


def double_signing():
    """A validator's home is restored from its first backup elsewhere: its key votes twice, and loses its power."""
    with Net("double-signing") as net:
        twin = twin_of(net, net.nodes[3])
        net.start()
        power = wait("validators", lambda: power_of(net.nodes[0]))
        twin.start()
        try:
            wait("the validator loses its power", lambda: 0 < power_of(net.nodes[0]) < power)
        finally:
            twin.kill_both()
        say(f"the power of all went from {power} to {power_of(net.nodes[0])}")
        net.rounds(3)


def power_of(node):
    found = node.engine_says("/validators")
    return sum(int(validator["voting_power"]) for validator in found["validators"]) if found else 0


def twin_of(net, node):
    """A node with a copy of another's home, under another address and out of reach of its witnesses."""
    home, port, old = net.place / "twin", free_ports(3), int(node.url.rsplit(":", 1)[1])
    shutil.copytree(node.home, home)
    other = net.place / "other"
    program("network", "new", "--out", other, "--nodes", 1, "--vrf", "ell2", "--unsafe-margin", "--delay", 2_000)
    shutil.copy(other / "node0" / "comet" / "config" / "node_key.json", home / "comet" / "config")
    for path in [home / "node.toml", home / "comet" / "config" / "config.toml"]:
        text = path.read_text()
        for number in range(3):
            text = text.replace(f'127.0.0.1:{old + number}"', f'127.0.0.1:{port + number}"')
        path.write_text(text)
    # It has no participants, so that only its votes are duplicated.
    (home / "keys.json").unlink()
    witnesses = net.place / "witnesses-elsewhere"
    witnesses.mkdir()
    return Node(9, home, witnesses, f"http://127.0.0.1:{port}")


LONG = [kills_1000, kills_of_both, cuts, slow, flood, old_state, old_engine, double_signing]
