"""Actions that go to whatever has the keyboard, and what tells that it is still the same."""

import re
from typing import Final, Literal

from automation.core.actions import Action, Clipboard, HoldAndTap, Hotkey, KeyDown, KeyUp, Write

_NO_LETTERS: Final = re.compile(r"[\W\d_]+")


def needs_focus(action: Action) -> bool:
    """Tell whether the action types without clicking first."""
    match action:
        case Hotkey() | KeyDown() | KeyUp() | HoldAndTap():
            return True
        case Clipboard():
            return action.op != "set"
        case Write():
            return action.at is None
        case _:
            return False


def steady_title(title: str) -> str:
    """Return what of a window's title stays while the same thing is shown in it: its words.

    Counters, clocks, progress and the mark of unsaved changes come and go by themselves. A dialog, a
    page or a document that takes the window's place has other words.
    """
    return _NO_LETTERS.sub(" ", title).strip().casefold()


def title_change(before: str, now: str) -> Literal["", "retitled", "changed"]:
    """Return why to look again at a window that got another title; empty while its words stay.

    With a word in common the program went on to another page or document, as they do: `retitled`.
    With none of them in common it is as good as another window: `changed`, which ends what the user allowed
    for the steps to come.
    """
    old, new = steady_title(before), steady_title(now)
    if old == new:
        return ""
    is_other = old and new and set(old.split()).isdisjoint(new.split())
    return "changed" if is_other else "retitled"
