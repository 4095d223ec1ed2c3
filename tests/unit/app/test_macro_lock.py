"""A lock during a play: it ends there, and the end says so."""

import threading

import pytest

from app.macros.screen_lock import Lock, LockLook
from automation.core.errors import CaptureError, Halt, NoDisplay, Stopped
from automation.core.events import Task
from automation.core.ports import History
from automation.core.proposal import Finish, Outcome
from automation.core.timing import StopToken

FREE, SHUT, SILENT = Lock(), Lock(is_locked=True), Lock(silent=("org.a",))
TAKEOVER, LOCKED = Halt("takeover"), Halt("locked", "the screen was locked")


def test_a_takeover_is_told_as_the_lock_it_was():
    assert LockLook(lambda: SHUT).true_cause(TAKEOVER) == LOCKED
    assert LockLook(lambda: SILENT).true_cause(TAKEOVER) == Halt(
        "locked", "it is not known whether the screen was locked: org.a does not answer"
    )


def test_a_takeover_stays_one_over_an_open_screen():
    look = LockLook(lambda: FREE)
    assert (look.true_cause(TAKEOVER), look.why) == (TAKEOVER, "")


def test_where_somebody_attends_silence_is_no_lock():
    def fails():
        raise NoDisplay

    for look in (lambda: SILENT, fails):
        attended = LockLook(look, is_attended=True)
        assert (attended.true_cause(TAKEOVER), attended.why) == (TAKEOVER, "")
    attended = LockLook(lambda: SHUT, is_attended=True)
    assert attended.true_cause(TAKEOVER) == LOCKED


def test_what_the_executor_calls_a_lock_is_one():
    look = LockLook(lambda: FREE)
    assert look.true_cause(Halt("locked")) == LOCKED
    assert look.why == "the screen was locked"


@pytest.mark.parametrize("halt", [Halt("user"), Halt("kill_key"), Halt("timeout"), LOCKED])
def test_nobody_is_asked_about_any_other_stop(halt):
    def look():
        raise AssertionError

    assert LockLook(look).true_cause(halt) == halt


def test_a_look_that_fails_leaves_it_unknown():
    def look():
        raise NoDisplay

    cause = LockLook(look).ask()
    assert cause == "it is not known whether the screen was locked: the display does not answer"


def test_a_look_that_fails_in_an_unforeseen_way_leaves_it_unknown_at_the_end_too():
    def look():
        raise ValueError

    halt = LockLook(look).true_cause(TAKEOVER)
    assert halt.cause == "locked"
    assert halt.detail.startswith("it is not known whether the screen was locked: the look for a")


class Decides:
    name = "macro"

    def propose(self, *_):
        return Finish(Outcome.DONE, "Done.")


def decision(look):
    return look.over(Decides()).propose(Task("x"), History(), None, StopToken())


def test_nothing_is_decided_once_the_screen_is_locked():
    look = LockLook(lambda: SHUT)
    assert look.over(Decides()).name == "macro"
    assert decision(look) == Finish(Outcome.DONE, "Done.")
    look.ask()
    with pytest.raises(Stopped) as stop:
        decision(look)
    assert stop.value.halt == LOCKED


def followed(*looks):
    """Follow a desktop that is seen so, one look after the other; return why the play ends."""
    left, is_seen = list(looks), threading.Event()

    def look():
        if len(left) == 1:
            is_seen.set()
        found = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(found, Exception):
            raise found
        return found

    one = LockLook(look, every_s=0.001)
    one.start()
    try:
        assert is_seen.wait(60)
    finally:
        one.close()
    return one.why


def test_a_lock_is_seen_while_the_play_goes_on():
    assert followed(FREE, FREE, SHUT) == "the screen was locked"


def test_a_service_may_be_slow_once_but_not_twice_in_a_row():
    assert followed(SILENT, FREE, SILENT, FREE) == ""
    cause = followed(SILENT, SILENT)
    assert cause == "it is not known whether the screen was locked: org.a does not answer"


@pytest.mark.parametrize("error", [NoDisplay(), CaptureError("lost"), ValueError("odd")])
def test_a_look_may_fail_once_but_not_twice_in_a_row(error):
    assert followed(error, FREE, error, FREE) == ""
    cause = followed(error, error)
    assert cause.startswith("it is not known whether the screen was locked: the ")
    assert followed(SILENT, error).startswith("it is not known")


def test_a_lock_is_seen_after_a_look_that_failed_in_an_unforeseen_way():
    assert followed(ValueError("odd"), SHUT) == "the screen was locked"
