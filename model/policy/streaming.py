"""What people see of a reply while it is written: the thought, without the contract around it."""

import json
import re
from collections.abc import Callable
from typing import Final

from automation.core.engine import GenerationEvent, PrefillProgress, TextDelta
from model.prompt.marks import restored
from model.prompt.profiles.profile import Profile

_THOUGHT: Final = re.compile(r'"thought"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
"""The value of the member `thought` as far as it is written, escapes not cut in half."""
_CUT_ESCAPE: Final = re.compile(r"\\u[0-9a-fA-F]{0,3}$")


class ThoughtStream:
    """Turns the engine's events of one reply into what is shown. Called in the engine's thread."""

    def __init__(
        self, profile: Profile, said: Callable[[TextDelta], None], reading: Callable[[str], None]
    ) -> None:
        self._profile = profile
        self._said = said
        self._reading = reading
        self._answer = ""
        self._shown = ""

    def __call__(self, event: GenerationEvent) -> None:
        """Take one event."""
        match event:
            case PrefillProgress():
                self._reading(f"Reading the screen, {event.done} of {event.total} tokens")
            case TextDelta(kind="thinking"):
                self._said(event)
            case TextDelta():
                self._answer += event.text
                self._show(self._thought())

    def _thought(self) -> str:
        if self._profile.envelope == "toolcall":
            text = self._answer.partition(self._profile.before)[0]
            return _before_half(text, self._profile.before).lstrip()
        found = _THOUGHT.search(self._answer)
        if found is None:
            return ""
        try:
            text = json.loads(f'"{_CUT_ESCAPE.sub("", found.group(1))}"', strict=False)
        except ValueError:  # a lone surrogate half, or no JSON at all: nothing more to show yet
            return self._shown
        return restored(str(text))

    def _show(self, thought: str) -> None:
        if thought.startswith(self._shown) and len(thought) > len(self._shown):
            self._said(TextDelta(thought[len(self._shown) :], "answer"))
            self._shown = thought


def _before_half(text: str, mark: str) -> str:
    """Return the text without a beginning of the mark at its end."""
    for length in range(len(mark) - 1, 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length]
    return text
