"""A site behind gates: a page, and a long one."""

import http.server
import threading

PREVIEWED = b'<head><meta property="og:title" content="a page"></head>'
LONG = b"a page of many bytes. " * (1 << 16)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        is_shown = self.path == "/preview"
        page = PREVIEWED if is_shown else LONG if self.path.endswith("long") else b"a page"
        self.send_response(200)
        self.send_header("content-type", "text/html" if is_shown else "text/plain")
        self.send_header("content-length", str(len(page)))
        self.send_header("x-client", self.headers.get("x-forwarded-for", "nobody"))
        self.send_header("x-asked-for", self.headers.get("upgrade", "nothing"))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.do_GET()

    def log_message(self, *_):
        pass


class Site:
    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # The tests have clients that go away.
        self.server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
