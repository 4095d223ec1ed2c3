"""The key map: every key that works, where it works, and what it does."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.gui.widgets.buttons import Button, KeyCaps
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Part, centred, column, frame, row, scrolled
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
        self.back = Button(theme, "Close", icon="close", size="compact", keys="Escape")
        self.back.clicked.connect(self.closed)
        parts: list[Part] = [row((Label(theme, "Key map", "heading"), 1), self.back)]
        for group in key_groups(keys):
            parts += [Label(theme, group.place, "caption_bold", "dim"), self._card(group)]
        page = QWidget()
        page.setMaximumWidth(COLUMN_WIDTH)
        column(*parts, None, gap=12, margins=(24, 24, 24, 24), into=page)
        area = scrolled(centred(page))
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setAccessibleName("Key map")
        column(area, into=self)
        self.setFocusProxy(self.back)

    def _card(self, group: KeyGroup) -> QFrame:
        card = frame("card")
        grid = QGridLayout(card)
        grid.setContentsMargins(16, 10, 16, 10)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for line, (chords, meaning) in enumerate(group.keys):
            grid.addWidget(Label(self._theme, meaning, "small", wraps=True), line, 0)
            between, caps = "to" if chords == ("1", "9") else "or", list[Part]()
            for chord in chords:
                caps += [Label(self._theme, between, "small", "faint")] if caps else []
                caps += [KeyCaps(self._theme, press) for press in chord.split()]
            grid.addLayout(row(None, *caps, gap=6), line, 1)
        return card
