"""Many false delays at one node, from anybody who can reach its engine: spec/network.md, "False delays"."""

import base64
import json
import time

import flood
from harness import Net, free_ports, say, wait

DELAY = b"\2"
# Bytes of an element, and ends of segments in a round's proof.
ELEMENT, ENDS = 256, 15
# Roots of a delay that lasts while false ones are counted, and of one of some tenths of a second.
LONG, SHORT = 8_000, 800
COUNT = 400
BATCH, BATCHES, A_SECOND = 100, 10, 1_000
QUIET_S, FLOOD_S, PERIOD_S = 30, 30, 2


def false_delays():
    """False delays, more of them than a node can verify as a whole: each costs a segment, and rounds are sealed."""
    cost = through_the_socket()
    say(f"a false delay of {LONG} roots: {json.dumps(cost)}")
    say(json.dumps(flooded()))


def element(random):
    """Any element: below every prime of 2,048 bits."""
    return b"\0" + random.randbytes(ELEMENT - 1)


def false_delay(random, round_):
    return DELAY + round_ + b"".join(element(random) for _ in range(1 + ENDS))


def through_the_socket():
    """The cost of refusing alone, while the node evaluates the true delay."""
    with Net("false-delays-cost", nodes=1, period=120, references=0, delay_by="roots", delay=LONG) as net:
        node = net.nodes[0]
        node.start()
        wait("the delay of the first round", lambda: flood.phase(node) == ["delay", 0])
        made = [false_delay(net.random, (1).to_bytes(8)) for _ in range(COUNT)]
        found = flood.through_the_socket(node, made)
        assert flood.phase(node) == ["delay", 0], "the delay was over before"
        net.rounds(1)
        return found


def flooded():
    """Floods one of four nodes; returns the times of rounds before that and meanwhile."""
    with Net("false-delays", period=PERIOD_S, delay_by="roots", delay=SHORT) as net:
        target, place = net.nodes[0], f"127.0.0.1:{free_ports(1)}"
        flood.open_the_engine(target, place)
        net.start()
        bodies = [body(net.random) for _ in range(BATCHES)]
        quiet = flood.watched(target, QUIET_S)
        flooders, before = flood.Flooders(target, bodies, A_SECOND, DELAY, BATCH), flood.refused(place)
        during = flood.watched(target, FLOOD_S)
        sent, after = flooders.sent, flood.refused(place)
        flooders.end()
        begun = time.monotonic()
        net.rounds(2)
        assert after > before, "the node has refused nothing"
        assert during["rounds"] > 0, "no round was made during the flood"
        rates = {"sent_a_second": round(sent / FLOOD_S), "refused_a_second": round((after - before) / FLOOD_S)}
        return {"quiet": quiet, "flooded": rates | during, "two_rounds_after_s": round(time.monotonic() - begun, 1)}


def body(random):
    """The JSON of a batch, with a placeholder for the round."""
    made = [false_delay(random, flood.UNDER_WAY) for _ in range(BATCH)]
    calls = [flood.call(number, {"tx": base64.b64encode(one).decode()}) for number, one in enumerate(made)]
    return json.dumps(calls).encode()


FALSE_DELAYS = [false_delays]
