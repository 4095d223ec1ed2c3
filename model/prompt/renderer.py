"""From a conversation to token ids, by our own rules and never by a template's code."""

from typing import Final, Protocol

import numpy as np

from automation.core.errors import LoadError
from model.prompt.conversation import Conversation, ImageSpan, RenderedPrompt
from model.prompt.layout import STYLES, Border, ChatStyle, Mark, Picture, Piece, StyleName, Words
from model.prompt.tokenizer import Tokenizer
from model.spec import TokenSpec


class Renderer(Protocol):
    """Writes conversations as prompts."""

    def render(
        self, conversation: Conversation, *, add_generation_prompt: bool = True
    ) -> RenderedPrompt:
        """Return the prompt of a conversation, placeholders expanded."""
        ...


class ChatRenderer:
    """Writes conversations in one family's style with one checkpoint's tokenizer. Stateless."""

    def __init__(self, style: ChatStyle, tokenizer: Tokenizer, tokens: TokenSpec) -> None:
        """Check that the tokenizer has what the style is made of.

        Raises:
            LoadError: a turn's token is missing, or the first token has no name.
        """
        self.style: Final = style
        self.tokenizer: Final = tokenizer
        self.tokens: Final = tokens
        self.bos: Final = _bos(style, tokenizer, tokens)
        for mark in _turn_marks(style):
            if tokenizer.token_id(mark) is None:
                message = (
                    f"tokenizer.json has no token {mark}, which begins or ends a turn in the style "
                    f"{style.name}; choose the profile of this checkpoint's family"
                )
                raise LoadError(message)

    def render(
        self, conversation: Conversation, *, add_generation_prompt: bool = True
    ) -> RenderedPrompt:
        """Return the prompt of a conversation, placeholders expanded."""
        writing = _Writing(self.tokenizer, self.tokens, conversation)
        pieces = self.style.pieces(
            conversation, bos=self.bos, add_generation_prompt=add_generation_prompt
        )
        for piece in pieces:
            writing.add(piece)
        text = self.style.text(
            conversation, bos=self.bos, add_generation_prompt=add_generation_prompt
        )
        return writing.finished(text)


def renderer_for(style: StyleName, tokenizer: Tokenizer, tokens: TokenSpec) -> ChatRenderer:
    """Return the renderer of a family.

    Raises:
        LoadError: the tokenizer is of another family; names the token that is missing.
    """
    return ChatRenderer(STYLES[style], tokenizer, tokens)


class _Writing:
    """One prompt that is being written; text waits until a token ends it."""

    def __init__(self, tokenizer: Tokenizer, tokens: TokenSpec, conversation: Conversation) -> None:
        self._tokenizer = tokenizer
        self._tokens = tokens
        self._images = conversation.images
        self._waiting: list[str] = []
        self._ids: list[int] = []
        self._spans: list[ImageSpan] = []
        self._stable: list[int] = []

    def add(self, piece: Piece) -> None:
        match piece:
            case Words():
                self._waiting.append(piece.text)
            case Mark():
                self._mark(piece)
            case Picture():
                self._picture(piece.image)
            case Border():
                self._flush()
                self._stable.append(len(self._ids))

    def _mark(self, mark: Mark) -> None:
        token = self._tokenizer.token_id(mark.content)
        if token is None:
            self._waiting.append(mark.content)
        else:
            self._flush()
            self._ids.append(token)

    def _picture(self, image: int) -> None:
        self._flush()
        self._ids.append(self._tokens.image_start_id)
        count = self._images[image].plan.tokens
        self._spans.append(ImageSpan(len(self._ids), count, image))
        self._ids += [self._tokens.image_id] * count
        self._ids.append(self._tokens.image_end_id)

    def _flush(self) -> None:
        """Encode text in one piece up to a token, as a tokenizer that found the token would."""
        if self._waiting:
            self._ids += self._tokenizer.encode("".join(self._waiting), trusted=False)
            self._waiting.clear()

    def finished(self, text: str) -> RenderedPrompt:
        self._flush()
        ids = np.array(self._ids, dtype=np.int64)
        placeholders = int(np.count_nonzero(ids == self._tokens.image_id))
        wanted = sum(span.tokens for span in self._spans)
        assert placeholders == wanted, f"{placeholders} placeholders for {wanted} features"
        return RenderedPrompt(text, ids, tuple(self._spans), tuple(dict.fromkeys(self._stable)))


def _bos(style: ChatStyle, tokenizer: Tokenizer, tokens: TokenSpec) -> str:
    if not style.has_bos:
        return ""
    content = tokenizer.content_of(tokens.bos_id) if tokens.bos_id is not None else None
    if content is None:
        message = (
            f"bos_token_id is {tokens.bos_id}, the id of an added token is expected: a prompt in "
            f"the style {style.name} begins with it"
        )
        raise LoadError(message)
    return content


def _turn_marks(style: ChatStyle) -> list[str]:
    return [
        piece.content
        for turn in style.turns.values()
        for piece in (*turn.opening, *turn.closing)
        if isinstance(piece, Mark) and piece.is_token
    ]
