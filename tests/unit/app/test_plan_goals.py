"""What is shown of a plan."""

import pytest

from app.gui.chat.plan import count_words, current_words, share_done, shown_lines
from automation.core.actions import Goal


def plan(done=0, current=0, open_=0, dropped=0):
    kinds = ["done"] * done + ["current"] * current + ["open"] * open_ + ["dropped"] * dropped
    return tuple(Goal(f"goal {n}", kind) for n, kind in enumerate(kinds))


def test_seven_goals_are_shown_whole():
    words = [words for _, words in shown_lines(plan(3, 1, 3))]
    assert words == [f"goal {n}" for n in range(7)]


@pytest.mark.parametrize(
    ("goals", "first", "after"),
    [
        (plan(0, 1, 19), 0, 13),
        (plan(10, 1, 9), 8, 5),
        (plan(20), 13, 0),
        (plan(10, 0, 10), 8, 5),
    ],
)
def test_a_long_plan_is_folded_round_what_is_under_way(goals, first, after):
    above = [("", f"{first} more above")] if first else []
    below = [("", f"{after} more below")] if after else []
    whole = [(goal.status, goal.text) for goal in goals[first : first + 7]]
    assert list(shown_lines(goals)) == [*above, *whole, *below]


def test_dropped_goals_do_not_count():
    goals = plan(2, 1, 2, dropped=3)
    assert count_words(goals) == "2 of 5"
    assert share_done(goals) == 0.4


def test_a_plan_of_nothing_is_not_done():
    assert (count_words(()), share_done(()), current_words(())) == ("0 of 0", 0.0, "")


def test_one_line_names_what_is_under_way_then_what_comes_next():
    assert current_words(plan(2, 1, 2)) == "goal 2"
    assert current_words(plan(2, 0, 2)) == "goal 2"
    assert current_words(plan(2)) == "goal 1"
