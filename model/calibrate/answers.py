"""The point that an answer names: lenient in form, honest in content.

Nothing is guessed: an answer with several points, a box or percentages is an answer without one.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

Numbers: TypeAlias = tuple[float, float]
"""x and y as the model wrote them; which space they are in is what calibration finds out."""

LONGEST: Final = 20_000
"""Characters of an answer that are looked at; the end counts, where an answer stands."""

_NUMBER: Final = r"(?<![\w.-])(-?\d{1,7}(?:\.\d{1,20})?)(?![\w%]|\.\d|\s?%)"
_ANY_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_SPACE: Final = re.compile(r"\s+")
"""Told apart by nothing below; long stretches of it would be tried in every split."""
_OBJECT: Final = re.compile(r"\{[^{}]*\}")
_NAMED: Final = re.compile(rf'\bx"?\s*[=:]\s*{_NUMBER}\W{{1,4}}y"?\s*[=:]\s*{_NUMBER}', re.I)
_IN_BRACKETS: Final = re.compile(rf"[(\[<]\s*{_NUMBER}\s*[,;\s]\s*{_NUMBER}\s*[)\]>]")
_BARE: Final = re.compile(rf"{_NUMBER}\s*(?:[,;]|\s|\band\b)\s*{_NUMBER}")


def point_in(answer: str) -> Numbers | None:
    """Return the one point that an answer names; None when it names none or several."""
    text = _SPACE.sub(" ", answer[-LONGEST:])
    for found in (_objects(text), _matches(_NAMED, text), _matches(_IN_BRACKETS, text)):
        points = set(found)
        if points:
            return points.pop() if len(points) == 1 else None
    if len(_ANY_NUMBER.findall(text)) != len(("x", "y")):
        return None
    return next(_matches(_BARE, text), None)


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[Numbers]:
    for match in pattern.finditer(text):
        yield float(match[1]), float(match[2])


def _objects(text: str) -> Iterator[Numbers]:
    """Yield the points of all JSON objects that have an x and a y."""
    for match in _OBJECT.finditer(text):
        try:
            pairs = json.loads(match[0], object_pairs_hook=list)
        except (ValueError, RecursionError):
            continue
        numbers = dict(_numbers(pairs))
        if numbers.keys() == {"x", "y"}:
            yield numbers["x"], numbers["y"]


def _numbers(pairs: Iterable[tuple[str, object]]) -> Iterator[tuple[str, float]]:
    for key, value in pairs:
        written = value if isinstance(value, str) else json.dumps(value)
        if key.lower() in ("x", "y") and re.fullmatch(_NUMBER, written.strip()):
            yield key.lower(), float(written)
