"""The part of the model page about servers: where the model runs, which server, what would go there, what fits.

All of it is driven by plain values and tells what was pressed by `ServerWishes`. What a server is called
and what it says is shown as plain text.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QComboBox, QGridLayout, QLineEdit, QWidget

from app.gui import spoken, tr
from app.gui.commands import ServerWishes
from app.gui.model_page.weights import Progress
from app.gui.preferences.editor import DropBox
from app.gui.widgets.buttons import Button
from app.gui.widgets.inputs import RadioButton
from app.gui.widgets.labels import ErrorBox, Icon, Label, announce
from app.gui.widgets.layout import Flow, Framed, column, empty, row
from app.gui.widgets.theme import Theme
from app.model_server import Finding, FoundServer
from automation.core.text import model_words

Place = Literal["card", "near", "far", "none"]
"""Where the model runs: in this process, on a server on this computer, on one elsewhere, nowhere."""

PLACES: Final[tuple[tuple[Place, str, str], ...]] = (
    (
        "card",
        tr("On the graphics card of this computer"),
        tr("By deskhand itself. Nothing leaves this computer."),
    ),
    (
        "near",
        tr("On a model server on this computer"),
        tr("llama.cpp, Ollama, LM Studio, vLLM or SGLang. Nothing leaves this computer."),
    ),
    (
        "far",
        tr("On a model server elsewhere"),
        tr("What is on your screen goes there while a goal is worked on. You are asked first."),
    ),
    (
        "none",
        tr("Nowhere"),
        tr("Instructions that name what is on the screen work without a model. Goals do not."),
    ),
)


@dataclass(frozen=True, slots=True)
class StartLine:
    """The line that starts a server with a model."""

    server: str
    line: str
    words: str
    """The model's licence, and how it fits."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that a server here could run."""

    name: str
    lines: tuple[StartLine, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """What this computer can serve."""

    memory: str
    """What was found of a graphics card, in a sentence."""
    offers: tuple[Offer, ...]
    versions: tuple[tuple[str, str], ...]
    """Name of a server, and which version is safe and why."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """Where the choice of a server stands. Replaced whole, never changed."""

    place: Place = "card"
    url: str = ""
    """The address that is kept, or was asked last."""
    host: str = ""
    model: str = ""
    is_in_use: bool = False
    """It takes the next goal, or may take it."""
    used: tuple[tuple[str, str], ...] = ()
    """Address and words of each server that may take it."""
    has_key: bool = False
    found: tuple[FoundServer, ...] | None = None
    """What answers on this computer; None until somebody looked."""
    is_looking: bool = False
    models: tuple[str, ...] = ()
    """What the server that was asked last offers."""
    doing: str = ""
    """What is being done, such as `Asking for its models`; empty for nothing."""
    share: float | None = None
    """How far that is, 0..1."""
    problem: str = ""
    findings: tuple[Finding, ...] = ()
    """What holds and what does not, of the server that was tried last."""
    offers: Offers | None = None
    asks: str = ""
    """The host that the user is asked about; empty for none."""


def headline(status: ServerStatus) -> tuple[str, str, str]:
    """Return icon, colour and words for the head of the card."""
    if status.doing:
        return "more", "text2", tr("{0} is being tried").format(status.host)
    if status.is_in_use:
        model = model_words(status.model) or tr("Its only model")
        words = tr("{0} on {1} takes goals").format(model, status.host)
        if len(status.used) > 1:
            words = tr("{0} on {1}, one of {2} servers, takes goals")
            words = words.format(model, status.host, len(status.used))
        return "check", "ok", words
    words = tr("This server is not used yet") if status.used else tr("No server is used yet")
    return ("warning", "r3", words) if status.problem else ("chip", "text2", words)


class WhereCard(Framed):
    """Asks where the model runs."""

    def __init__(self, theme: Theme, wishes: ServerWishes) -> None:
        super().__init__("card")
        self.buttons: dict[str, RadioButton] = {}
        group = QButtonGroup(self)
        parts: list[QWidget] = [Label(theme, tr("Where does your model run?"), "bold", wraps=True)]
        for place, name, sentence in PLACES:
            button = self.buttons[place] = RadioButton(theme, name)
            button.setAccessibleDescription(sentence)
            button.clicked.connect(lambda _=False, place=place: wishes.place.emit(place))
            group.addButton(button)
            below = Label(theme, sentence, "small", "dim", wraps=True)
            below.setIndent(INDENT)
            parts += [button, below]
        column(*parts, gap=2, margins=(16, 12, 16, 14), into=self)

    def show_place(self, place: Place) -> None:
        """Show which one holds."""
        self.buttons[place].setChecked(True)


INDENT: Final = 24
"""Where the words of a radio button begin."""
EXAMPLE_NEAR: Final = "http://127.0.0.1:8080/v1"
EXAMPLE_FAR: Final = "https://gpu-box.example/v1"
LEAST_CHARS: Final = 8
"""Characters that a choice shows where it is narrow."""


def _choice(theme: Theme, put: Callable[[str], None], *entries: tuple[str, str]) -> DropBox:
    """Return a choice that is as narrow as it must be: names of models are long."""
    made = DropBox(theme, entries, "", put)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(LEAST_CHARS)
    return made


class ServerCard(Framed):
    """Address, model and key of a server; how trying it goes, and what was found."""

    def __init__(self, theme: Theme, wishes: ServerWishes) -> None:
        super().__init__("card")
        self._theme, self._wishes = theme, wishes
        self._status = ServerStatus()
        self._icon = Icon(theme, "chip")
        self._title = Label(theme, "", "title", wraps=True)
        self.used = _choice(theme, lambda url: wishes.show.emit(url) if url else None)
        self.found = _choice(theme, self._on_found)
        self.look = Button(theme, tr("Look again"), icon="refresh")
        self.look.clicked.connect(wishes.look)
        self._none_found = Label(theme, "", "small", "dim", wraps=True)
        self.address = QLineEdit()
        self.model = _choice(theme, lambda _: None, ("", tr("The only one that it has")))
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.problem = ErrorBox(theme)
        self.progress = Progress(theme, wishes.cancel)
        self.use = Button(theme, tr("Try it and use it"), icon="check", kind="primary")
        self.use_too = Button(theme, tr("Try it and use it as well"), icon="plus")
        self.use_too.setToolTip(
            tr("Each goal goes to the one that answers and has the fewest of them")
        )
        self.forget = Button(theme, tr("Use it no more"), icon="close")
        self.use.clicked.connect(self._on_use)
        self.use_too.clicked.connect(lambda: wishes.use_too.emit(*self._typed()))
        self.address.returnPressed.connect(self._on_use)
        self.key.returnPressed.connect(self._on_use)
        self.forget.clicked.connect(wishes.forget)
        self._actions = Flow((self.use, self.use_too, self.look, self.forget), 8, 8)
        self._rows: dict[str, tuple[Label, QWidget]] = {}
        self._findings = QWidget()
        self._lines = column(gap=6, into=self._findings)
        self._findings.hide()
        self._shown_findings: tuple[Finding, ...] = ()
        self._lay_out()
        self.show_status(self._status)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        finder = QWidget()
        row((self.found, 1), (self._none_found, 1), gap=8, into=finder)
        fields = (
            ("used", tr("In use"), self.used, self.used),
            ("found", tr("Found here"), finder, self.found),
            ("address", tr("Address"), self.address, self.address),
            ("model", tr("Model"), self.model, self.model),
            ("key", tr("Key"), self.key, self.key),
        )
        for number, (name, words, widget, control) in enumerate(fields):
            label = Label(self._theme, words, "small", "dim")
            control.setAccessibleName(tr("{0} of the model server").format(words))
            grid.addWidget(label, number, 0)
            grid.addWidget(widget, number, 1)
            self._rows[name] = (label, widget)
        head = row(self._icon, (self._title, 1), gap=8)
        parts = (head, grid, self.problem, self.progress, self._actions, self._findings)
        column(*parts, gap=10, margins=(16, 14, 16, 16), into=self)

    def show_status(self, status: ServerStatus) -> None:
        """Show where the choice stands."""
        before, self._status = self._status, status
        icon, token, words = headline(status)
        self._icon.show_icon(icon, token)
        self._title.setText(words)
        is_near = status.place == "near"
        if (status.used, status.url) != (before.used, before.url):
            self._show_used(status)
        self._show_row("used", is_shown=len(status.used) > 1)
        self._show_row("found", is_shown=is_near)
        wants_key = any(one.wants_key for one in status.found or ())
        self._show_row("key", is_shown=not is_near or wants_key or status.has_key)
        self.address.setPlaceholderText(EXAMPLE_NEAR if is_near else EXAMPLE_FAR)
        kept = tr("kept in the system keyring") if status.has_key else tr("only if it wants one")
        self.key.setPlaceholderText(kept)
        has_moved = (status.place, status.url) != (before.place, before.url)
        if has_moved:
            self.address.setText(status.url)
        if has_moved or (before.doing and not status.doing and not status.problem):
            self.key.clear()  # what was kept is in the keyring
        if status.found != before.found or status.is_looking != before.is_looking:
            self._show_found(status)
        if (status.models, status.model) != (before.models, before.model):
            self._show_models(status.models, status.model)
        self._show_work(status)
        if status.findings != self._shown_findings:
            self._show_findings(status.findings)
        if self.isVisible() and (status.problem, words) != (before.problem, headline(before)[2]):
            announce(self, f"{words}. {status.problem}".strip(), is_urgent=bool(status.problem))

    def _show_used(self, status: ServerStatus) -> None:
        with_signals = self.used.blockSignals(True)
        self.used.clear()
        for url, words in status.used:
            self.used.addItem(words, url)
        self.used.setCurrentIndex(self.used.findData(status.url))
        self.used.blockSignals(with_signals)

    def _show_row(self, name: str, *, is_shown: bool) -> None:
        for widget in self._rows[name]:
            widget.setVisible(is_shown)

    def _show_found(self, status: ServerStatus) -> None:
        found = status.found or ()
        with_signals = self.found.blockSignals(True)
        self.found.clear()
        for one in found:
            self.found.addItem(found_words(one), one.address.base)
        chosen = self.found.findData(status.url)
        self.found.setCurrentIndex(max(0, chosen))
        self.found.blockSignals(with_signals)
        self.found.setVisible(bool(found))
        self._none_found.setVisible(not found)
        self._none_found.setText(
            tr("Looking")
            if status.is_looking
            else tr("No model server answers on the usual ports. A line that starts one is below.")
        )
        if found and (chosen >= 0 or not self.address.text()):
            self._take(found[max(0, chosen)])

    def _on_found(self, base: str) -> None:
        one = next((one for one in self._status.found or () if one.address.base == base), None)
        if one is not None:
            self._take(one)

    def _take(self, one: FoundServer) -> None:
        self.address.setText(one.address.base)
        self._show_models(one.models, self._status.model)

    def _show_models(self, models: Sequence[str], chosen: str) -> None:
        self.model.clear()
        names = dict.fromkeys((*models, chosen) if chosen and not models else models)
        if len(names) != 1:
            words = tr("Choose one") if names else tr("The only one that it has")
            self.model.addItem(words, "")
        for name in names:
            self.model.addItem(model_words(name), name)
        self.model.setCurrentIndex(max(0, self.model.findData(chosen)))

    def _show_work(self, status: ServerStatus) -> None:
        is_busy = bool(status.doing)
        self.problem.show_problem("" if is_busy else status.problem)
        self.progress.setVisible(is_busy)
        if is_busy:
            self.progress.show_progress(status.doing, status.share)
        for widget in (
            self.address,
            self.model,
            self.key,
            self.use,
            self.use_too,
            self.found,
            self.used,
        ):
            widget.setEnabled(not is_busy)
        self.use_too.setVisible(bool(status.used))
        self.forget.setVisible(status.is_in_use and not is_busy)
        self.look.setVisible(status.place == "near" and not is_busy)
        self.look.setEnabled(not status.is_looking)
        self._actions.rearrange()

    def _show_findings(self, findings: tuple[Finding, ...]) -> None:
        self._shown_findings = findings
        empty(self._lines)
        for one in findings:
            line = QWidget()
            sign = Icon(self._theme, *(("check", "ok") if one.is_good else ("warning", "r2")))
            words = Label(self._theme, one.in_language(spoken()), "small", wraps=True)
            row((sign, 0, Qt.AlignmentFlag.AlignTop), (words, 1), gap=8, into=line)
            self._lines.addWidget(line)
        self._findings.setVisible(bool(findings))

    def _on_use(self) -> None:
        self._wishes.use.emit(*self._typed())

    def _typed(self) -> tuple[str, str, str]:
        """Return address, model and key as they stand in the fields."""
        return self.address.text().strip(), self.model.currentData() or "", self.key.text()


def found_words(one: FoundServer) -> str:
    """Return how a server is listed that answers here."""
    if one.wants_key:
        told = tr("wants a key")
    elif not one.models:
        told = tr("no model is loaded")
    else:
        told = one.models[0] if len(one.models) == 1 else tr("{0} models").format(len(one.models))
    return f"{one.kind} · {one.address.host} · {told}"


class OffersCard(Framed):
    """What this computer can serve, and the line that starts it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("card")
        self._offers: Offers | None = None
        title = Label(theme, tr("What this computer can serve"), "bold", wraps=True)
        self._memory = Label(theme, tr("Looking"), "small", "dim", wraps=True)
        self.model = _choice(theme, lambda _: self._show_line())
        self.model.setAccessibleName(tr("Model to serve"))
        self.server = _choice(theme, lambda _: self._show_line())
        self.server.setAccessibleName(tr("Server that serves it"))
        self._words = Label(theme, "", "small", wraps=True)
        self._line = Label(theme, "", "mono", wraps=True)
        self._line.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = Button(theme, tr("Copy the line"), icon="copy")
        self.copy.clicked.connect(self._on_copy)
        self._version = Label(theme, "", "caption", "dim", wraps=True)
        choice = row((self.model, 1), self.server, gap=8)
        tools = Flow((self.copy,), 8, 8)
        parts = (title, self._memory, choice, self._words, self._line, tools, self._version)
        column(*parts, gap=8, margins=(16, 12, 16, 16), into=self)
        self.model.hide()
        self._show_line()

    @property
    def line(self) -> str:
        """The line that is shown; empty for none."""
        return self._line.text()

    def show_offers(self, offers: Offers | None) -> None:
        """Show these."""
        if offers is None or offers == self._offers:
            return
        self._offers = offers
        self._memory.setText(offers.memory)
        self.model.clear()
        for number, offer in enumerate(offers.offers):
            self.model.addItem(offer.name, number)
        self.model.setVisible(bool(offers.offers))
        self._show_line()

    def _show_line(self) -> None:
        chosen = self.model.currentData()
        offer = (
            self._offers.offers[chosen] if self._offers is not None and chosen is not None else None
        )
        servers = {one.server: one for one in offer.lines} if offer is not None else {}
        held = self.server.currentData()
        with_signals = self.server.blockSignals(True)
        self.server.clear()
        for name in servers:
            self.server.addItem(name, name)
        self.server.setCurrentIndex(max(0, self.server.findData(held)))
        self.server.blockSignals(with_signals)
        name = self.server.currentData() or ""
        versions = dict(self._offers.versions) if self._offers is not None else {}
        shown = servers.get(name)
        self._words.setText(shown.words if shown is not None else "")
        self._line.setText(shown.line if shown is not None else "")
        self._version.setText(versions.get(name, ""))
        for widget in (self.server, self._words, self._line, self.copy, self._version):
            widget.setVisible(bool(servers))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.line)
        announce(self, tr("The line is in the clipboard."))


CONSENT_WIDTH: Final = 520


def consent_lines(host: str) -> tuple[str, ...]:
    """Return what the user agrees to, paragraph by paragraph."""
    return (
        tr("While a goal is worked on, {0} gets with each step:").format(host),
        "\n".join(
            (
                tr("• the words of your task, and what was done for it so far"),
                tr("• names, texts and states of what is on your screen"),
                tr("• a picture of your screen, if its model sees pictures"),
            )
        ),
        tr(
            "Password fields, and programs that you set to Never look, are left out. It goes "
            "encrypted, and to no other host. Who runs {0} can read it and keep it."
        ).format(host),
        tr("Nothing is done on your screen without your approval, as ever."),
    )


class ConsentWindow(QWidget):
    """Asks whether anything may go to a host elsewhere. A window of its own, not modal; closes itself."""

    agreed = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, host: str) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Send to {0}?").format(host))
        self.setWindowIcon(theme.icon("logo", "accent", 32))
        self.host = host
        title = Label(
            theme, tr("Send what is on your screen to {0}?").format(host), "heading", wraps=True
        )
        paragraphs = [Label(theme, text, "body", wraps=True) for text in consent_lines(host)]
        self.agree = Button(theme, tr("Send it to {0}").format(host), icon="globe", kind="primary")
        self.leave = Button(theme, tr("Cancel"), keys="Escape")
        self.agree.clicked.connect(self._on_agree)
        self.leave.clicked.connect(self.close)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)
        buttons = Flow((self.agree, self.leave), 8, 8)
        column(title, *paragraphs, 8, buttons, gap=8, margins=(20, 18, 20, 18), into=self)
        self.setFixedWidth(CONSENT_WIDTH)
        self.leave.setFocus()

    def _on_agree(self) -> None:
        self.agreed.emit()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that nobody is asked any more."""
        super().closeEvent(event)
        self.closed.emit()
