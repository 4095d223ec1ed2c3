"""What is said of a step that cannot be done because of the window that it is meant in.

That window is not open, or it shows a dialog that has to be answered first; or what was named is an
address, which is no window at all.
"""

import re
from collections.abc import Sequence
from typing import Final

from automation.commands import phrases
from automation.commands.context import Context, Result
from automation.commands.forms import Form, Inside, Phrase, Press, phrases_of
from automation.commands.matching import is_exact, nearest
from automation.commands.window_names import has_front, labels_of, named_windows
from automation.core.observation import WindowInfo
from automation.core.proposal import Finish, Outcome, Question

MOST_LISTED: Final = 9
_ADDRESS: Final = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+", re.IGNORECASE)
_IN: Final = r"\b(?:in|inside|inside of|within)\s+(?:the\s+)?"
_WINDOW_WORD: Final = r"(?:\s+(?:window|app|application|program))?"


def with_open_windows(text: str, target: Phrase, ctx: Context) -> Finish:
    """Return the end with this text and what is open, windows most like the words first."""
    titles = list(dict.fromkeys(w.title or w.app for w in ctx.scene.windows()))
    titles = [title for title in titles if title]
    near = nearest(target.label, titles)
    listed = [*near, *(title for title in titles if title not in near)]
    names = ", ".join(map(phrases.quoted, listed[:MOST_LISTED]))
    more = f" and {len(listed) - MOST_LISTED} more" if len(listed) > MOST_LISTED else ""
    shown = f" Open are: {names}{more}." if names else ""
    return Finish(Outcome.NOT_FOUND, f"{text}{shown} Nothing was done.", near or tuple(listed[:3]))


def is_address(target: Phrase) -> bool:
    """Tell whether the words are an address of a page or a file, as a browser takes it."""
    return _ADDRESS.fullmatch(target.text) is not None


def no_address(target: Phrase) -> Finish:
    """Return the end of a step that would go to an address, and how that is said."""
    name = phrases.quoted(target.text)
    said = f'press Ctrl+L, type "{target.text}", press Enter'
    text = f"{name} is an address, and no window is called so. Bring a browser to the front and say: {said}."
    return Finish(Outcome.NOT_FOUND, f"{text} Nothing was done.", (said,))


def no_such_window(forms: Sequence[Form], ctx: Context) -> Finish | None:
    """Return the end of a step whose last words name a window that is not open: `press C in galculator`.

    They may as well be a thing in the window in front that is not there, so both is said. None
    where the words name no window, or something in front is called so.

    Args:
        forms: what the step can mean, none of which was found.
        ctx: what the steps share.
    """
    said = [text for form in forms if not isinstance(form, Inside) for text in _texts(form)]
    for where in dict.fromkeys(form.where for form in forms if isinstance(form, Inside)):
        if named_windows(where, ctx.scene) or _is_here(where, ctx):
            continue
        place = re.compile(f"{_IN}({re.escape(where.label)}{_WINDOW_WORD})$", re.IGNORECASE)
        for text in said:
            if found := place.search(text):
                name, whole = phrases.quoted(found[1]), phrases.quoted(text)
                why = f"No window is called {name}, and {whole} is not in this window."
                return with_open_windows(why, where, ctx)
    return None


def _texts(form: Form) -> list[str]:
    return [form.text] if isinstance(form, Press) else [p.text for p in phrases_of(form)]


def _is_here(where: Phrase, ctx: Context) -> bool:
    return any(is_exact(name, e.name) for name in labels_of(where) for e in ctx.scene.near)


def answered_first(where: Phrase, result: Result, ctx: Context) -> Finish | None:
    """Return the end of a step in a window before which its program shows a modal dialog.

    None where no such dialog is in front, or the step can be done in it.

    Args:
        where: what the step calls the window.
        result: what the step comes to in the window in front.
        ctx: what the steps share.
    """
    front = ctx.scene.front
    if front is None or not _is_elsewhere(result, front, ctx):
        return None
    windows = [w for w in named_windows(where, ctx.scene) if w.pid == front.pid]
    if len(windows) < 2 or not has_front(windows, ctx.scene):
        return None
    if not any("modal" in e.states for e in ctx.scene.near):
        return None
    name = phrases.opening(phrases.quoted(where.label))
    dialog = f"the dialog {phrases.quoted(front.title)}" if front.title.strip() else "a dialog"
    text = f"{name} shows {dialog}, which has to be answered first. {phrases.NOTHING_CLICKED}"
    return Finish(Outcome.NOT_FOUND, text)


def _is_elsewhere(result: Result, front: WindowInfo, ctx: Context) -> bool:
    """Tell whether the window in front has nothing of what is meant."""
    if isinstance(result, Finish):
        return result.outcome is Outcome.NOT_FOUND
    asked = ctx.memory.asked
    if not isinstance(result, Question) or asked is None:
        return False
    return all(e.window_id != front.window_id for e in asked[1])
