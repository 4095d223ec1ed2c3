"""A short look is enough after an action whose effect the tree tells, for a policy that waits itself."""

from dataclasses import replace

import pytest

from automation.core.geometry import Rect
from automation.core.proposal import Execution, Finish, Outcome, Proposal, Receipt
from tests.fakes.fake_reader import element
from tests.fakes.fake_verifier import FakeVerifier
from tests.fakes.screens import win
from tests.unit.agent.rig import EDITOR, Rig, SmallScreen, click, observation

SEEN = Receipt("effect_seen", "it is on")
LANDED = Receipt("landed", "it looked pressed")
UNSEEN = Receipt("denied", "it is still off", code="still")


class Once:
    """Proposes one click, and ends."""

    name = "macro"

    def __init__(self, *, awaits_effect):
        self._left = [Proposal(click(), awaits_effect=awaits_effect)]

    def propose(self, task, history, observation, stop):
        return self._left.pop() if self._left else Finish(Outcome.DONE, "Done.")


def looked(*told, awaits_effect=True, execution=None):
    """Return of each settled look whether it was brief, and how long the tree was asked in vain."""
    rig = Rig(Once(awaits_effect=awaits_effect), verifier=FakeVerifier(told=told))
    rig.hands.results = [execution] if execution else []
    rig.run()
    return rig.screen.brief, sum(rig.clock.waited)


def test_the_look_is_brief_once_the_tree_tells_the_effect():
    brief, waited_s = looked(UNSEEN, UNSEEN, SEEN)
    assert brief == [False, True]
    assert waited_s == pytest.approx(0.02)


def test_where_the_tree_tells_nothing_the_look_is_whole_and_nothing_is_waited_for():
    assert looked(None) == ([False, False], 0)


def test_where_the_tree_does_not_tell_the_effect_in_time_the_look_is_whole():
    brief, waited_s = looked(*[UNSEEN] * 50)
    assert brief == [False, False]
    assert waited_s == pytest.approx(0.1, abs=0.02)


def test_whoever_does_not_wait_for_effects_gets_a_whole_look():
    assert looked(SEEN, awaits_effect=False) == ([False, False], 0)


def test_after_an_action_that_was_cut_short_the_look_is_whole():
    cut = Execution(1, 1.0, completed=False, note="cut")
    assert looked(SEEN, execution=cut)[0][:2] == [False, False]


class OnDrawn(Once):
    """Proposes one click on what only the picture shows, or the tree."""

    def __init__(self, source):
        action = click()
        bold = replace(element("Bold", "button", Rect(40, 40, 20, 20)), source=source)
        self._left = [Proposal(action, element=bold)]


@pytest.mark.parametrize(
    ("source", "receipts", "kind", "waited_s"),
    [
        ("ocr", [LANDED, SEEN], "effect_seen", 0.25),
        ("ocr", [LANDED, LANDED], "landed", 0.25),
        ("ocr", [SEEN, LANDED], "effect_seen", 0),
        ("tree", [LANDED, SEEN], "landed", 0),
    ],
)
def test_what_only_the_picture_shows_may_draw_its_effect_late(source, receipts, kind, waited_s):
    rig = Rig(OnDrawn(source), verifier=FakeVerifier(receipts))
    rig.run()
    assert rig.log.records[0].receipt.kind == kind
    assert sum(rig.clock.waited) == pytest.approx(waited_s)


def test_a_menu_that_is_drawn_late_counts_as_opened_by_the_press():
    menu = win(12, "", "mousepad", is_popup=True, is_menu=True)
    shown = observation(windows=(menu, EDITOR))
    rig = Rig(OnDrawn("ocr"), verifier=FakeVerifier([LANDED, SEEN]))
    rig.screen = SmallScreen(observation(), observation(), shown)
    rig.windows = lambda: (menu, EDITOR)
    assert "menu that came up during this run" in rig.run().message
