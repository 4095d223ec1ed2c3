"""What can be a value: dates and times as people write them, colours, sums, and what a statement gives a thing.

Which of two numbers is the month is never guessed: it is told by a name, by a number above twelve, by
the year in front or by points between; else as the field itself has them. A calendar is a grid of days
that count on in rows, under the name of their month; it is turned until the month is the one that is meant.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from automation.commands import language
from automation.commands.find.resolve import CELL_ADDRESS, resolve
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Assign
from automation.commands.matching import Found, Missing, Several, Want
from automation.commands.targets import COMBOS, literal
from automation.commands.words import as_said, has_doubt, number, ordinal
from automation.core.observation import NumberRange, ScreenElement
from automation.screen.roles import BUTTONS, LABELS, LISTED, NUMBERS, ROWS, TWO_STATES, TYPED_FIELDS
from automation.screen.rows import shares_row

Part = Literal["year", "month", "day", "hour", "hour12", "minute", "second", "half"]
"""`half` is the one of the day: 1 before noon, 2 after it."""
Moment = Mapping[Part, int]

_TIME: Final = re.compile(
    rf"\b(?P<h>\d{{1,2}})(?:(?:[:.h]|\s*(?:{language.alternatives('hour_words')})\s+)(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![.\d]))?\s*(?P<half>[^\W\d_]\.?(?:[^\W\d_']|'(?=\w))*\.?)?",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(
    rf"\b(?P<part>{language.alternatives('clock_parts')})\s+(?P<hour>[^\W_]+)", re.IGNORECASE
)
"""`a quarter past seven`, `viertel vor acht`, `halb sieben`."""
_CLOCK_SAID: Final = re.compile(r"\b(?P<hour>[^\W\d_]+)[ -](?P<minute>[^\W\d_]+(?:-[^\W\d_]+)?)\b")
"""`nine fifteen`, `nine-fifteen`."""
_HALF_DAY: Final = re.compile(
    rf"\b(?P<time>[^\W_]+(?::[0-5]\d)?)(?:\s+(?:{language.alternatives('hour_words')}))?"
    rf"\s+(?:(?P<early>{language.alternatives('early_words')})|{language.alternatives('late_words')})\b",
    re.IGNORECASE,
)
"""`six in the evening`, `7:30 abends`."""
_YEAR_FIRST: Final = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_YEAR_LAST: Final = re.compile(r"\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\b")
MONTH_NAMED: Final = re.compile(
    r"(?:\b(?P<d1>\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)?(?P<month>(?!(?:the|den|dem|der|vom)\b)[^\W\d_]{3,9})\b\.?"
    r"(?:\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?(?![:.\d]))?(?:,?\s+(?P<y>\d{4}))?\b",
    re.IGNORECASE,
)
_DAY_SAID: Final = re.compile(
    rf"\b(?P<day>[^\W\d_]+(?:-[^\W\d_]+)?)(?P<of>\s+(?:of\s+)?(?={language.alternatives('months')}))",
    re.IGNORECASE,
)
"""`the twelfth of July`."""
_DAY_BEHIND: Final = re.compile(
    rf"\b(?P<month>{language.alternatives('months')})\s+(?:the\s+)?(?P<day>[^\W\d_]+(?:-[^\W\d_]+)?)\b",
    re.IGNORECASE,
)
"""`July the twelfth`."""
_JOINED: Final = re.compile(r"(?<=\d)T(?=\d)")
_BETWEEN: Final = re.compile(r"(?:\s|,|\b(?:at|on|the|um|am|den|der|dem)\b)*", re.IGNORECASE)
_NAMED_DATE: Final = re.compile(
    r"(?:(?P<d1>\d{1,2})\.? )?(?P<month>[^\W\d_]{3,9}),? (?:(?P<d2>\d{1,2}), )?(?P<y>\d{4})"
)
"""A date as a field shows it that spells its month: `12 June 2026`, `Jun 12, 2026`."""
_YEAR_DIGITS: Final = 4
_DAY_ALONE: Final = re.compile(rf"{_BETWEEN.pattern}(\S+)", re.IGNORECASE)
"""A day without its month: `the 24th`."""
_RUNS: Final = re.compile(r"\d+")
_MOST: Final[dict[Part, tuple[int, int]]] = {
    "year": (1, 9999), "month": (1, 12), "day": (1, 31), "hour": (0, 23), "minute": (0, 59), "second": (0, 59),
}  # fmt: skip
YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")


def moment(text: str, order: Sequence[Part] = ()) -> Moment | None:
    """Return the parts of a date, a time or both; None where the words are neither, or not clear.

    Args:
        text: `2026-12-24`, `24 December 2026`, `5:45 pm`, `12/24/2026 17:45`.
        order: the parts as the field has them, by which `3/4/2026` is read.
    """
    found: dict[Part, int] = {}
    rest = days_in_digits(_in_digits(_JOINED.sub(" ", text)))
    for pattern, read in (
        (_YEAR_FIRST, _year_first),
        (_YEAR_LAST, _year_last),
        (MONTH_NAMED, _named),
    ):
        if match := next(
            (m for m in pattern.finditer(rest) if pattern is not MONTH_NAMED or month_of(m)), None
        ):
            date = read(match, order)
            if date is None:
                return None
            found |= date
            rest = f"{rest[: match.start()]} {rest[match.end() :]}"
            break
    clock, rest = _clock(rest)
    found |= clock
    if not found and "day" in order and (alone := _DAY_ALONE.fullmatch(text.strip())):
        found, rest = {"day": ordinal(alone[1]) or -1}, ""
    is_all = bool(found) and _BETWEEN.fullmatch(rest) is not None
    return found if is_all and all(_fits(part, n) for part, n in found.items()) else None


def _in_digits(text: str) -> str:
    """Return a time that is told in words as it is written: 18:30 for `half past six in the evening`."""
    return _HALF_DAY.sub(_with_half_day, clock_in_digits(text))


def clock_in_digits(text: str) -> str:
    """Return a text with its spoken times in digits: 10:30 for `halb elf`."""
    return _SPOKEN.sub(_with_minutes, text)


def _with_hour(said: re.Match[str]) -> str:
    hour, minute = number(said["hour"]), number(said["minute"])
    is_time = hour is not None and minute is not None and 0 < hour < 25 and 9 < minute < 60
    return f"{hour}:{minute}" if is_time else said.group()


def days_in_digits(text: str) -> str:
    """Return a text with the day beside a month in digits: `the twelfth of July`, `July the twelfth`."""
    return _DAY_BEHIND.sub(
        lambda said: _with_day(said, "{month} {day}"),
        _DAY_SAID.sub(lambda said: _with_day(said, "{day}{of}"), text),
    )


def _with_day(said: re.Match[str], written: str) -> str:
    day = ordinal(said["day"])
    return (
        said.group()
        if day is None or day < 1
        else written.format(**said.groupdict() | {"day": day})
    )


def _with_minutes(said: re.Match[str]) -> str:
    hour, part = number(said["hour"]), " ".join(said["part"].casefold().split())
    if hour is None or not 1 <= hour <= 24:
        return said.group()
    minutes = (hour % 24) * 60 + int(language.table("clock_parts")[part])
    return f"{minutes // 60 % 24 or (12 if hour < 13 else 0)}:{minutes % 60:02d}"


def nearest_half_day(words: str, held: Moment) -> str:
    """Return words with a time that tells no half of the day in digits, in the half that is nearer to the time that a field holds.

    `Twenty to three` is 14:40 in a field that holds 13:00. Words that tell it, and a field without a time, change nothing.
    """
    now = _hour_of(held)
    halves = language.words("before_noon") | language.words("after_noon")
    if now is None or _HALF_DAY.search(words) or not halves.isdisjoint(words.casefold().split()):
        return words

    def nearer(said: re.Match[str]) -> str:
        hour, _, minute = _with_minutes(said).partition(":")
        if not minute or int(hour) > 12:
            return said.group()
        ways = (int(hour) % 12, int(hour) % 12 + 12)
        at, since = int(minute), 60 * now + held.get("minute", 0)
        return f"{min(ways, key=lambda way: abs(60 * way + at - since))}:{minute}"

    return _SPOKEN.sub(nearer, words)


def _hour_of(held: Moment) -> int | None:
    if "hour" not in held and "hour12" in held and "half" in held:
        return held["hour12"] % 12 + (12 if held["half"] == 2 else 0)
    return held.get("hour")


def _with_half_day(said: re.Match[str]) -> str:
    told, _, minute = said["time"].partition(":")
    hour = number(told)
    if hour is None or not 1 <= hour <= 12:
        return said.group()
    return f"{hour % 12 + (0 if said['early'] else 12)}:{minute or '00'}"


def _fits(part: Part, number: int) -> bool:
    least, most = _MOST[part]
    return least <= number <= most


def _year_first(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    return {"year": int(match[1]), "month": int(match[2]), "day": int(match[3])}


def _year_last(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    year += 2000 if len(match[4]) == 2 else 0
    if match[2] == "." or first > 12:
        return {"year": year, "month": second, "day": first}
    if second > 12:
        return {"year": year, "month": first, "day": second}
    if "month" not in order or "day" not in order:
        return None
    if order.index("month") < order.index("day"):
        return {"year": year, "month": first, "day": second}
    return {"year": year, "month": second, "day": first}


def month_of(match: re.Match[str]) -> int | None:
    """Return the number of the month that is named, in full or by its first letters, in any language."""
    word = match["month"].casefold()
    months = (told["months"] for told in language.languages().values())
    named = (n for names in months for n, name in enumerate(names, 1) if name.startswith(word))
    return next(named, None)


def _named(match: re.Match[str], order: Sequence[Part]) -> dict[Part, int] | None:
    month, day = month_of(match), match["d1"] or match["d2"]
    if month is None or (day is None and ("day" in order or not order)):
        return None
    year: dict[Part, int] = {"year": int(match["y"])} if match["y"] else {}
    return {**year, "month": month, **({"day": int(day)} if day else {})}


def _clock(text: str) -> tuple[dict[Part, int], str]:
    """Return the time of day that a text tells, and the text without it."""
    for key, hour in (("noon_words", 12), ("midnight_words", 0)):
        if as_said(text) in language.words(key):
            return {"hour": hour, "minute": 0}, ""
    for match in _TIME.finditer(text):
        after = (match["half"] or "").casefold()
        is_half = after in language.words("before_noon") | language.words("after_noon")
        is_hour = after in language.words("hour_words")
        if match["m"] is None and not (is_half or is_hour):
            continue
        end = match.end() if is_half or is_hour else match.end() - len(match["half"] or "")
        hour = int(match["h"])
        if is_half:
            later = 12 if after in language.words("after_noon") else 0
            hour = hour % 12 + later if 1 <= hour <= 12 else -1
        second: dict[Part, int] = {"second": int(match["s"])} if match["s"] else {}
        rest = f"{text[: match.start()]} {text[end:]}"
        return {"hour": hour, "minute": int(match["m"] or 0), **second}, rest
    return {}, text


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
        values = [int(runs[n].group()) for n, _ in dated]
        is_month_first = found.index("year") < first or values[1] > 12
        if not is_month_first and sign != "." and values[0] <= 12:
            return ()
        found[first if is_month_first else second] = "month"
    elif dated:
        return ()
    return tuple(found)


def held_by_text(text: str) -> dict[Part, int]:
    """Return what a field's text says part by part; nothing where its parts are not known."""
    parts, numbers = parts_by_text(text), [int(n) for n in _RUNS.findall(text)]
    return dict(zip(parts, numbers, strict=True)) if len(parts) == len(numbers) else {}


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


def moment_of(text: str) -> Moment | None:
    """Return what a field's text says, whose parts are known by how it is written; None where that is not clear."""
    return held_by_text(text) or (moment(text) if _NAMED_DATE.fullmatch(text.strip()) else None)


def day_and_time(words: str) -> tuple[str, str]:
    """Return of words their day and their time, each empty where they tell none: `at 14:40 on 14 June`."""
    told = moment(words) or {}
    months = language.languages()["en"]["months"]
    day = (
        f"{told['day']} {months[told['month'] - 1]} {told.get('year', '')}".strip()
        if "month" in told
        else ""
    )
    clock = f"{told['hour']}:{told['minute']:02d}" if "hour" in told else ""
    spoken = _SPOKEN.search(words) if clock else None  # its half of the day is the field's
    return day, spoken.group() if spoken is not None else clock


def typed_date(words: str, held: str) -> tuple[str, str] | None:
    """Return the keys that bring a field from the text that it holds to a date, beginning in its first part, and the text then.

    None where the words are no date, or how the field is written is not clear.
    """
    if (named := _NAMED_DATE.fullmatch(held.strip())) is not None:
        return _by_name(words, named)
    groups, said = _RUNS.findall(held), _RUNS.findall(words)
    if len(groups) < 2 or any(c.isalpha() for c in held):
        return None
    signs = re.findall(r"[^\d\s]", held), re.findall(r"[^\d\s]", words)
    if signs[0] == signs[1] and [len(g) > 2 for g in groups] == [len(g) > 2 for g in said]:
        numbers: tuple[int, ...] | None = tuple(map(int, said))
    else:
        parts, known = parts_by_text(held), held_by_text(held)
        told = moment(nearest_half_day(words, known), parts)
        numbers = numbers_of(filled(told, known), parts) if told is not None and parts else None
    if numbers is None:
        return None
    widths: list[Part] = ["year" if len(group) > 2 else "day" for group in groups]
    return keys_of(numbers, widths, year_digits=_YEAR_DIGITS), shown(numbers, held)


def _by_name(words: str, held: re.Match[str]) -> tuple[str, str] | None:
    """Return the keys, and the text then, for a field that shows its month by name: `12 June 2026`.

    Its signs are left out: behind a part that is full the keyboard is in the next one, and a sign goes on once more.
    """
    told, now = moment(words, ("day", "month", "year")), moment(held.group())
    months = next(
        (
            t["months"]
            for t in language.languages().values()
            for m in t["months"]
            if m.startswith(held["month"].casefold())
        ),
        None,
    )
    if told is None or now is None or months is None:
        return None
    full = filled(told, now)
    is_short = held["month"].casefold() not in months
    name = months[full["month"] - 1][: len(held["month"]) if is_short else None].capitalize()
    first = held["d1"] is not None
    day = f"{full['day']:0{2 if (held['d1'] or held['d2']).startswith('0') else 1}d}"
    keys = (f"{full['day']:02d}", name) if first else (name, f"{full['day']:02d}")
    wanted = held.group().replace(held["month"], name).replace(held["y"], f"{full['year']:04d}")
    wanted = re.sub(r"(?<!\d)\d{1,2}(?!\d)", day, wanted, count=1)
    return f"{''.join(keys)}{full['year']:04d}", wanted


def shown(numbers: Sequence[int], held: str) -> str:
    """Return a field's text with other numbers in the place of its own."""
    left = iter(numbers)
    return _RUNS.sub(lambda run: f"{next(left):0{len(run.group())}d}", held)


def filled(wanted: Moment, held: Moment) -> Moment:
    """Return a moment with what the words leave out as the field has it: the time beside a new date."""
    hour = _hour_of(held)
    full: dict[Part, int] = {**held, **({"hour": hour} if hour is not None else {}), **wanted}
    return full


# How a field of text wants its dates: as a text by it says in letters, as an example, or as it holds one.


def as_the_field_has_it(
    words: str, told: Sequence[str], held: Callable[[], str], *, is_sure: bool
) -> str | None:
    """Return a date or a time in the form of its field, other words as they are; None where that is not clear.

    Args:
        told: what the field is called, and what stands by it: `Due (dd.mm.yyyy)`.
        held: reads what it holds.
        is_sure: it takes any text, as far as is known: a date that may be two is left as it was said.
    """
    forms = [form for text in told if (form := _form_in(text))]
    if forms:
        return _in_form(words, forms[0]) if len(set(forms)) == 1 else None
    orders: tuple[tuple[Part, ...], ...] = (("day", "month"), ("month", "day"))
    shows = held().strip()
    if ":" in shows:
        words = _CLOCK_SAID.sub(_with_hour, words)  # "nine fifteen", which may be a price elsewhere
    moments = [moment(words, order) for order in orders]
    if None in moments:
        return words
    if _WRITTEN.fullmatch(shows):
        now = held_by_text(shows)
        words = nearest_half_day(words, now)
        alone = set(moments[0] or ()) == {"day"} and numbers_of(
            filled(moments[0] or {}, now), tuple(now)
        )
        return shown(alone, shows) if alone else _in_form(words, shows)
    return words if is_sure or moments[0] == moments[1] else None


def is_only_form(text: str) -> bool:
    """Tell whether a text says nothing but how a date is written: `(dd.mm.yyyy)`."""
    return _FORM.fullmatch(text.strip().strip("()[]").strip()) is not None


def _form_in(text: str) -> str:
    """Return a day at the end of a year as a text says that it is written: 31.12.2000 for "TT.MM.JJJJ"."""
    said, example = _FORM.search(text), _EXAMPLE.search(text)
    if said is None:
        return example[1] if example is not None else ""
    days = _MINUTES.sub("59", said.group().casefold())
    return _LETTERS.sub(lambda run: _SAMPLES[run.group()[0]][-max(2, len(run.group())) :], days)


def _in_form(words: str, form: str) -> str | None:
    """Return a date as another one is written; None where it lacks a part, or says more."""
    parts = parts_by_text(form)
    told = moment(words, parts)
    if not parts:  # which of the two is the month nobody knows: as it is written it may be meant
        orders: tuple[tuple[Part, ...], ...] = (("day", "month", "year"), ("month", "day", "year"))
        ways = [numbers_of(told, order) for order in orders] if told is not None else []
        either = {
            shown(way, form) for way in ways if way is not None and len(_RUNS.findall(form)) == 3
        }
        if told is not None and set(told) == {*orders[0]} and len(either) == 1:
            return either.pop()  # 7 July
        return words if _RUNS.sub("0", words.strip()) == _RUNS.sub("0", form) else None
    numbers = numbers_of(told, parts) if told is not None else None
    if told is None or numbers is None or not set(told) <= set(parts):
        return None
    return shown(numbers, form)


_LETTERS: Final = re.compile("[a-z]+")
_MINUTES: Final = re.compile("(?<=:)m{1,2}")
_SAMPLES: Final = {"d": "31", "t": "31", "m": "12", "y": "2000", "j": "2000", "h": "23"}
_CLOCK_FORM: Final = "h{1,2}:m{1,2}"
_DAY_FORM: Final = (
    "(?:[dt]{1,2}[-./]m{1,2}|m{1,2}[-./][dt]{1,2})[-./](?:[yj]{4}|[yj]{2})"
    "|[yj]{4}[-./]m{1,2}[-./][dt]{1,2}"
)
_FORM: Final = re.compile(
    rf"(?<![^\W_])(?:(?:{_DAY_FORM})(?:[ ,]{{1,2}}{_CLOCK_FORM})?|{_CLOCK_FORM})(?![^\W_])",
    re.IGNORECASE,
)
_DAY_WRITTEN: Final = r"\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\d{4}[-./]\d{1,2}[-./]\d{1,2}"
_WRITTEN: Final = re.compile(rf"(?:{_DAY_WRITTEN})(?:,? \d{{1,2}}:\d\d)?|\d{{1,2}}:\d\d")
_EXAMPLE: Final = re.compile(
    rf"(?<![^\W_])(?:{language.alternatives('example_words')})[:,\s]{{1,2}}({_DAY_WRITTEN})",
    re.IGNORECASE,
)


# Colours, sums, and what a statement gives a thing.


_TAKING: Final = TYPED_FIELDS | COMBOS | NUMBERS
ON_WORDS: Final = frozenset({"on", "checked", "ticked", "true", "yes", "enabled", "active", "1"})
OFF_WORDS: Final = frozenset(
    {"off", "unchecked", "unticked", "false", "no", "disabled", "inactive", "0"}
)
_HEX: Final = re.compile(r"#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})")
_RGB: Final = re.compile(r"rgb\s*\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")

_SIGNS: Final = r"-+*/^=\u00d7\u00f7\u2212\u221a"
_PART: Final = rf"[{_SIGNS}\d.,%()]"
SUM: Final = re.compile(
    rf"(?=[^{_SIGNS}]*[{_SIGNS}])(?=\D*\d)(?:{_PART}+(?:\s+{_PART}+)+|(?:(?!=){_PART})+=)"
)
"""What is pressed key by key on a calculator."""


def sums_up(text: str, scene: Scene) -> bool:
    """Tell whether a text is a sum or a number, and the window computes: it has keys for figures and for each sign of it."""
    there = {as_said(e.name) for e in scene.near if e.role in BUTTONS}
    signs = {sign for sign in text if not (sign.isdigit() or sign.isspace())}
    is_sum = text.strip().isdecimal() or SUM.fullmatch(text.strip()) is not None
    return is_sum and signs <= there and len(there & _FIGURES) > 4


_FIGURES: Final = frozenset("0123456789")


# Colours: a button that shows one opens fields for its red, green and blue, or for all of it in one.


def colour_of(words: str) -> tuple[int, int, int] | None:
    """Return red, green and blue (0..255) of `#aa2200`, `rgb(170, 34, 0)` or the name of a colour."""
    said = as_said(words).removeprefix("colour ").removeprefix("color ")
    if match := _HEX.fullmatch(said):
        return int(match[1], 16), int(match[2], 16), int(match[3], 16)
    if match := _RGB.fullmatch(said):
        parts = int(match[1]), int(match[2]), int(match[3])
        return parts if max(parts) < 256 else None
    named = (told["colours"].get(said) for told in language.languages().values())
    found = next((hexed for hexed in named if hexed), None)
    return colour_of(f"#{found}") if found else None


_ONLY_TELLS: Final = re.compile(r"[^:]+\s(?:is|are|ist|sind)\s[^:]+", re.IGNORECASE)


def may_be_told(form: Assign, source: str, scene: Scene, *, is_late: bool = False) -> bool:
    """Tell whether a statement says something of a thing that takes a value: "School annex is not billable" does not.

    The words of a cell, an entry or a text get no value by it, and "the signature is fine" no text.

    Args:
        is_late: what is not there may come up by the steps before.
    """
    found = resolve(form.target, scene, Want.ANY)
    if isinstance(found, Missing):
        return is_late
    is_quoted = form.value.casefold() not in source.casefold()
    if _ONLY_TELLS.fullmatch(source) and not (is_quoted or _may_take(form, scene)):
        return False
    if isinstance(found, Found) and is_answered_by_choice(found.element, scene):
        return True
    things = found.elements if isinstance(found, Several) else ()
    for thing in (found.element,) if isinstance(found, Found) else things:
        is_said = not set(as_said(thing.name).split()).isdisjoint(as_said(form.target.text).split())
        is_text = thing.role in LISTED | ROWS | LABELS and is_said
        is_text &= not CELL_ADDRESS.fullmatch(thing.name) or has_doubt(form.value)
        if is_text and not (thing.role in LABELS and _is_label(form, scene)):
            return False
    return True


def may_hold(field: ScreenElement, value: str, called: str) -> bool:
    """Tell whether a field may get a value: one that holds a number gets words only by all of its name.

    `Bei Muskat soll die Mahlung gemahlen sein` is no price of Muskat.
    """
    said = value.split()
    is_text = len(said) > 1 and not any(number(w) is not None or w[0].isdigit() for w in said)
    is_named = {*as_said(field.name).split()} <= {*as_said(called).split()}
    return not (
        is_text and not is_named and re.fullmatch(r"\d[\d.,]*", (field.value or "").strip())
    )


def only_value(form: Assign, field: ScreenElement) -> Assign:
    """Return a value without the end of its field's name, as German puts it, and without when that is so.

    `Gewürz Pfeffer suchen` of "Gewürz suchen"; `the operator is T. Okoro today`.
    """
    *first, last = as_said(field.name).split() or [""]
    value, _, end = form.value.rpartition(" ")
    is_named = bool(first and value) and as_said(end) == last
    is_named = is_named and not {*first}.isdisjoint(as_said(form.target.text).split())
    names = _NOW.sub("", form.value).split()
    is_prose = not language.words("prose_labels").isdisjoint(as_said(field.name).split())
    is_of_today = len(names) < len(form.value.split()) and all(w[0].isupper() for w in names)
    is_of_today = is_of_today and bool(form.statement) and not is_prose
    kept = value if is_named else " ".join(names) if names and is_of_today else form.value
    return form if kept == form.value else replace(form, value=kept, option=literal(kept))


_NOW: Final = re.compile(rf"\s+(?:{language.alternatives('now_words')})[.!]?$")


def _is_label(form: Assign, scene: Scene) -> bool:
    """Tell whether a text that was named stands for the one control beside it, as labels do where no tree says so.

    "Carbonara is sold out" says nothing of the field Price of Carbonara.
    """
    found = (resolve(form.target, scene, want) for want in (Want.EDIT, Want.HOLDER))
    controls = (f.element for f in found if isinstance(f, Found))
    return any(e.role in _TAKING and e.source == "ocr" for e in controls)


def _may_take(form: Assign, scene: Scene) -> bool:
    """Tell whether what is told of a thing is a value of it: no feeling or news that no choice is called."""
    value = form.value.casefold().rstrip(".!")
    if (
        not value[:1].isalpha()
        or form.value[:1].isupper()
        or any(c in "@0123456789" for c in value)
    ):
        return True
    holder = resolve(form.target, scene, Want.HOLDER)
    if isinstance(holder, Found) and holder.element.role in COMBOS:
        return scene.offers(holder.element, value)
    choices = (e for e in scene.there if e.role in TWO_STATES | {"column_header"})
    is_choice = value in ON_WORDS | OFF_WORDS or any(
        as_said(e.name) == as_said(value) for e in choices
    )
    return is_choice or number(value) is not None or moment(value) is not None


def is_answered_by_choice(cell: ScreenElement, scene: Scene) -> bool:
    """Tell whether a cell is a question: the radio buttons of its row are the answers."""
    radios = [e for e in scene.near if e.role == "radio" and e.window_id == cell.window_id]
    return sum(shares_row(e.box, cell.box) for e in radios) > 1


SPELLED: Final = {
    spelling: words.split()[0]
    for words in (
        "€ euro eur", "$ dollar usd", "£ pound gbp", "¥ yen jpy", "% percent prozent per cent", "px pixel", "pt point",
        "mm millimetre millimeter", "cm centimetre centimeter", "m metre meter", "km kilometre kilometer",
        "in inch inches \"", "kg kilo kilogram", "g gram", "mg milligram", "l litre liter", "ml millilitre milliliter",
        "°c celsius", "°f fahrenheit", "° degree grad", "kb kilobyte", "mb megabyte", "gb gigabyte", "hz hertz", "khz",
        "w watt", "kw", "v volt", "chf franc", "ms millisecond", "second sec s", "minute min minuten", "hour h hr stunde stunden std", "day tag tage",
        "week", "month", "year",
    )
    for spelling in words.split()
}  # fmt: skip
"""Each spelling of a unit, and the one that stands for it."""


def as_unit(word: str) -> str:
    """Return a unit as one word for all of its spellings: `euros` and `EUR` are `€`."""
    folded = word.strip().casefold().rstrip(".")
    one = folded.removesuffix("s")
    return SPELLED.get(folded) or SPELLED.get(one) or one


def units_of(
    said: re.Match[str] | None, element: ScreenElement, texts: Sequence[ScreenElement]
) -> tuple[set[str], set[str]]:
    """Return the units that are said with a number, and those that its control or a text of it shows."""
    sides = f"{said['before'] or ''} {said['after'] or ''}" if said else "?"
    words = (element.name, element.value or "", element.description, *(e.name for e in texts))
    named = {w for text in words for w in _UNIT_WORD.findall(text.replace(" in ", " "))}
    shown = {as_unit(w) for word in named for w in (word, word.removesuffix("n"))}  # "in Tagen"
    shown |= {"°"} if shown & {"°c", "°f"} else set()
    return {as_unit(word) for word in sides.split()} - {""}, shown


_UNIT_WORD: Final = re.compile(r"[€$£¥%]|°?[^\W\d_]+(?:/[^\W\d_]+)?|°")
