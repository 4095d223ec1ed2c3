"""Macros in the window: what is played, told, opened and kept, on the UI thread."""

from PySide6.QtCore import QObject, Signal

from app.macro_performance import PlayRequest
from automation.macros.library import Library
from automation.macros.trust import TrustBook


class MacroControl(QObject):
    """Owned by the application; UI thread."""

    changed = Signal()
    """Library, trust, health or keys are others than before: lists read them again."""
    said = Signal(str, bool)
    """A sentence for the window, and whether it is an error."""
    values_wanted = Signal(object, object)
    """A `PlayRequest` and the `Asked` that it needs first; a macro that goes over rows needs a table."""
    trust_wanted = Signal(object)
    """A `PlayRequest` for a macro that is not trusted, in a mode that would not ask about each step."""
    editor_wanted = Signal(str)
    """A macro's name."""
    record_wanted = Signal(str)
    """The name to record for; empty where there is none yet."""
    stepped = Signal(object, object)
    """A `PlayRequest` and the `StepReport` of a step that is over."""
    ended = Signal(object, object, object)
    """A `PlayRequest`, its `Ended` and the `Repair`s that it would need, a tuple."""

    library: Library
    book: TrustBook

    def play(self, request: PlayRequest) -> None:
        """Play a macro as any task is run, or say why not."""
        raise NotImplementedError

    def is_busy(self) -> bool:
        """Tell whether a run lives, or one is about to begin."""
        raise NotImplementedError

    def edit(self, name: str) -> None:
        """Open a macro in the editor."""
        self.editor_wanted.emit(name)

    def record(self, name: str = "") -> None:
        """Record a macro."""
        self.record_wanted.emit(name)

    def refresh(self) -> None:
        """Tell everybody that the macros are others than before."""
        self.changed.emit()
