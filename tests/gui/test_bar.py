"""The command bar's keys and rows, without a window system."""

import pytest
from PySide6.QtCore import QPoint, Qt

from app.gui.command_bar import CommandBar
from app.gui.overlay.x11 import WindowServer
from app.gui.widgets.theme import Theme

HISTORY = ("click Save, then New", "press Ctrl+S")


class Plain(WindowServer):
    """A display without a compositor."""

    def has_compositor(self):
        return False


def preview(text):
    return ("Click “Save”", "Wait") if text.startswith("click") else ()


@pytest.fixture(params=[("light", WindowServer()), ("dark", Plain())], ids=["round", "square"])
def bar(request, qapp, qtbot):
    choice, server = request.param
    theme = Theme(choice)
    theme.apply(qapp)
    bar = CommandBar(theme, preview=preview, history=lambda: HISTORY, server=server)
    bar.open()
    qtbot.addWidget(bar.window)  # without a compositor it is made anew as it opens
    qtbot.waitUntil(lambda: bar.window.field.hasFocus())
    yield bar
    bar.window.dismiss()


@pytest.fixture
def sent(bar):
    tasks = []
    bar.task_sent.connect(lambda text, is_dry: tasks.append((text, is_dry)))
    return tasks


def press(qtbot, bar, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(bar.window.field, key, modifier)


def test_enter_runs_what_is_written(bar, sent, qtbot):
    qtbot.keyClicks(bar.window.field, "click Save")
    press(qtbot, bar, Qt.Key.Key_Return)
    assert sent == [("click Save", False)]
    assert not bar.is_open


def test_shift_enter_shows_it_first(bar, sent, qtbot):
    qtbot.keyClicks(bar.window.field, "click Save")
    press(qtbot, bar, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert sent == [("click Save", True)]


def test_enter_on_show_me_first_is_a_dry_run(bar, sent, qtbot):
    qtbot.keyClicks(bar.window.field, "click Save")
    press(qtbot, bar, Qt.Key.Key_Down)
    press(qtbot, bar, Qt.Key.Key_Return)
    assert sent == [("click Save", True)]


def test_an_old_task_never_runs_by_itself(bar, sent, qtbot):
    qtbot.keyClicks(bar.window.field, "Ctrl")
    press(qtbot, bar, Qt.Key.Key_Return)
    assert sent == [("Ctrl", False)]


def test_enter_in_an_empty_field_does_nothing(bar, sent, qtbot):
    press(qtbot, bar, Qt.Key.Key_Return)
    assert sent == []
    assert bar.is_open


def test_up_from_the_field_goes_to_the_last_row(bar, sent, qtbot):
    press(qtbot, bar, Qt.Key.Key_Up)
    press(qtbot, bar, Qt.Key.Key_Return)
    assert sent == [("press Ctrl+S", False)]


def test_tab_takes_the_completion_and_never_leaves_the_field(bar, qtbot):
    field = bar.window.field
    qtbot.keyClicks(field, "press")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "press Ctrl+S"
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.hasFocus()


def test_escape_puts_it_away(bar, sent, qtbot):
    with qtbot.waitSignal(bar.dismissed):
        press(qtbot, bar, Qt.Key.Key_Escape)
    assert sent == []


def test_a_row_is_taken_by_mouse(bar, sent, qtbot):
    results = bar.window.results
    at = QPoint(100, results._tops()[1] + 10)
    qtbot.mouseClick(results, Qt.MouseButton.LeftButton, pos=at)
    assert sent == [("press Ctrl+S", False)]


def test_the_current_row_is_told_to_screen_readers(bar, qtbot):
    qtbot.keyClicks(bar.window.field, "click Save")
    assert "in the window below" in bar.window.results.accessibleDescription()
    press(qtbot, bar, Qt.Key.Key_Down)
    assert "dry run" in bar.window.results.accessibleDescription()


def test_it_opens_empty_again(bar, qtbot):
    qtbot.keyClicks(bar.window.field, "click")
    bar.window.dismiss()
    bar.open()
    assert bar.window.field.text() == ""


def test_it_paints_in_every_state(bar, qtbot):
    for text in ("", "click Save", "nothing that fits"):
        bar.window.field.setText(text)
        assert not bar.window.grab().isNull()


def test_a_task_that_cannot_begin_now_is_refused_where_it_was_typed(qapp, qtbot):
    why = ["A task is running. Stop it first."]
    bar = CommandBar(
        Theme("light"), preview=preview, history=tuple, server=WindowServer(),
        refusal=lambda: why[0],
    )  # fmt: skip
    sent = []
    bar.task_sent.connect(lambda text, is_dry: sent.append(text))
    bar.open()
    qtbot.addWidget(bar.window)
    qtbot.waitUntil(lambda: bar.window.field.hasFocus())
    qtbot.keyClicks(bar.window.field, "click Save")
    press(qtbot, bar, Qt.Key.Key_Return)
    assert (sent, bar.is_open, bar.window.field.text()) == ([], True, "click Save")
    assert bar.window._policy.text() == why[0]
    why[0] = ""
    press(qtbot, bar, Qt.Key.Key_Return)
    assert (sent, bar.is_open) == (["click Save"], False)
