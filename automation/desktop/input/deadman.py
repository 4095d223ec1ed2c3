"""The dead-man: lets go of what the executor held, once the executor is gone.

A process of its own, in its own session, blocked on a pipe whose only other end is in the
executor. It reads what is held from the ledger, so the executor tells it by writing memory. It
ignores the signals of an orderly end: whatever ends the executor comes to it as the end of the pipe.

    python -m automation.desktop.input.deadman --fd N --ledger FILE --backend NAME
"""

import argparse
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import xcffib
import xcffib.xtest
from setproctitle import setproctitle

from automation.desktop.input.backends import open_backend
from automation.desktop.input.backends.x11 import BUTTON_RELEASE, KEY_RELEASE
from automation.desktop.input.backends.x11_keyboard import Keyboard
from automation.desktop.input.ledger import Held, Ledger
from automation.desktop.xserver import connect

TITLE: Final = "deskhand-deadman"
READY: Final = b"ready\n"
REPEATS_S: Final = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2)
"""Seconds after the end of the pipe. The server may read the executor's last press after our first
release; releasing what is up already does nothing."""

Release = Callable[[Sequence[Held]], None]


def main() -> int:
    """Wait for the end of the executor, then release."""
    setproctitle(TITLE)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    options = _options()
    ledger = Ledger(options.ledger)
    release, restore = _hands(options.backend)
    os.write(1, READY)
    while os.read(options.fd, 4096):
        pass
    release_held(ledger, release)
    restore()
    ledger.close()
    options.ledger.unlink(missing_ok=True)
    return 0


def release_held(ledger: Ledger, release: Release) -> None:
    """Release what the ledger holds, a few times over, then strike it out."""
    held = ledger.held()
    started_s = time.monotonic()
    for offset_s in REPEATS_S if held else ():
        time.sleep(max(0.0, started_s + offset_s - time.monotonic()))
        release(held)
    for entry in held:
        ledger.strike(entry.kind, entry.code)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=TITLE)
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--ledger", type=Path, required=True)
    parser.add_argument("--backend", default="x11")
    return parser.parse_args()


def _hands(backend_name: str) -> tuple[Release, Callable[[], object]]:
    """Open what can release; done before it is needed, for then every millisecond counts."""
    if backend_name != "x11":
        backend = open_backend(backend_name)

        def send(held: Sequence[Held]) -> None:
            for entry in held:
                backend.send(entry.release())

        return send, backend.close
    connection = connect()
    xtest = connection(xcffib.xtest.key)
    xtest.GetVersion(2, 2).reply()
    keyboard = Keyboard(connection)

    def release(held: Sequence[Held]) -> None:
        for entry in held:
            if not isinstance(entry.code, int):
                continue
            kind = KEY_RELEASE if entry.kind == "key" else BUTTON_RELEASE
            xtest.FakeInput(kind, entry.code, 0, 0, 0, 0, 0)
        connection.flush()

    return release, keyboard.take_back


if __name__ == "__main__":
    raise SystemExit(main())
