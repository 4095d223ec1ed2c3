"""What looking for a target can come to: one element, several, something unsure, or nothing."""

from dataclasses import dataclass
from enum import Enum

from automation.core.observation import ScreenElement


class Want(Enum):
    """What the verb needs."""

    CLICK = "something to click"
    EDIT = "a field"
    CHECK = "a box or switch"
    OPTION = "an option"
    HOLDER = "a list or drop-down"
    NUMBER = "a slider or a box for a number"
    SLIDER = "a slider"
    MENU = "a menu"
    ANY = "anything visible"


@dataclass(frozen=True, slots=True)
class Found:
    """Exactly one element is meant."""

    element: ScreenElement
    evidence: str
    alternatives: tuple[ScreenElement, ...] = ()
    is_exact: bool = True


@dataclass(frozen=True, slots=True)
class Several:
    """The words fit more than one element equally well; in reading order."""

    elements: tuple[ScreenElement, ...]
    label: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Unsure:
    """The words fit only loosely, or something in another window."""

    elements: tuple[ScreenElement, ...]
    label: str
    is_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Disabled:
    """What is meant is there and greyed out."""

    element: ScreenElement


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing fits; `too_few` counts how many there are when an ordinal went past the end."""

    label: str
    suggestions: tuple[str, ...] = ()
    too_few: int | None = None
    without: str = ""
    """What was found by name but cannot do what the verb needs: `a field`."""
    is_there_as: str = ""
    """Role of something that has this very name and is not what the words describe."""


Resolution = Found | Several | Unsure | Disabled | Missing
