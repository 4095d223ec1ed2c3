"""A task is text that a person wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.task_text import MAX_TASK_CHARS, TaskRefused, checked_task


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "empty"),
        (" \n\t ", "empty"),
        ("x" * 100_000, "100,000"),
        ("click\x00Save", "U+0000"),
        ("click \x1b[31m", "U+001B"),
        ("a\x85b", "U+0085"),
        ("a\ud800b", "UTF-8"),
    ],
)
def test_bad_text_is_refused_with_what_was_found(text, found):
    with pytest.raises(TaskRefused, match=found.replace("+", r"\+")):
        checked_task(text)


@pytest.mark.parametrize("text", ["click Save", "schreibe „Grüße“ 🙂", "a\nb\tc", "ת → x"])
def test_ordinary_text_passes_unchanged(text):
    assert checked_task(f"  {text}\n") == text


@given(st.text(max_size=200))
def test_any_text_is_either_refused_or_only_stripped(text):
    try:
        task = checked_task(text)
    except TaskRefused:
        return
    assert task == text.strip()
    assert len(task) <= MAX_TASK_CHARS
