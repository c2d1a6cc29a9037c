"""Faults that a network survives, in a few minutes."""

import os
import shutil
import signal
from pathlib import Path

from harness import Net, kill, say, wait

LIAR = os.environ.get("HELIAST_BYZANTINE")
VICTIM = 0


def kills():
    """The program is killed, its engine, both, and both at all nodes; processes are suspended; a node is away."""
    with Net("kills") as net:
        net.start()
        one, two, three = net.nodes[1:]
        others = net.nodes[:3]

        say("kill -9 of a program: its engine ends with it, and the others go on")
        three.kill()
        wait("its engine has ended", lambda: not three.engine())
        net.rounds(2, others)
        three.start()
        net.level(three)

        say("kill -9 of an engine: it is started again")
        engine = wait("an engine", two.engine)
        kill(engine, signal.SIGKILL)
        wait("another engine", lambda: two.engine() not in (0, engine))
        net.rounds(2)

        say("kill -9 of program and engine of one node")
        one.kill_both()
        one.start()
        net.rounds(2)

        say("kill -9 of all nodes")
        for node in net.nodes:
            node.kill_both()
        for node in net.nodes:
            node.start()
        net.rounds(2)

        say("SIGSTOP of a program, and of another's engine afterwards: the others go on")
        os.kill(three.process.pid, signal.SIGSTOP)
        net.rounds(3, others)
        os.kill(three.process.pid, signal.SIGCONT)
        net.level(three)
        engine = wait("an engine", two.engine)
        kill(engine, signal.SIGSTOP)
        net.rounds(3, [net.nodes[0], one, three])
        kill(engine, signal.SIGCONT)
        net.level(two)

        say("a node is away for ten rounds, and catches up")
        assert three.stop() == 0
        net.rounds(10, others)
        three.start()
        net.level(three)
        net.rounds(2)


def told(node):
    """The number of lies that a node has told since its first start."""
    logs = node.home.glob("comet.log*")
    return sum(line.startswith("byzantine: ") for log in logs for line in log.read_text("utf8", "replace").splitlines())


def turn(node, lie):
    """Ends a node and starts it as one that lies, or as an honest one."""
    if node.is_alive:
        node.stop()
        wait("its engine has ended", lambda: not node.engine())
    node.environment = {"HELIAST_COMETBFT": str(Path(LIAR).resolve()), "HELIAST_LIE": lie} if lie else {}
    if lie:
        node.environment["HELIAST_HONEST_COMETBFT"] = comet()
    node.start()


def comet():
    """CometBFT, in the place where the program also finds it."""
    home = Path.home() / "go" / "bin"
    places = [os.environ.get("PATH", ""), os.environ.get("GOBIN", ""), str(home)]
    places += [str(Path(place) / "bin") for place in os.environ.get("GOPATH", "").split(os.pathsep) if place]
    return os.environ.get("HELIAST_COMETBFT") or shutil.which("cometbft", path=os.pathsep.join(places))


def lies():
    """One of four nodes lies, in one way after the other: rounds go on, and no lie gets into a block."""
    with Net("lies") as net:
        net.start()
        honest, liar = net.nodes[:3], net.nodes[3]
        lies = ["false-tickets", "two-tickets", "false-delay", "withhold-delay"]
        for lie in [*lies, f"censor:{VICTIM}", "no-tickets", f"hold-back:{liar.number}"]:
            before = told(liar)
            turn(liar, lie)
            net.level(liar)
            first = net.rounds(1)
            wait(f"three lies, {lie}", lambda: told(liar) >= before + 3)
            if lie == lies[0]:
                # A node that was late has not voted on the first of them.
                wait("each honest node has voted against a false block", lambda: all(map(has_refused, honest)))
            last = net.rounds(1)
            say(f"{lie}: rounds {first} to {last} were made beside {told(liar) - before} lies")
            if lie.startswith(("censor", "no-tickets")):
                wait("the victim's tickets stand in rounds", lambda: standing(net, first, last))
        turn(liar, "accept-all")
        net.level(liar)
        net.rounds(3)

        say("an application hash that differs: the node stands still and says so, and the others go on")
        turn(liar, "diverge")
        words = wait("its engine notices", lambda: [text for text in liar.troubles() if "engine" in text])
        say(words[0])
        net.rounds(3, honest)
        liar.kill_both()


def standing(net, first, last):
    """Returns whether the tickets of a participant whom the liar leaves out are in the rounds that were made meanwhile."""
    drawn = [place for place in net.tickets.seen if first <= place[0] <= last and place[2] == VICTIM]
    stand = 0
    for round_, slot, participant in drawn:
        found = net.nodes[0].get(f"/v1/rounds/{round_}")
        tickets = [(ticket["slot"], ticket["participant"]) for ticket in found["tickets"]] if found else []
        stand += (slot, participant) in tickets
    say(f"{stand} of {len(drawn)} tickets of the victim stand in rounds {first} to {last}")
    return stand > 0


def has_refused(node):
    """Whether a node has voted against a false block, and said why."""
    return "a proposed block is voted against" in (node.home / "node.log").read_text("utf8", "replace")


def post_quantum():
    """Both delays, lots by hash trees and A-VRF, votes by ML-DSA: a node is killed while it evaluates, and comes back."""
    with Net("post-quantum", vrf="x-vrf-6", participants=4, post_quantum=True, delay=0.4) as net:
        net.start()
        one, others = net.nodes[3], net.nodes[:3]
        delay = wait("the genesis", lambda: net.nodes[0].get("/v1/genesis"))
        assert delay["roots"] and delay["group"] == "rsa", delay
        net.rounds(2)
        for kill_it in [one.kill, one.kill_engine, one.kill_both]:
            kill_it()
            net.rounds(1, others)
            if not one.is_alive:
                one.start()
            net.level(one)


SHORT = [kills, lies, post_quantum]
