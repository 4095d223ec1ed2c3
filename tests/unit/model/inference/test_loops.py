"""A reply that only repeats itself is noticed, others are not."""

import pytest

from model.inference.decode import LONGEST_PERIOD, REPEATED_TOKENS, LoopWatch


def noticed_after(tokens):
    """Return after how many tokens it is noticed; None when it is not."""
    watch = LoopWatch()
    return next((n for n, token in enumerate(tokens, 1) if watch.is_looping(token)), None)


@pytest.mark.parametrize("period", [1, 2, 7, LONGEST_PERIOD])
def test_a_repeated_phrase_is_noticed_whatever_came_before(period):
    phrase = list(range(100, 100 + period))
    tokens = [*range(50), *(phrase * (REPEATED_TOKENS // period + 2))]
    assert noticed_after(tokens) == 50 + period + REPEATED_TOKENS


def test_a_phrase_repeated_for_a_while_is_no_loop():
    parts = [(n, *([1, 2, 3] * 80)) for n in range(10, 20)]
    assert noticed_after(token for part in parts for token in part) is None


def test_numbers_that_count_up_are_no_loop():
    tokens = [token for n in range(400) for token in (1, 2, 100 + n)]
    assert noticed_after(tokens) is None
