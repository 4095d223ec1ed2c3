"""What the window says of the promises that this computer weakens, and when it says it again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.doctor.checks import DiskFacts
from app.doctor.promises import PromiseFacts, promise_rows
from app.doctor.rows import Row, StopFacts
from app.gui.wiring import PromiseControl
from app.settings import Settings
from automation.desktop.session import Session

BOTH = pytest.mark.parametrize("theme", ["light", "dark"], indirect=True)
X11 = Session("x11", ":1", "Openbox", has_compositor=True)
WELL = promise_rows(PromiseFacts(X11, disk=DiskFacts("ext4")))
WEAK = promise_rows(
    PromiseFacts(X11, disk=DiskFacts("ext4"), stop=StopFacts(has_tray=False), tree_problem="no bus")
)


def words_on(page):
    labels = page.findChildren(QLabel)
    return [label.text() for label in labels if label.text() and label.isVisibleTo(page)]


def test_nothing_is_said_before_this_computer_was_looked_at(window):
    assert window.sidebar.promises.state == ""
    assert not window.idle.notice.isVisible()


def test_promises_that_hold_are_no_notice(window):
    held = tuple(row for row in WELL if row.status == "ok")
    window.promises.show_rows(held)
    assert window.sidebar.promises.state == "kept"
    assert not window.idle.notice.isVisible()


def test_what_x11_itself_weakens_is_told_once(window):
    window.promises.show_rows(WELL)
    assert " ".join(words_on(window.idle.notice)) == (
        "One promise is limited on this computer. About: other programs."
    )
    window.promises.open()
    window.show_idle()
    assert not window.idle.notice.isVisible()


def test_what_is_weaker_is_told_on_the_first_page_and_in_the_sidebar(window):
    window.promises.show_rows(WEAK)
    assert window.sidebar.promises.state == "4 limited"
    assert " ".join(words_on(window.idle.notice)) == (
        "4 promises are limited on this computer. "
        "About: other programs, tray, password fields and 1 more."
    )
    assert window.idle.notice.isVisible()


def test_the_notice_leads_to_the_page_and_is_not_told_twice(window, qtbot):
    window.promises.show_rows(WEAK)
    with qtbot.waitSignal(window.promises.seen) as kept:
        qtbot.mouseClick(window.idle.notice.button, Qt.MouseButton.LeftButton)
    assert kept.args == [("other programs", "password fields", "receipts", "tray")]
    assert any("What helps: mend accessibility" in words for words in words_on(window.page))
    window.show_idle()
    assert not window.idle.notice.isVisible()


def test_what_came_up_since_then_is_told(window):
    window.set_settings(Settings(promises_seen=("other programs", "password fields", "receipts")))
    window.promises.show_rows(WEAK)
    assert " ".join(words_on(window.idle.notice)) == (
        "One promise is limited on this computer. About: tray."
    )


@pytest.mark.parametrize("way", ["key", "sidebar", "menu"])
def test_the_page_is_reached_in_every_way(window, qtbot, way):
    match way:
        case "key":
            qtbot.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
        case "sidebar":
            qtbot.mouseClick(window.sidebar.promises, Qt.MouseButton.LeftButton)
        case "menu":
            window.commands.promises.emit()
    assert window.page.summary.text() == "Looking at this computer"
    window.promises.show_rows(WELL)
    assert window.page.summary.text().startswith("1 of the 7 promises is limited")


@BOTH
def test_the_page_shows_what_is_weaker_first_and_what_each_promise_rests_on(window):
    window.promises.show_rows(WEAK)
    window.promises.open()
    words = words_on(window.page)
    states = [w for w in words if w in ("Weaker here", "Holds")]
    assert states == ["Weaker here"] * 4 + ["Holds"] * 3
    assert "Pause or Esc twice" in words
    assert "none on another computer is configured" in words


def test_text_on_the_page_is_plain(window):
    window.promises.show_rows((Row("tray", "warn", "<b>x</b>", "<i>y</i>", "z", topic="stop"),))
    window.promises.open()
    assert "Tray: <b>x</b>." in words_on(window.page)
    formats = {label.textFormat() for label in window.page.findChildren(QLabel) if label.text()}
    assert formats == {Qt.TextFormat.PlainText}


def test_another_look_is_asked_for_and_shown(window, qtbot):
    window.promises.show_rows(WEAK)
    window.promises.open()
    with qtbot.waitSignal(window.commands.look):
        qtbot.mouseClick(window.page.look, Qt.MouseButton.LeftButton)
    assert (window.page.look.isEnabled(), window.page.look.text()) == (False, "Looking")
    window.promises.show_rows(WELL)
    qtbot.waitUntil(lambda: words_on(window.page).count("Holds") == 6)
    assert window.page.look.isEnabled()


def test_another_look_that_finds_the_same_ends_too(window, qtbot):
    window.promises.show_rows(WEAK)
    window.promises.open()
    qtbot.mouseClick(window.page.look, Qt.MouseButton.LeftButton)
    window.promises.show_rows(WEAK)
    assert (window.page.look.isEnabled(), window.page.look.text()) == (True, "Look again")


def test_the_application_looks_at_this_computer_on_a_thread(window, qtbot, tmp_path):
    from app.settings import Folders

    control = PromiseControl(
        window.promises, window.commands, Folders(tmp_path, tmp_path, tmp_path), window
    )
    with qtbot.waitSignal(window.promises.changed, timeout=60_000):
        control.look()
        control.show_stop(StopFacts(has_tray=False))
    control.close()
    assert window.sidebar.promises.state.endswith("limited")


def test_without_the_ways_to_stop_nothing_is_claimed(window, qtbot, tmp_path):
    from app.settings import Folders

    control = PromiseControl(
        window.promises, window.commands, Folders(tmp_path, tmp_path, tmp_path), window
    )
    control._on_facts(PromiseFacts(X11))
    assert window.sidebar.promises.state == ""
    control.show_stop(StopFacts())
    assert window.sidebar.promises.state != ""
