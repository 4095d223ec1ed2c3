"""A model hub on the loopback: real HTTP, ranges, broken connections, wrong bytes."""

import hashlib
import json
import re
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMMIT = "c0ffee" + "0" * 34
REPO = "someone/tiny-holotron"
LARGE_BYTES = 4096
"""Files from this size on are described with a SHA-256, as large files are."""


@dataclass
class Request:
    """What was asked."""

    path: str
    start: int
    token: str
    agent: str
    encoding: str


@dataclass
class FakeHub:
    """One repository, and what goes wrong with it."""

    files: dict[str, bytes]
    card: dict[str, object] = field(default_factory=lambda: {"license": "mit"})
    described: dict[str, object] = field(default_factory=dict)
    """Fields of the description that are replaced."""
    sent: dict[str, bytes] = field(default_factory=dict)
    """What is sent for a file instead of what is described."""
    break_after: dict[str, list[int]] = field(default_factory=dict)
    """For each answer in turn, after how many bytes the connection breaks."""
    statuses: list[int] = field(default_factory=list)
    """Statuses of the next answers, before anything else."""
    error_code: str = ""
    retry_after: str = ""
    """For how many seconds a refusal asks to wait."""
    body: bytes | None = None
    """What is sent instead of the description."""
    ignores_ranges: bool = False
    total_told: int | None = None
    """What a partial answer says of the whole size."""
    store: str = ""
    """Address of another server that files are fetched from, as hubs keep large ones elsewhere."""
    start_off_by: int = 0
    """By how much a partial answer starts too late."""
    requests: list[Request] = field(default_factory=list)
    held: str = ""
    """The first answer for this file waits for `go_on` after its first half."""
    half_sent: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def asked_for(self, name):
        """Return where the answers for a file began."""
        return [r.start for r in self.requests if r.path.endswith(f"/{name}")]

    def description(self):
        """Return what the hub tells of the repository."""
        siblings = [self._sibling(name, content) for name, content in self.files.items()]
        told = {"id": REPO, "sha": COMMIT, "siblings": siblings, "cardData": self.card}
        return {**told, **self.described}

    def _sibling(self, name, content):
        git = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
        entry = {"rfilename": name, "size": len(content), "blobId": git}
        if len(content) >= LARGE_BYTES:
            sha = hashlib.sha256(content).hexdigest()
            entry["lfs"] = {"sha256": sha, "size": len(content), "pointerSize": 134}
        return entry

    @classmethod
    def of_folder(cls, folder: Path, **more):
        """Serve the files of a folder."""
        return cls({p.name: p.read_bytes() for p in sorted(folder.iterdir())}, **more)


class _Handler(BaseHTTPRequestHandler):
    hub: FakeHub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def do_GET(self):
        hub, path = self.hub, unquote(urlsplit(self.path).path)
        told = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        start = int(told[1]) if told else 0
        names = ("Authorization", "User-Agent", "Accept-Encoding")
        hub.requests.append(Request(path, start, *(self.headers.get(n, "") for n in names)))
        if hub.statuses:
            told = {"X-Error-Code": hub.error_code, "Retry-After": hub.retry_after}
            self._send(hub.statuses.pop(0), b"no", {k: v for k, v in told.items() if v})
        elif path.startswith("/api/models/"):
            body = json.dumps(hub.description()).encode() if hub.body is None else hub.body
            self._send(200, body)
        elif hub.store:
            self._send(302, b"", {"Location": hub.store + self.path})
        else:
            self._file(path.rsplit("/", 1)[-1], start)

    def do_HEAD(self):
        """Tell of a file what the library asks before it fetches one."""
        name = unquote(urlsplit(self.path).path).rsplit("/", 1)[-1]
        content = self.hub.files[name]
        told = {"ETag": f'"{hashlib.sha256(content).hexdigest()}"', "X-Repo-Commit": COMMIT}
        self._head(200, len(content), told)

    def _file(self, name, start):
        hub = self.hub
        content = hub.sent.get(name, hub.files[name])
        if start and start >= len(content):
            self._send(416, b"")
            return
        start = 0 if hub.ignores_ranges else start and start + hub.start_off_by
        total = len(content) if hub.total_told is None else hub.total_told
        extra = {"Content-Range": f"bytes {start}-{len(content) - 1}/{total}"} if start else {}
        self._head(206 if start else 200, len(content) - start, extra)
        self._body(name, content[start:])

    def _body(self, name, body):
        if self.hub.break_after.get(name):
            self.wfile.write(body[: self.hub.break_after[name].pop(0)])
            self.close_connection = True
            return
        half = len(body) // 2
        self.wfile.write(body[:half])
        if name == self.hub.held and not self.hub.half_sent.is_set():
            self.hub.half_sent.set()
            self.wfile.write(body[half : half + 1])  # so that whoever reads sees the flag
            self.hub.go_on.wait(60)
            half += 1
        self.wfile.write(body[half:])

    def _send(self, status, body, extra=None):
        self._head(status, len(body), extra or {})
        self.wfile.write(body)

    def _head(self, status, length, extra):
        self.send_response(status)
        for name, value in {"Content-Length": str(length), **extra}.items():
            self.send_header(name, value)
        self.end_headers()


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_arguments):
        pass


@contextmanager
def served(hub):
    """Serve the hub on a free port of the loopback."""
    server = _QuietServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    hub.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        hub.go_on.set()
        server.shutdown()
        thread.join()
        server.server_close()
