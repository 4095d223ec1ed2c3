"""A lock during a play: it ends there, and the end says so."""

import threading

import pytest

from app.macro_lock import Lock, LockLook, is_lock, truly
from automation.core.errors import CaptureError, NoDisplay
from automation.core.events import Ended, Task
from automation.core.ports import History
from automation.core.proposal import Finish, Outcome
from automation.core.stopping import StopToken

TAKEN = "Stopped, because you took over. Nothing is held down. 1 of 3 steps was done."
LOCKED = "Stopped, because the screen was locked. Nothing is held down. 1 of 3 steps was done."
FREE, SHUT, SILENT = Lock(), Lock(is_locked=True), Lock(silent=("org.a",))


def ended(message, outcome=Outcome.STOPPED):
    return Ended("r", outcome, message, 1)


def test_what_the_loop_calls_a_takeover_is_told_as_the_lock_it_was():
    told = truly(ended(TAKEN), LockLook(lambda: SHUT).ask)
    assert told == ended(LOCKED)
    assert is_lock(told)


def test_a_takeover_stays_one_over_an_open_screen():
    told = truly(ended(TAKEN), LockLook(lambda: FREE).ask)
    assert told == ended(TAKEN)
    assert not is_lock(told)


@pytest.mark.parametrize(
    "end",
    [
        ended("Stopped. Nothing is held down."),
        ended(TAKEN, Outcome.FAILED),
        ended("Done.", Outcome.DONE),
    ],
)
def test_nobody_is_asked_about_any_other_end(end):
    def ask():
        raise AssertionError

    assert truly(end, ask) is end


def test_a_look_that_fails_leaves_it_unknown():
    def look():
        raise NoDisplay

    cause = LockLook(look).ask()
    assert cause == "it is not known whether the screen was locked: the display does not answer"


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
    found = decision(look)
    assert found.outcome is Outcome.STOPPED
    assert found.message == (
        "Stopped, because the screen was locked. Nothing is held down. 0 steps were done."
    )
    assert is_lock(ended(found.message))


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
    return one.cause


def test_a_lock_is_seen_while_the_play_goes_on():
    assert followed(FREE, FREE, SHUT) == "the screen was locked"


def test_a_service_may_be_slow_once_but_not_twice_in_a_row():
    assert followed(SILENT, FREE, SILENT, FREE) == ""
    cause = followed(SILENT, SILENT)
    assert cause == "it is not known whether the screen was locked: org.a does not answer"
    assert is_lock(ended(f"Stopped, because {cause}. Nothing is held down."))


@pytest.mark.parametrize("error", [NoDisplay(), CaptureError("lost"), ValueError("odd")])
def test_a_look_may_fail_once_but_not_twice_in_a_row(error):
    assert followed(error, FREE, error, FREE) == ""
    cause = followed(error, error)
    assert cause.startswith("it is not known whether the screen was locked: the ")
    assert followed(SILENT, error).startswith("it is not known")


def test_a_lock_is_seen_after_a_look_that_failed_in_an_unforeseen_way():
    assert followed(ValueError("odd"), SHUT) == "the screen was locked"
