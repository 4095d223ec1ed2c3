"""A model writes while its mark stands on a real screen: nothing can be accepted, nothing is kept."""

import contextlib
import json
import threading

import numpy as np
import pytest

from app.desk import Desk
from automation.core.events import Confirmed, Drafted, Ended, Proposed, Stepped, Task
from automation.core.generation import Completion, StepStats, TextDelta
from automation.core.geometry import Rect, ScreenPoint
from automation.core.pictures import PATCH_SIZE, picture_sha
from automation.core.proposal import Outcome
from automation.desktop.capture import ScreenGrabber
from automation.records.store import Store
from model.families.known import family
from model.policy import HolotronPolicy, Manner
from model.prompt.profile import profile
from model.remote import RemoteManner, RemotePolicy
from model.server.asking import Reply, ServerError, ServerFault
from tests.desktop.event_window import event_window
from tests.desktop.overlay_rig import AMBER, SETTINGS, compositor
from tests.desktop.run_rig import WHOLE, RunRig
from tests.desktop.window_rig import folders_in
from tests.fakes.model_specs import small_spec
from tests.kit.waiting import wait_for
from tests.slow import slow

pytestmark = [pytest.mark.desktop, pytest.mark.timeout(400)]

POINT = ScreenPoint(480, 540)
ACCENT = (0x00, 0x7D, 0x8A)
"""The colour of marks that are easy to undo, and of a draft's."""


def reply(point):
    x, y = round(point.x * 1000 / WHOLE.w), round(point.y * 1000 / WHOLE.h)
    call = {"tool_name": "click_desktop", "element": "it", "x": x, "y": y, "button": "left"}
    return json.dumps({"note": None, "thought": "there", "tool_call": call})


class SlowEngine:
    """Writes a reply up to the point, then waits until it may go on; stops as the real one does."""

    fails = False
    """The reply breaks off where it waited."""

    def __init__(self, text):
        self._text = text
        self._cut = text.index('"button"')
        self._go_on = threading.Event()

    def go_on(self):
        self._go_on.set()

    def propose(self, request, *, stop, on_event=None):
        self._write(stop, on_event)
        return Completion(self._text, "", "stop", (1,), StepStats())

    def anticipate(self, conversation):
        """Read nothing ahead."""

    def _write(self, stop, heard):
        for char in self._text[: self._cut]:
            heard(TextDelta(char, "answer"))
        while not self._go_on.is_set():
            stop.wait(0.01)
        if self.fails:
            raise ServerError(ServerFault.CUT_OFF, "the reply broke off")
        heard(TextDelta(self._text[self._cut :], "answer"))


class SlowServer(SlowEngine):
    """Writes as slowly, as a model on a server."""

    host = "127.0.0.1:8080"

    def reply(self, ask, stop, heard=None):
        self._write(stop, heard)
        return Reply(self._text)


class WritingDesk(Desk):
    """Has a model whose pace the test decides."""

    engine = None

    def _remote(self, reader, voice):
        manner = RemoteManner(family("holo3"), is_calibrated=True)
        return RemotePolicy(self.engine, manner, reader, read_key=lambda name: None, voice=voice)

    def _model(self, task, reader, voice, stop):
        manner = Manner(profile(), small_spec().image, is_calibrated=True)
        return HolotronPolicy(self.engine, manner, reader, read_key=lambda name: None, voice=voice)


class DraftRig(RunRig):
    """A run whose model writes as slowly as the test wants."""

    def __init__(self, desktop, qtbot, folders, window, policy):
        desk = WritingDesk(folders, SETTINGS, Store(folders.data))
        super().__init__(desktop, qtbot, SETTINGS, desk, window)
        self.user.move(5, 1000)
        self.grabber = ScreenGrabber()
        self.policy = policy
        slow_one = SlowServer if policy == "remote" else SlowEngine
        self.engine = desk.engine = slow_one(reply(POINT))

    @property
    def draft_card(self):
        return self.director.draft.card

    def begin(self, approve="ask"):
        """Start a run and wait until its draft is on the screen."""
        self.agent.start(Task("tidy up", policy=self.policy, approve=approve, max_steps=1))
        self.until(lambda: self.draft_card is not None and self.draft_card.isVisible())
        self.until(lambda: self.shows(AMBER, self.card_rect()) and self.has_ring())

    def card_rect(self):
        margin, frame = self.draft_card.margin, self.draft_card.geometry()
        return Rect(frame.x(), frame.y(), frame.width(), frame.height()).grown(-margin)

    def has_ring(self):
        return self.shows(ACCENT, Rect(POINT.x - 30, POINT.y - 30, 60, 60))

    def shows(self, colour, rect=None):
        return shows(self.grabber.grab(rect), colour)

    def close(self):
        super().close()
        self.grabber.close()


def shows(frame, colour):
    return bool((frame.pixels[:, :, [2, 1, 0]] == np.array(colour)).all(axis=2).any())


@pytest.fixture(params=["composed", *slow("plain")])
def screen(request, desktop):
    with compositor(desktop) if request.param == "composed" else contextlib.nullcontext():
        yield


@pytest.fixture(params=["holotron", "remote"])
def rig(request, screen, desktop, qtbot, tmp_path):
    folders = folders_in(tmp_path)
    with contextlib.ExitStack() as stack:
        window = stack.enter_context(event_window(desktop, WHOLE))
        made = DraftRig(desktop, qtbot, folders, window, request.param)
        stack.callback(made.close)
        yield made


def test_a_draft_cannot_be_accepted_and_becomes_a_card_that_can(rig):
    rig.begin()
    card = rig.card_rect()
    assert not rig.all(Proposed)

    rig.user.move(card.x + card.w // 2, card.y + card.h // 2)
    rig.user.click()
    assert rig.window.settled("button down") == 0, "a click on the card goes nowhere"
    with rig.user.holding("ctrl", "shift"):
        rig.user.tap("enter")
    rig.window.wait_for("key up", 3)  # no key is grabbed: the chord is the application's
    rig.user.move(POINT.x + 3, POINT.y + 3)
    rig.user.click()
    rig.window.wait_for("button up", 1)  # clicks go through the mark
    assert rig.session is None
    assert not rig.all(Confirmed)
    assert rig.draft_card.isVisible()
    rig.user.move(5, 1000)

    rig.engine.go_on()
    rig.until(lambda: rig.session is not None and rig.session.card.isVisible())
    assert rig.draft_card is None
    [proposed] = rig.all(Proposed)
    drafts = [told.draft for told in rig.all(Drafted)]
    assert [draft and draft.point for draft in drafts] == [proposed.proposal.intent.at.point, None]
    rig.agent.stop()
    rig.until(lambda: bool(rig.all(Ended)))


def test_the_executor_looks_at_the_target_when_the_mark_is_gone(rig, monkeypatch):
    """Right after the reply it takes the patch that the approval is bound to."""
    rig.begin(approve="auto")
    client, prepared = rig.desk.executor.client, []
    prepare = client.prepare

    def kept(action):
        prepared.append(prepare(action))
        return prepared[-1]

    monkeypatch.setattr(client, "prepare", kept)
    rig.engine.go_on()
    rig.until(lambda: bool(rig.all(Ended)))
    [stepped], [proposed], [looked] = rig.all(Stepped), rig.all(Proposed), prepared
    at = proposed.proposal.intent.at.point
    clean = proposed.frame.crop(PATCH_SIZE.around(at))
    assert not shows(clean, ACCENT)
    assert looked.patch_sha == picture_sha(clean)
    assert stepped.record.execution.events_sent > 0
    wait_for(lambda: (at.x, at.y) in rig.window.of("motion"))
    assert rig.draft_card is None


def test_a_stop_while_the_draft_is_up_takes_it_away(rig):
    rig.begin()
    rig.agent.stop()
    rig.until(lambda: bool(rig.all(Ended)))
    assert rig.all(Ended)[0].outcome is Outcome.STOPPED
    assert rig.draft_card is None
    assert rig.director.stage.markers() == ()
    wait_for(lambda: not rig.has_ring())
    assert rig.window.of("button down") == []


@pytest.mark.parametrize("rig", ["remote"], indirect=True)
def test_a_reply_that_breaks_off_takes_its_draft_away_and_sends_nothing(rig):
    rig.begin()
    rig.engine.fails = True
    rig.engine.go_on()
    rig.until(lambda: bool(rig.all(Ended)))
    assert rig.all(Ended)[0].outcome is Outcome.FAILED
    drafts = [told.draft for told in rig.all(Drafted)]
    assert [draft is None for draft in drafts] == [False, True, False], "it was asked twice"
    assert rig.draft_card is None
    assert rig.director.stage.markers() == ()
    wait_for(lambda: not rig.has_ring())
    assert not rig.all(Proposed)
    assert rig.window.of("button down") == []
