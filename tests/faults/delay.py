#!/usr/bin/env python3
"""A delay between nodes on one machine, where the kernel has no netem: forwarders of TCP that hold every byte back.

`delay.py MILLISECONDS LISTEN=PORT ...` forwards each port LISTEN of this machine to PORT, in both directions.
"""

import asyncio
import sys

CHUNK = 1 << 16


async def pump(reader, writer, seconds):
    """Sends what comes from one side to the other, each byte so many seconds after it came."""
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
            queue.put_nowait((loop.time() + seconds, data))
    except OSError:
        pass
    queue.put_nowait((0, b""))
    await sender


def forwarder(port, seconds):
    """What answers a connection that is meant for a port."""

    async def answer(reader, writer):
        try:
            there, back = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return writer.close()
        await asyncio.gather(pump(reader, back, seconds), pump(there, writer, seconds), return_exceptions=True)

    return answer


async def main(milliseconds, *links):
    seconds = float(milliseconds) / 1e3
    pairs = [map(int, link.split("=")) for link in links]
    servers = [await asyncio.start_server(forwarder(port, seconds), "127.0.0.1", listen) for listen, port in pairs]
    print("ready", flush=True)
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
