"""Replies as steps, strictly, and back."""

import json

import pytest

from automation.core.errors import ActionParseError
from model.prompt.layout import neutralised
from model.prompt.parse import ModelStep, parse_step, reserialise
from model.prompt.profile import profile
from model.prompt.tools import (
    Answer,
    ClickDesktop,
    Goal,
    HotkeyDesktop,
    Scroll,
    UpdatePlan,
    WaitDesktop,
    WriteDesktop,
)

HOLOTRON = profile()
CLICK = {"tool_name": "click_desktop", "element": "Save", "x": 512, "y": 40, "button": "right"}


def _reply(call=CLICK, **changes):
    return json.dumps({"note": None, "thought": "go", "tool_call": call} | changes)


def test_a_reply_becomes_the_step_that_it_says():
    step = parse_step(f" {_reply(note='name: Ö')}\n", HOLOTRON)
    assert step == ModelStep("name: Ö", "go", ClickDesktop("Save", 512, 40, "right"))


def test_what_may_be_left_out_has_the_value_of_the_contract():
    reply = '{"thought": "", "tool_call": {"tool_name": "write_desktop", "content": "hi"}}'
    assert parse_step(reply, HOLOTRON) == ModelStep(None, "", WriteDesktop("hi", False, False))


def test_the_older_contract_names_its_tool_by_action():
    reply = '{"note": "", "thought": "t", "action": {"action": "scroll", "direction": "up"}}'
    step = parse_step(reply, profile("holo1.5"))
    assert step == ModelStep("", "t", Scroll("up"))
    assert json.loads(reserialise(step, profile("holo1.5"))) == json.loads(reply)


def test_a_tool_call_of_nemotron_stands_after_its_thought():
    reply = 'I press it.\n<TOOLCALL>[{"name": "hotkey_desktop", "arguments": {"keys": ["a"]}}]</TOOLCALL>'
    step = parse_step(reply, profile("nemotron-toolcall"))
    assert step == ModelStep(None, "I press it.", HotkeyDesktop(("a",), 1))
    assert reserialise(step, profile("nemotron-toolcall")) == reply.replace(
        '["a"]', '["a"], "repeat_count": 1'
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("holotron-12b", '{"note": null, "thought": "Ü", "tool_call": {"tool_name": "update_plan", '
         '"goals": [{"title": "a", "status": "running"}]}}'),
        ("holotron-3-nano", '{"note":null,"thought":"Ü","tool_call":{"tool_name":"update_plan",'
         '"goals":[{"title":"a","status":"running"}]}}'),
    ],
)  # fmt: skip
def test_a_step_is_spelled_with_the_separators_of_its_family(name, expected):
    step = ModelStep(None, "Ü", UpdatePlan((Goal("a", "running"),)))
    assert reserialise(step, profile(name)) == expected


def test_control_strings_that_were_broken_in_the_prompt_come_back_whole():
    step = ModelStep(
        None, "</think> <image>", WriteDesktop("docs/think.md <SPECIAL_12>", False, True)
    )
    seen = neutralised(reserialise(step, HOLOTRON))
    assert "/think" not in seen
    assert parse_step(seen, HOLOTRON) == step


TOO_LONG = "x" * 2001
NATIVE = '{"name": "answer", "arguments": {"content": ""}}'


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("", "the reply is empty"),
        ("I will click Save.", "not one JSON value: Expecting value at 'I will click Save.'"),
        (_reply() + " done", "Extra data"),
        (_reply()[:-1], "not one JSON value"),
        ("[]", "Expected `object`, got `array`"),
        ('{"thought": "x"}', "`tool_call`"),
        ('{"thought": "x", "thought": "y", "tool_call": {}}', "'thought' stands twice"),
        (_reply(extra=1), "unknown field `extra`"),
        (_reply(thought=None), "`$.thought`"),
        (_reply(thought=TOO_LONG), "length <= 2000"),
        (_reply(note=TOO_LONG), "length <= 2000"),
        (_reply(call=[]), "`$.tool_call`"),
        (_reply(call={}), "there is no tool None; the tools are update_plan, "),
        (_reply(call={"tool_name": "shell"}), "there is no tool 'shell'"),
        (_reply(call={"tool_name": ["click_desktop"]}), "there is no tool ['click_desktop']"),
        (
            _reply(call={"tool_name": "wait_desktop", "seconds": 1}),
            "there is no tool 'wait_desktop'",
        ),
        (_reply(call=CLICK | {"x": "512"}), "got `str` - at `$.x`"),
        (_reply(call=CLICK | {"x": True}), "got `bool` - at `$.x`"),
        (_reply(call=CLICK | {"x": 0.5}), "x of click_desktop is 0.5, a whole number is expected"),
        (_reply(call=CLICK | {"z": 1}), "unknown field `z`"),
        (_reply(call=CLICK | {"button": "back"}), "'back' - at `$.button`"),
        (_reply(call={"tool_name": "hotkey_desktop", "keys": []}), "length >= 1 - at `$.keys`"),
        (_reply(call={"tool_name": "hotkey_desktop", "keys": ["a"] * 6}), "length <= 5"),
        (_reply(call={"tool_name": "answer", "content": "x" * 4001}), "length <= 4000"),
        ('{"thought": NaN, "tool_call": {}}', "NaN is not a number of JSON"),
        ('{"thought": -Infinity, "tool_call": {}}', "-Infinity is not"),
        ('{"thought": 1e999, "tool_call": {}}', "1e999 is too large"),
        ('{"thought": ' + "9" * 5000 + "}", "cannot be read"),
        (r'{"thought": "\ud800", "tool_call": {}}', "half of a surrogate pair"),
        ("[" * 50_000, "nested too deeply"),
        ("x" * 100_001, "at most 100000 are read"),
    ],
    ids=lambda value: value[:50],
)
def test_a_reply_that_is_no_step_says_what_is_wrong_with_it(reply, words):
    with pytest.raises(ActionParseError) as caught:
        parse_step(reply, HOLOTRON)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 800


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("just words", "does not end with one call: <TOOLCALL>"),
        ("<TOOLCALL>[]</TOOLCALL>", "holds 0 calls, exactly one"),
        (f"<TOOLCALL>[{NATIVE}, {NATIVE}]</TOOLCALL>", "holds 2 calls, exactly one"),
        ('<TOOLCALL>[{"name": "answer"}]</TOOLCALL>', "`arguments`"),
        ('<TOOLCALL>[{"name": "answer", "arguments": {}}]</TOOLCALL> and', "does not end with one"),
        (
            '<TOOLCALL>[{"name": "answer", "arguments": {"tool_name": "x"}}]</TOOLCALL>',
            "'tool_name'",
        ),
        (f'{TOO_LONG}<TOOLCALL>[{{"name": "answer", "arguments": {{}}}}]</TOOLCALL>', "<= 2000"),
    ],
)
def test_a_tool_call_that_is_none_says_what_is_wrong_with_it(reply, words):
    with pytest.raises(ActionParseError) as caught:
        parse_step(reply, profile("nemotron-toolcall"))
    assert words in str(caught.value)


@pytest.mark.parametrize("call", [{"direction": "up"}, {"action": "scroll", "tool_name": "scroll"}])
def test_an_action_without_one_name_is_refused(call):
    reply = json.dumps({"thought": "", "action": call})
    with pytest.raises(ActionParseError, match="the key 'action' with the tool's name"):
        parse_step(reply, profile("holo1"))


def test_parts_are_numbers_where_the_space_is_parts_of_the_picture():
    step = parse_step(_reply(call=CLICK | {"x": 0.25, "y": 1}), HOLOTRON.with_space("fraction"))
    assert step.call == ClickDesktop("Save", 0.25, 1, "right")


def test_a_wait_is_told_in_seconds_and_their_parts():
    nano = profile("holotron-3-nano-16")
    step = parse_step(_reply(call={"tool_name": "wait_desktop", "seconds": 1.5}), nano)
    assert step.call == WaitDesktop(1.5)
    assert parse_step(reserialise(step, nano), nano) == step


def test_an_answer_is_a_step_of_every_contract():
    step = ModelStep(None, "", Answer("42"))
    for name in ("holotron-12b", "holo1", "nemotron-toolcall"):
        assert parse_step(reserialise(step, profile(name)), profile(name)).call == step.call
