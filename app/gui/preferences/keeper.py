"""The settings while the application lives: the value in force, its file, and its window.

Where the file could not be used, nothing is written until the user has answered in that window.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QObject, Signal

from app.gui import tr
from app.gui.widgets.layout import PlaceKeeper, show_over
from app.gui.widgets.theme import Theme
from app.settings import Settings, SettingsFile
from automation.core.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.gui.preferences.window import PreferencesWindow


COPY: Final = tr(
    "The settings file cannot be used. These are the last good copy of it: what you settled after "
    "that is missing."
)


STOOD_IN: Final = tr(
    "The settings file cannot be used, and there is no good copy. Until you have settled again what "
    "may be touched, looked at and kept, everything is asked about and nothing is kept."
)


class SettingsKeeper(QObject):
    """Owned by the application; UI thread. Only the user's presses and `keep` change the value."""

    changed = Signal(object)
    """The user changed something in the settings window: the `Settings` before that."""
    failed = Signal(str)
    """They were not saved: a sentence that says why."""

    def __init__(
        self,
        theme: Theme,
        file: SettingsFile,
        settings: Settings,
        parent: QObject,
        data: Path | None = None,
    ) -> None:
        """Take the value in force; size and place of the window are kept in `data`."""
        super().__init__(parent)
        self._data = data
        self._theme = theme
        self._file = file
        self.current = settings
        """The settings in force."""
        self._window: PreferencesWindow | None = None
        self.wipe: Callable[[], None] = lambda: None
        """Wipes the whole history; set before the window is first shown."""

    @property
    def _is_unanswered(self) -> bool:
        return self.current.source != "file"

    def keep(self, **fields: object) -> None:
        """Change fields, save, and keep an open settings window from writing older values back."""
        self.current = msgspec.structs.replace(self.current, **fields)
        if not self._is_unanswered:
            self._save()
        if self._window is not None:
            self._window.set_settings(_of_file(self.current))

    def keep_mode(self, mode: str) -> None:
        """Keep how tasks are approved."""
        self.keep(approval=msgspec.structs.replace(self.current.approval, mode=mode))

    def open(self) -> None:
        """Show the settings window."""
        if self._window is None:
            from app.gui.preferences.window import (  # noqa: PLC0415  # not needed for a start
                settings_window,
            )

            self._window = settings_window(self._theme, _of_file(self.current))
            self._window.changed.connect(self._on_changed)
            self._window.wipe_wanted.connect(self.wipe)
            if self._data is not None:
                PlaceKeeper(self._window, self._data, "settings")
        if self._is_unanswered:
            self._window.ask(COPY if self.current.source == "copy" else STOOD_IN)
        show_over(self._window)

    def tell(self, sentence: str) -> bool:
        """Say something of the history in the settings window; False when it is not open."""
        is_open = self._window is not None and self._window.isVisible()
        if self._window is not None and is_open:
            self._window.wiped.emit(sentence)
        return is_open

    def show_notice(self, sentence: str) -> bool:
        """Say something of a choice in the settings window; False when it is not open, or asks something."""
        is_open = self._window is not None and self._window.isVisible()
        return self._window is not None and is_open and self._window.show_notice(sentence)

    def _on_changed(self, settings: Settings) -> None:
        before, self.current = self.current, _of_file(settings)
        self._save()
        self.changed.emit(before)

    def _save(self) -> None:
        try:
            self._file.save(self.current)
        except AssistantError as error:
            self.failed.emit(str(error))


def _of_file(settings: Settings) -> Settings:
    """Return settings as they will stand in the file."""
    return msgspec.structs.replace(settings, source="file")
