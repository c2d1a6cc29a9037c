"""A network whose nodes reach each other over slow connections."""

import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

from harness import free_ports

PEER = re.compile(r"@([^:\",]+):(\d+)")


@contextmanager
def long_lines(net, here="127.0.0.1", **wishes):
    """Lets each node of a network that has not begun reach its peers through a process that delays bytes: `wishes` are
    the options of delay.py, and `here` is an address of this machine that the nodes reach."""
    configs = [node.home / "comet" / "config" / "config.toml" for node in net.nodes]
    peers = sorted({peer for config in configs for peer in PEER.findall(persistent(config.read_text()))})
    first = free_ports(len(peers))
    ports = dict(zip(peers, range(first, first + len(peers))))
    for config in configs:
        text = config.read_text()
        line = persistent(text)
        config.write_text(text.replace(line, PEER.sub(lambda peer: f"@{here}:{ports[peer.groups()]}", line), 1))
    options = [word for name, value in wishes.items() for word in (f"--{name}", str(value))]
    links = [f"{port}={host}:{at}" for (host, at), port in ports.items()]
    line = [sys.executable, Path(__file__).with_name("delay.py"), *options, *links]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        yield
    finally:
        process.terminate()
        process.wait()


def persistent(text):
    return next(line for line in text.splitlines() if line.startswith("persistent_peers ="))
