"""A job stops with its caller, or when it is taken back, and knows which it was."""

import pytest

from automation.core.errors import Stopped
from automation.core.timing import StopToken
from model.inference.jobs import JobStop


def stopped(outer=None, inner=None):
    caller = StopToken()
    token = JobStop(caller)
    if outer:
        caller.stop(outer)
    if inner:
        token.stop(inner)
    return token


@pytest.mark.parametrize(
    ("outer", "inner", "is_set", "is_taken_back", "cause"),
    [
        (None, None, False, False, "user"),
        ("kill_key", None, True, False, "kill_key"),
        (None, "user", True, True, "user"),
        ("timeout", "user", True, False, "timeout"),
    ],
)
def test_it_is_set_by_either(outer, inner, is_set, is_taken_back, cause):
    token = stopped(outer, inner)
    assert (token.is_set, token.is_taken_back, token.cause) == (is_set, is_taken_back, cause)


@pytest.mark.parametrize(("outer", "inner"), [("kill_key", None), (None, "kill_key")])
def test_every_way_to_look_raises_the_cause(outer, inner):
    token = stopped(outer, inner)
    for look in (token.check, lambda: token.wait(5)):
        with pytest.raises(Stopped, match="kill_key"):
            look()


def test_a_token_that_is_not_set_lets_through():
    token = JobStop()
    token.check()
    token.wait(0.001)
