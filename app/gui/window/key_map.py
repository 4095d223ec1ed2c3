"""The key map: every key that works, where it works, and what it does."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.gui.widgets.buttons import Button, KeyCaps
from app.gui.widgets.labels import Label
from app.gui.widgets.theme import Theme
from app.settings import Keys

COLUMN_WIDTH = 720


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that work in one place."""

    place: str
    keys: tuple[tuple[tuple[str, ...], str], ...]
    """The chords that do the same, and what they do."""


def key_groups(keys: Keys) -> tuple[KeyGroup, ...]:
    """Return every key of this part of the application, as it is set."""
    return (
        KeyGroup(
            "Anywhere",
            ((keys.stop, "Stop, also in the middle of a word"),
             ((keys.command_bar,), "Open the command bar over any app")),
        ),
        KeyGroup(
            "Anywhere, while a macro is recorded",
            (((keys.record_pause,), "Pause, or go on"),
             (keys.stop, "End the recording")),
        ),
        KeyGroup(
            "Anywhere, while a card is up",
            (((keys.accept,), "Accept"),
             ((keys.hold,), "Hold to accept what is hard to undo"),
             ((keys.change,), "Change the target or the text"),
             ((keys.reject,), "Reject"),
             ((keys.show,), "Show or hide the card")),
        ),
        KeyGroup(
            "Window",
            ((("Ctrl+N",), "New task"),
             (("Ctrl+F",), "Search tasks, or macros where they show"),
             (("Ctrl+L",), "Go to the field"),
             (("Ctrl+P",), "Pause, or go on"),
             (("Ctrl+1",), "Chat"),
             (("Ctrl+2",), "Macros"),
             (("Ctrl+4",), "Model"),
             (("Ctrl+5",), "Promises"),
             (("Ctrl+,",), "Settings"),
             (("F1",), "Help"),
             (("Ctrl+/",), "This key map"),
             (("F6",), "Next part of the window"),
             (("Escape",), "Close what floats, clear a search, leave a page; never stops a run"),
             (("Ctrl+Q",), "Quit")),
        ),
        KeyGroup(
            "Steps",
            ((("Up", "Down"), "Step by step"),
             (("Home", "End"), "First and last"),
             (("Ctrl+C",), "Copy the sentence"),
             (("Return",), "Accept what waits, unless it is hard to undo"),
             (("Delete",), "Reject what waits"),
             (("1", "9"), "Answer a question by its number")),
        ),
        KeyGroup(
            "Macros",
            ((("Return",), "Play"),
             (("Shift+Return",), "Play at once, with the values that it has"),
             (("E",), "Edit"),
             (("F2",), "Rename"),
             (("Ctrl+D",), "Duplicate"),
             (("T",), "Read it, and trust it or trust it no more"),
             (("K",), "The key that plays it from anywhere"),
             (("Delete",), "Remove; asks, and can be undone")),
        ),
        KeyGroup(
            "Macro editor",
            ((("F5",), "Run"),
             (("F6",), "Test the step"),
             (("F7",), "Run from the step on"),
             (("F8",), "Run to the step"),
             (("F9",), "Stop there first (breakpoint)"),
             (("Ctrl+R",), "Record behind the step"),
             (("Alt+Up", "Alt+Down"), "Move"),
             (("Ctrl+D",), "Duplicate"),
             (("Space",), "On or off"),
             (("Ctrl+G",), "Group"),
             (("Delete",), "Remove"),
             (("Ctrl+F",), "Find a step"),
             (("Ctrl+L",), "Add a step by a command"),
             (("Ctrl+I",), "The details of the step"),
             (("Ctrl+Z", "Ctrl+Shift+Z"), "Undo and redo"),
             (("Ctrl+S",), "Save")),
        ),
        KeyGroup(
            "Command bar",
            ((("Return",), "Run it"),
             (("Shift+Return",), "Show me first: nothing is sent"),
             (("Tab",), "Complete"),
             (("Up", "Down"), "Choose"),
             (("Escape",), "Back to the app")),
        ),
    )  # fmt: skip


class KeyMapPage(QWidget):
    """Owned by the main window."""

    closed = Signal()

    def __init__(self, theme: Theme, keys: Keys, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        column = QWidget()
        column.setMaximumWidth(COLUMN_WIDTH)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(24, 24, 24, 24)
        lines.setSpacing(12)
        top = QHBoxLayout()
        top.addWidget(Label(theme, "Key map", "heading"), 1)
        self.back = Button(theme, "Close", icon="close", size="compact", keys="Escape")
        self.back.clicked.connect(self.closed)
        top.addWidget(self.back)
        lines.addLayout(top)
        for group in key_groups(keys):
            lines.addWidget(Label(theme, group.place, "caption_bold", "dim"))
            lines.addWidget(self._card(group))
        lines.addStretch(1)
        inner = QWidget()
        line = QHBoxLayout(inner)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        line.addWidget(column, 10_000)
        line.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName("Key map")
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def _card(self, group: KeyGroup) -> QFrame:
        card = QFrame()
        card.setProperty("kind", "card")
        grid = QGridLayout(card)
        grid.setContentsMargins(16, 10, 16, 10)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for row, (chords, meaning) in enumerate(group.keys):
            grid.addWidget(Label(self._theme, meaning, "small", wraps=True), row, 0)
            caps = QHBoxLayout()
            caps.setSpacing(6)
            caps.addStretch(1)
            for at, chord in enumerate(chords):
                if at:
                    caps.addWidget(Label(self._theme, _between(chords), "small", "faint"))
                for press in chord.split():
                    caps.addWidget(KeyCaps(self._theme, press))
            grid.addLayout(caps, row, 1)
        return card


def _between(chords: tuple[str, ...]) -> str:
    return "to" if chords == ("1", "9") else "or"
