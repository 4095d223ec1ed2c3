"""What `deskhand macro record` writes while the list of steps grows: lines for people, or JSON. No Qt."""

import json
import sys
import threading
from collections.abc import Callable

import msgspec

from app.command_speaker import Speaker
from app.jsonlines import Line
from automation.core.visible import visible_text
from automation.macros.listing import step_words
from automation.macros.macro import kind_of
from automation.macros.recording.recorded import Happening, Recorded, Removed

_SPEAKING = threading.Lock()
"""Steps come from the recording's thread, notes from three."""


def note(speaker: Speaker, text: str) -> None:
    """Write something that is no step."""
    _tell(speaker, "note", {"message": text}, f"  {visible_text(text)}")


def step_teller(speaker: Speaker) -> Callable[[Happening], None]:
    """Return who writes a line for each change of the list.

    For people a number stands once in its column, where its step came; what becomes of that step is
    said in words, and only where they are others than before.
    """
    said = dict[int, str]()

    def _told(happening: Happening) -> None:
        n = happening.n + 1
        if isinstance(happening, Removed):
            said.pop(n, None)
            _tell(speaker, "removed", {"n": n}, f"      {n} was taken back")
            return
        step, is_new = happening.step, isinstance(happening, Recorded)
        words = step_words(step)
        if said.get(n) == words and not (is_new or speaker.is_json):
            return
        said[n] = words
        fields: Line = {
            "n": n,
            "id": step.id,
            "do": kind_of(step),
            "text": words,
            "off": step.off,
            "step": json.loads(msgspec.json.encode(step)),
        }
        lead = f"{n:>4}  " if is_new else f"      {n} is now: "
        _tell(speaker, "recorded" if is_new else "changed", fields, lead + visible_text(words))

    return _told


def _tell(speaker: Speaker, name: str, fields: Line, words: str) -> None:
    with _SPEAKING:
        speaker.tell(name, fields, words)
        sys.stdout.flush()
