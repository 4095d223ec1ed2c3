"""The approval card: what will happen, how sure that is, and the buttons. It decides nothing."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from app.overlay.card_body import CardBody
from app.overlay.card_content import CardContent
from app.overlay.card_panels import ChangePanel, RejectPanel
from app.overlay.card_parts import (
    SIDE,
    Footer,
    Head,
    clock_words,
    key_parts,
    rule,
)
from app.overlay.card_window import CardWindow, Chrome
from app.overlay.secret_mark import SecretMark
from app.widgets.buttons import Button
from app.widgets.theme import Theme

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

    accept_pressed = Signal()
    hold_pressed = Signal()
    hold_released = Signal()
    change_pressed = Signal()
    reject_pressed = Signal()
    text_changed = Signal(str)
    use_pressed = Signal()
    back_pressed = Signal()
    reason_given = Signal(str)
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
        self._scroll = QScrollArea()
        self.body = CardBody(theme, content, self._inner)
        self.body.grown.connect(self.fit)
        self.change_panel = ChangePanel(theme, self._inner)
        self.reject_panel = RejectPanel(theme, self._inner)
        self._footer = Footer(theme)
        self._accept, self._change, self._reject = self._make_buttons()
        if keys.only_keys and self.body.rest_box is not None:
            self.body.rest_box.setEnabled(False)
        self._buttons = self._button_row()
        self._assemble()
        self._wire()
        self.show_reading()

    @property
    def wants_rest(self) -> bool:
        """Tell whether the user ticked the rest of this task."""
        return self.body.wants_rest

    @property
    def accept_button(self) -> Button:
        """The button that accepts, or is held to accept."""
        return self._accept

    @property
    def change_button(self) -> Button:
        """The button that begins a change."""
        return self._change

    @property
    def reject_button(self) -> Button:
        """The button that rejects."""
        return self._reject

    def set_arming(self, fraction: float, *, is_armed: bool) -> None:
        """Show how far the arming delay is; a press counts only when armed."""
        can_press = is_armed and not self._keys.only_keys
        if self._accept.isEnabled() != can_press:
            self._accept.setEnabled(can_press)
        self._accept.set_bar(None if is_armed else fraction)

    def set_hold(self, fraction: float) -> None:
        """Show how long the button has been held."""
        self._accept.set_fill(fraction)

    def set_countdown(self, fraction: float | None, seconds: float | None) -> None:
        """Show how long until the card accepts itself; None without a countdown."""
        if fraction is None or seconds is None:
            return
        self._accept.set_bar(fraction)
        words = f"Accepts in {int(seconds + 0.999)} s, any key or mouse move keeps it open"
        self._footer.set_keys([("", words)])

    def end_countdown(self) -> None:
        """Show the keys again where the countdown stood."""
        self._accept.set_bar(None)
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
        is_here, word = self.isActiveWindow(), "use this" if is_changing else "reject"
        for panel in (self.change_panel, self.reject_panel):
            panel.show_keyboard(is_here=is_here)
        if is_here:
            self._footer.set_keys([("Enter", f"{word},"), ("Esc", "back")])
            return
        is_held = is_changing and self.content.is_danger
        chord = "" if is_held else self._keys.accept if is_changing else self._keys.reject
        keys = [(chord, f"{word},")] if chord else []
        self._footer.set_keys([*keys, ("", "press this card to type")])

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
            self.use_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.back_pressed.emit()
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
            change = Button(theme, "Change", icon="edit", kind="flat")
            reject = Button(theme, content.safe_label, icon="close")
        else:
            accept = Button(theme, "Accept", icon="check", kind="primary")
            change = Button(theme, "Change", icon="edit")
            reject = Button(theme, "Reject", icon="close")
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
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(SIDE, 0, SIDE, 12)
        row.setSpacing(8)
        order = (self._accept, self._change, self._reject)
        if self.content.is_danger:
            order = (self._accept, self._reject, self._change)
        for button in order:
            row.addWidget(button)
        row.addStretch(1)
        self._change.setVisible(self._can_change)
        return holder

    def _assemble(self) -> None:
        self._scroll.setWidget(self.body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setProperty("kind", "bare")
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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

    def _wire(self) -> None:
        if self.content.is_danger:
            self._accept.pressed.connect(self.hold_pressed)
            self._accept.released.connect(self.hold_released)
        else:
            self._accept.clicked.connect(self.accept_pressed)
        self._change.clicked.connect(self.change_pressed)
        self._reject.clicked.connect(self.reject_pressed)
        self.change_panel.text_changed.connect(self.text_changed)
        self.change_panel.use_pressed.connect(self.use_pressed)
        self.change_panel.back_pressed.connect(self.back_pressed)
        self.reject_panel.reason_given.connect(self.reason_given)
        self.reject_panel.back_pressed.connect(self.back_pressed)

    def _show_panel(self, panel: QWidget | None, *, edits_text: bool = False) -> None:
        self.body.show_for(is_reading=panel is None, edits_text=edits_text)
        self.change_panel.setVisible(panel is self.change_panel)
        self.reject_panel.setVisible(panel is self.reject_panel)
        self._buttons.setVisible(panel is None)
        self.measured()

    def _show_keys(self) -> None:
        keys = self._keys
        if self.content.is_danger:
            parts = [("", "hold"), (keys.hold, "for 1 s · Enter does nothing here")]
            self._footer.set_keys(parts if keys.hold else [("", "Enter does nothing here")])
            return
        chords = [(keys.accept, "accept"), (keys.reject, "reject")]
        if self._can_change:
            chords.insert(1, (keys.change, "change"))
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
