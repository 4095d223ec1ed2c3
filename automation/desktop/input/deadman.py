"""The dead-man: lets go of what the executor held, once the executor is gone.

A process of its own, in its own session, blocked on a pipe whose only other end is in the
executor. It reads what is held from the ledger, so the executor tells it by writing memory. It
ignores the signals of an orderly end: whatever ends the executor comes to it as the end of the pipe.

    python -m automation.desktop.input.deadman --fd N --ledger FILE --backend NAME
"""

import argparse
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import xcffib
from setproctitle import setproctitle

from automation.core.errors import AssistantError
from automation.desktop.input.backends import open_backend
from automation.desktop.input.ledger import Held, Ledger
from automation.desktop.input.releaser import X11Releaser

TITLE: Final = "deskhand-deadman"
READY: Final = b"ready\n"
REPEATS_S: Final = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2)
"""Seconds after the end of the pipe. The server may read the executor's last press after our first
release; releasing what is up already does nothing."""

Release = Callable[[Sequence[Held]], None]


class _Hands:
    """What can release; opened before it is needed, for then every millisecond counts."""

    def __init__(self, backend_name: str) -> None:
        self._x11 = X11Releaser() if backend_name == "x11" else None
        self._backend = open_backend(backend_name) if self._x11 is None else None

    def release(self, held: Sequence[Held]) -> None:
        """Let go."""
        if self._x11 is not None:
            self._x11.release(held)
        elif self._backend is not None:
            for entry in held:
                self._backend.send(entry.release())

    def await_end_of(self, descriptor: int) -> None:
        """Wait for the end of the executor, and drop what the display tells everybody meanwhile."""
        poll = select.poll()
        poll.register(descriptor, select.POLLIN)
        display = self._x11.descriptor if self._x11 is not None else None
        if display is not None:
            poll.register(display, select.POLLIN)
        while True:
            ready = {number for number, _ in poll.poll()}
            if descriptor in ready and not os.read(descriptor, 4096):
                return
            if self._x11 is not None and display in ready:
                try:
                    self._x11.drain()
                except xcffib.ConnectionException:  # without the display there is nothing to hear
                    poll.unregister(display)

    def close(self) -> None:
        """Take borrowed meanings back."""
        if self._x11 is not None:
            self._x11.take_meanings_back()
        elif self._backend is not None:
            self._backend.close()


def main() -> int:
    """Wait for the end of the executor, then release."""
    setproctitle(TITLE)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    options = _options()
    ledger = Ledger(options.ledger)
    try:
        hands = _Hands(options.backend)
    except AssistantError as error:
        sys.stderr.write(f"{TITLE}: {error}\n")
        return 1
    with suppress(BrokenPipeError):  # the executor is gone already
        os.write(1, READY)
    hands.await_end_of(options.fd)
    with suppress(xcffib.ConnectionException):  # a display that is gone holds nothing down
        release_held(ledger, hands.release)
        hands.close()
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


if __name__ == "__main__":
    raise SystemExit(main())
