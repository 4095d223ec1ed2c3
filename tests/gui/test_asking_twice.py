"""What cannot be taken back asks once more in its place; no slip of the hand is two presses."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.gui.preferences.pages import SecretList
from app.gui.preferences.window import PreferencesWindow
from app.gui.widgets.buttons import AskingTwice, Button
from app.gui.widgets.theme import Theme
from app.settings import Settings
from automation.core.secrets import SecretEntry
from automation.desktop import secrets


@pytest.fixture
def theme(qapp):
    return Theme()


@pytest.fixture
def pressed():
    return []


@pytest.fixture
def removal(qtbot, theme, pressed):
    twice = AskingTwice(
        Button(theme, "Remove"), Button(theme, "Remove for good"), Button(theme, "Keep")
    )
    qtbot.addWidget(twice)
    twice.confirmed.connect(lambda: pressed.append(1))
    twice.show()
    twice.activateWindow()
    qtbot.waitUntil(twice.isActiveWindow)
    return twice


def test_the_second_press_counts_and_only_once_it_is_awake(qtbot, removal, pressed):
    removal.ask.click()
    removal.yes.click()
    assert pressed == []
    assert removal.is_asking
    qtbot.waitUntil(removal.yes.isEnabled)
    removal.yes.click()
    assert pressed == [1]
    assert not removal.is_asking


@pytest.mark.parametrize("side", [-1, 0, 1])
def test_a_double_click_anywhere_on_it_is_not_both_presses(removal, pressed, side):
    removal._arming.setInterval(3_600_000)  # so that two presses of a slow machine are quick too
    removal.adjustSize()
    spot = removal.ask.geometry().center()
    spot.setX(spot.x() + side * (removal.ask.width() // 2 - 2))
    for _ in range(2):
        under = removal.childAt(spot) or removal
        QTest.mouseClick(under, Qt.MouseButton.LeftButton, pos=under.mapFrom(removal, spot))
        QApplication.processEvents()
    assert pressed == []


def test_enter_pressed_twice_keeps_it(qtbot, removal, pressed):
    removal.ask.setFocus()
    qtbot.keyClick(removal.ask, Qt.Key.Key_Space)
    assert removal.no.hasFocus()
    qtbot.keyClick(removal.no, Qt.Key.Key_Space)
    assert pressed == []
    assert removal.ask.hasFocus()


def test_the_question_goes_away_by_itself(qtbot, theme, pressed):
    twice = AskingTwice(Button(theme, "A"), Button(theme, "B"), Button(theme, "C"), patience_ms=1)
    qtbot.addWidget(twice)
    twice.show()
    twice.ask.click()
    qtbot.waitUntil(lambda: not twice.is_asking)
    assert twice.ask.isVisible()


@pytest.fixture
def removed(monkeypatch):
    """A keyring with one secret, and what was removed from it."""
    kept, gone = [SecretEntry("mail", ("/usr/bin/xterm",))], []

    def remove(name):
        gone.append(name)
        kept.clear()

    monkeypatch.setattr(secrets, "entries", lambda **_: tuple(kept))
    monkeypatch.setattr(secrets, "remove", remove)
    return gone


@pytest.fixture
def settings(qtbot, theme, removed):
    window = PreferencesWindow(theme, Settings(), lambda chord: "")
    qtbot.addWidget(window)
    window.show()
    names = [window.categories.item(n).text() for n in range(window.categories.count())]
    window.categories.setCurrentRow(names.index("Secrets"))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    page = window.findChild(SecretList)
    qtbot.waitUntil(lambda: page.findChild(AskingTwice) is not None)
    return window


def test_a_secret_is_not_lost_by_one_press(qtbot, settings, removed):
    removal = settings.findChild(SecretList).findChild(AskingTwice)
    assert removal.ask.accessibleName() == "Remove the secret mail"
    removal.ask.click()
    assert removal.yes.text() == "Remove for good"
    assert removal.yes.accessibleName() == "Remove the secret mail for good"
    qtbot.waitUntil(removal.yes.isEnabled)
    assert removed == []
    removal.yes.click()
    qtbot.waitUntil(lambda: removed == ["mail"])
    qtbot.waitUntil(lambda: settings.findChild(SecretList).button.isEnabled())


def test_esc_takes_the_question_away_and_leaves_the_window_open(qtbot, settings, removed):
    removal = settings.findChild(SecretList).findChild(AskingTwice)
    removal.ask.click()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not removal.is_asking
    assert settings.isVisible()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not settings.isVisible())
    assert removed == []


def test_another_page_takes_the_question_away(settings):
    removal = settings.findChild(SecretList).findChild(AskingTwice)
    removal.ask.click()
    settings.categories.setCurrentRow(0)
    assert not removal.is_asking
