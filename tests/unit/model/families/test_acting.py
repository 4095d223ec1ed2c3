"""Values become actions strictly, and thinking is told from what is acted on."""

import pytest

from automation.core.actions import Answer, Ask, Hotkey, Scroll, Write
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.acting import MOST_REPLY, Acting, without_thinking
from model.families.known import family
from tests.unit.model.families.conversations import aiming_of


@pytest.fixture
def acting():
    return Acting(aiming_of(family("qwen2.5-vl")))


@pytest.mark.parametrize(
    "value", [None, True, "1", float("nan"), float("inf"), 10**400, -(10**9), [1]]
)
def test_what_is_no_number_is_refused(acting, value):
    with pytest.raises(ActionParseError, match="a number is expected"):
        acting.number(value, "it")


@pytest.mark.parametrize(
    ("amount", "notches"),
    [(1, 1), (-5, 5), (20, 20), (21, 1), (120, 1), (-500, 5), (999_999, 50), (0.2, 1)],
)
def test_small_amounts_are_notches_and_large_ones_pixels(acting, amount, notches):
    found = acting.scroll(amount, "vertical")
    assert found == Scroll("up" if amount > 0 else "down", notches)


def test_the_pointer_follows_from_one_action_to_the_next(acting):
    acting.move((100, 100))
    assert acting.drag((300, 300)).path == (ScreenPoint(100, 100), ScreenPoint(300, 300))


def test_without_a_pointer_nothing_begins_where_it_is():
    one = aiming_of(family("qwen2.5-vl"), pointer=None)
    with pytest.raises(ActionParseError, match="which is not known"):
        Acting(one).click(None)


def test_a_line_end_at_the_end_is_enter(acting):
    assert acting.write("a\nb\n") == Write("a\nb", press_enter=True)
    with pytest.raises(ActionParseError, match="at most 4000"):
        acting.write("a" * 4001)


@pytest.mark.parametrize(
    ("names", "keys"),
    [("ctrl c", ("ctrl", "c")), (["Control", "Shift", "s"], ("ctrl", "shift", "s")), ("ctrl+c", ("ctrl", "c")),
     ("enter", ("enter",)), ([" "], ("space",)), (" ", ("space",))],
)  # fmt: skip
def test_keys_are_read_as_families_write_them(acting, names, keys):
    assert acting.keys(names) == Hotkey(keys)


@pytest.mark.parametrize(
    "names", [None, [], "", [1], ["a"] * 7, {"a": 1}, ["ctrl", "nokey"], ["a", "a"]]
)
def test_what_are_no_keys_is_refused(acting, names):
    with pytest.raises(ActionParseError):
        acting.keys(names)


def test_an_empty_question_is_one_all_the_same(acting):
    assert acting.ask(None) == Ask("The model needs your help here.")
    assert acting.end(None, is_success=False) == Answer("", "infeasible")


def test_half_a_character_is_refused(acting):
    with pytest.raises(ActionParseError, match="surrogate"):
        acting.step([Write("a\ud83d")], "said")
    with pytest.raises(ActionParseError, match="surrogate"):
        without_thinking("a\udc80")


@pytest.mark.parametrize(
    ("text", "parts"),
    [("act", ("", "act")), ("<think>why</think> act", ("why", "act")), ("why</think>act", ("why", "act")),
     ("  <think></think>act ", ("", "act")), ("a</think>b</think>c", ("a", "b</think>c"))],
)  # fmt: skip
def test_thinking_is_told_from_what_is_acted_on(text, parts):
    assert without_thinking(text) == parts


@pytest.mark.parametrize("text", ["<think>click(1, 2)", "x" * (MOST_REPLY + 1)])
def test_thinking_that_never_ends_and_endless_replies_are_refused(text):
    with pytest.raises(ActionParseError):
        without_thinking(text)
