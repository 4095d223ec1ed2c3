"""Where the window is around a run: out of its way, behind what it opened, back when asked for."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.gui.widgets.layout import PlaceKeeper, is_first_time, show_over
from app.gui.wiring import WindowPlace


def test_it_stays_behind_what_a_run_brought_up_until_it_is_asked_for(window):
    place = WindowPlace(window)
    place.get_out_of_the_way()
    assert window.isMinimized()
    assert not place.come_back(stays_behind=True)
    assert window.isMinimized()
    place.bring_forward()
    assert not window.isMinimized()


def test_it_comes_back_after_a_run_that_brought_nothing_up(window):
    place = WindowPlace(window)
    for stays_behind, is_seen in ((True, False), (False, True)):  # the second begins by the bar
        place.get_out_of_the_way()
        assert place.come_back(stays_behind=stays_behind) == is_seen
        assert window.isMinimized() != is_seen


def test_a_window_that_the_user_put_away_stays_away(window):
    place = WindowPlace(window)
    window.showMinimized()
    place.get_out_of_the_way()
    assert not place.come_back(stays_behind=False)
    assert window.isMinimized()


@pytest.mark.qt_log_ignore("^This plugin does not support", extend=True)
def test_menus_of_ours_are_closed_before_a_run(qtbot, window):
    menu = QMenu(window)
    qtbot.addWidget(menu)
    inner = menu.addMenu("More")
    inner.addAction("One")
    menu.popup(window.pos())
    inner.popup(window.pos())
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is inner)
    WindowPlace(window).get_out_of_the_way()
    assert QApplication.activePopupWidget() is None


def test_a_window_opens_over_the_one_that_it_is_asked_from(qtbot, window):
    asked = QWidget()
    qtbot.addWidget(asked)
    asked.resize(300, 200)
    window.move(200, 150)
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    show_over(asked)
    assert asked.windowHandle().transientParent() is window.windowHandle()
    assert window.frameGeometry().contains(asked.frameGeometry().center())


def test_size_and_place_are_as_they_were_left(qtbot, tmp_path):
    for size in ((400, 300), (512, 345)):
        one = QWidget()
        qtbot.addWidget(one)
        PlaceKeeper(one, tmp_path, "settings")
        if size != (400, 300):
            assert (one.width(), one.height()) == (400, 300)
            assert (
                abs(one.x() - 60) + abs(one.y() - 70) <= 8
            )  # this platform has frames only at times
        one.resize(*size)
        one.move(60, 70)
        one.show()
        one.close()


@pytest.mark.parametrize("told", ["", "no json", "[1]", '{"main": "????"}', '{"main": 3}'])
def test_a_file_of_places_that_says_nothing_is_no_matter(qtbot, tmp_path, told):
    (tmp_path / "windows.json").write_text(told)
    one = QWidget()
    qtbot.addWidget(one)
    PlaceKeeper(one, tmp_path, "main")
    one.show()
    one.close()
    assert set(json.loads((tmp_path / "windows.json").read_text())) == {"main"}


def test_what_is_said_once_is_said_once(tmp_path):
    assert [is_first_time(tmp_path, "closed_to_tray") for _ in range(3)] == [True, False, False]


def test_esc_clears_a_search_and_then_leaves_the_page(qtbot, window):
    window.sidebar.search.setFocus()
    qtbot.keyClicks(window.sidebar.search, "abc")
    qtbot.keyClick(window.sidebar.search, Qt.Key.Key_Escape)
    assert window.sidebar.search.text() == ""
    window.promises.open()
    assert window.page not in (window.idle, window.chat)
    qtbot.keyClick(window.page, Qt.Key.Key_Escape)
    assert window.page is window.idle
