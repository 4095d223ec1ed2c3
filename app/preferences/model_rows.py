"""The settings of who decides: commands or a model, and how the model runs here."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from app.preferences.controls import DropBox, NumberBox, Switch
from app.preferences.editor import SettingsEditor
from app.preferences.rows import SettingRow
from app.settings import ModelSettings
from app.widgets.buttons import Button
from app.widgets.folder_dialog import ask_folder
from app.widgets.theme import Theme

CONTROL_WIDTH: Final = 200
FIELD_WIDTH: Final = 260
Choices = tuple[tuple[str, str], ...]

POLICIES: Final[Choices] = (("auto", "Auto"), ("commands", "Commands"), ("holotron", "Model"))
PRECISIONS: Final[Choices] = (
    ("auto", "What fits"),
    ("none", "16 bit"),
    ("int8", "8 bit"),
    ("nf4", "4 bit"),
)
DEVICES: Final[Choices] = (
    ("auto", "Best for here"),
    ("cuda", "Graphics card"),
    ("cpu", "Processor"),
)
THINKING: Final[Choices] = (("auto", "As it was made"), ("on", "On"), ("off", "Off"))
VIEWS: Final[Choices] = (
    ("auto", "If needed"),
    ("whole", "Whole screen"),
    ("window", "Active window"),
    ("half", "Half of it"),
)


class FolderField(QWidget):
    """A path that can be written, or chosen in a dialog."""

    def __init__(self, theme: Theme, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(folder)
        self.field.setMinimumWidth(FIELD_WIDTH)
        self.field.setAccessibleName("Folder of the model")
        self.field.setPlaceholderText("None yet")
        self.choose = Button(theme, "", icon="folder")
        self.choose.setAccessibleName("Choose the folder of the model")
        self.choose.setToolTip("Choose the folder")
        self.choose.clicked.connect(self._on_choose)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self.choose)
        self.setFocusProxy(self.field)

    def _on_choose(self) -> None:
        ask_folder(self.window(), "Folder that holds the model", self.field.text(), self._take)

    def _take(self, folder: str) -> None:
        self.field.setText(folder)
        self.field.editingFinished.emit()


def folder_problem(text: str) -> str:
    """Say in a sentence why a folder cannot hold a model; empty when it can, or when none is set."""
    if not text:
        return ""
    if "\x00" in text:
        return "A folder's name has no such letter."
    if not Path(text).expanduser().is_dir():
        return f"There is no folder {text}."
    return ""


def model_rows(
    theme: Theme, editor: SettingsEditor, profiles: Sequence[str]
) -> tuple[SettingRow, ...]:
    """Return the rows.

    Args:
        theme: colours and fonts.
        editor: takes every change.
        profiles: names of the ways in which a model can be spoken to.
    """
    model = editor.settings.model
    names = dict.fromkeys((*profiles, model.profile))
    spoken = (("auto", "By its files"), *((name, name) for name in names if name != "auto"))

    def choice(name: str, sentence: str, field: str, choices: Choices) -> SettingRow:
        value = str(getattr(model, field))
        box = DropBox(theme, choices, value, lambda chosen: editor.put_model(field, chosen))
        box.setMinimumWidth(CONTROL_WIDTH)
        return SettingRow(theme, name, sentence, box)

    return (
        choice(
            "New tasks",
            "Auto gives instructions that name things to commands, and goals to the model.",
            "policy",
            POLICIES,
        ),
        _folder_row(theme, editor, model),
        SettingRow(
            theme,
            "Load at the start",
            "The model is ready sooner; its memory is taken all the time.",
            Switch(theme, model.load_at_start, lambda v: editor.put_model("load_at_start", v)),
        ),
        choice(
            "Precision",
            "Fewer bits take less memory and make more mistakes.",
            "quantization",
            PRECISIONS,
        ),
        choice("Runs on", "A processor takes minutes for a step.", "device", DEVICES),
        choice(
            "Thinking",
            "The model thinks in words before it answers: slower, and sometimes better.",
            "thinking",
            THINKING,
        ),
        choice(
            "Wide and tall screens",
            "A part of the screen keeps small text readable for the model.",
            "view",
            VIEWS,
        ),
        _pictures_row(theme, editor, model),
        choice(
            "How it is spoken to",
            "Prompt, reply and places differ between models. Calibrate finds out what fits.",
            "profile",
            spoken,
        ),
    )


def _folder_row(theme: Theme, editor: SettingsEditor, model: ModelSettings) -> SettingRow:
    control = FolderField(theme, model.folder)
    sentence = "Where the checkpoint lies. Nothing in it is ever run as a program."
    row = SettingRow(theme, "Folder", sentence, control)

    def put() -> None:
        text = control.field.text().strip()
        problem = folder_problem(text)
        row.set_problem(problem)
        if not problem:
            editor.put_model("folder", str(Path(text).expanduser()) if text else "")

    control.field.editingFinished.connect(put)
    return row


def _pictures_row(theme: Theme, editor: SettingsEditor, model: ModelSettings) -> SettingRow:
    box = NumberBox(
        theme, (1, 4), model.images_kept, lambda count: editor.put_model("images_kept", count)
    )
    box.setMinimumWidth(CONTROL_WIDTH)
    sentence = "How many pictures of the screen the model sees at once, this one counted. 1 to 4."
    return SettingRow(theme, "Pictures", sentence, box)
