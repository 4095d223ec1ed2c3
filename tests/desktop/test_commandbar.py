"""The command bar over somebody else's window: it takes the keyboard, and gives it back."""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QCursor, QGuiApplication

from app.gui.command_bar import CommandBar
from app.gui.overlay.x11 import X11FocusKeeper
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect
from automation.desktop.capture import ScreenGrabber
from automation.desktop.virtual import VirtualDesktop
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.event_window import event_window
from tests.desktop.overlay_rig import Hands, compositor
from tests.kit.waiting import wait_for

pytestmark = pytest.mark.desktop

PLACE = Rect(400, 300, 800, 500)
HISTORY = ("click Save, then type March", "press Ctrl+S")
WINDOW_BLUE = (0x33, 0x66, 0x99)


def preview(text):
    return ("Click “Save”",) if text.startswith("click") else ()


class BarRig:
    """The bar over a window of another process, with somebody at the keyboard."""

    def __init__(self, desktop, qtbot, window):
        self.qtbot = qtbot
        self.window = window
        self.user = Hands(desktop)
        self.windows = X11Windows()
        self.grabber = ScreenGrabber()
        self.keeper = X11FocusKeeper()
        self.tasks, self.dismissals = [], []
        self.bar = CommandBar(Theme("light"), preview=preview, history=lambda: HISTORY)
        self.bar.task_sent.connect(lambda *task: self.tasks.append(task))
        self.bar.task_sent.connect(self.keeper.restore)
        self.bar.dismissed.connect(lambda: self.dismissals.append(1))
        self.bar.dismissed.connect(self.keeper.restore)

    def open(self):
        self.keeper.save()
        self.bar.open()
        self.until(lambda: self.bar.window.field.hasFocus())
        self.until(lambda: self.bar.window.isActiveWindow())

    def type(self, text):
        for letter in text:
            self.user.tap("space" if letter == " " else letter)
        self.until(lambda: self.bar.window.field.text() == text)

    def until(self, condition):
        self.qtbot.waitUntil(condition, timeout=60_000)

    def app_has_focus(self):
        focus = self.windows.focus()
        return focus is not None and focus.window_id == self.window.id

    def pixel(self, x, y):
        blue, green, red = self.grabber.grab(Rect(x, y, 1, 1)).pixels[0, 0, :3]
        return int(red), int(green), int(blue)

    def corner(self):
        """Return where the visible panel begins."""
        frame, margin = self.bar.window.geometry(), self.bar.window.margin
        return frame.x() + margin, frame.y() + margin

    def close(self):
        self.bar.window.dismiss()
        self.user.move(5, 5)
        self.user.close()
        self.windows.close()
        self.grabber.close()


@contextlib.contextmanager
def bar_rig(desktop, qtbot):
    with event_window(desktop, PLACE) as window:
        rig = BarRig(desktop, qtbot, window)
        wait_for(rig.app_has_focus)
        wait_for(lambda: rig.pixel(450, 700) == WINDOW_BLUE)
        try:
            yield rig
        finally:
            rig.close()


@pytest.fixture
def rig(desktop, qtbot):
    with bar_rig(desktop, qtbot) as made:
        yield made


def test_it_opens_over_the_app_takes_the_keyboard_and_sends_on_enter(rig):
    rig.open()
    rig.type("click save")
    rig.user.tap("Return")
    rig.until(lambda: rig.tasks == [("click save", False)])
    assert not rig.bar.is_open
    assert rig.window.of("key down") == []


def test_the_app_gets_the_keyboard_back_after_escape(rig):
    rig.open()
    rig.type("cl")
    rig.user.tap("Escape")
    rig.until(rig.app_has_focus)
    assert (rig.dismissals, rig.tasks) == ([1], [])


def test_shift_enter_only_shows(rig):
    rig.open()
    rig.type("click save")
    rig.user.chord("shift", "Return")
    rig.until(lambda: rig.tasks == [("click save", True)])


def test_tab_completes_from_the_history(rig):
    rig.open()
    rig.type("press")
    rig.user.tap("Tab")
    rig.until(lambda: rig.bar.window.field.text() == "press Ctrl+S")


def test_the_arrow_keys_choose_an_old_task(rig):
    rig.open()
    rig.user.tap("Down", "Down", "Return")
    rig.until(lambda: rig.tasks == [("press Ctrl+S", False)])


def test_it_goes_away_when_another_window_takes_the_focus(rig):
    rig.open()
    rig.windows.activate(rig.window.id)
    rig.until(lambda: not rig.bar.is_open)
    assert rig.dismissals == [1]


def test_it_opens_on_the_monitor_with_the_pointer(rig):
    rig.user.move(1500, 900)
    rig.until(lambda: QCursor.pos().x() == 1500)
    rig.open()
    assert (
        QGuiApplication.screenAt(QCursor.pos())
        .geometry()
        .contains(rig.bar.window.geometry().center())
    )


def test_corners_are_round_and_there_is_a_shadow_where_a_compositor_runs(desktop, qtbot):
    with compositor(desktop), bar_rig(desktop, qtbot) as rig:
        rig.open()
        x, y = rig.corner()
        rig.until(lambda: rig.pixel(x + 300, y + 4) == (255, 255, 255))
        assert rig.bar.window.margin > 0
        assert rig.pixel(x, y) != (255, 255, 255)


def test_it_is_square_and_opaque_without_a_compositor(rig):
    rig.open()
    x, y = rig.corner()
    rig.until(lambda: rig.pixel(x + 300, y + 4) == (255, 255, 255))
    assert rig.bar.window.margin == 0
    assert rig.pixel(x + 2, y + 2) == (255, 255, 255)


def test_its_window_is_made_anew_when_a_compositor_comes(desktop, rig):
    rig.open()
    rig.bar.window.dismiss()
    with compositor(desktop):
        rig.open()
        assert rig.bar.window.margin > 0
        rig.bar.window.dismiss()


BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.gui.command_bar import CommandBar
from app.gui.widgets.theme import Theme

application = QApplication([])
bar = CommandBar(Theme("light"), preview=lambda text: (), history=lambda: ())
bar.task_sent.connect(lambda text, is_dry: (print(text, flush=True), application.quit()))
bar.open()
def ready():
    if bar.window.field.hasFocus() and bar.window.isActiveWindow():
        print("ready", flush=True)
        timer.stop()
timer = QTimer(interval=20)
timer.timeout.connect(ready)
timer.start()
sys.exit(application.exec())
"""


def test_it_takes_the_keyboard_without_a_window_manager():
    root = Path(__file__).resolve().parents[2]
    with VirtualDesktop.start((1024, 768), wm=None, accessibility=False) as bare:
        path = os.pathsep.join((str(root), *sys.path))
        program = bare.spawn(
            [sys.executable, "-c", BARE],
            stdout=subprocess.PIPE,
            PYTHONPATH=path,
            QT_QPA_PLATFORM="xcb",
        )
        assert program.stdout.readline() == b"ready\n"
        user = Hands(bare)
        user.tap("h", "i", "Return")
        assert program.stdout.readline() == b"hi\n"
        user.close()
        assert program.wait(60) == 0
