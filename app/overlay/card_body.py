"""The middle of an approval card: title, what decides, evidence, claim, and the offer."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.overlay.card_content import CardContent
from app.overlay.card_parts import SIDE, TypedText, claim_view, facts_view
from app.widgets.buttons import Button
from app.widgets.checkbox import CheckBox
from app.widgets.crop import CropView
from app.widgets.labels import Label
from app.widgets.risk import RiskBadge, RiskMark
from app.widgets.theme import Theme

CROP_HEIGHT: Final = 124
SMALL_CROP: Final = QSize(148, 84)
COVERED: Final = "Something is in front of this card. Move it away to go on."


class CardBody(QWidget):
    """Shows one content; scrolls when the card may not be tall enough for it."""

    grown = Signal()
    """It asks for another height."""

    def __init__(self, theme: Theme, content: CardContent, width: int) -> None:
        super().__init__()
        self._theme = theme
        self._content = content
        self._width = width
        self._column = QVBoxLayout(self)
        self._rest: CheckBox | None = None
        self._claim: QWidget | None = None
        self._text: TypedText | None = None
        self._more = Button(theme, "Show all", kind="link")
        self._edits_text = False
        self._is_beside_crop = content.is_danger and content.crop is not None
        """Why it is asked, and how it was found, stand beside a small picture."""
        self._crop: CropView | None = None
        self._title_words = Label(theme, content.title, "title", wraps=True)
        self._consequence = Label(theme, content.consequence, "small", "dim", wraps=True)
        self._facts = QVBoxLayout()
        self._lines = tuple(Label(theme, "", "small", "dim", wraps=True) for _ in range(3))
        self._notice = Label(theme, COVERED, "small", "r2", wraps=True)
        self._notice.hide()
        self._fill()

    @property
    def wants_rest(self) -> bool:
        """Tell whether the user ticked the rest of this task."""
        return self._rest is not None and self._rest.isChecked()

    @property
    def rest_box(self) -> CheckBox | None:
        """The offer to accept the rest of the task; None when it is not made."""
        return self._rest

    def wanted_height(self) -> int:
        """Return the height that shows everything."""
        height = self._column.totalHeightForWidth(self._width + 2 * SIDE)
        return height if height >= 0 else self._column.totalSizeHint().height()

    def show_changed(self, content: CardContent) -> None:
        """Say what would be done now, after the user changed target or text."""
        self._content = content
        if self._crop is not None and content.crop is not None:
            self._crop.set_crop(content.crop)
        self._title_words.setText(content.title)
        self._consequence.setText(content.consequence)
        self._show_facts()
        self._show_claim()
        self._show_lines()
        self._show_text()

    def set_covered(self, *, is_covered: bool) -> bool:
        """Say or unsay that something lies in front; tell whether that changed anything."""
        if self._notice.isHidden() != is_covered:
            return False
        self._notice.setVisible(is_covered)
        return True

    def show_for(self, *, is_reading: bool, edits_text: bool) -> None:
        """Leave out the offer while the user does something else, and the text while it is edited."""
        self._edits_text = edits_text
        self._show_text()
        if self._rest is not None:
            self._rest.setVisible(is_reading)

    def _fill(self) -> None:
        content, theme, column = self._content, self._theme, self._column
        column.setContentsMargins(SIDE, 12, SIDE, 12)
        column.setSpacing(10)
        column.addLayout(self._danger_title() if content.is_danger else self._title())
        column.addLayout(self._facts)
        self._show_facts()
        if content.crop is not None and not content.is_danger:
            self._crop = CropView(theme, content.crop, QSize(self._width, CROP_HEIGHT))
            column.addWidget(self._crop)
        self._text_at = column.count()
        self._more.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._more.clicked.connect(self._show_all)
        column.addWidget(self._more)
        if self._is_beside_crop:
            column.addLayout(self._why_with_crop())
        for line in self._lines[1:] if self._is_beside_crop else self._lines:
            column.addWidget(line)
        self._show_lines()
        self._show_text()
        self._add_claim_and_offer(column)

    def _show_facts(self) -> None:
        while (item := self._facts.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        if self._content.facts:
            self._facts.addWidget(facts_view(self._theme, self._content.facts))

    def _show_claim(self) -> None:
        """Leave the model's words out once they are about another place; they come back with it."""
        if self._claim is not None:
            self._claim.setVisible(bool(self._content.claim))

    def _show_lines(self) -> None:
        content = self._content
        if self._is_beside_crop:
            words = " ".join(part for part in (content.why, content.evidence) if part)
            lines: tuple[str, ...] = (words, content.note, "")
        else:
            lines = (content.note, content.evidence, content.why)
        for label, words in zip(self._lines, lines, strict=True):
            label.setText(words)
            label.setVisible(bool(words))

    def _show_text(self) -> None:
        runs = self._content.text
        if self._text is None and runs:
            self._text = TypedText(self._theme, runs, self._width)
            self._column.insertWidget(self._text_at, self._text)
        elif self._text is not None:
            self._text.show_runs(runs)
        is_shown = bool(runs) and not self._edits_text
        if self._text is not None:
            self._text.setVisible(is_shown)
        self._more.setVisible(is_shown and self._text is not None and self._text.is_cut)

    def _add_claim_and_offer(self, column: QVBoxLayout) -> None:
        content, theme = self._content, self._theme
        if content.claim:
            self._claim = claim_view(theme, content.claim)
            column.addWidget(self._claim)
        if content.rest:
            self._rest = CheckBox(theme, content.rest)
            self._rest.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            column.addWidget(self._rest)
        if content.warning:
            column.addWidget(Label(theme, content.warning, "caption", "r2", wraps=True))
        column.addWidget(self._notice)

    def _title(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._title_words, 1)
        badge = RiskBadge(self._theme, self._content.level)
        row.addWidget(badge, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _danger_title(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(RiskMark(self._theme, self._content.level, 26), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title_words)
        words.addWidget(self._consequence)
        row.addLayout(words, 1)
        return row

    def _why_with_crop(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        if self._content.crop is not None:
            self._crop = CropView(self._theme, self._content.crop, SMALL_CROP, (1.0, 2.0, 3.0))
            row.addWidget(self._crop, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._lines[0], 1)
        return row

    def _show_all(self) -> None:
        if self._text is not None:
            self._text.expand()
        self._more.hide()
        self.grown.emit()
