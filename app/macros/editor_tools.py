"""What the editors share: who plays, records, picks and keeps the library."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from automation.core.events import ApproveMode

if TYPE_CHECKING:
    from app.macro_control import MacroControl
    from app.macros.library.changes import Changes
    from app.macros.library.worker import Worker
    from app.macros.picking.picker import Picker
    from app.macros.recording.control import RecordingControl
    from app.widgets.theme import Theme


@dataclass(frozen=True, slots=True)
class EditorTools:
    """One for all editors of the application."""

    theme: "Theme"
    macros: "MacroControl"
    recording: "RecordingControl"
    picker: "Picker"
    worker: "Worker"
    changes: "Changes"
    """Used by the worker's thread only."""
    mode: Callable[[], ApproveMode]
    """How the user wants steps approved."""
