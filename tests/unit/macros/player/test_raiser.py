"""When the raise of a step's window is proposed, look by look."""

from dataclasses import replace

import pytest

from automation.core import actions
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.proposal import Later
from automation.core.timing import StopToken
from automation.macros import macro as grammar
from automation.macros.macro import Target
from automation.macros.play.actions import Aimed
from automation.macros.play.conditions import Sight
from automation.macros.play.context import PlayServices, StepContext
from automation.macros.play.mismatch import Trouble
from automation.macros.play.targets import BEHIND_S, WindowRaiser
from tests.fakes.fake_clock import FakeClock
from tests.fakes.macro_world import AREA, FORM, World, WorldFinder, WorldReader

BEHIND = replace(FORM, is_active=False)
NOTES = WindowInfo(2, "Notes", "mousepad", 9, AREA, is_active=True)
OWN = WindowInfo(3, "deskhand", "deskhand", 5, Rect(90, 60, 60, 50), is_active=True, is_own=True)
DIALOG = WindowInfo(4, "Find", "app", 7, Rect(20, 20, 60, 40))
STEP = grammar.Click(id="a", target=Target(name="A", window="Form", app="app"))
GONE = Trouble("target", "it is not there", why="missing")
IN_FRONT = (FORM, replace(NOTES, is_active=False))


class Looks:
    """A raiser of one step, and looks to give it."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.world = World()
        services = PlayServices(WorldFinder(self.world), WorldReader(self.world), self.clock)
        self.raiser = WindowRaiser(services, set())

    def context(self, windows, *, is_settled=True) -> StepContext:
        self.world.windows = windows
        seen = self.world.observe_now()
        return StepContext(Sight(seen, WorldReader(self.world)), is_settled, StopToken())

    def first(self, *windows, **more):
        return self.raiser.first(STEP, self.context(windows, **more))

    def after(self, trouble, *windows, **more):
        return self.raiser.after(STEP, trouble, self.context(windows, **more))


@pytest.fixture
def looks():
    return Looks()


def test_a_window_that_was_in_front_in_between_is_given_its_time_anew(looks):
    assert isinstance(looks.first(NOTES, BEHIND), Later)
    looks.clock.advance(BEHIND_S)
    assert looks.first(*IN_FRONT) is None
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Later)
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)


def test_it_is_proposed_on_a_look_that_has_settled_only(looks):
    looks.first(NOTES, BEHIND)
    looks.clock.advance(BEHIND_S)
    asked = looks.first(NOTES, BEHIND, is_settled=False)
    assert isinstance(asked, Later)
    assert asked.settles


def test_a_proposal_that_came_to_nothing_is_made_again(looks):
    looks.first(NOTES, BEHIND)
    looks.clock.advance(BEHIND_S)
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)
    looks.raiser.give_up()
    looks.raiser.took()
    assert isinstance(looks.first(NOTES, BEHIND), Aimed)
    looks.raiser.took()
    assert looks.first(NOTES, BEHIND) is None


def test_past_one_of_ours_it_is_raised_only_where_the_target_is_surely_missing(looks):
    assert looks.after(GONE, OWN, BEHIND, is_settled=False) is None
    assert looks.after(replace(GONE, why="several"), OWN, BEHIND) is None
    assert looks.after(GONE, OWN, replace(BEHIND, title="Other")) is None
    assert looks.after(GONE, OWN, DIALOG, BEHIND) is None, "its dialog stays over it"
    assert looks.after(GONE, NOTES, BEHIND) is None, "nothing of ours is over it"
    raised = looks.after(GONE, OWN, BEHIND)
    assert raised.proposal.intent == actions.Window("activate", FORM.window_id, "Form")
