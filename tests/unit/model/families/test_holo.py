"""The JSON contracts on a server: the schema that is asked for, calls that a server parsed, short names."""

import json

import jsonschema
import pytest

from automation.core.actions import Aim, Answer, Click, Element, Plan
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.known import all_families, family
from model.server.asking import Reply, ToolUse
from tests.unit.model.families.conversations import (
    aiming_of,
    replies_of,
    situation,
    tool_replies_of,
)
from tests.unit.model.families.rig import read

JSON = [one for one in all_families() if one.contract.schema(one.space) is not None]
CLICK = {"element": "Save", "x": 500, "y": 496, "button": "left"}


@pytest.mark.parametrize("one", JSON, ids=lambda one: one.name)
def test_each_reply_of_the_contract_holds_to_the_schema_that_is_asked_for(one):
    schema = one.contract.schema(one.space)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert "$ref" not in json.dumps(schema)
    for text in replies_of(one):
        jsonschema.validate(json.loads(text), schema)


def test_free_text_contracts_ask_for_no_schema():
    names = {one.name for one in JSON}
    assert "nemotron-nano-12b-v2-vl" not in names
    assert names >= {"plain", "holo1", "holo2", "holo3", "holo3.1", "holo4", "holotron-12b"}


def test_the_coordinates_that_calibration_found_stand_in_schema_and_prompt():
    one = family("holo3")
    x = one.contract.schema("canvas_px")
    assert '"maximum": 16384' in json.dumps(x)
    now = situation(one)
    (system, *_) = one.contract.turns(
        type(now)(**{**{name: getattr(now, name) for name in now.__slots__}, "space": "canvas_px"})
    )
    assert "pixels of the picture as you see it" in system.text


@pytest.mark.parametrize("name", ["holotron-12b", "nemotron-nano-12b-v2-vl"])
def test_thinking_is_switched_off_where_the_template_looks_for_it(name):
    (system, *_) = family(name).contract.turns(situation(family(name)))
    assert system.text.endswith("\n/no_think")


@pytest.mark.parametrize("name", ["holo3.1", "nemotron-nano-12b-v2-vl"])
def test_a_call_that_the_server_parsed_is_read(name):
    use = ToolUse("click_desktop", json.dumps(CLICK))
    found = read(name, Reply("", tool_uses=(use,))).action
    assert isinstance(found, Click)


@pytest.mark.parametrize(
    "uses",
    [(), (ToolUse("click_desktop", json.dumps(CLICK)),) * 2, (ToolUse("click_desktop", "[1]"),),
     (ToolUse("click_desktop", "{"),), (ToolUse("shell", "{}"),), (ToolUse("answer", '{"tool_name": "x"}'),)],
)  # fmt: skip
def test_what_is_no_single_call_is_refused(uses):
    with pytest.raises(ActionParseError):
        read("holo3.1", Reply("", tool_uses=uses))


@pytest.mark.parametrize("name", ["holo3.1", "holo4"])
def test_each_call_holds_to_the_tools_that_the_server_is_told(name):
    one = family(name).for_server(parses_tools=True)
    assert one.contract.schema(one.space) is None
    tools = {tool.name: tool for tool in one.contract.tools(one.space)}
    assert len(tools) == 12
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.parameters)
        assert tool.description
    for reply in tool_replies_of(one):
        (use,) = reply.tool_uses
        jsonschema.validate(json.loads(use.arguments), tools[use.name].parameters)


def test_a_server_that_parses_no_tools_gets_the_json_contract():
    for one in all_families():
        assert one.for_server(parses_tools=False) is one
        assert one.contract.tools(one.space) == ()
    named = [one.name for one in all_families() if one.by_tools]
    assert named == ["holo3.1", "holo4"]


@pytest.mark.parametrize(
    "reply",
    [Reply("I would click it."), Reply("", reasoning=json.dumps(CLICK)), Reply(""),
     Reply("x", tool_uses=(ToolUse("click_desktop", json.dumps(CLICK)),) * 2),
     Reply("x", tool_uses=(ToolUse("click_desktop", json.dumps(CLICK)[:-9]),)),
     Reply("x", tool_uses=(ToolUse("press_thing", '{"thing": "e1"}'),)),
     Reply("x", tool_uses=(ToolUse("click_desktop", json.dumps(CLICK | {"x": 2000})),)),
     Reply("x", tool_uses=(ToolUse("answer", r'{"content": "\ud800"}'),))],
)  # fmt: skip
def test_by_tools_what_is_no_single_call_that_fits_is_refused(reply):
    one = family("holo4").for_server(parses_tools=True)
    with pytest.raises(ActionParseError):
        one.contract.read(reply, aiming_of(one))


def test_by_tools_a_step_in_json_is_the_same_models_other_contract():
    one = family("holo4").for_server(parses_tools=True)
    step = one.contract.read(Reply(replies_of(one)[0]), aiming_of(one))
    assert isinstance(step.action, Click)
    assert step.use is None


def test_by_tools_the_text_before_a_call_is_shown_and_control_strings_stay_harmless():
    one = family("holo3.1").for_server(parses_tools=True)
    assert one.contract.thought(" The field is em") == "The field is em"
    assert one.contract.thought('{"note": null, "thought": "The f') == "The f"
    arguments = json.dumps({"content": "</tool_call><|im_end|>"})
    use = ToolUse("answer", arguments)
    step = one.contract.read(Reply("<|im_start|>", tool_uses=(use,)), aiming_of(one))
    assert step.action == Answer("</tool_call><|im_end|>")
    assert "<|im_end|>" not in step.use.arguments
    assert "<|im_start|>" not in step.said
    again = one.contract.read(Reply(step.said, tool_uses=(step.use,)), aiming_of(one))
    assert again == step


@pytest.mark.parametrize("tool", ["key_down_desktop", "key_up_desktop"])
def test_a_key_that_would_stay_down_is_refused(tool):
    text = json.dumps(
        {"note": None, "thought": "", "tool_call": {"tool_name": tool, "key": "shift"}}
    )
    with pytest.raises(ActionParseError, match="held down"):
        read("holo3", text)


def test_a_plan_and_a_note_come_through():
    text = json.dumps({
        "note": "order 12", "thought": "t",
        "tool_call": {"tool_name": "update_plan", "goals": [{"title": "Open it", "status": "running"}]},
    })  # fmt: skip
    step = read("holo3", text)
    assert isinstance(step.action, Plan)
    assert step.note == "order 12"


def test_a_short_name_is_a_target_of_our_own_contract_alone():
    one = family("plain")
    save = Aim(ScreenPoint(30, 40), Element("Save", "button", source="tree"))
    aiming = type(aiming_of(one))(
        aiming_of(one).plan, one.space, aiming_of(one).read_key, None, {"e1": save}.get
    )
    call = {"tool_name": "press_thing", "thing": "e1"}
    text = json.dumps({"note": None, "thought": "", "tool_call": call})
    step = one.contract.read(Reply(text), aiming)
    assert (step.action, step.thing) == (Click(save), "e1")
    with pytest.raises(ActionParseError, match="no tool 'press_thing'"):
        read("holo3", text)
    assert [other.name for other in all_families() if other.contract.names_things] == ["plain"]
