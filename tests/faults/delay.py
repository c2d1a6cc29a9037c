#!/usr/bin/env python3
"""Slow connections between nodes on one machine, where the kernel has no netem: TCP forwarders that delay every byte.

`delay.py [--delay MS] [--jitter MS] [--loss PERCENT] [--rate KIB] LISTEN=HOST:PORT ...` forwards each port LISTEN of this
machine to a port of a host, in both directions. Each connection is delayed separately. A lost packet comes a round trip
later, and later packets not before it, as with TCP's fast retransmission; `--rate` is in KiB a second.
"""

import argparse
import asyncio
import random

CHUNK = 1 << 16
# Bytes of a packet, each of which may be lost.
PACKET = 1_448


class Line:
    """One direction of a connection."""

    def __init__(self, wishes):
        self.delay, self.jitter, self.loss = wishes.delay / 1e3, wishes.jitter / 1e3, wishes.loss / 100
        self.rate = wishes.rate * 1_024
        # The times at which the earlier bytes have left and arrive.
        self.left = self.arrives = 0.0

    def due(self, now, size):
        """The time at which bytes arrive that are sent now."""
        self.left = max(self.left, now) + (size / self.rate if self.rate else 0)
        late = self.delay + random.uniform(0, self.jitter)
        if random.random() < 1 - (1 - self.loss) ** -(-size // PACKET):
            late += 2 * self.delay
        self.arrives = max(self.arrives, self.left + late)
        return self.arrives


async def pump(reader, writer, line):
    """Sends what comes from one side to the other, each byte when it is due."""
    queue, loop = asyncio.Queue(), asyncio.get_running_loop()

    async def send():
        while (item := await queue.get())[1]:
            await asyncio.sleep(max(0, item[0] - loop.time()))
            writer.write(item[1])
            await writer.drain()
        writer.close()

    sender = asyncio.create_task(send())
    try:
        while data := await reader.read(CHUNK):
            queue.put_nowait((line.due(loop.time(), len(data)), data))
    except OSError:
        pass
    queue.put_nowait((0, b""))
    await sender


def forwarder(host, port, wishes):
    """Returns the function that handles connections for a port of a host."""

    async def answer(reader, writer):
        try:
            there, back = await asyncio.open_connection(host, port)
        except OSError:
            return writer.close()
        ways = pump(reader, back, Line(wishes)), pump(there, writer, Line(wishes))
        await asyncio.gather(*ways, return_exceptions=True)

    return answer


async def main(wishes):
    servers = []
    for link in wishes.link:
        listen, to = link.split("=")
        host, port = to.rsplit(":", 1)
        servers.append(await asyncio.start_server(forwarder(host, int(port), wishes), None, int(listen)))
    print("ready", flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ["delay", "jitter", "loss", "rate"]:
        parser.add_argument(f"--{name}", type=float, default=0)
    parser.add_argument("link", nargs="+")
    asyncio.run(main(parser.parse_args()))
