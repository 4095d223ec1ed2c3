"""Pill and tray tell of a run from the press on: nothing may begin that nobody sees and can stop."""

import threading
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest

from app.gui.macros.control import MacroControl
from app.gui.overlay.confirmer import OverlayConfirmer
from app.gui.runs import AgentThread, Job, RunStarter
from app.gui.tray import Tray
from app.gui.widgets.theme import Theme
from app.gui.wiring import RunIndicators
from app.macros.play_request import PlayRequest
from app.settings import Settings
from automation.core.errors import Stopped
from automation.core.events import Asked, Confirmed, Ended, Proposed, Started, Task, Working
from automation.core.proposal import Confirmation, Outcome
from automation.macros.codec import read
from automation.macros.trust import digest
from tests.fakes import overlay_scenes as scenes

WAIT_MS = 60_000
MACRO = read(b"""\
deskhand: 1
name: Keys
params: {amount: {type: number, most: 10}}
steps:
  - {id: all, do: keys, keys: [ctrl, a]}
""")
PLAY = PlayRequest("keys", {"amount": "3"}, approve="auto")


class Keeper:
    current = Settings(mark="amber-kite:paper kite")


class SlowDesk:
    """A desk that is not ready before the test says so; it heeds a stop as the loop does."""

    def __init__(self):
        self.may_begin = threading.Event()
        self.executor = SimpleNamespace(stop=self._stop)
        self.stops = 0

    def run(self, task, human, listener, stop, **options):
        try:
            while not self.may_begin.is_set():
                stop.wait(0.01)
            listener(Started("r", task, scenes.observation().monitors))
            while True:
                stop.wait(0.01)
        except Stopped:
            listener(Ended("r", Outcome.STOPPED, "Stopped.", 0))

    def _stop(self):
        self.stops += 1


class Rig(QObject):
    def __init__(self, folder):
        super().__init__()
        self.desk = SlowDesk()
        (folder / "run").mkdir(mode=0o700)
        self.runs = RunStarter(folder / "run", lambda: None, self)
        self.control = MacroControl(folder, self.runs, Keeper(), self)
        self.tray = Tray(Theme("light"))
        self.overlay = OverlayConfirmer(Theme("light"), Keeper.current)
        self.overlay.stop_pressed.connect(self.stop)
        self.is_in_sight = False
        self.signs = RunIndicators(
            self.runs, self.control, self.tray, lambda: self.is_in_sight, self
        )
        self.signs.use(self.overlay)
        self.told = []
        self.agent = AgentThread(self.desk, self.overlay, self.told.append)
        self.runs.use(self.agent)
        self.control.library.save(MACRO)
        self.control.book.trust(digest(MACRO, {}.__getitem__), MACRO.name, "you")

    def stop(self):
        self.control.forget()
        self.runs.stop()

    def deliver(self):
        """Bring what the agent thread told to the UI thread, as the bridge does."""
        while self.told:
            happening = self.told.pop(0)
            self.signs.take(happening)
            if isinstance(happening, Ended):
                self.runs.over()

    @property
    def pill(self):
        pill = self.overlay.director.pill
        return None if pill is None or not pill.isVisible() else pill.status.state


@pytest.fixture
def rig(qapp, tmp_path):
    made = Rig(tmp_path)
    yield made
    made.stop()
    made.agent.wait()
    made.control.close()
    made.runs.over()
    made.overlay.director.take_away()


@pytest.fixture
def slow_reading(monkeypatch):
    """Let no macro be read before the test says so."""
    may_read = threading.Event()
    performance = MacroControl._macro_run

    def wait(self, request, settings):
        assert may_read.wait(WAIT_MS / 1000)
        return performance(self, request, settings)

    monkeypatch.setattr(MacroControl, "_macro_run", wait)
    yield may_read
    may_read.set()


def over(rig):
    rig.deliver()
    return rig.pill is None and not rig.runs.is_running


def test_a_run_is_seen_as_soon_as_it_is_accepted(rig, qtbot):
    assert rig.runs.start(Job(Task("click Save")))
    assert rig.pill == "Getting ready"
    assert rig.tray._stop.isEnabled()
    rig.desk.may_begin.set()
    qtbot.waitUntil(lambda: rig.deliver() or rig.pill == "Looking", timeout=WAIT_MS)


def test_stop_on_the_pill_ends_a_run_whose_hands_are_not_ready(rig, qtbot):
    rig.runs.start(Job(Task("click Save")))
    QTest.mouseClick(rig.overlay.director.pill.stop_button, Qt.MouseButton.LeftButton)
    assert rig.pill == "Stopping"
    qtbot.waitUntil(lambda: over(rig), timeout=WAIT_MS)
    assert not rig.desk.may_begin.is_set()
    assert not rig.tray._stop.isEnabled()


def test_a_run_that_is_refused_is_not_announced(rig):
    rig.runs.others = lambda: "A recording is under way."
    assert not rig.runs.start(Job(Task("click Save")))
    assert rig.pill is None


def test_a_macro_is_seen_while_it_is_still_read(rig, qtbot, slow_reading):
    rig.control.play(PLAY)
    qtbot.waitUntil(lambda: rig.pill == "Getting ready", timeout=WAIT_MS)
    assert rig.tray._stop.isEnabled()
    slow_reading.set()
    qtbot.waitUntil(lambda: rig.agent.is_running, timeout=WAIT_MS)
    assert rig.pill == "Getting ready"


@pytest.mark.parametrize("stops_elsewhere", [False, True], ids=["pill", "socket"])
def test_stop_while_a_macro_is_read_plays_nothing(rig, qtbot, slow_reading, stops_elsewhere):
    rig.control.play(PLAY)
    qtbot.waitUntil(lambda: rig.pill == "Getting ready", timeout=WAIT_MS)
    if stops_elsewhere:
        thread = threading.Thread(target=rig.stop)
        thread.start()
        thread.join()
    else:
        QTest.mouseClick(rig.overlay.director.pill.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rig.pill is None, timeout=WAIT_MS)
    assert not rig.tray._stop.isEnabled()
    slow_reading.set()
    rig.control._reader.join()
    qtbot.wait(1)  # what the reader has told is delivered
    assert not rig.runs.is_running
    assert rig.pill is None


def lack(rig):
    rig.runs.set_unavailable("There is no display.")


def stop_elsewhere(rig):
    thread = threading.Thread(target=rig.stop)
    thread.start()
    thread.join()


def refuse(rig):
    rig.runs.others = lambda: "A recording is under way."
    rig.runs.use(rig.agent)


@pytest.mark.parametrize("drop", [lack, stop_elsewhere, refuse, Rig.stop])
def test_nothing_is_left_of_a_macro_whose_hands_do_not_come(rig, qtbot, slow_reading, drop):
    rig.runs.agent = None
    rig.control.play(PLAY)
    qtbot.waitUntil(lambda: rig.pill == "Getting ready", timeout=WAIT_MS)
    slow_reading.set()
    qtbot.waitUntil(lambda: rig.runs.is_running, timeout=WAIT_MS)
    assert rig.tray._stop.isEnabled()
    drop(rig)
    qtbot.waitUntil(lambda: rig.pill is None, timeout=WAIT_MS)
    assert not rig.tray._stop.isEnabled()
    assert not rig.control.is_busy()


@pytest.mark.parametrize("request_", [PlayRequest("keys"), PlayRequest("nothing")])
def test_nothing_is_left_of_a_macro_that_does_not_begin(rig, qtbot, slow_reading, request_):
    rig.control.play(request_)
    qtbot.waitUntil(lambda: rig.pill == "Getting ready", timeout=WAIT_MS)
    slow_reading.set()
    qtbot.waitUntil(lambda: rig.pill is None, timeout=WAIT_MS)
    assert not rig.tray._stop.isEnabled()


def test_a_run_that_is_stopped_is_shown_until_it_has_ended(rig, qtbot):
    rig.runs.start(Job(Task("click Save")))
    rig.desk.may_begin.set()
    qtbot.waitUntil(lambda: rig.deliver() or rig.pill == "Looking", timeout=WAIT_MS)
    rig.signs.take(Working("r", "executing"))
    rig.stop()
    assert rig.pill == "Working"
    qtbot.waitUntil(lambda: over(rig), timeout=WAIT_MS)


class Notified:
    """The desktop's notifications; each is told on a thread of its own."""

    def __init__(self, monkeypatch):
        self.said = []
        monkeypatch.setattr("app.notifications.notify", lambda *words: self.said.append(words))
        monkeypatch.setattr("app.gui.wiring.UNSEEN_MS", 20)


@pytest.fixture
def notified(monkeypatch):
    """Ask for it before `rig`, whose timers are made with what it sets."""
    return Notified(monkeypatch)


def card(n=1):
    return Proposed("r", n, scenes.click(), scenes.risk(2, "it has an effect"), None)


def expired(n=1):
    return Confirmed("r", n, Confirmation("expired", "user"))


QUESTION = Asked("r", "Which one?", scenes.question(2).candidates)


@pytest.mark.parametrize("asked", [card(), QUESTION], ids=["card", "question"])
def test_a_question_that_nobody_sees_is_told_of_once(qtbot, notified, rig, asked):
    rig.signs.take(asked)
    qtbot.waitUntil(lambda: len(notified.said) == 1)
    for _ in range(3):  # its card expires and comes up anew
        for happening in (expired(), Working("r", "observing"), Working("r", "confirming"), card()):
            rig.signs.take(happening)
    assert not rig.signs._unseen.isActive()
    rig.signs.take(Working("r", "executing"))
    rig.signs.take(card(2))
    qtbot.waitUntil(lambda: len(notified.said) == 2)


def test_a_question_that_was_answered_or_is_in_sight_is_not_told_of(qtbot, notified, rig):
    rig.signs.take(card())
    rig.signs.take(Confirmed("r", 1, Confirmation("accepted", "user")))
    assert not rig.signs._unseen.isActive()
    rig.is_in_sight = True
    rig.signs.take(QUESTION)
    qtbot.waitUntil(lambda: not rig.signs._unseen.isActive())
    assert notified.said == []
