"""Strangers who call nodes: anybody who reaches a node's port may use any name, any number of times."""

import subprocess
import tempfile
from pathlib import Path

from building import Missing, build, engine_source
from harness import Net, say, wait

# The places that a node has for callers: CometBFT's default of max_num_inbound_peers.
PLACES = 40
SOURCE = Path(__file__).with_name("slots") / "slots.go"


def slots():
    """Invented nodes take all places for callers at all nodes; those that are started again find the others."""
    with tempfile.TemporaryDirectory(prefix="heliast-slots-") as place:
        program = Path(place, "slots")
        try:
            build("go", "build", "-o", program, SOURCE, where=engine_source())
        except Missing as reason:
            return say(f"SKIPPED: slots: {reason}")
        with Net("slots") as net:
            net.start()
            with Strangers(program, net):
                for node in net.nodes[2:]:
                    assert node.stop() == 0
                    node.start()
                    wait("its places are taken again", lambda: callers(node) >= PLACES)
                say(f"two nodes were started again; callers: {[callers(node) for node in net.nodes]}")
                net.rounds(3)


class Strangers:
    """Callers that take all places of all nodes, for the time of a `with`."""

    def __init__(self, program, net):
        status = wait("an engine's status", lambda: net.nodes[0].engine_says("/status"))
        # A node's port for others comes after that of its page.
        ports = [int(node.url.rsplit(":", 1)[1]) + 1 for node in net.nodes]
        addresses = [f"127.0.0.1:{port}" for port in ports]
        self.line, self.net = [program, status["node_info"]["network"], *addresses], net

    def __enter__(self):
        self.process = subprocess.Popen(self.line, stdin=subprocess.PIPE)
        for node in self.net.nodes:
            wait(f"the places of node {node.number} are taken", lambda: callers(node) >= PLACES)

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def callers(node):
    """The number of callers that a node let in."""
    found = node.engine_says("/net_info")
    return sum(not peer["is_outbound"] for peer in found["peers"]) if found else 0


STRANGERS = [slots]
