"""What a person reads of a reply, cut off anywhere."""

import json

from hypothesis import given
from hypothesis import strategies as st

from app.gui.chat.rows import readable

REPLY = json.dumps(
    {
        "note": 'The "vendor" is set.',
        "thought": "Next: the amount.\nThen Säve. 😀",
        "tool_call": {"name": "click", "x": 1},
    }
)


def test_a_step_reads_as_its_sentences():
    assert readable(REPLY) == 'The "vendor" is set.\nNext: the amount.\nThen Säve. 😀'


def test_the_action_is_left_to_its_card():
    assert "click" not in readable(REPLY)


def test_other_text_stays_as_it_is():
    assert readable("I am sure { of it.") == "I am sure { of it."


def test_what_is_read_only_grows_at_its_end():
    seen = ""
    for length in range(len(REPLY) + 1):
        shown = readable(REPLY[:length])
        assert shown.startswith(seen)
        seen = shown
    assert seen == readable(REPLY)


@given(st.text(max_size=60), st.integers(0, 200))
def test_no_cut_of_a_reply_breaks_it(words, length):
    reply = json.dumps({"note": "", "thought": words})[:length]
    assert isinstance(readable(reply), str)
    readable(reply).encode("utf-8")


@given(st.text(max_size=60))
def test_a_whole_thought_reads_as_it_was_meant(words):
    reply = json.dumps({"thought": words}, ensure_ascii=False)
    assert readable(reply) == words
