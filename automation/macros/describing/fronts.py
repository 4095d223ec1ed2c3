"""How a step of keys says which window it is for: it waits for that window's title."""

from collections.abc import Collection, Sequence
from typing import Final

from automation.macros.describing.titles import pattern_of
from automation.macros.macro import Titled, Until

FRONT_S: Final = 10.0
_ALT_KEYS: Final = frozenset({"tab", "esc", "f1", "f2", "f3"})
"""With Alt: the next window, the menu of programs, a command to run, a program to find; usual in GNOME,
KDE and Xfce. What Alt and the other function keys do is done to the window in front."""
_ALONE: Final = frozenset(
    [
        "print",
        "volumemute",
        "volumedown",
        "volumeup",
        "playpause",
        "stop",
        "nexttrack",
        "prevtrack",
        "browserhome",
        "launchmail",
        "calculator",
        "brightnessup",
        "brightnessdown",
        "sleep",
    ]
)


def held_to(title: str, typed: Collection[str]) -> Until | None:
    """Return what keys wait for that are meant for a window; None where nothing tells it.

    Args:
        title: of the window, before the keys were pressed.
        typed: texts that were typed: in a title they are data.
    """
    pattern = pattern_of(title, typed)
    return Until(condition=Titled(title=pattern), within_s=FRONT_S) if pattern else None


def is_for_desktop(keys: Sequence[str]) -> bool:
    """Tell whether keys are taken by the desktop, whatever window is in front."""
    held, last = {key.casefold() for key in keys[:-1]}, keys[-1].casefold() if keys else ""
    if "super" in (*held, last) or last in _ALONE or {"ctrl", "alt"} <= held:
        return True
    return "alt" in held and last in _ALT_KEYS
