"""The settings while they are edited: every change is a whole new value, handed over at once."""

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QObject, Signal

from app.chord_text import shown_chord
from app.settings import Keys, ModelSettings, Settings

KEY_WORDS = {
    "stop": "Stop",
    "command_bar": "Command bar",
    "record_pause": "Pause a recording",
    "accept": "Accept the card",
    "change": "Change the card",
    "reject": "Reject the card",
    "hold": "Hold to accept what is hard to undo",
    "show": "Show or hide the card",
}


class SettingsEditor(QObject):
    """Owned by the settings window."""

    changed = Signal(object)
    """The new `Settings`."""
    wipe_wanted = Signal()
    """The user wants the whole history gone, and was asked once more."""
    wiped = Signal(str)
    """How that went, in a sentence."""

    def __init__(
        self, settings: Settings, chord_problem: Callable[[str], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self._chord_problem = chord_problem

    def put(self, settings: Settings) -> None:
        """Use these settings from here on."""
        if settings != self.settings:
            self.settings = settings
            self.changed.emit(settings)

    def put_field(self, name: str, value: object) -> None:
        """Change one setting."""
        self.put(msgspec.structs.replace(self.settings, **{name: value}))

    def put_approval(self, name: str, value: object) -> None:
        """Change one setting of the approval."""
        self.put_field("approval", msgspec.structs.replace(self.settings.approval, **{name: value}))

    def put_model(self, name: str, value: object) -> None:
        """Change one choice about the model."""
        self.put_field("model", msgspec.structs.replace(self.settings.model, **{name: value}))

    def put_keeping(self, name: str, value: object) -> None:
        """Change how long the history stays."""
        self.put_field("keeping", msgspec.structs.replace(self.settings.keeping, **{name: value}))

    def put_budget(self, name: str, value: object) -> None:
        """Change one limit."""
        self.put_field("budgets", msgspec.structs.replace(self.settings.budgets, **{name: value}))

    def key_text(self, name: str) -> str:
        """Return a chord as it is shown and typed; several with commas."""
        value = getattr(self.settings.keys, name)
        return shown_chord(", ".join(value) if isinstance(value, tuple) else value)

    def put_key(self, name: str, text: str) -> str:
        """Change a chord; return in a sentence why it cannot be, empty when it was changed."""
        chords = tuple(part.strip() for part in text.split(",") if part.strip())
        if not chords:
            return "A key is needed here."
        if name != "stop" and len(chords) > 1:
            return "Only one chord works here."
        for chord in chords:
            if problem := self._chord_problem(chord) or self._taken(name, chord):
                return problem
        value = chords if name == "stop" else chords[0]
        if shown_chord(", ".join(chords)) == self.key_text(name):
            return ""
        self.put_field("keys", msgspec.structs.replace(self.settings.keys, **{name: value}))
        return ""

    def _taken(self, name: str, chord: str) -> str:
        keys: Keys = self.settings.keys
        for other, words in KEY_WORDS.items():
            value = getattr(keys, other)
            used = value if isinstance(value, tuple) else (value,)
            if other != name and any(_same(chord, one) for one in used):
                return f"{shown_chord(chord)} is used for: {words}. Choose another."
        return ""

    def reset(self) -> Settings:
        """Go back to the first settings, but keep what the user owns; return what was before."""
        before = self.settings
        model = ModelSettings(folder=before.model.folder)
        self.put(Settings(apps=before.apps, mark=before.mark, model=model))
        return before


def _same(chord: str, other: str) -> bool:
    return shown_chord(chord).casefold() == shown_chord(other).casefold()
