"""The tray icon's states and menu; nothing is put into a real tray."""

from operator import attrgetter

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QSystemTrayIcon

from app.gui.tray import NOT_READY, SIZES, Tray
from app.gui.widgets.theme import Theme


@pytest.fixture(params=["light", "dark"])
def tray(request, qapp):
    return Tray(Theme(request.param))


def menu(tray):
    return {a.text(): a for a in tray._menu.actions() if a.text() and a.isVisible()}


def test_every_state_looks_different_at_every_size(tray):
    for size in SIZES:
        looks = {}
        for state in ("", "observing", "confirming", "executing", "paused", "done", NOT_READY):
            image = tray._pixmap(state, size).toImage()
            looks.setdefault(bytes(image.constBits()), []).append(state)
        assert [names for names in looks.values() if len(names) > 1] == []


@pytest.mark.parametrize("panel", ["#101010", "#303438", "#EEEEEE", "#FFFFFF"])
@pytest.mark.parametrize("state", ["", "observing"])
def test_it_is_seen_on_every_panel(tray, panel, state):
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_RGB32)
        image.fill(QColor(panel))
        with QPainter(image) as painter:
            painter.drawPixmap(0, 0, tray._pixmap(state, size))
        ground = QColor(panel).lightness()
        seen = sum(
            abs(image.pixelColor(x, y).lightness() - ground) > 90
            for x in range(size)
            for y in range(size)
        )
        assert seen > size * size / 12, (size, seen)


@pytest.mark.parametrize(
    ("state", "words"),
    [("", "Ready"), ("confirming", "Waiting for you"), ("paused", "Paused"), ("done", "Done")],
)
def test_the_first_row_says_the_state_in_words(tray, state, words):
    tray.show_state(state)
    assert tray._row.text() == words


@pytest.mark.parametrize(
    ("state", "here", "gone"),
    [
        ("", set(), {"Pause", "Go on in the window…", "Show on screen"}),
        ("executing", {"Pause"}, {"Go on in the window…", "Show on screen"}),
        ("confirming", {"Show on screen", "Pause"}, {"Go on in the window…"}),
        ("paused", {"Go on in the window…"}, {"Pause"}),
    ],
)
def test_the_menu_offers_what_can_be_done(tray, state, here, gone):
    tray.show_state(state)
    assert here <= set(menu(tray))
    assert gone.isdisjoint(menu(tray))


def test_stop_can_be_pressed_only_while_a_run_lives(tray):
    tray.show_state("executing")
    assert menu(tray)["Stop"].isEnabled()
    tray.show_state("done")
    assert not menu(tray)["Stop"].isEnabled()


@pytest.mark.parametrize(
    ("text", "name"),
    [("Stop", "commands.stop"), ("Pause", "commands.pause"), ("Quit", "quit_wanted")],
)
def test_the_menu_asks_for_what_it_says(tray, qtbot, text, name):
    tray.show_state("executing")
    with qtbot.waitSignal(attrgetter(name)(tray)):
        menu(tray)[text].trigger()


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        (QSystemTrayIcon.ActivationReason.MiddleClick, "commands.stop"),
        (QSystemTrayIcon.ActivationReason.Trigger, "window_wanted"),
    ],
)
def test_a_middle_click_stops_and_a_click_opens(tray, qtbot, reason, name):
    with qtbot.waitSignal(attrgetter(name)(tray)):
        tray._icon.activated.emit(reason)


def test_a_problem_is_told_until_it_is_gone(tray):
    tray.show_problem("The Pause key is taken.")
    assert tray._icon.toolTip() == "deskhand: The Pause key is taken."
    tray.show_problem("")
    assert tray._icon.toolTip() == "deskhand: Ready"


def test_a_paused_run_is_let_go_on_in_the_window_alone(tray, qtbot):
    tray.show_state("paused")
    with qtbot.waitSignal(tray.window_wanted):
        menu(tray)["Go on in the window…"].trigger()


@pytest.mark.parametrize("state", ["", "confirming", "executing", "paused"])
def test_nothing_of_the_menu_accepts_answers_or_lets_a_run_go_on(tray, state):
    tray.show_state(state)
    pressed = []
    for name in ("accept", "reject", "choose", "resume", "send", "play_again", "edit_macro"):
        getattr(tray.commands, name).connect(lambda *_, name=name: pressed.append(name))
    for action in tray._menu.actions():
        action.trigger()
    assert pressed == []
