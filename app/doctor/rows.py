"""The lines of what doctor found and their topics, without the work that finds them out."""

from dataclasses import dataclass
from typing import Final, Literal

from automation.core.text import worded

Status = Literal["ok", "warn", "fail"]


Topic = Literal[
    "job", "approval", "stop", "privacy", "network", "storage", "data", "receipts", "model"
]
"""What a row is about: the main job, a model, or one of the seven promises."""


TITLES: Final[dict[Topic, str]] = {
    "job": worded("What the main job needs"),
    "approval": worded("Promise 1: nothing is sent without your approval"),
    "stop": worded("Promise 2: stop works at any moment"),
    "privacy": worded("Promise 3: it cannot press its own buttons or read passwords"),
    "network": worded("Promise 4: nothing leaves this computer unless you say so"),
    "storage": worded("Promise 5: what was done is on disk"),
    "data": worded("Promise 6: what it reads is data, never code"),
    "receipts": worded(
        "Promise 7: “done” means that every step landed, and what was not seen is said"
    ),
    "model": worded("What a model on this computer needs"),
}


PROMISES: Final[tuple[Topic, ...]] = tuple(TITLES)[1:-1]
"""The topics that are promises, in their order."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at."""

    name: str
    status: Status
    found: str
    meaning: str = ""
    fix: str = ""
    """One command, or one sentence, that mends it; empty when nothing is to mend."""
    topic: Topic = "job"


def weakened(rows: tuple[Row, ...]) -> tuple[int, ...]:
    """Return the numbers of the promises that this computer weakens, in their order."""
    found = {row.topic for row in rows if row.status != "ok"}
    return tuple(n for n, topic in enumerate(PROMISES, start=1) if topic in found)


def as_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop; a name at its start stays as it is."""
    first = text.split(" ", 1)[0]
    is_word = first.isalpha() and first.islower()
    begun = text[0].upper() + text[1:] if is_word else text
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


@dataclass(frozen=True, slots=True)
class StopFacts:
    """What was found of the ways to stop; an empty problem means that the way works."""

    keys: tuple[str, ...] = ("Pause", "Escape Escape")
    key_problem: str = ""
    shared_keys: tuple[str, ...] = ()
    """Stop keys that another program listens to as well."""
    has_deadman: bool = True
    has_tray: bool = True
    command_problem: str = ""
    """Why `deskhand stop` would not reach us."""
    corner: str = "top_left"
    remote: str = ""
    """By what the desktop is shown on another computer; the key has to come from there."""
