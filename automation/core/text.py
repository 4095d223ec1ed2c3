"""Sentences of ours with what they are made of, text that cannot deceive, and numbers as people write them.

What a run says of a step, a risk or an effect is a template with values (`worded`). It reads as its English: so
it is recorded, sent and printed. The window fills the template of its own language with the same values.

Control, direction and zero-width characters get visible marks; any Python string goes in, lone surrogates
included. A log entry is one line and holds nothing of what was typed, seen or meant: an error's own text
and its traceback may hold that, so they are left out. Numbers are read as programs show them in their
fields: `7`, `2,5`, `EUR 12.50`, `80 %`.
"""

import logging
import re
import traceback
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

LEVEL: Final = logging.WARNING
"""What is written unless somebody asks for more."""


class OneLine(logging.Formatter):
    """Says what happened and, of an error, its type and where it was raised."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = f"{self._title}: {' '.join(record.getMessage().split())}"
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else f"{line} ({_origin(error)})"


def _origin(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


class Worded(str):
    """A sentence of ours in English, with the template and the values that it is made of."""

    __slots__ = ("template", "values")
    template: str
    values: tuple[object, ...]

    def __format__(self, form: str) -> str:
        """Return the text as a template wants it.

        Args:
            form: `A` and `a` for a capital and a small letter first, `.` without a full stop at its end.
        """
        if form in ("A", "a"):
            return (self[:1].upper() if form == "A" else self[:1].lower()) + self[1:]
        return self.rstrip(" .") if form == "." else super().__format__(form)


def worded(template: str, *values: object) -> str:
    """Return the template filled with the values; a value that was `worded` itself is told in its language too.

    Args:
        template: English with blanks by number (`Wait {0:g} s`), literally, so that its German can be asked for.
    """
    return filled(template, *values)


def template(text: str) -> str:
    """Return a text that `filled` is to get, as it is; its German is asked for where it stands."""
    return text


def filled(template: str, *values: object) -> str:
    """Return the same for a template that stands in a table, inside `template`."""
    text = Worded(template.format(*(Worded(v) if type(v) is str else v for v in values)))
    text.template, text.values = template, values
    return text


def as_english(value: object) -> str:
    """Return what an encoder writes for a sentence of ours; it knows no other kind of text than `str`."""
    if isinstance(value, Worded):
        return str(value)
    raise NotImplementedError(f"nothing is written for a {type(value).__name__}")


def parts_of(told: str) -> list[Any]:
    """Return the template of a sentence of ours and its values, as they are kept and sent beside its English."""
    if not isinstance(told, Worded):
        return []
    return [told.template, *(parts_of(v) if isinstance(v, Worded) else v for v in told.values)]


def again(text: str, parts: list[Any] | None) -> str:
    """Return a sentence that was kept with what it was made of; as it is where that does not fit."""
    if not parts:
        return text
    with suppress(ValueError, LookupError, AttributeError, TypeError, RecursionError):
        told = _filled_again(parts)
        return told if told == text else text
    return text


def _filled_again(parts: list[Any]) -> str:
    template, *values = parts
    return filled(template, *(_filled_again(v) if isinstance(v, list) else v for v in values))


def changed_values(text: str, change: Callable[[str], str]) -> str:
    """Return the text with a change made to it, to the values alone where it is a sentence of ours."""
    if not isinstance(text, Worded):
        return change(text)
    values = (changed_values(v, change) if isinstance(v, str) else v for v in text.values)
    return filled(text.template, *values)


def joined(separator: str, parts: Iterable[str]) -> str:
    """Return texts in a row; what was `worded` among them stays so. Empty ones are left out."""
    first, *more = [part for part in parts if part] or [""]
    for part in more:
        first = filled("{0}{1}{2}", first, separator, part)
    return first


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


def as_sentence(text: str) -> str:
    """Return a text with a capital letter and an end, as it stands alone; empty stays empty."""
    text = text if isinstance(text, Worded) else text.strip()
    if not text:
        return ""
    return filled("{0:A}" if text.endswith((".", "!", "?", "…")) else "{0:A}.", text)


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


_RUN: Final = re.compile(r"[-+\u2212]?\d[\d.,\u00a0\u202f']*")
_SPACES: Final = re.compile(r"[\u00a0\u202f' ]")
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_GROUPED: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


def as_number(text: str) -> float | None:
    """Return the one number in a text, without its unit; None where there is none, or more than one.

    The last sign of two kinds is the one before the decimals; a sign of one kind is so unless it stands
    several times over. `1,000` may be either and is none.
    """
    runs = _RUN.findall(text)
    if len(runs) != 1:
        return None
    bare = _SPACES.sub("", runs[0].rstrip(".,'\u00a0\u202f")).replace("\u2212", "-")
    last = max(bare.rfind("."), bare.rfind(","))
    if last >= 0 and (bare.count(bare[last]) > 1):
        return float(re.sub("[.,]", "", bare)) if _GROUPED.fullmatch(bare.lstrip("+-")) else None
    if _THOUSANDS.fullmatch(bare.lstrip("+-")):
        return None
    whole, part = (bare[:last], bare[last + 1 :]) if last >= 0 else (bare, "")
    return float(f"{re.sub('[.,]', '', whole)}.{part or '0'}")


def same_value(first: str, second: str) -> bool:
    """Tell whether two texts of fields say the same: one number, or the same groups of digits in a row."""
    numbers = as_number(first), as_number(second)
    if numbers[0] is not None and numbers[1] is not None:
        return abs(numbers[0] - numbers[1]) < 1e-9 * max(1.0, abs(numbers[0]))
    return _folded(first) == _folded(second)


def _folded(text: str) -> list[str]:
    return [part.lstrip("0") or "0" for part in re.findall(r"\d+|[^\W\d]+", text.casefold())]


def model_words(name: str) -> str:
    """Return a model's name as people read it: of a file, which llama.cpp tells with its path, the last part."""
    return re.split(r"[/\\]", name)[-1] if name.endswith(".gguf") else name
