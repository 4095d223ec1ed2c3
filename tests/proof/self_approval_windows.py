"""Shows one of deskhand's own windows, for real, and tells what it took for the user's will.

Argument: card, danger, choice, main, settings, menu or bar. On standard input `chord NAME` is a chord
as the executor reports it, `again` opens the bar again, and `report` asks for one JSON line.
"""

import json
import os
import sys
import threading

import numpy as np
from PySide6.QtCore import QEvent, QObject, QSocketNotifier
from PySide6.QtWidgets import QApplication

from app.commandbar.bar import CommandBar
from app.confirmer import OverlayConfirmer
from app.preferences.window import PreferencesWindow
from app.settings import Approval, Settings
from app.tray import Tray
from app.widgets.theme import Theme
from app.window.main_window import MainWindow
from automation.core.actions import Aim, Click
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement
from automation.core.proposal import Candidate, Proposal, Question, Risk, RiskLevel
from automation.core.stopping import StopToken

SETTINGS = Settings(approval=Approval(arming_s=0.3, expiry_s=300.0), mark="amber-kite:paper kite")
SCREEN = Rect(0, 0, 1920, 1080)
POINT = ScreenPoint(1200, 900)
INPUT = (
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.KeyPress,
    QEvent.Type.Wheel,
    QEvent.Type.Drop,
)


class Ears(QObject):
    """Counts presses, wheel turns and drops that any widget of the process gets."""

    def __init__(self):
        super().__init__()
        self.heard = 0

    def eventFilter(self, watched, event):
        """Count and let everything go on."""
        if watched.isWidgetType() and event.type() in INPUT:
            self.heard += 1
        return False


class Shown:
    """What is up, and the decisions that came of it."""

    def __init__(self, kind):
        self.decisions = []
        self.theme = Theme("light")
        self.theme.apply(QApplication.instance())
        self.confirmer = None
        self.kept = getattr(self, f"_{kind}")()

    def decided(self, name):
        """Return a slot that notes a decision of this name."""
        return lambda *_: self.decisions.append(name)

    @property
    def is_up(self):
        """Tell whether it can be aimed at, armed if it is a card."""
        if self.confirmer is None:
            return any(window.isVisible() for window in QApplication.topLevelWidgets())
        session = self.confirmer.director.session
        if session is None or not session.card.isVisible():
            return False
        is_armed = getattr(session, "is_armed", None)
        return is_armed() if is_armed else session.machine.is_armed(session.now)

    def _asked(self, ask):
        self.confirmer = OverlayConfirmer(self.theme, SETTINGS)
        frame = Frame(np.zeros((SCREEN.h, SCREEN.w, 4), np.uint8), ScreenPoint(0, 0), 0.0)
        seen = Observation(frame, (Monitor(1, SCREEN, 1.0),), (), ScreenPoint(0, 0))
        work = lambda: self.decisions.append(f"answer: {ask(self.confirmer, seen)}")  # noqa: E731
        threading.Thread(target=work, daemon=True).start()
        return self.confirmer

    def _card(self, level=RiskLevel.R2):
        proposal, risk = Proposal(Click(Aim(POINT))), Risk(level)
        return self._asked(lambda asker, seen: asker.confirm(proposal, risk, seen, StopToken()))

    def _danger(self):
        return self._card(RiskLevel.R3)

    def _choice(self):
        boxes = [Rect(1200, 700 + 60 * n, 100, 30) for n in range(3)]
        found = [ScreenElement(f"Save {n}", "button", box, "tree") for n, box in enumerate(boxes)]
        candidates = (Candidate(n, e.name, e.role, e.box) for n, e in enumerate(found, 1))
        question = Question("Which Save?", tuple(candidates))
        return self._asked(lambda asker, seen: asker.choose(question, seen, StopToken()))

    def _main(self):
        window = MainWindow(self.theme, SETTINGS, ("click File, then New",))
        for name in ("task_sent", "accept_pressed", "reject_pressed", "choice_made", "mode_chosen"):
            getattr(window, name).connect(self.decided(name))
        for name in ("settings_pressed", "policy_chosen", "quit_pressed", "closed", "stop_pressed"):
            getattr(window, name).connect(self.decided(name))
        window.show()
        return window

    def _settings(self):
        window = PreferencesWindow(self.theme, SETTINGS, lambda chord: "")
        window.changed.connect(self.decided("changed"))
        window.wipe_wanted.connect(self.decided("wipe_wanted"))
        window.show()
        return window

    def _menu(self):
        tray = Tray(self.theme)
        for name in (
            "window_wanted",
            "bar_wanted",
            "settings_wanted",
            "stop_pressed",
            "quit_wanted",
        ):
            getattr(tray, name).connect(self.decided(name))
        tray._menu.popup(tray._menu.pos().__class__(300, 300))
        return tray

    def _bar(self):
        bar = CommandBar(self.theme, preview=lambda text: (), history=lambda: ("click Save",))
        bar.task_sent.connect(self.decided("task_sent"))
        bar.open()
        return bar


def main(kind):
    """Show it and serve standard input."""
    qt = QApplication(["deskhand-windows"])
    ears = Ears()
    qt.installEventFilter(ears)
    shown = Shown(kind)

    def serve():
        # Read whole: what a buffer of Python's held back would not wake the notifier again.
        said = os.read(sys.stdin.fileno(), 65_536).decode()
        if not said:
            qt.quit()
        for line in said.splitlines():
            obey(line)

    def obey(line):
        if line.startswith("chord ") and shown.confirmer is not None:
            shown.confirmer.on_chord(line.removeprefix("chord ").strip())
        elif line.startswith("again") and kind == "bar":
            shown.kept.open()  # it closed as another window took the focus
        elif line.startswith("report"):
            told = {"heard": ears.heard, "decisions": shown.decisions, "is_up": shown.is_up}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()

    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, qt)
    notifier.activated.connect(serve)
    qt.exec()


if __name__ == "__main__":
    main(sys.argv[1])
