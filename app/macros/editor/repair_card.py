"""A target that was found elsewhere than recorded: both pictures, and whether it is kept."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.chat.crop_shelf import Picture
from app.macros.editor.picture_view import PictureView
from app.macros.editor.sentences import name_of
from app.macros.editor.ways import FOUND_BY
from app.widgets.buttons import Button
from app.widgets.crop import frame_image
from app.widgets.labels import Label, Run, RunsLabel
from app.widgets.risk import RiskMark
from app.widgets.theme import Theme
from automation.core.geometry import Rect
from automation.core.proposal import RiskLevel
from automation.core.wording import quoted
from automation.macros.macro import Target
from automation.macros.player.repair import Repair
from resources.role_words import role_words

_SMALL: Final = QSize(128, 56)


def repair_words(old: Target | None, repair: Repair) -> tuple[Run, ...]:
    """Return what is different now, in a sentence."""
    before = name_of(old) if old is not None else ""
    after = name_of(repair.target)
    if before and after and before != after:
        what = role_words(old.role if old is not None else "") or "target"
        return ((f"The {what} was renamed. ", True), (f"It is now {quoted(after)}.", False))
    how = FOUND_BY.get(repair.found.rung, repair.found.rung)
    return (("It was found in another way. ", True), (f"Last run: {how}.", False))


class RepairCard(QFrame):
    """Nothing of it is kept unless Keep is pressed."""

    kept = Signal(object)
    """The `Repair` that the user keeps."""
    left = Signal(object)
    """The `Repair` that the user leaves."""

    def __init__(
        self, theme: Theme, repair: Repair, old: Target | None, old_picture: Picture | None
    ) -> None:
        super().__init__()
        self.setProperty("kind", "waiting")
        self._theme = theme
        self._repair = repair
        runs = repair_words(old, repair)
        mark = RiskMark(theme, RiskLevel.R2)
        renamed = old is not None and name_of(old) != name_of(repair.target) and name_of(old)
        self.keep = Button(theme, "Keep new name" if renamed else "Keep", size="compact")
        self.leave = Button(theme, "Leave", kind="flat", size="compact")
        self.keep.clicked.connect(lambda: self.kept.emit(self._repair))
        self.leave.clicked.connect(lambda: self.left.emit(self._repair))
        self._old = _picture(theme, "As it was recorded")
        self._old.show_picture(old_picture, old)
        fresh = _picture(theme, "As it is now")
        fresh.show_picture(_frame(repair), repair.target)
        lines = QVBoxLayout()
        lines.setSpacing(8)
        lines.addWidget(RunsLabel(theme, runs, "small", "small_bold"))
        lines.addLayout(_side_by_side(theme, self._old, fresh))
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        lines.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 10, 12, 10)
        row.setSpacing(8)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(lines, 1)
        self.setAccessibleName("".join(text for text, _ in runs))

    @property
    def repair(self) -> Repair:
        """What is offered."""
        return self._repair

    def show_old(self, picture: Picture | None, target: Target | None) -> None:
        """Show the recorded picture once it was read."""
        self._old.show_picture(picture, target)


def _picture(theme: Theme, name: str) -> PictureView:
    view = PictureView(theme, _SMALL.height())
    view.setAccessibleName(name)
    view.setMinimumWidth(100)
    return view


def _side_by_side(theme: Theme, old: QWidget, fresh: QWidget) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    for column, (word, view) in enumerate((("Recorded", old), ("Now", fresh))):
        grid.addWidget(view, 0, column)
        grid.addWidget(Label(theme, word, "caption", "dim"), 1, column)
        grid.setColumnStretch(column, 1)
    return grid


def _frame(repair: Repair) -> Picture | None:
    image = frame_image(repair.picture)
    if image.isNull():
        return None
    return image, Rect(0, 0, image.width(), image.height())
