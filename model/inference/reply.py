"""A reply as it is written: tokens to text, thinking told from answer, character by character."""

from collections.abc import Callable
from typing import Final

from automation.core.engine import TextDelta, TextKind
from model.inference.ports import TokenText

OPENING: Final = "<think>"
CLOSING: Final = "</think>"
"""What the models of this family put around their reasoning. Source: the chat template of
NVIDIA-Nemotron-Nano-v2, which the VL model shares."""

TextListener = Callable[[TextDelta], None]


class ReplySplitter:
    """Tells thinking from answer in text that arrives in pieces of any size.

    The marks themselves are left out, and so is white space after the closing one.
    """

    def __init__(self, *, is_thinking: bool) -> None:
        """Begin.

        Args:
            is_thinking: The prompt has already opened the thinking.
        """
        self._kind: TextKind = "thinking" if is_thinking else "answer"
        self._held = ""
        """Text that may turn out to be a mark, or to be white space before one."""
        self._begins = True
        """Nothing of the present part was given out."""

    def push(self, text: str) -> list[TextDelta]:
        """Take more text; return what is certain."""
        self._held += text
        found: list[TextDelta] = []
        has_switched = True
        while has_switched:
            if self._begins:
                self._held = self._held.lstrip()
            has_switched = self._think(found) if self._kind == "thinking" else self._answer(found)
        return found

    def finish(self) -> list[TextDelta]:
        """Return what was held back: the text ends here."""
        found: list[TextDelta] = []
        self._give(found, self._held)
        self._held = ""
        return found

    def _think(self, found: list[TextDelta]) -> bool:
        """Give out thinking up to the closing mark; tell whether it is there."""
        before, mark, after = self._held.partition(CLOSING)
        sure = len(before) - (0 if mark else _overlap(before, CLOSING))
        self._give(found, before[:sure])
        self._held = after if mark else before[sure:]
        if mark:
            self._kind, self._begins = "answer", True
        return bool(mark)

    def _answer(self, found: list[TextDelta]) -> bool:
        """Give out the answer; tell whether it begins with the opening mark instead."""
        if self._begins and self._held.startswith(OPENING):
            self._held = self._held.removeprefix(OPENING)
            self._kind = "thinking"
            return True
        if not (self._begins and OPENING.startswith(self._held)):
            self._give(found, self._held)
            self._held = ""
        return False

    def _give(self, found: list[TextDelta], text: str) -> None:
        if text:
            found.append(TextDelta(text, self._kind))
            self._begins = False


def _overlap(text: str, mark: str) -> int:
    """Return how many characters at the end of the text may begin the mark."""
    longest = min(len(text), len(mark) - 1)
    return next((n for n in range(longest, 0, -1) if text.endswith(mark[:n])), 0)


class Reply:
    """What a reply consists of so far. Written by the decoder, read when it is over."""

    def __init__(
        self, characters: TokenText, *, is_thinking: bool, on_text: TextListener | None = None
    ) -> None:
        self.ids: list[int] = []
        self.sampled = 0
        self.forced = 0
        self._characters = characters
        self._splitter = ReplySplitter(is_thinking=is_thinking)
        self._on_text = on_text
        self._parts: dict[TextKind, list[str]] = {"thinking": [], "answer": []}

    @property
    def text(self) -> str:
        """The answer."""
        return "".join(self._parts["answer"]).rstrip()

    @property
    def thinking(self) -> str:
        """What was thought before it."""
        return "".join(self._parts["thinking"]).strip()

    @property
    def written(self) -> str:
        """Both, for an error's account."""
        return "\n".join(part for part in (self.thinking, self.text) if part)

    def take(self, token: int, *, is_forced: bool) -> None:
        """Add a token; a character is told as soon as its last byte is there."""
        self.ids.append(token)
        self.forced += is_forced
        self.sampled += not is_forced
        self._tell(self._splitter.push(self._characters.push(token)))

    def finish(self) -> None:
        """Tell what was held back."""
        self._tell(self._splitter.push(self._characters.finish()))
        self._tell(self._splitter.finish())

    def _tell(self, deltas: list[TextDelta]) -> None:
        for delta in deltas:
            self._parts[delta.kind].append(delta.text)
            if self._on_text is not None:
                self._on_text(delta)
