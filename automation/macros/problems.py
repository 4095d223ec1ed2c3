"""What is wrong with a macro: every problem with its line, its place in words, and what to do."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from automation.core.errors import MacroError

Plain = Any
"""Plain values at the boundary: dict, list, str, int, float, bool, None."""
Path = tuple[str | int, ...]
"""The way from the whole file to a value: names of keys and places in lists, from 0."""

MOST: Final = 20
"""Problems that are told of one file; who mends those sees the others."""
_STEP_LISTS: Final = frozenset({"steps", "then", "otherwise"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem of a macro, by its place in it."""

    path: Path
    reason: str
    advice: str = ""
    is_note: bool = False
    """Worth a look, and no reason to refuse."""
    key: str = ""
    """The key there that is meant, where its name is part of the reason already."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a file, as it is told."""

    line: int
    """From 1; 0 where there is no file, or none of its lines is meant."""
    column: int
    where: str
    """The place in words (`step save: target`); empty for the file as a whole."""
    reason: str
    advice: str = ""
    is_note: bool = False

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        place = ": ".join(part for part in (line, self.where) if part)
        said = f"{place}: {self.reason}" if place else self.reason
        return f"{said}; {self.advice}" if self.advice else said


class BadMacro(MacroError):
    """A macro is refused; `problems` has all that were found, up to `MOST`."""

    def __init__(self, file: str, problems: Iterable[Problem]) -> None:
        self.file = file
        self.problems = tuple(problems)[:MOST]
        more = len(self.problems) - 1
        rest = f" (and {more} more {'problem' if more == 1 else 'problems'})" if more else ""
        super().__init__(f"{file}: {self.problems[0]}{rest}")


def refusal(
    file: str, reason: str, advice: str = "", *, line: int = 0, column: int = 0
) -> BadMacro:
    """Return the error for one problem of the file as a whole."""
    return BadMacro(file, (Problem(line, column, "", reason, advice),))


def where(path: Path, data: Plain) -> str:
    """Return a place in words.

    Args:
        path: the way to it; of nested steps only the innermost is named.
    """
    words: list[str] = []
    for key in path:
        before = words[-1] if words else ""
        value = _inside(data, key)
        if isinstance(key, int):
            if before in _STEP_LISTS:
                words = [_step_words(key, value)]
            else:
                words[-1:] = [f"{before} {key + 1}"]
        elif before == "params":
            words = [f"param {key}"]
        else:
            words.append(key)
        data = value
    return ": ".join(words)


def _step_words(place: int, step: Plain) -> str:
    name = step.get("id") if isinstance(step, dict) else None
    return f"step {name}" if isinstance(name, str) and name else f"step {place + 1}"


def _inside(data: Plain, key: str | int) -> Plain:
    try:
        return data[key]
    except (KeyError, IndexError, TypeError):
        return None
