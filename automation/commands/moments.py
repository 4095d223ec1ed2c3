"""Dates and times as people write them, and the parts of a field that shows one.

Which of two numbers is the month is never guessed: it is told by a name, by a number above twelve, by
the year in front or by points between; else as the field itself has them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from automation.core.observation import NumberRange

Part = Literal["year", "month", "day", "hour", "hour12", "minute", "second", "half"]
"""`half` is the one of the day: 1 before noon, 2 after it."""
Moment = Mapping[Part, int]

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
_TIME: Final = re.compile(
    r"\b(?P<h>\d{1,2})(?:[:.h](?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![.\d])\s*(?P<a>[ap]\.?m\b\.?)?"
    r"|\s*(?P<b>[ap]\.?m\b\.?))",
    re.IGNORECASE,
)
_YEAR_FIRST: Final = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_YEAR_LAST: Final = re.compile(r"\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b")
_NAMED: Final = re.compile(
    r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)?(?P<month>[a-z]{3,9})\.?"
    r"(?:\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?)?,?\s+(?P<y>\d{4})\b",
    re.IGNORECASE,
)
_JOINED: Final = re.compile(r"(?<=\d)T(?=\d)")
_BETWEEN: Final = re.compile(r"(?:\s|,|\bat\b|\bon\b|\bthe\b)*", re.IGNORECASE)
_RUNS: Final = re.compile(r"\d+")
_MOST: Final[dict[Part, tuple[int, int]]] = {
    "year": (1, 9999), "month": (1, 12), "day": (1, 31), "hour": (0, 23), "minute": (0, 59), "second": (0, 59),
}  # fmt: skip


def moment(text: str, order: Sequence[Part] = ()) -> Moment | None:
    """Return the parts of a date, a time or both; None where the words are neither, or not clear.

    Args:
        text: `2026-12-24`, `24 December 2026`, `5:45 pm`, `12/24/2026 17:45`.
        order: the parts as the field has them, by which `3/4/2026` is read.
    """
    found: dict[Part, int] = {}
    rest = _JOINED.sub(" ", text)
    for pattern, read in ((_YEAR_FIRST, _year_first), (_YEAR_LAST, _year_last), (_NAMED, _named)):
        if match := pattern.search(rest):
            date = read(match, order)
            if date is None:
                return None
            found |= date
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
            break
    if match := _TIME.search(rest):
        found |= _time(match)
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    is_all = bool(found) and _BETWEEN.fullmatch(rest) is not None
    return found if is_all and all(_fits(part, n) for part, n in found.items()) else None


def _fits(part: Part, number: int) -> bool:
    least, most = _MOST[part]
    return least <= number <= most


def _year_first(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    return {"year": int(match[1]), "month": int(match[2]), "day": int(match[3])}


def _year_last(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    if match[2] == "." or first > 12:
        return {"year": year, "month": second, "day": first}
    if second > 12:
        return {"year": year, "month": first, "day": second}
    if "month" not in order or "day" not in order:
        return None
    if order.index("month") < order.index("day"):
        return {"year": year, "month": first, "day": second}
    return {"year": year, "month": second, "day": first}


def _named(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    word, day = match["month"].casefold(), match["d1"] or match["d2"]
    month = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(word)), None)
    if month is None or day is None:
        return None
    return {"year": int(match["y"]), "month": month, "day": int(day)}


def _time(match: re.Match[str]) -> dict[Part, int]:
    hour, half = int(match["h"]), (match["a"] or match["b"] or "").casefold()[:1]
    if half:
        hour = (hour % 12 + (12 if half == "p" else 0)) if 1 <= hour <= 12 else -1
    second: dict[Part, int] = {"second": int(match["s"])} if match["s"] else {}
    return {"hour": hour, "minute": int(match["m"] or 0), **second}


def parts_by_ranges(ranges: Sequence[NumberRange]) -> tuple[Part, ...]:
    """Return what the boxes of a date field stand for, in their order; empty where that is not clear.

    Their names are in the language of the program, and what they reach to is not.
    """
    ends = [(round(r.lowest), round(r.highest)) for r in ranges]
    found: list[Part | None] = []
    for n, (least, most) in enumerate(ends):
        before_minutes = ends[n + 1 : n + 2] == [(0, 59)]
        known: dict[tuple[int, int], Part] = {
            (0, 59): "second" if "minute" in found else "minute",
            (0, 23): "hour",
            (1, 31): "day",
            (1, 2): "half",
            (1, 12): "hour12" if before_minutes else "month",
        }
        found.append("year" if most > 1000 else known.get((least, most)))
    parts = tuple(part for part in found if part is not None)
    return parts if len(parts) == len(ends) and len(set(parts)) == len(parts) else ()


def parts_by_text(held: str) -> tuple[Part, ...]:
    """Return what the groups of digits in a field's text stand for; empty where that is not clear."""
    if any(c.isalpha() for c in held):
        return ()
    runs = list(_RUNS.finditer(held))
    found: list[Part] = []
    clock: list[Part] = ["hour", "minute", "second"]
    dated: list[tuple[int, str]] = []
    for n, run in enumerate(runs):
        joins = held[run.end() : run.end() + 1], held[run.start() - 1 : run.start()]
        if ":" in joins and clock:
            found.append(clock.pop(0))
        elif len(run.group()) == 4:
            found.append("year")
        else:
            found.append("day")
            dated.append((n, joins[0] if joins[0].strip() else joins[1]))
    if len(dated) == 2 and "year" in found:
        (first, sign), (second, _) = dated
        is_month_first = found.index("year") < first
        if not is_month_first and sign != ".":
            return ()
        found[first if is_month_first else second] = "month"
    elif dated:
        return ()
    return tuple(found)


def numbers_of(wanted: Moment, parts: Sequence[Part]) -> tuple[int, ...] | None:
    """Return the number for each part of a field; None where the words do not tell one of them."""
    numbers: list[int] = []
    for part in parts:
        hour = wanted.get("hour")
        if part == "half" and hour is not None:
            numbers.append(1 if hour < 12 else 2)
        elif part == "hour12" and hour is not None:
            numbers.append(hour % 12 or 12)
        elif part in wanted:
            numbers.append(wanted[part])
        elif part == "second" and hour is not None:
            numbers.append(0)
        else:
            return None
    return tuple(numbers)


def keys_of(numbers: Sequence[int], parts: Sequence[Part], *, year_digits: int) -> str:
    """Return what is typed, so that each part is full and the keyboard goes on to the next by itself."""
    typed = [_keys(n, part, year_digits) for n, part in zip(numbers, parts, strict=True)]
    if parts and parts[-1] == "year":
        typed[-1] = f"{numbers[-1]:04d}"
    return "".join(typed)


def _keys(number: int, part: Part, year_digits: int) -> str:
    if part == "half":
        return "AM" if number == 1 else "PM"
    return f"{number:0{year_digits if part == 'year' else 2}d}"


def shown(numbers: Sequence[int], held: str) -> str:
    """Return a field's text with other numbers in the place of its own."""
    left = iter(numbers)
    return _RUNS.sub(lambda run: f"{next(left):0{len(run.group())}d}", held)


def filled(wanted: Moment, held: Moment) -> Moment:
    """Return a moment with what the words leave out as the field has it: the time beside a new date."""
    hour = held.get("hour")
    if hour is None and "hour12" in held and "half" in held:
        hour = held["hour12"] % 12 + (12 if held["half"] == 2 else 0)
    full: dict[Part, int] = {**held, **({"hour": hour} if hour is not None else {}), **wanted}
    return full
