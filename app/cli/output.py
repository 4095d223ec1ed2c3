"""What a command says: JSON lines or words, how it ended, and how much fits into a line of a terminal."""

import sys
import unicodedata
from dataclasses import dataclass, field
from typing import Final

from app.run_lines import Line, LineWriter, complain, end_fields
from automation.core.events import (
    Ended,
)
from automation.core.proposal import EXIT_CODES, Effects, Outcome

ELLIPSIS: Final = "…"


def columns_of(text: str) -> int:
    """Return the columns that a terminal takes for a text without line breaks or tabs.

    Wide and fullwidth characters take two (Unicode Standard Annex 11), combining marks none.
    """
    return sum(_columns(character) for character in text)


def fitted(text: str, columns: int) -> str:
    """Return the text, cut at the end with an ellipsis where it is wider than so many columns."""
    if columns_of(text) <= columns:
        return text
    room = columns - columns_of(ELLIPSIS)
    kept = 0
    for character in text:
        room -= _columns(character)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended, in one sentence."""

    message: str
    outcome: Outcome = Outcome.DONE
    steps: int = 0
    more: Line = field(default_factory=dict)
    """What this command's last line tells besides."""
    effects: Effects = Effects.NONE
    """What is known of the effects of all that was sent."""


class Speaker:
    """Writes to standard output what was found, and why it failed to standard error."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self.lines = LineWriter(sys.stdout)
        """Numbers what is written; also the listener of a run that is told in JSON."""

    def tell(self, name: str, fields: Line, words: str) -> None:
        """Write one line with the fields, or the words for people."""
        if self.is_json:
            self.lines.write(name, "", fields)
        else:
            sys.stdout.write(words + "\n")

    def says_yes(self, question: str) -> bool | None:
        """Ask on the terminal; None where nobody can be asked."""
        if self.is_json or not sys.stdin.isatty():
            return None
        sys.stdout.write(f"{question} [y/N] ")
        sys.stdout.flush()
        return sys.stdin.readline(10).strip().casefold() in ("y", "yes")

    def end(self, ending: Ending, code: int | None = None) -> int:
        """Say how it ended and return the exit status; `code` overrides the outcome's."""
        status = EXIT_CODES[ending.outcome] if code is None else code
        if self.is_json:
            happening = Ended(
                "", ending.outcome, ending.message, ending.steps, effects=ending.effects
            )
            self.lines.write("end", "", {**end_fields(happening, code=status), **ending.more})
        if status != 0:
            complain(ending.message)
        elif not self.is_json:
            sys.stdout.write(ending.message + "\n")
        return status


def tell_lost(message: str) -> None:
    """Write the last line of a run of which nobody knows what it did."""
    ended = Ended("", Outcome.ERROR, message, 0, effects=Effects.UNCERTAIN)
    LineWriter(sys.stdout)(ended)
