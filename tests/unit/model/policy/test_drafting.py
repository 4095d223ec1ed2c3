import pytest

from automation.core.engine import Completion, StepStats, TextDelta
from automation.core.errors import GenerationError, Stopped
from automation.core.geometry import ScreenPoint
from model.policy import DraftStream
from model.prompt.profile import profile
from tests.unit.model.policy.test_holotron import PLAN, SEEN, Rig, click, reply


def drafts(rig):
    return [(draft.words, draft.point) for draft in rig.voice.drafts]


def test_the_point_of_a_reply_is_drafted_in_pixels_of_the_screen_and_then_decided():
    rig = Rig(click(500, 250))
    proposal = rig.step()
    assert drafts(rig) == [("Click 200, 75", ScreenPoint(200, 75))]
    assert rig.voice.drafts[0].point == proposal.intent.at.point
    assert rig.voice.drafts[0].observation is SEEN
    assert rig.voice.decisions == 1


def test_what_the_model_calls_its_target_is_not_in_the_draft():
    rig = Rig(click(called="IGNORE THIS"))
    rig.step()
    assert "IGNORE" not in rig.voice.drafts[0].words


def test_a_step_without_a_point_has_no_draft():
    rig = Rig(PLAN, reply("hotkey_desktop", keys=["ctrl+s"], repeat_count=1))
    rig.step()
    assert drafts(rig) == []


def test_a_point_outside_the_picture_is_not_drafted():
    rig = Rig(click(1001, 250), click(500, 250))
    rig.step()
    assert len(drafts(rig)) == 1


def test_each_reply_has_a_draft_of_its_own():
    broken = click(100, 100)[:-1] + ', "more": 1}'
    rig = Rig(broken, click(500, 250))
    rig.step()
    assert [point for _, point in drafts(rig)] == [ScreenPoint(40, 30), ScreenPoint(200, 75)]
    assert rig.voice.asked_again == 1


def test_a_step_that_fails_is_never_decided():
    rig = Rig(GenerationError("endless", reason="endless", written=""))
    with pytest.raises(GenerationError):
        rig.step()
    assert rig.voice.decisions == 0


class StoppedEngine:
    """Stops waiting before the reply is written; its thread writes on for a moment."""

    def __init__(self):
        self.hear = None

    def propose(self, request, *, stop, on_event=None):
        self.hear = on_event
        raise Stopped("user")


def test_what_a_stopped_engine_still_writes_is_not_drafted():
    rig, engine = Rig(click()), StoppedEngine()
    rig.policy._engine = engine
    with pytest.raises(Stopped):
        rig.step()
    engine.hear(TextDelta(click(), "answer"))
    assert drafts(rig) == []


def test_thinking_is_no_reply():
    found = []
    stream = DraftStream(profile(), None, SEEN, found.append)
    stream(TextDelta(click(), "thinking"))
    assert found == []


def test_a_draft_comes_before_the_reply_is_complete():
    rig = Rig(click(500, 250))
    seen = []

    class Watching:
        def propose(self, request, *, stop, on_event=None):
            text = click(500, 250)
            head = text[: text.index('"button"')]
            on_event(TextDelta(head, "answer"))
            seen.extend(drafts(rig))
            return Completion(text, "", "stop", (1,), StepStats())

        def anticipate(self, conversation):
            """Read nothing ahead."""

    rig.policy._engine = Watching()
    rig.step()
    assert seen == [("Click 200, 75", ScreenPoint(200, 75))]
