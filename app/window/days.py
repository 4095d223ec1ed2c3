"""When a run was, in the words of the sidebar; no Qt, so that tests need no screen."""

from datetime import datetime
from typing import Final

TODAY: Final = "Today"
YESTERDAY: Final = "Yesterday"
WEEK_DAYS: Final = 7


def local_time(utc: str) -> datetime | None:
    """Return a stored moment in the time zone of this computer; None when it cannot be read."""
    try:
        return datetime.fromisoformat(utc).astimezone()
    except ValueError:
        return None


def day_words(then: datetime, now: datetime) -> str:
    """Return the heading for a run: Today, Yesterday, a week day, or the date."""
    days = (now.date() - then.date()).days
    if days <= 0:
        return TODAY
    if days == 1:
        return YESTERDAY
    if days < WEEK_DAYS:
        return f"{then:%A}"
    words = f"{then.day} {then:%B}"
    return words if then.year == now.year else f"{words} {then.year}"


def time_words(then: datetime) -> str:
    """Return the time of day."""
    return f"{then:%H:%M}"
