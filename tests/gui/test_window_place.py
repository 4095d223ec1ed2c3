"""Where the window is around a run: out of its way, behind what it opened, back when asked for."""

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from app.settings import Settings
from app.window.main_window import MainWindow
from app.window_place import WindowPlace


@pytest.fixture
def window(qtbot, theme):
    window = MainWindow(theme, Settings(), ())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


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
