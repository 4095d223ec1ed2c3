"""The page of the history: how long it stays, and the button that takes it away."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from app.preferences.controls import NumberBox, SecondsBox, Switch
from app.preferences.editor import SettingsEditor
from app.preferences.rows import SettingRow
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

CONTROL_WIDTH = 200
WIPE_SENTENCE = (
    "Every run, every picture and all backups of the history, for good. Old blocks may stay on a "
    "flash disk, in snapshots and in backups of yours."
)


class WipeButton(QWidget):
    """Asks once more in its own place; nothing is wiped by one press."""

    confirmed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.ask = Button(theme, "Wipe everything…", icon="trash")
        self.yes = Button(theme, "Wipe", icon="trash", kind="danger")
        self.no = Button(theme, "Keep")
        first, second = QWidget(), QWidget()
        for widget, buttons in ((first, (self.ask,)), (second, (self.no, self.yes))):
            line = QHBoxLayout(widget)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            line.addStretch(1)
            for button in buttons:
                line.addWidget(button)
        self._pages = QStackedLayout(self)
        self._pages.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(first)
        self._pages.addWidget(second)
        self.ask.clicked.connect(lambda: self._show(1, self.no))
        self.no.clicked.connect(lambda: self._show(0, self.ask))
        self.yes.clicked.connect(self._on_yes)

    def _show(self, page: int, focused: Button) -> None:
        self._pages.setCurrentIndex(page)
        focused.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_yes(self) -> None:
        self._show(0, self.ask)
        self.confirmed.emit()


def keeping_rows(theme: Theme, editor: SettingsEditor) -> tuple[QWidget, ...]:
    """Return the rows of the page."""
    keeping = editor.settings.keeping
    runs = Switch(
        theme,
        keeping.runs == "all",
        lambda is_on: editor.put_keeping("runs", "all" if is_on else "nothing"),
    )
    days = NumberBox(
        theme, (0, 3650), keeping.picture_days, lambda v: editor.put_keeping("picture_days", v)
    )
    days.setSuffix(" days")
    days.setSpecialValueText("for good")
    room = SecondsBox(
        theme, (0.1, 10_000), keeping.picture_gb, lambda v: editor.put_keeping("picture_gb", v)
    )
    room.setSuffix(" GB")
    texts = NumberBox(
        theme, (0, 36_500), keeping.text_days, lambda v: editor.put_keeping("text_days", v)
    )
    texts.setSuffix(" days")
    texts.setSpecialValueText("for good")
    for control in (days, room, texts):
        control.setMinimumWidth(CONTROL_WIDTH)
    wipe = WipeButton(theme)
    wipe.confirmed.connect(editor.wipe_wanted)
    said = Label(theme, "", "small", "dim", wraps=True)
    said.setContentsMargins(0, 12, 0, 0)
    editor.wiped.connect(said.setText)
    return (
        SettingRow(
            theme,
            "Keep what runs do",
            "Off, no word and no picture is written: only when a run was, how it ended and how "
            "many steps it took.",
            runs,
        ),
        SettingRow(
            theme,
            "Pictures stay",
            "They show what was on your screen. Older ones are deleted; the steps stay.",
            days,
        ),
        SettingRow(theme, "Room for pictures", "Above this the oldest go first.", room),
        SettingRow(theme, "Runs stay", "Whole runs, with what you wrote. Pinned runs stay.", texts),
        SettingRow(theme, "Wipe the history", WIPE_SENTENCE, wipe),
        said,
    )
