"""A menu that a run opened and did not come to use is told of at its end, and nothing is sent for it."""

from dataclasses import replace

import pytest

from automation.agent.dialogs import HELD
from automation.core.errors import CaptureError
from automation.core.geometry import Rect
from automation.core.observation import WindowInfo
from automation.core.proposal import Confirmation, Finish, Outcome
from tests.fakes.fake_confirmer import ACCEPT, FakeConfirmer
from tests.fakes.scripted_policy import ScriptedPolicy, proposing
from tests.unit.agent.rig import EDITOR, Rig, SmallScreen, click, observation

MENU = WindowInfo(9, "", "mousepad", 42, Rect(120, 20, 90, 200), is_popup=True, is_menu=True)
SUBMENU = replace(MENU, window_id=10, rect=Rect(210, 60, 80, 90))
SAID = "A menu that came up during this run is still open: press Esc to close it."
NOT_FOUND = Finish(Outcome.NOT_FOUND, "“Line Numbers” is not in this window.")
TOLD = f"{NOT_FOUND.message} 1 step was done."
PLAIN, OPEN = observation(), observation(1, (MENU, EDITOR))


def rig(*looks, now=(MENU, EDITOR), then=NOT_FOUND, steps=1, **parts):
    """Return a run whose first press opens a menu; `now` are the windows after its last one."""
    looks = looks or (PLAIN, OPEN)
    policy = ScriptedPolicy([*proposing(*[click(50 + n) for n in range(steps)]), then])

    def windows():
        sent = len(r.hands.sent)
        return looks[sent].windows if sent < steps else now

    r = Rig(policy, screen=SmallScreen(*looks), windows=windows, **parts)
    return r


def test_an_end_on_the_way_says_that_the_menu_is_open():
    r = rig()
    assert r.run().message == f"{TOLD} {SAID}"
    assert len(r.hands.sent) == 1
    assert (r.log.outcome, r.log.message) == (Outcome.NOT_FOUND, f"{TOLD} {SAID}")


def test_after_a_rejection_and_after_a_stop_nothing_more_is_sent_and_it_is_said():
    rejecting = FakeConfirmer([ACCEPT, Confirmation("rejected", "user")])
    rejected = rig(steps=2, confirmer=rejecting)
    stopped = rig(
        steps=2, confirmer=FakeConfirmer([ACCEPT, lambda *_: stopped.stop.stop() or ACCEPT])
    )
    for r, outcome in ((rejected, Outcome.REJECTED), (stopped, Outcome.STOPPED)):
        ended = r.run()
        assert (ended.outcome, ended.message.endswith(SAID)) == (outcome, True)
        assert len(r.hands.sent) == 1


def test_a_stop_before_the_look_at_what_came_of_a_press_says_it_too():
    class Stopping(SmallScreen):
        def observe_now(self):
            if self.looks == 1:
                r.stop.stop()
                r.stop.check()
            return super().observe_now()

    r = rig()
    r.screen = Stopping(PLAIN)
    assert r.run().message.endswith(SAID)


def test_a_run_whose_goal_was_the_menu_says_it_too_and_our_window_stays_behind():
    ended = rig(then=Finish(Outcome.DONE, "Done.")).run()
    assert (ended.outcome, ended.message) == (Outcome.DONE, f"Done. {SAID}")
    assert ended.has_brought_up


@pytest.mark.parametrize("outcome", [Outcome.DONE, Outcome.FAILED])
def test_a_menu_that_is_no_window_is_told_of_by_the_mouse_that_its_program_holds(outcome):
    taken = iter([False, True, True])
    r = rig(PLAIN, PLAIN, now=(EDITOR,), then=Finish(outcome, "Ended."))
    r.is_mouse_taken = lambda: next(taken)
    ended = r.run()
    assert (ended.message, ended.has_brought_up) == (f"Ended. {HELD}", True)


def test_a_mouse_that_was_held_before_the_run_is_none_of_its_business():
    r = rig(PLAIN, PLAIN, now=(EDITOR,))
    r.is_mouse_taken = lambda: True
    assert r.run().message == TOLD


def test_a_display_that_fails_right_before_the_press_leaves_no_step_that_may_have_been_sent():
    def fails():
        raise CaptureError("the display is gone")

    r = rig(PLAIN, PLAIN)
    r.is_mouse_taken = fails
    r.run()
    assert (r.log.calls[:2], r.hands.sent) == (["intend", "withdraw"], [])


def test_every_menu_of_a_path_is_counted():
    deeper = observation(2, (SUBMENU, MENU, EDITOR))
    r = rig(PLAIN, OPEN, deeper, now=(SUBMENU, MENU, EDITOR), steps=2)
    assert r.run().message.endswith(
        "2 menus that came up during this run are still open: press Esc once for each."
    )


@pytest.mark.parametrize(
    ("looks", "now", "then"),
    [
        ((PLAIN, OPEN), (EDITOR,), NOT_FOUND),
        ((OPEN, OPEN), (MENU, EDITOR), NOT_FOUND),
        ((PLAIN, PLAIN), (replace(MENU, is_own=True), EDITOR), NOT_FOUND),
        ((PLAIN, PLAIN), (MENU, EDITOR), NOT_FOUND),
    ],
    ids=["closed", "open before", "ours", "opened by the user"],
)
def test_nothing_is_said_of_a_menu_that_is(looks, now, then):
    assert "Esc" not in rig(*looks, now=now, then=then).run().message


def test_a_window_system_that_fails_spoils_no_end():
    def fail():
        if not r.hands.sent:
            return PLAIN.windows
        raise OSError("the display went away")

    r = rig()
    r.windows = fail
    assert r.run().message == TOLD


OPENED = replace(EDITOR, window_id=30, title="Calculator", is_active=True)
BEHIND = replace(EDITOR, is_active=False)


@pytest.mark.parametrize(
    ("now", "is_shown"),
    [
        ((EDITOR,), False),
        ((OPENED, BEHIND), True),
        ((EDITOR, replace(OPENED, is_active=False)), True),
        ((EDITOR, replace(OPENED, is_active=False, is_minimised=True)), False),
        ((replace(OPENED, is_own=True), BEHIND), False),
        ((MENU, EDITOR), False),
    ],
    ids=["nothing", "opened", "opened behind", "minimised", "ours", "menu"],
)
def test_the_end_tells_whether_a_window_came_up(now, is_shown):
    r = rig(PLAIN, PLAIN, now=now, then=Finish(Outcome.DONE, "Done."))
    assert r.run().has_brought_up == is_shown


def test_the_end_tells_of_a_window_that_was_raised():
    both = observation(1, (EDITOR, replace(OPENED, is_active=False)))
    r = rig(both, both, now=(OPENED, BEHIND), then=Finish(Outcome.DONE, "Done."))
    assert r.run().has_brought_up
