"""A desktop on which something changes between the look and the approval, or nothing that matters."""

import subprocess
import sys
from contextlib import contextmanager

import xcffib.xproto

from automation.core.actions import Aim, Click, Hotkey
from automation.core.errors import Refused
from automation.core.geometry import Rect, ScreenPoint
from tests.desktop.event_window import EventWindow
from tests.desktop.executor_rig import INSIDE, PLACE, executor_rig
from tests.kit.waiting import wait_for
from tests.proof.proof import ROOT

CLASSES = ("popup", "move", "focus", "invisible", "resize")
QUIET = (
    "nothing", "caret elsewhere", "clock", "notification", "tooltip", "hover", "window elsewhere",
)  # fmt: skip
ELSEWHERE = Rect(1300, 700, 300, 200)


class Desk:
    """One executor, its target window, and a client of another process's that meddles."""

    def __init__(self, rig, other, meddler):
        self.rig = rig
        self.other = other
        self.meddler = meddler
        self._windows = []
        rig.reset()
        self._home = self._place()
        """Where the manager puts the target when it is asked to put it at `PLACE`."""

    def attack(self, kind, n):
        """Prepare, change something, execute; return what the target got and what was said.

        Args:
            kind: one of `CLASSES`.
            n: varies place and size.
        """
        self._make_good()
        action = Hotkey(("x",)) if kind == "focus" else Click(Aim(_spot(n)))
        nonce = self.rig.client.prepare(action).nonce
        getattr(self, f"_{kind}")(n)
        return self._outcome(nonce)

    def quiet(self, kind, n, *, at_target=False):
        """Prepare, let something happen that does not matter, execute.

        Args:
            kind: one of `QUIET`.
            n: varies the place.
            at_target: blink the caret inside the compared patch.
        """
        self._make_good()
        point = _spot(n)
        if kind == "caret elsewhere" or at_target:
            spot = (point.x + 20, point.y - 8) if at_target else (PLACE.x + 8, PLACE.y + 8)
            self._caret(*spot, white=False)
        action = Click(Aim(point)) if n % 4 else Hotkey(("x",))
        nonce = self.rig.client.prepare(action).nonce
        self._happen(kind, n, point, at_target)
        return self._outcome(nonce)

    def _make_good(self):
        """Put target and focus back where they were, without a fresh process."""
        rig = self.rig
        rig.client.begin_run()
        rig.user.move(5, 5)
        if self._place() != self._home:
            self._configure(PLACE)
            wait_for(lambda: self._place() == self._home)
        if not rig.has_focus():
            rig.windows.activate(rig.window.id)
            wait_for(rig.has_focus)
        self._settle()

    def _settle(self):
        """Wait until the target has heard all there is."""
        rig = self.rig
        if rig.has_focus():
            f12, before = rig.user.code("f12"), len(rig.window.of("key up"))
            rig.user.tap("f12")
            wait_for(lambda: len(rig.window.of("key up")) > before)
            assert rig.window.of("key up")[-1] == f12
        rig.window.events.clear()

    def _outcome(self, nonce):
        rig = self.rig
        # Heard only after the approval, what the user did before it would end the action.
        rig.wait_for_ears()
        try:
            execution = rig.execute(nonce)
            said = execution.note or "carried out"
        except Refused as refusal:
            said = f"refused: {refusal.reason}: {refusal}"
        self._clear_away()
        # Whoever hears the next key of somebody else's has heard ours before.
        f12 = rig.user.code("f12")
        rig.user.tap("f12")
        heard = lambda: rig.window.of("key up") + self.other.of("key up")  # noqa: E731
        wait_for(lambda: f12 in heard())
        presses = ("key down", "button down", "motion")
        got = [e for e in rig.window.events + self.other.events if e[0] in presses]
        self.other.events.clear()
        return len([e for e in got if e != ("key down", f12)]), said

    def _clear_away(self):
        """Take the stranger's windows away; a dialog may have had the focus."""
        rig, known = self.rig, (self.rig.window.id, self.other.id)
        for window in self._windows:
            self.meddler.ask(f"destroy {window}")
        self._windows.clear()
        focus = rig.windows.focus()
        if focus is None or focus.window_id not in known:
            rig.windows.activate(rig.window.id)
            wait_for(rig.has_focus)

    def _happen(self, kind, n, point, at_target):
        match kind:
            case "caret elsewhere":
                self._caret(PLACE.x + 8, PLACE.y + 8, white=True)
            case "nothing" if at_target:
                self._caret(point.x + 20, point.y - 8, white=True)
            case "clock":
                self.rig.user.paint(
                    self.other.id, Rect(10, 10, 80 + n % 50, 20), 0xFF0000 | n % 255
                )
            case "notification":
                self._open(Rect(PLACE.right - 60, PLACE.y - 30, 200, 60), kind="NOTIFICATION")
            case "tooltip":
                self._open(Rect(PLACE.x + 10, PLACE.y + 10, 60, 20), kind="TOOLTIP")
            case "hover":
                self.rig.user.move(PLACE.x + 15, PLACE.y + 380)
                self.rig.user.paint(self.rig.window.id, Rect(5, 370, 60, 20), 0xAACCEE)
            case "window elsewhere":
                self._open(Rect(20 + n % 50, 800, 200, 100))

    def _caret(self, x, y, *, white):
        spot = Rect(x - PLACE.x, y - PLACE.y, 2, 16)
        self.rig.user.paint(self.rig.window.id, spot, 0xFFFFFF if white else 0x336699)

    def _popup(self, n):
        """Three ways to be in the way: over the pixel, over a corner of the window, a dialog."""
        if n % 3 == 0:
            spot = _spot(n)
            self._open(Rect(spot.x - 30, spot.y - 20, 80, 60))
        elif n % 3 == 1:
            self._open(Rect(self._home.x + 2, self._home.y + 2, 20 + n % 40, 20))
        else:
            self._open(ELSEWHERE, transient=True)

    def _invisible(self, n):
        """A window without a pixel: under the pointer's target, or only near it."""
        spot, home = _spot(n), self._home
        rect = Rect(spot.x - 2, spot.y - 2, 5, 5) if n % 2 else Rect(home.x + 1, home.y + 1, 9, 9)
        self._open(rect, is_invisible=True)

    def _move(self, n):
        self._configure(Rect(PLACE.x + 1 + n % 60, PLACE.y + n % 7, PLACE.w, PLACE.h))

    def _resize(self, n):
        self._configure(Rect(PLACE.x, PLACE.y, PLACE.w - 1 - n % 80, PLACE.h - n % 50))

    def _focus(self, n):
        del n
        self.rig.windows.activate(self.other.id)
        wait_for(lambda: self.rig.windows.focus().window_id == self.other.id)

    def _place(self):
        windows = self.rig.windows.windows()
        return next(w.rect for w in windows if w.window_id == self.rig.window.id)

    def _configure(self, rect):
        """Ask for another place and size of the target, and wait until the manager has obeyed."""
        before, flags = self._place(), xcffib.xproto.ConfigWindow
        mask = flags.X | flags.Y | flags.Width | flags.Height
        core = self.rig.user.connection.core
        core.ConfigureWindow(self.rig.window.id, mask, [rect.x, rect.y, rect.w, rect.h])
        core.GetInputFocus().reply()
        wait_for(lambda: self._place() != before)

    def _open(self, rect, *, kind="", is_invisible=False, transient=False):
        words = [kind or "-", int(is_invisible), self.rig.window.id if transient else 0]
        window = int(self.meddler.ask(f"open {rect.x} {rect.y} {rect.w} {rect.h}", *words))
        self._windows.append(window)
        if transient:
            clients = self.rig.windows.windows
            wait_for(lambda: any(w.window_id == window for w in clients()))


def _spot(n):
    """Return a pixel of the target that differs from try to try."""
    return ScreenPoint(INSIDE.x - 100 + 7 * (n % 29), INSIDE.y - 60 + 5 * (n % 23))


@contextmanager
def changing_desk(desktop, folder):
    """Start everything; the rig's own process is the assistant's, so the meddler is another."""
    with executor_rig(desktop, folder / "state") as rig:
        other = EventWindow(desktop, ELSEWHERE, "other")
        meddler = Meddler(desktop)
        try:
            yield Desk(rig, other, meddler)
        finally:
            meddler.close()
            other.close()


class Meddler:
    """A process whose windows come and go at a word."""

    def __init__(self, desktop):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.changed_targets_windows"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**desktop.env, "PYTHONPATH": str(ROOT)},
        )

    def ask(self, *words):
        """Say something, wait until it is done, and return the answer."""
        self._process.stdin.write(" ".join(str(word) for word in words) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self):
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()
