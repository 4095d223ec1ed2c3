"""Replies of every contract: what fits the schema parses, and nothing else than an error else."""

import json

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from automation.core.errors import ActionParseError
from automation.core.geometry import Rect
from model.images.tiling import Grid, TilePlan
from model.prompt.chat_layout import neutralised
from model.prompt.parse import Aiming, parse_step, reserialise, to_intent
from model.prompt.profile import all_profiles
from tests.slow import examples

words = st.lists(
    st.one_of(
        st.text(max_size=5),
        st.sampled_from(["</think>", "<image>", "\u2060", "/think", '"', "\\", "{", "é", "\u2028"]),
    ),
    max_size=4,
).map("".join)


PLAIN = {"boolean": st.booleans(), "null": st.none()}


def values(schema):
    """Return a strategy for values that fit the schema."""
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([values(part) for part in schema["anyOf"]])
    if schema["type"] in PLAIN:
        return PLAIN[schema["type"]]
    low, high = schema.get("minimum"), schema.get("maximum")
    match schema["type"]:
        case "string":
            least, most = schema.get("minLength", 0), schema["maxLength"]
            return words.filter(lambda text: least <= len(text) <= most)
        case "integer":
            return st.integers(low, high)
        case "number":
            return st.one_of(st.integers(low, high), st.floats(low, high))
        case "array":
            items = values(schema["items"])
            most = min(3, schema["maxItems"])
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=most)
        case "object":
            return st.fixed_dictionaries({k: values(v) for k, v in schema["properties"].items()})


def _with_fraction():
    return (*all_profiles(), all_profiles()[0].with_space("fraction"))


VALIDATORS = {one: jsonschema.Draft202012Validator(one.schema) for one in _with_fraction()}
replies = st.one_of([st.tuples(st.just(one), values(one.schema)) for one in VALIDATORS])


def _written(value, one, **options):
    return f"{one.before}{json.dumps(value, **options)}{one.after}"


@settings(deadline=None, max_examples=examples(300))
@given(replies, st.booleans())
def test_whatever_fits_the_schema_is_a_step_and_comes_back_from_its_spelling(reply, is_ascii):
    one, value = reply
    step = parse_step(neutralised(_written(value, one, ensure_ascii=is_ascii)), one)
    spelled = reserialise(step, one)
    assert parse_step(neutralised(spelled), one) == step
    body = spelled.removeprefix(one.before).removesuffix(one.after)
    VALIDATORS[one].validate(json.loads(body))


@settings(deadline=None, max_examples=examples(200))
@given(replies, st.data())
def test_a_reply_with_a_part_exchanged_is_a_step_or_an_error_that_can_be_told(reply, data):
    one, value = reply
    text = _written(value, one)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    other = data.draw(
        st.one_of(st.text(max_size=4), st.sampled_from(["{", "[", '"', "1e999", "NaN"]))
    )
    _parsed_or_refused(text[:start] + other + text[end:], one)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["note", "thought", "tool_call", "action", "tool_name", "x", "name"]),
            inner,
        ),
    ),
    max_leaves=8,
)


@settings(deadline=None, max_examples=examples(200))
@given(st.one_of(st.text(), json_values.map(json.dumps)), st.sampled_from(all_profiles()))
def test_any_text_is_a_step_or_an_error_that_can_be_told(text, one):
    _parsed_or_refused(text, one)


def _parsed_or_refused(text, one):
    refusal = ""
    try:
        step = parse_step(text, one)
    except ActionParseError as error:
        refusal = str(error)
    else:
        assert parse_step(neutralised(reserialise(step, one)), one) == step
    assert len(refusal) < 1000


PLAN = TilePlan(Rect(10, 20, 1366, 768), Grid(4, 2), 512, 256, has_thumbnail=True)


@settings(deadline=None, max_examples=examples(200))
@given(replies)
def test_every_step_becomes_an_action_on_the_picture_or_is_refused(reply):
    one, value = reply
    aiming = Aiming(PLAN, one.space, lambda name: (name,), PLAN.source.center)
    try:
        action = to_intent(parse_step(neutralised(_written(value, one)), one).call, aiming)
    except ActionParseError:
        return
    at = getattr(action, "at", None)
    assert at is None or PLAN.source.contains(at.point)
