"""Replies as steps, strictly, and back."""

import json
from dataclasses import replace

import pytest

from automation.core import actions
from automation.core.actions import Aim, Element
from automation.core.errors import ActionParseError, UnknownKey
from automation.core.geometry import Rect, ScreenPoint
from automation.desktop.input.keys import parse_chord
from model.images.tiling import Grid, TilePlan
from model.prompt import tools
from model.prompt.chat_layout import neutralised
from model.prompt.parse import (
    Aiming,
    ModelStep,
    parse_step,
    reserialise,
    to_intent,
)
from model.prompt.profile import INFEASIBLE, profile
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
        ('{"thought": "x", "thought": "y", "tool_call": {}}', "'thought' stands there twice"),
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
        ('{"thought": ' + "9" * 5000 + "}", "out of range"),
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


# Calls as actions in screen pixels.


SCREEN = TilePlan(Rect(1920, 100, 1000, 500), Grid(2, 1), 512, 256, has_thumbnail=True)
POINTER = ScreenPoint(2000, 200)


def read_key(text):
    """The executor's own table, as the app hands it in."""
    try:
        return parse_chord(text)
    except UnknownKey:
        return None


AIMING = Aiming(SCREEN, "norm_1000", read_key, POINTER)


def _aim(x, y, name):
    return Aim(ScreenPoint(x, y), Element(name, source="model"))


SAVE = _aim(2420, 350, "Save")


@pytest.mark.parametrize(
    ("call", "action"),
    [
        (tools.ClickDesktop("Save", 500, 500), actions.Click(SAVE)),
        (tools.ClickDesktop("Save", 500, 500, "right"), actions.Click(SAVE, "right")),
        (tools.ClickElement("Save", 500, 500), actions.Click(SAVE)),
        (tools.DoubleClickDesktop("Save", 500, 500), actions.Click(SAVE, count=2)),
        (tools.MoveToDesktop("Save", 500, 500), actions.Move(SAVE)),
        (tools.MoveToDesktop("", 0, 0), actions.Move(_aim(1920, 100, ""))),
        (tools.MoveToDesktop("", 1000, 1000), actions.Move(_aim(2919, 599, ""))),
        (
            tools.DragToDesktop("Save", 500, 500),
            actions.Drag((POINTER, ScreenPoint(2420, 350)), destination=SAVE.element),
        ),
        (
            tools.DragAndDrop("Save", 500, 500, 0, 0, ("ctrl", "Shift")),
            actions.Drag(
                (ScreenPoint(2420, 350), ScreenPoint(1920, 100)),
                modifiers=("ctrl", "shift"),
                origin=SAVE.element,
            ),
        ),
        (tools.ScrollDesktop("Save", 500, 500, "down", 30), actions.Scroll("down", 30, SAVE)),
        (tools.Scroll("left"), actions.Scroll("left", 5)),
        (tools.MouseDownDesktop("middle"), actions.ButtonDown(Aim(POINTER), "middle")),
        (tools.MouseUpDesktop(), actions.ButtonUp(Aim(POINTER), "left")),
        (
            tools.WriteDesktop("a\nb", True, True),
            actions.Write("a\nb", overwrite=True, press_enter=True),
        ),
        (tools.WriteDesktop("a"), actions.Write("a")),
        (
            tools.WriteAtDesktop("a", "Save", 500, 500, False, True),
            actions.Write("a", SAVE, overwrite=True),
        ),
        (tools.WriteElement("a", "Save", 500, 500), actions.Write("a", SAVE, press_enter=True)),
        (tools.KeyDownDesktop("Return"), actions.KeyDown("enter")),
        (tools.KeyUpDesktop("PgUp"), actions.KeyUp("pageup")),
        (tools.HotkeyDesktop(("ctrl", "c"), 3), actions.Hotkey(("ctrl", "c"), 3)),
        (tools.HotkeyDesktop(("Ctrl+Shift+T",)), actions.Hotkey(("ctrl", "shift", "t"))),
        (tools.HotkeyDesktop(("cmd", "space")), actions.Hotkey(("super", "space"))),
        (
            tools.HoldAndTapKeyDesktop(("shift",), ("end", "arrow_down")),
            actions.HoldAndTap(("shift",), ("end", "down")),
        ),
        (tools.GoBack(), actions.Hotkey(("alt", "left"))),
        (tools.Refresh(), actions.Hotkey(("f5",))),
        (tools.WaitDesktop(2.5), actions.Wait(2.5)),
        (tools.Wait(), actions.Wait(2.0)),
        (
            tools.UpdatePlan(
                tuple(tools.Goal(s, s) for s in ("done", "running", "todo", "failed"))
            ),
            actions.Plan(
                (
                    actions.Goal("done", "done"),
                    actions.Goal("running", "current"),
                    actions.Goal("todo", "open"),
                    actions.Goal("failed", "dropped"),
                )
            ),
        ),
        (tools.AskUser("Which?"), actions.Ask("Which?")),
        (tools.Answer("It is 42."), actions.Answer("It is 42.")),
        (
            tools.Answer(f" {INFEASIBLE} No such file."),
            actions.Answer("No such file.", "infeasible"),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_call_becomes_the_action_that_it_asks_for(call, action):
    assert to_intent(call, AIMING) == action


def test_every_tool_of_every_contract_is_told_apart():
    offered = {
        *tools.TWELVE_TOOLS,
        *tools.SIXTEEN_TOOLS,
        *tools.NINE_ACTIONS,
        *tools.PLAIN_TOOLS,
    }
    assert offered == set(tools.ToolCall.__args__)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (tools.ClickDesktop("", 1001, 5), r"the point 1001, 5 is outside the picture: 0\.\.1000"),
        (tools.ClickDesktop("", 5, -1), "the point 5, -1 is outside"),
        (tools.DragAndDrop("", 5, 5, 5, 2000), "the point 5, 2000 is outside"),
        (tools.KeyDownDesktop("hyper"), "there is no key 'hyper'"),
        (tools.KeyDownDesktop("ctrl+c"), r"'ctrl\+c' is 2 keys, one is expected"),
        (tools.HotkeyDesktop(("ctrl", "control")), r"ctrl\+ctrl names a key twice"),
        (tools.HotkeyDesktop(("ctrl", "")), "there is no key ''"),
        (tools.HotkeyDesktop(tuple("abcdefg")), "hotkey_desktop cannot be done: .*length <= 6"),
        (tools.DragAndDrop("", 5, 5, 6, 6, ("a",)), "only ctrl, shift, alt, super can be held"),
        (tools.Goto("https://example.org"), "goto cannot be done here in one step; click the addr"),
        (tools.Restart(), "restart cannot be done here in one step"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name_and_never_bent(call, words):
    with pytest.raises(ActionParseError, match=words):
        to_intent(call, AIMING)


@pytest.mark.parametrize(
    "call", [tools.DragToDesktop("", 5, 5), tools.MouseDownDesktop(), tools.MouseUpDesktop()]
)
def test_a_call_that_begins_at_the_pointer_is_refused_while_nobody_knows_where_it_is(call):
    with pytest.raises(ActionParseError, match="which is not known; move it first"):
        to_intent(call, replace(AIMING, pointer=None))


@pytest.mark.parametrize(
    ("space", "x", "y"),
    [
        ("norm_1000", 250, 500),
        ("fraction", 0.25, 0.5),
        ("source_px", 250, 250),
        ("canvas_px", 256, 256),
    ],
)
def test_the_same_place_is_found_in_every_space(space, x, y):
    action = to_intent(tools.MoveToDesktop("", x, y), replace(AIMING, space=space))
    assert action.at.point == ScreenPoint(2170, 350)
