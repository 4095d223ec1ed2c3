"""How a step of keys says which window it is for: it waits for that window's title."""

from collections.abc import Collection, Sequence
from typing import Final

from automation.macros import macro as grammar
from automation.macros.describing.titles import pattern_of
from automation.macros.macro import Step, Titled, Until

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


_STAY: Final = _ALONE - {"browserhome", "launchmail", "calculator"}
"""The keyboard stays where it is."""
_ARROWS: Final = frozenset({"left", "right", "up", "down"})
"""With Super alone or with Shift: the window in front is tiled, maximised or moved to another monitor."""


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


def brings_keyboard(keys: Sequence[str]) -> bool:
    """Tell whether the desktop takes keys and puts the keyboard somewhere, as into the next window."""
    if not is_for_desktop(keys):
        return False
    held, last = {key.casefold() for key in keys[:-1]}, keys[-1].casefold()
    is_tiling = last in _ARROWS and "super" in held and not held & {"ctrl", "alt"}
    return last not in _STAY and not is_tiling


def goes_with_keyboard(step: Step) -> bool:
    """Tell whether nothing of a step says where it goes; what the desktop takes goes nowhere else."""
    match step:
        case grammar.Type():
            return step.target is None
        case grammar.Keys():
            return step.target is None and not is_for_desktop(step.keys)
        case grammar.Clipboard():
            return step.op != "set"
        case _:
            return False
