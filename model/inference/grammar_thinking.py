"""Lets a reply think freely first, and holds it to its schema from `</think>` on."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from automation.core.errors import GenerationError
from model.inference.constrain import GrammarConstraint
from model.inference.grammar_tokens import GrammarTokens
from model.inference.ports import Bitmask

CLOSE: Final = "</think>"
"""Ends the thinking. Source: chat templates of the Nemotron Nano v2 and Qwen families."""
_CLOSE: Final = CLOSE.encode()
_GAP_TOKENS: Final = 2
"""Families print up to two line ends between the thinking and the answer; more means nothing."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the reply the next token falls."""

    matched: int = 0
    """Bytes of `</think>` that the text ends with."""
    thought: int = 0
    """Tokens of thinking so far."""
    gap: int | None = None
    """Blank tokens since the thinking ended; None while it lasts."""
    answer: int = 0
    """Tokens of the answer so far."""


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
    """A `TokenConstraint` that begins where the thinking ends."""

    def __init__(self, inner: GrammarConstraint, thinking: ThinkingTokens, *, most: int) -> None:
        """Wrap an answer's constraint.

        Args:
            inner: what the answer is held to.
            thinking: the vocabulary's view of thinking.
            most: tokens after which the thinking is ended for the model, so that there is an
                answer within any limit.
        """
        self._inner = inner
        self._thinking = thinking
        self._most = most
        self._places = [_Place()]

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing but a stop token may follow."""
        return self._places[-1].gap is not None and self._inner.is_complete

    def mask(self) -> Bitmask:
        """Return which tokens may come next."""
        place = self._places[-1]
        if place.gap is None:
            return self._thinking.mask(place.matched)
        if place.answer == 0 and place.gap < _GAP_TOKENS:
            return self._inner.mask() | self._thinking.blank
        return self._inner.mask()

    def forced(self) -> tuple[int, ...]:
        """Return the tokens that must come next: the end of a thought that took too long too."""
        place = self._places[-1]
        if place.gap is None:
            return self._thinking.close if place.thought >= self._most else ()
        if place.answer == 0 and place.gap < _GAP_TOKENS:
            return ()
        return self._inner.forced()

    def consume(self, token: int) -> None:
        """Take a token of the reply.

        Raises:
            GenerationError: the grammar does not allow it here.
        """
        place = self._places[-1]
        text = self._thinking.tokens.tokenizer.token_bytes(token)
        if place.gap is None:
            self._places.append(_thought(place, text))
        elif place.answer == 0 and place.gap < _GAP_TOKENS and text and not text.strip():
            self._places.append(_Place(gap=place.gap + 1))
        else:
            self._inner.consume(token)
            self._places.append(_Place(gap=place.gap, answer=place.answer + 1))

    def rollback(self, tokens: int) -> None:
        """Take the last tokens back.

        Raises:
            GenerationError: there are not so many.
        """
        if tokens >= len(self._places):
            message = f"{tokens} tokens cannot be taken back, {len(self._places) - 1} are there"
            raise GenerationError(message)
        self._inner.rollback(min(tokens, self._places[-1].answer))
        del self._places[len(self._places) - tokens :]


def _thought(place: _Place, text: bytes) -> _Place:
    """Return the place after one more token of thinking."""
    known = _CLOSE[: place.matched] + text
    if _CLOSE in known:
        return _Place(gap=0)
    matched = max(n for n in range(len(_CLOSE)) if known.endswith(_CLOSE[:n]))
    return _Place(matched=matched, thought=place.thought + 1)
