# SPDX-License-Identifier: MIT
"""Headless Chromium and a server of files, for programs that check pages."""

import contextlib
import functools
import http.server
import shutil
import subprocess
import tempfile
import threading


def chromium(url, *options, budget=3000):
    """Returns what Chromium prints. It gives the page `budget` ms of virtual time; with None it
    takes the time that the page takes to load."""
    program = shutil.which("chromium")
    if not program:
        raise FileNotFoundError("chromium is not installed (Debian: chromium)")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        return subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--hide-scrollbars", f"--user-data-dir={profile}",
             *([] if budget is None else [f"--virtual-time-budget={budget}"]), *options, url],
            capture_output=True, encoding="utf-8", timeout=300, check=True).stdout


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, and pages that are made when they are asked for."""

    def __init__(self, pages, *arguments, **more):
        self.pages = pages
        super().__init__(*arguments, **more)

    def do_GET(self):
        make = self.pages.get(self.path)
        if not make:
            super().do_GET()
            return
        text = make().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serve(folder, pages):
    """Serves a folder on this machine while the context lasts, and yields its URL. `pages` maps paths
    to functions that return HTML."""
    handler = functools.partial(Handler, pages, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
