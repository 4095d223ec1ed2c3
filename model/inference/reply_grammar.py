"""Holds a reply to its JSON schema while it is decoded: which tokens may come next, which must.

The schema becomes a grammar under which every reply ends. It is stricter than the schema in places (no
other keys, at most so many decimals), so what passes the grammar passes the schema. A reply may think
freely first; then it is held from `</think>` on.

Everything here is for the engine thread. The library keeps a parser a reply; a mask costs some
tenths of a millisecond, so it can be computed while the device works.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from automation.core.errors import GenerationError, LoadError, ModelError
from model.prompt.profile import Profile
from model.spec import TokenSpec

if TYPE_CHECKING:
    import llguidance

    from model.prompt.tokenizer import Tokenizer


Bitmask = npt.NDArray[np.int32]
"""(ceil(vocabulary rows / 32),) int32; bit `i % 32` of word `i // 32` is set when id i may follow."""


Schema: TypeAlias = "dict[str, object]"

NUMBER_STEP: Final = 0.0001
"""Numbers without a step of their own are cut to this: a third of a pixel on a 4K screen."""


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """How a profile's reply is written: one JSON value, and the text around it."""

    schema: str
    """JSON text of a JSON schema without references."""
    item_separator: str = ", "
    key_separator: str = ": "
    """What the family was trained to print after a comma and a colon; anything else is refused."""
    before: str = ""
    after: str = ""
    """Literal text around the value: the marks of a tool call."""


def shape_of(profile: Profile) -> ReplyShape:
    """Return how a step of this profile is written."""
    return ReplyShape(profile.schema_text, *profile.separators, profile.before, profile.after)


def enforced(shape: ReplyShape) -> Schema:
    """Check that every part of a reply is bounded and return the stricter schema that is enforced.

    Raises:
        ModelError: the schema is no schema or leaves a part without bounds; names the part.
    """
    try:
        schema = json.loads(shape.schema)
    except ValueError as error:
        raise ModelError(
            f"the reply's schema is not JSON ({error}); choose another profile"
        ) from error
    return _bound(schema, "$")


def lark(shape: ReplyShape, special: tuple[str, ...]) -> str:
    """Return the grammar in llguidance's dialect of Lark.

    Args:
        special: contents of the tokenizer's special tokens. Where the text around the value names
            one, the token is meant and not its spelling.

    Raises:
        ModelError: as `enforced` does.
    """
    options = {
        "whitespace_flexible": False,
        "coerce_one_of": True,
        "item_separator": shape.item_separator,
        "key_separator": shape.key_separator,
    }
    value = json.dumps({**enforced(shape), "x-guidance": options})
    parts = [*_literal(shape.before, special), "value", *_literal(shape.after, special)]
    return f"start: {' '.join(parts)}\nvalue: %json {value}\n"


def _literal(text: str, special: tuple[str, ...]) -> list[str]:
    """Split a literal into quoted pieces and special tokens."""
    parts, plain = [], ""
    by_length = sorted(special, key=len, reverse=True)
    while text:
        token = next((x for x in by_length if x and text.startswith(x)), "")
        if token and plain:
            parts.append(json.dumps(plain))
            plain = ""
        if token:
            parts.append(token)
        else:
            plain += text[0]
        text = text[len(token) or 1 :]
    return [*parts, json.dumps(plain)] if plain else parts


def _bound(value: object, where: str) -> Schema:
    """Return the stricter schema of one part."""
    schema = _object(value, where)
    if "const" in schema:
        return schema
    if "enum" in schema:
        _list(schema["enum"], f"{where}.enum")
        return schema
    for union in ("anyOf", "oneOf"):
        if union in schema:
            place = f"{where}.{union}"
            options = enumerate(_list(schema[union], place))
            return {**schema, union: [_bound(option, f"{place}[{n}]") for n, option in options]}
    return _bound_type(schema, where)


def _bound_type(schema: Schema, where: str) -> Schema:
    match schema.get("type"):
        case "string":
            _check_limits(schema, where, "maxLength")
            return schema
        case "integer":
            _check_limits(schema, where, "minimum", "maximum")
            return schema
        case "number":
            _check_limits(schema, where, "minimum", "maximum")
            return {"multipleOf": NUMBER_STEP, **schema}
        case "boolean" | "null":
            return schema
        case "array":
            _check_limits(schema, where, "maxItems")
            return {**schema, "items": _bound(schema.get("items"), f"{where}[]")}
        case "object":
            return _bound_object(schema, where)
        case other:
            raise _refused(where, f"has the type {other!r}", "give one plain type, enum or const")


def _bound_object(schema: Schema, where: str) -> Schema:
    properties = _object(schema.get("properties"), f"{where}.properties")
    strict = {name: _bound(value, f"{where}.{name}") for name, value in properties.items()}
    for key in _list(schema.get("required", []), f"{where}.required", empty=True):
        if key not in strict:
            raise _refused(where, f"requires {key!r} without saying what it is", "describe it")
    return {**schema, "properties": strict, "additionalProperties": False}


def _check_limits(schema: Schema, where: str, *keys: str) -> None:
    for key in keys:
        value = schema.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise _refused(where, f"has no {key}", "without bounds a reply may never end; set it")


def _object(value: object, where: str) -> Schema:
    if not isinstance(value, dict):
        raise _refused(where, f"is {type(value).__name__}", "a JSON object is expected")
    return value


def _list(value: object, where: str, *, empty: bool = False) -> list[object]:
    if not isinstance(value, list) or not (value or empty):
        raise _refused(where, "is no list of choices", "a JSON array with at least one is expected")
    return value


def _refused(where: str, found: str, remedy: str) -> ModelError:
    return ModelError(f"the reply's schema cannot be enforced: {where} {found}; {remedy}")


_WORD: Final = 32
"""Tokens in one word of a mask."""
_PLAIN: Final = r'[^"\\\x00-\x1F\x7F]'
_SLICES: Final = tuple(f"{_PLAIN}{{1,{most}}}" for most in (10, 30, 128))
"""Kinds of tokens whose place in a mask is known beforehand: text of at most so many letters.

The library's own last kind has no limit, so it never fits into a string that has one: a mask
inside such a string then takes 0.7 ms instead of 0.25 (131,072 entries, Xeon core, 2026-11).
"""


class GrammarTokens:
    """The vocabulary of one checkpoint. Made once at load, never changed, shared by all replies."""

    def __init__(self, tokenizer: "Tokenizer", tokens: TokenSpec, rows: int) -> None:
        """Index the vocabulary.

        Args:
            tokenizer: the checkpoint's; it is not read again.
            rows: rows of the network's head; masks cover all of them, padding included.

        Raises:
            LoadError: the tokenizer cannot be used with a grammar; says why.
            ModelError: the grammar library is not installed.
        """
        self.tokenizer = tokenizer
        self.stop_ids = tokens.stop_ids
        self.special = tuple(tokenizer.added)
        self.words = -(-rows // _WORD)
        """Length of a mask."""
        self.native = _native(tokenizer, tokens, rows)

    def mask(self, ids: Iterable[int]) -> Bitmask:
        """Return a mask that allows just these ids."""
        flags = np.zeros(self.words * _WORD, dtype=np.bool_)
        flags[list(ids)] = True
        return np.packbits(flags, bitorder="little").view(np.int32)

    def widened(self, bits: bytes) -> Bitmask:
        """Return the library's mask, which ends with the tokenizer's entries, over all rows."""
        found = np.frombuffer(bits, dtype=np.int32)[: self.words]
        mask = np.zeros(self.words, dtype=np.int32)
        mask[: found.size] = found
        return mask

    def text_ids(self) -> list[int]:
        """Return the ids of ordinary text: no added token, no stop, no padding row."""
        others = {*self.tokenizer.added.values(), *self.stop_ids}
        return [token for token in range(self.tokenizer.entries) if token not in others]

    def encode(self, text: str) -> tuple[int, ...]:
        """Return the tokens of a text of ours; the name of an added token is that token."""
        return tuple(self.tokenizer.encode(text, trusted=True))


class _Wrapped:
    """The tokenizer in the form in which the library asks for one."""

    def __init__(self, tokenizer: "Tokenizer", eos: int) -> None:
        self._tokenizer = tokenizer
        self.eos_token_id = eos
        self.bos_token_id = None
        self.special_token_ids = sorted(tokenizer.added.values())
        self.tokens = [tokenizer.token_bytes(token) for token in range(tokenizer.entries)]

    def __call__(self, text: str | bytes) -> list[int]:
        plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        return self._tokenizer.encode(plain, trusted=False)


def _native(tokenizer: "Tokenizer", tokens: TokenSpec, rows: int) -> "llguidance.LLTokenizer":
    try:
        import llguidance  # noqa: PLC0415 - only a constrained reply needs it
    except ImportError as error:
        raise ModelError(
            "replies cannot be held to their schema: llguidance is not installed; "
            "run packaging/setup.sh local"
        ) from error
    stops, entries = tokens.stop_ids, tokenizer.entries
    if not stops or max(stops) >= entries or entries > rows:
        raise _unusable(f"{entries} entries for {rows} rows, turns end with {stops or 'no token'}")
    wrapped = llguidance.TokenizerWrapper(_Wrapped(tokenizer, stops[0]))
    try:
        return llguidance.LLTokenizer(wrapped, eos_token=list(stops), slices=list(_SLICES))
    except ValueError as error:
        raise _unusable(str(error)) from error


def _unusable(found: str) -> LoadError:
    return LoadError(
        f"tokenizer.json cannot hold replies to their schema: {found}; get the checkpoint again"
    )


class ReplyGrammar:
    """A compiled reply shape of one checkpoint. Makes one constraint a reply."""

    def __init__(self, shape: ReplyShape, tokens: GrammarTokens) -> None:
        """Compile the grammar.

        Raises:
            ModelError: the schema cannot be enforced; says which part and why.
        """
        import llguidance  # noqa: PLC0415 - `GrammarTokens` has found it

        self.tokens = tokens
        text = lark(shape, tokens.special)
        _, complaints = llguidance.LLMatcher.validate_grammar_with_warnings(text, tokens.native)
        if complaints:
            raise ModelError(f"the reply's schema cannot be enforced: {'; '.join(complaints)}")
        self._unread = llguidance.LLMatcher(tokens.native, text, log_level=0)

    def start(self) -> "GrammarConstraint":
        """Return a constraint at the beginning of a reply."""
        return GrammarConstraint(self._unread.deep_copy(), self.tokens)


class GrammarConstraint:
    """One reply under a grammar."""

    def __init__(self, matcher: "llguidance.LLMatcher", tokens: GrammarTokens) -> None:
        self._matcher = matcher
        self._tokens = tokens

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing but a stop token may follow."""
        return bool(self._matcher.is_stopped()) and not self._matcher.is_error()

    def mask(self) -> Bitmask:
        """Return which tokens may come next; added tokens only where the shape names them.

        Once `is_complete` is true, only those that end the turn. Rows of padding never are set.
        """
        if self.is_complete:
            return self._tokens.mask(self._tokens.stop_ids)
        bits: bytes = self._matcher.compute_bitmask()
        self._check()
        return self._tokens.widened(bits)

    def forced(self) -> tuple[int, ...]:
        """Return the tokens that must come next, in their canonical spelling; often none.

        They are not consumed: the decoder feeds them as one chunk and consumes each.
        """
        if self.is_complete:
            return ()
        found = tuple(self._matcher.compute_ff_tokens())
        self._check()
        return found

    def consume(self, token: int) -> None:
        """Take a token of the reply.

        Raises:
            GenerationError: the grammar does not allow it here.
        """
        ends = self.is_complete and token in self._tokens.stop_ids
        if not (ends or self._matcher.consume_token(token)):
            raise GenerationError(f"token {token} does not continue the reply: {self._problem()}")

    def _check(self) -> None:
        if self._matcher.is_error():
            raise GenerationError(f"the reply cannot be held to its schema: {self._problem()}")

    def _problem(self) -> str:
        """Return the parser's complaint without its state, which holds the reply's text."""
        return (self._matcher.get_error() or "nothing was said").splitlines()[0]


CLOSE: Final = "</think>"
"""Ends the thinking. Source: chat templates of the Nemotron Nano v2 and Qwen families."""
_CLOSE: Final = CLOSE.encode()
_GAP_TOKENS: Final = 2
"""Families print up to two line ends between the thinking and the answer; more means nothing."""


class ThinkingTokens:
    """Which tokens thinking may use. Made once at load, when a profile thinks."""

    def __init__(self, tokens: GrammarTokens) -> None:
        self.tokens = tokens
        self.close = tokens.encode(CLOSE)
        self._text = [(token, tokens.tokenizer.token_bytes(token)) for token in tokens.text_ids()]
        self._masks: dict[int, Bitmask] = {}

    @cached_property
    def blank(self) -> Bitmask:
        """The mask of tokens that are nothing but white space."""
        return self.tokens.mask(token for token, text in self._text if text and not text.strip())

    def mask(self, matched: int) -> Bitmask:
        """Return what may follow when the text ends with so many bytes of `</think>`.

        Text, or the end of the thinking; never a token that would carry letters of the answer over
        that end, which no grammar has seen. No stop: a thought without an answer is no reply.
        """
        if matched not in self._masks:
            ids = [token for token, text in self._text if self._fits(matched, text)]
            closing = self.close if len(self.close) == 1 else ()
            self._masks[matched] = self.tokens.mask([*ids, *closing])
        return self._masks[matched]

    @staticmethod
    def _fits(matched: int, text: bytes) -> bool:
        _, found, rest = (_CLOSE[:matched] + text).partition(_CLOSE)
        return not found or not rest.strip()


class AfterThinking:
    """A constraint that begins where the thinking ends; as `GrammarConstraint` from there on."""

    def __init__(self, inner: GrammarConstraint, thinking: ThinkingTokens, *, most: int) -> None:
        """Wrap an answer's constraint.

        Args:
            most: tokens after which the thinking is ended for the model, so that there is an
                answer within any limit.
        """
        self._inner = inner
        self._thinking = thinking
        self._most = most
        self._matched = 0
        """Bytes of `</think>` that the text ends with."""
        self._thought = 0
        """Tokens of thinking so far."""
        self._gap: int | None = None
        """Blank tokens between thinking and answer, the most once this begins; None while thinking lasts."""

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing but a stop token may follow."""
        return self._gap is not None and self._inner.is_complete

    def mask(self) -> Bitmask:
        """Return which tokens may come next."""
        if self._gap is None:
            return self._thinking.mask(self._matched)
        mask = self._inner.mask()
        return mask | self._thinking.blank if self._gap < _GAP_TOKENS else mask

    def forced(self) -> tuple[int, ...]:
        """Return the tokens that must come next: the end of a thought that took too long too."""
        if self._gap is None:
            return self._thinking.close if self._thought >= self._most else ()
        return () if self._gap < _GAP_TOKENS else self._inner.forced()

    def consume(self, token: int) -> None:
        """Take a token of the reply.

        Raises:
            GenerationError: the grammar does not allow it here.
        """
        text = self._thinking.tokens.tokenizer.token_bytes(token)
        if self._gap is None:
            self._think(text)
        elif self._gap < _GAP_TOKENS and text and not text.strip():
            self._gap += 1
        else:
            self._inner.consume(token)
            self._gap = _GAP_TOKENS

    def _think(self, text: bytes) -> None:
        """Take one more token of thinking."""
        known = _CLOSE[: self._matched] + text
        if _CLOSE in known:
            self._gap = 0
            return
        self._matched = max(n for n in range(len(_CLOSE)) if known.endswith(_CLOSE[:n]))
        self._thought += 1


TokenConstraint: TypeAlias = GrammarConstraint | AfterThinking
"""One reply's grammar, advanced token by token. Used once and then thrown away."""
