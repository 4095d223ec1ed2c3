"""A browser for tests, and local pages that say what was done to them."""

import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TELLS = "--force-renderer-accessibility"
"""Without it Chromium shows a tree only to who asks for one."""
CHROMIUM = (
    "chromium", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--no-default-browser-check",
    "--password-store=basic",
)  # fmt: skip
PLACED = ("--window-position=100,100", "--window-size=900,700")


def chromium(folder, *more: str, tells: bool = True, placed: bool = True) -> list[str]:
    """Return the words that start it with a new profile below the folder."""
    how = (*([TELLS] if tells else []), *(PLACED if placed else ()))
    return [*CHROMIUM, *how, f"--user-data-dir={folder / 'profile'}", *more]


class Site:
    """Serves pages on a free local port until it is closed."""

    def __init__(
        self,
        page: Callable[[str], str | None],
        hear: Callable[[str, bytes], None] = lambda path, body: None,
    ) -> None:
        """Start to serve.

        Args:
            page: the page of a path; None: there is none.
            hear: takes path and body of what a page posts.
        """

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                text = page(self.path)
                self._answer(200 if text is not None else 404, (text or "").encode())

            def do_POST(self):
                hear(self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
                self._answer(200, b"")

            def _answer(self, status, body):
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                with suppress(ConnectionError):  # the page is gone by then
                    self.end_headers()
                    self.wfile.write(body)

            def log_message(self, *_):
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> str:
        """Return its address."""
        return self.address

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


def one_page(text: str) -> Callable[[str], str | None]:
    """Return what serves one page at the root."""
    return lambda path: text if path == "/" else None
