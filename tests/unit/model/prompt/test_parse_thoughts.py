"""What of a thought is shown while a reply is written."""

import pytest

from automation.core.generation import TextDelta
from model.prompt.parse import ShownThought, before_half, thought_in_json, thought_of
from model.prompt.profile import profile


@pytest.mark.parametrize(
    ("reply", "thought"),
    [("", ""), ('{"note": null, "tho', ""), ('{"thought": "I s', "I s"), (r'{"thought": "a\"b', 'a"b'),
     (r'{"thought": "a\u00e', "a"), (r'{"thought": "a\u00e4', "aä"), ('{"thought": "done", "x": "y"', "done")],
)  # fmt: skip
def test_a_thought_in_json_is_known_as_far_as_it_is_written(reply, thought):
    assert thought_in_json(reply) == thought


def test_a_thought_before_a_call_ends_where_the_mark_may_begin():
    contract = profile("nemotron-toolcall")
    assert thought_of("I see it <TOOL", contract) == "I see it "
    assert thought_of("I see it <TOOLCALL>[", contract) == "I see it "
    assert before_half("abc<", "<TOOLCALL>") == "abc"


def test_only_what_is_new_is_told_and_nothing_is_taken_back():
    told = []
    shown = ShownThought(told.append)
    for thought in ("I", "I see", "", "You", "I see it"):
        shown.show(thought)
    assert [delta.text for delta in told] == ["I", " see", " it"]
    assert {type(delta) for delta in told} == {TextDelta}
