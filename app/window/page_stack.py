"""Which page of the window shows, under which title, and where the keyboard goes in it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.chat.idle_page import IdlePage
from app.chat.panel import ChatPanel


class PageStack(QStackedWidget):
    """The question, the chat, and every page that was asked for since; owned by the main window."""

    titled = Signal(str)
    """What the page that shows is called."""

    def __init__(self, idle: IdlePage, chat: ChatPanel) -> None:
        super().__init__()
        self._idle = idle
        self._chat = chat
        self._over: QWidget | None = None
        self._behind: QWidget = idle
        self.addWidget(idle)
        self.addWidget(chat)

    @property
    def page(self) -> QWidget:
        """The page that shows."""
        return self.currentWidget() or self._idle

    @property
    def uncovered(self) -> QWidget:
        """The page that shows, or the one that another lies over for a moment."""
        return self._behind if self.is_covered else self.page

    @property
    def field(self) -> QWidget:
        """What takes the next task on the page that shows, or the page itself."""
        if self.page is self._idle:
            return self._idle.composer
        return self._chat.composer if self.page is self._chat else self.page

    @property
    def panes(self) -> tuple[QWidget, ...]:
        """The parts of the page that shows, in the order in which the keyboard goes through them."""
        return (self._chat.steps, self.field) if self.page is self._chat else (self.field,)

    @property
    def is_covered(self) -> bool:
        """Tell whether a page lies over another one for a moment."""
        return self._over is not None and self.page is self._over

    def show_page(self, page: QWidget, title: str) -> None:
        """Show a page."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self.setCurrentWidget(page)
        self.titled.emit(title)

    def put_over(self, page: QWidget) -> None:
        """Show a page over the one that shows, whose title stays; one that was over it goes."""
        if self._over is not None:
            self.removeWidget(self._over)
            self._over.deleteLater()
        self._over, self._behind = page, self.page
        self.addWidget(page)
        self.setCurrentWidget(page)

    def show_behind(self) -> None:
        """Show what lay behind again."""
        self.setCurrentWidget(self._behind)
