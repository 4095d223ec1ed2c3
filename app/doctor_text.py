"""What doctor says to a person: the rows by topic, in 80 columns."""

import textwrap
from typing import Final

from app.doctor_row import TITLES, Row, Status, weakened

WIDTH: Final = 80
SIGNS: Final[dict[Status, str]] = {"ok": "ok  ", "warn": "note", "fail": "FAIL"}
NAME_LEFT: Final = 2
FOUND_LEFT: Final = 28
DETAIL_LEFT: Final = 8


def as_text(rows: tuple[Row, ...], *, is_ready: bool) -> str:
    """Return the rows under their topics, and what follows from them.

    What is well takes a line; the rest says what was found, what it means and what to do.
    """
    parts = []
    for topic, title in TITLES.items():
        lines = [line for row in rows if row.topic == topic for line in _lines(row)]
        if lines:
            parts.append("\n".join((title, *lines)))
    parts.append("\n".join(_end(rows, is_ready=is_ready)))
    return "\n\n".join(parts) + "\n"


def _lines(row: Row) -> list[str]:
    head = f"{'':{NAME_LEFT}}{SIGNS[row.status]}  {row.name}"
    if row.status == "ok":
        return _wrapped(f"{head:<{FOUND_LEFT - 1}} ", row.found, FOUND_LEFT)
    told = [head, *_wrapped("", as_sentence(row.found), DETAIL_LEFT)]
    if row.meaning:
        told += _wrapped("", as_sentence(row.meaning), DETAIL_LEFT)
    if row.fix:
        told += _wrapped("", f"What helps: {row.fix}", DETAIL_LEFT)
    return told


def _wrapped(head: str, text: str, left: int) -> list[str]:
    """Return the text from a column on; words of commands and paths are never broken."""
    indent = " " * left
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=head or indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [head.rstrip()]


def as_sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop; a name at its start stays as it is."""
    first = text.split(" ", 1)[0]
    is_word = first.isalpha() and first.islower()
    begun = text[0].upper() + text[1:] if is_word else text
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def _end(rows: tuple[Row, ...], *, is_ready: bool) -> list[str]:
    numbers = weakened(rows)
    lines = ["Ready." if is_ready else "Not ready: mend what says FAIL."]
    if len(numbers) == 1:
        lines.append(f"Promise {numbers[0]} is weaker here; its notes say what to do.")
    elif numbers:
        *most, last = map(str, numbers)
        lines.append(
            f"Promises {', '.join(most)} and {last} are weaker here; their notes say what to do."
        )
    else:
        lines.append("All seven promises hold here.")
    return lines
