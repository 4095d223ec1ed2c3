"""The JSON contracts on a server: the schema that is asked for, calls that a server parsed, short names."""

import json

import jsonschema
import pytest

from automation.core.actions import Aim, Click, Element, Plan
from automation.core.errors import ActionParseError
from automation.core.geometry import ScreenPoint
from model.families.known import all_families, family
from model.server.asking import Reply, ToolUse
from tests.unit.model.families.conversations import aiming_of, replies_of, situation
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
