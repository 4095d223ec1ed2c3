"""The page for getting the weights: ask, accept, fetch; or name a folder that has them.

The status is one plain value, made by `WeightsGetter` on a thread of its own: what is offered with
size, licence and place, to be accepted before anything is fetched; then how far it has come.
"""

import logging
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QPlainTextEdit,
    QProgressBar,
    QWidget,
)

from app.gui import tr, tr_said
from app.gui.commands import ModelWishes
from app.gui.model_page.wording import file_gb
from app.gui.widgets.buttons import Button, ButtonKind
from app.gui.widgets.inputs import CheckBox, ask_folder
from app.gui.widgets.labels import Dots, ElidedLabel, ErrorBox, Label, announce
from app.gui.widgets.layout import ColumnPage, Flow, Framed, column, row
from app.gui.widgets.theme import Theme
from automation.core.errors import AssistantError, Stopped
from automation.core.generation import LoadProgress
from automation.core.timing import StopToken

if TYPE_CHECKING:
    from model.download import DownloadPlan
    from model.network.offers import Offer


WeightsState = Literal["unasked", "asking", "offered", "running", "paused", "done", "failed"]
SECONDS_PER_MINUTE: Final = 60
ROOM_LEFT_BYTES: Final = 1_000_000_000
"""What stays free on the disk after everything was fetched; a full one breaks other programs."""


@dataclass(frozen=True, slots=True)
class WeightsOffer:
    """What would be fetched, as the host says it."""

    size_bytes: int
    files: int
    licence: str
    """Its name, such as `NVIDIA Open Model License`."""
    licence_text: str = ""
    """The text itself; empty when the host has none."""
    here_bytes: int = 0
    """What an earlier, unfinished download left in the folder."""
    unfit: str = ""
    """Why it would not run well on this computer, and what would, as `worded`; empty where it would."""

    @property
    def missing_bytes(self) -> int:
        """What is still to be fetched."""
        return max(0, self.size_bytes - self.here_bytes)


@dataclass(frozen=True, slots=True)
class WeightsStatus:
    """Where getting the weights stands. Replaced whole, never changed."""

    state: WeightsState = "unasked"
    name: str = ""
    """Of the model; empty until it is known which one is asked for."""
    host: str = ""
    """Where they come from: a host's name, shown before it is asked for anything."""
    folder: str = ""
    """Where they go."""
    free_bytes: int | None = None
    """Free space in that folder; None while nobody has looked."""
    offer: WeightsOffer | None = None
    done_bytes: int = 0
    bytes_per_s: float = 0.0
    doing: str = tr("Getting the weights")
    """One short phrase, as in `LoadProgress`: `Checking files`."""
    problem: str = ""
    """One sentence when the state is `failed`."""


def heading_words(status: WeightsStatus) -> str:
    """Return what is fetched; no model is named before one was chosen."""
    return tr("Get {0}").format(status.name) if status.name else tr("Get the weights")


def size_words(offer: WeightsOffer) -> str:
    """Return how much it is."""
    files = tr("1 file") if offer.files == 1 else tr("{0} files").format(offer.files)
    words = tr("{0} GB in {1}").format(file_gb(offer.size_bytes), files)
    if offer.here_bytes:
        words += tr(", {0} GB of it already here").format(file_gb(offer.here_bytes))
    return words


def room_problem(status: WeightsStatus) -> str:
    """Say in a sentence that the disk is too small; empty when it is not, or not known."""
    offer, free = status.offer, status.free_bytes
    if offer is None or free is None:
        return ""
    short = offer.missing_bytes + ROOM_LEFT_BYTES - free
    if short <= 0:
        return ""
    return tr(
        "Not enough room in this folder: {0} GB needed, {1} free. Choose another folder, or "
        "free {2} GB."
    ).format(file_gb(offer.missing_bytes), file_gb(free), file_gb(short))


def get_words(status: WeightsStatus) -> str:
    """Return what the button says that begins."""
    offer = status.offer
    return (
        tr("Get the weights")
        if offer is None
        else tr("Get {0} GB").format(file_gb(offer.missing_bytes))
    )


def share_here(status: WeightsStatus) -> float | None:
    """Return how far it has come, 0..1; None when that is not known."""
    if status.offer is None or status.offer.size_bytes <= 0:
        return None
    return min(1.0, status.done_bytes / status.offer.size_bytes)


def work_words(status: WeightsStatus) -> str:
    """Return how far it has come, such as `Getting the weights, 5.2 of 26.3 GB · 48 MB/s`."""
    words = status.doing
    if status.offer is not None:
        words += tr(", {0} of {1} GB").format(
            file_gb(status.done_bytes), file_gb(status.offer.size_bytes)
        )
    if status.state == "paused":
        return tr("Paused. {0}. What is here is kept.").format(words)
    if status.bytes_per_s > 0:
        words += tr(" · {0:.0f} MB/s").format(status.bytes_per_s / 1000000.0)
        if left := _left(status):
            words += f" · {left}"
    return words


def _left(status: WeightsStatus) -> str:
    if status.offer is None:
        return ""
    seconds = (status.offer.size_bytes - status.done_bytes) / status.bytes_per_s
    minutes = round(seconds / SECONDS_PER_MINUTE)
    if minutes < 1:
        return tr("less than a minute left")
    if minutes < SECONDS_PER_MINUTE:
        return (
            tr("about a minute left")
            if minutes == 1
            else tr("about {0} minutes left").format(minutes)
        )
    hours, rest = divmod(minutes, SECONDS_PER_MINUTE)
    return tr("about {0} h {1} min left").format(hours, rest)


LICENCE_HEIGHT = 200


class OfferCard(Framed):
    """Owned by the page for getting the weights; the button works once the licence is accepted."""

    def __init__(self, theme: Theme, wishes: ModelWishes) -> None:
        super().__init__("card")
        self._theme, self._wishes = theme, wishes
        self._status = WeightsStatus()
        self._size = Label(theme, "", "body", wraps=True)
        self._licence = Label(theme, "", "body", wraps=True)
        self._folder = ElidedLabel(theme, "", "mono", mode=Qt.TextElideMode.ElideMiddle)
        self._free = Label(theme, "", "body", wraps=True)
        self.read = Button(theme, tr("Read the licence"), icon="file", size="compact")
        self.read.clicked.connect(self._on_read)
        self.place = Button(theme, tr("Change the folder"), icon="folder", size="compact")
        self.place.clicked.connect(self._on_place)
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName(tr("Licence"))
        self._text.setFont(theme.font("small"))
        self._text.setFixedHeight(LICENCE_HEIGHT)
        self._text.setTabChangesFocus(True)
        self._text.hide()
        self.accept = CheckBox(theme, tr("I have read the licence and accept it."))
        self.accept.toggled.connect(self._say_whether)
        self.problem, self._unfit = ErrorBox(theme), ErrorBox(theme)
        self.get = Button(theme, "", icon="import", kind="primary")
        self.get.clicked.connect(lambda: wishes.get.emit(self._status.folder))
        self._tools = Flow((self.read, self.place), 8, 8)
        self._lay_out()
        self.show_offer(self._status)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        rows = (
            (tr("Size"), self._size),
            (tr("Licence"), self._licence),
            (tr("Folder"), self._folder),
            (tr("Free there"), self._free),
        )
        for number, (name, value) in enumerate(rows):
            grid.addWidget(Label(self._theme, name, "body", "dim"), number, 0)
            grid.addWidget(value, number, 1)
        get = (self.get, 0, Qt.AlignmentFlag.AlignLeft)
        parts = (grid, self._tools, self._text, self.problem, self._unfit, self.accept, get)
        column(*parts, gap=12, margins=(16, 14, 16, 16), into=self)

    def _on_place(self) -> None:
        title = tr("Folder to keep the model in")
        ask_folder(self.window(), title, self._status.folder, self._wishes.place.emit)

    def show_offer(self, status: WeightsStatus) -> None:
        """Show what would be fetched, and where to."""
        offer = status.offer
        if offer is None or offer != self._status.offer:
            self.accept.setChecked(False)
        self._status = status
        self._size.setText(size_words(offer) if offer is not None else "")
        self._licence.setText(offer.licence if offer is not None else "")
        self._folder.set_whole_text(status.folder)
        free = status.free_bytes
        self._free.setText(tr("not known") if free is None else tr("{0} GB").format(file_gb(free)))
        text = offer.licence_text if offer is not None else ""
        if text != self._text.toPlainText():
            self._text.setPlainText(text)
        self.read.setVisible(bool(text))
        self._tools.rearrange()
        self.problem.show_problem(room_problem(status))
        self._unfit.show_problem(tr_said(offer.unfit) if offer is not None else "")
        self.get.say(get_words(status))
        self._say_whether()

    def _say_whether(self) -> None:
        has_room = not room_problem(self._status)
        self.get.setEnabled(self.accept.isChecked() and has_room)
        self.get.setToolTip("" if self.accept.isChecked() else tr("Accept the licence first"))

    def _on_read(self) -> None:
        is_open = self._text.isHidden()
        self._text.setVisible(is_open)
        self.read.say(tr("Close the licence") if is_open else tr("Read the licence"))
        self._tools.rearrange()


PARTS = 1000
"""Steps of the bar; finer ones cannot be seen."""


class Progress(QWidget):
    """Words, a bar, Cancel. Stands still while nothing is told to it."""

    def __init__(self, theme: Theme, cancelled: SignalInstance) -> None:
        super().__init__()
        self._dots = Dots(theme)
        self.words = Label(theme, "", "small", "dim", wraps=True)
        self.words.setFont(theme.font("small", tabular=True))
        self.bar = QProgressBar()
        self.bar.setRange(0, PARTS)
        self.bar.setTextVisible(False)
        self.cancel = Button(theme, tr("Cancel"), icon="close", size="compact")
        self.cancel.clicked.connect(cancelled)
        line = row(self._dots, (self.words, 1), self.cancel, gap=8)
        column(line, self.bar, gap=8, into=self)

    def show_progress(self, words: str, share: float | None) -> None:
        """Show what is being done, and which share of it is, 0..1; None while that is not known."""
        if words != self.words.text():
            self.words.setText(words)
            self.bar.setAccessibleName(words)
        self.bar.setVisible(share is not None)
        self._dots.setVisible(share is None)
        self.bar.setValue(round((share or 0.0) * PARTS))


WIDEST: Final = 720
TITLES: Final[dict[WeightsState, str]] = {
    "unasked": tr("How large it is, and its licence"),
    "asking": tr("Asking for size and licence"),
    "offered": tr("What you would get"),
    "running": tr("On its way"),
    "paused": tr("Paused"),
    "done": tr("All files are here and were checked"),
    "failed": tr("That did not work"),
}
WORKING: Final = ("asking", "running", "paused")


class WeightsPage(QWidget):
    """Driven by plain values; UI thread. Nothing is asked of any host before a press."""

    def __init__(self, theme: Theme, wishes: ModelWishes) -> None:
        super().__init__()
        self._theme, self.wishes = theme, wishes
        self._status = WeightsStatus()
        self.back = self._button(tr("Back"), "left", wishes.back, kind="flat")
        self._heading = Label(theme, "", "heading", wraps=True)
        self._where = Label(theme, "", "body", "dim", wraps=True)
        self._title = Label(theme, "", "bold", wraps=True)
        self._problem = ErrorBox(theme)
        self.progress = Progress(theme, wishes.stop_getting)
        self.ask = self._button(tr("Ask for size and licence"), "globe", self._ask, kind="primary")
        self.pause = self._button(tr("Pause"), "pause", wishes.pause)
        self.resume = self._button(tr("Go on"), "play", wishes.resume, kind="primary")
        self.again = self._button(tr("Try again"), "refresh", self._ask, kind="primary")
        self.load = self._button(tr("Load model"), "chip", self._load, kind="primary")
        self._actions = Flow((self.ask, self.pause, self.resume, self.again, self.load), 8, 8)
        self.offer = OfferCard(theme, wishes)
        self.existing = self._button(tr("Choose its folder"), "folder", self._on_existing)
        self._card = _card(self._title, self._problem, self.progress, self._actions)
        words = tr("A folder with the model's files works without a network.")
        here = _card(
            Label(theme, tr("It is on this computer already"), "bold", wraps=True),
            Label(theme, words, "small", "dim", wraps=True),
            Flow((self.existing,), 8, 8),
        )
        top = (Flow((self.back,), 8, 8), self._heading, self._where)
        cards = (self._card, self.offer, here)
        column(ColumnPage(tr("Get the weights"), (*top, *cards), WIDEST), into=self)
        self.show_status(self._status)

    def _button(
        self,
        text: str,
        icon: str,
        asked: SignalInstance | Callable[[], object],
        *,
        kind: ButtonKind = "plain",
    ) -> Button:
        button = Button(self._theme, text, icon=icon, kind=kind)
        button.clicked.connect(asked)
        return button

    def show_status(self, status: WeightsStatus) -> None:
        """Show where it stands."""
        is_new_state = status.state != self._status.state
        has_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self._status = status
        self._heading.setText(heading_words(status))
        self._where.setText(_where_from(status))
        self._title.setText(TITLES[status.state])
        self._problem.show_problem(status.problem if status.state == "failed" else "")
        self._show_progress(status)
        self._show_actions(status)
        self.offer.show_offer(status)
        self.offer.setVisible(status.state == "offered")
        self._card.setVisible(status.state != "offered")
        if is_new_state and self.isVisible():
            words = f"{TITLES[status.state]}. {status.problem}".strip()
            announce(self, words, is_urgent=status.state == "failed")
            if has_focus:
                self.setFocus()

    def _show_progress(self, status: WeightsStatus) -> None:
        if status.state == "asking":
            self.progress.show_progress(tr("Asking"), None)
        elif status.state in ("running", "paused"):
            self.progress.show_progress(work_words(status), share_here(status))
        self.progress.setVisible(status.state in WORKING)

    def _show_actions(self, status: WeightsStatus) -> None:
        shown = {
            "unasked": self.ask,
            "running": self.pause,
            "paused": self.resume,
            "failed": self.again,
            "done": self.load,
        }.get(status.state)
        for button in (self.ask, self.pause, self.resume, self.again, self.load):
            button.setVisible(button is shown)
        self._actions.setVisible(shown is not None)
        self._actions.rearrange()
        first = self.offer.accept if status.state == "offered" else shown or self.progress.cancel
        self.setFocusProxy(first)

    def _ask(self) -> None:
        self.wishes.ask.emit(self._status.folder)

    def _load(self) -> None:
        self.wishes.load_fetched.emit(self._status.folder)

    def _on_existing(self) -> None:
        title = tr("Folder that holds the model")
        ask_folder(self.window(), title, self._status.folder, self.wishes.existing.emit)


def _where_from(status: WeightsStatus) -> str:
    if not status.host:
        return tr("Nothing of yours is sent: no picture, no text.")
    return tr(
        "It comes from {0}, which sees the address of this computer. Nothing of yours is "
        "sent: no picture, no text."
    ).format(status.host)


def _card(*widgets: QWidget) -> QFrame:
    card = Framed("card")
    column(*widgets, gap=8, margins=(16, 14, 16, 16), into=card)
    return card


log = logging.getLogger(__name__)

WeightsListener = Callable[[WeightsStatus], None]
JOIN_S: Final = 5.0
SPEED_S: Final = 5.0
"""The speed that is shown is that of so many seconds."""
PAUSED: Final = "paused"
"""Why the work was stopped, when it is to go on."""


class WeightsGetter:
    """One download at a time. Its methods return at once; the listener is told on any thread."""

    def __init__(
        self,
        listener: WeightsListener,
        *,
        repo: str = "",
        endpoint: str | None = None,
        unfit: Callable[[int], str] = lambda _bytes: "",
        best: Callable[[], "Offer | None"] = lambda: None,
    ) -> None:
        """Prepare without asking anybody.

        Args:
            repo: `OWNER/NAME` on the hub, empty for what suits this computer best.
            unfit: Says why files of so many bytes would not run well here; may take seconds.
            best: Tells what suits it best, None for Holotron-12B; may take seconds.
        """
        self._unfit, self._best = unfit, best
        self._name = ""
        """Of the model that is asked for; empty before."""
        self._listener = listener
        self._repo = repo
        self._endpoint = endpoint
        self._status = WeightsStatus()
        self._lock = threading.RLock()
        self._plan: DownloadPlan | None = None
        self._stop = StopToken()
        self._thread: threading.Thread | None = None
        self._marks: list[tuple[float, int]] = []

    @property
    def is_running(self) -> bool:
        """Return whether something is asked or fetched, or rests and may go on."""
        return self._status.state == "paused" or (
            self._thread is not None and self._thread.is_alive()
        )

    def show(self, folder: Path) -> None:
        """Tell where the weights come from and how much room the folder has; asks nobody."""
        if not self.is_running and self._status.state != "done":
            self._put(self._at(folder))

    def ask(self, folder: Path) -> None:
        """Ask the host for size and licence."""
        self._begin(lambda stop: self._ask(folder, stop))

    def get(self, folder: Path) -> None:
        """Fetch into the folder; the user has accepted the licence that was shown."""
        self._begin(lambda stop: self._get(folder, stop))

    def pause(self) -> None:
        """Let it rest: a stop, after which the same plan can be gone on with."""
        with self._lock:
            if self._status.state == "running":
                self._change(state="paused", bytes_per_s=0.0)
                self._stop.stop(PAUSED)

    def resume(self) -> None:
        """Go on with what was paused."""
        with self._lock:
            plan = self._plan
            if self._status.state != "paused" or plan is None:
                return
            self._change(state="running")
            self._start(lambda stop: self._get(plan.folder, stop))

    def stop(self) -> None:
        """End it; what came is kept for the next time."""
        with self._lock:
            if self._status.state == "paused":
                self._change(state="offered")
            self._stop.stop("user")

    def close(self) -> None:
        """End it and wait for that."""
        self.stop()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def _begin(self, work: Callable[[StopToken], None]) -> None:
        if not self.is_running:
            self._start(work)

    def _start(self, work: Callable[[StopToken], None]) -> None:
        """Work on a thread, after the one that a pause ended."""
        self._stop = StopToken()
        arguments = (work, self._stop, self._thread)
        self._thread = threading.Thread(
            target=self._guarded, args=arguments, name="weights", daemon=True
        )
        self._thread.start()

    def _guarded(
        self,
        work: Callable[[StopToken], None],
        stop: StopToken,
        before: threading.Thread | None,
    ) -> None:
        try:
            if before is not None:
                before.join()
            work(stop)
        except Stopped:
            if stop.cause != PAUSED:
                self._change(state="offered" if self._status.offer else "unasked", bytes_per_s=0.0)
        except AssistantError as error:
            self._failed(stop, str(error))
        except OSError as error:
            place, why = error.filename or self._status.folder, error.strerror or error
            self._failed(
                stop,
                tr("{0} cannot be used: {1}. Make it writable, or choose another folder.").format(
                    place, why
                ),
            )
        except Exception as error:  # the thread's top frame: say it, keep the window alive
            log.exception("getting the weights failed")
            self._failed(
                stop, f"Getting the weights failed by an error of mine: {type(error).__name__}."
            )

    def _failed(self, stop: StopToken, problem: str) -> None:
        """Tell of a failure, unless the work was paused: its next try tells what is still wrong."""
        if stop.cause == PAUSED:
            log.warning("what was paused ended by an error")
            return
        self._change(state="failed", problem=problem, bytes_per_s=0.0)

    def _ask(self, folder: Path, stop: StopToken) -> None:
        from model.download import DEFAULT_REPO, plan_download

        self._plan = None
        self._put(replace(self._at(folder), state="asking"))
        offer = None if self._repo else self._best()
        stop.check()
        repo = self._repo or (DEFAULT_REPO if offer is None else offer.repo)
        name = repo.rpartition("/")[2] if offer is None else offer.name
        if name != self._name:
            self._name = name
            folder = folder if offer is None else offer_folder(folder, offer)
            self._put(replace(self._at(folder), state="asking"))
        plan = plan_download(repo, folder, endpoint=self._endpoint)
        stop.check()
        unfit = self._unfit(plan.bytes)
        stop.check()
        self._plan = plan
        found = WeightsOffer(
            size_bytes=plan.bytes,
            files=len(plan.files),
            licence=plan.licence,
            here_bytes=plan.bytes - plan.missing_bytes,
            unfit=unfit,
        )
        self._change(state="offered", offer=found, free_bytes=plan.free_bytes)

    def _get(self, folder: Path, stop: StopToken) -> None:
        from model.download import download

        if self._plan is None or self._plan.folder != folder:
            self._ask(folder, stop)
        plan = self._plan
        assert plan is not None, "asking leaves a plan or raises"
        with self._lock:
            stop.check()
            self._marks = []
            self._change(state="running", problem="")
        download(plan, accepted_licence=True, progress=self._came, stop=stop)
        self._change(state="done", bytes_per_s=0.0)

    def _came(self, progress: LoadProgress) -> None:
        now_s = time.monotonic()
        marks = self._marks
        marks.append((now_s, progress.done_bytes))
        while now_s - marks[0][0] > SPEED_S:
            marks.pop(0)
        first_s, first = marks[0]
        speed = (progress.done_bytes - first) / (now_s - first_s) if now_s > first_s else 0.0
        self._change(
            doing=progress.doing,
            done_bytes=progress.done_bytes,
            bytes_per_s=max(0.0, speed),
        )

    def _at(self, folder: Path) -> WeightsStatus:
        return replace(_at(folder), name=self._name)

    def _change(self, **fields: object) -> None:
        """Change some of the status: two threads do, and neither may undo what the other did."""
        with self._lock:
            self._put(replace(self._status, **fields))  # type: ignore[arg-type]  # names of fields

    def _put(self, status: WeightsStatus) -> None:
        with self._lock:
            self._status = status
            self._listener(status)


def offer_folder(folder: Path, offer: "Offer") -> Path:
    """Return where a model goes: a folder that bears another one's name gets its own."""
    from model.network.offers import OFFERS

    names = {each.name.lower() for each in OFFERS}
    return folder.with_name(offer.name.lower()) if folder.name.lower() in names else folder


def host_name() -> str:
    """Return the name of the host that would be asked; empty without the library."""
    try:
        from model.download import default_host
    except ImportError:
        return ""
    return default_host()


def _at(folder: Path) -> WeightsStatus:
    """Return a status that knows the place and nothing else."""
    try:
        free: int | None = shutil.disk_usage(_existing(folder)).free
    except OSError:
        free = None
    return WeightsStatus(host=host_name(), folder=str(folder), free_bytes=free)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there."""
    return next((one for one in (folder, *folder.parents) if one.exists()), Path("/"))
