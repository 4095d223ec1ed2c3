"""The page of the history: how long it stays, and the button that takes it away."""

from PySide6.QtWidgets import QWidget

from app.preferences.controls import NumberBox, SecondsBox, Switch
from app.preferences.editor import SettingsEditor
from app.preferences.rows import SettingRow
from app.widgets.asking_twice import AskingTwice
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme

CONTROL_WIDTH = 200
WIPE_SENTENCE = (
    "Every run, every picture and all backups of the history, for good, with the reports of macros, "
    "the values filled in last and repairs that wait. Old blocks may stay on a flash disk, in "
    "snapshots and in backups of yours."
)


class WipeButton(AskingTwice):
    """Nothing is wiped by one press."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            Button(theme, "Wipe everything…", icon="trash"),
            Button(theme, "Wipe for good", icon="trash", kind="danger"),
            Button(theme, "Keep"),
        )


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
