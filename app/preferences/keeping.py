"""The page of the history: how long it stays, and the button that takes it away."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from app.preferences.controls import NumberBox, SecondsBox, Switch
from app.preferences.editor import SettingsEditor
from app.preferences.rows import SettingRow
from app.widgets.announce import announce
from app.widgets.asking_twice import AskingTwice
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

CONTROL_WIDTH = 200
BELOW = 24
"""Logical pixels that are seen below a sentence, so that it is seen to end there."""
WIPE_SENTENCE = (
    "Every run, pinned ones too, every picture and all backups of the history, for good, with the "
    "reports of macros, the values filled in last and repairs that wait. Old blocks may stay on a "
    "flash disk, in snapshots and in backups of yours."
)


class WipeButton(AskingTwice):
    """Nothing is wiped by one press."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            Button(theme, "Wipe everything…", icon="trash"),
            Button(theme, "Wipe for good", icon="trash", kind="danger"),
            Button(theme, "Keep"),
        )


class WipeResult(Label):
    """How the wipe went, below its button: the page scrolls there when it is told."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "", "small", "dim", wraps=True)
        self.setContentsMargins(0, 12, 0, 0)

    def tell(self, sentence: str) -> None:
        """Say it, and bring it into view, now and once the page has grown by it."""
        page = self._page()
        if page is not None:
            once = Qt.ConnectionType.SingleShotConnection
            page.verticalScrollBar().rangeChanged.connect(self._come_into_view, once)
        self.setText(sentence)
        announce(self, sentence)
        self._come_into_view()

    def _page(self) -> QScrollArea | None:
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        return around

    def _come_into_view(self) -> None:
        page = self._page()
        if page is not None:
            page.ensureWidgetVisible(self, 0, BELOW)


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
    said = WipeResult(theme)
    editor.wiped.connect(said.tell)
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
        SettingRow(
            theme,
            "Runs stay",
            "Whole runs, with what you wrote. Older ones go, but for those that you pinned.",
            texts,
        ),
        SettingRow(theme, "Wipe the history", WIPE_SENTENCE, wipe),
        said,
    )
