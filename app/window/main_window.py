"""The main window: what was asked and done, and the field for the next task."""

from collections.abc import Callable, Container, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.chat.idle_page import IdlePage
from app.chat.panel import ChatPanel
from app.settings import Settings
from app.widgets.theme import Theme
from app.window.drawer import Drawer
from app.window.foot import Foot
from app.window.head import Head
from app.window.macro_pages import MacroPages
from app.window.model_pages import ModelPages
from app.window.page_stack import PageStack
from app.window.past_pages import PastPages
from app.window.promise_pages import PromisePages
from app.window.run_list import RunEntry
from app.window.sidebar import Sidebar
from automation.core.engine import EngineStatus
from automation.core.events import ApproveMode, Ended, PolicyName, Retold, RunEvent, Started

SIZE: Final = (1280, 800)
SMALLEST: Final = (480, 500)
NEW_TASK: Final = "New task"


class MainWindow(QWidget):
    """Display and wiring; the agent runs elsewhere. UI thread."""

    task_sent = Signal(str)
    stop_pressed = Signal()
    pause_pressed = Signal()
    resume_pressed = Signal()
    show_pressed = Signal()
    """Bring the card on the screen to the user's notice."""
    accept_pressed = Signal()
    reject_pressed = Signal()
    choice_made = Signal(int)
    settings_pressed = Signal()
    run_chosen = Signal(str)
    mode_chosen = Signal(str)
    policy_chosen = Signal(str)
    """A `PolicyName`: who takes the next task."""
    quit_pressed = Signal()
    closed = Signal()
    wake_chosen = Signal(bool)
    """Whether sleeping programs are woken."""
    came_to_front = Signal()

    def __init__(self, theme: Theme, settings: Settings, examples: Sequence[str]) -> None:
        super().__init__()
        self.setWindowTitle("deskhand")
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self._theme = theme
        self._settings = settings
        self._is_busy = False
        stop_key = settings.keys.stop[0]
        self.sidebar = Sidebar(theme)
        self.chat = ChatPanel(theme, stop_key)
        self.idle = IdlePage(theme, stop_key=stop_key, examples=examples)
        self.foot = Foot(theme)
        self.head = Head(theme, settings.approval.mode, settings.model.policy)
        self.models = ModelPages(theme, self)
        self.models.show_folder(settings.model.folder)
        self.promises = PromisePages(theme, self)
        self.promises.show_seen(settings.promises_seen)
        self.macros = MacroPages(theme, self.head, self)
        self.past = PastPages(theme, self)
        self._live_title = NEW_TASK
        self._pages = PageStack(self.idle, self.chat)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._pages, 1)
        column.addWidget(self.foot)
        self._drawer = Drawer(self, self.sidebar, middle)
        self._connect()
        self._add_shortcuts()
        self.idle.composer.setFocus()

    def _connect(self) -> None:
        self.idle.sent.connect(self.task_sent)
        chat, sidebar, head = self.chat, self.sidebar, self.head
        chat.sent.connect(self.task_sent)
        for name in ("stop", "pause", "resume", "show", "accept", "reject"):
            getattr(chat, f"{name}_pressed").connect(getattr(self, f"{name}_pressed"))
        chat.choice_made.connect(self.choice_made)
        chat.wake_chosen.connect(self.wake_chosen)
        self.idle.wake_chosen.connect(self.wake_chosen)
        sidebar.new_pressed.connect(self.show_idle)
        sidebar.settings_pressed.connect(self.settings_pressed)
        sidebar.run_chosen.connect(self._on_run_chosen)
        head.menu_pressed.connect(self._drawer.toggle)
        head.mode_chosen.connect(self.mode_chosen)
        head.settings_pressed.connect(self.settings_pressed)
        head.key_map_pressed.connect(self.show_key_map)
        head.quit_pressed.connect(self.quit_pressed)
        self._connect_model()
        self._connect_promises()
        self._connect_macros()
        self._connect_past()
        self._pages.titled.connect(head.set_title)
        self._pages.titled.connect(sidebar.show_place)
        self._drawer.folded.connect(head.menu.setVisible)

    def _connect_model(self) -> None:
        models, head = self.models, self.head
        models.changed.connect(self._on_engine_changed)
        models.page_wanted.connect(self._pages.show_page)
        head.model_pressed.connect(models.open)
        head.policy_chosen.connect(self._on_policy_chosen)
        self.sidebar.model_pressed.connect(self._open_model)
        self.idle.load_pressed.connect(models.want_model)
        self.chat.load_pressed.connect(models.want_model)

    def _connect_promises(self) -> None:
        promises = self.promises
        promises.changed.connect(self._on_promises_changed)
        promises.page_wanted.connect(self._pages.show_page)
        self.head.promises_pressed.connect(promises.open)
        self.sidebar.promises_pressed.connect(self._open_promises)
        self.idle.promises_pressed.connect(promises.open)

    def _connect_macros(self) -> None:
        self.macros.page_wanted.connect(self._pages.show_page)
        self.macros.said.connect(self._on_macros_said)
        self.sidebar.macros_pressed.connect(self._open_macros)
        self.head.macros_pressed.connect(self._open_macros)

    def _connect_past(self) -> None:
        past = self.past
        past.page_wanted.connect(self._pages.show_page)
        past.shown.connect(self.sidebar.mark)
        past.again_pressed.connect(self.task_sent)

    def _on_macros_said(self, text: str, is_error: bool) -> None:
        self.say(text, is_error=is_error)

    def _open_macros(self) -> None:
        self._drawer.close()
        self.macros.open()

    def _on_promises_changed(self) -> None:
        self.sidebar.promises.set_state(self.promises.side_words)
        self.idle.show_notice(*self.promises.notice)

    def _open_promises(self) -> None:
        self._drawer.close()
        self.promises.open()

    def _add_shortcuts(self) -> None:
        shortcuts: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Ctrl+N", self.show_idle),
            ("Ctrl+L", self.focus_field),
            ("Ctrl+F", self._search),
            ("Ctrl+,", self.settings_pressed.emit),
            ("Ctrl+P", self._pause_or_go_on),
            ("Ctrl+/", self.show_key_map),
            ("Ctrl+1", self.focus_field),
            ("Ctrl+2", self._open_macros),
            ("Ctrl+4", self._open_model),
            ("Ctrl+5", self._open_promises),
            ("F6", self._next_pane),
            ("Esc", self._close_floating),
            ("Ctrl+Q", self.quit_pressed.emit),
        )
        for keys, slot in shortcuts:
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    @property
    def is_busy(self) -> bool:
        """Whether a run of this window lives."""
        return self._is_busy

    @property
    def mode(self) -> ApproveMode:
        """How the next task is approved."""
        return self.head.mode

    @property
    def policy(self) -> PolicyName:
        """Who takes the next task."""
        return self.head.chip.policy

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
        self._is_busy = not isinstance(happening, Ended)
        self.head.set_busy(is_busy=self._is_busy)

    def say(self, text: str, *, is_error: bool = False) -> None:
        """Show a sentence that belongs to no run."""
        self._pages.show_page(self.chat, self._live_title)
        self.chat.model.say(text, is_error=is_error)

    def show_runs(self, entries: Sequence[RunEntry]) -> None:
        """Show the runs in the sidebar."""
        self.sidebar.show_runs(entries)

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
        if self._is_busy:
            self._pages.show_page(self.chat, self._live_title)
        else:
            self._live_title = NEW_TASK
            self.chat.clear()
            self._pages.show_page(self.idle, NEW_TASK)
        self.focus_field()

    def show_key_map(self) -> None:
        """Show every key that works; again puts it away."""
        if self._pages.is_covered:
            self._close_key_map()
            return
        from app.window.key_map import KeyMapPage  # noqa: PLC0415  # not needed for a start

        page = KeyMapPage(self._theme, self._settings.keys)
        page.closed.connect(self._close_key_map)
        self._pages.put_over(page)
        page.back.setFocus()

    def set_settings(self, settings: Settings) -> None:
        """Show other keys and another mode."""
        self._settings = settings
        self.head.set_mode(settings.approval.mode)
        self.head.set_policy(settings.model.policy)
        self.models.show_folder(settings.model.folder)
        self.promises.show_seen(settings.promises_seen)
        self._fit_to_policy()

    def _on_engine_changed(self, status: EngineStatus) -> None:
        self.head.show_engine(status)
        self.sidebar.show_engine(status)
        self.chat.show_engine(status)
        self._fit_to_policy()

    def _on_policy_chosen(self, policy: str) -> None:
        self._fit_to_policy()
        self.policy_chosen.emit(policy)

    def _fit_to_policy(self) -> None:
        self.idle.show_engine(self.models.status, self.policy)

    def _open_model(self) -> None:
        self._drawer.close()
        self.models.open()

    def _close_key_map(self) -> None:
        self._pages.show_behind()
        self.focus_field()

    def _close_floating(self) -> None:
        """Close what floats, then clear a search, then leave a page. Never stops a run."""
        focused = self.focusWidget()
        if self._pages.is_covered:
            self._close_key_map()
        elif isinstance(focused, QLineEdit) and focused.objectName() == "search" and focused.text():
            focused.clear()
        elif self._drawer.is_open:
            self._drawer.close()
        elif self.page not in (self.idle, self.chat):
            self._show_own()
            self.sidebar.mark("")
            self._pages.field.setFocus()

    def _on_run_chosen(self, run: str) -> None:
        self._drawer.close()
        self.run_chosen.emit(run)

    def _pause_or_go_on(self) -> None:
        if self.chat.status.can_resume:
            self.resume_pressed.emit()
        elif self.chat.status.can_pause:
            self.pause_pressed.emit()

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
        is_begun = self._is_busy or not self.chat.is_empty
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
