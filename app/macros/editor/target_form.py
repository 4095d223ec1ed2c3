"""What a step acts on: its picture, the ways to find it, and the words that it is looked for by."""

from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.macros.editor.fields import LineField
from app.macros.editor.frames import pressed_at
from app.macros.editor.labelled import Labelled, heading
from app.macros.editor.picture_view import PictureView
from app.macros.editor.thumbnails import Thumbnails
from app.macros.editor.ways import ways_of
from app.macros.editor.ways_list import WaysList
from app.preferences.controls import DropBox
from app.widgets.buttons import Button
from app.widgets.flow import Flow
from app.widgets.labels import Label
from app.widgets.theme import Theme
from automation.core.geometry import ScreenPoint
from automation.macros.macro import Mismatch, Step, Target
from automation.macros.player.report import StepReport
from resources.role_words import role_named, role_words

PARTS: Final = (("target", "From"), ("to", "To"))
_WORDS: Final = (
    ("name", "Name", "its accessible name"),
    ("label", "Label", "the text beside a field"),
    ("text", "Text on it", "what can be read"),
    ("role", "Kind", "button, field, ..."),
    ("row", "In the row of", "texts of the row, with ; between"),
    ("within", "Within", "a dialog, a group"),
    ("window", "Window", "title, * for any words"),
    ("app", "Program", "its file name"),
    ("about", "For a model", "described in words"),
)
PICK: Final = "Click the picture, or use the arrows and Enter. Esc leaves it."


class TargetForm(QWidget):
    """Of a step with two targets it shows one at a time."""

    edited = Signal(str, object)
    """The part (`target` or `to`) and its `Target` as it should be."""
    pick_wanted = Signal(str)
    """The part that is to be picked on the live screen."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails, step: Step) -> None:
        super().__init__()
        self._theme = theme
        self._thumbnails = thumbnails
        self._step = step
        self._report: StepReport | None = None
        self._mismatch: Mismatch = "ask_model"
        self._part = "target"
        self.picture = PictureView(theme)
        self.on_screen = Button(theme, "Pick on screen", icon="pointer", size="compact")
        self.on_picture = Button(theme, "Pick on picture", icon="monitor", size="compact")
        self._said = Label(theme, PICK, "caption", "dim", wraps=True)
        self._said.hide()
        self._ways = WaysList(theme)
        self._fold = Button(theme, "What it is looked for by", icon="right", kind="link")
        self._fold.setCheckable(True)
        self._words = QWidget()
        self._words.hide()
        self._fields: dict[str, LineField] = {}
        self._lay_out()
        self.on_screen.clicked.connect(lambda: self.pick_wanted.emit(self._part))
        self.on_picture.clicked.connect(self._on_pick)
        self.picture.picked.connect(self._on_picked)
        self.picture.ended.connect(lambda: self._said.hide())
        self._fold.toggled.connect(self._on_folded)
        self._refresh()

    def _lay_out(self) -> None:
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(8)
        if hasattr(self._step, "to"):
            parts = DropBox(self._theme, PARTS, "target", self._on_part)
            parts.setAccessibleName("Which end of the drag")
            lines.addWidget(Labelled(self._theme, "End of the drag", parts))
        lines.addWidget(self.picture)
        lines.addWidget(self._said)
        lines.addWidget(Flow([self.on_screen, self.on_picture], 8, 8))
        lines.addWidget(heading(self._theme, "Ways to find it, in this order"))
        lines.addWidget(self._ways)
        lines.addWidget(self._fold)
        lines.addWidget(self._words)

    def _fill_words(self) -> None:
        """Make the fields when they are first looked at: most steps are only passed by."""
        inner = QVBoxLayout(self._words)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(6)
        for name, word, hint in _WORDS:
            field = LineField(self._theme, word, "", partial(self._put, name), hint=hint)
            self._fields[name] = field
            inner.addWidget(Labelled(self._theme, word, field))

    def commit(self) -> None:
        """Put what is written and not yet taken."""
        for field in self._fields.values():
            field.commit()

    @property
    def part(self) -> str:
        """The part that is shown."""
        return self._part

    def target(self) -> Target | None:
        """Return the target that is shown; None where the step has none yet."""
        found = getattr(self._step, self._part, None)
        return found if isinstance(found, Target) else None

    def show_state(self, step: Step, report: StepReport | None, mismatch: Mismatch) -> None:
        """Show another state of the same step, and how the last run found its target."""
        self._step, self._report, self._mismatch = step, report, mismatch
        self._refresh()

    def refresh_picture(self) -> None:
        """Show the picture once it was read."""
        target = self.target()
        path = target.image if target is not None else None
        picture = self._thumbnails.get(path)
        self.picture.show_picture(picture, target)
        self.on_picture.setEnabled(picture is not None)
        why = "" if picture is not None else "There is no stored picture of it"
        self.on_picture.setToolTip(why)

    def _refresh(self) -> None:
        target = self.target()
        self.refresh_picture()
        report = self._report if self._part == "target" else None
        ways = ways_of(target, self._mismatch, report, risk=self._step.risk) if target else ()
        self._ways.show_ways(ways)
        for name, field in self._fields.items():
            value = getattr(target, name) if target is not None else ""
            field.show_value(_shown(name, value))

    def _on_part(self, part: str) -> None:
        self.picture.stop()
        self._part = part
        self._refresh()

    def _on_folded(self, is_open: bool) -> None:
        self._fold.set_icon_name("down" if is_open else "right")
        if is_open and not self._fields:
            self._fill_words()
            self._refresh()
        self._words.setVisible(is_open)

    def _on_pick(self) -> None:
        self.picture.pick()
        self._said.setVisible(self.picture.is_picking)

    def _on_picked(self, point: ScreenPoint) -> None:
        target = self.target()
        picture = self._thumbnails.get(target.image) if target is not None else None
        if target is None or picture is None:
            return
        size = (picture[1].w, picture[1].h)
        self.edited.emit(self._part, pressed_at(target, size, point))

    def _put(self, name: str, text: str) -> None:
        target = self.target() or Target()
        self.edited.emit(self._part, msgspec.structs.replace(target, **{name: _meant(name, text)}))


def _shown(name: str, value: str | tuple[str, ...]) -> str:
    """Return what a field shows of a part of the target."""
    if isinstance(value, tuple):
        return "; ".join(value)
    return role_words(value) if name == "role" else value


def _meant(name: str, text: str) -> str | tuple[str, ...]:
    """Return the part of the target that the text of a field stands for."""
    if name == "row":
        return tuple(part.strip() for part in text.split(";") if part.strip())
    return role_named(text) if name == "role" else text.strip()
