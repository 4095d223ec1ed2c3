"""What comes up in ordinary use costs another look: no question more, no permission, no run."""

from dataclasses import dataclass, field, replace

import pytest

from automation.core.actions import Hotkey, Wait
from automation.core.events import Working
from automation.core.proposal import Confirmation, Execution, Outcome
from automation.safety.risk import YOUNG_WINDOW_S
from automation.safety.rules import RuledConfirmer, Rules
from tests.fakes.fake_confirmer import FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import EDITOR, Hands, ResumedAtOnce, Rig, SmallScreen, click, observation

MENU = replace(EDITOR, window_id=9, app="deskhand", is_active=False, is_popup=True, is_menu=True)
OPENED = Execution(
    2, 1.0, completed=False, cause="own_menu", note="a menu of this assistant is open"
)


class Menus:
    """The windows as somebody opens a menu of ours and closes it; `looks` is for how long."""

    def __init__(self, looks):
        self.looks, self.asked = looks, 0

    def __call__(self):
        self.asked += 1
        return (MENU, EDITOR) if self.asked <= self.looks else (EDITOR,)


@pytest.mark.parametrize(
    ("reason", "is_new_ground"), [("retitled", False), ("own_menu", False), ("changed", True)]
)
def test_it_is_proposed_again_as_it_was_and_not_as_new_ground(reason, is_new_ground):
    policy = ScriptedPolicy(proposing(click()), name="holotron")
    rig = Rig(policy, hands=Hands(refuse=[reason]))
    assert rig.run(approve="auto", text="click Bold in mousepad").outcome is Outcome.DONE
    assert len(rig.hands.sent) == 1
    first, second = (asked[1].is_new_ground for asked in rig.confirmer.asked)
    assert (first, second) == (False, is_new_ground)


class Restless(SmallScreen):
    """Has another window in front at each look; a glance shows the one of the last look."""

    def __init__(self):
        super().__init__()
        self.now = replace(EDITOR, window_id=100)

    def observe(self, stop, *, is_brief=False):
        self.now = replace(self.now, window_id=self.now.window_id + 1)
        return super().observe(stop, is_brief=is_brief)

    def observe_now(self):
        return observation(windows=(self.now,))


@dataclass
class OnTop(Hands):
    """Meets whatever window is in front."""

    screen: Restless = field(default_factory=Restless)

    def prepare(self, action):
        return replace(super().prepare(action), window_id=self.screen.now.window_id)


def test_a_macro_whose_window_is_new_at_each_look_asks_after_two_waits():
    hands = OnTop()
    policy = ScriptedPolicy(proposing(Wait(0.1), click()), name="macro")
    rig = Rig(policy, screen=hands.screen, hands=hands)
    assert rig.run(approve="assist").outcome is Outcome.DONE
    _wait, asked = rig.confirmer.asked
    assert asked[1].is_new_ground
    assert rig.clock.waited.count(YOUNG_WINDOW_S) == 2
    assert len(rig.hands.sent) == 1


def test_a_menu_of_ours_is_waited_for():
    menus = Menus(20)
    rig = Rig(ScriptedPolicy(proposing(click())), hands=Hands(refuse_prepare=["own_menu"]))
    rig.windows = menus
    assert rig.run(approve="auto").outcome is Outcome.DONE
    assert menus.asked > 20
    assert rig.clock.now_s() < 1010


def test_a_menu_of_ours_that_stays_open_ends_the_run_in_the_end():
    rig = Rig(ScriptedPolicy(proposing(click())), hands=Hands(refuse_prepare=["own_menu"] * 9))
    rig.windows = Menus(10**9)
    assert rig.run(approve="auto").outcome is Outcome.BLOCKED
    assert rig.hands.sent == []


def test_a_stop_ends_the_wait_for_a_menu():
    rig = Rig(ScriptedPolicy(proposing(click())), hands=Hands(refuse_prepare=["own_menu"]))

    def windows():
        rig.stop.stop("user")
        return (MENU,)

    rig.windows = windows
    assert rig.run(approve="auto").outcome is Outcome.STOPPED


def test_a_menu_that_opens_in_the_middle_pauses_the_run():
    policy = ScriptedPolicy(proposing(click(), Hotkey(("enter",))))
    rig = Rig(policy, hands=Hands(results=[OPENED]), gate=ResumedAtOnce())
    assert rig.run(approve="auto").steps == 2
    assert any("a menu of this assistant" in told.note for told in rig.told(Working))


def test_without_anybody_to_let_it_go_on_it_ends_and_says_why():
    rig = Rig(ScriptedPolicy(proposing(click())), hands=Hands(results=[OPENED]))
    ended = rig.run(approve="auto")
    assert ended.outcome is Outcome.STOPPED
    assert "a menu of this assistant was opened" in ended.message


class Dialogs(SmallScreen):
    """A new window is in front for a moment after each step, as a dialog that opens once a row."""

    def __init__(self):
        super().__init__()
        self.now = replace(EDITOR, window_id=100)

    def observe_now(self):
        return observation(windows=(self.now,))


@dataclass
class Opens(Hands):
    """Each press opens a dialog of the same program."""

    screen: Dialogs = field(default_factory=Dialogs)

    def prepare(self, action):
        return replace(super().prepare(action), window_id=self.screen.now.window_id)

    def execute(self, nonce, confirmation, stop, progress):
        execution = super().execute(nonce, confirmation, stop, progress)
        self.screen.now = replace(self.screen.now, window_id=self.screen.now.window_id + 1)
        return execution


def test_the_rest_of_a_macro_is_not_asked_again_where_each_row_opens_a_dialog():
    hands = Opens()
    human = FakeConfirmer([Confirmation("accepted", "user", allow_rest_in_app=True)])
    rows = [click(50 + n) for n in range(4)]
    policy = ScriptedPolicy(proposing(*rows), name="macro")
    confirmer = RuledConfirmer("ask", Rules(), human)
    rig = Rig(policy, screen=hands.screen, hands=hands, confirmer=confirmer)
    assert rig.run(approve="ask").outcome is Outcome.DONE
    assert len(human.asked) == 1
    assert len(rig.hands.sent) == 4
