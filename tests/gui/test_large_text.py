"""No word of a button or a choice is cut, with text at 150 % and in the smallest window."""

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QComboBox

from app.gui.command_bar import CommandBar
from app.gui.overlay.x11 import WindowServer
from app.gui.preferences.window import PreferencesWindow
from app.gui.widgets.buttons import Button, KeyCaps
from app.gui.widgets.theme import Theme
from app.gui.window.main_window import MainWindow
from app.settings import Settings
from automation.core.actions import Goal
from automation.core.events import Ended, Planned, Streamed
from automation.core.proposal import Outcome
from tests.gui import sample_models as models
from tests.gui import sample_runs as runs

EXAMPLES = ("click File, then New", 'wait until "Saved" appears')
ARROW_ROOM = 40
SIZES = [(1280, 800), (900, 700), (640, 720), (480, 500)]
RUNS = {
    "idle": [],
    "waiting": runs.waiting(claim="All fields are filled."),
    "paused": runs.paused(),
    "asking": runs.asking(),
    "done": runs.finished(),
    "thinking": [
        *runs.begun(),
        Planned(runs.RUN, (Goal("Fill in number and amount", "current"), Goal("Save"))),
        Streamed(runs.RUN, "The form is open.", "thinking"),
    ],
    "needs a model": [*runs.begun(), Ended(runs.RUN, Outcome.NEEDS_MODEL, "That needs one.", 0)],
}


@pytest.fixture(params=[1.0, 1.5], ids=["100", "150"])
def theme(request, qapp):
    before = qapp.font()
    font = qapp.font()
    font.setPointSizeF(10.5 * request.param)
    qapp.setFont(font)
    theme = Theme("light")
    theme.apply(qapp)
    yield theme
    qapp.setFont(before)


def cut(window):
    """Return what of the words that can be pressed does not fit where it stands."""
    buttons = [b for b in window.findChildren(Button) if b.isVisible()]
    caps = [c for c in window.findChildren(KeyCaps) if c.isVisible()]
    boxes = [b for b in window.findChildren(QComboBox) if b.isVisible()]
    return [
        *(b.text() or b.accessibleName() for b in buttons if b.width() < b.sizeHint().width()),
        *(c.accessibleName() for c in caps if c.width() < c.sizeHint().width()),
        *(b.currentText() for b in boxes if text_width(b) > b.width() - ARROW_ROOM),
    ]


def text_width(box):
    return QFontMetricsF(box.font()).horizontalAdvance(box.currentText())


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("run", RUNS)
def test_no_button_of_the_window_is_cut(qtbot, theme, run, size):
    window = MainWindow(theme, Settings(), EXAMPLES)
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    window.models.show_status(models.READY)
    for happening in RUNS[run]:
        window.take(happening)

    def is_whole():  # what drops its words makes room in the next pass of the layout
        assert cut(window) == []

    qtbot.waitUntil(lambda: not RUNS[run] or window.chat.status.isVisible())
    qtbot.waitUntil(is_whole)
    assert window.width() == size[0]


@pytest.mark.parametrize("size", [(1040, 760), (640, 480)], ids=["large", "smallest"])
def test_no_control_of_the_settings_is_cut(qtbot, theme, size):
    window = PreferencesWindow(theme, Settings(apps={"/usr/bin/xterm": "never_touch"}), str)
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    for page in range(window.categories.count()):
        window.categories.setCurrentRow(page)
        window.grab()
        assert cut(window) == []


def test_no_key_of_the_key_map_is_cut(qtbot, theme):
    window = MainWindow(theme, Settings(), EXAMPLES)
    qtbot.addWidget(window)
    window.resize(480, 500)
    window.show()
    window.show_key_map()
    qtbot.waitExposed(window)
    window.grab()
    assert cut(window) == []


def test_rows_grow_with_the_text(qtbot, theme):
    window = MainWindow(theme, Settings(), EXAMPLES)
    qtbot.addWidget(window)
    window.show()
    for happening in runs.waiting(claim="All fields are filled."):
        window.take(happening)
    steps = window.chat.steps
    steps.doItemsLayout()
    rect = steps.visualRect(window.chat.model.index(1))
    lines = (
        3 * QFontMetricsF(theme.font("small")).height() + QFontMetricsF(theme.font("body")).height()
    )
    assert rect.height() > lines + 32


def test_the_bar_shows_all_its_keys(qtbot, theme):
    bar = CommandBar(
        theme, preview=lambda text: (), history=lambda: ("press Ctrl+S",), server=WindowServer()
    )
    qtbot.addWidget(bar.window)
    bar.open()
    bar.window.grab()
    assert cut(bar.window) == []
