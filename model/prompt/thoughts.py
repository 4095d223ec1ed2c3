"""What can be shown of a model's thought while its reply is still being written."""

import json
import re
from collections.abc import Callable
from typing import Final, Literal

from automation.core.generation import CallDelta, TextDelta
from model.prompt.chat_layout import restored
from model.prompt.profile import Profile

_MEMBERS: Final = {
    name: re.compile(rf'"{name}"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
    for name in ("thought", "plan")
}
"""The value of such a member as far as it is written, escapes not cut in half."""
_CUT_ESCAPE: Final = re.compile(r"\\u[0-9a-fA-F]{0,3}$")


def thought_in_json(reply: str, member: Literal["thought", "plan"] = "thought") -> str | None:
    """Return the member of a reply in JSON that says what the model thinks, as far as it is written.

    Empty where it has not begun; None where nothing more can be shown yet: an escape is cut in half, or
    the text is no JSON.
    """
    found = _MEMBERS[member].search(reply)
    if found is None:
        return ""
    try:
        text = json.loads(f'"{_CUT_ESCAPE.sub("", found.group(1))}"', strict=False)
    except ValueError:
        return None
    return restored(str(text))


def before_half(text: str, mark: str) -> str:
    """Return the text without a beginning of the mark at its end."""
    for length in range(len(mark) - 1, 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length]
    return text


def thought_of(reply: str, profile: Profile) -> str | None:
    """Return the thought of a reply of this contract as far as it is written; None as `thought_in_json`."""
    if profile.envelope == "toolcall":
        text = reply.partition(profile.before)[0]
        return before_half(text, profile.before).lstrip()
    return thought_in_json(reply)


class ShownThought:
    """Tells a thought that grows; what would change what was told is left out."""

    def __init__(self, said: Callable[[TextDelta], None]) -> None:
        self._said = said
        self._shown = ""

    def show(self, thought: str) -> None:
        """Tell what the thought has more than before."""
        if thought.startswith(self._shown) and len(thought) > len(self._shown):
            self._said(TextDelta(thought[len(self._shown) :], "answer"))
            self._shown = thought


def heard_as(
    thought: Callable[[str], str | None], said: Callable[[TextDelta], None]
) -> Callable[[TextDelta | CallDelta], None]:
    """Return what hears a reply while it is written, and tells its thought.

    Args:
        thought: returns that of a reply as far as it is written.
    """
    shown, written = ShownThought(said), ""

    def hear(delta: TextDelta | CallDelta) -> None:
        nonlocal written
        if isinstance(delta, CallDelta):
            return
        if delta.kind == "thinking":
            said(delta)
            return
        written += delta.text
        shown.show(thought(written) or "")

    return hear
