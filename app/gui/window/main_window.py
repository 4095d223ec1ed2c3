"""The main window: sidebar, pages, foot, and which page shows, under which title, with the keyboard where.

The sidebar stands beside the page, or over it as a drawer when the window is narrow.
"""

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QMouseEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QLineEdit, QSplitter, QStackedWidget, QWidget

from app.gui import tr
from app.gui.chat.pages import IdlePage
from app.gui.chat.panel import ChatPanel
from app.gui.commands import Commands
from app.gui.model_page.wording import Served
from app.gui.widgets.labels import ElidedLabel, Icon, Label
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import Theme
from app.gui.window.head import Head
from app.gui.window.pages import MacroPages, ModelPages, PastPages, PromisePages
from app.gui.window.sidebar import WIDTH, Sidebar
from app.settings import ModelSettings, Settings
from automation.core.events import ApproveMode, Ended, PolicyName, Retold, RunEvent, Started
from automation.core.generation import EngineStatus

if TYPE_CHECKING:
    from app.gui.window.help import HelpPage
    from app.gui.window.key_map import KeyMapPage

WIDE_FROM: Final = 860
DRAWER_WIDTH: Final = 280


class _Outside(QWidget):
    """Covers the page behind an open drawer; a press on it closes the drawer."""

    pressed = Signal()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Tell the drawer."""
        self.pressed.emit()


class Drawer(QObject):
    """Owned by the main window."""

    folded = Signal(bool)
    """Whether the sidebar is a drawer that a button opens."""

    def __init__(self, window: QWidget, sidebar: Sidebar, page: QWidget) -> None:
        super().__init__(window)
        self._sidebar = sidebar
        self._is_folded = False
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(sidebar)
        self._splitter.addWidget(page)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([WIDTH, window.width() - WIDTH])
        self._width = WIDTH
        self._splitter.splitterMoved.connect(self._on_moved)
        column(self._splitter, into=window)
        self._outside = _Outside(window)
        self._outside.hide()
        self._outside.pressed.connect(self.close)

    @property
    def is_open(self) -> bool:
        """Tell whether the sidebar floats over the page."""
        return self._is_folded and not self._sidebar.isHidden()

    def fit(self, size: QSize) -> None:
        """Fold or unfold for a size of the window."""
        should_fold = size.width() < WIDE_FROM
        if should_fold and not self._is_folded:
            self._sidebar.setParent(self._window())
            self._sidebar.hide()
        elif self._is_folded and not should_fold:
            self._outside.hide()
            self._splitter.insertWidget(0, self._sidebar)
            self._sidebar.show()
            # Sizes are shares of the splitter's width, which it takes only after this event.
            QTimer.singleShot(0, self, self._restore_width)
        if should_fold != self._is_folded:
            self._is_folded = should_fold
            self.folded.emit(should_fold)
        if self.is_open:
            self._place(size)

    def _window(self) -> QWidget:
        """Return the owner; held by Qt alone, so that the window is freed as soon as it is let go."""
        owner = self.parent()
        assert isinstance(owner, QWidget), "a drawer belongs to a window"
        return owner

    def _on_moved(self, place: int, _index: int) -> None:
        """Keep the width that the user chose; what a small window left of it is not that."""
        self._width = place

    def _restore_width(self) -> None:
        self._splitter.setSizes([self._width, self._splitter.width() - self._width - 1])

    def _place(self, size: QSize) -> None:
        self._outside.setGeometry(0, 0, size.width(), size.height())
        self._sidebar.setGeometry(0, 0, min(DRAWER_WIDTH, size.width() - 48), size.height())

    def toggle(self) -> None:
        """Open or close the drawer."""
        if self.is_open:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Show the drawer and give its list the keyboard; a sidebar that stands there does nothing."""
        if not self._is_folded:
            return
        self._place(self._window().size())
        self._outside.show()
        self._outside.raise_()
        self._sidebar.show()
        self._sidebar.raise_()
        self._sidebar.runs.setFocus()

    def close(self) -> None:
        """Put the drawer away."""
        if self.is_open:
            self._sidebar.hide()
            self._outside.hide()


ROOM = 78
"""What margins and icon take, in logical pixels."""


class Foot(Framed):
    """One line that is always true; owned by the main window."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("baseline")
        self._icon = Icon(theme, "", "ok", 14)
        self._stop = ElidedLabel(theme, tr("Stop key: starting"), "small", "dim")
        self._bar = Label(theme, "", "small", "dim")
        self._here = Label(theme, tr("Nothing leaves this computer"), "small", "dim")
        parts = (self._icon, (self._stop, 1), self._bar, 16, self._here)
        row(*parts, gap=8, margins=(24, 6, 24, 6), into=self)

    def show_keys(self, *, stop: str, bar: str, problem: str = "") -> None:
        """Say which keys are ready; `problem` says in a sentence what is not."""
        self._icon.show_icon(*(("warning", "r3") if problem else ("check", "ok")))
        self._stop.set_whole_text(problem or tr("Stop key ready: {0}").format(stop))
        self._stop.set_tone("r3" if problem else "dim")
        self._bar.setText("" if not bar else tr("Command bar: {0}").format(bar))
        self._fit()

    def show_host(self, host: str) -> None:
        """Say where what a model is told goes; empty says that nothing leaves this computer."""
        words = tr("Goals go to {0}").format(host) if host else tr("Nothing leaves this computer")
        self._here.setText(words)
        self._here.set_tone("r3" if host else "dim")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop what can be read elsewhere when narrow."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Keep the stop key whole, then what leaves the computer, then the bar's key."""
        used = ROOM + self._stop.sizeHint().width()
        for label in (self._here, self._bar):
            used += label.sizeHint().width() + 16
            label.setVisible(used <= self.width())


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
        behind = self.uncovered
        if self._over is not None:
            self.removeWidget(self._over)
            self._over.deleteLater()
        self._over, self._behind = page, behind
        self.addWidget(page)
        self.setCurrentWidget(page)

    def show_behind(self) -> None:
        """Show what lay behind again."""
        self.setCurrentWidget(self._behind)


SIZE: Final = (1280, 800)
SMALLEST: Final = (480, 500)
NEW_TASK: Final = tr("New task")


class MainWindow(QWidget):
    """Display and wiring; the agent runs elsewhere. UI thread."""

    closed = Signal()
    came_to_front = Signal()

    def __init__(self, theme: Theme, settings: Settings, examples: Sequence[str]) -> None:
        super().__init__()
        self.setWindowTitle("deskhand")
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme = theme
        self._settings = settings
        self.is_busy = False
        """Whether a run of this window lives."""
        stop_key = settings.keys.stop[0]
        self.commands = commands = Commands(self)
        self.sidebar = Sidebar(theme, commands)
        self.chat = ChatPanel(theme, stop_key, commands)
        self.idle = IdlePage(theme, commands, stop_key=stop_key, examples=examples)
        self.foot = Foot(theme)
        self.head = Head(theme, commands, settings.approval.mode, settings.model.policy)
        self.models = ModelPages(theme, self)
        self.models.show_folder(settings.model.folder)
        self.promises = PromisePages(theme, commands, self)
        self.promises.show_seen(settings.promises_seen)
        self.macros = MacroPages(theme, self.head, self)
        self.past = PastPages(theme, commands, self)
        self._live_title = NEW_TASK
        self._pages = PageStack(self.idle, self.chat)
        middle = QWidget()
        column(self.head, (self._pages, 1), self.foot, gap=0, into=middle)
        self._drawer = Drawer(self, self.sidebar, middle)
        self._connect()
        self._add_shortcuts()
        self._fit_to_policy()
        self.idle.composer.setFocus()

    def _connect(self) -> None:
        commands, sidebar, head = self.commands, self.sidebar, self.head
        commands.new_task.connect(self.show_idle)
        commands.open_run.connect(self._drawer.close)
        commands.key_map.connect(self.show_key_map)
        commands.help.connect(self.show_help)
        commands.policy.connect(self._fit_to_policy)
        commands.load_model.connect(self.models.want_model)
        for asked, pages in (
            (commands.model, self.models),
            (commands.promises, self.promises),
            (commands.macros, self.macros),
        ):
            asked.connect(self._drawer.close)
            asked.connect(pages.open)
        for made in (self.models, self.promises, self.macros, self.past):
            made.page_wanted.connect(self._pages.show_page)
        self.models.changed.connect(self._on_engine_changed)
        self.promises.changed.connect(self._on_promises_changed)
        self.idle.notice.pressed.connect(commands.promises)
        self.macros.said.connect(self._on_macros_said)
        self.past.shown.connect(sidebar.mark)
        self._pages.titled.connect(head.set_title)
        self._pages.titled.connect(sidebar.show_place)
        self._drawer.folded.connect(head.menu.setVisible)
        head.menu.clicked.connect(self._drawer.toggle)

    def _on_macros_said(self, text: str, is_error: bool) -> None:
        self.say(text, is_error=is_error)

    def _on_promises_changed(self) -> None:
        self.sidebar.promises.set_state(self.promises.side_words)
        self.idle.notice.say(*self.promises.notice)

    def _add_shortcuts(self) -> None:
        shortcuts: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Ctrl+N", self.show_idle),
            ("Ctrl+L", self.focus_field),
            ("Ctrl+F", self._search),
            ("Ctrl+,", self.commands.settings.emit),
            ("Ctrl+P", self._pause_or_go_on),
            ("Ctrl+/", self.show_key_map),
            ("F1", self.show_help),
            ("Ctrl+1", self.focus_field),
            ("Ctrl+2", self.commands.macros.emit),
            ("Ctrl+4", self.commands.model.emit),
            ("Ctrl+5", self.commands.promises.emit),
            ("F6", self._next_pane),
            ("Esc", self._close_floating),
            ("Ctrl+Q", self.commands.quit.emit),
        )
        for keys, slot in shortcuts:
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    @property
    def mode(self) -> ApproveMode:
        """How the next task is approved."""
        return self.head.mode

    @property
    def policy(self) -> PolicyName:
        """Who takes the next task."""
        chosen = self.head.chip.policy
        return "remote" if chosen == "holotron" and self._settings.model.host else chosen

    @property
    def page(self) -> QWidget:
        """The page that shows."""
        return self._pages.page

    def take(self, happening: RunEvent) -> None:
        """Show an event of the run."""
        if isinstance(happening, Started):
            self._live_title = happening.task.text
            self._pages.show_page(self.chat, self._live_title)
            self.sidebar.mark("")
        if isinstance(happening, Retold):
            self._live_title = happening.task
            self.head.set_title(happening.task)
        self.chat.take(happening)
        self.models.take(happening)
        self.is_busy = not isinstance(happening, Ended)
        self.head.set_busy(is_busy=self.is_busy)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Show a sentence that belongs to no run."""
        self._pages.show_page(self.chat, self._live_title)
        self.chat.model.say(text, is_error=is_error)

    def keep_only(self, kept: Container[str]) -> None:
        """Show and hold nothing of runs that are not among these; one that lives is."""
        self.models.keep_only(kept)
        self.chat.keep_only(kept)
        self.past.keep_only(kept)
        if not self.chat.run:
            self._live_title = NEW_TASK
        if self._pages.uncovered in (self.chat, self.past.page) and not self._pages.uncovered.run:
            self._show_own()
            self._pages.field.setFocus()

    def show_idle(self) -> None:
        """Go back to the question; while a run lives, to its chat."""
        self._drawer.close()
        self.sidebar.mark("")
        if self.is_busy:
            self._pages.show_page(self.chat, self._live_title)
        else:
            self._live_title = NEW_TASK
            self.chat.clear()
            self._pages.show_page(self.idle, NEW_TASK)
        self.focus_field()

    def show_key_map(self) -> None:
        """Show every key that works; again puts it away."""
        from app.gui.window.key_map import KeyMapPage  # noqa: PLC0415  # not needed for a start

        self._put_over(KeyMapPage, lambda: KeyMapPage(self._theme, self._settings.keys))

    def show_help(self) -> None:
        """Show the guide; again puts it away."""
        from app.gui.window.help import HelpPage  # noqa: PLC0415  # not needed for a start

        self._drawer.close()
        self._put_over(HelpPage, lambda: HelpPage(self._theme))

    def _put_over(self, kind: type[QWidget], make: "Callable[[], HelpPage | KeyMapPage]") -> None:
        if isinstance(self.page, kind):
            self._close_over()
            return
        page = make()
        page.closed.connect(self._close_over)
        self._pages.put_over(page)
        page.setFocus()

    def set_settings(self, settings: Settings) -> None:
        """Show other keys and another mode."""
        self._settings = settings
        self.head.set_mode(settings.approval.mode)
        self.head.set_policy(settings.model.policy)
        self.models.show_folder(settings.model.folder)
        self.promises.show_seen(settings.promises_seen)
        self._fit_to_policy()

    def show_model_settings(self, model: ModelSettings) -> None:
        """Show who takes goals from here on."""
        self._settings = msgspec.structs.replace(self._settings, model=model)
        self.head.set_policy(model.policy)
        self._fit_to_policy()

    def _on_engine_changed(self, status: EngineStatus) -> None:
        self.head.show_engine(status)
        self.sidebar.show_engine(status)
        self.chat.show_engine(status)
        self._fit_to_policy()

    def _fit_to_policy(self) -> None:
        self._show_server()
        has_server = bool(self._settings.model.host)
        self.idle.show_engine(self.models.status, self.policy, has_server=has_server)

    def _show_server(self) -> None:
        model = self._settings.model
        served = Served(model.server.model, model.host, bool(model.away), len(model.hosts))
        self.head.show_server(served)
        self.sidebar.show_server(served)
        self.foot.show_host(model.away if self.policy != "commands" else "")

    def _close_over(self) -> None:
        self._pages.show_behind()
        self.focus_field()

    def _close_floating(self) -> None:
        """Close what floats, then clear a search, then leave a page. Never stops a run."""
        focused = self.focusWidget()
        if self._pages.is_covered:
            self._close_over()
        elif isinstance(focused, QLineEdit) and focused.objectName() == "search" and focused.text():
            focused.clear()
        elif self._drawer.is_open:
            self._drawer.close()
        elif self.page not in (self.idle, self.chat):
            self._show_own()
            self.sidebar.mark("")
            self._pages.field.setFocus()

    def _pause_or_go_on(self) -> None:
        if self.chat.status.can_resume:
            self.commands.resume.emit()
        elif self.chat.status.can_pause:
            self.commands.pause.emit()

    def _search(self) -> None:
        macros = self.macros.page
        if macros is not None and self.page is macros:
            macros.focus_search()
            return
        self._drawer.open()
        self.sidebar.search.setFocus()
        self.sidebar.search.selectAll()

    def focus_field(self) -> None:
        """Put the caret into the field of the page that shows; other pages give way to it."""
        if self.page not in (self.idle, self.chat):
            self._show_own()
        self._pages.field.setFocus()

    def _show_own(self) -> None:
        """Show the chat once something was asked for or said, till then the question."""
        is_begun = self.is_busy or not self.chat.is_empty
        self._pages.show_page(self.chat if is_begun else self.idle, self._live_title)

    def _next_pane(self) -> None:
        """Go to the next part of the window, round the end."""
        panes: tuple[QWidget, ...] = (self.sidebar.runs, *self._pages.panes)
        focused = self.focusWidget()
        at = next(
            (i for i, pane in enumerate(panes) if pane is focused or pane.focusProxy() is focused),
            -1,
        )
        following = panes[(at + 1) % len(panes)]
        if following is self.sidebar.runs:
            self._drawer.open()
        elif self._drawer.is_open:
            self._drawer.close()
        following.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the sidebar into a button when there is little room."""
        super().resizeEvent(event)
        self._drawer.fit(event.size())

    def changeEvent(self, event: QEvent) -> None:
        """Tell that the user has come back to the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.came_to_front.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell the application."""
        super().closeEvent(event)
        self.closed.emit()

    def close_pictures(self) -> None:
        """End what reads stored pictures and macros; before the application ends."""
        self.macros.close()
        self.past.close_pictures()
