"""Free ports."""

import random
import socket

# Below the ports that a system gives to outgoing connections (32,768 and more by Linux's default): a test that runs at the
# same time may take one of those before it is used.
FIRST, LAST = 20_000, 32_000
# The ports that this process has been given, and may not have opened yet.
given = set()


def free_ports(count=1):
    """The first of a run of this many ports that are free now; a process gets no port twice."""
    for _ in range(1000):
        base = random.randrange(FIRST, LAST - count)
        ports, held = range(base, base + count), []
        if not given.isdisjoint(ports):
            continue
        try:
            for port in ports:
                held.append(socket.create_server(("127.0.0.1", port)))
            given.update(ports)
            return base
        except OSError:
            continue
        finally:
            for listener in held:
                listener.close()
    raise SystemExit("no ports are free")
