"""What a family's prompt is made of, in order: marks, words, pictures.

This is the one description of a prompt. The renderer turns it into ids, and the comparison with a
checkpoint's own template turns it into text. It knows no tokenizer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from model.prompt.conversation import Conversation, Message, Role
from model.prompt.marks import neutralised


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
    flags: tuple[str, str]
    """What a system text says to a template of the family, which deletes it, to let the model
    think or answer at once. Ours is told by the conversation and never by text."""
    past_reply: tuple[Piece, ...]
    """Stands before a reply of the history whose thinking was left out."""

    def pieces(
        self, conversation: Conversation, *, bos: str, add_generation_prompt: bool = True
    ) -> list[Piece]:
        """Return the prompt of a conversation.

        Args:
            conversation: a system message may only stand first.
            bos: content of the tokenizer's first token.
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

    def text(
        self, conversation: Conversation, *, bos: str, add_generation_prompt: bool = True
    ) -> str:
        """Return the prompt as text, one placeholder a picture."""
        pieces = self.pieces(conversation, bos=bos, add_generation_prompt=add_generation_prompt)
        return "".join(map(self._spelled, pieces))

    def reply(self, text: str) -> str:
        """Return a past reply as the history holds it."""
        return "".join(map(self._spelled, self.past_reply)) + text

    def _spelled(self, piece: Piece) -> str:
        match piece:
            case Mark():
                return piece.content
            case Words():
                return piece.text
            case Picture():
                return self.picture
            case Border():
                return ""

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
        sign = "".join(map(self._spelled, self.past_reply))
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
