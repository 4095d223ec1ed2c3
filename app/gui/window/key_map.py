"""The key map: every key that works, where it works, and what it does."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from app.gui import tr
from app.gui.widgets.buttons import Button, KeyCaps
from app.gui.widgets.labels import Label
from app.gui.widgets.layout import Framed, Part, centred, column, row, scrolled
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
            tr("Anywhere"),
            ((keys.stop, tr("Stop, also in the middle of a word")),
             ((keys.command_bar,), tr("Open the command bar over any app"))),
        ),
        KeyGroup(
            tr("Anywhere, while a macro is recorded"),
            (((keys.record_pause,), tr("Pause, or go on")),
             (keys.stop, tr("End the recording"))),
        ),
        KeyGroup(
            tr("Anywhere, while a card is up"),
            (((keys.accept,), tr("Accept")),
             ((keys.hold,), tr("Hold to accept what is hard to undo")),
             ((keys.change,), tr("Change the target or the text")),
             ((keys.reject,), tr("Reject")),
             ((keys.show,), tr("Show or hide the card"))),
        ),
        KeyGroup(
            tr("Window"),
            ((("Ctrl+N",), tr("New task")),
             (("Ctrl+F",), tr("Search tasks, or macros where they show")),
             (("Ctrl+L",), tr("Go to the field")),
             (("Ctrl+P",), tr("Pause, or go on")),
             (("Ctrl+1",), tr("Chat")),
             (("Ctrl+2",), tr("Macros")),
             (("Ctrl+4",), tr("Model")),
             (("Ctrl+5",), tr("Promises")),
             (("Ctrl+,",), tr("Settings")),
             (("F1",), tr("Help")),
             (("Ctrl+/",), tr("This key map")),
             (("F6",), tr("Next part of the window")),
             (("Escape",), tr("Close what floats, clear a search, leave a page; never stops a run")),
             (("Ctrl+Q",), tr("Quit"))),
        ),
        KeyGroup(
            tr("Steps"),
            ((("Up", "Down"), tr("Step by step")),
             (("Home", "End"), tr("First and last")),
             (("Ctrl+C",), tr("Copy the sentence")),
             (("Return",), tr("Accept what waits, unless it is hard to undo")),
             (("Delete",), tr("Reject what waits")),
             (("1", "9"), tr("Answer a question by its number"))),
        ),
        KeyGroup(
            tr("Macros"),
            ((("Return",), tr("Play")),
             (("Shift+Return",), tr("Play at once, with the values that it has")),
             (("E",), tr("Edit")),
             (("F2",), tr("Rename")),
             (("Ctrl+D",), tr("Duplicate")),
             (("T",), tr("Read it, and trust it or trust it no more")),
             (("K",), tr("The key that plays it from anywhere")),
             (("Delete",), tr("Remove; asks, and can be undone"))),
        ),
        KeyGroup(
            tr("Macro editor"),
            ((("F5",), tr("Run")),
             (("F6",), tr("Test the step")),
             (("F7",), tr("Run from the step on")),
             (("F8",), tr("Run to the step")),
             (("F9",), tr("Stop there first (breakpoint)")),
             (("Ctrl+R",), tr("Record behind the step")),
             (("Alt+Up", "Alt+Down"), tr("Move")),
             (("Ctrl+D",), tr("Duplicate")),
             (("Space",), tr("On or off")),
             (("Ctrl+G",), tr("Group")),
             (("Delete",), tr("Remove")),
             (("Ctrl+F",), tr("Find a step")),
             (("Ctrl+L",), tr("Add a step by a command")),
             (("Ctrl+I",), tr("The details of the step")),
             (("Ctrl+Z", "Ctrl+Shift+Z"), tr("Undo and redo")),
             (("Ctrl+S",), tr("Save"))),
        ),
        KeyGroup(
            tr("Command bar"),
            ((("Return",), tr("Run it")),
             (("Shift+Return",), tr("Show me first: nothing is sent")),
             (("Tab",), tr("Complete")),
             (("Up", "Down"), tr("Choose")),
             (("Escape",), tr("Back to the app"))),
        ),
    )  # fmt: skip


class KeyMapPage(QWidget):
    """Owned by the main window."""

    closed = Signal()

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self.back = Button(theme, tr("Close"), icon="close", size="compact", keys="Escape")
        self.back.clicked.connect(self.closed)
        parts: list[Part] = [row((Label(theme, tr("Key map"), "heading"), 1), self.back)]
        for group in key_groups(keys):
            parts += [Label(theme, group.place, "caption_bold", "dim"), self._card(group)]
        page = QWidget()
        page.setMaximumWidth(COLUMN_WIDTH)
        column(*parts, None, gap=12, margins=(24, 24, 24, 24), into=page)
        area = scrolled(centred(page))
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setAccessibleName(tr("Key map"))
        column(area, into=self)
        self.setFocusProxy(self.back)

    def _card(self, group: KeyGroup) -> QFrame:
        card = Framed("card")
        grid = QGridLayout(card)
        grid.setContentsMargins(16, 10, 16, 10)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(0, 1)
        for line, (chords, meaning) in enumerate(group.keys):
            grid.addWidget(Label(self._theme, meaning, "small", wraps=True), line, 0)
            between, caps = tr("to") if chords == ("1", "9") else tr("or"), list[Part]()
            for chord in chords:
                caps += [Label(self._theme, between, "small", "faint")] if caps else []
                caps += [KeyCaps(self._theme, press) for press in chord.split()]
            grid.addLayout(row(None, *caps, gap=6), line, 1)
        return card
