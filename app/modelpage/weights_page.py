"""The page for getting the weights: ask, accept, fetch; or name a folder that has them."""

from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from app.modelpage.offer_card import OfferCard
from app.modelpage.progress import Progress
from app.modelpage.weights import WeightsState, WeightsStatus, share_here, work_words
from app.widgets.announce import announce
from app.widgets.buttons import Button
from app.widgets.column_page import ColumnPage
from app.widgets.error_box import ErrorBox
from app.widgets.flow import Flow
from app.widgets.folder_dialog import ask_folder
from app.widgets.labels import Label
from app.widgets.theme import Theme

WIDEST: Final = 720
TITLES: Final[dict[WeightsState, str]] = {
    "unasked": "How large it is, and its licence",
    "asking": "Asking for size and licence",
    "offered": "What you would get",
    "running": "On its way",
    "paused": "Paused",
    "done": "All files are here and were checked",
    "failed": "That did not work",
}
WORKING: Final = ("asking", "running", "paused")


class WeightsPage(QWidget):
    """Driven by plain values; UI thread. Nothing is asked of any host before a press."""

    back_pressed = Signal()
    ask_pressed = Signal(str)
    """Ask the host for size and licence; the folder that they would go to."""
    get_pressed = Signal(str)
    """Fetch into this folder; the licence was accepted."""
    pause_pressed = Signal()
    resume_pressed = Signal()
    cancel_pressed = Signal()
    folder_changed = Signal(str)
    """Another folder to fetch into: its free space is to be looked up."""
    existing_chosen = Signal(str)
    """A folder on disk that holds a model."""
    load_pressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._status = WeightsStatus()
        self.back = self._button("Back", "left", self.back_pressed.emit, kind="flat")
        self._heading = Label(theme, "", "heading", wraps=True)
        self._where = Label(theme, "", "body", "dim", wraps=True)
        self._title = Label(theme, "", "bold", wraps=True)
        self._problem = ErrorBox(theme)
        self.progress = Progress(theme)
        self.progress.cancel_pressed.connect(self.cancel_pressed)
        self.ask = self._button("Ask for size and licence", "globe", self._ask, kind="primary")
        self.pause = self._button("Pause", "pause", self.pause_pressed.emit)
        self.resume = self._button("Go on", "play", self.resume_pressed.emit, kind="primary")
        self.again = self._button("Try again", "refresh", self._ask, kind="primary")
        self.load = self._button("Load model", "chip", self._load, kind="primary")
        self._actions = Flow((self.ask, self.pause, self.resume, self.again, self.load), 8, 8)
        self.offer = OfferCard(theme)
        self.offer.get_pressed.connect(lambda: self.get_pressed.emit(self._status.folder))
        self.offer.place_pressed.connect(self._on_place)
        self.existing = self._button("Choose its folder", "folder", self._on_existing)
        self._lay_out()
        self.show_status(self._status)

    def _button(
        self,
        text: str,
        icon: str,
        slot: object,
        *,
        kind: Literal["plain", "flat", "primary"] = "plain",
    ) -> Button:
        button = Button(self._theme, text, icon=icon, kind=kind)
        button.clicked.connect(slot)
        return button

    def _lay_out(self) -> None:
        self._card = _card(self._title, self._problem, self.progress, self._actions)
        here = _card(
            Label(self._theme, "It is on this computer already", "bold", wraps=True),
            Label(
                self._theme,
                "A folder with the model's files works without a network.",
                "small",
                "dim",
                wraps=True,
            ),
            Flow((self.existing,), 8, 8),
        )
        widgets = (
            Flow((self.back,), 8, 8),
            self._heading,
            self._where,
            self._card,
            self.offer,
            here,
        )
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(ColumnPage("Get the weights", widgets, WIDEST))

    def show_status(self, status: WeightsStatus) -> None:
        """Show where it stands."""
        is_new_state = status.state != self._status.state
        has_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self._status = status
        self._heading.setText(f"Get {status.name}")
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
            self.progress.show_progress("Asking", None)
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
        self.ask_pressed.emit(self._status.folder)

    def _load(self) -> None:
        self.load_pressed.emit(self._status.folder)

    def _on_place(self) -> None:
        title = "Folder to keep the model in"
        ask_folder(self.window(), title, self._status.folder, self.folder_changed.emit)

    def _on_existing(self) -> None:
        title = "Folder that holds the model"
        ask_folder(self.window(), title, self._status.folder, self.existing_chosen.emit)


def _where_from(status: WeightsStatus) -> str:
    if not status.host:
        return "Nothing of yours is sent: no picture, no text."
    return (
        f"It comes from {status.host}, which sees the address of this computer. "
        "Nothing of yours is sent: no picture, no text."
    )


def _card(*widgets: QWidget) -> QFrame:
    card = QFrame()
    card.setProperty("kind", "card")
    column = QVBoxLayout(card)
    column.setContentsMargins(16, 14, 16, 16)
    column.setSpacing(8)
    for widget in widgets:
        column.addWidget(widget)
    return card
