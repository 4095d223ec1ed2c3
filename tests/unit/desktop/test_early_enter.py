"""An Enter waits until the program has had time for the letters before it."""

import pytest

from automation.core.actions import Hotkey, Write
from automation.desktop.input.emitter import ENTER_S, TAKEN_S
from automation.desktop.input.plan import KeyEvent
from tests.fakes.executor_parts import ExecutorParts


@pytest.fixture
def parts():
    return ExecutorParts()


def gap_s(parts, *actions):
    """Return how long after the last letter Enter was pressed."""
    times = []
    parts.on_send = lambda primitive: times.append((parts.clock.now_s(), primitive))
    for action in actions:
        assert parts.do(action).completed
    enter = parts.backend.key_code("enter")
    downs = [(at_s, p.code) for at_s, p in times if isinstance(p, KeyEvent) and p.is_down]
    (pressed_s,) = [at_s for at_s, code in downs if code == enter]
    return pressed_s - max(at_s for at_s, code in downs if code != enter)


@pytest.mark.parametrize(
    "actions", [(Write("ab", press_enter=True),), (Write("ab"), Hotkey(("enter",)))]
)
def test_a_program_that_answers_gets_time_after_it_has_taken_the_letters(parts, actions):
    answers = [False, False, True]
    parts.backend.takes_keys = lambda: answers.pop(0)
    assert gap_s(parts, *actions) >= ENTER_S
    assert answers == []


def test_a_program_that_cannot_be_asked_gets_its_enter_at_once(parts):
    assert gap_s(parts, Write("ab", press_enter=True)) < ENTER_S


def test_a_program_that_hangs_gets_its_enter_in_the_end(parts):
    def busy():
        parts.clock.advance(0.05)
        return False

    parts.backend.takes_keys = busy
    assert TAKEN_S <= gap_s(parts, Write("ab", press_enter=True)) < TAKEN_S + 2 * ENTER_S


def test_an_enter_long_after_a_letter_asks_nobody(parts):
    parts.do(Write("ab"))
    parts.clock.advance(10 * TAKEN_S)
    parts.backend.takes_keys = lambda: pytest.fail("asked")
    assert parts.do(Hotkey(("enter",))).completed
