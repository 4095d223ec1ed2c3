"""Chooses a day on a calendar: turns its pages to the month, and presses the day."""

import re
from collections.abc import Sequence
from typing import Final

from automation.commands import language, phrases
from automation.commands.do import choosing, pointing
from automation.commands.do.context import Act, Context, Result, aim_at, proposal
from automation.commands.find.screen_view import Scene
from automation.commands.forms import Choose, Point
from automation.commands.matching import Found
from automation.commands.read.values import MONTH_NAMED, YEAR, Moment, moment, month_of
from automation.commands.words import as_said
from automation.core import actions
from automation.core.observation import ScreenElement
from automation.core.proposal import Finish, Outcome
from automation.core.text import worded
from automation.screen.roles import BUTTONS, TYPED_FIELDS
from automation.screen.rows import in_reading_order, rows_of, shares_row

_DAY: Final = re.compile(
    r"(?:the\s+|den\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?(?:\s+(?:in|on|of|from|im)\s+(?:the\s+)?(?P<place>\w[\w ]*))?",
    re.IGNORECASE,
)
"""A day without its month: `the 24th`, `24 in the calendar`."""
_FEWEST_DAYS: Final = 28
_HEAD_PX: Final = 90
"""How far over its first days the name of the month stands at most."""
_MOST_MONTHS: Final = 36
"""How many months a calendar is turned on or back."""


# Calendars: a grid of days under the name of their month.


def on_calendar(form: Point | Choose, ctx: Context) -> Result:
    """Press or choose a thing, or else the day of the calendar in sight that the words name: `the 24th`."""
    match form:
        case Point():
            result, words = pointing.point(form, ctx), form.target.text
        case Choose():
            result, words = choosing.choose(form, ctx), form.option.text
    if not isinstance(result, Finish) or result.outcome is not Outcome.NOT_FOUND:
        return result
    for key in ("next_words", "back_words"):
        grids = days_of_months(ctx.scene.near) if as_said(words) in language.words(key) else []
        if grids and (turn := _turn_of(grids[0], ctx.scene, key)) is not None:
            found = Found(turn, worded("the button beside the name of the month"))
            return Act(
                proposal(
                    actions.Click(aim_at(turn)), worded("Click {0}", phrases.called(turn)), found
                )
            )
    told = _day_said(words)
    if told is None or "day" not in told or "hour" in told:
        return result
    return _day_pressed(told, ctx) or result


def _day_said(words: str) -> Moment | None:
    said = _DAY.fullmatch(words)
    places = language.words("calendar_words") | {""}
    if said is None or (said["place"] or "").casefold() not in places:
        return moment(words)
    day: Moment = {"day": int(said["day"])}
    return day


def _day_pressed(told: Moment, ctx: Context) -> Result | None:
    """Press a day, or first the button that turns to its month; None without such a calendar."""
    scene = ctx.scene
    grids = days_of_months(scene.near) or days_of_months(scene.lines)
    shown_months = [_month_over(grid, scene) for grid in grids]
    if not grids or told["day"] > min(map(len, grids)) or (len(grids) > 1 and "month" not in told):
        return None
    if "month" not in told:
        return _pressed_day(grids[0][told["day"] - 1], told["day"])
    known = [(m.get("year", 0), m["month"]) for m in shown_months if m is not None]
    if len(known) != len(grids):
        return None
    wanted = (told.get("year", known[0][0]), told["month"])
    if wanted in known:
        return _pressed_day(grids[known.index(wanted)][told["day"] - 1], told["day"])
    is_later = wanted > known[0]
    turn = _turn_of(grids[0], scene, "next_words" if is_later else "back_words")
    if turn is None or ctx.memory.tries >= _MOST_MONTHS or ctx.memory.was_unchanged:
        return None
    found = Found(turn, worded("the button beside the name of the month"))
    said = worded(
        "Press {0}, to turn the calendar to {1}/{2}", phrases.called(turn), wanted[1], wanted[0]
    )
    return Act(proposal(actions.Click(aim_at(turn)), said, found), again=True)


def _pressed_day(day: ScreenElement, number: int) -> Act:
    found = Found(day, worded("day of the calendar"))
    return Act(
        proposal(
            actions.Click(aim_at(day)), worded("Choose the day {0} of the calendar", number), found
        )
    )


def days_of_months(elements: Sequence[ScreenElement]) -> list[list[ScreenElement]]:
    """Return the days of each month in sight, from the first on: numbers that count on in rows."""
    days = [e for e in elements if _day_of(e) and e.role not in TYPED_FIELDS]
    ordered = in_reading_order(days) if len(days) >= _FEWEST_DAYS else []
    months: list[list[ScreenElement]] = []
    for day in ordered:
        if _day_of(day) == 1:
            months.append([day])
        elif months and _day_of(day) == len(months[-1]) + 1:
            months[-1].append(day)
    return [month for month in months if len(month) >= _FEWEST_DAYS and len(rows_of(month)) > 3]


def _day_of(element: ScreenElement) -> int:
    """Return the day of a month that a thing is called by, as "24" or "Friday, 24 June"; else 0."""
    name = element.name.strip()
    if name.isdecimal():
        return int(name) if len(name) < 3 and 0 < int(name) <= 31 else 0
    told = moment(name.partition(", ")[2] or name) if any(map(str.isdecimal, name)) else None
    return told.get("day", 0) if told is not None and "hour" not in told else 0


def _month_over(grid: Sequence[ScreenElement], scene: Scene) -> Moment | None:
    """Return the month, and the year if it is told, that is written over the days of a calendar."""
    left, right = min(e.box.x for e in grid), max(e.box.right for e in grid)
    top = min(e.box.y for e in grid)
    over = [
        e for e in (*scene.near, *scene.lines)
        if left - _HEAD_PX <= e.box.center.x <= right + _HEAD_PX and 0 < top - e.box.center.y < _HEAD_PX
    ]  # fmt: skip
    for e in sorted(over, key=lambda e: top - e.box.center.y):
        months = [
            m for m in MONTH_NAMED.finditer(e.name) if month_of(m) and not (m["d1"] or m["d2"])
        ]
        if len(months) == 1 and (month := month_of(months[0])):
            row = " ".join(o.name for o in over if shares_row(o.box, e.box))
            years = {int(y) for y in YEAR.findall(e.name) or YEAR.findall(row)}
            return {"month": month, **({"year": years.pop()} if len(years) == 1 else {})}
    return None


def _turn_of(grid: Sequence[ScreenElement], scene: Scene, key: str) -> ScreenElement | None:
    """Return the one button over a calendar that turns it to the next month, or to the one before."""
    top, words = min(e.box.y for e in grid), language.words(key)
    near = [
        e for e in scene.near
        if e.role in BUTTONS | {"link"} and 0 < top - e.box.center.y < _HEAD_PX
        and (as_said(e.name) in words or e.name.strip() in words
             or any(f" {w} " in f" {as_said(e.name)} " for w in words if len(w) > 3))
    ]  # fmt: skip
    return near[0] if len(near) == 1 else None
