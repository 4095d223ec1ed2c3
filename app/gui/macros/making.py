"""Recording, editors and picking of the window, made when one is first wanted: a start needs none."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.macros.control import MacroControl
from app.gui.preferences.keeper import SettingsKeeper
from app.gui.widgets.theme import Theme
from app.settings import Folders, Settings
from automation.core.events import ApproveMode

if TYPE_CHECKING:
    from app.gui.macros.editor.control import EditorControl
    from app.gui.macros.picker import Picker, PlayPointer
    from app.gui.macros.recording.control import RecordingControl
    from app.gui.overlay.confirmer import OverlayConfirmer


PICKING: Final = tr("Something is being picked on the screen. Pick it or press Esc first.")


class MacroWindows(QObject):
    """Owned by the application; UI thread."""

    kept = Signal(str)
    """A recording became the macro of this name."""

    def __init__(
        self,
        theme: Theme,
        folders: Folders,
        keeper: SettingsKeeper,
        mode: Callable[[], ApproveMode],
        macros: MacroControl,
        parent: QObject,
    ) -> None:
        """Prepare; nothing is loaded.

        Args:
            mode: returns how the user wants steps approved.
        """
        super().__init__(parent)
        self._theme, self._folders, self._macros = theme, folders, macros
        self._keeper, self._mode = keeper, mode
        self._made: list[str] = []
        self._pointer: PlayPointer | None = None
        macros.record_wanted.connect(lambda name: self.recording.begin(name))
        macros.editor_wanted.connect(lambda name: self.editors.open(name))

    def _settings(self) -> Settings:
        return self._keeper.current

    def use(self, overlay: "OverlayConfirmer") -> None:
        """Let whoever plays a macro point at a target, now that there is an overlay to make room."""
        from app.gui.macros.picker import PlayPointer  # noqa: PLC0415  # needs a desk

        self._pointer = PlayPointer(self._theme, self._folders, self._settings, overlay, self)
        self._pointer.said.connect(self._macros.said)
        self._macros.pointer = self._pointer

    def may_end(self) -> bool:
        """Tell whether the application may end; an editor that is half written says so instead."""
        return "editors" not in self._made or self.editors.may_end()

    def close(self) -> None:
        """End with the application; what was recorded and not kept can be recovered."""
        if "editors" in self._made:
            self.editors.close()
        if "picker" in self._made:
            self.picker.close()
        if self._pointer is not None:
            self._pointer.close()
        if "recording" in self._made:
            self.recording.close()

    @cached_property
    def recording(self) -> "RecordingControl":
        """What records."""
        from app.gui.macros.recording.control import Parts, RecordingControl  # noqa: PLC0415  # heavy

        macros = self._macros
        parts = Parts(
            self._theme, self._folders, self._settings, macros.library, macros.book, macros.business
        )
        recording = RecordingControl(parts, self)
        recording.said.connect(macros.said)
        recording.kept.connect(self._on_kept)
        macros.heed(lambda: recording.business)
        self._made.append("recording")
        return recording

    @cached_property
    def picker(self) -> "Picker":
        """What picks on the screen."""
        from app.gui.macros.picker import Picker  # noqa: PLC0415  # heavy

        self._made.append("picker")
        picker = Picker(self._theme, self._folders, self._settings, self)
        self._macros.heed(lambda: PICKING if picker.is_picking else "")
        return picker

    @cached_property
    def editors(self) -> "EditorControl":
        """The windows that edit."""
        from app.gui.macros.editor.control import open_editors  # noqa: PLC0415  # heavy

        self._made.append("editors")
        editors = self._macros.editors = open_editors(
            self._theme,
            self._folders.data,
            self._macros,
            self.recording,
            self.picker,
            self._mode,
            self,
        )
        return editors

    def _on_kept(self, name: str) -> None:
        self._macros.changed.emit()
        self.kept.emit(name)
