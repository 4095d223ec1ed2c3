"""A display of its own for one program, with what it needs around it."""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
import uuid
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WIDGETS = HERE / "widgets"
"""What pages and programs of several sets share."""
MARK = "STRANGERS_RUN"


class NotReady(Exception):
    """A program did not come up in its time."""


class Pages(ThreadingHTTPServer):
    """Serves the pages of the set, what they share from `widgets`, and keeps the last state that one has posted."""

    daemon_threads = True

    def __init__(self, folder=HERE / "pages"):
        self.last = {}
        server = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *args):
                super().__init__(*args, directory=str(folder))

            def translate_path(self, path):
                own = super().translate_path(path)
                return own if Path(own).exists() else str(WIDGETS / Path(own).name)

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.last = json.loads(body)
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_args):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def system_python():
    """The Python that Debian's own modules (gi, tkinter, uno) belong to."""
    folders = [Path(name) for name in os.defpath.split(os.pathsep)]
    return str(next(path for folder in folders if (path := folder / "python3").exists()))


def wait_for(condition, seconds, what):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.2)
    raise NotReady(what)


class Session:
    """A display, a bus and a window manager of their own, in a scratch folder."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.mark = uuid.uuid4().hex
        self.home = scratch / "home"
        self.documents = self.home / "Documents"
        self.state_file = scratch / "state.json"
        self.program = None
        self.started = []
        self.pages = None
        runtime = scratch / "runtime"
        for folder in (self.documents, runtime, scratch / "deskhand"):
            folder.mkdir(parents=True)
        runtime.chmod(0o700)
        dropped = ("DISPLAY", "DBUS_", "XDG_", "WAYLAND", "PYTHON", "VIRTUAL_ENV", "QT_", "GTK_")
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
        self.env |= {
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(runtime),
            "LANG": "C.UTF-8",
            "STRANGERS_STATE": str(self.state_file),
            MARK: self.mark,
        }
        self.log = (scratch / "log.txt").open("wb")

    def spawn(self, argv, **more):
        more = {"stdout": self.log, "stderr": self.log, **more}
        process = subprocess.Popen(
            [str(part) for part in argv],
            env=self.env,
            cwd=self.documents,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            **more,
        )
        self.started.append(process)
        return process

    def _told(self, argv):
        """Start a server that writes its address to the descriptor put for {fd}."""
        read, write = os.pipe()
        self.spawn([part.replace("{fd}", str(write)) for part in argv], pass_fds=(write,))
        os.close(write)
        with os.fdopen(read) as pipe:
            return pipe.readline().strip()

    def start(self):
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        self.env["DISPLAY"] = ":" + self._told(["Xvfb", "-displayfd", "{fd}", *screen])
        bus = ["dbus-daemon", "--session", "--nofork", "--print-address={fd}"]
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self._told(bus)
        self.spawn(["openbox", "--sm-disable"])
        wait_for(lambda: self.answer_of("wmctrl", "-m")[0] == 0, 20, "the window manager")

    def answer_of(self, *argv, seconds=30):
        try:
            done = subprocess.run(
                argv, env=self.env, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return 1, ""
        return done.returncode, done.stdout

    def titles(self):
        lines = self.answer_of("wmctrl", "-l")[1].splitlines()
        return sorted(parts[3] for line in lines if len(parts := line.split(None, 3)) == 4)

    def files(self):
        found = {}
        for path in self.documents.rglob("*"):
            name = "file:" + path.relative_to(self.documents).as_posix()
            if path.is_dir():
                found[name] = "folder"
            elif not path.name.startswith("."):
                with contextlib.suppress(OSError):
                    found[name] = path.read_text(errors="replace")
        return found

    def end(self):
        """End every program that was started on this display, by its process id.

        Known by the mark in its environment, by the scratch folder in its command line (a browser
        writes over its environment), or as started here.
        """
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in self._marked():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            end = time.monotonic() + 3
            while self._marked() and time.monotonic() < end:
                time.sleep(0.1)
        self.log.close()
        if self.pages:
            self.pages.shutdown()
            self.pages.server_close()

    def _marked(self):
        mark = f"{MARK}={self.mark}".encode()
        found = {process.pid for process in self.started if process.poll() is None}
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and int(folder.name) != os.getpid():
                with contextlib.suppress(OSError):
                    ours = str(self.scratch).encode() in (folder / "cmdline").read_bytes()
                    if ours or mark in (folder / "environ").read_bytes().split(b"\0"):
                        found.add(int(folder.name))
        return found
