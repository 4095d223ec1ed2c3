"""The approval card: what will happen, how sure that is, and the buttons. It decides nothing."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.gui import tr
from app.gui.overlay.card_content import CardContent
from app.gui.overlay.card_widgets import (
    SIDE,
    CardWindow,
    Chrome,
    Footer,
    Head,
    TypedText,
    claim_view,
    clock_words,
    facts_view,
    key_parts,
)
from app.gui.overlay.secret_mark import SecretMark
from app.gui.widgets.buttons import Button
from app.gui.widgets.inputs import CheckBox
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import column, empty, row, rule, scrolled
from app.gui.widgets.pictures import Crop, CropView, RiskBadge, RiskMark
from app.gui.widgets.theme import Theme

CROP_HEIGHT: Final = 124
SMALL_CROP: Final = QSize(148, 84)
COVERED: Final = tr("Something is in front of this card. Move it away to go on.")


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
        self.rest_box: CheckBox | None = None
        """The offer to accept the rest of the task; None when it is not made."""
        self._claim: QWidget | None = None
        self._text: TypedText | None = None
        self._more = Button(theme, tr("Show all"), kind="link")
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
        return self.rest_box is not None and self.rest_box.isChecked()

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
        if self.rest_box is not None:
            self.rest_box.setVisible(is_reading)

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
        if self._is_beside_crop and content.crop is not None:
            column.addLayout(self._why_with_crop(content.crop))
        for line in self._lines[1:] if self._is_beside_crop else self._lines:
            column.addWidget(line)
        self._show_lines()
        self._show_text()
        self._add_claim_and_offer(column)

    def _show_facts(self) -> None:
        empty(self._facts)
        if self._content.facts:
            self._facts.addWidget(facts_view(self._theme, self._content.facts))

    def _show_claim(self) -> None:
        """Leave the model's words out once they are about another place; they come back with it."""
        if self._claim is not None:
            self._claim.setVisible(self._content.has_claim)

    def _show_lines(self) -> None:
        content = self._content
        if self._is_beside_crop:
            words = " ".join(part for part in (content.why, content.evidence) if part)
            lines: tuple[str, ...] = (words, content.note, "")
        else:
            lines = (content.note, content.evidence, content.why)
        for label, words in zip(self._lines, lines, strict=True):
            label.tell(words)

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
        if content.ahead:
            column.addWidget(Label(theme, content.ahead, "small", "dim", wraps=True))
        if content.has_claim:
            self._claim = claim_view(theme, content.claim_head, content.claim)
            column.addWidget(self._claim)
        if content.rest:
            self.rest_box = CheckBox(theme, content.rest)
            self.rest_box.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            column.addWidget(self.rest_box)
        if content.warning:
            column.addWidget(Label(theme, content.warning, "caption", "r2", wraps=True))
        column.addWidget(self._notice)

    def _title(self) -> QHBoxLayout:
        badge = RiskBadge(self._theme, self._content.level)
        return row((self._title_words, 1), (badge, 0, Qt.AlignmentFlag.AlignTop), gap=8)

    def _danger_title(self) -> QHBoxLayout:
        mark = RiskMark(self._theme, self._content.level, 26)
        words = column(self._title_words, self._consequence, gap=0)
        return row((mark, 0, Qt.AlignmentFlag.AlignTop), (words, 1), gap=12)

    def _why_with_crop(self, crop: Crop) -> QHBoxLayout:
        self._crop = CropView(self._theme, crop, SMALL_CROP, (1.0, 2.0, 3.0))
        return row((self._crop, 0, Qt.AlignmentFlag.AlignTop), (self._lines[0], 1), gap=12)

    def _show_all(self) -> None:
        if self._text is not None:
            self._text.expand()
        self._more.hide()
        self.grown.emit()


REASONS: Final = (tr("Wrong place"), tr("Not now"), tr("Never do this"))
REASON_CHARS: Final = 300
_EDITOR_PX: Final = 84


class CardPanel(QWidget):
    """What stands below a card while the user does something else than read it; its base."""

    back_pressed = Signal()

    def __init__(self, theme: Theme, yes: Button) -> None:
        super().__init__()
        self._yes, self._back = yes, Button(theme, tr("Back"), icon="undo", keys="Esc")
        self._back.clicked.connect(self.back_pressed)
        for button in (self._yes, self._back):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._buttons = row(self._yes, self._back, None, gap=8)

    def show_keyboard(self, *, is_here: bool) -> None:
        """Show the keys on the buttons while they get here."""
        self._yes.set_keys("Enter" if is_here else "")
        self._back.set_keys("Esc" if is_here else "")


class ChangePanel(CardPanel):
    """Words about the handles, an editor for a text, and two buttons."""

    use_pressed = Signal()

    def __init__(self, theme: Theme, width: int) -> None:
        super().__init__(
            theme, Button(theme, tr("Use this"), icon="check", kind="primary", keys="Enter")
        )
        self._yes.clicked.connect(self.use_pressed)
        self._hint = Label(theme, "", "small", "dim", wraps=True)
        self._hint.setFixedWidth(width)
        self._place = Label(theme, "", "mono", "dim")
        self.editor = QPlainTextEdit()
        """Where the text is edited."""
        self.editor.setFont(theme.font("mono"))
        self.editor.setFixedHeight(_EDITOR_PX)
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(tr("Text to be typed"))
        self.editor.installEventFilter(self)
        parts = (self._hint, self._place, self.editor, self._buttons)
        column(*parts, gap=10, margins=(SIDE, 0, SIDE, 12), into=self)

    @property
    def has_editor_focus(self) -> bool:
        """Tell whether keys go to the editor."""
        return self.editor.isVisible() and self.editor.hasFocus()

    def begin(self, text: str | None, places: int) -> None:
        """Show what can be changed: a text, and so many places on the screen."""
        hints = {
            0: "",
            1: tr("Drag the mark, or move it by the arrow keys (Shift: 10 pixels)."),
            2: tr("Drag the marks, or use the arrow keys (Shift: 10 pixels). Tab: the other end."),
        }
        self._hint.setText(hints[min(places, 2)])
        self._hint.setVisible(places > 0 and text is None)
        self._place.hide()
        self.editor.setVisible(text is not None)
        if text is not None and text != self.editor.toPlainText():
            self.editor.setPlainText(text)
            self.editor.selectAll()

    def set_place(self, words: str) -> None:
        """Say where the target is now."""
        self._place.tell(words)

    def take_focus(self) -> None:
        """Put the keyboard where typing edits the text, else on the card."""
        (self.editor if self.editor.isVisible() else self.window()).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the editor Enter uses the text, Shift+Enter breaks the line, Esc goes back."""
        if watched is self.editor and isinstance(event, QKeyEvent):
            if event.type() != QEvent.Type.KeyPress:
                return False
            is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if is_enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.use_pressed.emit()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.back_pressed.emit()
                return True
        return super().eventFilter(watched, event)


class RejectPanel(CardPanel):
    """One line "What is wrong?" with three answers to press; an empty line skips it."""

    reason_given = Signal(str)

    def __init__(self, theme: Theme, width: int) -> None:
        super().__init__(theme, Button(theme, tr("Reject"), icon="close", keys="Enter"))
        self._yes.clicked.connect(self._on_entered)
        self.line = QLineEdit()
        """Where the reason is typed."""
        self.line.setPlaceholderText(tr("What is wrong?"))
        self.line.setAccessibleName(tr("What is wrong?"))
        self.line.setMaxLength(REASON_CHARS)
        self.line.setFont(theme.font("small"))
        self.line.setFixedWidth(width)
        self.line.returnPressed.connect(self._on_entered)
        self.chips: list[Button] = []
        for words in REASONS:
            chip = Button(theme, words, kind="chip", size="compact")
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.clicked.connect(lambda _=False, reason=words: self.reason_given.emit(reason))
            self.chips.append(chip)
        chips = row(*self.chips, None, gap=6)
        column(self.line, chips, self._buttons, gap=8, margins=(SIDE, 0, SIDE, 12), into=self)

    def begin(self) -> None:
        """Empty the line."""
        self.line.clear()

    def take_focus(self) -> None:
        """Put the keyboard into the line."""
        self.line.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Esc go back to the card."""
        if event.key() == Qt.Key.Key_Escape:
            self.back_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _on_entered(self) -> None:
        self.reason_given.emit(self.line.text().strip())


WIDTH: Final = 400
DANGER_WIDTH: Final = 448


@dataclass(frozen=True, slots=True)
class CardKeys:
    """The chords that work while the card is up; an empty one could not be had."""

    accept: str = "Ctrl+Shift+Return"
    change: str = "Ctrl+Shift+E"
    reject: str = "Ctrl+Shift+BackSpace"
    hold: str = "Ctrl+Shift+Y"
    show: str = "Ctrl+Shift+Space"
    only_keys: bool = False
    """A menu that is open has the mouse: what the card offers is done by keys alone."""


class ApprovalCard(CardWindow):
    """One card. Its owner feeds it time and states, and listens to its presses."""

    nudged = Signal(int, int)
    end_switched = Signal()

    def __init__(
        self,
        theme: Theme,
        content: CardContent,
        mark: SecretMark,
        keys: CardKeys,
        *,
        is_solid: bool,
        height_limit: int,
        can_change: bool,
    ) -> None:
        chrome = Chrome(outline="r3", outline_width=2.0) if content.is_danger else Chrome()
        super().__init__(theme, is_solid=is_solid, chrome=chrome)
        self.content = content
        self._keys = keys
        self._can_change = can_change
        self._inner = (DANGER_WIDTH if content.is_danger else WIDTH) - 2 * SIDE - 2
        self._height_limit = height_limit
        self.setObjectName("approval-card")
        self.setWindowTitle("deskhand")
        self.setAccessibleName(content.title)
        self._head = Head(theme, mark, content.app)
        self.body = CardBody(theme, content, self._inner)
        self.body.grown.connect(self.fit)
        self.change_panel = ChangePanel(theme, self._inner)
        self.reject_panel = RejectPanel(theme, self._inner)
        self._footer = Footer(theme)
        self.accept_button, self.change_button, self.reject_button = self._make_buttons()
        if keys.only_keys and self.body.rest_box is not None:
            self.body.rest_box.setEnabled(False)
        self._buttons = self._button_row()
        self._assemble()
        self.show_reading()

    def set_arming(self, fraction: float, *, is_armed: bool) -> None:
        """Show how far the arming delay is; a press counts only when armed."""
        can_press = is_armed and not self._keys.only_keys
        if self.accept_button.isEnabled() != can_press:
            self.accept_button.setEnabled(can_press)
        self.accept_button.set_bar(None if is_armed else fraction)

    def set_hold(self, fraction: float) -> None:
        """Show how long the button has been held."""
        self.accept_button.set_fill(fraction)

    def set_countdown(self, fraction: float | None, seconds: float | None) -> None:
        """Show how long until the card accepts itself; None without a countdown."""
        if fraction is None or seconds is None:
            return
        self.accept_button.set_bar(fraction)
        words = tr("Accepts in {0} s, any key or mouse move keeps it open").format(
            int(seconds + 0.999)
        )
        self._footer.set_keys([("", words)])

    def end_countdown(self) -> None:
        """Show the keys again where the countdown stood."""
        self.accept_button.set_bar(None)
        self._show_keys()

    def show_changed(self, content: CardContent) -> None:
        """Say what would be done now, after the user changed target or text."""
        self.content = content
        self.setAccessibleName(content.title)
        self.body.show_changed(content)
        if self.body.wanted_height() != self.body.height():
            self.fit()

    def set_covered(self, *, is_covered: bool) -> None:
        """Say that something lies in front of the card."""
        if self.body.set_covered(is_covered=is_covered):
            self.fit()

    def set_seconds_left(self, seconds: float) -> None:
        """Show the time until the card expires."""
        self._footer.set_right(clock_words(seconds))

    def show_reading(self) -> None:
        """Show the card as it opened."""
        self._show_panel(None)
        self._show_keys()

    def show_changing(self, text: str | None, places: int, place: str) -> None:
        """Show the handles' words and, for a text, an editor that gets the focus."""
        self.change_panel.begin(text, places)
        self.change_panel.set_place(place)
        self._show_panel(self.change_panel, edits_text=text is not None)
        self._footer.set_right("")
        self._show_keyboard()

    def show_rejecting(self) -> None:
        """Show the line for a reason."""
        self.reject_panel.begin()
        self._show_panel(self.reject_panel)
        self._footer.set_right("")
        self._show_keyboard()

    def conceal_mark(self, *, is_concealed: bool) -> None:
        """Hide the user's mark while a picture of the card is taken."""
        self._head.conceal(is_concealed=is_concealed)

    def fit(self) -> None:
        """Take the size that the content asks for, at most the limit; the middle scrolls."""
        wanted = self.body.wanted_height()
        rest = self._height_limit - self._fixed_height()
        self._scroll.setFixedHeight(max(80, min(wanted, rest)))
        self.body.setFixedHeight(wanted)
        super().fit()

    def changeEvent(self, event: QEvent) -> None:
        """Name Enter and Esc only while the keyboard is here: else they would go to a program."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange:
            self._show_keyboard()

    def _show_keyboard(self) -> None:
        is_changing = not self.change_panel.isHidden()
        if not is_changing and self.reject_panel.isHidden():
            return
        is_here, word = self.isActiveWindow(), tr("use this") if is_changing else tr("reject")
        for panel in (self.change_panel, self.reject_panel):
            panel.show_keyboard(is_here=is_here)
        if is_here:
            self._footer.set_keys([("Enter", f"{word},"), ("Esc", tr("back"))])
            return
        is_held = is_changing and self.content.is_danger
        chord = "" if is_held else self._keys.accept if is_changing else self._keys.reject
        keys = [(chord, f"{word},")] if chord else []
        self._footer.set_keys([*keys, ("", tr("press this card to type"))])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the target by arrows, use or give back by Enter and Esc; only in Change."""
        if not self.change_panel.isVisible():
            super().keyPressEvent(event)
            return
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        direction = _ARROWS.get(Qt.Key(event.key()))
        if direction is not None:
            self.nudged.emit(direction[0] * step, direction[1] * step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.change_panel.use_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.change_panel.back_pressed.emit()
        elif event.key() == Qt.Key.Key_Tab:
            self.end_switched.emit()

    def focusNextPrevChild(self, is_next: bool) -> bool:  # noqa: N802 - Qt's signature
        """In Change, Tab goes to the next end of a drag; elsewhere to the next control."""
        if self.change_panel.isVisible() and not self.change_panel.has_editor_focus:
            self.end_switched.emit()
            return True
        return super().focusNextPrevChild(is_next)

    def _make_buttons(self) -> tuple[Button, Button, Button]:
        content, theme = self.content, self.theme
        if content.is_danger:
            accept = Button(theme, content.hold_label, kind="danger")
            accept.setMinimumWidth(150)
            change = Button(theme, tr("Change"), icon="edit", kind="flat")
            reject = Button(theme, content.safe_label, icon="close")
        else:
            accept = Button(theme, tr("Accept"), icon="check", kind="primary")
            change = Button(theme, tr("Change"), icon="edit")
            reject = Button(theme, tr("Reject"), icon="close")
        for button, chord in (
            (accept, self._keys.hold if content.is_danger else self._keys.accept),
            (change, self._keys.change),
            (reject, self._keys.reject),
        ):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setAccessibleDescription(chord)
            button.setEnabled(not self._keys.only_keys)
        return accept, change, reject

    def _button_row(self) -> QWidget:
        accept, change, reject = self.accept_button, self.change_button, self.reject_button
        order = (accept, reject, change) if self.content.is_danger else (accept, change, reject)
        holder = QWidget()
        row(*order, None, gap=8, margins=(SIDE, 0, SIDE, 12), into=holder)
        change.setVisible(self._can_change)
        return holder

    def _assemble(self) -> None:
        self._scroll = scrolled(self.body)
        self._scroll.setProperty("kind", "bare")
        self._scroll.setFixedWidth(self._inner + 2 * SIDE)
        self._scroll.viewport().setAutoFillBackground(False)
        self.body.setAutoFillBackground(False)
        for part in (
            self._head,
            rule(),
            self._scroll,
            self.change_panel,
            self.reject_panel,
            self._buttons,
            self._footer,
        ):
            self.column.addWidget(part)

    def _show_panel(self, panel: QWidget | None, *, edits_text: bool = False) -> None:
        self.body.show_for(is_reading=panel is None, edits_text=edits_text)
        self.change_panel.setVisible(panel is self.change_panel)
        self.reject_panel.setVisible(panel is self.reject_panel)
        self._buttons.setVisible(panel is None)
        self.measured()

    def _show_keys(self) -> None:
        keys = self._keys
        if self.content.is_danger:
            parts = [("", tr("hold")), (keys.hold, tr("for 1 s · Enter does nothing here"))]
            self._footer.set_keys(parts if keys.hold else [("", tr("Enter does nothing here"))])
            return
        chords = [(keys.accept, tr("accept")), (keys.reject, tr("reject"))]
        if self._can_change:
            chords.insert(1, (keys.change, tr("change")))
        self._footer.set_keys(key_parts([pair for pair in chords if pair[0]]))

    def _fixed_height(self) -> int:
        parts = [self._head, self._footer]
        panels = (self.change_panel, self.reject_panel, self._buttons)
        parts += [panel for panel in panels if not panel.isHidden()]
        edges = self.column.contentsMargins()
        heights = sum(part.sizeHint().height() for part in parts)
        return heights + edges.top() + edges.bottom() - 2 * self.margin + 1


_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
