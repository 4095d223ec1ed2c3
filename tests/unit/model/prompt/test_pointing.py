import json

import pytest

from model.prompt import tools
from model.prompt.parse import Pointing, PointReader
from model.prompt.profile import profile

BEFORE = (
    '{"note": null, "thought": "x", "tool_call": {"tool_name": "click_desktop", "element": "Save"'
)


def first(text, one=None):
    """Return what is told of a text, and after how many characters."""
    reader = PointReader(one or profile())
    for count, char in enumerate(text, 1):
        found = reader.push(char)
        if found is not None:
            return count, found
    return None


def test_the_point_is_told_before_the_rest_is_written():
    text = f'{BEFORE}, "x": 640, "y": 400, '
    assert first(text + '"button": "left"}}') == (
        len(text) - 1,
        Pointing(tools.ClickDesktop, 640, 400),
    )


def test_a_number_that_may_go_on_is_not_told():
    assert first(f'{BEFORE}, "x": 640, "y": 40') is None


def test_a_point_inside_the_models_words_is_none():
    quoted = json.dumps(f'{BEFORE}, "x": 1, "y": 2, ')
    assert first(f'{{"note": {quoted}, "thought": {quoted}') is None


def test_a_drag_points_where_it_lets_go():
    text = '{"note": null, "thought": "", "tool_call": {"tool_name": "drag_and_drop", '
    numbers = '"description": "a", "x1": 1, "y1": 2, "x2": 3, "y2": 4, "hold_keys": null}}'
    one = profile("holotron-3-nano-16")
    assert first(text + numbers, one)[1] == Pointing(tools.DragAndDrop, 3, 4)


def test_keys_that_come_in_another_order_and_escaped_are_understood():
    text = '{"tool_call": {"y": 2, "\\u0078": 1, "tool_name": "click_desktop"'
    assert first(text) == (len(text), Pointing(tools.ClickDesktop, 1, 2))


def test_the_call_begins_after_its_mark_in_whatever_pieces_it_comes():
    call = '[{"name": "click_desktop", "arguments": {"element": "a", "x": 5, "y": 6, "button"'
    _, found = first(f'See {{"x": 9}}.\n<TOOLCALL>{call}', profile("nemotron-toolcall"))
    assert found == Pointing(tools.ClickDesktop, 5, 6)
    assert first(call, profile("nemotron-toolcall")) is None


@pytest.mark.parametrize("number", ["1.5", "true", '"7"', "[7]", "null", "9" * 60])
def test_what_the_contract_refuses_is_not_told(number):
    assert first(f'{BEFORE}, "x": {number}, "y": 2, ') is None


def test_a_tool_that_is_not_offered_is_not_told():
    assert first('{"tool_call": {"tool_name": "click_element", "x": 1, "y": 2}}') is None


def test_a_fraction_is_told_where_fractions_are_spoken():
    text = f'{BEFORE}, "x": 0.25, "y": 1, '
    assert first(text, profile().with_space("fraction"))[1] == Pointing(tools.ClickDesktop, 0.25, 1)
