"""A site by Python's http.server, which answers without reading a body, so that the rest of a body is the next request
of its connection. site_plain.py FD LOG: serves on a socket that listens, and logs what reaches it."""

import json
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def parse_request(self):
        is_request = super().parse_request()
        words = self.raw_requestline.decode("latin-1").split()
        headers = [list(pair) for pair in self.headers.items()] if is_request else []
        seen = {"method": words[0] if words else "", "target": words[1] if len(words) > 1 else "", "headers": headers}
        with open(sys.argv[2], "a", encoding="ascii") as file:
            print(json.dumps(seen), file=file, flush=True)
        return is_request

    def answer(self):
        self.send_response(200)
        self.send_header("X-Site", "1")
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"ok\n")

    do_GET = do_POST = do_OPTIONS = do_CONNECT = do_TRACE = answer

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, *_):
        """The gate has cut a request off whose body was bad."""


server = Server(("127.0.0.1", 0), Handler, bind_and_activate=False)
server.socket.close()
server.socket = socket.socket(fileno=int(sys.argv[1]))
server.serve_forever()
