"""Faults of processes and of the desktop: whatever is killed, stopped, covered or taken over."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from automation.core.geometry import Rect
from automation.core.proposal import Outcome
from automation.desktop.input import client
from tests.desktop.event_window import ROOT, EventWindow
from tests.proof.fault_kinds_parts import ENVIRONMENT, FAILED, FINE, STOPPED, Kind
from tests.proof.fault_kinds_real import kill

_BLOCKED = frozenset({Outcome.BLOCKED})
DISPLAY_KILLED = "display killed"
LOCKER = Path(__file__).with_name("fault_kinds_locker.py")
WHOLE = Rect(0, 0, 1280, 800)
_FROZEN_S = 1.0
_INTERFACE_FROZEN_S = 10.0
"""Long enough for a user to give it up; ./test leaves this kind to the proof."""


def _frozen_executor(rig):
    rig.patch(client, "ANSWER_S", 1.0)
    rig.patch(client, "SILENT_TURNS", 20)
    rig.patch(client, "DEAD_TURNS", 100)
    os.kill(rig.executor_pid, signal.SIGSTOP)


def _socket_closed(rig):
    rig.link._channel.close()


def _garbage_from_executor(rig):
    class Garbled:
        def decode(self, payload):
            raise ValueError("the frame is garbled")

    rig.link._channel._decoder = Garbled()


def _application(number):
    def strike(rig):
        process = rig.window.process
        os.kill(process.pid, number)
        if number == signal.SIGSTOP:
            rig.undo.callback(os.kill, process.pid, signal.SIGCONT)
        else:
            process.wait()

    return strike


def _display_frozen(rig):
    """The X server hangs for a while, as in a swap storm or under a debugger."""
    server = rig.desktop._servers[0]
    server.send_signal(signal.SIGSTOP)
    threading.Timer(_FROZEN_S, server.send_signal, (signal.SIGCONT,)).start()


def _display_killed(rig):
    server = rig.desktop._servers[0]
    server.kill()
    server.wait()


def _window_manager_killed(rig):
    manager = rig.desktop._servers[1]
    manager.kill()
    manager.wait()


def _accessibility(number):
    def strike(rig):
        for pid in _accessibility_pids(rig.desktop):
            os.kill(pid, number)
            if number == signal.SIGSTOP:
                rig.undo.callback(os.kill, pid, signal.SIGCONT)

    return strike


def _accessibility_pids(desktop):
    """Return the accessibility bus, its launcher and its registry; not the session bus."""
    for pid in desktop.processes():
        with open(f"/proc/{pid}/cmdline", "rb") as file:  # noqa: PTH123
            words = file.read().replace(b"\0", b" ")
        if b"at-spi" in words or b"accessibility" in words:
            yield pid


def _layout(rig):
    for layout, when in (("ru", 0), ("us", 1)):
        argv = ["setxkbmap", "-display", rig.desktop.display, layout]
        if when:
            rig.undo.callback(subprocess.run, argv, env=rig.desktop.env, check=True)
        else:
            subprocess.run(argv, env=rig.desktop.env, check=True)


def _user_moves(rig):
    """The user pushes the mouse about for a second, longer than the grace after an approval."""

    def push():
        for n in range(50):
            rig.user.move(40 + 20 * (n % 2), 700)
            time.sleep(0.02)

    thread = threading.Thread(target=push)
    thread.start()
    rig.undo.callback(thread.join)


def _user_types(rig):
    rig.user.tap("f9")


def _kill_key(rig):
    rig.user.tap("pause")


def _user_stops(rig):
    rig.stop.stop("user")


def _covered(rig):
    """A window that nobody sees covers everything and swallows every click."""
    cover = EventWindow(rig.desktop, WHOLE, "cover", "cover")
    rig.undo.callback(cover.close)


def _locked(rig):
    """A screen locker covers everything and takes the whole keyboard."""
    locker = rig.desktop.spawn(
        [sys.executable, str(LOCKER)], stdout=subprocess.PIPE, PYTHONPATH=str(ROOT)
    )
    assert locker.stdout.readline() == b"locked\n"
    rig.undo.callback(locker.stdout.close)
    rig.undo.callback(locker.wait)
    rig.undo.callback(locker.kill)


def _interface_frozen(rig):
    """Whoever is told of the run takes ten seconds; the user presses the kill key meanwhile."""
    rig.user.tap("pause")
    threading.Event().wait(_INTERFACE_FROZEN_S)


REAL_KINDS: tuple[Kind, ...] = (
    Kind("executor SIGKILL", kill(signal.SIGKILL, "executor_pid"), FAILED),
    Kind("executor SIGTERM", kill(signal.SIGTERM, "executor_pid"), FAILED | STOPPED),
    Kind("executor SIGINT", kill(signal.SIGINT, "executor_pid"), FAILED | STOPPED),
    Kind("executor SIGQUIT", kill(signal.SIGQUIT, "executor_pid"), FAILED),
    Kind("executor SIGHUP", kill(signal.SIGHUP, "executor_pid"), FAILED | STOPPED),
    Kind("executor SIGSEGV", kill(signal.SIGSEGV, "executor_pid"), FAILED),
    Kind("executor hangs", _frozen_executor, FAILED),
    Kind("dead-man SIGKILL", kill(signal.SIGKILL, "deadman_pid"), FINE | FAILED),
    Kind("dead-man SIGTERM", kill(signal.SIGTERM, "deadman_pid"), FINE),
    Kind(
        "executor and dead-man SIGKILL",
        kill(signal.SIGKILL, "deadman_pid", "executor_pid"),
        FAILED,
    ),
    Kind("socket to the executor closed", _socket_closed, FAILED),
    Kind("executor answers garbage", _garbage_from_executor, FAILED),
    Kind("application killed", _application(signal.SIGKILL), FINE | FAILED | _BLOCKED),
    Kind("application hangs", _application(signal.SIGSTOP), FINE | FAILED | _BLOCKED),
    Kind("display frozen", _display_frozen, FINE | FAILED | _BLOCKED | STOPPED),
    Kind("keyboard layout changes", _layout, FINE | FAILED | _BLOCKED),
    Kind("user moves the mouse", _user_moves, FINE | STOPPED | _BLOCKED),
    Kind("user presses a key", _user_types, FINE | STOPPED | _BLOCKED),
    Kind("kill key pressed", _kill_key, STOPPED),
    Kind("stop pressed", _user_stops, STOPPED),
    Kind("whole screen covered", _covered, FINE | FAILED | _BLOCKED | STOPPED),
    Kind("screen locked, keyboard taken", _locked, FAILED | _BLOCKED | STOPPED),
    Kind("interface frozen", _interface_frozen, STOPPED),
    Kind("accessibility bus hangs", _accessibility(signal.SIGSTOP), FINE | FAILED | _BLOCKED),
)
"""Faults after which the same desktop serves on."""

LAST_KINDS: tuple[Kind, ...] = (
    Kind(DISPLAY_KILLED, _display_killed, ENVIRONMENT | FAILED),
    Kind("window manager killed", _window_manager_killed, FINE | FAILED | _BLOCKED),
    Kind("accessibility bus killed", _accessibility(signal.SIGKILL), FINE | FAILED | _BLOCKED),
)
"""Faults that need a desktop of their own."""
