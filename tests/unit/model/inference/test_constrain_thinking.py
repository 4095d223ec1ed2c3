import json

import pytest

from automation.core.errors import GenerationError
from model.checkpoint.tiny import tokenizer_document
from model.inference.grammar import (
    AfterThinking,
    GrammarTokens,
    ReplyGrammar,
    ReplyShape,
    ThinkingTokens,
)
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec
from tests.unit.model.inference.grammar_rig import STOPS, TOKENIZER, TOKENS, allowed, grammar
from tests.unit.model.inference.reply_contract import COORDINATE, record

POINT = record(x=COORDINATE, y=COORDINATE)
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
    for text in ("</think>", "<</think>", "</</think>", "</thin</think>", "a</think>\n\n"):
        assert said(spelled(), SPELLED, text + REPLY).is_complete, text


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


@pytest.mark.parametrize("back", range(1, 20))
def test_tokens_can_be_taken_back_over_the_end_of_the_thinking(back):
    ids = [*TOKENIZER.encode("so", trusted=False), CLOSE_ID]
    ids += TOKENIZER.encode("\n" + REPLY, trusted=False)
    constraint = thinking()
    masks = []
    for part in ids:
        masks.append(allowed(constraint.mask()))
        constraint.consume(part)
    back = min(back, len(ids))
    constraint.rollback(back)
    assert allowed(constraint.mask()) == masks[len(ids) - back]
    with pytest.raises(GenerationError, match="cannot be taken back"):
        constraint.rollback(len(ids) - back + 1)
