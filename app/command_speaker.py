"""What a command that is no run says: JSON lines or words, and how it ended."""

import sys
from dataclasses import dataclass, field

from app.jsonlines import Line, LineWriter, end_fields
from automation.core.events import Ended
from automation.core.proposal import EXIT_CODES, Outcome


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended, in one sentence."""

    message: str
    outcome: Outcome = Outcome.DONE
    steps: int = 0
    more: Line = field(default_factory=dict)
    """What this command's last line tells besides."""


class Speaker:
    """Writes to standard output what was found, and why it failed to standard error."""

    def __init__(self, *, is_json: bool) -> None:
        self.is_json = is_json
        self._lines = LineWriter(sys.stdout)

    def tell(self, name: str, fields: Line, words: str) -> None:
        """Write one line with the fields, or the words for people."""
        if self.is_json:
            self._lines.write(name, "", fields)
        else:
            sys.stdout.write(words + "\n")

    def end(self, ending: Ending, code: int | None = None) -> int:
        """Say how it ended and return the exit status; `code` overrides the outcome's."""
        status = EXIT_CODES[ending.outcome] if code is None else code
        if self.is_json:
            happening = Ended("", ending.outcome, ending.message, ending.steps)
            self._lines.write("end", "", {**end_fields(happening, code=status), **ending.more})
        if status != 0:
            sys.stderr.write(f"deskhand: {ending.message}\n")
        elif not self.is_json:
            sys.stdout.write(ending.message + "\n")
        return status
