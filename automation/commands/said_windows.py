"""Reads which window the words of a step name, if any is open that is called so.

The step is understood in two ways: `click 7 in galculator` is a place in the window in front, or a
step in a window of that name. The second is `Inside`; the screen decides which one is meant. A text
to type and a value go on to the end of the words: what they hold names no window.

A window that is named comes first: `Inside` is taken where such a window is open and the window in
front has nothing by these very words, before anything is searched, or the terminal's picture of the
words themselves would be the best match. Where a list of presses names its window at the end, an
earlier one goes there if the window in front has nothing of its name, and a key only among keys.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands.forms import (
    Adjust,
    Assign,
    Bare,
    Choose,
    Drag,
    Edit,
    Expand,
    Expect,
    Focus,
    Form,
    Inside,
    Once,
    Open,
    Path,
    Phrase,
    Point,
    Press,
    Switch,
    Tab,
    Turn,
    TurnUntil,
    Type,
)
from automation.commands.matching import Tier, is_exact, match
from automation.commands.role_names import is_container
from automation.commands.screen_view import Scene
from automation.commands.targets import phrase
from automation.commands.verbs import read
from automation.commands.words import Quotes, without_closing
from automation.core.actions import Equals, Shown
from automation.core.observation import WindowInfo

_PLACE: Final = re.compile(
    r"\s+(?:into|in|inside of|inside|within|onto|on|of|from|at)\s+(?=\S)", re.IGNORECASE
)
_MOST_PLACES: Final = 3
_MAX_CHARS: Final = 500
"""Longer words are text to type, in which nobody looks for a window."""
_ARTICLE: Final = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)
_WINDOW_WORD: Final = re.compile(r"(?<=\S)\s+(?:window|app|application|program)$", re.IGNORECASE)
_DONE_INSIDE: Final = (
    Adjust, Assign, Choose, Drag, Edit, Expand, Expect, Focus, Open, Path, Point, Press, Switch, Tab, Turn,
    TurnUntil, Type,
)  # fmt: skip


def inside(where: str, step: str, quotes: Quotes) -> tuple[Inside, ...]:
    """Return what the words of a step mean in the window `where`; nothing if that is no window.

    What is a part of a window ("the toolbar") is none. "Unnamed Window" may be all of a title.
    """
    said = _ARTICLE.sub("", where)
    name = _WINDOW_WORD.sub("", said)
    if name == said and is_container(said):
        return ()
    windows = [w for words in dict.fromkeys((said, name)) if (w := phrase(words, quotes))]
    forms = [form for form in read(step, quotes)[1] if _is_done_inside(form)]
    return tuple(Inside(window, form) for window in windows for form in forms)


def windows_at_end(words: str, forms: Sequence[Form], quotes: Quotes) -> tuple[Inside, ...]:
    """Return what a step means in a window that its last words name: `click 7 in galculator`.

    The last words of a drag name where it ends, which may be another window than where it begins.

    Args:
        words: the step, quotes masked.
    """
    if any(isinstance(form, Inside | Bare) or _is_dictated(form) for form in forms):
        return ()
    into = [found for form in forms if (found := _without_place(form)) is not None]
    bare = without_closing(words) if len(words) <= _MAX_CHARS else ""
    for place in reversed(list(_PLACE.finditer(bare))[-_MOST_PLACES:]):
        into += inside(bare[place.end() :], bare[: place.start()], quotes)
    kept = (f for f in into if not isinstance(f.form, Drag) and keeps_text(f.form, forms))
    return tuple(dict.fromkeys(kept))


def keeps_text(form: Form, forms: Sequence[Form]) -> bool:
    """Tell whether a reading has the text or the value that one of the others has."""
    given = {text for other in forms if (text := _given(other)) is not None}
    return not given or _given(form) in given


def _is_done_inside(form: Form) -> bool:
    if isinstance(form, Expect):
        return form.target is not None or isinstance(form.check, Shown)
    return isinstance(form, _DONE_INSIDE) and not (isinstance(form, Open) and form.only_app)


def _is_dictated(form: Form) -> bool:
    """Tell whether all the words of a step may be text for where the keyboard is."""
    return isinstance(form, Type) and form.target is None


def _given(form: Form) -> tuple[type[Form], str] | None:
    """Return the kind of step and the text or value that its words give; None where they give none."""
    match form:
        case Type() | TurnUntil():
            return type(form), form.text
        case Assign():
            return Assign, form.value
        case Expect(check=Equals() as check):
            return Expect, check.value
        case Expect(check=Shown() as check):
            return Expect, check.text
        case Inside() | Once():
            return _given(form.form)
        case _:
            return None


def _without_place(form: Form) -> Inside | None:
    """Read the target of `put hello into Mousepad` and `scroll Mousepad down` as a window."""
    match form:
        case Type(target=Phrase() as where):
            return Inside(where, replace(form, target=None, needs_target=False, enters=False))
        case Turn(target=Phrase() as where):
            return Inside(where, replace(form, target=None))
        case _:
            return None


_PROGRAM: Final = re.compile(r"\s[-–—]\s([^-–—]+)$")  # noqa: RUF001 - titles have these dashes
"""The program's name at the end of a title: `notes.txt - Mousepad`."""


# Which open windows the words of an instruction name outright: by title, or by their program.


def labels_of(target: Phrase) -> list[str]:
    """Return the names that the words may be, without those that say a place."""
    labels = [r.label for r in target.readings if r.label and r.relation is None]
    return list(dict.fromkeys(labels)) or [target.text]


def named_windows(where: Phrase, scene: Scene) -> list[WindowInfo]:
    """Return the windows whose title or program is called so; a part of a title is no name."""
    labels = labels_of(where)
    return [w for w in scene.windows() if any(_is_called(w, label) for label in labels)]


def has_front(windows: Sequence[WindowInfo], scene: Scene) -> bool:
    """Tell whether the window in front is one of these."""
    front = scene.front
    return front is not None and any(w.window_id == front.window_id for w in windows)


def _is_called(window: WindowInfo, label: str) -> bool:
    program = _PROGRAM.search(window.title)
    names = (window.title, window.app, program.group(1).strip() if program else "")
    if any(is_exact(label, name) for name in names):
        return True
    starts = (match(label, name) for name in names[1:])
    return any(m is not None and m.tier is Tier.PREFIX and m.is_sure for m in starts)
