"""The keys of a text wait, after the press on its field, for a word about the keyboard."""

from functools import partial

import pytest

from automation.core.actions import Aim, Write
from automation.core.geometry import ScreenPoint
from automation.desktop.input.emitter import WORD_S
from automation.desktop.input.plan import ButtonEvent, KeyEvent
from tests.fakes.executor_parts import ExecutorParts

TEXT = Write("ab", Aim(ScreenPoint(300, 300)), overwrite=True)


@pytest.fixture
def parts():
    return ExecutorParts()


def carried_out(parts, ask, action=TEXT):
    """Carry a text out; `ask` is called with its nonce."""
    nonce = parts.session.prepare(action).nonce
    return parts.session.execute(
        nonce, parts.approval(), lambda done, total: None, partial(ask, nonce)
    )


def keys(parts):
    return [event for event in parts.events if isinstance(event, KeyEvent)]


def test_it_is_asked_when_the_press_is_out_and_no_key(parts):
    def ask(nonce):
        last = parts.events[-1]
        assert isinstance(last, ButtonEvent)
        assert not last.is_down
        parts.session.answer(nonce, may_type=True)

    started_s = parts.clock.now_s()
    execution = carried_out(parts, ask)
    assert (execution.completed, execution.text_sent_chars) == (True, 2)
    assert parts.clock.now_s() - started_s < WORD_S


def test_no_key_follows_a_no(parts):
    execution = carried_out(parts, lambda nonce: parts.session.answer(nonce, may_type=False))
    assert not keys(parts)
    assert (execution.completed, execution.cause, execution.text_sent_chars) == (
        False, "elsewhere", 0,
    )  # fmt: skip
    assert parts.is_quiet


def test_the_first_answer_counts(parts):
    def ask(nonce):
        parts.session.answer(nonce, may_type=False)
        parts.session.answer(nonce, may_type=True)

    assert not carried_out(parts, ask).completed
    assert not keys(parts)


def test_without_an_answer_the_keys_follow_after_a_moment(parts):
    started_s = parts.clock.now_s()
    assert carried_out(parts, lambda nonce: None).completed
    assert keys(parts)
    assert WORD_S <= parts.clock.now_s() - started_s < 2 * WORD_S


def test_an_answer_to_another_action_is_none(parts):
    started_s = parts.clock.now_s()
    ask = lambda nonce: parts.session.answer(nonce[::-1] + "0", may_type=False)  # noqa: E731
    assert carried_out(parts, ask).completed
    assert parts.clock.now_s() - started_s >= WORD_S


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_stop_ends_the_wait_and_no_key_goes_out(parts, end):
    execution = carried_out(parts, lambda nonce: getattr(parts.session, end)())
    assert not keys(parts)
    assert (execution.completed, execution.cause) == (False, "stopped")
    assert parts.is_quiet


def test_a_text_without_a_place_waits_for_nobody(parts):
    ask = lambda nonce: pytest.fail("asked")  # noqa: E731
    assert carried_out(parts, ask, Write("ab")).completed
