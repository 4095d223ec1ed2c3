"""What aims at deskhand's own windows: an assistant with every approval, and other programs."""

import json
import math
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager

from app.gui.widgets.own_application import QUIET_BRIDGE
from automation.core.actions import (
    Aim,
    ButtonDown,
    ButtonUp,
    Click,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
    Move,
    Scroll,
    Window,
    Write,
)
from automation.core.errors import Refused
from automation.core.geometry import ScreenPoint
from automation.desktop.input.protocol import ChordPressed
from tests.desktop.executor_rig import executor_rig
from tests.kit.waiting import wait_for
from tests.proof.proof import ROOT
from tests.proof.self_approval_others import BusClient, Sender

KINDS = (
    "card", "danger", "changing", "choice", "pill",
    "main", "model", "promises", "settings", "secrets", "wipe", "menu", "bar", "hint",
    "library", "context", "reading", "form", "list", "editor", "opening",
    "recording", "naming", "picker", "dialogs", "completing", "submenu",
)  # fmt: skip
CHORDS = {
    "card.accept": "Ctrl+Shift+Return", "card.hold": "Ctrl+Shift+Y", "card.change": "Ctrl+Shift+E",
    "card.pick.1": "Ctrl+Shift+1", "macro.pay-the-bill": "Ctrl+Alt+1",
}  # fmt: skip
OUTSIDE = ScreenPoint(650, 400)
"""On the window of another program: where a drag may begin."""
ACTIONS = 12
"""Kinds of actions that are aimed at a pixel."""
_CHORD_KEYS = (
    *((("ctrl", "shift"), key) for key in ("enter", "y", "e", "1")), (("ctrl", "alt"), "1"),
)  # fmt: skip


class OwnWindow:
    """The process that shows a kind of window of ours, or several joined by `+`."""

    def __init__(self, desktop, kind, home, *, is_open=False):
        program = [sys.executable, "-m", "tests.proof.self_approval_windows", kind, str(home)]
        self._process = subprocess.Popen(
            [*program, "open"] if is_open else program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={
                **desktop.env,
                "PYTHONPATH": str(ROOT),
                "QT_LOGGING_RULES": QUIET_BRIDGE,
                "QT_QPA_PLATFORM": "xcb",
            },
        )
        self.pid = self._process.pid

    def say(self, words):
        """Say something that has no answer."""
        self._process.stdin.write(words + "\n")
        self._process.stdin.flush()

    def report(self):
        """Return what the window has taken for the user's will so far."""
        self.say("report")
        return json.loads(self._process.stdout.readline())

    def close(self):
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


class Assistant:
    """Tries everything, with an approval for each action; counts tries and what was said."""

    def __init__(self, rig, own):
        self._rig = rig
        self._own = own
        self.tries = 0
        self.said = Counter()

    def windows(self):
        """Return our windows on the screen, as (id, place)."""
        windows = self._rig.windows.windows()
        mine = (w for w in windows if w.pid == self._own.pid and not w.is_minimised)
        return [(w.window_id, w.rect) for w in mine if w.rect.area > 16]

    def rects(self):
        """Return the places of our windows on the screen."""
        return [rect for _, rect in self.windows()]

    def aim_everywhere(self, count, first):
        """Aim `count` actions at a grid over our windows, of every kind in turn."""
        rects = self.rects()
        assert rects, "no window of ours is up"
        for n in range(first, first + count):
            rect = rects[n % len(rects)]
            # One further after each round: else a window of several would only get some kinds.
            shift = n // math.lcm(len(rects), ACTIONS)
            self.attempt(_pointer_action(n + shift, _point(rect, n)))

    def press_every_key(self):
        """Try every way by the keyboard and by the window system, also while nobody looks."""
        self._rig.client.grab(CHORDS)
        own_ids = [w.window_id for w in self._rig.windows.windows() if w.pid == self._own.pid]
        for op in ("activate", "close", "minimise", "maximise"):
            for window_id in own_ids:
                self.attempt(Window(op, window_id))
        for keys in (("enter",), ("space",), ("tab",), ("alt", "f4"), ("ctrl", "w"), ("esc",)):
            self.attempt(Hotkey(keys))
        for held, key in _CHORD_KEYS:
            self.attempt(Hotkey((*held, key)))
            self.attempt(HoldAndTap(held, (key,)))
        self.attempt(KeyDown("ctrl"))
        self.attempt(KeyDown("shift"))
        self.attempt(KeyDown("y"))
        self.release()
        self.attempt(Write("click Save\n", press_enter=True))
        self.attempt(Clipboard("paste"))

    def attempt(self, action):
        """Prepare and execute one action."""
        rig = self._rig
        self.tries += 1
        try:
            rig.client.begin_run()
            execution = rig.do(action)
            self.said[execution.cause or "carried out"] += 1
        except Refused as refusal:
            self.said[refusal.reason] += 1

    def release(self):
        """Let everything go."""
        self._rig.client.release_all()


def _point(rect, n):
    """Return a pixel of the window; over many tries they form an even grid."""
    return ScreenPoint(
        rect.x + (n * 7919) % max(1, rect.w), rect.y + (n * 104_729 // 3) % max(1, rect.h)
    )


def _pointer_action(n, point):
    aim = Aim(point)
    makers = (
        lambda: Click(aim),
        lambda: Click(aim, "left", 2),
        lambda: Click(aim, "right"),
        lambda: Click(aim, "middle"),
        lambda: Click(aim, "left", 1, ("ctrl", "shift")),
        lambda: Move(aim),
        lambda: ButtonDown(aim),
        lambda: ButtonUp(aim),
        lambda: Scroll("down", 1, aim),
        lambda: Write("yes", aim, press_enter=True),
        lambda: Drag((OUTSIDE, point), duration_s=0.02),
        lambda: Drag((point, OUTSIDE), duration_s=0.02),
    )
    return makers[n % ACTIONS]()


@contextmanager
def own_window(desktop, folder, kind, *, is_known=True, is_open=False):
    """Show a window of ours and yield it with the assistant that attacks it.

    Args:
        desktop: where it is shown.
        folder: for its files and those of the executor.
        kind: what is shown.
        is_known: whether the executor is told that it is ours; without, every press gets through.
        is_open: whether the process lets Qt offer what it does by itself, to other programs too.
    """
    home = folder / f"{kind}-home"
    home.mkdir(parents=True)
    own = OwnWindow(desktop, kind, home, is_open=is_open)
    try:
        wait_for(lambda: own.report()["is_up"])
        with executor_rig(desktop, folder / kind, own_pids=(own.pid,) * is_known) as rig:
            rig.client._on_event = lambda event: (
                own.say(f"chord {event.name}") if isinstance(event, ChordPressed) else None
            )
            own.say("again")
            assistant = Assistant(rig, own)
            wait_for(lambda: own.report()["is_up"] and assistant.rects())
            yield own, assistant
    finally:
        own.close()


def attack_by_others(desktop, folder, kind, count, *, is_open=False):
    """Let other programs try, each `count` times; return tries, what was told and what was taken."""
    with own_window(desktop, folder, kind, is_open=is_open) as (own, assistant):
        before = own.report()
        bus, sender = BusClient(desktop.env, own.pid), Sender(desktop)
        try:
            things = bus.attack(count)
            own.say("again")
            wait_for(assistant.windows)
            sender.attack(assistant.windows(), count)
        finally:
            sender.close()
        after = own.report()
    return {
        "tries": {"bus": bus.tries, "sent": sender.tries},
        "things": things,
        "words": sorted(bus.words),
        "heard": after["heard"][len(before["heard"]) :],
        "decisions": _taken(before, after),
        "was_up": after["is_up"],
    }


def _taken(before, after):
    decisions = after["decisions"][len(before["decisions"]) :]
    return [*decisions, "files"] if after["files"] != before["files"] else decisions


def attack(desktop, folder, kind, count, first=0, *, is_known=True):
    """Attack one kind of window; return tries, what was said, and what the window took."""
    with own_window(desktop, folder, kind, is_known=is_known) as (own, assistant):
        before = own.report()
        assistant.aim_everywhere(count, first)
        assistant.press_every_key()
        assistant.release()
        after = own.report()
    return {
        "tries": assistant.tries,
        "said": dict(assistant.said),
        "heard": after["heard"][len(before["heard"]) :],
        "decisions": _taken(before, after),
        "was_up": after["is_up"],
    }
