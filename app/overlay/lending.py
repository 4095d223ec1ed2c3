"""Lends the keyboard to a card while the user types into it, and gives it back before going on.

Such a window is not managed, so nobody gives it the keyboard again when it is pressed after another
window: while the loan lasts, a press anywhere in it does.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.overlay.focus import FocusKeeper

log = logging.getLogger(__name__)

GIVE_BACK_S: Final = 1.0
"""Longest wait for the focus to be back; under it the executor's own check decides."""
POLL_MS: Final = 10


class KeyboardLoan(QObject):
    """One loan at a time, for one window. UI thread."""

    def __init__(
        self, window: QWidget, keeper: FocusKeeper, parent: QObject, *, follows_user: bool = False
    ) -> None:
        """Prepare.

        Args:
            window: what the keyboard is lent to.
            keeper: knows who had it.
            parent: owns this.
            follows_user: the keys go back to the window that had them last, and stay where they are
                when another window has them by then; else they go back to the first one always, as
                what a run acts on must have them.
        """
        super().__init__(parent)
        self._window = window
        self._keeper = keeper
        self._follows_user = follows_user
        self._is_lent = False
        self._then: Callable[[], None] | None = None
        self._deadline_s = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._look)

    def take(self, then: Callable[[], None]) -> None:
        """Make the window the one that gets the keys; `then` puts them to a widget in it."""
        if not self._is_lent or (self._follows_user and not self._is_here()):
            self._keeper.save()
            self._is_lent = True
        self._accept_focus(accepts=True)
        self._window.activateWindow()
        self._heed_presses()
        QTimer.singleShot(0, self._window, then)

    def give_back(self, then: Callable[[], None]) -> None:
        """Return the keys to the window that had them; `then` runs once they are there.

        While they are on their way back, a later `then` takes the place of the earlier one.
        """
        if self._is_lent:
            self._is_lent = False
            is_elsewhere = self._follows_user and not self._is_here()
            self._accept_focus(accepts=False)
            if not is_elsewhere:
                self._keeper.restore()
                self._deadline_s = time.monotonic() + GIVE_BACK_S
                self._timer.start()
        if self._timer.isActive():
            self._then = then
        else:
            then()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keyboard again for a press into the window, before the press gets there."""
        is_press = event.type() is QEvent.Type.MouseButtonPress
        if is_press and self._is_lent and not self._is_here():
            self.take(lambda: None)
        return super().eventFilter(watched, event)

    def _heed_presses(self) -> None:
        handle = self._window.windowHandle()
        if handle is not None:
            handle.installEventFilter(self)  # one that is there already is not put there twice

    def _is_here(self) -> bool:
        return self._keeper.is_at(int(self._window.winId()))

    def _look(self) -> None:
        is_late = time.monotonic() >= self._deadline_s
        if not is_late and not self._keeper.is_restored():
            return
        self._timer.stop()
        if is_late:
            log.warning("the focus did not go back to its window within %s s", GIVE_BACK_S)
        then, self._then = self._then, None
        if then is not None:
            then()

    def _accept_focus(self, *, accepts: bool) -> None:
        self._window.setAttribute(Qt.WidgetAttribute.WA_X11DoNotAcceptFocus, not accepts)
        handle = self._window.windowHandle()
        if handle is not None:
            handle.setFlag(Qt.WindowType.WindowDoesNotAcceptFocus, not accepts)
