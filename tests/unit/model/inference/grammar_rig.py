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


def longest_bytes(schema, item_separator=", ", key_separator=": "):
    """Return a bound on the bytes of a reply under a bounded schema, and on its tokens: each is a byte or more.

    The longest spelling of one character is an escaped control character, six bytes; no character takes more
    than four in UTF-8. Source: RFC 8259 section 7, RFC 3629.
    """

    def inside(part):
        return longest_bytes(part, item_separator, key_separator)

    def printed(value):
        separators = (item_separator, key_separator)
        text = json.dumps(value, separators=separators, ensure_ascii=False)
        return max(len(text.encode()), len(json.dumps(value, separators=separators)))

    if choices := schema.get("enum") or ([schema["const"]] if "const" in schema else []):
        return max(map(printed, choices))
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return max(map(inside, options))
    match schema["type"]:
        case "string":
            return 2 + 6 * schema["maxLength"]
        case "integer":
            return max(len(str(schema[edge])) for edge in ("minimum", "maximum"))
        case "number":  # more decimals than any `multipleOf` here prints
            whole = max(len(str(int(schema[edge]))) for edge in ("minimum", "maximum"))
            return whole + len("-.") + 32
        case "array":
            one, between = inside(schema["items"]), len(item_separator)
            return 2 + max(0, schema["maxItems"] * (one + between) - between)
        case "object":
            around = len(key_separator) + len(item_separator)
            members = schema["properties"].items()
            return 2 + sum(printed(name) + inside(value) + around for name, value in members)
    return len("false")


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
