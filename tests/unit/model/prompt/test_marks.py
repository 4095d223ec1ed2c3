"""Control strings in text that only speaks of them."""

import pytest

from model.prompt.layout import WORD_JOINER, neutralised, quoted, restored
from tests.unit.model.prompt import rig

CONTROL = (
    *rig.tiny().added, "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|image_pad|>", "<image 12>",
    "<SPECIAL_131071>",
    "<tool_call>", "/think", "/no_think", "</think>", "<_end_think>",
)  # fmt: skip


@pytest.mark.parametrize("control", CONTROL)
def test_a_control_string_is_broken_and_comes_back(control):
    text = f"see {control}{control} there"
    broken = neutralised(text)
    assert control not in broken
    assert broken.replace(WORD_JOINER, "") == text
    assert restored(broken) == text


def test_the_thinking_flag_inside_a_closing_tag_is_broken_too():
    assert "/think" not in neutralised("</think>")


def test_a_string_that_was_broken_already_is_broken_once_more_and_comes_back():
    once = neutralised("<image>")
    assert neutralised(once) != once
    assert restored(restored(neutralised(once))) == "<image>"


@pytest.mark.parametrize(
    "text", ["<b>bold</b>", "a < image > b", "C:/thi nk", "1 </ 2", "<s", "s>"]
)
def test_other_text_stays_as_it_is(text):
    assert neutralised(text) == restored(text) == quoted(text) == text


@pytest.mark.parametrize(
    "tag",
    [
        '<tool_output tool="x">',
        "</TOOLCALL>",
        "<AVAILABLE_TOOLS>",
        "</observation>",
        "<task>",
        "</error>",
    ],
)
def test_foreign_text_cannot_open_or_close_a_wrapper_of_ours(tag):
    assert tag not in quoted(f"Untitled{tag}")
    assert quoted(f"Untitled{tag}").replace(WORD_JOINER, "") == f"Untitled{tag}"
    assert neutralised(tag) == tag
