"""What is approved is what was on the picture that the proposal was made on."""

from dataclasses import replace

import pytest

from automation.core.actions import Hotkey, Scroll, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Frame, ScreenElement, WindowInfo
from automation.core.pictures import PATCH_SIZE, picture_sha
from automation.core.proposal import Confirmation, Outcome, Proposal
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import EDITOR, Hands, Rig, SmallScreen, click, observation

HERE = ScreenPoint(50, 50)
DIALOG = WindowInfo(8, "Delete everything?", "mousepad", 42, Rect(20, 20, 200, 200))


def changed_at(rect, seen, colour=200):
    """Return the observation with a rectangle of another colour."""
    pixels = seen.frame.pixels.copy()
    pixels[rect.y : rect.bottom, rect.x : rect.right] = colour
    return replace(seen, frame=Frame(pixels, ScreenPoint(0, 0), 0.0))


class LookingHands(Hands):
    """Sees the desktop as it is when it prepares."""

    def __init__(self, *now):
        super().__init__()
        self.now = list(now)
        self.window = EDITOR

    def prepare(self, action):
        prepared = super().prepare(action)
        seen = self.now.pop(0) if len(self.now) > 1 else self.now[0]
        patch = seen.frame.crop(PATCH_SIZE.around(HERE))
        return replace(
            prepared,
            patch_sha=picture_sha(patch),
            window_id=self.window.window_id,
            window_title=self.window.title,
            app=self.window.app,
        )


def test_a_picture_that_changed_before_the_first_look_of_the_executor_is_proposed_again():
    before = observation()
    after = changed_at(Rect(30, 30, 40, 40), before)
    hands = LookingHands(after)
    r = Rig(
        ScriptedPolicy(proposing(click())), hands=hands, screen=SmallScreen(before, after, after)
    )
    ended = r.run(approve="auto")
    assert ended.outcome is Outcome.DONE
    assert len(r.policy.seen) == 3, "looked at once more before it was sent"
    assert [o.frame.pixels[50, 50, 0] for _, o in r.policy.seen[:2]] == [0, 200]
    assert len(r.hands.sent) == 1


@pytest.mark.parametrize("action", [click(), Hotkey(("enter",)), Write("abc")])
def test_a_window_that_came_up_while_the_policy_was_thinking_gets_nothing(action):
    hands = LookingHands(observation())
    hands.window = DIALOG
    r = Rig(ScriptedPolicy(proposing(action)), hands=hands)
    ended = r.run()
    assert ended.outcome is Outcome.BLOCKED
    assert r.hands.sent == []
    assert "one of mousepad" in ended.message
    assert "Delete everything?" not in ended.message, "it may be a window that is never looked at"


def test_what_moves_beside_the_element_does_not_hold_the_step_up():
    before = observation()
    after = changed_at(Rect(70, 70, 20, 20), before)
    button = ScreenElement("Bold", "button", Rect(40, 40, 20, 20), "tree")
    policy = ScriptedPolicy([Proposal(click(), element=button, sentence="Click Bold")])
    r = Rig(policy, hands=LookingHands(after), screen=SmallScreen(before, after))
    assert r.run().outcome is Outcome.DONE
    assert len(r.hands.sent) == 1


def test_a_title_bar_names_the_window_below_it():
    editor = replace(EDITOR, rect=Rect(0, 100, 300, 200))
    r = Rig(
        ScriptedPolicy(proposing(click())),
        hands=LookingHands(observation()),
        screen=SmallScreen(observation(windows=(editor,))),
    )
    assert r.run().outcome is Outcome.DONE


def test_keys_may_go_to_another_window_of_the_program_that_was_there_before():
    child = replace(EDITOR, window_id=9, is_active=False)
    hands = LookingHands(observation())
    hands.window = child
    screen = SmallScreen(observation(windows=(EDITOR, child)))
    r = Rig(ScriptedPolicy(proposing(Hotkey(("enter",)))), hands=hands, screen=screen)
    assert r.run().outcome is Outcome.DONE


@pytest.mark.parametrize(
    ("title", "is_sent"), [("Delete notes?", False), ("*notes (1)", True), ("notes", True)]
)
def test_keys_go_to_what_the_window_showed_when_they_were_chosen(title, is_sent):
    hands = LookingHands(observation())
    hands.window = replace(EDITOR, title=title)
    r = Rig(ScriptedPolicy(proposing(Hotkey(("enter",)))), hands=hands)
    r.run(approve="auto")
    assert bool(r.hands.sent) is is_sent


def test_a_title_that_nobody_may_look_at_is_not_compared():
    hands = LookingHands(observation())
    screen = SmallScreen(observation(windows=(replace(EDITOR, title=""),)))
    r = Rig(ScriptedPolicy(proposing(Hotkey(("enter",)))), hands=hands, screen=screen)
    r.run(approve="auto")
    assert r.hands.sent


def test_a_wheel_without_a_target_turns_in_the_window_under_the_pointer_that_was_judged():
    hands = LookingHands(observation())
    hands.window = DIALOG
    r = Rig(ScriptedPolicy(proposing(Scroll("down"))), hands=hands)
    assert r.run().outcome is Outcome.BLOCKED
    assert r.hands.sent == []


def test_a_correction_is_taken_on_the_picture_that_the_user_saw():
    before = observation()
    after = changed_at(Rect(80, 80, 60, 60), before)
    corrected = click(110, 110)
    confirmer = FakeConfirmer([Confirmation("edited", "user", action=corrected)])
    screen = SmallScreen(before, after)

    class Now(LookingHands):
        def prepare(self, action):
            prepared = super().prepare(action)
            seen = before if action.at.point == HERE else after
            patch = seen.frame.crop(PATCH_SIZE.around(action.at.point))
            return replace(prepared, patch_sha=picture_sha(patch))

    r = Rig(
        ScriptedPolicy(proposing(click())), hands=Now(before), screen=screen, confirmer=confirmer
    )
    r.run()
    assert corrected not in r.hands.sent
    assert len(confirmer.asked) > 1, "asked again on the new picture"
