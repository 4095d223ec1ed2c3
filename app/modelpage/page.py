"""The model page: what is loaded, how much memory it takes, how fast it is, how it runs."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.modelpage.facts_card import FactsCard
from app.modelpage.figure_cards import FigureCards
from app.modelpage.figures import StepLog, figures
from app.modelpage.state_card import StateCard
from app.modelpage.steps_card import StepsCard
from app.modelpage.wording import facts, is_loaded
from app.widgets.column_page import ColumnPage
from app.widgets.folder_dialog import ask_folder
from app.widgets.theme import Theme
from automation.core.engine import EngineStatus

WIDEST: Final = 992


class ModelPage(QWidget):
    """Driven by plain values; UI thread. Presses leave as signals."""

    load_pressed = Signal(str)
    """The folder to load."""
    eject_pressed = Signal()
    cancel_pressed = Signal()
    """End loading or calibrating."""
    calibrate_pressed = Signal()
    weights_pressed = Signal()
    folder_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = ""
        self._has_steps = False
        self._status = EngineStatus()
        self.state = StateCard(theme)
        self._figures = FigureCards(theme)
        self.steps = StepsCard(theme)
        self._facts = FactsCard(theme)
        cards = (self.state, self._figures, self.steps, self._facts)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(ColumnPage("Model", cards, WIDEST))
        self.setFocusProxy(self.state)
        state = self.state
        state.load_pressed.connect(lambda: self.load_pressed.emit(self._folder))
        state.choose_pressed.connect(self._on_choose)
        state.weights_pressed.connect(self.weights_pressed)
        state.calibrate_pressed.connect(self.calibrate_pressed)
        state.eject_pressed.connect(self.eject_pressed)
        state.cancel_pressed.connect(self.cancel_pressed)
        self.show_log(StepLog())

    def show_status(self, status: EngineStatus) -> None:
        """Show what the engine says of itself."""
        if status != self._status:
            self._status = status
            self._refresh()

    def show_folder(self, folder: str) -> None:
        """Show the folder that would be loaded; empty for none."""
        if folder != self._folder:
            self._folder = folder
            self._refresh()

    def show_note(self, text: str, *, is_error: bool) -> None:
        """Say what came of a press; empty takes it away."""
        self.state.show_note(text, is_error=is_error)

    def show_log(self, log: StepLog) -> None:
        """Show what the last steps cost."""
        self._has_steps = bool(log.costs)
        self._figures.show_figures(figures(log))
        self.steps.show_costs(tuple(log.costs))
        self._refresh()

    def _refresh(self) -> None:
        self.state.show_state(self._status, self._folder)
        self._facts.show_facts(facts(self._status))
        is_there = is_loaded(self._status)
        self._facts.setVisible(is_there)
        for card in (self._figures, self.steps):
            card.setVisible(is_there or self._has_steps)

    def _on_choose(self) -> None:
        title = "Folder that holds the model"
        ask_folder(self.window(), title, self._folder, self.folder_chosen.emit)
