"""Runs the real command line against the demo's form, and reads both sides."""

import json
import subprocess
import sys
from pathlib import Path

from tests.kit.loaded import LoadedPython

ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 150.0


def said_in(log, field):
    """Return every value that a field of the form has logged; a line that is half written waits."""
    if not log.exists():
        return []
    *lines, _ = log.read_bytes().split(b"\n")
    entries = [json.loads(line) for line in lines]
    return [entry["value"] for entry in entries if entry["field"] == field]


class Form:
    """The form window in a process of its own; `said` is what reached it."""

    def __init__(self, log, at=()):
        self._log = log
        argv = [sys.executable, "-m", "app.gui.demo_form", "--log", str(log)]
        argv += ["--at", *map(str, at)] if at else []
        self._process = LoadedPython(argv, cwd=ROOT, stderr=subprocess.DEVNULL)

    def said(self, field):
        """Return every value that the field has logged."""
        return said_in(self._log, field)

    def close(self):
        """End the form."""
        self._process.terminate()
        self._process.wait(WAIT_S)


class Command:
    """One `deskhand` process with JSON lines on its standard output."""

    def __init__(self, *arguments, stdin=subprocess.DEVNULL):
        argv = [sys.executable, "-m", "app.main", *arguments]
        self.process = LoadedPython(
            argv,
            cwd=ROOT,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.lines = []

    def until(self, *events):
        """Read lines up to one of these events and return it."""
        for text in self.process.stdout:
            self.lines.append(json.loads(text))
            if self.lines[-1]["event"] in events:
                return self.lines[-1]
        raise AssertionError(f"no {events!r} line: {self.lines}, {self.process.stderr.read()}")

    def tell(self, **fields):
        """Write one JSON line to its standard input."""
        self.process.stdin.write(json.dumps(fields) + "\n")
        self.process.stdin.flush()

    def end(self):
        """Wait for the end; return status, lines and what it said on standard error."""
        out, err = self.process.communicate(timeout=WAIT_S)
        self.lines += [json.loads(text) for text in out.splitlines()]
        return self.process.returncode, self.lines, err


def command(*arguments, stdin=None):
    """Run a command to its end; return status, lines and standard error."""
    process = Command(
        *arguments, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL
    )
    if stdin is not None:
        process.process.stdin.write(stdin)
    return process.end()
