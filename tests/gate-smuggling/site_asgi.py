"""A site behind hypercorn. site_asgi.py FD LOG: serves on a socket that listens, and logs what reaches it."""

import asyncio
import json
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config


def log(scope):
    target = scope["raw_path"].decode("latin-1")
    if scope["query_string"]:
        target += "?" + scope["query_string"].decode("latin-1")
    headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
    seen = {"method": scope.get("method", "WEBSOCKET"), "target": target, "headers": headers}
    with open(sys.argv[2], "a", encoding="ascii") as file:
        print(json.dumps(seen), file=file, flush=True)


async def site(scope, receive, send):
    if scope["type"] == "websocket":
        log(scope)
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message.get("text") or ""})
    elif scope["type"] == "http":
        log(scope)
        while (await receive()).get("more_body"):
            pass
        headers = [(b"x-site", b"1"), (b"content-length", b"3")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok\n"})


config = Config()
config.bind = [f"fd://{sys.argv[1]}"]
config.loglevel = "ERROR"
# Connections that the gate keeps stay open, however long this machine stands still.
config.keep_alive_timeout = 3600
asyncio.run(serve(site, config))
