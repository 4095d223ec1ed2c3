"""Text that cannot deceive: control, direction and zero-width characters get visible marks.

Total: any Python string goes in, lone surrogates included.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

_NAMED: Final = {
    "\n": "↵",
    "\t": "⇥",
    "\r": "␍",
    "\x00": "␀",
    "\x1b": "␛",
    "\x7f": "␡",
    "\u00a0": "[no-break space]",
    "\u00ad": "[soft hyphen]",
    "\u200b": "[zero-width space]",
    "\u200c": "[zero-width non-joiner]",
    "\u200d": "[zero-width joiner]",
    "\u2028": "[line separator]",
    "\u2029": "[paragraph separator]",
    "\u202a": "[left-to-right embedding]",
    "\u202b": "[right-to-left embedding]",
    "\u202c": "[end of direction]",
    "\u202d": "[left-to-right override]",
    "\u202e": "[right-to-left override]",
    "\u2060": "[word joiner]",
    "\u2066": "[left-to-right isolate]",
    "\u2067": "[right-to-left isolate]",
    "\u2068": "[first-strong isolate]",
    "\u2069": "[end of isolate]",
    "\ufeff": "[byte order mark]",
}
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of a visible category that draw nothing: fillers, the combining grapheme joiner."""
_EMOJI_GLUE: Final = frozenset("\u200d\ufe0f")
_EMOJI_CATEGORIES: Final = frozenset({"So", "Sk"})
_DECEIVING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class TextRun:
    """A stretch of text that is drawn in one manner."""

    text: str
    is_mark: bool = False
    """It stands for characters that would not be seen; draw it set off from the text."""


def visible_runs(text: str) -> tuple[TextRun, ...]:
    """Return the text cut into what is plainly visible and marks for what is not.

    A line break is its mark followed by the break itself, so that lines stay lines.
    """
    runs: list[TextRun] = []
    plain: list[str] = []
    before = ""
    for char in text:
        mark = _mark(char, before)
        if mark is None:
            plain.append(char)
        else:
            if plain:
                runs.append(TextRun("".join(plain)))
                plain.clear()
            runs.append(TextRun(mark, is_mark=True))
            if char == "\n":
                plain.append(char)
        before = char
    if plain:
        runs.append(TextRun("".join(plain)))
    return tuple(runs)


def visible_text(text: str) -> str:
    """Return the text with every invisible, control or direction character replaced by a mark."""
    return "".join(run.text for run in visible_runs(text))


def has_hidden_control(text: str) -> bool:
    """Tell whether the text holds control or direction characters other than tab and line breaks."""
    return any(
        c in _DECEIVING or (unicodedata.category(c) in {"Cc", "Cs"} and c not in "\t\n\r")
        for c in text
    )


def _mark(char: str, before: str) -> str | None:
    """Return the mark for a character that would not be seen; None if it is plainly visible."""
    if char == " " or (char.isprintable() and not _is_blank(char)):
        return None
    if char in _EMOJI_GLUE and before and unicodedata.category(before) in _EMOJI_CATEGORIES:
        return None
    return _NAMED.get(char) or f"[U+{ord(char):04X}]"


def _is_blank(char: str) -> bool:
    point = ord(char)
    return (
        char in _BLANK_LETTERS
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0100 <= point <= 0xE01EF
        or (unicodedata.category(char) in _HIDDEN_CATEGORIES)
        or (unicodedata.category(char) == "Zs" and char != " ")
    )
