import json

import jsonschema
import numpy as np
import pytest

from automation.core.errors import GenerationError, LoadError, ModelError
from model.inference.grammar import GrammarTokens, ReplyGrammar, ReplyShape
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec
from tests.unit.model.inference.grammar_rig import (
    ROWS,
    STOPS,
    TOKENIZER,
    TOKENS,
    allowed,
    fed,
    grammar,
    text_of,
    walked,
)
from tests.unit.model.inference.reply_contract import CLICK, COORDINATE, STEP, record, text

POINT = record(x=COORDINATE, y=COORDINATE)


def test_a_reply_of_the_contract_is_taken_whole():
    constraint = fed(grammar(STEP).start(), json.dumps(CLICK))
    assert constraint.is_complete


def test_a_typical_action_is_forced_for_more_than_half():
    script = iter(TOKENIZER.encode(json.dumps(CLICK), trusted=False))
    constraint, forced, total = grammar(STEP).start(), 0, 0
    while not constraint.is_complete:
        run = constraint.forced()
        assert list(run) == [next(script) for _ in run]
        forced, total = forced + len(run), total + max(1, len(run))
        for token in run or (next(script),):
            constraint.consume(token)
    assert (forced, total) == (56, 97)


def test_forced_tokens_are_not_consumed_by_asking():
    constraint = grammar(POINT).start()
    first = constraint.forced()
    assert first
    assert constraint.forced() == first


def test_after_the_last_brace_only_the_end_of_the_turn_is_allowed():
    constraint = fed(grammar(POINT).start(), '{"x": 5, "y": 1000}')
    assert constraint.is_complete
    assert constraint.forced() == ()
    assert allowed(constraint.mask()) == list(STOPS)
    constraint.consume(STOPS[1])
    assert constraint.is_complete


def test_the_turn_cannot_end_before_the_reply_does():
    constraint = fed(grammar(POINT).start(), '{"x": 5')
    assert not set(STOPS) & set(allowed(constraint.mask()))
    with pytest.raises(GenerationError, match="token 12 does not continue"):
        constraint.consume(12)


def test_masks_cover_every_row_and_allow_no_padding():
    mask = fed(grammar(record(note=text(30))).start(), '{"note": "').mask()
    assert mask.dtype == np.int32
    assert mask.shape == (-(-ROWS // 32),)
    assert max(allowed(mask)) < TOKENIZER.entries


@pytest.mark.parametrize("padding", range(0, 65, 16))
def test_masks_cover_any_number_of_rows(padding):
    spec = TokenSpec(18, 21, 22, 1, 31, STOPS, TOKENIZER.entries)
    tokens = GrammarTokens(TOKENIZER, spec, TOKENIZER.entries + padding)
    mask = ReplyGrammar(ReplyShape('{"const": "yes"}'), tokens).start().mask()
    assert mask.shape == (-(-(TOKENIZER.entries + padding) // 32),)


def test_masks_fit_where_the_entries_fill_the_last_word():
    document = json.loads(TOKENIZER.document)
    vocabulary = document["model"]["vocab"]
    for extra in range(-len(vocabulary) % 32):
        vocabulary[f"extra{extra}"] = len(vocabulary)
    full = Tokenizer(json.dumps(document))
    tokens = GrammarTokens(full, TokenSpec(18, 21, 22, 1, 31, STOPS, full.entries), full.entries)
    mask = ReplyGrammar(ReplyShape('{"const": "yes"}'), tokens).start().mask()
    assert mask.shape == (len(vocabulary) // 32,)


def test_a_string_may_hold_no_added_token_though_it_may_spell_one():
    constraint = fed(grammar(record(note=text(30))).start(), '{"note": "')
    assert not set(TOKENIZER.added.values()) & set(allowed(constraint.mask()))
    assert not fed(constraint, "<image>").is_complete


def test_added_tokens_around_the_value_are_meant_as_tokens():
    shaped = grammar(POINT, before="<SPECIAL_15>[", after="]<SPECIAL_16>")
    constraint = shaped.start()
    assert constraint.forced()[0] == TOKENIZER.token_id("<SPECIAL_15>")
    written, _ = walked(constraint, lambda mask: allowed(mask)[0], 100)
    assert text_of(written).startswith('<SPECIAL_15>[{"x": ')
    assert written[-1] == TOKENIZER.token_id("<SPECIAL_16>")


def test_literal_text_around_the_value_is_forced():
    constraint = grammar(POINT, before="Click(\n", after=" \\)").start()
    written, _ = walked(constraint, lambda mask: allowed(mask)[0], 100)
    assert text_of(written).startswith('Click(\n{"x": ')
    assert text_of(written).endswith("} \\)")


@pytest.mark.parametrize(
    ("separators", "right", "wrong"),
    [
        ((", ", ": "), '{"x": 1, "y": 2}', '{"x":1,"y":2}'),
        ((",", ":"), '{"x":1,"y":2}', '{"x": 1, "y": 2}'),
    ],
)
def test_only_the_separators_of_the_family_are_taken(separators, right, wrong):
    shaped = grammar(POINT, item_separator=separators[0], key_separator=separators[1])
    assert fed(shaped.start(), right).is_complete
    with pytest.raises(GenerationError):
        fed(shaped.start(), wrong)


@pytest.mark.parametrize(
    "reply",
    [
        '{"y": 1, "x": 2}',  # the order of keys is the schema's
        '{"x": 1001, "y": 2}',
        '{"x": 01, "y": 2}',
        '{"x": 1.0, "y": 2}',
        '{"x": 1, "y": 2, "z": 3}',
        '{ "x": 1, "y": 2}',
        '{"x": "1", "y": 2}',
    ],
)
def test_a_reply_outside_the_schema_is_refused_where_it_leaves_it(reply):
    with pytest.raises(GenerationError, match="does not continue the reply"):
        fed(grammar(POINT).start(), reply)


def test_a_refusal_does_not_repeat_what_was_written():
    constraint = fed(grammar(record(note=text(40))).start(), '{"note": "my secret')
    with pytest.raises(GenerationError) as refused:
        fed(constraint, "\n")
    assert "Tokens:" not in str(refused.value)


def test_replies_under_one_grammar_do_not_touch_each_other():
    shaped = grammar(POINT)
    first, second = shaped.start(), shaped.start()
    fed(first, '{"x": 7')
    assert fed(second, '{"x": 1, "y": 2}').is_complete
    assert fed(first, ', "y": 3}').is_complete


@pytest.mark.parametrize("back", range(12))
def test_taking_tokens_back_leads_to_the_same_masks(back):
    ids = TOKENIZER.encode('{"x": 123, "y": 45}', trusted=False)
    constraint = grammar(POINT).start()
    masks = []
    for token in ids:
        masks.append(allowed(constraint.mask()))
        constraint.consume(token)
    constraint.consume(STOPS[0])
    constraint.rollback(back)
    at = len(ids) + 1 - back
    expected = masks[at] if at < len(ids) else list(STOPS)
    assert allowed(constraint.mask()) == expected


def test_an_end_that_was_taken_back_is_taken_back_once():
    constraint = fed(grammar(POINT).start(), '{"x": 1, "y": 2}')
    constraint.consume(STOPS[0])
    constraint.rollback(1)
    assert constraint.is_complete
    constraint.rollback(1)
    assert not constraint.is_complete


def test_more_tokens_than_there_are_cannot_be_taken_back():
    constraint = fed(grammar(POINT).start(), '{"x"')
    with pytest.raises(GenerationError, match="cannot be taken back"):
        constraint.rollback(99)


def test_numbers_without_a_step_end_after_four_decimals():
    fraction = {"type": "number", "minimum": 0, "maximum": 1}
    constraint = fed(grammar(record(x=fraction)).start(), '{"x": 0.1234')
    assert text_of(constraint.forced()[:1]) == "}"
    jsonschema.validate({"x": 0.1234}, record(x=fraction))


@pytest.mark.parametrize(
    ("schema", "named"),
    [
        ({"type": "string"}, r"\$ has no maxLength"),
        (record(a={"type": "integer", "minimum": 0}), r"\$\.a has no maximum"),
        (record(a={"type": "number", "maximum": 1}), r"\$\.a has no minimum"),
        (record(a={"type": "array", "items": text(3)}), r"\$\.a has no maxItems"),
        (record(a={"type": "array", "maxItems": 3}), r"\$\.a\[\] is NoneType"),
        (record(a={"anyOf": [text(1), {"type": "string"}]}), r"\$\.a\.anyOf\[1\] has no maxLength"),
        (record(a={"oneOf": []}), r"\$\.a\.oneOf is no list"),
        (record(a={"enum": []}), r"\$\.a\.enum is no list"),
        (record(a={"$ref": "#/$defs/point"}), r"\$\.a has the type None"),
        (record(a={"type": ["string", "null"]}), r"\$\.a has the type \["),
        ({"type": "object"}, r"\$\.properties is NoneType"),
        ({"type": "object", "properties": {}, "required": ["x"]}, "requires 'x'"),
        ([1], r"\$ is list"),
        (record(a={**text(4), "format": "weird"}), "weird"),
        (record(a={**text(4), "not": {"const": "no"}}), "not"),
        (record(a={**text(4), "pattern": "["}), "pattern|regex"),
        (record(a={**text(4), "maxLength": True}), "has no maxLength"),
    ],
)
def test_a_schema_that_cannot_be_enforced_is_refused_by_name(schema, named):
    with pytest.raises(ModelError, match=named):
        grammar(schema)


def test_a_schema_that_is_no_json_is_refused():
    with pytest.raises(ModelError, match="not JSON"):
        ReplyGrammar(ReplyShape("{"), TOKENS)


@pytest.mark.parametrize(
    ("stops", "rows"), [((), ROWS), ((ROWS,), ROWS), (STOPS, TOKENIZER.entries - 1)]
)
def test_a_vocabulary_that_cannot_end_a_turn_or_does_not_fit_is_refused(stops, rows):
    spec = TokenSpec(18, 21, 22, 1, 31, stops, TOKENIZER.entries)
    with pytest.raises(LoadError, match=r"tokenizer\.json .* entries for"):
        GrammarTokens(TOKENIZER, spec, rows)


def test_no_reply_needs_more_tokens_than_its_bound_in_bytes():
    shaped = grammar(record(a=text(9), b={"type": "array", "items": COORDINATE, "maxItems": 3}))
    longest = '{"a": "' + "\\u0001" * 9 + '", "b": [1000, 1000, 1000]}'
    assert fed(shaped.start(), longest).is_complete
    assert len(longest) <= shaped.reply.longest_bytes <= len(longest) + len(", ")
