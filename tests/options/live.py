"""Processes that keep running: started once, asked by many rows, and stopped at the end."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import clients
import gates
from compare import Mistake, environment
from program import PROGRAM
from site_behind import Site


# How long a process may take to start, and an option to have its effect. Only failures take that long.
PATIENCE_S = 600


class Server:
    """A process that keeps running, with its flags; `url` is its address."""

    def __init__(self, verb, flags, place, live):
        self.verb, self.place, self.live = verb, place, live
        words = [PROGRAM, *verb.split(), *flags, "--json"]
        self.log = open(place / "log", "wb")
        self.process = subprocess.Popen(words, cwd=place, env=environment(place), stdout=subprocess.PIPE,
                                        stderr=self.log, stdin=subprocess.DEVNULL, text=True)
        self.url, self.is_ended = self.started(), False
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def started(self):
        # A watchdog: a silent process must not keep the others waiting for ever.
        watchdog = threading.Timer(PATIENCE_S, self.process.kill)
        watchdog.start()
        said = []
        try:
            for line in self.process.stdout:
                said.append(json.loads(line))
                # A network can be asked for its members when it has agreed on a round.
                if self.verb != "network up" or said[-1].get("round", 0) > 1:
                    return said[0].get("url") or said[0]["urls"][0]
        finally:
            watchdog.cancel()
        raise Mistake(f"{self.verb} does not start: {said}{(self.place / 'log').read_text()}")

    @property
    def port(self):
        return int(self.url.rsplit(":")[-1])

    def end(self):
        self.is_ended = True
        self.process.send_signal(signal.SIGTERM)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


class Live:
    """All running processes, by verb and name, as the table lists them."""

    def __init__(self, verbs, scenes):
        self.verbs, self.scenes, self.servers, self.lock = verbs, scenes, {}, threading.Lock()
        self.locks = {}

    def __enter__(self):
        self.site = Site()
        # Connections to it are made, and nobody ever answers.
        self.silent = socket.create_server(("127.0.0.1", 0))
        return self

    def __exit__(self, *_):
        for server in self.servers.values():
            server.end()
        for server in self.servers.values():
            server.stop()
        self.site.stop()
        self.silent.close()

    def held(self, *key):
        with self.lock:
            return self.locks.setdefault(key, threading.Lock())

    def server(self, verb, name):
        """The process with this name; it is started if it does not run, or was ended by an earlier check."""
        with self.held("start", verb, name):
            if (verb, name) in self.servers and self.servers[verb, name].is_ended:
                self.servers.pop((verb, name)).stop()
            if (verb, name) not in self.servers:
                said = self.verbs[verb]
                place = Path(tempfile.mkdtemp(dir=self.scenes.root / "runs")) / "here"
                self.scenes.copy(said.get("place", said.get("scene")), place)
                flags = f"{said['runs']} {said['servers'][name]}".replace("$SITE", self.site.url).split()
                self.servers[verb, name] = Server(verb, flags, place, self)
            return self.servers[verb, name]

    def check(self, row):
        """Checks that a client sees a difference between the server with the option and the one without it."""
        look = getattr(gates if hasattr(gates, row.said["sees"]) else clients, row.said["sees"])
        began = time.monotonic()
        with self.held("use", row.verb, row.said["at"]):
            with_it = look(self.server(row.verb, row.said["at"]), PATIENCE_S)
        gives = row.said.get("gives", [False, True])
        if with_it != gives[1]:
            raise Mistake(f"clients see {with_it} with it, not {gives[1]}")
        # The wait for the effect at the other server is not much longer than the effect took here.
        patience = 2 * (time.monotonic() - began) + 1
        beside = row.said.get("beside", "plain")
        with self.held("use", row.verb, beside):
            without = look(self.server(row.verb, beside), patience)
        if [without, with_it] != gives or without == with_it:
            raise Mistake(f"clients see {without} without, {with_it} with it, not {gives}")

    def environment(self, row):
        """For the lines of rows: $URL of the server that they ask, and $SILENT, which answers nobody."""
        more = {"SILENT": f"http://127.0.0.1:{self.silent.getsockname()[1]}"}
        if "asks" in row.said:
            verb, _, name = row.said["asks"].rpartition(" ")
            more["URL"] = self.server(verb, name).url
        return more
