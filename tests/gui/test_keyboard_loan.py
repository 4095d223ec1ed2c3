"""Who has the keyboard while a window that nobody manages is written into, and who has it after."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.gui.overlay.approval import KeyboardLoan
from app.gui.overlay.card_widgets import CardWindow
from app.gui.widgets.theme import Theme

OURS = -1


class Keyboard:
    """Who has the keys: a user may give them to another window at any time."""

    def __init__(self, window):
        self._window = window
        self.saved, self.restored = [], 0
        self.holder = "first"

    def save(self):
        self.saved.append(self.holder)

    def restore(self):
        self.restored += 1
        self.holder = self.saved[-1]

    def is_restored(self):
        return self.holder == self.saved[-1]

    def is_at(self, window):
        return self.holder == OURS and window == int(self._window.winId())


@pytest.fixture
def lent(qtbot, request):
    """Return a window with a field, who has its keyboard, and its loan; the window has it."""
    window = CardWindow(Theme("light"), is_solid=True)
    qtbot.addWidget(window)
    window.field = QLineEdit()
    window.column.addWidget(window.field)
    window.show()
    keyboard = Keyboard(window)
    loan = KeyboardLoan(window, keyboard, window, follows_user=request.param)
    loan.take(window.field.setFocus)
    keyboard.holder = OURS
    return window, keyboard, loan


def press(window):
    handle = window.windowHandle()
    at = window.field.mapTo(window, window.field.rect().center())
    QTest.mouseClick(handle, Qt.MouseButton.LeftButton, pos=QPoint(at))


each = pytest.mark.parametrize("lent", [True, False], ids=["panel", "card"], indirect=True)
panel = pytest.mark.parametrize("lent", [True], indirect=True)
card = pytest.mark.parametrize("lent", [False], indirect=True)


@each
def test_a_press_asks_for_the_keyboard_only_while_it_is_lent_and_elsewhere(lent, monkeypatch):
    window, keyboard, loan = lent
    asked = []
    monkeypatch.setattr(window, "activateWindow", lambda: asked.append(1))
    press(window)
    assert not asked
    keyboard.holder = "second"
    press(window)
    assert asked == [1]
    loan.give_back(lambda: None)
    press(window)
    assert asked == [1]


@panel
def test_what_had_the_keyboard_last_gets_it_back(lent, qtbot):
    window, keyboard, loan = lent
    keyboard.holder = "second"
    press(window)
    keyboard.holder = OURS
    back = []
    loan.give_back(lambda: back.append(keyboard.holder))
    qtbot.waitUntil(lambda: back == ["second"])


@panel
def test_it_is_not_taken_from_the_window_that_the_user_went_to(lent):
    _, keyboard, loan = lent
    keyboard.holder = "second"
    back = []
    loan.give_back(lambda: back.append(keyboard.holder))
    assert back == ["second"]
    assert not keyboard.restored


@card
def test_what_a_run_acts_on_gets_it_back_whatever_the_user_pressed_meanwhile(lent, qtbot):
    window, keyboard, loan = lent
    keyboard.holder = "second"
    press(window)
    assert keyboard.saved == ["first"]
    back = []
    loan.give_back(lambda: back.append(keyboard.holder))
    qtbot.waitUntil(lambda: back == ["first"])
