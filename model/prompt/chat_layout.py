"""How each model family writes a conversation, as text and as token ids.

A prompt is described once, as marks, words and pictures in order. The renderer turns it into ids, by
our own rules and never by a template's code. Strings that steer a model are made harmless in text that
only speaks of them: a control string gets a word joiner (U+2060), which draws nothing, after its first
character. `<image>` stays readable and is no longer `<image>` to any tokenizer or chat template. One
that has joiners there already gets one more, so that `restored` gives back exactly what was written.
The tokenizer cannot be led astray by such text anyhow (`Tokenizer.encode`); this is for whoever reads
the prompt as text: a server's chat template, which deletes `/think` and obeys it.

**Source**: the chat template that NVIDIA's cosmos framework installs on the processor of
Nemotron-Nano-12B-v2-VL, llama.cpp's `NVIDIA-Nemotron-Nano-v2.jinja` for the text sibling, and the
ChatML turns of the Qwen-VL and Nemotron 3 families. Shapes only: no template is copied or run.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from automation.core.errors import LoadError
from model.images.tiling import ImageSpan, PatchPlan
from model.prompt.conversation import Conversation, Message, RenderedPrompt, Role
from model.spec import TokenSpec

if TYPE_CHECKING:
    from model.prompt.tokenizer import Tokenizer


WORD_JOINER: Final = "\u2060"

_NAMES: Final = (
    "s|unk|pad|bos|eos|mask|image|img|video|audio|think|_end_think|tool_call|tool_response|tools"
    r"|SPECIAL_[0-9]+|image [0-9]+|\|[A-Za-z0-9_]+\|"
)
"""Source: added tokens of the Nemotron Nano v2 and Qwen-VL tokenizers, and the names that their
chat templates look for or replace (`<_end_think>` becomes `</think>` in NVIDIA's)."""
_WRAPPERS: Final = (
    "message|task|observation|screenshot|tool_output|error|output_format"
    "|TOOLCALL|AVAILABLE_TOOLS|TOOL_RESPONSE"
)
"""Tags with which a conversation marks who is speaking and what a reply calls. Ours too, so only
foreign text is kept from writing them; see `model.prompt.dialogue`."""


def _tags(names: str) -> re.Pattern[str]:
    return re.compile(f"<({WORD_JOINER}*)(/?(?:{names})>)")


_OPENED: Final = re.compile(f"<({WORD_JOINER}*)(/?(?:{_WRAPPERS})\\b)")
_TAGS: Final = _tags(_NAMES)
_FLAGS: Final = re.compile(f"/({WORD_JOINER}*)((?:no_)?think)")


def neutralised(text: str) -> str:
    """Return the text with every control string of a model family broken."""
    return _broken(_FLAGS, _broken(_TAGS, text))


def restored(text: str) -> str:
    """Return what `neutralised` was given."""
    return _mended(_TAGS, _mended(_FLAGS, text))


def quoted(text: str) -> str:
    """Return foreign text for use inside one of our wrappers: it cannot close or open one."""
    return _broken(_OPENED, text)


def _broken(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: f"{found[0][0]}{WORD_JOINER}{found[1]}{found[2]}", text)


def _mended(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda found: f"{found[0][0]}{found[1][1:]}{found[2]}", text)


@dataclass(frozen=True, slots=True)
class Mark:
    """A control string that is one token."""

    content: str
    is_token: bool = True
    """False where some tokenizers of the family have no token for it and write it as text."""


@dataclass(frozen=True, slots=True)
class Words:
    """Text that can never become an added token."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A run of placeholders with its two markers."""

    image: int
    """Index among the conversation's pictures."""


@dataclass(frozen=True, slots=True)
class Border:
    """What stands before is a prefix that later prompts of the run share. A token follows."""


Piece: TypeAlias = Mark | Words | Picture | Border


def spelled(pieces: Iterable[Piece], picture: str = "<image>") -> str:
    """Return pieces as text, a picture as one placeholder."""
    texts = []
    for piece in pieces:
        match piece:
            case Mark():
                texts.append(piece.content)
            case Words():
                texts.append(piece.text)
            case Picture():
                texts.append(picture)
            case Border():
                pass
    return "".join(texts)


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands around the text of one role."""

    opening: tuple[Piece, ...]
    """Begins with a mark, so that no text before it can run into it."""
    closing: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class ChatStyle:
    """How one family writes a conversation."""

    name: str
    turns: Mapping[Role, Turn]
    has_bos: bool
    """The prompt begins with the tokenizer's first token."""
    writes_system: bool
    """A system turn is written even when there is no system message."""
    hoists_pictures: bool
    """Pictures stand before all text of their message, and several of them are numbered."""
    strips: bool
    """White space around the text of a message is dropped."""
    picture: str
    """A picture in the text of the prompt, placeholders not expanded."""
    thinking: tuple[Piece, ...]
    """End of the generation prompt that lets the model think first."""
    answering: tuple[Piece, ...]
    """End of the generation prompt that makes it answer at once."""
    past_reply: tuple[Piece, ...]
    """Stands before a reply of the history whose thinking was left out."""

    def pieces(
        self, conversation: Conversation, *, bos: str, add_generation_prompt: bool = True
    ) -> list[Piece]:
        """Return the prompt of a conversation.

        Args:
            conversation: a system message may only stand first.
            add_generation_prompt: end with the opening of the model's reply.
        """
        found: list[Piece] = [Mark(bos)] if self.has_bos else []
        messages = conversation.messages
        if self.writes_system and not (messages and messages[0].role == "system"):
            messages = (Message("system", ""), *messages)
        lead = _lead(messages)
        images = 0
        for place, message in enumerate(messages):
            assert message.role != "system" or place == 0, "a system message stands first"
            if place == lead:
                found.append(Border())
            found += self._message(message, images)
            images += len(message.images)
        found.append(Border())
        if add_generation_prompt:
            mode = self.thinking if conversation.thinking else self.answering
            found += [*self.turns["assistant"].opening, *mode]
        return found

    def _message(self, message: Message, first: int) -> Iterator[Piece]:
        turn = self.turns[message.role]
        yield from turn.opening
        if message.role == "assistant":
            message, is_told = self._as_told(message)
            yield from () if is_told else self.past_reply
        pictures = [Picture(first + place) for place in range(len(message.images))]
        yield from (
            self._hoisted(message, pictures)
            if self.hoists_pictures
            else self._inline(message, pictures)
        )
        yield from turn.closing

    def _as_told(self, message: Message) -> tuple[Message, bool]:
        """Return a reply without the sign for thinking that is not told, and whether it had none."""
        sign = spelled(self.past_reply)
        if sign and message.text.startswith(sign):
            return replace(message, text=message.text.removeprefix(sign)), False
        return message, not message.left_out_thinking

    def _hoisted(self, message: Message, pictures: list[Picture]) -> Iterator[Piece]:
        text = message.text.strip() if self.strips else message.text
        if not pictures:
            yield Words(neutralised(text))
            return
        if len(pictures) == 1:
            yield pictures[0]
        else:
            for number, picture in enumerate(pictures, 1):
                yield Words(f"{' ' if number > 1 else ''}<image {number}>")
                yield picture
        if text:
            yield Words(f"\n{neutralised(text)}")

    def _inline(self, message: Message, pictures: list[Picture]) -> Iterator[Piece]:
        yield Words(neutralised(message.text[: message.image_at]))
        yield from pictures
        yield Words(neutralised(message.text[message.image_at :]))


def _lead(messages: tuple[Message, ...]) -> int:
    """Return how many messages stay the same for a whole run: the system's and the task's.

    A first user message that holds a picture is no such turn: the picture will be dropped.
    """
    count = 1 if messages and messages[0].role == "system" else 0
    is_task = len(messages) > count and messages[count].role == "user"
    return count + 1 if is_task and not messages[count].images else count


StyleName = Literal["nemotron_v2", "nemotron_v2_text", "nemotron_v3", "qwen2_vl", "qwen3_vl"]

_THINK: Final = Mark("<think>", is_token=False)
_THOUGHT: Final = Mark("</think>", is_token=False)
_OPEN: Final[tuple[Piece, ...]] = (_THINK, Words("\n"))
_CLOSED: Final[tuple[Piece, ...]] = (_THINK, _THOUGHT)
"""Nemotron's own training data marks a reply without thinking by these two, side by side."""


def _nemotron_turn(token: str, role: str, *closing: Piece) -> Turn:
    return Turn((Mark(token), Words(f"{role}\n")), closing)


def _nemotron_v2(name: str, after_system: str, *, has_bos: bool) -> ChatStyle:
    end = (Words("\n"), Mark("<SPECIAL_12>"), Words("\n"))
    return ChatStyle(
        name=name,
        turns={
            "system": _nemotron_turn("<SPECIAL_10>", "System", Words(after_system)),
            "user": _nemotron_turn("<SPECIAL_11>", "User", Words("\n")),
            "assistant": _nemotron_turn("<SPECIAL_11>", "Assistant", *end),
        },
        has_bos=has_bos,
        writes_system=True,
        hoists_pictures=True,
        strips=True,
        picture="<image>",
        thinking=_OPEN,
        answering=_CLOSED,
        past_reply=_CLOSED,
    )


def _chatml_turn(role: str) -> Turn:
    opening = (Mark("<|im_start|>"), Words(f"{role}\n"))
    return Turn(opening, (Mark("<|im_end|>"), Words("\n")))


def _chatml(
    name: str,
    *,
    picture: str,
    thinking: tuple[Piece, ...] = (),
    answering: tuple[Piece, ...] = (),
    past_reply: tuple[Piece, ...] = (),
) -> ChatStyle:
    return ChatStyle(
        name=name,
        turns={
            "system": _chatml_turn("system"),
            "user": _chatml_turn("user"),
            "assistant": _chatml_turn("assistant"),
        },
        has_bos=False,
        writes_system=False,
        hoists_pictures=False,
        strips=False,
        picture=picture,
        thinking=thinking,
        answering=answering,
        past_reply=past_reply,
    )


_QWEN_PICTURE: Final = "<|vision_start|><|image_pad|><|vision_end|>"
_QWEN_SKIPPED: Final[tuple[Piece, ...]] = (_THINK, Words("\n\n"), _THOUGHT, Words("\n\n"))

STYLES: Final[dict[StyleName, ChatStyle]] = {
    "nemotron_v2": _nemotron_v2("nemotron_v2", "\n", has_bos=True),
    "nemotron_v2_text": _nemotron_v2("nemotron_v2_text", "\n\n", has_bos=False),
    "nemotron_v3": _chatml(
        "nemotron_v3", picture="<image>", thinking=_OPEN, answering=_CLOSED, past_reply=_CLOSED
    ),
    "qwen2_vl": _chatml("qwen2_vl", picture=_QWEN_PICTURE),
    "qwen3_vl": _chatml("qwen3_vl", picture=_QWEN_PICTURE, thinking=_OPEN, answering=_QWEN_SKIPPED),
}
"""`nemotron_v2` is the one of Holotron-12B's base model; `qwen2_vl` knows no thinking."""


class ChatRenderer:
    """Writes conversations in one family's style with one checkpoint's tokenizer. Stateless."""

    def __init__(self, name: StyleName, tokenizer: "Tokenizer", tokens: TokenSpec) -> None:
        """Check that the tokenizer has what the style is made of.

        Raises:
            LoadError: the tokenizer is of another family: a turn's token is missing, and named, or the
                first token has no name.
        """
        style = STYLES[name]
        self.style: Final = style
        self.tokenizer: Final = tokenizer
        self.tokens: Final = tokens
        self.bos: Final = _bos(style, tokenizer, tokens)
        for mark in _turn_marks(style):
            if tokenizer.token_id(mark) is None:
                raise LoadError(
                    f"tokenizer.json has no token {mark}, which begins or ends a turn in the style "
                    f"{style.name}; choose the profile of this checkpoint's family"
                )

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
        return writing.finished(spelled(pieces, self.style.picture))


class _Writing:
    """One prompt that is being written; text waits until a token ends it."""

    def __init__(
        self, tokenizer: "Tokenizer", tokens: TokenSpec, conversation: Conversation
    ) -> None:
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
        plan = self._images[image].plan
        count, cells = plan.tokens, plan.cells if isinstance(plan, PatchPlan) else None
        self._spans.append(ImageSpan(len(self._ids), count, image, cells))
        self._ids += [self._tokens.image_id] * count
        self._ids.append(self._tokens.image_end_id)

    def _flush(self) -> None:
        """Encode text in one piece up to a token, as a tokenizer that found the token would."""
        if self._waiting:
            self._ids += self._tokenizer.encode("".join(self._waiting), trusted=False)
            self._waiting.clear()

    def finished(self, text: str) -> RenderedPrompt:
        self._flush()
        ids, stable = np.array(self._ids, dtype=np.int64), tuple(dict.fromkeys(self._stable))
        return RenderedPrompt(text, ids, tuple(self._spans), stable)


def _bos(style: ChatStyle, tokenizer: "Tokenizer", tokens: TokenSpec) -> str:
    if not style.has_bos:
        return ""
    content = tokenizer.content_of(tokens.bos_id) if tokens.bos_id is not None else None
    if content is None:
        raise LoadError(
            f"bos_token_id is {tokens.bos_id}, the id of an added token is expected: a prompt in "
            f"the style {style.name} begins with it"
        )
    return content


def _turn_marks(style: ChatStyle) -> list[str]:
    return [
        piece.content
        for turn in style.turns.values()
        for piece in (*turn.opening, *turn.closing)
        if isinstance(piece, Mark) and piece.is_token
    ]
