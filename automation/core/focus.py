"""Actions that go to whatever has the keyboard, and what tells that it is still the same."""

import re
from typing import Final

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
