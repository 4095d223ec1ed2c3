"""What one entry of the set is, and the words in which its effect is put."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One sentence and the effect that it has to have."""

    program: str
    sentence: str
    expect: dict[str, Any] = field(default_factory=dict)
    start: str = ""
    also: tuple[str, ...] = ()


def has(*parts: str) -> Callable[[Any], bool]:
    """True of a text, or a list of texts, in which each part stands."""
    return lambda value: (
        value is not None
        and all(
            any(part in text for text in ([value] if isinstance(value, str) else value))
            for part in parts
        )
    )


def lacks(part: str) -> Callable[[Any], bool]:
    """True of a list in whose texts the part does not stand."""
    return lambda value: value is not None and not any(part in text for text in value)


def shows(text: str) -> Callable[[Any], bool]:
    """True of a list of texts of which one is exactly this one."""
    return lambda value: any(item.strip() == text for item in value or ())


def between(low: float, high: float) -> Callable[[Any], bool]:
    """True of a number, or its digits, in the range."""
    return lambda value: value not in (None, "") and low <= float(value) <= high


def begins(text: str) -> Callable[[Any], bool]:
    """True of a text that starts so."""
    return lambda value: isinstance(value, str) and value.startswith(text)


def is_gone(value: Any) -> bool:
    """True of a key that is no longer there."""
    return value is None
