"""The card of a question, with numbered frames round everything that the words could have meant.

Candidates that are nothing on the screen are answers: only their words are shown.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.gui import spoken, tr, tr_said
from app.gui.overlay.card_widgets import SIDE, CardWindow, Footer, Head
from app.gui.overlay.marks import place_tag
from app.gui.overlay.placement import MonitorMap
from app.gui.overlay.secret_mark import SecretMark
from app.gui.overlay.shapes import Box, Rounded, Shape, Stroke, Tag
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import ElidedLabel, Label, Run, layout_runs, plain
from app.gui.widgets.layout import Part, column, row, rule
from app.gui.widgets.theme import PaintedButton, Theme, draw_box
from automation.commands.phrases import how_to_answer
from automation.core.proposal import Candidate, Question
from automation.core.wording import NAMELESS, kind_words, short_name

NUMBER: Final = 26.0


def candidate_marks(candidates: Sequence[Candidate], view: MonitorMap) -> tuple[Shape, ...]:
    """Return an ink frame and a number for each candidate on one monitor; answers in words have none.

    The number stands on the first free side: right, left, below, above.
    """
    placed = [candidate for candidate in candidates if candidate.has_place]
    boxes = [view.to_box(candidate.box) for candidate in placed]
    shapes: list[Shape] = [Stroke(Rounded(box.grown(3), 5), "ink", 2.5) for box in boxes]
    taken = [box.grown(4) for box in boxes]
    for candidate, box in zip(placed, boxes, strict=True):
        digits = str(candidate.n)
        size = Box(0, 0, NUMBER + 8 * (len(digits) - 1), NUMBER)
        place = place_tag(size, box.grown(4), view.size, taken)
        taken.append(place)
        shapes.append(Tag(place, digits, "ink"))
    return tuple(shapes)


WIDTH: Final = 408
ROW: Final = 34
MOST: Final = 9
"""More than these are not numbered by one digit: the card asks to say more."""
ANSWER_HINT: Final = tr("Press Ctrl+Shift and a number, or click an answer.")
_TITLE_CHARS: Final = 120
"""A longer question is a paragraph, not a head."""
_MOST_CHARS: Final = 480


def card_words(question: Question) -> str:
    """Return the question with the keys that answer it while its card is up."""
    if question.answering is None:
        return tr_said(question.text)
    return f"{tr_said(question.asks)} {how_to_answer(question.answering, 'card', spoken())}"


def candidate_runs(candidates: Sequence[Candidate]) -> list[tuple[Run, ...]]:
    """Return a sentence for each candidate; what tells it from the others is bold.

    An answer in words is that and nothing else.
    """
    names = Counter(candidate.name for candidate in candidates)
    windows = {candidate.window for candidate in candidates if candidate.has_place}
    sentences: list[tuple[Run, ...]] = []
    for candidate in candidates:
        if not candidate.has_place:
            sentences.append(((short_name(candidate.name, 60), False),))
            continue
        role = tr_said(kind_words(candidate.role))
        is_shared = names[candidate.name] > 1
        runs: list[Run] = [(short_name(candidate.name, 40) or tr_said(NAMELESS), not is_shared)]
        if role:
            runs.append((f", {role}", False))
        if len(windows) > 1 and candidate.window:
            runs += [(tr(", in "), False), (short_name(candidate.window, 32), True)]
        sentences.append(tuple(runs))
    return sentences


class CandidateRow(PaintedButton):
    """One candidate: number, sentence, and the pixel in its middle if it is on the screen."""

    def __init__(self, theme: Theme, candidate: Candidate, runs: Sequence[Run]) -> None:
        super().__init__(theme)
        self._candidate = candidate
        self._runs = tuple(runs)
        center = candidate.box.center
        self.place = f"{center.x}, {center.y}" if candidate.has_place else ""
        """Its pixel in words; empty for an answer."""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(ROW)
        self.setAccessibleName(f"{candidate.n}: {plain(runs)}")

    def sizeHint(self) -> QSize:
        """Return the size of a row."""
        return QSize(WIDTH - 2 * SIDE, ROW)

    def _paint(self, painter: QPainter) -> None:
        theme, middle = self._theme, self.height() / 2
        if self.underMouse():
            draw_box(painter, QRectF(self.rect()), 8, theme.color("sunken"))
        box = QRectF(0, middle - 11, 22, 22)
        draw_box(painter, box, 4, theme.color("text"))
        painter.setFont(theme.font("small_bold"))
        painter.setPen(theme.color("surface"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._candidate.n))
        painter.setFont(theme.font("mono"))
        painter.setPen(theme.color("text2"))
        right = QRectF(0, 0, self.width() - 2, self.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(right, flags, self.place)
        room = self.width() - 30 - painter.fontMetrics().horizontalAdvance(self.place) - 12
        painter.setPen(theme.color("text"))
        layout = layout_runs(theme, self._runs, room, "small", "small_bold", max_lines=1)
        top = middle - layout.boundingRect().height() / 2
        painter.setClipRect(QRectF(30, 0, room, self.height()))
        layout.draw(painter, QRectF(30, top, room, 0).topLeft())


class ChoiceCard(CardWindow):
    """Asks which of the candidates was meant, or what is to be done. It takes no focus."""

    chosen = Signal(int)
    none_pressed = Signal()

    def __init__(
        self,
        theme: Theme,
        question: Question,
        mark: SecretMark,
        app: str,
        *,
        is_solid: bool,
    ) -> None:
        super().__init__(theme, is_solid=is_solid)
        self.setObjectName("choice-card")
        self.setWindowTitle("deskhand")
        self.setAccessibleName(card_words(question))
        self.rows: list[CandidateRow] = []
        self._head = Head(theme, mark, app)
        self.none_button = Button(theme, tr("None of these"), icon="close")
        self.none_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.none_button.clicked.connect(self.none_pressed)
        buttons = QWidget()
        row(self.none_button, None, margins=(SIDE, 0, SIDE, 12), into=buttons)
        footer = Footer(theme)
        for part in (self._head, rule(), self._body(question), buttons, footer):
            self.column.addWidget(part)
        # Answers hold a way out in words of their own.
        buttons.setVisible(not _has_answers(question.candidates))
        last = min(len(question.candidates), MOST)
        parts = [("Ctrl+Shift", "+"), ("1", tr("to")), (str(last), "")]
        footer.set_keys(parts if last > 1 else [("Ctrl+Shift+1", tr("this one"))])
        self.fit()

    def conceal_mark(self, *, is_concealed: bool) -> None:
        """Hide the user's mark while a picture of the card is taken."""
        self._head.conceal(is_concealed=is_concealed)

    def _body(self, question: Question) -> QWidget:
        body = QWidget()
        body.setFixedWidth(WIDTH)
        text = short_name(card_words(question), _MOST_CHARS)
        is_head = len(text) <= _TITLE_CHARS
        self.title = Label(self.theme, text, "title" if is_head else "body", wraps=True)
        self.hint = ElidedLabel(self.theme, _hint(question), "small", "dim")
        parts: list[Part] = [self.title, 6, *([self.hint, 8] if self.hint.text() else [2])]
        shown = question.candidates[:MOST]
        for candidate, runs in zip(shown, candidate_runs(question.candidates), strict=False):
            line = CandidateRow(self.theme, candidate, runs)
            line.clicked.connect(lambda _=False, number=candidate.n: self.chosen.emit(number))
            parts += [rule(), line] if self.rows else [line]
            self.rows.append(line)
        column(*parts, gap=0, margins=(SIDE, 12, SIDE, 12), into=body)
        return body


def _has_answers(candidates: Sequence[Candidate]) -> bool:
    return any(not candidate.has_place for candidate in candidates)


def _hint(question: Question) -> str:
    """Return how a question is answered; empty where its own words tell that."""
    if len(question.candidates) > MOST:
        return tr("Say more, so that fewer are left.")
    if question.answering is not None:
        return ""
    return (
        ANSWER_HINT
        if _has_answers(question.candidates)
        else tr("Press Ctrl+Shift and a number, or say more.")
    )
