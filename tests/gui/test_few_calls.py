"""Stop and Accept, pressed in the window, are few calls away from the executor's client."""

import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

import app.executor_host as hosts
from app.desk import Desk
from app.gui.application import Application
from app.gui.chat.step_list import StepActions
from app.gui.overlay.requests import Ticket
from app.gui.widgets.theme import Theme
from app.settings import Approval, Folders, Settings
from automation.core.errors import Stopped
from automation.core.events import Ended, Proposed, Started
from automation.core.proposal import Outcome
from automation.records.store import Store
from tests.fakes import overlay_scenes as scenes

MOST = 5
WAIT_MS = 60_000
PRODUCT = Path(hosts.__file__).parent


def calls():
    """Return the product's calls that are under way in this thread, the first one first."""
    frame, found = sys._getframe(1), []
    while frame is not None:
        if PRODUCT in Path(frame.f_code.co_filename).parents:
            found.append(frame.f_code.co_qualname)
        frame = frame.f_back
    return found[::-1]


class FakeClient:
    """The executor's client; it notes by which calls it was reached."""

    def __init__(self, options, *, on_event, on_gone):
        self.is_running = False
        self.stopped_by, self.sent = [], []

    def start(self):
        self.is_running = True
        return type("Ready", (), {"is_armed": True})

    def grab(self, chords):
        return ()

    def ungrab(self, *names):
        pass

    def stop(self):
        self.stopped_by.append(calls())

    def execute(self, confirmation):
        self.sent.append(confirmation.verdict)

    def close(self):
        self.is_running = False


class PaperDesk(Desk):
    """Asks about one step and hands it to the client, or waits to be stopped."""

    asks = True

    def run(self, task, human, listener, stop, **options):
        listener(Started("r", task, scenes.observation().monitors))
        try:
            if not self.asks:
                while True:
                    stop.wait(0.01)
            proposal, risk = scenes.click(), scenes.risk(2, "it has an effect")
            listener(Proposed("r", 1, proposal, risk))
            decided = human.confirm(proposal, risk, scenes.observation(), stop)
            self.executor.client.execute(decided)
            ended = Ended("r", Outcome.DONE, "Done.", 1)
        except Stopped:
            ended = Ended("r", Outcome.STOPPED, "Stopped.", 0)
        listener(ended)
        return ended


@pytest.fixture
def opened(qapp, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(hosts, "ExecutorClient", FakeClient)
    settings = Settings(
        approval=Approval(arming_s=0.1, expiry_s=300.0), mark="amber-kite:paper kite"
    )
    folders = Folders(tmp_path / "config", tmp_path / "data", tmp_path / "run")
    folders.create()
    desk = PaperDesk(folders, settings, Store(folders.data))
    application = Application(qapp, Theme("light"), folders, settings, "")
    application.window.show()
    application._on_desk_ready(desk)
    yield application, desk
    application._close()
    application.window.close()
    application.deleteLater()


def test_stop_is_few_calls_away_from_the_client(opened, qtbot):
    application, desk = opened
    desk.asks = False
    status = application.window.chat.status
    application.start("wait", "ask")
    qtbot.waitUntil(lambda: status.state == "observing", timeout=WAIT_MS)
    status._stop.click()
    [reached] = desk.executor.client.stopped_by
    assert reached[0] == "Application.stop"
    assert len(reached) <= MOST - 1, [*reached, "the client's own"]


def test_accept_is_few_calls_away_from_the_thread_that_sends(opened, qtbot, monkeypatch):
    application, desk = opened
    handed, answer = [], Ticket.answer

    def noted(ticket, value):
        handed.append((threading.current_thread(), calls()))
        answer(ticket, value)

    application.start("click Save", "ask")
    steps = application.window.chat.steps
    found = lambda: steps.findChildren(StepActions)  # noqa: E731
    qtbot.waitUntil(lambda: bool(found()) and found()[-1].accept.isEnabled(), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: application._overlay.director.session is not None, timeout=WAIT_MS)
    session = application._overlay.director.session
    qtbot.waitUntil(lambda: session.machine.is_armed(session._now()), timeout=WAIT_MS)
    monkeypatch.setattr(Ticket, "answer", noted)
    found()[-1].accept.click()
    qtbot.waitUntil(lambda: desk.executor.client.sent == ["accepted"], timeout=WAIT_MS)
    QTest.qWait(0)
    [(thread, reached)] = handed
    assert thread is threading.main_thread()
    assert len(reached) <= MOST - 1, [*reached, "the answer"]
