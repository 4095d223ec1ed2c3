"""A tiny vocabulary, its grammars, and ways to walk through a reply."""

import json

import numpy as np

from model.checkpoint.tiny import tokenizer_document
from model.inference.reply_grammar import GrammarTokens, ReplyGrammar, ReplyShape
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec

STOPS = (2, 12)
PADDING = 23
"""Rows beyond the tokenizer's entries; with them the rows are no multiple of 32."""
TOKENIZER = Tokenizer(json.dumps(tokenizer_document()))
ROWS = TOKENIZER.entries + PADDING
TOKENS = GrammarTokens(TOKENIZER, TokenSpec(18, 21, 22, 1, 31, STOPS, TOKENIZER.entries), ROWS)


def grammar(schema, **shape):
    return ReplyGrammar(ReplyShape(json.dumps(schema), **shape), TOKENS)


def flags(mask):
    """Return (rows,) bools: may the token come next."""
    return np.unpackbits(mask.view(np.uint8), bitorder="little", count=ROWS).view(np.bool_)


def allowed(mask):
    """Return the ids that a mask allows, those behind the last row too."""
    return np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")).tolist()


def fed(constraint, text):
    """Consume the tokens of a text and return the constraint."""
    for token in TOKENIZER.encode(text, trusted=False):
        constraint.consume(token)
    return constraint


def walked(constraint, choose, most):
    """Decode a reply: forced tokens as they come, others chosen from what is allowed.

    Returns the tokens, and how many of them were forced.
    """
    written, forced = [], 0
    while not constraint.is_complete and len(written) < most:
        run = constraint.forced()[: most - len(written)]
        forced += len(run)
        for token in run or (choose(constraint.mask()),):
            constraint.consume(token)
            written.append(token)
    return written, forced


def text_of(ids):
    return b"".join(map(TOKENIZER.token_bytes, ids)).decode()
