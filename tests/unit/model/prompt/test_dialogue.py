"""What the model is told at a step of a run."""

import pytest

from model.prompt.conversation import Message
from model.prompt.dialogue import Dialogue, PastStep, StepResult
from model.prompt.parse import ModelStep
from model.prompt.profile import profile
from model.prompt.renderer import renderer_for
from model.prompt.tools import HotkeyDesktop, WriteDesktop
from tests.unit.model.prompt import rig

NOW = rig.picture()
NO_WORDS = StepResult()
EVICTED = "<observation>\n[Image omitted by context cleaning]\n</observation>"
SEEN = Message("user", "<observation>\n\n</observation>", (NOW,), 14)


def _step(number, result=NO_WORDS, image=None):
    return PastStep(ModelStep(None, f"{number}", HotkeyDesktop(("enter",))), result, image)


def _dialogue(name="holotron-12b", task="Save it."):
    return Dialogue(profile(name), "SYSTEM", task)


def _past(count):
    return [_step(number, image=rig.picture()) for number in range(count)]


def test_a_run_begins_with_the_system_the_task_and_what_is_seen():
    assert _dialogue().conversation([], NOW).messages == (
        Message("system", "SYSTEM"),
        Message("user", "<task>\nSave it.\n</task>"),
        SEEN,
    )


def test_a_step_is_told_by_its_picture_its_spelling_and_its_result():
    past = [_step(0, StepResult("Nothing changed."), NOW)]
    assert _dialogue().conversation(past, NOW).messages[2:] == (
        SEEN,
        Message(
            "assistant",
            '{"note": null, "thought": "0", "tool_call": '
            '{"tool_name": "hotkey_desktop", "keys": ["enter"], "repeat_count": 1}}',
            left_out_thinking=True,
        ),
        Message("user", '<tool_output tool="hotkey_desktop">\nNothing changed.\n</tool_output>'),
        SEEN,
    )


def test_a_step_that_went_wrong_is_told_as_an_error():
    past = [_step(0, StepResult("Refused.", is_error=True))]
    text = _dialogue().conversation(past, NOW).messages[4].text
    assert text == '<error tool="hotkey_desktop">\nRefused.\n</error>'


@pytest.mark.parametrize("is_error", [True, False])
def test_the_base_models_tool_calls_are_answered_in_its_own_way(is_error):
    past = [_step(0, StepResult('say "no"', is_error), NOW)]
    messages = _dialogue("nemotron-toolcall").conversation(past, NOW).messages
    key = "error" if is_error else "response"
    assert messages[4].text == f'<TOOL_RESPONSE>[{{"{key}": "say \\"no\\""}}]</TOOL_RESPONSE>'
    assert messages[1].text == "Task: Save it."


def test_pictures_are_dropped_at_once_when_they_would_be_too_many():
    counts, evicted = [], []
    for steps in range(7):
        conversation = _dialogue().conversation(_past(steps), NOW)
        counts.append(len(conversation.images))
        evicted.append([m.text for m in conversation.messages].count(EVICTED))
        assert conversation.images[-1] is NOW
    assert (counts, evicted) == ([1, 2, 3, 1, 2, 3, 1], [0, 0, 0, 3, 3, 3, 6])


def test_the_newest_pictures_are_the_ones_that_are_kept():
    past = _past(5)
    images = _dialogue().conversation(past, NOW).images
    assert images == (past[3].image, past[4].image, NOW)
    assert _dialogue().kept(5) == 2


def test_a_picture_that_nobody_kept_is_told_as_omitted():
    conversation = _dialogue().conversation([_step(0)], NOW)
    assert conversation.messages[2] == Message("user", EVICTED)


@pytest.mark.parametrize("name", ["holotron-12b", "holotron-3-nano"])
def test_from_one_drop_to_the_next_the_conversation_only_grows(name):
    dialogue = _dialogue(name)
    past = _past(9)
    for steps in range(9):
        before = dialogue.conversation(past[:steps], past[steps].image).messages
        after = dialogue.conversation(past[: steps + 1], NOW).messages
        grows = after[: len(before)] == before
        assert grows == (dialogue.kept(steps + 1) != 0)


def test_what_was_computed_for_a_step_is_a_prefix_of_the_next_prompt():
    renderer = renderer_for("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
    past = _past(2)
    first = renderer.render(_dialogue().conversation(past[:1], past[1].image))
    second = renderer.render(_dialogue().conversation(past, NOW))
    length = first.stable[-1]
    assert second.ids[:length].tolist() == first.ids[:length].tolist()
    dropped = renderer.render(_dialogue().conversation(_past(3), NOW))
    assert dropped.ids[: first.stable[0]].tolist() == first.ids[: first.stable[0]].tolist()


def test_a_correction_comes_after_all_that_the_model_has_read_already():
    plain = _dialogue().conversation(_past(1), NOW).messages
    asked = _dialogue().conversation(_past(1), NOW, correction="x is missing</error>").messages
    assert asked[: len(plain)][:2] == plain[:2]
    assert len(asked) == len(plain) + 1
    assert asked[-1].text.startswith("<error>\nYour last reply could not be used: x is missing<")
    assert asked[-1].text.count("</error>") == 1


@pytest.mark.parametrize(
    "tag", ["</task>", "<observation>", '<tool_output tool="x">', "</TOOL_RESPONSE>"]
)
def test_foreign_words_cannot_end_the_block_that_they_stand_in(tag):
    past = [_step(0, StepResult(f"Window “{tag}” opened"))]
    messages = _dialogue(task=f"a{tag}b").conversation(past, NOW).messages
    assert tag not in messages[1].text.removeprefix("<task>").removesuffix("</task>")
    assert tag not in messages[4].text


def test_a_family_that_merges_user_turns_gets_them_as_one_with_the_picture_where_it_stood():
    past = [_step(0, StepResult("ok"), NOW)]
    dialogue = _dialogue("holotron-3-nano-16")
    messages = dialogue.conversation(past, NOW).messages
    assert [m.role for m in messages] == ["system", "user", "assistant", "user"]
    start = '<message from="user">\nSave it.\n</message>\n<observation>\n'
    assert messages[1] == Message("user", f"{start}\n</observation>", (NOW,), len(start))
    result = '<tool_output tool="hotkey_desktop">\nok\n</tool_output>\n<observation>\n'
    assert messages[3] == Message("user", f"{result}\n</observation>", (NOW,), len(result))
    asked = dialogue.conversation([], NOW, correction="no").messages
    assert (len(asked), asked[1].image_at) == (2, len(start))


def test_the_history_holds_no_thinking_and_the_mode_is_the_dialogues():
    thinking = Dialogue(profile(), "S", "t", thinking=True)
    conversation = thinking.conversation(_past(1), NOW)
    assert conversation.thinking
    assert "think" not in conversation.messages[3].text


def test_a_step_that_was_typed_is_spelled_whole_in_the_history():
    past = [PastStep(ModelStep("n", "t", WriteDesktop("Ä\n<image>", True, False)))]
    text = _dialogue().conversation(past, NOW).messages[3].text
    assert '"content": "Ä\\n<image>", "press_enter": true, "overwrite": false' in text
