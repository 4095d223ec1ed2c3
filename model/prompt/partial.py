"""What is certain of a JSON text that is still being written: the values that have ended.

Knows nothing of replies. Of a text that turns out to be valid JSON every name and number told here
is one that it holds; of any other text nothing is promised, and nothing is raised.
"""

import json
import re
from typing import Final, TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"
"""Keys of objects and places in lists, from the outermost inwards."""
Known: TypeAlias = "tuple[Path, str | int | float]"

LONGEST_SCALAR: Final = 40
"""Characters of a number that is looked at; a coordinate has at most a dozen."""
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS: Final = frozenset({"true", "false", "null"})
_SPACE: Final = " \t\n\r"
_CLOSES: Final = {"}": "{", "]": "["}


class _Level:
    """One open object or list."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.place: str | int | None = 0 if kind == "[" else None
        """Of the value that is written now; None before an object's first key."""


class OpenJson:
    """Reads a text piece by piece. A number has ended when what follows it is there."""

    def __init__(self) -> None:
        self._levels: list[_Level] = []
        self._written: list[str] | None = None
        """The characters of the string or scalar that is being written; None between values."""
        self._is_string = False
        self._is_escaped = False
        self._awaits_key = False
        self._is_over = False

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more can end: the value is closed, or it is no JSON."""
        return self._is_over

    def push(self, text: str) -> list[Known]:
        """Take more of the text; return the strings and numbers that ended in it, in order."""
        ended: list[Known] = []
        for char in text:
            if self._is_over:
                break
            if self._written is not None and self._is_string:
                self._in_string(char, ended)
            else:
                self._outside(char, ended)
        return ended

    def _in_string(self, char: str, ended: list[Known]) -> None:
        written = self._written
        if written is None:
            return
        if char == '"' and not self._is_escaped:
            self._written = None
            self._end_string("".join(written), ended)
            return
        self._is_escaped = char == "\\" and not self._is_escaped
        written.append(char)

    def _end_string(self, raw: str, ended: list[Known]) -> None:
        try:
            text = str(json.loads(f'"{raw}"'))
        except ValueError:
            self._is_over = True
            return
        if self._awaits_key:
            self._levels[-1].place = text
            self._awaits_key = False
        else:
            ended.append((self._path(), text))

    def _outside(self, char: str, ended: list[Known]) -> None:
        if self._written is not None:
            if char not in _SPACE and char not in ",]}":
                self._written.append(char)
                self._is_over = len(self._written) > LONGEST_SCALAR
                return
            self._end_scalar(ended)
        if self._is_over or char in _SPACE:
            return
        match char:
            case "{" | "[":
                self._levels.append(_Level(char))
                self._awaits_key = char == "{"
            case "}" | "]":
                self._close(char)
            case '"':
                self._written, self._is_string, self._is_escaped = [], True, False
                self._is_over = not self._levels
            case ",":
                self._next()
            case ":":
                self._is_over = self._awaits_key or not self._levels
            case _:
                self._written, self._is_string = [char], False
                self._is_over = self._awaits_key or not self._levels

    def _end_scalar(self, ended: list[Known]) -> None:
        text, self._written = "".join(self._written or ()), None
        if _NUMBER.fullmatch(text):
            number = float(text) if set(text) & set(".eE") else int(text)
            ended.append((self._path(), number))
        elif text not in _WORDS:
            self._is_over = True

    def _close(self, char: str) -> None:
        if not self._levels or self._levels.pop().kind != _CLOSES[char]:
            self._is_over = True
            return
        self._awaits_key = False
        self._is_over = not self._levels

    def _next(self) -> None:
        if not self._levels or self._awaits_key:
            self._is_over = True
            return
        level = self._levels[-1]
        if isinstance(level.place, int):
            level.place += 1
        else:
            self._awaits_key = True

    def _path(self) -> Path:
        return tuple(level.place for level in self._levels if level.place is not None)
