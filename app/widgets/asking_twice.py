"""A button that asks once more in its own place: what cannot be taken back is never one press."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.widgets.buttons import Button

ARMING_MS: Final = 600
"""The second press is dead for so long: a double click (400 ms in Qt) must not be both presses."""
PATIENCE_MS: Final = 10_000
"""The question goes away after so long: a press much later is about something else."""


class AskingTwice(QWidget):
    """Shows `ask`; once that was pressed, `yes` and `no` in its place.

    The focus goes to `no`, which stands where `ask` ended. Esc, time and being hidden also mean no.
    """

    confirmed = Signal()

    def __init__(
        self, ask: Button, yes: Button, no: Button, *, patience_ms: int = PATIENCE_MS
    ) -> None:
        """Prepare the question.

        Args:
            ask: what is pressed first.
            yes: what is pressed second.
            no: what is pressed to leave everything as it is.
            patience_ms: how long the question stays, in milliseconds.
        """
        super().__init__()
        self.ask, self.yes, self.no = ask, yes, no
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addStretch(1)
        for button in (yes, no, ask):
            line.addWidget(button)
        self._arming = self._timer(ARMING_MS, lambda: yes.setEnabled(True))
        self._patience = self._timer(patience_ms, self.forget)
        self._show(is_asking=False)
        ask.clicked.connect(self._on_ask)
        no.clicked.connect(self.forget)
        yes.clicked.connect(self._on_yes)

    def _timer(self, milliseconds: int, work: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(work)
        return timer

    @property
    def is_asking(self) -> bool:
        """Tell whether the second press is waited for."""
        return not self.no.isHidden()

    def forget(self) -> None:
        """Go back to the first press; nothing happened."""
        had_focus = self.yes.hasFocus() or self.no.hasFocus()
        self._show(is_asking=False)
        if had_focus:
            self.ask.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_ask(self) -> None:
        self._show(is_asking=True)
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_yes(self) -> None:
        self.forget()
        self.confirmed.emit()

    def _show(self, *, is_asking: bool) -> None:
        self.yes.setEnabled(False)
        self.ask.setVisible(not is_asking)
        self.yes.setVisible(is_asking)
        self.no.setVisible(is_asking)
        for timer in (self._arming, self._patience):
            if is_asking:
                timer.start()
            else:
                timer.stop()

    def event(self, event: QEvent) -> bool:
        """Take Esc for ourselves while we ask: it would close the window."""
        is_esc = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_esc and self.is_asking:
            if event.type() is QEvent.Type.KeyPress:
                self.forget()
            event.accept()
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Ask no more once we are out of sight."""
        super().hideEvent(event)
        self._show(is_asking=False)
