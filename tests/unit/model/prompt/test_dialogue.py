"""What the model is told at a step of a run."""

from dataclasses import replace

import pytest

from automation.core.actions import Aim, Click, Drag, Goal, Hotkey, Plan, Write
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement
from automation.core.proposal import (
    Confirmation,
    Execution,
    Proposal,
    Receipt,
    Risk,
    RiskLevel,
    StepRecord,
)
from model.images.tiling import Grid, TilePlan
from model.prompt.chat_layout import ChatRenderer
from model.prompt.conversation import Message
from model.prompt.dialogue import Dialogue, PastStep, StepResult, result_of
from model.prompt.parse import ModelStep
from model.prompt.profile import profile
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
    renderer = ChatRenderer("nemotron_v2", rig.tiny(), rig.tokens_of(rig.tiny()))
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


# What the model is told of a step that ended.


PLAN = TilePlan(Rect(100, 0, 1000, 1000), Grid(1, 1), 512, 256, has_thumbnail=False)
CLICK = Click(Aim(ScreenPoint(600, 500)))


def _record(verdict="accepted", reason="", ran=None, intent=CLICK, **parts):
    parts = {"execution": Execution(2, 10.0), "receipt": Receipt("effect_seen", "pressed")} | parts
    confirmation = Confirmation(verdict, "user", reason=reason)
    return StepRecord(
        1, Proposal(intent), Risk(RiskLevel.R1), confirmation, ran or intent, None, **parts
    )


def _told(*args, **kwargs):
    return result_of(_record(*args, **kwargs), PLAN, "norm_1000")


def test_nothing_is_said_of_a_step_whose_effect_was_seen():
    assert _told() == StepResult("")
    assert _told(receipt=Receipt("not_seen", "not looked at")) == StepResult("")


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        ("not_seen", "unchanged", "Nothing on the screen changed: no pixel differs."),
        ("not_seen", "", ""),
        ("landed", "", ""),
        ("denied", "still", "The step did not do what it was to: no pixel differs."),
    ],
)
def test_an_effect_that_was_not_seen_is_said(kind, code, words):
    receipt = Receipt(kind, "no pixel differs.", code=code)
    assert _told(receipt=receipt) == StepResult(words)


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        ("rejected", "The user refused this step: wrong file."),
        ("blocked", "This step is not allowed here: wrong file."),
        ("expired", "The screen changed before the step could run. Nothing was done."),
        ("stopped", "The step was stopped: wrong file."),
    ],
)
def test_a_step_that_did_not_run_is_an_error_with_its_reason(verdict, words):
    assert _told(verdict, "wrong file", execution=None) == StepResult(words, is_error=True)


def test_a_refusal_without_a_reason_is_said_without_one():
    assert _told("rejected").words == "The user refused this step."


def test_a_long_reason_is_cut():
    assert len(_told("rejected", "x" * 5000).words) < 400


def test_a_dry_run_is_no_error():
    assert not _told("dry_run", execution=None).is_error


def test_a_step_that_was_cut_short_is_an_error():
    cut = Execution(1, 5.0, completed=False, note="a letter is not on the keyboard")
    assert _told(execution=cut) == StepResult(
        "The step was cut short: a letter is not on the keyboard.", is_error=True
    )


def test_a_plan_is_noted():
    plan = Plan((Goal("a"),))
    assert _told(intent=plan, execution=None) == StepResult("Noted.")


def test_a_corrected_place_is_told_in_the_models_own_numbers():
    moved = Click(Aim(ScreenPoint(350, 500)))
    words = "The user corrected this step: aimed it at x=250, y=500."
    assert _told("edited", ran=moved) == StepResult(words)
    told = result_of(_record("edited", ran=moved), PLAN, "fraction").words
    assert told == "The user corrected this step: aimed it at x=0.2505, y=0.5005."
    changed = _told("edited", ran=moved, receipt=Receipt("not_seen", code="unchanged"))
    assert changed.words == f"{words} Nothing on the screen changed."


def test_a_corrected_drag_is_told_by_both_ends_and_a_place_beside_the_picture_as_such():
    start = ScreenPoint(100, 0)
    meant, ran = (Drag((start, ScreenPoint(x, 0))) for x in (500, 6000))
    assert _told("edited", intent=meant, ran=ran).words == (
        "The user corrected this step: aimed it at x=0, y=0 then a place that was not on the picture."
    )


def test_a_corrected_text_is_told_unless_the_field_is_secret():
    record = _record("edited", intent=Write("a"), ran=Write("hunter2"))
    words = "The user corrected this step: wrote “hunter2” instead."
    assert result_of(record, PLAN, "norm_1000").words == words
    for element in (
        ScreenElement("PIN", "password", Rect(0, 0, 9, 9), "tree"),
        ScreenElement("PIN", "field", Rect(0, 0, 9, 9), "tree", frozenset({"secret"})),
    ):
        secret = replace(record, proposal=replace(record.proposal, element=element))
        told = result_of(secret, PLAN, "norm_1000").words
        assert told == "The user corrected this step: wrote another text."


def test_another_correction_is_told_as_one():
    told = _told("edited", intent=Hotkey(("a",)), ran=Hotkey(("b",)))
    assert told.words == "The user corrected this step: changed how it is done."
    away = _told("edited", ran=Hotkey(("b",)))
    assert away.words == "The user corrected this step: took its place away."
