from contextlib import contextmanager

import pytest

from app.desk import ModelEvents
from automation.core.errors import CaptureError
from automation.core.events import Draft, Drafted, Started, Task, Working
from automation.core.geometry import ScreenPoint
from automation.core.timing import StopToken
from tests.fakes import overlay_scenes as scenes

DRAFT = Draft("Click 1, 2", ScreenPoint(1, 2), scenes.observation())


class Rig:
    """A voice whose events and looks at the screen stand in one list, in order."""

    def __init__(self, problem=None):
        self.told = []
        self.problem = problem
        self.voice = ModelEvents(self.told.append, self.bare)
        self.voice(Started("r", Task("x"), ()))
        self.told.clear()

    @contextmanager
    def bare(self, stop):
        self.told.append("hidden")
        if self.problem:
            raise self.problem
        yield
        self.told.append("shown")


def test_a_draft_is_told_with_the_run_it_belongs_to():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    assert rig.told == [Drafted("r", DRAFT)]


def test_a_draft_is_taken_back_while_the_screen_is_bare():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    rig.voice.decided(StopToken())
    rig.voice.decided(StopToken())
    assert rig.told[1:] == ["hidden", Drafted("r", None), "shown"]


def test_without_a_draft_nothing_is_hidden():
    rig = Rig()
    rig.voice.decided(StopToken())
    assert rig.told == []


def test_a_step_is_not_decided_while_the_mark_may_be_on_the_screen():
    rig = Rig(problem=CaptureError("the overlay may be visible"))
    rig.voice.drafted(DRAFT)
    with pytest.raises(CaptureError):
        rig.voice.decided(StopToken())


def test_asking_again_takes_the_draft_back():
    rig = Rig()
    rig.voice.drafted(DRAFT)
    rig.voice.again("no room")
    assert rig.told[1:] == [Drafted("r", None), Working("r", "observing", "no room")]
    rig.voice.decided(StopToken())
    assert len(rig.told) == 3
