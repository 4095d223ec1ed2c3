"""Ten thousand random continuations: each is a step of the contract, or was cut off."""

import itertools
import json
from typing import get_args

import jsonschema
import numpy as np
import pytest

from automation.core.errors import GenerationError, LoadError, ModelError
from model.checkpoint.tiny import tokenizer_document
from model.inference.reply_grammar import (
    AfterThinking,
    GrammarTokens,
    ReplyGrammar,
    ReplyShape,
    ThinkingTokens,
    shape_of,
)
from model.prompt.parse import parse_step
from model.prompt.profile import all_profiles
from model.prompt.tokenizer import Tokenizer
from model.spec import CoordinateSpace, TokenSpec
from tests.unit.model.inference.grammar_rig import (
    ROWS,
    STOPS,
    TOKENIZER,
    TOKENS,
    allowed,
    fed,
    flags,
    grammar,
    longest_bytes,
    text_of,
    walked,
)
from tests.unit.model.inference.reply_contract import (
    CLICK,
    COORDINATE,
    FLAG,
    STEP,
    record,
    text,
    tool,
)

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
        (record(a={"type": "number", "minimum": 0, "maximum": float("inf")}), "has no maximum"),
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
    schema = record(a=text(9), b={"type": "array", "items": COORDINATE, "maxItems": 3})
    shaped = grammar(schema)
    longest = '{"a": "' + "\\u0001" * 9 + '", "b": [1000, 1000, 1000]}'
    assert fed(shaped.start(), longest).is_complete
    assert len(longest) <= longest_bytes(schema) <= len(longest) + len(", ")


# Ten thousand random continuations: each is a step of the contract, or was cut off.


SHORT = record(
    note=text(8),
    thought=text(12),
    tool_call={
        "anyOf": [
            tool("click_desktop", element=text(6), x=COORDINATE, y=COORDINATE),
            tool("write_desktop", content=text(10), press_enter=FLAG),
            tool("hotkey_desktop", keys={"type": "array", "items": text(4), "maxItems": 3}),
        ]
    },
)
"""The contract's shape with short strings: most replies end within the limits below."""
GRAMMAR, VALIDATOR = grammar(SHORT), jsonschema.Draft202012Validator(SHORT)
COUNT = 10_000
SHARDS = 10
LIMITS = (24, 48, 96)
"""Tokens after which a reply is cut off."""

NOISE = np.random.default_rng(0).gumbel(scale=5.0, size=100_000)
"""Choosing the largest of scores with this noise is sampling from their softmax."""
_BYTES = [TOKENIZER.token_bytes(token) for token in range(TOKENIZER.entries)]


def scores(of_bytes):
    """Return logits over all rows: by what a token writes; padding and added tokens score best."""
    written = [float(of_bytes(text)) for text in _BYTES]
    logits = np.array([*written, *[1e6] * (ROWS - len(written))])
    logits[list(TOKENIZER.added.values())] = 1e6
    return logits


WISHES = {
    "anything": scores(lambda text: 0),
    "long tokens": scores(lambda text: 40 * len(text)),
    "quotes": scores(lambda text: 40 * text.count(b'"')),
    "escapes": scores(lambda text: 40 * (b"\\" in text) + 20 * (text == b"u")),
    "bytes of other scripts": scores(lambda text: 40 * any(byte >= 0x80 for byte in text)),
    "braces": scores(lambda text: 40 * (b"}" in text or b"{" in text)),
    "never an end": scores(lambda text: -40 * (b'"' in text or b"}" in text or b"]" in text)),
}


def chooser(rng, wish):
    """Return a choice that samples from random logits under a wish."""

    def choose(mask):
        at = int(rng.integers(len(NOISE) - ROWS))
        return int(np.argmax(np.where(flags(mask), wish + NOISE[at : at + ROWS], -np.inf)))

    return choose


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_continuations_are_steps_of_the_contract_or_end_with_length(shard):
    rng = np.random.default_rng(shard)
    wishes = list(WISHES.values())
    whole = 0
    for n in range(COUNT // SHARDS):
        choose, most = chooser(rng, wishes[n % len(wishes)]), LIMITS[n % len(LIMITS)]
        constraint = GRAMMAR.start()
        ids, _ = walked(constraint, choose, most)
        if constraint.is_complete:
            VALIDATOR.validate(json.loads(text_of(ids)))
            whole += 1
        else:
            assert len(ids) == most
        assert max(ids) < TOKENIZER.entries
        assert not {*TOKENIZER.added.values(), *STOPS} & set(ids)
    assert whole >= 0.3 * COUNT / SHARDS


@pytest.mark.parametrize("wish", WISHES)
def test_every_reply_ends_within_its_bound(wish):
    constraint = GRAMMAR.start()
    choose = chooser(np.random.default_rng(1), WISHES[wish])
    ids, _ = walked(constraint, choose, longest_bytes(SHORT))
    assert constraint.is_complete
    VALIDATOR.validate(json.loads(text_of(ids)))


def test_the_whole_contract_of_twelve_tools_holds_too():
    shaped, validator = grammar(STEP), jsonschema.Draft202012Validator(STEP)
    tools = set()
    for seed, wish in enumerate([*WISHES.values()] * 8):
        constraint = shaped.start()
        ids, _ = walked(constraint, chooser(np.random.default_rng(seed), wish), 4000)
        step = json.loads(text_of(ids))
        validator.validate(step)
        tools.add(step["tool_call"]["tool_name"])
    assert len(tools) > 6


def takes(written, candidate):
    """Tell whether a reply may go on with a token."""
    constraint = GRAMMAR.start()
    for token in written:
        constraint.consume(token)
    try:
        constraint.consume(candidate)
    except GenerationError:
        return False
    return True


@pytest.mark.parametrize("length", [4, 7, 30, 44, 60])
def test_the_mask_allows_just_what_is_taken_where_there_is_a_choice(length):
    script = '{"note": "a b", "thought": "c", "tool_call": {"tool_name": "click_desktop", "element"'
    written = TOKENIZER.encode(script, trusted=False)[:length]
    constraint = fed(GRAMMAR.start(), TOKENIZER.decode(written))
    taken = [token for token in range(TOKENIZER.entries) if takes(written, token)]
    assert allowed(constraint.mask()) == taken


# Constrain thinking


REPLY = '{"x": 1, "y": 2}'
CLOSE_ID = TOKENIZER.token_id("</think>")
THINKING = ThinkingTokens(TOKENS)


def spelled_tokenizer():
    """Return the tiny tokenizer where `</think>` is ordinary text and some tokens reach over it."""
    document = tokenizer_document()
    document["added_tokens"] = [x for x in document["added_tokens"] if "think" not in x["content"]]
    model = document["model"]
    for word in ("<think>", "</think>"):
        model["vocab"][f"gone {word}".replace(" ", "Ġ")] = model["vocab"].pop(word)
    for left, right in ((">", "Ċ"), (">Ċ", "Ċ"), (">", "{"), ("<", "/"), ("k", ">{")):
        model["merges"].append([left, right])
        model["vocab"][left + right] = len(model["vocab"])
    return Tokenizer(json.dumps(document))


SPELLED = spelled_tokenizer()
SPELLED_TOKENS = GrammarTokens(
    SPELLED, TokenSpec(18, 21, 22, 1, 31, STOPS, SPELLED.entries), SPELLED.entries
)
SPELLED_POINT = ReplyGrammar(ReplyShape(json.dumps(POINT)), SPELLED_TOKENS)
SPELLED_THINKING = ThinkingTokens(SPELLED_TOKENS)


def thinking(most=100):
    return AfterThinking(grammar(POINT).start(), THINKING, most=most)


def spelled(most=100):
    return AfterThinking(SPELLED_POINT.start(), SPELLED_THINKING, most=most)


def said(constraint, tokenizer, text):
    for token in tokenizer.encode(text, trusted=False):
        constraint.consume(token)
    return constraint


def token(text):
    """Return the one token of the spelled-out vocabulary that writes just this."""
    (found,) = [x for x in range(SPELLED.entries) if SPELLED.token_bytes(x) == text.encode()]
    return found


def test_thinking_may_be_any_text_and_hold_no_other_added_token():
    ids = allowed(thinking().mask())
    assert set(TOKENIZER.added.values()) & set(ids) == {CLOSE_ID}
    assert len(ids) == TOKENIZER.entries - len(TOKENIZER.added) + 1


def test_the_turn_cannot_end_while_the_model_thinks():
    constraint = said(thinking(), TOKENIZER, f"I will answer {REPLY}")
    assert not constraint.is_complete
    assert not set(STOPS) & set(allowed(constraint.mask()))


@pytest.mark.parametrize("gap", ["", "\n", "\n\n", " "])
def test_the_answer_is_held_to_its_schema_after_the_thinking(gap):
    constraint = said(thinking(), TOKENIZER, "hm")
    constraint.consume(CLOSE_ID)
    said(constraint, TOKENIZER, gap + REPLY)
    assert constraint.is_complete
    assert allowed(constraint.mask()) == list(STOPS)


def test_the_answer_is_forced_once_it_has_begun():
    constraint = thinking()
    constraint.consume(CLOSE_ID)
    assert constraint.forced() == ()  # the model may print line ends first
    said(constraint, TOKENIZER, "\n\n")
    assert constraint.forced() == grammar(POINT).start().forced()


def test_nothing_but_the_answer_follows_the_gap():
    constraint = said(thinking(), TOKENIZER, "hm")
    constraint.consume(CLOSE_ID)
    said(constraint, TOKENIZER, "\n\n")
    with pytest.raises(GenerationError):
        said(constraint, TOKENIZER, "\n")
    with pytest.raises(GenerationError):
        said(said(thinking(), TOKENIZER, "</think>"), TOKENIZER, "Sure!")


def test_thinking_that_takes_too_long_is_ended():
    constraint = said(thinking(most=4), TOKENIZER, "abc")
    assert constraint.forced() == ()
    said(constraint, TOKENIZER, "d")
    assert constraint.forced() == (CLOSE_ID,)
    constraint.consume(CLOSE_ID)
    assert said(constraint, TOKENIZER, REPLY).is_complete


def test_an_end_that_is_spelled_out_counts_wherever_its_tokens_are_cut():
    for written in ("</think>", "<</think>", "</</think>", "</thin</think>", "a</think>\n\n"):
        assert said(spelled(), SPELLED, written + REPLY).is_complete, written


def test_an_end_that_is_spelled_out_is_forced_when_the_time_is_up():
    constraint = said(spelled(most=3), SPELLED, "a b c")
    for part in constraint.forced():
        constraint.consume(part)
    assert said(constraint, SPELLED, REPLY).is_complete


def test_no_token_carries_the_answer_over_the_end_of_the_thinking():
    before = said(spelled(), SPELLED, "x</thin")
    assert token("k>{") not in allowed(before.mask())
    before.consume(token("k"))
    assert token(">{") not in allowed(before.mask())
    assert {token(">"), token(">\n"), token(">\n\n")} <= set(allowed(before.mask()))
    elsewhere = said(spelled(), SPELLED, "if x")
    assert {token("k>{"), token(">{")} <= set(allowed(elsewhere.mask()))


# What passes a profile's grammar is a step of that profile.


EVERY = list(itertools.product(all_profiles(), get_args(CoordinateSpace)))
QUOTES = frozenset(
    token for token in range(TOKENIZER.entries) if b'"' in TOKENIZER.token_bytes(token)
)


def terse(rng):
    """Return a choice that ends strings soon, so that a reply takes hundreds of tokens at most."""

    def choose(mask):
        ids = allowed(mask)
        ends = [token for token in ids if token in QUOTES]
        return int(rng.choice(ends if ends and rng.random() < 0.3 else ids))

    return choose


@pytest.mark.parametrize(
    ("profile", "space"), EVERY, ids=[f"{profile.name}-{space}" for profile, space in EVERY]
)
def test_random_replies_are_steps_of_the_profile(profile, space):
    spoken = profile.with_space(space)
    grammar = ReplyGrammar(shape_of(spoken), TOKENS)
    for seed in range(6):
        constraint = grammar.start()
        ids, _ = walked(constraint, terse(np.random.default_rng(seed)), 3000)
        assert constraint.is_complete
        parse_step(text_of(ids), spoken)
