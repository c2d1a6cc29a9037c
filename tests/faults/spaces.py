"""A network namespace for each node, on a bridge; nodes that are moved to the other bridge are cut off.

    hub ── bridge here ──┬── heliast0, 10.77.0.1
                         └── heliast1, 10.77.0.2
        └─ bridge there ── those that are cut off, who reach each other

This process reaches the nodes of the first bridge as 10.77.0.254. Needs the right to make namespaces.
"""

import os
import subprocess

# Two programs that run at the same time need two numbers.
NUMBER = int(os.environ.get("HELIAST_SPACES", "77"))
NET = f"10.{NUMBER}.0"
HERE, THERE = f"hl{NUMBER}-here", f"hl{NUMBER}-there"


def ip(*words, fails=False):
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode and not fails:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
    return done


def reason_against():
    """The reason why namespaces can't be made here, or nothing."""
    try:
        if os.geteuid() != 0:
            return "only root may make network namespaces"
        ip("netns", "add", "heliast-try")
        ip("netns", "del", "heliast-try")
        ip("link", "add", HERE, "type", "bridge")
        ip("link", "del", HERE)
    except OSError as error:
        return str(error)
    return None


class Spaces:
    """The namespaces of this many nodes."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.remove()
        for bridge in (HERE, THERE):
            ip("link", "add", bridge, "type", "bridge")
            ip("link", "set", bridge, "up")
        ip("addr", "add", f"{NET}.254/24", "dev", HERE)
        for node in range(nodes):
            self.add(node)

    def add(self, node):
        name, outer = self.name(node), self.outer(node)
        ip("netns", "add", name)
        ip("-n", name, "link", "set", "lo", "up")
        ip("link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("-n", name, "addr", "add", f"{self.host(node)}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        ip("link", "set", outer, "master", HERE, "up")

    @staticmethod
    def name(node):
        return f"heliast{NUMBER}-{node}"

    @staticmethod
    def outer(node):
        """The end of the node's link that is on a bridge."""
        return f"hl{NUMBER}-up{node}"

    @staticmethod
    def host(node):
        return f"{NET}.{node + 1}"

    def cut(self, nodes):
        """Cuts these nodes off from the others, but not from each other."""
        for node in nodes:
            ip("link", "set", self.outer(node), "master", THERE)

    def heal(self):
        for node in range(self.nodes):
            ip("link", "set", self.outer(node), "master", HERE)

    def remove(self):
        for node in range(self.nodes):
            ip("link", "del", self.outer(node), fails=True)
            ip("netns", "del", self.name(node), fails=True)
        for bridge in (HERE, THERE):
            ip("link", "del", bridge, fails=True)
