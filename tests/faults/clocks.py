"""Nodes whose clocks are wrong: a program and an engine that see another time.

No namespace shifts the clock of the date, and CometBFT is a Go program, which asks no library for the time. So the
engine is built again with one more line in Go's own package `time` (clock/ahead.go), by `go build -overlay`, and
the program runs with a library before the C library (clock/ahead.c).
"""

import json
import tempfile
import time
from pathlib import Path

from building import Missing, build, engine_source
from harness import Net, say, wait

HERE = Path(__file__).with_name("clock")
ASKS = "sec, nsec, mono := runtimeNow()\n"
# Half a minute, and more than CometBFT's block_time_tolerance; the age of the network, and the number of rounds.
AHEAD, OLD, ROUNDS = [30, -30, 90, -90], 95, 10


def clocks():
    """Clocks of one node, then of two, are wrong by half a minute and by more than engines allow: the others go on."""
    with tempfile.TemporaryDirectory(prefix="heliast-clock-") as place:
        try:
            wrong = made(Path(place))
        except Missing as reason:
            return say(f"SKIPPED: clocks: {reason}")
        with Net("clocks") as net:
            net.start()
            # Otherwise a clock that is behind would show a time before the genesis.
            wait("the network is old enough", lambda: net.nodes[0].last >= OLD)
            for seconds in AHEAD:
                ill(net, net.nodes[3:], wrong, seconds)
            ill(net, net.nodes[2:], wrong, AHEAD[0])


def ill(net, nodes, wrong, seconds):
    """Some nodes' clocks are so many seconds ahead for some rounds, and then right again."""
    right = net.nodes[0]
    begin(nodes, wrong | {"HELIAST_CLOCK_AHEAD": str(seconds)})
    first, early = right.last + 1, []
    while (last := right.last) < first + ROUNDS:
        wait("another round", lambda: right.last > last)
        early.append(opened(right, right.last) - time.time())
    # Less than half of the power cannot move the time of a block beyond the times of right clocks.
    assert len(nodes) > 1 or max(early) <= 0, f"a round opened {max(early)} s before its time"
    followed = [max(0, node.last - first + 1) for node in nodes]
    drew = tickets(net, nodes, range(first, last + 1))
    begin(nodes, {})
    for node in nodes:
        net.level(node)
    say(
        f"{len(nodes)} of {len(net.nodes)} clocks {seconds:+} s: {last - first + 1} rounds, of which those nodes have "
        f"{followed}, with {drew} tickets of theirs; each was seen {-max(early):.2f} s after its opening time or later"
    )
    now = right.last
    wait("tickets of theirs", lambda: tickets(net, nodes, range(now + 1, right.last + 1)))


def begin(nodes, environment):
    """Starts nodes again, in another environment."""
    for node in nodes:
        assert node.stop() == 0
        wait("its engine has ended", lambda: not node.engine())
        node.environment = environment
        node.start()


def opened(node, number):
    """The time at which a round opened, in seconds since 1970."""
    return wait(f"round {number}", lambda: node.get(f"/v1/rounds/{number}"))["time_ms"] / 1_000


def tickets(net, nodes, rounds):
    """The number of tickets of some nodes' participants in rounds."""
    found = [wait(f"round {number}", lambda: net.nodes[0].get(f"/v1/rounds/{number}")) for number in rounds]
    drawn = [ticket["participant"] for round_ in found for ticket in round_["tickets"]]
    return sum(participant % len(net.nodes) in [node.number for node in nodes] for participant in drawn)


def made(place):
    """The variables of a node's environment that make its clock wrong."""
    library, engine = place / "ahead.so", place / "cometbft"
    build("cc", "-shared", "-fPIC", "-o", library, HERE / "ahead.c")
    root, source = build("go", "env", "GOROOT").strip(), engine_source()
    package = Path(root, "src", "time")
    text = (package / "time.go").read_text()
    if text.count(ASKS) != 1:
        raise Missing("this Go asks for the time in another way")
    (place / "time.go").write_text(text.replace(ASKS, f"{ASKS}\tsec += aheadSeconds\n"))
    replaced = {"time.go": place / "time.go", "ahead.go": HERE / "ahead.go"}
    overlay = place / "overlay.json"
    overlay.write_text(json.dumps({"Replace": {str(package / name): str(path) for name, path in replaced.items()}}))
    build("go", "build", "-overlay", overlay, "-o", engine, "./cmd/cometbft", where=source)
    return {"LD_PRELOAD": str(library), "HELIAST_COMETBFT": str(engine)}


CLOCKS = [clocks]
