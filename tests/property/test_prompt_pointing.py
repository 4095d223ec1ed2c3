"""Over all prefixes of replies: where a reply points is told early, never wrongly, and never fails."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from automation.core.actions import Drag
from automation.core.errors import ActionParseError
from automation.core.geometry import Rect
from model.images.tiling import Grid, TilePlan
from model.policy import VERBS
from model.prompt.chat_layout import neutralised
from model.prompt.parse import Aiming, OpenJson, PointReader, parse_step, point_fields, to_intent
from model.prompt.profile import all_profiles
from tests.property.test_prompt_steps import replies
from tests.slow import examples

PLAN = TilePlan(Rect(10, 20, 1366, 768), Grid(4, 2), 512, 256, has_thumbnail=True)


def written(value, one, **options):
    return f"{one.before}{json.dumps(value, **options)}{one.after}"


def told(text, one, size=1):
    """Return all that a reader tells of a reply that comes in pieces, each with what was read."""
    reader = PointReader(one)
    found = []
    for start in range(0, len(text), size):
        pointing = reader.push(text[start : start + size])
        if pointing is not None:
            found.append((start + size, pointing))
    return found


def aimed_at(text, one):
    """Return the pixel that the finished reply aims at; None when it aims at none."""
    aiming = Aiming(PLAN, one.space, lambda name: ("ctrl",), PLAN.source.center)
    action = to_intent(parse_step(text, one).call, aiming)
    if isinstance(action, Drag):
        return action.path[-1]
    return getattr(getattr(action, "at", None), "point", None)


def pixel(pointing, one):
    return PLAN.screen_point(pointing.x, pointing.y, one.space)


def calls(step):
    """Tell whether the tool takes a point in the model's numbers."""
    return point_fields(type(step.call)) is not None


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.integers(1, 9), st.booleans(), st.sampled_from([(", ", ": "), (",", ":")]))
def test_what_is_told_of_a_reply_is_where_the_finished_step_aims(reply, size, is_ascii, spelt):
    one, value = reply
    text = neutralised(written(value, one, ensure_ascii=is_ascii, separators=spelt))
    found = told(text, one, size)
    step = parse_step(text, one)
    assert len(found) == int(calls(step))
    for _, pointing in found:
        assert type(step.call) is pointing.tool
        try:
            at = aimed_at(text, one)
        except ActionParseError:
            continue
        assert pixel(pointing, one) == at


NOISE = st.text(alphabet='0123456789.eE-+"{}[], :xyab', max_size=12)


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.data())
def test_no_other_end_of_the_same_beginning_aims_elsewhere(reply, data):
    """What follows what was read may be anything: the point that was told still stands."""
    one, value = reply
    text = neutralised(written(value, one))
    for read, pointing in told(text, one):
        tail = data.draw(NOISE) + text[read:]
        try:
            at = aimed_at(text[:read] + tail, one)
        except ActionParseError:
            continue
        assert pixel(pointing, one) == at


@settings(deadline=None, max_examples=examples(100))
@given(replies, st.data())
def test_a_reply_with_a_part_exchanged_tells_no_other_point_than_its_step(reply, data):
    one, value = reply
    text = written(value, one)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    odd = ["{", "[", "}", "]", '"', "\\", "1e999", "NaN", "9" * 50, ",", ":", "-", one.before]
    part = data.draw(st.one_of(st.text(max_size=4), st.sampled_from(odd)))
    text = text[:start] + part + text[end:]
    found = told(text, one)
    assert len(found) <= 1
    try:
        at = aimed_at(text, one)
    except ActionParseError:
        return
    for _, pointing in found:
        assert pixel(pointing, one) == at


@settings(deadline=None, max_examples=examples(60))
@given(st.text(), st.sampled_from(all_profiles()))
@example(
    '{"tool_call": {"tool_name": "click_desktop", "x": 1, "x": 2, "y": ' * 40, all_profiles()[0]
)
@example("]" * 9, all_profiles()[0])
@example('"', all_profiles()[0])
def test_any_text_tells_one_point_at_most(text, one):
    assert len(told(text, one)) <= 1


FINITE = st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**30), 10**30), FINITE, st.text()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
).filter(lambda value: isinstance(value, list | dict))


def leaves(value, path=()):
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in leaves(part, (*path, key))]
    if isinstance(value, list):
        return [leaf for n, part in enumerate(value) for leaf in leaves(part, (*path, n))]
    is_told = isinstance(value, str | int | float) and not isinstance(value, bool)
    return [(path, value)] if is_told else []


@settings(deadline=None, max_examples=examples(100))
@given(json_values, st.sampled_from([None, 1]), st.booleans())
@example(["a\\", {"b\\": "\\"}], None, True)
def test_the_values_of_any_json_are_told_in_order_with_their_places(value, indent, is_ascii):
    text = json.dumps(value, indent=indent, ensure_ascii=is_ascii)
    reader = OpenJson()
    assert [known for char in text for known in reader.push(char)] == leaves(value)
    assert reader.is_over


def test_every_tool_that_takes_a_point_has_words():
    offered = {tool for one in all_profiles() for tool in one.tools}
    assert {tool for tool in offered if point_fields(tool)} == set(VERBS)
