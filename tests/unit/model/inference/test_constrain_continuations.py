"""Ten thousand random continuations: each is a step of the contract, or was cut off."""

import json

import jsonschema
import numpy as np
import pytest

from automation.core.errors import GenerationError
from tests.unit.model.inference.grammar_rig import (
    ROWS,
    STOPS,
    TOKENIZER,
    allowed,
    fed,
    flags,
    grammar,
    text_of,
    walked,
)
from tests.unit.model.inference.reply_contract import (
    COORDINATE,
    FLAG,
    STEP,
    record,
    text,
    tool,
)

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
    bound = GRAMMAR.reply.longest_bytes
    choose = chooser(np.random.default_rng(1), WISHES[wish])
    ids, _ = walked(constraint, choose, bound)
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
