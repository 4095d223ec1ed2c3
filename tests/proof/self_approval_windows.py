"""Shows windows of deskhand's own, for real, and tells what they took for the user's will.

Arguments: kinds, joined by `+`, an empty folder, and `open` to let Qt offer all that it does. On standard input `chord NAME` is a chord as the
executor reports it, `again` puts up again what went as another window took the focus, and `report`
asks for one JSON line.
"""

import importlib
import json
import os
import sys
import threading
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSocketNotifier
from PySide6.QtWidgets import QApplication, QToolTip

from app.gui.command_bar import CommandBar
from app.gui.command_bar_words import BarMacro
from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.preferences.pages import WipeButton
from app.gui.preferences.window import PreferencesWindow
from app.gui.tray import MenuMacro, Tray
from app.gui.widgets.own_application import OwnApplication
from app.gui.window.main_window import MainWindow
from automation.core.actions import Aim, Click
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement
from automation.core.proposal import Candidate, Proposal, Question, Risk, RiskLevel
from automation.core.timing import StopToken
from tests.proof.self_approval_shown import LONG_MS, SETTINGS, Maker, Part, Stage

SCREEN = Rect(0, 0, 1920, 1080)
POINT = ScreenPoint(1200, 900)
INPUT = (
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.KeyPress,
    QEvent.Type.Wheel, QEvent.Type.Drop,
)  # fmt: skip


class Ears(QObject):
    """Notes presses, wheel turns and drops that any widget of the process gets."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def eventFilter(self, watched, event):
        """Note and let everything go on."""
        if watched.isWidgetType() and event.type() in INPUT:
            self.heard.append(f"{event.type().name} {type(watched).__name__}")
        return False


def _confirmer(stage):
    confirmer = OverlayConfirmer(stage.theme, SETTINGS)
    confirmer.stop_pressed.connect(stage.decided("stop_pressed"))
    stage.confirmers.append(confirmer)
    return confirmer


def _asked(stage, ask):
    confirmer = _confirmer(stage)
    frame = Frame(np.zeros((SCREEN.h, SCREEN.w, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    seen = Observation(frame, (Monitor(1, SCREEN, 1.0),), (), ScreenPoint(0, 0))
    work = lambda: stage.decisions.append(f"answer: {ask(confirmer, seen)}")  # noqa: E731
    threading.Thread(target=work, daemon=True).start()

    def is_up():
        session = confirmer.director.session
        if session is None or not session.card.isVisible():
            return False
        is_armed = getattr(session, "is_armed", None)
        return is_armed() if is_armed else session.machine.is_armed(session._now())

    return Part(is_up, kept=confirmer)


def _card(stage, level=RiskLevel.R2):
    proposal, risk = Proposal(Click(Aim(POINT))), Risk(level)
    return _asked(stage, lambda asker, seen: asker.confirm(proposal, risk, seen, StopToken()))


def _danger(stage):
    return _card(stage, RiskLevel.R3)


def _changing(stage):
    """Show a card whose action is being changed: a handle on the mark, keys on loan to the card."""
    card = _card(stage)
    director = card.kept.director

    def again():
        director.on_chord("change")

    def is_up():
        session = director.session
        return session is not None and session.card.isVisible()

    return Part(is_up, again, card.kept)


def _choice(stage):
    boxes = [Rect(1200, 700 + 60 * n, 100, 30) for n in range(3)]
    found = [ScreenElement(f"Save {n}", "button", box, "tree") for n, box in enumerate(boxes)]
    candidates = (Candidate(n, e.name, e.role, e.box) for n, e in enumerate(found, 1))
    question = Question("Which Save?", tuple(candidates))
    return _asked(stage, lambda asker, seen: asker.choose(question, seen, StopToken()))


def _pill(stage):
    confirmer = _confirmer(stage)
    confirmer.show_beginning()
    return Part(lambda: confirmer.director.pill.isVisible(), kept=confirmer)


def _main(stage):
    window = MainWindow(stage.theme, SETTINGS, ("click File, then New",))
    stage.note(window)
    stage.note(window.commands)
    stage.note(window.past)
    window.show()
    return Part(window.isVisible, kept=window)


def _model(stage):
    """Show the page that loads a model, with a folder that it would load."""
    shown = _main(stage)
    models = shown.kept.models
    stage.note(models)
    models.show_folder(str(stage.folder))
    models.open()
    return shown


def _promises(stage):
    shown = _main(stage)
    stage.note(shown.kept.promises)
    shown.kept.promises.open()
    return shown


def _settings(stage, page=0):
    window = PreferencesWindow(stage.theme, SETTINGS, lambda chord: "")
    stage.note(window, "changed", "wipe_wanted")
    window.categories.setCurrentRow(page)
    window.show()
    return Part(window.isVisible, kept=window)


def _secrets(stage):
    return _settings(stage, 3)


def _wipe(stage):
    """Show the question whether the history is to be wiped; the second press is armed."""
    shown = _settings(stage, 7)
    wipe = shown.kept.findChild(WipeButton)
    wipe._patience.setInterval(LONG_MS)
    wipe.ask.click()
    return Part(lambda: wipe.yes.isVisible() and wipe.yes.isEnabled(), kept=shown.kept)


def _menu(stage):
    tray = Tray(stage.theme)
    tray.show_macros((MenuMacro("pay-the-bill", "Pay the bill"),))
    stage.note(tray)
    stage.note(tray.commands)
    tray._menu.popup(QPoint(300, 300))
    return Part(tray._menu.isVisible, kept=tray)


def _bar(stage):
    bar = CommandBar(
        stage.theme,
        preview=lambda text: (),
        history=lambda: ("click Save",),
        macros=lambda: (BarMacro("pay-the-bill", "Pay the bill"),),
    )
    bar.task_sent.connect(stage.decided("task_sent"))
    bar.macro_sent.connect(stage.decided("macro_sent"))
    bar.open()
    return Part(lambda: bar.is_open, bar.open, bar)


def _hint(stage):
    """Show a tooltip; alone, because any window that comes or goes takes it away."""

    def again():
        QToolTip.showText(QPoint(1200, 700), "Search macros\n" * 9, None, QRect(), LONG_MS)

    again()
    return Part(QToolTip.isVisible, again)


MAKERS: dict[str, Maker] = {
    "card": _card, "danger": _danger, "changing": _changing, "choice": _choice, "pill": _pill,
    "main": _main, "model": _model, "promises": _promises, "settings": _settings,
    "secrets": _secrets, "wipe": _wipe, "menu": _menu, "bar": _bar, "hint": _hint,
}  # fmt: skip


def _maker(kind):
    """Return what shows a kind; those of macros are loaded when they are wanted, as they are heavy."""
    if kind in MAKERS:
        return MAKERS[kind]
    return importlib.import_module("tests.proof.self_approval_macros").MACROS[kind]


def main(kinds, folder, make):
    """Show them and serve standard input."""
    qt = make(["deskhand-windows"])
    ears = Ears()
    qt.setQuitOnLastWindowClosed(False)  # what is closed must be told
    qt.installEventFilter(ears)
    stage = Stage(folder)
    parts = [_maker(kind)(stage) for kind in kinds]

    def serve():
        # Read whole: what a buffer of Python's held back would not wake the notifier again.
        said = os.read(sys.stdin.fileno(), 65_536).decode()
        if not said:
            qt.quit()
        for line in said.splitlines():
            obey(line)

    def obey(line):
        if line.startswith("chord "):
            name = line.removeprefix("chord ").strip()
            stage.decisions.append(f"chord {name}")
            for confirmer in stage.confirmers:
                confirmer.on_chord(name)
        elif line.startswith("again"):
            for part in parts:
                part.again()
        elif line.startswith("report"):
            told = {
                "heard": ears.heard,
                "decisions": stage.decisions,
                "files": stage.files(),
                "is_up": all(part.is_up() for part in parts),
            }
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()

    notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, qt)
    notifier.activated.connect(serve)
    qt.exec()


if __name__ == "__main__":
    kind = QApplication if sys.argv[3:] == ["open"] else OwnApplication
    main(sys.argv[1].split("+"), Path(sys.argv[2]), kind)
