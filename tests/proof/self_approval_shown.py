"""What a process of the proof of self-approval has on the screen, and what came of it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings

if TYPE_CHECKING:
    from app.gui.overlay.confirmer import OverlayConfirmer

SETTINGS = Settings(approval=Approval(arming_s=0.3, expiry_s=300.0), mark="amber-kite:paper kite")
LONG_MS = 300_000
"""Longer than an attack: what asks twice, and a tooltip, stays as long."""
TELLS = frozenset(
    {
        "folded", "changed", "detail_wanted", "page_wanted", "noted", "said", "seen", "page_made",
        "shown", "keyboard_back", "weights_wanted", "closing", "came_to_front",
    }
)  # fmt: skip
"""Signals that no press of the user stands behind; all others are a decision."""


def nothing() -> None:
    """Do nothing."""


def is_shown(widget: QWidget) -> bool:
    """Tell whether a window is there that closes for good."""
    return isValid(widget) and widget.isVisible()


def put_up(is_up: Callable[[], bool], show: Callable[[], None]) -> QTimer:
    """Show what closes by itself until it is up for the first time; the timer must be kept."""
    timer = QTimer()

    def look() -> None:
        show()
        if is_up():
            timer.stop()

    timer.timeout.connect(look)
    timer.start(50)
    return timer


@dataclass(frozen=True, slots=True)
class Part:
    """One kind of window that is up."""

    is_up: Callable[[], bool]
    """Whether it can be aimed at, armed if it has to be."""
    again: Callable[[], object] = nothing
    """Puts it up again if it went as another window took the focus."""
    kept: object = None
    """What must live as long as the window."""


class Stage:
    """What all parts of one process share. Owned by its UI thread."""

    def __init__(self, folder: Path) -> None:
        """Prepare; nothing is shown.

        Args:
            folder: empty; the user's files lie below it.
        """
        self.folder = folder
        self.data = folder / "data"
        self.decisions: list[str] = []
        self.confirmers: list[OverlayConfirmer] = []
        """Who gets the chords that the executor reports."""
        self.theme = Theme("light")
        self.theme.apply(QApplication.instance())

    def decided(self, name: str) -> Callable[..., None]:
        """Return a slot that notes a decision of this name."""
        return lambda *_: self.decisions.append(name)

    def note(self, thing: QObject, *more: str) -> None:
        """Note every signal of a thing's own class as a decision, and those named besides."""
        own = [name for name, value in vars(type(thing)).items() if isinstance(value, Signal)]
        for name in {*own, *more}:
            if name in more or not (name.startswith("_") or name in TELLS):
                getattr(thing, name).connect(self.decided(name))

    def files(self) -> str:
        """Return what tells macros, trust and keys of one moment from those of another."""
        sha = hashlib.sha256()
        kinds = ("**/macro.yaml", "**/*.json", "**/*.zip")
        for file in sorted({file for kind in kinds for file in self.folder.glob(kind)}):
            if not file.name.startswith("."):  # the list of the macros is made anew by any look
                sha.update(str(file).encode() + b"\0" + file.read_bytes())
        return sha.hexdigest()[:16]


Maker = Callable[[Stage], Part]
