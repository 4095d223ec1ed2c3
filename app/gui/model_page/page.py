"""The model page: what is loaded, how much memory it takes, how fast it is, and how it runs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, SignalInstance
from PySide6.QtGui import QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from app.gui import tr
from app.gui.commands import ModelWishes, ServerWishes
from app.gui.model_page.server_cards import OffersCard, ServerCard, ServerStatus, WhereCard
from app.gui.model_page.steps import Figure, StepLog, StepsCard, figures
from app.gui.model_page.weights import Progress
from app.gui.model_page.wording import (
    Fact,
    facts,
    headline,
    is_loaded,
    memory_gb,
    share_done,
    used_words,
)
from app.gui.widgets.buttons import Button
from app.gui.widgets.inputs import ask_folder
from app.gui.widgets.labels import ElidedLabel, ErrorBox, Icon, Label, Legend, announce
from app.gui.widgets.layout import ColumnPage, Flow, Framed, column, row
from app.gui.widgets.theme import Painted, Theme
from app.long_work import progress_words
from automation.core.generation import EngineState, EngineStatus, Memory


class FactsCard(Framed):
    """Owned by the model page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("card")
        self._theme = theme
        self._facts: tuple[Fact, ...] = ()
        title = Label(theme, tr("How it runs"), "bold")
        self._column = column(title, gap=8, margins=(16, 12, 16, 16), into=self)
        self._rows: QWidget | None = None

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        if self._rows is not None:
            self._column.removeWidget(self._rows)
            self._rows.hide()
            self._rows.deleteLater()
        self._rows = self._made(facts)
        self._column.addWidget(self._rows)

    def _made(self, facts: Sequence[Fact]) -> QWidget:
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for number, fact in enumerate(facts):
            name = Label(self._theme, fact.name, "small", "dim")
            value = Label(self._theme, fact.value, "small", wraps=True)
            grid.addWidget(name, 2 * number, 0, top)
            grid.addWidget(value, 2 * number, 1, top)
            value.setAccessibleName(f"{fact.name}: {fact.value}")
            if fact.warning:
                warning = Label(self._theme, fact.warning, "caption", "r2", wraps=True)
                grid.addWidget(warning, 2 * number + 1, 1)
        return rows


GAP: Final = 12
LEAST_WIDTH: Final = 176
"""A card is never narrower while another row is possible."""


class FigureCard(Framed):
    """One figure; its words are read as one sentence."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("card", parent)
        self._title = Label(theme, "", "caption_bold", "dim")
        self._value = Label(theme, "", "heading")
        self._value.setFont(theme.font("heading", tabular=True))
        self._note = Label(theme, "", "caption", "dim", wraps=True)
        parts = (self._title, self._value, self._note, None)
        column(*parts, gap=2, margins=(14, 12, 14, 12), into=self)

    def show_figure(self, figure: Figure) -> None:
        """Show a figure."""
        for label, words in (
            (self._title, figure.title),
            (self._value, figure.value),
            (self._note, figure.note),
        ):
            if label.text() != words:
                label.setText(words)
        self.setAccessibleName(f"{figure.title}: {figure.value}, {figure.note}")


class FigureCards(QWidget):
    """Owned by the model page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.cards = tuple(FigureCard(theme, self) for _ in range(4))
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        self._place(4)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show four figures."""
        for card, figure in zip(self.cards, figures, strict=True):
            card.show_figure(figure)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use as many columns as fit."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        need = max(LEAST_WIDTH, *(card.minimumSizeHint().width() for card in self.cards))
        fitting = (width + GAP) // (need + GAP)
        self._place(4 if fitting >= 4 else 2 if fitting >= 2 else 1)

    def minimumSizeHint(self) -> QSize:
        """Return the width of one card: the others can go below it."""
        widest = max(card.minimumSizeHint().width() for card in self.cards)
        return QSize(widest, super().minimumSizeHint().height())

    def _place(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for number in range(4):
            self._grid.setColumnStretch(number, 1 if number < columns else 0)


HEIGHT: Final = 20
RADIUS: Final = 4.0
PIECES: Final = (
    ("weights", "phaseThink", "weights"),
    ("encoder", "phaseEncode", "encoder"),
    ("cache", "phaseRead", "cache"),
    ("others", "ctl", tr("other programs")),
)
"""Field of `Memory`, colour token, words; in the order in which they stand in the bar."""


class _Bar(Painted):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._memory = Memory()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_memory(self, memory: Memory) -> None:
        self._memory = memory
        self.update()

    def sizeHint(self) -> QSize:
        """Return the bar's height; it is as wide as there is room."""
        return QSize(200, HEIGHT)

    def _paint(self, painter: QPainter) -> None:
        theme, memory = self._theme, self._memory
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(whole, RADIUS, RADIUS)
        painter.fillPath(outline, theme.color("sunken"))
        total = max(memory.total, memory.used, 1)
        x = whole.left()
        for field, token, _ in PIECES:  # with a hairline of the card between them
            width = whole.width() * getattr(memory, field) / total
            piece = QPainterPath()
            piece.addRect(QRectF(x, whole.top(), max(0.0, width - 1), whole.height()))
            painter.fillPath(outline.intersected(piece), theme.color(token))
            x += width
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)


class MemoryBar(QWidget):
    """Bar, legend, and how much is used; owned by the model page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._memory: Memory | None = None
        self._bar = _Bar(theme)
        self._legend = Legend(theme)
        self._used = Label(theme, "", "caption", "dim")
        line = row((self._legend, 1), (self._used, 0, Qt.AlignmentFlag.AlignTop), gap=16)
        column(self._bar, line, gap=8, into=self)

    def show_memory(self, memory: Memory) -> None:
        """Show what the device's memory holds."""
        if memory == self._memory:
            return
        self._memory = memory
        self._bar.show_memory(memory)
        entries = [
            (token, tr("{0} {1} GB").format(words, memory_gb(getattr(memory, field))))
            for field, token, words in PIECES
        ]
        self._legend.set_entries(entries)
        self._used.setText(used_words(memory))
        spoken = ", ".join(words for _, words in entries)
        self._bar.setAccessibleName(tr("Memory: {0}").format(used_words(memory)))
        self._bar.setAccessibleDescription(spoken)


@dataclass(frozen=True, slots=True)
class Buttons:
    """Which buttons a state shows; all of them need that nothing is in the way."""

    load: bool = False
    choose: bool = False
    weights: bool = False
    calibrate: bool = False
    eject: bool = False


BUTTONS: Final[dict[EngineState, Buttons]] = {
    "empty": Buttons(load=True, choose=True, weights=True),
    "failed": Buttons(load=True, choose=True, weights=True),
    "loading": Buttons(),
    "ready": Buttons(calibrate=True, eject=True),
    "working": Buttons(calibrate=True, eject=True),
}


class StateCard(Framed):
    """Owned by the model page; decides nothing."""

    def __init__(self, theme: Theme, wishes: ModelWishes) -> None:
        super().__init__("card")
        self._theme, self._wishes = theme, wishes
        self._status = EngineStatus()
        self._folder = ""
        self._icon = Icon(theme, "chip")
        self._title = Label(theme, "", "title", wraps=True)
        self._rest = Label(theme, "", "small", "dim", wraps=True)
        self._path = ElidedLabel(theme, "", "mono", "dim", mode=Qt.TextElideMode.ElideMiddle)
        self._said = ("", False)
        self.problem = ErrorBox(theme)
        self.note = Label(theme, "", "small", wraps=True)
        self.progress = Progress(theme, wishes.cancel)
        self._memory = MemoryBar(theme)
        self.load = self._button(tr("Load model"), "chip", lambda: wishes.load.emit(self._folder))
        self.weights = self._button(tr("Get the weights"), "import", wishes.weights)
        self.choose = self._button(tr("Choose folder"), "folder", self._on_choose)
        self.calibrate = self._button(tr("Calibrate"), "target", wishes.calibrate)
        self.calibrate.setToolTip(tr("Finds out in a minute how the model tells places"))
        self.eject = self._button(tr("Eject"), "close", wishes.eject)
        self._actions = Flow(self.buttons, 8, 8)
        parts = (self._rest, self._path, self.problem, self.note, self.progress, self._memory)
        head = row(self._icon, (self._title, 1), gap=8)
        column(head, *parts, self._actions, gap=8, margins=(16, 14, 16, 16), into=self)
        self.show_state(self._status, "")

    def _button(self, text: str, icon: str, asked: SignalInstance | Callable[[], object]) -> Button:
        button = Button(self._theme, text, icon=icon)
        button.clicked.connect(asked)
        return button

    def _on_choose(self) -> None:
        title = tr("Folder that holds the model")
        ask_folder(self.window(), title, self._folder, self._wishes.choose.emit)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """All buttons but Cancel, in reading order."""
        return (self.load, self.weights, self.choose, self.calibrate, self.eject)

    def show_state(self, status: EngineStatus, folder: str) -> None:
        """Show what is loaded, and the folder that would be."""
        held = self.window().focusWidget()  # before anything hides: Qt moves the focus at once
        is_new_state = status.state != self._status.state
        self._status, self._folder = status, folder
        said = headline(status)
        self._title.setText(said.title)
        self._rest.setText(said.rest)
        self._rest.setVisible(bool(said.rest))
        self._path.set_whole_text(folder)
        self._path.setVisible(bool(folder) and not is_loaded(status))
        self._show_said()
        self._show_progress(status)
        self._memory.show_memory(status.memory)
        self._memory.setVisible(status.memory.used > 0)
        self._show_buttons(status)
        self._keep_focus(held)
        self._icon.show_icon(said.icon, said.token)
        if is_new_state and self.isVisible():
            words = f"{said.title}. {status.problem}" if status.problem else said.title
            announce(self, words, is_urgent=status.state == "failed")

    def show_note(self, text: str, *, is_error: bool) -> None:
        """Say what came of a press; empty takes it away. A failure of the model goes before it."""
        self._said = (text, is_error)
        self._show_said()
        if text and self.isVisible():
            announce(self, text, is_urgent=is_error)

    def _show_said(self) -> None:
        text, is_error = self._said
        problem = self._status.problem if self._status.state == "failed" else ""
        self.problem.show_problem(problem or (text if is_error else ""))
        self.note.tell("" if is_error else text)

    def _show_progress(self, status: EngineStatus) -> None:
        loading = status.loading
        if loading is not None:
            self.progress.show_progress(progress_words(loading), share_done(loading))
        elif status.state == "loading":
            self.progress.show_progress(tr("Getting ready"), None)
        self.progress.setVisible(loading is not None or status.state == "loading")

    def _show_buttons(self, status: EngineStatus) -> None:
        shown = BUTTONS[status.state]
        is_free = status.state != "working" and status.loading is None
        self.load.say(tr("Try again") if status.state == "failed" else tr("Load model"))
        self.load.set_kind("primary")
        self.weights.set_kind("plain" if self._folder else "primary")
        self.load.setVisible(shown.load and bool(self._folder))
        self.choose.setVisible(shown.choose)
        self.weights.setVisible(shown.weights)
        for button, is_shown in ((self.calibrate, shown.calibrate), (self.eject, shown.eject)):
            button.setVisible(is_shown)
            button.setEnabled(is_free)
        self._actions.setVisible(shown != Buttons())
        self._actions.rearrange()

    def _keep_focus(self, held: QWidget | None) -> None:
        """Keep the focus on this card when what had it cannot have it any longer."""
        first = self.first_control()
        self.setFocusProxy(first)
        if held is None or not self.isAncestorOf(held):
            return
        if held is self._title or not held.isVisibleTo(self) or not held.isEnabled():
            first.setFocus()

    def first_control(self) -> QWidget:
        """Return what should have the focus when the page is shown; the title for want of more."""
        usable = (button for button in self.buttons if not button.isHidden() and button.isEnabled())
        if not self.progress.isHidden():
            return self.progress.cancel
        return next(usable, self._title)


WIDEST: Final = 992


class ModelPage(QWidget):
    """Driven by plain values; UI thread. Presses leave as wishes."""

    def __init__(self, theme: Theme, wishes: ModelWishes) -> None:
        super().__init__()
        self.wishes = wishes
        self.server_wishes = ServerWishes(self)
        self._folder = ""
        self._has_steps = False
        self._status = EngineStatus()
        self._server = ServerStatus()
        self.where = WhereCard(theme, self.server_wishes)
        self.server = ServerCard(theme, self.server_wishes)
        self.offers = OffersCard(theme)
        for card in (self.server, self.offers):
            card.hide()
        self.state = StateCard(theme, wishes)
        self._figures = FigureCards(theme)
        self.steps = StepsCard(theme)
        self._facts = FactsCard(theme)
        here = (self.state, self._figures, self.steps, self._facts)
        cards = (self.where, self.server, self.offers, *here)
        column(ColumnPage(tr("Model"), cards, WIDEST), into=self)
        self.setFocusProxy(self.state)
        self.show_log(StepLog())

    def show_status(self, status: EngineStatus) -> None:
        """Show what the engine says of itself."""
        if status != self._status:
            self._status = status
            self._refresh()

    def show_server(self, status: ServerStatus) -> None:
        """Show where the model runs, and where the choice of a server stands."""
        self._server = status
        self._refresh()

    def show_folder(self, folder: str) -> None:
        """Show the folder that would be loaded; empty for none."""
        if folder != self._folder:
            self._folder = folder
            self._refresh()

    def show_log(self, log: StepLog) -> None:
        """Show what the last steps cost."""
        self._has_steps = bool(log.costs)
        self._figures.show_figures(figures(log))
        self.steps.show_costs(tuple(log.costs))
        self._refresh()

    def _refresh(self) -> None:
        place = self._server.place
        self.where.show_place(place)
        self.server.show_status(self._server)
        self.server.setVisible(place in ("near", "far"))
        self.offers.show_offers(self._server.offers)
        self.offers.setVisible(place == "near")
        self.state.show_state(self._status, self._folder)
        self._facts.show_facts(facts(self._status))
        is_there = is_loaded(self._status)
        # What is loaded, or on its way, is shown whatever was chosen since: it holds the card's memory.
        self.state.setVisible(place == "card" or is_there or self._status.state == "loading")
        self._facts.setVisible(is_there)
        for card in (self._figures, self.steps):
            card.setVisible(is_there or self._has_steps)
        self.setFocusProxy(self.state if place == "card" else self.where.buttons[place])
