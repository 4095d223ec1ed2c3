"""The sidebar: a new task, the runs so far, and the way to macros, model and promises."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QVBoxLayout,
    QWidget,
)

from app.modelpage.wording import side_words
from app.widgets.buttons import Button
from app.widgets.labels import Label
from app.widgets.theme import Theme
from app.window.nav_row import NavRow
from app.window.run_list import RUN_ROLE, RunDelegate, RunEntry, RunList
from automation.core.engine import EngineStatus

WIDTH: Final = 240


class Sidebar(QFrame):
    """Logo, New task, search, the runs."""

    new_pressed = Signal()
    settings_pressed = Signal()
    run_chosen = Signal(str)
    macros_pressed = Signal()
    model_pressed = Signal()
    promises_pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "side")
        self._theme = theme
        self._logo = QLabel()
        self.new = Button(theme, "New task", icon="plus", keys="Ctrl+N")
        self.new.clicked.connect(self.new_pressed)
        self.search = QLineEdit()
        self.search.setObjectName("search")
        self.search.setPlaceholderText("Search tasks")
        self.search.setToolTip("Search tasks (Ctrl+F)")
        self.search.setAccessibleName("Search tasks")
        self.search.setFont(theme.font("small"))
        self.search.setClearButtonEnabled(False)
        self._search_icon = self.search.addAction(
            theme.icon("search"), QLineEdit.ActionPosition.LeadingPosition
        )
        self._model = RunList(lambda: datetime.now().astimezone(), self)
        self.search.textChanged.connect(self._on_searched)
        self.runs = self._run_view()
        self.macros = NavRow(theme, "Macros", "macro", "Ctrl+2")
        self.macros.clicked.connect(self.macros_pressed)
        self.model = NavRow(theme, "Model", "chip", "Ctrl+4")
        self.model.clicked.connect(self.model_pressed)
        self.show_engine(EngineStatus())
        self.promises = NavRow(theme, "Promises", "shield", "Ctrl+5")
        self.promises.clicked.connect(self.promises_pressed)
        self._empty = Label(theme, "", "small", "faint", wraps=True)
        self._empty.setContentsMargins(8, 8, 8, 0)
        self._count = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addLayout(self._head())
        column.addSpacing(4)
        column.addWidget(self.new)
        column.addWidget(self.search)
        column.addWidget(self._empty)
        column.addWidget(self.runs, 1)
        foot = QVBoxLayout()
        foot.setSpacing(4)
        foot.addWidget(self.macros)
        foot.addWidget(self.model)
        foot.addWidget(self.promises)
        column.addLayout(foot)
        theme.changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self._say_empty()

    def _head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 2, 0)
        head.setSpacing(8)
        head.addWidget(self._logo)
        head.addWidget(Label(self._theme, "deskhand", "title"))
        head.addStretch(1)
        settings = Button(self._theme, "", icon="gear", kind="flat", size="compact")
        settings.setAccessibleName("Settings")
        settings.setAccessibleDescription("Ctrl+,")
        settings.setToolTip("Settings (Ctrl+,)")
        settings.clicked.connect(self.settings_pressed)
        head.addWidget(settings)
        return head

    def _run_view(self) -> QListView:
        view = QListView()
        view.setModel(self._model)
        view.setItemDelegate(RunDelegate(self._theme, view))
        view.setAccessibleName("Runs")
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
        for row in (self.macros, self.model, self.promises):
            row.set_current(row.text() == title)

    def show_engine(self, status: EngineStatus) -> None:
        """Say in a few words what is loaded."""
        self.model.set_state(side_words(status))

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
        words = "No task has these words." if self._count else "Tasks that you give appear here."
        self._empty.setText(words)
        self._empty.setVisible(self._model.rowCount() == 0)

    def _on_searched(self, words: str) -> None:
        self._model.search(words)
        self._say_empty()

    def _on_activated(self, index: QModelIndex) -> None:
        entry = index.data(RUN_ROLE)
        if isinstance(entry, RunEntry):
            self.run_chosen.emit(entry.run)

    def _on_theme_changed(self) -> None:
        self._logo.setPixmap(self._theme.pixmap("logo", "accent", 20, self.devicePixelRatioF()))
        self._search_icon.setIcon(self._theme.icon("search"))
        self.runs.viewport().update()
