"""What a replay may wait for after a step, and which steps of keys and texts may be played at all.

Recordings and compiled runs share both. A step of keys waits for the title of its window, and no effect
is waited for that was there before.

Keys go where the keyboard is. If what brought it there is left out of a replay they would go into
whatever has it by chance, so they are off too, up to the next step that says itself where it goes, or
keys by which the desktop puts the keyboard somewhere, as Alt+Tab. So is a text that is added to one that
is off: in the field would stand something else.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from automation.macros import macro as grammar
from automation.macros.find.scene import fills_window
from automation.macros.macro import Step, Target, Titled, Until
from automation.macros.titles import SEPARATOR, fits_title, pattern_of, seen_text
from automation.macros.walk import escape
from automation.screen import rows
from automation.screen.folding import comparable, is_same

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
    """Return what keys wait for that are meant for a window; None where nothing tells it."""
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
        case (
            grammar.Click() | grammar.Move() | grammar.Drag() | grammar.Scroll() | grammar.Window()
            | grammar.Launch() | grammar.Wait() | grammar.CheckThat() | grammar.Group() | grammar.If()
            | grammar.Repeat() | grammar.ForEach() | grammar.Call() | grammar.AskMe()
        ):  # fmt: skip
            return False


ASTRAY: Final = (
    "A step before it is off or left out, so that nothing tells where this would go, or what it would "
    "be added to. Put that one right, then take `off` out here too."
)
_TAKE_BACK: Final = frozenset({"backspace", "delete"})
_NAMELESS: Final = ("keysym ", "keycode ", "dead key")


@dataclass(slots=True)
class Astray:
    """Follows the steps of one macro in their order."""

    is_lost: bool = False
    """Nothing tells where the keyboard is."""
    last: Step | None = None
    """The step before."""

    @classmethod
    def after(cls, steps: Sequence[Step]) -> "Astray":
        """Return one that goes on after these steps."""
        told = (found for step in reversed(steps) if (found := _loses(step)) is not None)
        return cls(next(told, False), steps[-1] if steps else None)

    def twin(self) -> "Astray":
        """Return one that goes on from here."""
        return Astray(self.is_lost, self.last)

    def kept(self, step: Step) -> Step:
        """Return the next step, off if nothing tells where it would go or what it is added to."""
        is_stray = self.is_lost and _is_where_keyboard_is(step)
        if is_stray or (self.last is not None and _is_added(step, self.last)):
            step = replace(step, off=True, comment=f"{step.comment} {ASTRAY}".strip())
        told = _loses(step)
        self.is_lost = self.is_lost if told is None else told
        self.last = step
        return step


def has_name(key: str) -> bool:
    """Tell whether a key of a recording has a name, by which a macro can press it."""
    return not key.startswith(_NAMELESS)


def _loses(step: Step) -> bool | None:
    """Tell whether nothing tells where the keyboard is after a step; None where it is as before.

    A key without a name is most often none that a program hears of, as for the sound.
    """
    match step:
        case grammar.Click() | grammar.Drag() | grammar.Launch():
            return step.off
        case grammar.Window():
            return step.off or (None if step.op in ("close", "minimise") else False)
        case grammar.Type() | grammar.Keys() if step.target is not None:
            return step.off
        case grammar.Keys() if not step.off:
            return False if brings_keyboard(step.keys) else None
        case grammar.Keys():
            return True if all(map(has_name, step.keys)) else None
        case (
            grammar.Type() | grammar.Clipboard() | grammar.Move() | grammar.Scroll() | grammar.Wait()
            | grammar.CheckThat() | grammar.Group() | grammar.If() | grammar.Repeat()
            | grammar.ForEach() | grammar.Call() | grammar.AskMe()
        ):  # fmt: skip
            return (step.off and _is_where_keyboard_is(step)) or None


def _is_where_keyboard_is(step: Step) -> bool:
    """Tell whether a step goes where the keyboard is and says nothing of where that is to be."""
    if isinstance(step, grammar.Group):
        return any(map(_is_where_keyboard_is, step.steps))
    return goes_with_keyboard(step)


def _is_added(step: Step, before: Step) -> bool:
    """Tell whether a text goes on where the step before it typed, took back or selected, but is off."""
    if not isinstance(step, grammar.Type) or step.target is None or step.replace or not before.off:
        return False
    match before:
        case grammar.Type() if before.target is not None:
            return _field(before.target) == _field(step.target)
        case grammar.Drag():
            return _field(before.to) == _field(step.target)
        case grammar.Keys():
            return before.keys[-1] in _TAKE_BACK
        case _:
            return False


def _field(target: Target) -> tuple[str, ...]:
    """Return what tells a field from another one; its surroundings may look otherwise by now."""
    return (target.app, target.role, target.name, target.label, target.within)


SLOWER: Final = 4
"""How much slower a replay may be: another machine, a page on a slow day."""
LEAST_S: Final = 5.0
"""What settled at once may still be behind a busy disk."""
MOST_S: Final = 60.0
_LEAST_PARTS: Final = 3
"""The document's, what stands between, the program's."""


def within_s(took_s: float, least_s: float = LEAST_S) -> float:
    """Return how long an effect is waited for: a multiple of the time that it took."""
    return round(min(MOST_S, max(least_s, SLOWER * max(0.0, took_s))), 1)


def readable(target: Target) -> Target | None:
    """Return how a thing is found again to read it: what it shows is another picture now.

    None for one that nothing tells but its picture or its place, unless it fills its window.
    """
    is_told = bool(target.name or target.label or target.text or target.row)
    if not (is_told or fills_window(target.place)):
        return None
    place = None if is_told else target.place
    return msgspec.structs.replace(target, image=None, press=None, near=(), place=place, about="")


def holds(target: Target | None, text: str) -> grammar.Holds | None:
    """Return that a field holds a text, or that a box is `on` or `off`."""
    found = readable(target) if target is not None else None
    return grammar.Holds(target=found, value=escape(text)) if found is not None else None


def came(
    title: str, typed: Collection[str], before: Iterable[str], *, app: str = ""
) -> grammar.Titled | None:
    """Return that a window is open; None where one that fits was open before, or its title is data.

    Args:
        before: the titles of all windows that were open before.
        app: its program; where it is given, the title is opened but for the program's part, so that
            the same window with another document fits too, and a title with other parts is none.
    """
    pattern = pattern_of(title, typed, has_program=True)
    if app and not is_whole(title):
        pattern = _program_part(pattern, app)
    was_there = any(fits_title(pattern, other) for other in before)
    return grammar.Titled(title=pattern) if pattern and not was_there else None


def is_whole(title: str) -> bool:
    """Tell whether a title is one piece, without the parts for document and program."""
    return len(SEPARATOR.split(title)) == 1


def _program_part(pattern: str, app: str) -> str:
    """Return the pattern with only the program's part at its end; empty where that is none."""
    parts = SEPARATOR.split(pattern)
    if len(parts) < _LEAST_PARTS:
        return ""  # all of the title is data
    *_, between, last = parts
    words = comparable(last).split()
    is_program = any(len(word) > 2 and word in app.casefold() for word in words)
    return f"*{between}{last}" if is_program and "*" not in last else ""


def called(name: str, title: str, before: Iterable[str]) -> grammar.Titled | None:
    """Return that a window has a title of which one part is a name; None where one had it before."""
    parts = SEPARATOR.split(title)
    kept = [seen_text(part) if is_same(part, name) else "*" for part in parts[::2]]
    parts[::2] = kept
    pattern = "".join(parts)
    is_told = any(part != "*" for part in kept) and is_steady(name, ())
    was_there = any(fits_title(pattern, other) for other in before)
    return grammar.Titled(title=pattern) if is_told and not was_there else None


def gone(title: str, typed: Collection[str], after: Iterable[str]) -> grammar.Titled | None:
    """Return that a window is open no more; None where one that fits still is."""
    pattern = pattern_of(title, typed)
    is_there = any(fits_title(pattern, other) for other in after)
    return grammar.Titled(title=pattern, absent=True) if pattern and not is_there else None


def is_steady(text: str, typed: Collection[str]) -> bool:
    """Tell whether a text will stand there again: words, and numbers only in what was typed."""
    rest = text
    for one in sorted(typed, key=len, reverse=True):
        rest = rest.replace(one, " ")
    has_number = any(char.isdigit() for char in rest)
    return rows.is_steady(text, least_letters=3) and not has_number and bool(seen_text(text))
