"""Pages of the window that are made when first asked for: model, macros, past runs, promises; and what they are told."""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.doctor.rows import PROMISES, TITLES, Row, Topic, as_sentence, weakened
from app.gui import tr, tr_said
from app.gui.background import timer
from app.gui.commands import Commands, ModelWishes
from app.gui.model_page.steps import StepLog
from app.gui.model_page.weights import WeightsStatus
from app.gui.widgets.buttons import Button
from app.gui.widgets.labels import Icon, Label
from app.gui.widgets.layout import ColumnPage, Framed, column, empty, row
from app.gui.widgets.theme import Theme
from app.gui.window.sidebar import day_words, time_words
from app.macros.play_request import PlayRequest
from automation.core.events import ApproveMode, RunEvent
from automation.core.generation import EngineStatus
from automation.core.proposal import StepRecord
from automation.core.timing import local_time

if TYPE_CHECKING:
    from app.gui.chat.pages import PastPanel
    from app.gui.macros.control import MacroControl
    from app.gui.macros.library.before_run import BeforeRun
    from app.gui.macros.library.control import LibraryControl
    from app.gui.macros.library.page import LibraryPage
    from app.gui.macros.start import MacroStarter
    from app.gui.model_page.page import ModelPage
    from app.gui.model_page.weights import WeightsPage
    from automation.macros.play.values import Asked
    from automation.records.rows import RunInfo


MACROS_TITLE: Final = tr("Macros")


class HasMode(Protocol):
    """What is needed of the window's head; no callable of the window's, which would keep it alive."""

    @property
    def mode(self) -> ApproveMode:
        """How the user wants actions approved now."""
        ...


class MacroPages(QObject):
    """What runs want comes in here, what the user presses goes out. Owned by the main window."""

    page_wanted = Signal(QWidget, str)
    said = Signal(str, bool)
    """A sentence of a window that belongs to no page, and whether it is an error."""

    def __init__(self, theme: Theme, mode: HasMode, parent: QObject | None = None) -> None:
        """Prepare; nothing is read."""
        super().__init__(parent)
        self._theme, self._mode_of = theme, mode
        self._data: Path | None = None
        self._macros: MacroControl | None = None
        self._keeps: Callable[[], bool] = bool
        self._starter: MacroStarter | None = None
        self._control: LibraryControl | None = None
        self._before_run: BeforeRun | None = None

    def use(self, data: Path, macros: "MacroControl", keeps: Callable[[], bool]) -> None:
        """Work with the macros of this user; `keeps` tells whether what is filled in may be remembered."""
        self._data, self._macros, self._keeps = data, macros, keeps
        macros.values_wanted.connect(self._on_values_wanted)
        macros.trust_wanted.connect(self._on_trust_wanted)

    def use_keys(self, starter: "MacroStarter") -> None:
        """Show and set the keys that this one keeps."""
        self._starter = starter
        if self._control is not None:
            self._control.use_keys(starter)

    @property
    def page(self) -> "LibraryPage | None":
        """The page, once it was asked for."""
        return self._control.page if self._control is not None else None

    @property
    def before_run(self) -> "BeforeRun":
        """The form and the reading; only once there are macros."""
        assert self._data is not None, "used before there are macros"
        assert self._macros is not None, "used before there are macros"
        if self._before_run is None:
            from app.gui.macros.library.before_run import BeforeRun  # noqa: PLC0415  # not for a start

            made = BeforeRun(self._theme, self._data, self._macros, self._keeps, self)
            made.said.connect(self._on_said)
            self._before_run = made
        return self._before_run

    def open(self) -> None:
        """Show the page."""
        if self._data is None or self._macros is None:
            return
        if self._control is None:
            from app.gui.macros.library.control import (  # noqa: PLC0415  # not needed for a start
                LibraryControl,
            )

            self._control = LibraryControl(
                self._theme,
                self._data,
                self._macros,
                self.before_run,
                lambda: self._mode_of.mode,
                self,
            )
            if self._starter is not None:
                self._control.use_keys(self._starter)
        self.page_wanted.emit(self._control.page, MACROS_TITLE)
        self._control.read()
        self._control.page.focus_first()

    def show_kept(self, name: str) -> None:
        """Show the page with a macro chosen that was just recorded."""
        self.open()
        if self._control is not None:
            self._control.show_kept(name)

    def close(self) -> None:
        """Close the windows and end the threads; before the application ends."""
        if self._control is not None:
            self._control.close()
        if self._before_run is not None:
            self._before_run.close()

    def _on_values_wanted(self, request: PlayRequest, asked: "Asked") -> None:
        self.before_run.ask_values(request, asked)

    def _on_trust_wanted(self, request: PlayRequest) -> None:
        self.before_run.ask_trust(request)

    def _on_said(self, sentence: str, is_error: bool) -> None:
        """Say it on the page while that shows, else in the window."""
        page = self.page
        if page is not None and page.isVisible():
            page.notice.say(sentence, is_error=is_error)
        else:
            self.said.emit(sentence, is_error)


PROGRESS_MS: Final = 100
"""Progress is shown ten times a second at most; other changes at once."""
TITLE: Final = tr("Model")
WEIGHTS_TITLE: Final = tr("Get the weights")


class ModelPages(QObject):
    """What the application tells of the model comes in here, what the user presses goes out.

    Owned by the main window; UI thread.
    """

    changed = Signal(object)
    """An `EngineStatus` for everything else in the window that shows it."""

    noted = Signal(str)
    """What the model page was given to say; empty for nothing."""
    page_wanted = Signal(QWidget, str)
    """Show a page under a title."""
    page_made = Signal(object)
    """The `ModelPage`, when it is about to be shown for the first time."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page: ModelPage | None = None
        self._weights_page: WeightsPage | None = None
        self.status = EngineStatus()
        """What the engine said last."""
        self._shown = self.status
        self._weights = WeightsStatus()
        self.folder = ""
        """The folder that would be loaded; empty for none."""
        self._note = ("", False)
        self._log = StepLog()
        self._timer = timer(self, PROGRESS_MS, self._tell)
        self.wishes = wishes = ModelWishes(self)
        """What the user presses."""
        for pressed in (wishes.load, wishes.eject, wishes.calibrate):
            pressed.connect(self._forget_note)
        for named in (wishes.existing, wishes.load_fetched):
            named.connect(wishes.choose)
        wishes.choose.connect(self.show_folder)
        wishes.existing.connect(self.open)
        wishes.load_fetched.connect(self.want_model)
        wishes.weights.connect(self.open_weights)
        wishes.back.connect(self.open)

    def show_status(self, status: EngineStatus) -> None:
        """Show what the engine says of itself; mere progress waits for the next frame."""
        self.status = status
        if replace(status, loading=None) == replace(self._shown, loading=None):
            if status != self._shown and not self._timer.isActive():
                self._timer.start()
            return
        self._tell()

    def _tell(self) -> None:
        self._timer.stop()
        if self.status.state != self._shown.state and self.status.state in ("empty", "loading"):
            self._forget_note()
        self._shown = self.status
        if self._page is not None:
            self._page.show_status(self._shown)
        self.changed.emit(self._shown)

    def show_folder(self, folder: str) -> None:
        """Show the folder that would be loaded; empty for none."""
        is_other, self.folder = folder != self.folder, folder
        if self._page is not None:
            self._page.show_folder(folder)
        if is_other and self.status.state == "failed":  # what failed was the folder before it
            self.show_status(EngineStatus(memory=self.status.memory))

    def show_note(self, text: str, *, is_error: bool = False) -> None:
        """Say on the model page what came of a press; empty takes it away.

        Whatever page shows stays: a sentence about the model belongs to no run.
        """
        self._note = (text, is_error)
        if self._page is not None:
            self._page.state.show_note(text, is_error=is_error)
        self.noted.emit(text)

    def _forget_note(self) -> None:
        if self._note[0]:
            self.show_note("")

    def show_weights(self, status: WeightsStatus) -> None:
        """Show how far getting the weights has come."""
        self._weights = status
        if self._weights_page is not None:
            self._weights_page.show_status(status)

    def take(self, happening: RunEvent) -> None:
        """Keep what a step cost."""
        if self._log.take(happening, self.status.last) and self._page is not None:
            self._page.show_log(self._log)

    def keep_only(self, kept: Container[str]) -> None:
        """Forget what the steps of runs that are not among these cost."""
        if self._log.keep_only(kept) and self._page is not None:
            self._page.show_log(self._log)

    def want_model(self) -> None:
        """Load the model if its folder is known, and show the page either way."""
        if self.folder and self.status.state in ("empty", "failed"):
            self.wishes.load.emit(self.folder)
        self.open()

    def open(self) -> None:
        """Show the model page."""
        if self._page is None:
            self._page = self._made_page()
        self.page_wanted.emit(self._page, TITLE)
        self._page.setFocus()

    def open_weights(self) -> None:
        """Show the page for getting the weights."""
        if self._weights_page is None:
            from app.gui.model_page.weights import WeightsPage  # noqa: PLC0415  # not for a start

            self._weights_page = WeightsPage(self._theme, self.wishes)
            self._weights_page.show_status(self._weights)
        self.page_wanted.emit(self._weights_page, WEIGHTS_TITLE)
        self._weights_page.setFocus()

    def _made_page(self) -> "ModelPage":
        from app.gui.model_page.page import ModelPage  # noqa: PLC0415  # not needed for a start

        page = ModelPage(self._theme, self.wishes)
        page.show_folder(self.folder)
        page.show_status(self.status)
        page.show_log(self._log)
        page.state.show_note(self._note[0], is_error=self._note[1])
        self.page_made.emit(page)
        return page


class PastPages(QObject):
    """What the history tells of a run comes in here, what the user presses goes out.

    Owned by the main window.
    """

    page_made = Signal(object)
    """The `PastPanel`, when the first past run is about to be shown."""
    page_wanted = Signal(QWidget, str)
    shown = Signal(str)
    """The run that is looked at."""

    def __init__(self, theme: Theme, commands: Commands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._commands = commands
        self.page: PastPanel | None = None
        """The page; None until a run was looked at."""

    def show_run(
        self, info: "RunInfo", steps: Sequence[StepRecord], read_picture: Callable[[str], bytes]
    ) -> None:
        """Show a run that is over, its pictures as PNG by `read_picture`, which is called on another thread."""
        page = self.page or self._made()
        then = local_time(info.started_utc)
        now = datetime.now().astimezone()
        when = f"{day_words(then, now)}, {time_words(then)}" if then else tr("Earlier")
        page.show_run(info, steps, read_picture, when)
        self.page_wanted.emit(page, info.task)
        page.setFocus()
        self.shown.emit(info.run)

    def show_pin(self, run: str, *, is_pinned: bool) -> None:
        """Show whether a past run stays whatever its age."""
        if self.page is not None:
            self.page.show_pin(run, is_pinned=is_pinned)

    def keep_only(self, kept: Container[str]) -> None:
        """Show no run that is not among these."""
        if self.page is not None and self.page.run not in kept:
            self.page.forget()

    def close_pictures(self) -> None:
        """End what reads stored pictures; before the application ends."""
        if self.page is not None:
            self.page.close_pictures()

    def _made(self) -> "PastPanel":
        from app.gui.chat.pages import PastPanel  # noqa: PLC0415  # not needed for a start

        self.page = PastPanel(self._theme, self._commands)
        self.page_made.emit(self.page)
        return self.page


PROMISES_TITLE: Final = tr("Promises")


def summary_words(rows: tuple[Row, ...]) -> str:
    """Return what the rows come to, in a sentence or two."""
    count = len(weakened(rows))
    if not rows:
        return tr("Looking at this computer")
    if count == 0:
        return tr("All seven promises hold on this computer.")
    one = tr(
        "1 of the {0} promises is limited on this computer, {1} hold. This limit comes from "
        "your desktop. What you can do is listed below."
    )
    more = tr(
        "{2} of the {0} promises are limited on this computer, {1} hold. These limits come from "
        "your desktop. What you can do is listed below."
    )
    return (one if count == 1 else more).format(len(PROMISES), len(PROMISES) - count, count)


class PromisePages(QObject):
    """What was found comes in here, what the user presses goes out. Owned by the main window."""

    seen = Signal(object)
    """Names of the rows that the user was shown: to be kept, so that none is told twice."""
    changed = Signal()
    """Other rows, or others seen."""
    page_wanted = Signal(QWidget, str)

    def __init__(self, theme: Theme, commands: Commands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme, self._commands = theme, commands
        self._page: PromisesPage | None = None
        self._rows: tuple[Row, ...] = ()
        self._seen: frozenset[str] = frozenset()

    @property
    def side_words(self) -> str:
        """A few words for the sidebar: empty until this computer was looked at."""
        if not self._rows:
            return ""
        count = len(weakened(self._rows))
        return tr("{0} limited").format(count) if count else tr("kept")

    @property
    def notice(self) -> tuple[str, str]:
        """A head and a sentence for what the user has not been told yet; empty for nothing."""
        fresh = [row for row in self._rows if row.status != "ok" and row.name not in self._seen]
        if not fresh:
            return "", ""
        count = len(weakened(tuple(fresh)))
        is_one = count == 1
        head = tr("{0} limited on this computer.").format(
            tr("One promise is") if is_one else tr("{0} promises are").format(count)
        )
        named = ", ".join(dict.fromkeys(tr_said(row.name) for row in fresh[:3]))
        rest = tr(" and {0} more").format(len(fresh) - 3) if len(fresh) > 3 else ""
        return head, tr("About: {0}{1}.").format(named, rest)

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show what was found."""
        is_other, self._rows = rows != self._rows, rows
        if self._page is not None:
            self._page.show_rows(rows, summary_words(rows))
        if is_other:
            self.changed.emit()

    def show_seen(self, names: Sequence[str]) -> None:
        """Take over which rows the user was told of in earlier days."""
        if frozenset(names) != self._seen:
            self._seen = frozenset(names)
            self.changed.emit()

    def open(self) -> None:
        """Show the page; what stands there counts as told."""
        if self._page is None:
            self._page = PromisesPage(self._theme, self._commands)
            self._page.show_rows(self._rows, summary_words(self._rows))
        self.page_wanted.emit(self._page, PROMISES_TITLE)
        self._page.setFocus()
        told = frozenset(str(row.name) for row in self._rows if row.status != "ok")
        if not told <= self._seen:
            self.show_seen(sorted(self._seen | told))
            self.seen.emit(tuple(sorted(self._seen)))


WIDEST: Final = 720
LEFT: Final = 28
"""Under the title's words: an icon of 16 and a gap of 12."""


def promise_words(topic: Topic) -> str:
    """Return a promise as a sentence: `Nothing is sent without your approval`."""
    words = tr_said(TITLES[topic]).partition(": ")[2]
    at = next(n for n, letter in enumerate(words) if letter.isalpha())
    return words[:at] + words[at].upper() + words[at + 1 :]


def _name(row: Row) -> str:
    """Return a row's name as a heading; the name of our command stays as it is typed."""
    name = tr_said(row.name)
    return name if name.startswith("deskhand") else name[0].upper() + name[1:]


class PromiseCard(Framed):
    """One promise: whether it holds here, what it rests on, and what helps."""

    def __init__(self, theme: Theme, topic: Topic, rows: Sequence[Row]) -> None:
        super().__init__("card")
        self._theme = theme
        weak = [told for told in rows if told.status != "ok"]
        state = tr("Weaker here") if weak else tr("Holds")
        icon = Icon(theme, "warning" if weak else "check", "r2" if weak else "ok")
        said = Label(theme, state, "small", "r2" if weak else "dim")
        title = Label(theme, promise_words(topic), "bold", wraps=True)
        title.setAccessibleName(f"{promise_words(topic)}: {state}")
        head = row(icon, (title, 1), said, gap=12)
        basis = self._basis([told for told in rows if told.status == "ok"])
        notes = map(self._weakness, weak)
        column(head, *notes, basis, gap=8, margins=(16, 12, 16, 14), into=self)

    def _weakness(self, row: Row) -> QWidget:
        found = f"{_name(row)}: {tr_said(row.found)}".rstrip(".")
        meaning = as_sentence(tr_said(row.meaning)) if row.meaning else ""
        fix = tr("What helps: {0}").format(tr_said(row.fix))
        helps = Label(self._theme, fix, "small", wraps=True)
        helps.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        what = Label(self._theme, f"{found}.", wraps=True)
        why = Label(self._theme, meaning, "small", "dim", wraps=True)
        told = QWidget()
        column(what, why, helps, gap=2, margins=(LEFT, 0, 0, 4), into=told)
        return told

    def _basis(self, rows: Sequence[Row]) -> QWidget:
        basis = QWidget()
        grid = QGridLayout(basis)
        grid.setContentsMargins(LEFT, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(0, 112)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, told in enumerate(rows):
            name = Label(self._theme, _name(told), "small", "dim")
            grid.addWidget(name, number, 0, top)
            grid.addWidget(
                Label(self._theme, tr_said(told.found), "small", "dim", wraps=True), number, 1
            )
        basis.setVisible(bool(rows))
        return basis


class PromisesPage(QWidget):
    """Owned by the window's promise pages; shows rows, asks for another look."""

    def __init__(self, theme: Theme, commands: Commands) -> None:
        super().__init__()
        self._theme = theme
        self.summary = Label(theme, tr("Looking at this computer"), "body", "dim", wraps=True)
        self.look = Button(theme, tr("Look again"), icon="refresh", size="compact")
        self.look.clicked.connect(lambda: self._say_looking(is_looking=True))
        self.look.clicked.connect(commands.look)
        top, holder = QWidget(), QWidget()
        look = (self.look, 0, Qt.AlignmentFlag.AlignTop)
        row((self.summary, 1), look, gap=12, into=top)
        self._cards = column(gap=12, into=holder)
        column(ColumnPage(tr("Promises"), (top, holder), WIDEST), into=self)
        self.setFocusProxy(self.look)

    def _say_looking(self, *, is_looking: bool) -> None:
        self.look.setEnabled(not is_looking)
        self.look.say(tr("Looking") if is_looking else tr("Look again"))

    def show_rows(self, rows: tuple[Row, ...], summary: str) -> None:
        """Show what was found; what is weaker stands first."""
        self._say_looking(is_looking=not rows)
        self.summary.setText(summary)
        empty(self._cards)
        found = {topic: [row for row in rows if row.topic == topic] for topic in PROMISES}
        is_weak = {topic: any(row.status != "ok" for row in found[topic]) for topic in PROMISES}
        for topic in sorted(PROMISES, key=lambda topic: not is_weak[topic]):
            if found[topic]:
                self._cards.addWidget(PromiseCard(self._theme, topic, found[topic]))
