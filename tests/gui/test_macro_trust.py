"""Reading a macro before it is trusted: all of it, no line passed off as another, this very content."""

import pytest
from PySide6.QtCore import Qt

from app.macros.changes import Changes
from app.macros.play_request import PlayRequest
from automation.macros import macro as grammar
from automation.macros.names import slug
from automation.macros.trust import digest
from tests.fakes.macro_shelves import a_macro, keep

LONG_MS = 60_000


def typing(count):
    return tuple(grammar.Type(id=f"s{n}", text=f"text {n}") for n in range(count))


@pytest.fixture
def changes(data):
    return Changes.at(data)


@pytest.fixture
def reading(before_run, qtbot):
    """Return what opens the reading of a macro and waits until it is on the screen."""

    def open_it(name):
        before_run.read(slug(name))
        return shown(before_run, qtbot)

    return open_it


def shown(before_run, qtbot):
    qtbot.waitUntil(lambda: before_run.dialog is not None, timeout=LONG_MS)
    dialog = before_run.dialog
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: bool(dialog.view._reach) or dialog.view.counts[0] > 0, timeout=LONG_MS)
    return dialog


def read_to_the_end(dialog, qtbot):
    def further():
        dialog.view.show_unseen()
        return dialog.view.is_read

    qtbot.waitUntil(further, timeout=LONG_MS)
    qtbot.waitUntil(dialog.trust.isEnabled, timeout=LONG_MS)


def is_trusted(changes, name):
    kept = changes.library.open(name)
    return changes.book.is_trusted(digest(kept.macro, kept.image))


def test_a_short_macro_is_trusted_once_it_is_on_the_screen(
    reading, qtbot, data, changes, before_run
):
    keep(data, a_macro("Greet"))
    dialog = reading("Greet")
    qtbot.waitUntil(dialog.trust.isEnabled, timeout=LONG_MS)
    with qtbot.waitSignal(before_run.trusted, timeout=LONG_MS) as told:
        qtbot.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
    assert told.args == ["“Greet” is trusted as it is; any change of it is asked about again."]
    assert is_trusted(changes, "Greet")


def test_a_long_one_is_not_trusted_before_all_of_it_was_seen(reading, qtbot, data, changes):
    keep(data, a_macro("Long", *typing(300)))
    dialog = reading("Long")
    assert not dialog.trust.isEnabled()
    dialog.trust.click()
    bar = dialog.view.verticalScrollBar()
    bar.setValue(bar.maximum())  # the middle was never on the screen
    qtbot.waitUntil(lambda: dialog.view._seen[-1] == 1, timeout=LONG_MS)
    assert not dialog.view.is_read
    assert not dialog.trust.isEnabled()
    assert not is_trusted(changes, "Long")
    read_to_the_end(dialog, qtbot)
    assert dialog.progress.text() == "You have seen all 300 lines."


def test_space_shows_what_was_not_seen(reading, qtbot, data):
    keep(data, a_macro("Long", *typing(300)))
    dialog = reading("Long")
    before = dialog.view.counts[0]
    qtbot.keyClick(dialog.view, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.view.counts[0] > before + 5, timeout=LONG_MS)


def test_a_typed_text_cannot_pass_for_another_step(reading, data):
    text = "hello\n2 click button “Keep”\u202e\u200b"
    keep(data, a_macro("Sly", grammar.Type(id="a", text=text), *typing(1)))
    view = reading("Sly").view
    assert view._line_of == [0, -1, 1]
    assert "[right-to-left override][zero-width space]" in view.toPlainText()


def test_a_text_longer_than_the_screen_is_seen_when_all_of_it_was(reading, data, qtbot):
    keep(data, a_macro("Essay", grammar.Type(id="a", text="word " * 4000 + "THE END")))
    dialog = reading("Essay")
    assert "THE END" in dialog.view.toPlainText()
    bar = dialog.view.verticalScrollBar()
    bar.setValue(bar.maximum())
    dialog.view.grab()
    assert not dialog.view.is_read
    read_to_the_end(dialog, qtbot)


def test_what_is_searched_is_found_round_the_end(reading, qtbot, data):
    keep(data, a_macro("Long", *typing(120)))
    dialog = reading("Long")
    qtbot.keyClicks(dialog.search, "TEXT 11")
    assert dialog._hits.text() == "11 there"
    at = dialog.view.textCursor().blockNumber()
    assert at == 11
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert dialog.view.textCursor().blockNumber() == 119
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    assert dialog.view.textCursor().blockNumber() == 11


def test_what_was_changed_while_it_was_read_is_not_trusted(
    reading, qtbot, data, changes, before_run
):
    keep(data, a_macro("Greet"))
    dialog = reading("Greet")
    qtbot.waitUntil(dialog.trust.isEnabled, timeout=LONG_MS)
    changes.library.save(a_macro("Greet", grammar.Type(id="greet", text="Other")))
    with qtbot.waitSignal(before_run.said, timeout=LONG_MS) as told:
        qtbot.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
    assert "was changed while you read it, so nothing is trusted" in told.args[0]
    assert changes.book.entries() == ()


def test_a_run_that_waits_begins_once_its_macro_is_trusted(qtbot, data, before_run, macros):
    keep(data, a_macro("Greet"))
    request = PlayRequest("greet", approve="auto")
    before_run.ask_trust(request)
    dialog = shown(before_run, qtbot)
    qtbot.waitUntil(dialog.trust.isEnabled, timeout=LONG_MS)
    qtbot.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: macros.played == [request], timeout=LONG_MS)


def test_a_run_may_go_step_by_step_instead(qtbot, data, before_run, macros, changes):
    keep(data, a_macro("Greet"))
    before_run.ask_trust(PlayRequest("greet", approve="auto"))
    dialog = shown(before_run, qtbot)
    qtbot.mouseClick(dialog.step_by_step, Qt.MouseButton.LeftButton)
    assert [request.approve for request in macros.played] == ["ask"]
    assert not is_trusted(changes, "Greet")


def test_what_is_called_and_not_trusted_is_what_is_read(qtbot, data, before_run):
    keep(data, a_macro("Part"))
    keep(data, a_macro("Day", grammar.Call(id="c", macro="Part")), is_trusted=True)
    before_run.ask_trust(PlayRequest("day", approve="auto"))
    assert shown(before_run, qtbot).windowTitle() == "Read Part"


def test_reading_a_macro_names_what_it_runs_that_is_not_trusted(reading, data, qtbot, before_run):
    keep(data, a_macro("Part"))
    keep(data, a_macro("Day", grammar.Call(id="c", macro="Part")))
    dialog = reading("Day")
    qtbot.waitUntil(dialog.trust.isEnabled, timeout=LONG_MS)
    with qtbot.waitSignal(before_run.trusted, timeout=LONG_MS) as told:
        qtbot.mouseClick(dialog.trust, Qt.MouseButton.LeftButton)
    assert told.args[0].endswith("It runs “Part”, which is not trusted: read that too.")
