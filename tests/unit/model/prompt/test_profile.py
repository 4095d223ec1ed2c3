"""Profiles: their schemas, prompts and budgets."""

import json

import jsonschema
import pytest

from automation.core.errors import SettingsError
from model.prompt.profile import ImageBudget, RunFacts, all_profiles, profile
from model.prompt.tools import name_of, point_schema

ALL = all_profiles()
FACTS = RunFacts("2026-11-21")


def _nodes(schema):
    yield schema
    parts = schema.values() if isinstance(schema, dict) else schema
    for part in parts:
        if isinstance(part, dict | list):
            yield from _nodes(part)


def _schemas(schema, kind):
    return [node for node in _nodes(schema) if isinstance(node, dict) and node.get("type") == kind]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_schema_is_valid_and_every_part_of_it_bounded(one):
    jsonschema.Draft202012Validator.check_schema(one.schema)
    assert "$ref" not in one.schema_text
    assert all("maxLength" in node for node in _schemas(one.schema, "string"))
    assert all("maxItems" in node for node in _schemas(one.schema, "array"))
    for kind in ("integer", "number"):
        assert all({"minimum", "maximum"} <= node.keys() for node in _schemas(one.schema, kind))


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_field_of_every_schema_must_be_there_in_its_order(one):
    found = _schemas(one.schema, "object")
    assert found
    assert all(node["required"] == list(node["properties"]) for node in found)
    assert all(node["additionalProperties"] is False for node in found)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_prompt_of_a_profile_shows_its_schema_or_its_tools_and_nothing_of_a_template(one):
    prompt = one.system_prompt(FACTS)
    assert "{" not in prompt.split("<")[0].replace('[{"name": "the tool", "arguments": {}}]', "")
    assert "2026-11-21" in prompt
    assert all(name_of(tool) in prompt for tool in one.tools)
    if one.envelope == "toolcall":
        tools = prompt.partition("<AVAILABLE_TOOLS>")[2].removesuffix("</AVAILABLE_TOOLS>")
        assert [tool["name"] for tool in json.loads(tools)] == [name_of(t) for t in one.tools]
    else:
        end = f"<output_format>\n```json\n{one.schema_text}\n```\n</output_format>"
        assert prompt.endswith(end)


def test_the_prompt_asks_for_a_tool_call_where_the_enforced_reply_begins():
    one = profile("nemotron-toolcall")
    assert f"begin your reply with {one.before} and end it with {one.after}" in (
        one.system_prompt(FACTS)
    )


def test_the_prompt_of_a_run_says_nothing_that_changes_between_its_steps():
    assert profile().system_prompt(FACTS) == profile().system_prompt(FACTS)


def test_the_default_is_holotron_with_twelve_tools_in_thousandths_and_three_of_four_pictures():
    found = profile()
    assert (found.name, found.style_name, found.space) == (
        "holotron-12b",
        "nemotron_v2",
        "norm_1000",
    )
    assert [name_of(tool) for tool in found.tools] == [
        "update_plan", "write_desktop", "click_desktop", "double_click_desktop", "drag_to_desktop",
        "scroll_desktop", "move_to_desktop", "key_down_desktop", "key_up_desktop", "hotkey_desktop",
        "hold_and_tap_key_desktop", "answer",
    ]  # fmt: skip
    assert (found.images.most, found.most_images, found.thinking) == (3, 4, False)
    assert list(found.schema["properties"]) == ["note", "thought", "tool_call"]


def test_the_model_says_what_it_aims_at_before_it_says_where():
    click = profile().schema["properties"]["tool_call"]["anyOf"][2]["properties"]
    assert list(click) == ["tool_name", "element", "x", "y", "button"]
    assert click["tool_name"] == {"const": "click_desktop"}


def test_the_sixteen_tools_have_a_drag_of_their_own():
    names = {name_of(tool) for tool in profile("holotron-3-nano-16").tools}
    assert len(names) == 16
    assert {"drag_and_drop", "write_at_desktop", "mouse_down_desktop", "wait_desktop"} <= names
    assert "drag_to_desktop" not in names


@pytest.mark.parametrize(
    ("space", "kind", "most"),
    [("norm_1000", "integer", 1000), ("fraction", "number", 1), ("source_px", "integer", 16_384)],
)
def test_another_space_changes_what_a_coordinate_may_be_and_what_the_prompt_says(space, kind, most):
    found = profile().with_space(space)
    x = found.schema["properties"]["tool_call"]["anyOf"][2]["properties"]["x"]
    assert (x["type"], x["minimum"], x["maximum"]) == (kind, 0, most)
    differs = found.system_prompt(FACTS) != profile().system_prompt(FACTS)
    assert differs == (space != "norm_1000")
    assert json.dumps(point_schema(space)) in found.locating_question("the Save button")


def test_an_unknown_profile_is_refused_with_the_names_of_all():
    with pytest.raises(SettingsError, match=r"no profile 'holo9'.*holotron-12b, .*holo1$"):
        profile("holo9")


def test_pictures_grow_to_the_most_and_then_all_but_some_go_at_once():
    assert [ImageBudget(3, 1).shown(step) for step in range(9)] == [1, 2, 3, 1, 2, 3, 1, 2, 3]
    assert [ImageBudget(4, 2).shown(step) for step in range(9)] == [1, 2, 3, 4, 2, 3, 4, 2, 3]
    assert [ImageBudget(1, 1).shown(step) for step in range(3)] == [1, 1, 1]
    assert [ImageBudget(2, 2).shown(step) for step in range(4)] == [1, 2, 2, 2]


@pytest.mark.parametrize(("asked", "most"), [(0, 1), (1, 1), (4, 4), (9, 4)])
def test_the_number_of_pictures_can_be_set_within_what_was_seen_in_training(asked, most):
    assert profile().with_images(asked).images == ImageBudget(most, 1)


def test_a_budget_that_cannot_be_kept_is_a_mistake_of_ours():
    with pytest.raises(AssertionError):
        ImageBudget(most=1, after_cut=2)
