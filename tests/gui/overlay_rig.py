"""Cards of the overlay with a confirmer that asks on a thread of its own, and a clock that tests move."""

import threading

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.widgets.theme import Theme
from app.settings import Approval, Settings
from automation.core.errors import Stopped
from automation.core.timing import StopToken
from tests.fakes import overlay_scenes as scenes

QUICK = Settings(approval=Approval(arming_s=0.3, expiry_s=300.0), mark="amber-kite:paper kite")


class FakeChords:
    def __init__(self, sentence=""):
        self.held = {}
        self.seen = []
        self.sentence = sentence

    def grab_chords(self, chords):
        self.held |= chords
        self.seen.append(dict(chords))
        return self.sentence

    def ungrab_chords(self, *names):
        for name in names:
            self.held.pop(name, None)


class Asked:
    """A call of the confirmer on a thread of its own, as the agent makes it."""

    def __init__(self, call):
        self.result = None
        self.error = None
        self._call = call
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        try:
            self.result = self._call()
        except Stopped as stopped:
            self.error = stopped

    @property
    def is_done(self):
        return not self._thread.is_alive()


class Rig:
    def __init__(self, qtbot, settings, chords):
        self.qtbot = qtbot
        self.chords = chords
        self.stop = StopToken()
        self.confirmer = OverlayConfirmer(Theme("light"), settings, chords)
        self.director = self.confirmer.director
        # Time stands still unless a test moves it: nothing arms or expires while a machine is slow.
        self.passed_s = 0.0
        self.director.now = lambda: self.passed_s

    def ask(self, proposal=None, level=2):
        proposal = proposal or scenes.click()
        risk, seen = scenes.risk(level, "it has an effect"), scenes.observation()
        asked = Asked(lambda: self.confirmer.confirm(proposal, risk, seen, self.stop))
        self.qtbot.waitUntil(lambda: self.session is not None and self.card.isVisible())
        return asked

    def choose(self, count=4):
        question, seen = scenes.question(count), scenes.observation()
        asked = Asked(lambda: self.confirmer.choose(question, seen, self.stop))
        self.qtbot.waitUntil(lambda: self.session is not None and self.card.isVisible())
        return asked

    @property
    def session(self):
        return self.director.session

    @property
    def card(self):
        return self.session.card

    def arm(self):
        """Let time pass until the card is awake; it may first have to give the keyboard back."""

        def is_awake():
            self.passed_s += 1 / 16  # adds up without a rest
            return self.card.accept_button.isEnabled()

        self.qtbot.waitUntil(is_awake)

    def press(self, button):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def answer(self, asked):
        self.qtbot.waitUntil(lambda: asked.is_done)
        return asked.result

    def key(self, widget, key, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(widget, key, modifiers)
