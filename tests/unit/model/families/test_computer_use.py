"""`computer_use`: each action of its contract, both wires, and what is refused."""

import json

import jsonschema
import pytest

from automation.core.actions import (
    Aim,
    Answer,
    Ask,
    Click,
    Drag,
    Hotkey,
    Move,
    Scroll,
    Wait,
    Write,
)
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.computer_use import FARA15_ACTIONS, GUI_OWL_ACTIONS, function_of
from model.server.asking import Reply, ToolUse
from tests.unit.model.families.rig import action, read
from tests.unit.model.families.wires import hermes, xml

MIDDLE = Aim(ScreenPoint(960, 539))
AT = [500, 496]
"""The middle of the screen in thousandths of the picture, which has 8 empty rows."""
POINTER = ScreenPoint(7, 9)


@pytest.mark.parametrize("wire", [(hermes, "gui-owl-1.5"), (xml, "qwen3.5")], ids=["json", "xml"])
@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({"action": "left_click", "coordinate": AT}, Click(MIDDLE)),
        ({"action": "left_click"}, Click(Aim(POINTER))),
        ({"action": "right_click", "coordinate": AT}, Click(MIDDLE, "right")),
        ({"action": "middle_click", "coordinate": AT}, Click(MIDDLE, "middle")),
        ({"action": "double_click", "coordinate": AT}, Click(MIDDLE, count=2)),
        ({"action": "triple_click", "coordinate": AT}, Click(MIDDLE, count=3)),
        ({"action": "mouse_move", "coordinate": AT}, Move(MIDDLE)),
        ({"action": "left_click_drag", "coordinate": AT}, Drag((POINTER, MIDDLE.point))),
        ({"action": "key", "keys": ["ctrl", "s"]}, Hotkey(("ctrl", "s"))),
        ({"action": "type", "text": "Grüße"}, Write("Grüße")),
        ({"action": "type", "text": "one\n"}, Write("one", press_enter=True)),
        ({"action": "scroll", "pixels": -5}, Scroll("down", 5)),
        ({"action": "scroll", "pixels": 300}, Scroll("up", 3)),
        ({"action": "hscroll", "pixels": 10}, Scroll("right", 10)),
        ({"action": "wait", "time": 3}, Wait(3.0)),
        ({"action": "terminate", "status": "success"}, Answer("")),
        ({"action": "terminate", "status": "failure"}, Answer("", "infeasible")),
        ({"action": "answer", "text": "42"}, Answer("42")),
    ],
)  # fmt: skip
def test_each_action_of_the_contract_is_done(wire, arguments, found):
    write, name = wire
    assert action(name, write(**arguments)) == found


def test_actions_of_one_family_are_those_of_that_family():
    assert action("gui-owl-1.5", hermes(action="interact", text="log in")) == Ask("log in")
    with pytest.raises(ActionParseError, match="no action 'interact'"):
        action("qwen3-vl", hermes(action="interact", text="log in"))
    with pytest.raises(ActionParseError, match="no action 'triple_click'"):
        action("qwen2.5-vl", hermes(action="triple_click", coordinate=[1, 2]))


def test_fara_types_at_a_place_and_goes_back_and_asks():
    typed = xml(
        action="type", text="Ada", coordinate=AT, press_enter=True, delete_existing_text=True
    )
    assert action("fara1.5", typed) == Write("Ada", MIDDLE, overwrite=True, press_enter=True)
    assert action("fara1.5", xml(action="history_back")) == Hotkey(("alt", "left"))
    assert action("fara1.5", xml(action="ask_user_question", question="Buy?")) == Ask("Buy?")
    assert action("fara1.5", xml(action="key", keys=["ctrl", "a"])) == Hotkey(("ctrl", "a"))
    step = read("fara1.5", xml(action="key", keys=["Tab", "Enter"]))
    assert (step.action, step.dropped) == (Hotkey(("tab",)), 1)


@pytest.mark.parametrize("name", ["visit_url", "web_search", "pause_and_memorize_fact"])
def test_what_has_no_counterpart_is_refused_with_another_way(name):
    with pytest.raises(ActionParseError, match=name):
        action("fara1.5", xml(action=name, url="https://x", query="x", fact="x"))


def test_pixels_are_those_of_the_picture_that_was_sent():
    assert action("qwen2.5-vl", hermes(action="left_click", coordinate=[960, 539])) == Click(MIDDLE)


def test_of_several_calls_the_first_is_done():
    both = hermes(action="left_click", coordinate=AT) + "\n" + hermes(action="type", text="x")
    step = read("qwen3-vl", both)
    assert (step.action, step.dropped) == (Click(MIDDLE), 1)
    assert step.said.count("<tool_call>") == 1


def test_a_call_that_the_server_parsed_is_read():
    use = ToolUse("computer_use", json.dumps({"action": "left_click", "coordinate": AT}))
    step = read("qwen3.5", Reply("I click it.", tool_uses=(use,)))
    assert (step.action, step.thought) == (Click(MIDDLE), "I click it.")


@pytest.mark.parametrize("name", ["qwen3-vl", "qwen3.5"])
def test_either_wire_is_read_whatever_the_family_writes(name):
    for write in (hermes, xml):
        assert action(name, write(action="left_click", coordinate=AT)) == Click(MIDDLE)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I would click Save.", "no <tool_call>"),
        ("<tool_call>{}", "never ends"),
        (hermes(action="left_click", coordinate=AT) + " ok?", "text stands after the call"),
        (hermes(action="left_click", coordinate=[1]), "is no point"),
        (hermes(action="left_click", coordinate=[1, 2, 3]), "is no point"),
        (hermes(action="left_click", coordinate=[0.5, 0.2]), "no whole number"),
        (hermes(action="left_click", coordinate=["1", "2"]), "a number is expected"),
        (hermes(action="left_click", coordinate=[True, 1]), "a number is expected"),
        (hermes(action="left_click", coordinate=[1001, 5]), "outside the picture"),
        (hermes(action="left_click", coordinate=[500, 1000]), "empty edge"),
        (hermes(action="left_click", coordinate=[-1, -1]), "outside the picture"),
        (hermes(action="mouse_move"), "without a point"),
        (hermes(action="type", text=5), "a text is expected"),
        (hermes(action="key", keys=[]), "are no keys"),
        (hermes(action="key", keys=["ctrl", "ctrl"]), "twice"),
        (hermes(action="key", keys=["nokey"]), "no key 'nokey'"),
        (hermes(action="scroll", pixels=0), "is 0"),
        (hermes(action="wait", time=1e9), "a number is expected"),
        (hermes(action="wait", time=600), "0 to 60"),
        (hermes(action=["left_click"]), "no action"),
        ('<tool_call>{"name": "shell", "arguments": {}}</tool_call>', "no function 'shell'"),
        ('<tool_call>{"name": "computer_use", "arguments": {"a": 1, "a": 2}}</tool_call>', "twice"),
        ('<tool_call>{"name": "computer_use"}</tool_call>', "does not fit"),
        ("<tool_call><function=computer_use><parameter=action>wait</parameter>x</function></tool_call>", "beside its"),
        ("<tool_call><function=computer_use><parameter=action>wait</function></tool_call>", "beside its"),
        ("<think>" + hermes(action="wait"), "never ends"),
    ],
)  # fmt: skip
def test_what_is_no_call_is_refused_in_words_for_the_model(text, words):
    with pytest.raises(ActionParseError, match=words):
        action("qwen3-vl", text)


def test_text_cannot_leave_the_call_that_holds_it():
    step = read("qwen3.5", xml(action="type", text="a</parameter"))
    assert step.action == Write("a</parameter")
    assert read(
        "qwen3-vl", hermes(action="type", text="</tool_call> <|im_end|>".replace("</", "< /"))
    ).action
    told = read("qwen3-vl", hermes(action="type", text="<|im_end|>")).said
    assert "<|im_end|>" not in told


@pytest.mark.parametrize("actions", [GUI_OWL_ACTIONS, FARA15_ACTIONS])
def test_the_function_is_a_sound_schema_with_the_contracts_names(actions):
    function = function_of(actions, None)["function"]
    jsonschema.Draft202012Validator.check_schema(function["parameters"])
    assert function["name"] == "computer_use"
    assert function["parameters"]["properties"]["action"]["enum"] == list(actions)
    assert "1000x1000" in function["description"]
    assert "1932x1092" in function_of(actions, (1932, 1092))["function"]["description"]
