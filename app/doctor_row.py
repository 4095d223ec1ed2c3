"""One line of what doctor found."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at."""

    name: str
    status: Status
    found: str
    meaning: str = ""
    fix: str = ""
    """One command, or one sentence, that mends it; empty when nothing is to mend."""
