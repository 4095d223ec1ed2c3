"""Titles of windows and other texts of the screen as a macro holds them, and which title fits a pattern.

Nothing that was hidden comes back, no name is cut, and nothing is taken for a placeholder. In a pattern
what changes with the document becomes a `*`. That is careful rather than general: whatever stays must be
a word, and the pattern must still fit the title that it was made of. What is left open here is held by
the program's name.
"""

import re
from collections.abc import Collection
from typing import Final

from automation.core.secrets import BEGIN, ESCAPED
from automation.macros.codec import is_keepable
from automation.macros.walk import escape
from automation.screen.folding import comparable, level

MOST_SHORT: Final = 500
"""Characters of a short text of the file."""
_MOST_TOLD: Final = 2000
_SPACES: Final = re.compile(r"\s+")
HIDDEN: Final = re.compile(r"<secret:\d+ chars>")
"""What the record keeps in place of a secret (`core.secrets.placeholder`)."""


def is_hidden(text: str) -> bool:
    """Tell whether something was taken out of the text because it was a secret."""
    return HIDDEN.search(text) is not None


def seen_text(text: str, most: int = MOST_SHORT) -> str:
    """Return a text from the screen for the file; empty for one that must not or cannot stand there.

    A name is never cut: half a name is another name.
    """
    if not is_keepable(text) or is_hidden(text) or BEGIN in text:
        return ""
    escaped = escape(text.strip())
    return escaped if len(escaped) <= most else ""


def told_text(text: str) -> str:
    """Return a text for people (a task, a comment), cut where it is too long."""
    shown = HIDDEN.sub("…", text).replace(BEGIN, "$ {secret:")
    shown = "".join(char if is_keepable(char) else " " for char in shown[:_MOST_TOLD]).strip()
    return escape(shown)[: 2 * _MOST_TOLD]


def written(text: str) -> str:
    """Return a text that was recorded as the file has it, so that exactly this is meant."""
    return escape(text).replace(BEGIN, ESCAPED)


def short(text: str) -> str:
    """Return a recorded name on one line, as long as it may be."""
    line = _SPACES.sub(" ", text).strip()
    whole = written(line[:MOST_SHORT])
    return whole if len(whole) <= MOST_SHORT else written(line[: MOST_SHORT // 2])


def quoted(text: str, most: int = 60) -> str:
    """Return a sentence's quotation of a text that may be long."""
    one_line = " ".join(text.split())
    return f"“{one_line if len(one_line) <= most else one_line[: most - 1] + '…'}”"


SEPARATOR: Final = re.compile("(\\s+[-|\u00b7\u2013\u2014]\\s+)")
"""Between the parts of a title, as programs set them: `notes.txt - Editor`."""
_FILE: Final = re.compile(r"\*?[^\s/\\][^/\\]{0,200}\.[A-Za-z][A-Za-z0-9]{0,4}\*?")
_PATH: Final = re.compile(r"(?:~|[A-Za-z]:|\w+://)?[/\\]\S.*|\w[\w.+-]*@[\w.-]+:.*")
_NUMBER: Final = re.compile(r"(?<![^\W\d_])[(#№]?\d[\d.,:/'-]*\)?(?![^\W\d_])")
"""Numbers, dates, counters; not the digits of a word such as `mp3`."""
_STARS: Final = re.compile(r"\*(?:\s*\*)+")
_STATE_MARK: Final = re.compile(r"^(?:[*\u2022\u25cf]\s*|\(\d{1,5}\)\s*)+")
"""What programs put before a title: changed since the last save, messages unread."""
_PROGRAM_PART: Final = re.compile(r"\s+[-|:\u00b7]\s+")
SHORTEST_TYPED: Final = 3
"""Shorter texts stand in titles by chance."""


def title_pattern(title: str) -> str:
    """Return the pattern for a title that was recorded: itself, with `*` for what is too long of it.

    The user has seen it and edits it; a run that is compiled opens what is data (`pattern_of`).
    """
    whole = short(title)
    return whole if written(_SPACES.sub(" ", title).strip()) == whole else f"{whole[:-1]}*"


def pattern_of(title: str, typed: Collection[str] = (), *, has_program: bool = False) -> str:
    """Return the pattern for a title; empty if nothing of it would be left to know it by."""
    bare = HIDDEN.sub("*", title)
    parts = SEPARATOR.split(bare)
    parts[::2] = [_open(part, typed, is_alone=len(parts) == 1) for part in parts[::2]]
    pattern = _STARS.sub("*", "".join(parts)).strip()
    if not _has_word(pattern):
        if has_program:
            return ""
        pattern = bare.strip()
    if not fits_title(pattern, title):
        pattern = bare.strip()
    return seen_text(pattern, MOST_SHORT) if _has_word(pattern) else ""


def _open(part: str, typed: Collection[str], *, is_alone: bool) -> str:
    if _FILE.fullmatch(part) or _PATH.fullmatch(part):
        return "*"
    for text in sorted((t.strip() for t in typed), key=len, reverse=True):
        if len(text) >= SHORTEST_TYPED:
            part = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", "*", part)
    opened = _NUMBER.sub("*", part)
    return opened if _has_word(opened) or not is_alone else part


def _has_word(text: str) -> bool:
    return any(char.isalpha() for char in text)


def fits_title(pattern: str, title: str) -> bool:
    """Tell whether a title fits; `*` stands for any run of characters, marks of state are ignored."""
    if _fits(level(pattern), level(title)):
        return True
    # A star at the end stands for any characters, and is no sign of a field that must be filled in.
    wanted = level(pattern) if pattern.rstrip().endswith("*") else comparable(pattern)
    there = comparable(title)
    bare = _STATE_MARK.sub("", there)
    return _fits(wanted, there) or _fits(_STATE_MARK.sub("", wanted) or wanted, bare)


def _fits(pattern: str, text: str) -> bool:
    """Match from piece to piece, in a time that no pattern can blow up."""
    first, *rest = pattern.split("*")
    if not rest:
        return first == text
    last = rest.pop()
    if not text.startswith(first) or len(text) < len(first) + len(last) or not text.endswith(last):
        return False
    at, end = len(first), len(text) - len(last)
    for piece in rest:
        found = text.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def shares_program_part(pattern: str, title: str) -> bool:
    """Tell whether two titles differ only by document: `Untitled - Editor`, `notes.txt - Editor`."""
    first, second = _title_parts(pattern), _title_parts(title)
    if len(first) < 2 or len(second) < 2:
        return False
    return _is_solid(first[-1], second[-1]) or _is_solid(first[0], second[0])


def _title_parts(title: str) -> list[str]:
    return _PROGRAM_PART.split(_STATE_MARK.sub("", comparable(title)))


def _is_solid(first: str, second: str) -> bool:
    return first == second and "*" not in first and any(c.isalnum() for c in first)
