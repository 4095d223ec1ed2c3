"""The sidebar: a new task, the runs so far with a heading per day, and the way to macros, model and promises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QItemSelectionModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    SignalInstance,
)
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.gui import tr
from app.gui.chat.paint import draw_line, line_height
from app.gui.commands import Commands
from app.gui.model_page.wording import NO_SERVER, Served, side_words
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Icon, Label
from app.gui.widgets.layout import Framed, column, row
from app.gui.widgets.theme import PaintedButton, Theme, draw_box, draw_row
from automation.core.generation import EngineStatus
from automation.core.proposal import REFUSED
from automation.core.timing import local_time

REFUSED_WORD: Final = "refused"
"""What is searched for to see the tasks that were not done because of their words."""
TODAY: Final = tr("Today")
YESTERDAY: Final = tr("Yesterday")
WEEK_DAYS: Final = 7


def day_words(then: datetime, now: datetime) -> str:
    """Return the heading for a run: Today, Yesterday, a week day, or the date."""
    days = (now.date() - then.date()).days
    if days <= 0:
        return TODAY
    if days == 1:
        return YESTERDAY
    if days < WEEK_DAYS:
        return QLocale().dayName(then.isoweekday())
    is_now = then.year == now.year
    return QLocale().toString(
        QDate(then.year, then.month, then.day), tr("d MMMM") if is_now else tr("d MMMM yyyy")
    )


def time_words(then: datetime) -> str:
    """Return the time of day."""
    return f"{then:%H:%M}"


HEIGHT: Final = 40
ROW_TEXT_LEFT: Final = 32


class NavRow(PaintedButton):
    """Owned by the sidebar."""

    def __init__(
        self, theme: Theme, name: str, icon: str, keys: str, asked: SignalInstance
    ) -> None:
        super().__init__(theme, name)
        self._icon_name = icon
        self._keys = keys
        self.state = ""
        """The words on the right."""
        self.is_current = False
        """Its page is the one that shows."""
        self.setToolTip(f"{name} ({keys})")
        self.setAccessibleDescription(keys)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(asked)

    def set_state(self, state: str) -> None:
        """Show a few words on the right."""
        if state != self.state:
            self.state = state
            self.setAccessibleName(f"{self.text()}, {state}")
            self.update()

    def set_current(self, is_current: bool) -> None:
        """Show whether its page is the one that shows."""
        if is_current != self.is_current:
            self.is_current = is_current
            self.setAccessibleDescription(
                tr("{0}, shown now").format(self._keys) if is_current else self._keys
            )
            self.update()

    def sizeHint(self) -> QSize:
        """Return 40 px a row, more with larger text."""
        return QSize(120, max(HEIGHT, round(line_height(self._theme.font("body")) + 16)))

    def _paint(self, painter: QPainter) -> None:
        theme, rect = self._theme, QRectF(self.rect())
        if self.is_current or self.is_hot:
            draw_box(painter, rect, 8, theme.color("line"))
        icon = QRectF(rect.left() + 8, rect.center().y() - 8, 16, 16)
        theme.paint_icon(painter, self._icon_name, icon, "text2")
        small = theme.font("small", tabular=True)
        width = QFontMetricsF(small).horizontalAdvance(self.state) + 1
        room = rect.width() - ROW_TEXT_LEFT - 16
        name = QRectF(rect.left() + ROW_TEXT_LEFT, rect.top(), room, rect.height())
        taken = draw_line(painter, name, self.text(), theme.font("body"), theme.color("text"))
        width = min(width, room - taken - 8)
        state = QRectF(rect.right() - 8 - width, rect.top(), width, rect.height())
        draw_line(painter, state, self.state, small, theme.color("text3"))
        if self.hasFocus():
            theme.draw_focus(painter, rect)


ROW_HEIGHT: Final = 40
TWO_LINES: Final = 52
"""Of a row whose title goes on below, or whose play tells its values."""
GAP: Final = 4
HEADING_HEIGHT: Final = 34
PIN: Final = 12
PIN_GAP: Final = 6
TEXT_LEFT: Final = 30
BESIDE: Final = 8
"""Between title and time, and from there to the edge."""
RUN_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
LOOKS: Final = {
    "done": ("check", "ok", tr("done")),
    "partial": ("check", "r2", tr("partly done")),
    "stopped": ("stop", "text2", tr("stopped")),
    "rejected": ("stop", "text2", tr("rejected")),
    "unverified": ("question", "r2", tr("not seen")),
    "": ("play", "accent", tr("running")),
}
OTHER: Final = ("close", "text2", tr("not done"))
UNCLEAR_LOOK: Final = ("question", "text2", tr("say it otherwise"))
DRY: Final = ("eye", "text2", tr("only shown"))
MODE_WORDS: Final = {"assist": tr("Assist"), "auto": tr("Auto"), "dry-run": tr("Dry run")}
"""How a run was approved, where that was not by asking each time."""

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class RunEntry:
    """One run in the list."""

    run: str
    task: str
    outcome: str
    """Empty while it lives."""
    started_utc: str
    """ISO 8601."""
    mode: str = "ask"
    """How its actions were approved."""
    is_pinned: bool = False
    """It stays whatever its age."""
    name: str = ""
    """What the list calls it; empty for its task."""
    unseen: int = 0
    """Steps of a run that is done whose effect was not seen."""

    @property
    def title(self) -> str:
        """What its row says."""
        return self.name or self.task


@dataclass(frozen=True, slots=True)
class Heading:
    """A day above the runs of that day."""

    words: str


class RunList(QAbstractListModel):
    """The runs, newest first, under the days on which they were."""

    def __init__(self, now: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now = now
        self._entries: tuple[RunEntry, ...] = ()
        self._wanted = ""
        self._rows: list[RunEntry | Heading] = []

    def show(self, entries: Sequence[RunEntry]) -> None:
        """Show these runs."""
        self._entries = tuple(entries)
        self._renew()

    def search(self, words: str) -> None:
        """Show only runs whose task has these words in it, or that were refused; empty shows all."""
        self._wanted = words.strip().casefold()
        self._renew()

    def row_of(self, run: str) -> QModelIndex:
        """Return where a run stands; not valid when it is not shown."""
        for at, entry in enumerate(self._rows):
            if isinstance(entry, RunEntry) and entry.run == run:
                return self.index(at)
        return QModelIndex()

    def _renew(self) -> None:
        self.beginResetModel()
        self._rows, last = [], ""
        for entry in self._entries:
            is_wanted = self._wanted in f"{entry.title}\n{entry.task}".casefold()
            if not is_wanted and not (self._wanted == REFUSED_WORD and entry.outcome in REFUSED):
                continue
            then = local_time(entry.started_utc)
            words = day_words(then, self._now()) if then else tr("Earlier")
            if words != last:
                self._rows.append(Heading(words))
                last = words
            self._rows.append(entry)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of runs and headings."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let headings be passed over."""
        if index.isValid() and isinstance(self._rows[index.row()], Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:  # noqa: ANN401
        """Return an entry, or its words."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == RUN_ROLE:
            return row
        if isinstance(row, Heading):
            is_words = role in (
                int(Qt.ItemDataRole.DisplayRole),
                int(Qt.ItemDataRole.AccessibleTextRole),
            )
            return row.words if is_words else None
        if role == int(Qt.ItemDataRole.AccessibleTextRole):
            return f"{row.title}, {state_words(row)}"
        if role == int(Qt.ItemDataRole.ToolTipRole):
            words = state_words(row)
            whole = f"{row.name}\n{row.task}" if row.name else row.task
            return f"{whole}\n{words[:1].upper()}{words[1:]}"
        return row.title if role == int(Qt.ItemDataRole.DisplayRole) else None


def when(entry: RunEntry) -> str:
    """Return how a run was approved, unless by asking, and its time of day: `Auto 14:31`."""
    return f"{MODE_WORDS.get(entry.mode, '')} {time_of(entry)}".strip()


def time_of(entry: RunEntry) -> str:
    """Return when a run began, as a time of day; empty where that is not known."""
    then = local_time(entry.started_utc)
    return time_words(then) if then else ""


def beside(entry: RunEntry, title: QFontMetricsF, small: QFontMetricsF, room: float) -> str:
    """Return what stands on the right of a row: the title comes before how the run was approved."""
    words = when(entry)
    taken = title.horizontalAdvance(entry.title) + small.horizontalAdvance(words)
    return words if taken <= room else time_of(entry)


def lines_of(entry: RunEntry, title: QFontMetricsF, room: float, time: float) -> tuple[str, str]:
    """Return a row's words in one line or two; the second is empty where the first says all.

    A title that is too long goes on below, at a word's end if there is one; `room` is a whole line's.
    """
    words = " ".join(entry.title.split())
    width = title.horizontalAdvance(words)
    if width <= room - time:
        return words, ""
    most = room if width > room else room - time  # no line has the time alone
    head = title.elidedText(words, Qt.TextElideMode.ElideRight, most).removesuffix("…")
    at = head.rfind(" ") if not words[len(head) :].startswith(" ") else len(head)
    at = at if at > 0 else len(head)
    return words[:at].rstrip(), words[at:].lstrip()


def state_words(entry: RunEntry) -> str:
    """Return what the row shows beside the task, in words."""
    parts = (look(entry)[2], when(entry), tr("pinned") if entry.is_pinned else "")
    return ", ".join(part for part in parts if part)


def look(entry: RunEntry) -> tuple[str, str, str]:
    """Return icon, colour token and word for how a run ended; a dry run did nothing."""
    if entry.mode == "dry-run" and entry.outcome == "done":
        return DRY
    if entry.outcome == "done" and entry.unseen:
        return ("check", "r2", tr("done, {0} not verified").format(entry.unseen))
    return UNCLEAR_LOOK if entry.outcome in REFUSED else LOOKS.get(entry.outcome, OTHER)


class RunDelegate(QStyledItemDelegate):
    """Owned by the sidebar's list."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return 40 px a row, 52 for two lines, more with larger text."""
        row, line = index.data(RUN_ROLE), line_height(self._theme.font("small"))
        if isinstance(row, Heading):
            return QSize(120, max(HEADING_HEIGHT, round(line + 18)))
        view = self.parent()
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        if not self._lines(row, QRectF(0, 0, width - 2, ROW_HEIGHT))[1]:
            return QSize(120, max(ROW_HEIGHT + GAP, round(line + 18)))
        return QSize(120, max(TWO_LINES + GAP, round(2 * line + 18)))

    def _lines(self, entry: RunEntry, rect: QRectF) -> tuple[str, str, str]:
        """Return both lines of a row and its time; a row is as high selected, in bold, as it was."""
        small = QFontMetricsF(self._theme.font("small", tabular=True))
        bold = QFontMetricsF(self._theme.font("small_bold"))
        room = rect.width() - TEXT_LEFT - 2 * BESIDE - (PIN + PIN_GAP if entry.is_pinned else 0)
        time = beside(entry, bold, small, room)
        return *lines_of(entry, bold, room, small.horizontalAdvance(time)), time

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a heading, or outcome, task and time."""
        row = index.data(RUN_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Heading):
            theme, area = self._theme, QRectF(option.rect).adjusted(8, 8, -8, 0)
            draw_line(painter, area, row.words, theme.font("caption_bold"), theme.color("text2"))
        else:
            self._paint_run(painter, option, row)
        painter.restore()

    def _paint_run(self, painter: QPainter, option: QStyleOptionViewItem, entry: RunEntry) -> None:
        theme, rect = self._theme, QRectF(option.rect).adjusted(1, 2, -1, -2)
        is_selected = draw_row(painter, theme, option, rect)
        first, second, time = self._lines(entry, rect)
        line = line_height(theme.font("small"))
        top = rect.center().y() - line * (1 if second else 0.5)
        icon, token, _ = look(entry)
        place = QRectF(rect.left() + 8, top + line / 2 - 7, 14, 14)
        theme.paint_icon(painter, icon, place, token)
        small = theme.font("small", tabular=True)
        width = QFontMetricsF(small).horizontalAdvance(time)
        last = top + line if second else top
        at = QRectF(rect.right() - width - BESIDE, last, width + 1, line)
        draw_line(painter, at, time, small, theme.color("text2"))
        if entry.is_pinned:
            at.setLeft(at.left() - PIN - PIN_GAP)
            pin = QRectF(at.left(), at.center().y() - PIN / 2, PIN, PIN)
            theme.paint_icon(painter, "pin", pin, "text2")
        left = rect.left() + TEXT_LEFT
        font = theme.font("small_bold" if is_selected else "small")
        color = theme.color("text" if is_selected else "text2")
        whole = QRectF(left, top, rect.right() - BESIDE - left, line)
        beside_time = QRectF(left, last, at.left() - BESIDE - left, line)
        draw_line(painter, whole if second else beside_time, first, font, color)
        if second:
            draw_line(painter, beside_time, second, font, color)


WIDTH: Final = 240


class Sidebar(Framed):
    """Logo, New task, search, the runs."""

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__("side")
        self._theme, self._commands = theme, commands
        self.new = Button(theme, tr("New task"), icon="plus", keys="Ctrl+N")
        self.new.clicked.connect(commands.new_task)
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setPlaceholderText(tr("Search tasks"))
        self.search.setToolTip(
            tr(
                "Search tasks (Ctrl+F). “{0}” lists those that were not understood or not found."
            ).format(REFUSED_WORD)
        )
        self.search.setAccessibleName(tr("Search tasks"))
        self.search.setFont(theme.font("small"))
        self.search.setClearButtonEnabled(False)
        self._search_icon = self.search.addAction(
            theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition
        )
        self._model = RunList(lambda: datetime.now().astimezone(), self)
        self.search.textChanged.connect(self._on_searched)
        self.runs = self._run_view()
        self.macros = NavRow(theme, tr("Macros"), "macro", "Ctrl+2", commands.macros)
        self.model = NavRow(theme, tr("Model"), "chip", "Ctrl+4", commands.model)
        self._served = NO_SERVER
        self.show_engine(EngineStatus())
        self.promises = NavRow(theme, tr("Promises"), "shield", "Ctrl+5", commands.promises)
        self._empty = Label(theme, "", "small", "faint", wraps=True)
        self._empty.setContentsMargins(8, 8, 8, 0)
        self._count = 0
        top = (self._head(), 4, self.new, self.search, self._empty)
        foot = column(self.macros, self.model, self.promises, gap=4)
        column(*top, (self.runs, 1), foot, gap=8, margins=(12, 12, 12, 12), into=self)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._say_empty()

    def _head(self) -> QHBoxLayout:
        logo, name = (
            Icon(self._theme, "logo", "accent", 20),
            Label(self._theme, "deskhand", "title"),
        )
        guide = self._small(tr("Help"), "question", "F1", self._commands.help)
        settings = self._small(tr("Settings"), "gear", "Ctrl+,", self._commands.settings)
        return row(logo, name, None, guide, settings, gap=8, margins=(8, 0, 2, 0))

    def _small(self, name: str, icon: str, keys: str, asked: SignalInstance) -> Button:
        button = Button(self._theme, "", icon=icon, kind="flat", size="compact")
        button.setAccessibleName(name)
        button.setAccessibleDescription(keys)
        button.setToolTip(f"{name} ({keys})")
        button.clicked.connect(asked)
        return button

    def _run_view(self) -> QListView:
        view = QListView()
        view.setModel(self._model)
        view.setItemDelegate(RunDelegate(self._theme, view))
        view.setAccessibleName(tr("Runs"))
        view.setMouseTracking(True)
        view.setUniformItemSizes(False)
        view.setResizeMode(QListView.ResizeMode.Adjust)  # a title may need a second line then
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.activated.connect(self._on_activated)
        view.clicked.connect(self._on_activated)
        return view

    def show_place(self, title: str) -> None:
        """Mark the row that leads to the page of this title, if there is one."""
        for place in (self.macros, self.model, self.promises):
            place.set_current(place.text() == title)

    def show_engine(self, status: EngineStatus) -> None:
        """Say in a few words what is loaded."""
        self._status = status
        self.model.set_state(tr("on a server") if self._served.host else side_words(status))

    def show_server(self, served: Served) -> None:
        """Say that a server takes goals, where one does."""
        self._served = served
        self.show_engine(self._status)

    def show_runs(self, entries: Sequence[RunEntry]) -> None:
        """Show these runs, newest first."""
        self._count = len(entries)
        chosen = self.runs.currentIndex().data(RUN_ROLE)
        self._model.show(entries)
        if isinstance(chosen, RunEntry):
            self.mark(chosen.run)
        self._say_empty()

    def mark(self, run: str) -> None:
        """Show which run the window shows; empty for none."""
        index = self._model.row_of(run)
        if index.isValid():
            self.runs.setCurrentIndex(index)
        else:
            self.runs.selectionModel().setCurrentIndex(
                QModelIndex(), QItemSelectionModel.SelectionFlag.Clear
            )

    def _say_empty(self) -> None:
        words = (
            tr("No task has these words.")
            if self._count
            else tr("Tasks that you give appear here.")
        )
        self._empty.setText(words)
        self._empty.setVisible(self._model.rowCount() == 0)

    def _on_searched(self, words: str) -> None:
        self._model.search(words)
        self._say_empty()

    def _on_activated(self, index: QModelIndex) -> None:
        entry = index.data(RUN_ROLE)
        if isinstance(entry, RunEntry):
            self._commands.open_run.emit(entry.run)

    def _on_theme_changed(self) -> None:
        self._search_icon.setIcon(self._theme.icon("search"))
        self.runs.viewport().update()
