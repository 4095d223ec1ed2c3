"""The overlay on the test desktop, over a window of another process, with somebody at the mouse."""

import threading
from contextlib import contextmanager

import numpy as np
from PySide6.QtCore import QPoint

from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.overlay.x11 import X11WindowServer
from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings
from automation.core.actions import Aim, Click
from automation.core.errors import Stopped
from automation.core.geometry import Monitor, Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Proposal, Risk, RiskLevel
from automation.core.timing import StopToken
from automation.desktop.capture import ScreenGrabber
from automation.desktop.screen import Pace, settle
from automation.desktop.windows_x11 import X11Windows
from tests.desktop.drawn_windows import wait_for_manager
from tests.desktop.event_window import event_window
from tests.desktop.other_user import OtherUser
from tests.kit.waiting import wait_for

PLACE = Rect(100, 100, 800, 600)
TARGET = Rect(300, 300, 120, 30)
POINT = ScreenPoint(350, 317)
SETTINGS = Settings(approval=Approval(arming_s=0.3, expiry_s=300.0), mark="amber-kite:paper kite")
"""A card that waits as long as a busy machine takes."""
AMBER = (0xE7, 0xB9, 0x3C)
"""Colour of the secret mark's plate."""
CALM = Pace(still_s=0.3, cap_s=60.0)
"""A compositor shows a little later what was painted."""
_MODIFIERS = {"ctrl": 0xFFE3, "shift": 0xFFE1}


class Hands(OtherUser):
    """Somebody who also presses chords and holds a button."""

    def key(self, name):
        """Return the keycode of a key or of a modifier."""
        if name not in _MODIFIERS:
            return self.code(name)
        setup = self.connection.get_setup()
        first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
        reply = self.connection.core.GetKeyboardMapping(first, count).reply()
        width = reply.keysyms_per_keycode
        return first + list(reply.keysyms).index(_MODIFIERS[name]) // width

    @contextmanager
    def holding(self, *names):
        codes = [self.key(name) for name in names]
        for code in codes:
            self.press(code)
        try:
            yield
        finally:
            for code in reversed(codes):
                self.release(code)

    def chord(self, *names):
        with self.holding(*names):
            pass

    def hold_button(self):
        self._send(4, 1)

    def release_button(self):
        self._send(5, 1)


class OverlayRig:
    """What a test works with; lives in Qt's thread."""

    def __init__(self, desktop, qtbot, window, chords=None):
        self.desktop = desktop
        self.qtbot = qtbot
        self.window = window
        self.user = Hands(desktop)
        self.windows = X11Windows()
        self.grabber = ScreenGrabber()
        self.confirmer = OverlayConfirmer(Theme("light"), SETTINGS, chords)
        self.director = self.confirmer.director
        self.stop = StopToken()
        self.answers = []
        self._threads = []
        self.clean = self.grabber.grab()

    @property
    def session(self):
        return self.director.session

    @property
    def card(self):
        return self.session.card

    def observation(self):
        size = self.clean.rect
        windows = (WindowInfo(self.window.id, "events", "events", 1, PLACE, is_active=True),)
        return Observation(self.clean, (Monitor(1, size, 1.0),), windows, ScreenPoint(5, 5))

    def ask(self, proposal=None, level=RiskLevel.R2):
        """Ask on another thread, as the agent does, and wait until the card is on the screen."""
        element = ScreenElement("Save", "button", TARGET, "tree")
        proposal = proposal or Proposal(Click(Aim(POINT)), element)
        risk, seen = Risk(level, ("it has an effect",)), self.observation()
        self._threads.append(
            in_thread(
                lambda: self.answers.append(self.confirmer.confirm(proposal, risk, seen, self.stop))
            )
        )
        self.until(lambda: self.session is not None and self.card.isVisible())
        self.until(lambda: self.shows(AMBER, self.card_rect()))

    def arm(self):
        self.until(self.card.accept_button.isEnabled)

    def answer(self):
        self.until(lambda: bool(self.answers))
        return self.answers[0]

    def until(self, condition):
        self.qtbot.waitUntil(condition, timeout=60_000)

    def place_of(self, widget):
        """Return the middle of one of our widgets in device pixels."""
        middle = widget.mapToGlobal(QPoint(widget.width() // 2, widget.height() // 2))
        return middle.x(), middle.y()

    def click(self, x, y):
        self.user.move(x, y)
        self.user.click()

    def card_rect(self):
        margin, frame = self.card.margin, self.card.geometry()
        return Rect(frame.x(), frame.y(), frame.width(), frame.height()).grown(-margin)

    def pixels(self, rect):
        return self.grabber.grab(rect).pixels[:, :, :3]

    def pixel(self, x, y):
        """Return R, G, B of one pixel of the screen."""
        blue, green, red = self.pixels(Rect(x, y, 1, 1))[0, 0]
        return int(red), int(green), int(blue)

    def shows(self, colour, rect=None):
        """Tell whether a colour (R, G, B) is on the screen."""
        found = self.grabber.grab(rect).pixels[:, :, [2, 1, 0]]
        return bool((found == np.array(colour)).all(axis=2).any())

    def has_focus(self):
        focus = self.windows.focus()
        return focus is not None and focus.window_id == self.window.id

    def close(self):
        self.stop.stop()
        self.user.move(5, 5)
        self.director.take_away()
        for thread in self._threads:
            self.until(lambda one=thread: not one.is_alive())
        self.user.close()
        self.windows.close()
        self.grabber.close()

    def _clean(self, rect):
        return self.clean.crop(rect).pixels[:, :, :3]


def in_thread(call):
    """Run a call on another thread; a stopped run ends it quietly."""

    def run():
        try:
            call()
        except Stopped:
            return

    thread = threading.Thread(target=run)
    thread.start()
    return thread


@contextmanager
def overlay_rig(desktop, qtbot, chords=None):
    """Open a target window and make the overlay."""
    with event_window(desktop, PLACE) as window:
        rig = OverlayRig(desktop, qtbot, window, chords)
        wait_for(rig.has_focus)
        wait_for(lambda: rig.pixel(500, 500) == (0x33, 0x66, 0x99))
        wait_for_manager(desktop)  # which paints the title bar of what has the focus
        rig.clean = settle(rig.grabber.grab, rig.stop, pace=CALM).frame
        try:
            yield rig
        finally:
            rig.close()


@contextmanager
def compositor(desktop):
    """Run picom for a while."""
    process = desktop.spawn(["picom", "--backend", "xrender", "--config", "/dev/null"])
    server = X11WindowServer()
    wait_for(server.has_compositor)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)
        wait_for(lambda: not server.has_compositor())
