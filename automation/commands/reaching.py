"""Brings up the window that the words of a step name: `type hello in Mousepad`.

That is a step of its own, shown and approved like any. Where several windows are called so, the user
is asked; where none is, the words mean something else or are not found.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result
from automation.commands.forms import Form, Inside, Phrase, Turn, Type, phrases_of
from automation.commands.window_names import has_front, named_windows
from automation.commands.windowing import no_window, which_window
from automation.core.proposal import Finish, Outcome

MOST_TRIES: Final = 2
"""How often a window is asked to come to the front for one step."""
_WINDOW_WORDS: Final = frozenset({"", "window", "app", "application"})


def inside(form: Inside, ctx: Context) -> Result:
    """Do the step in the window that is named; that window comes to the front first."""
    windows = named_windows(form.where, ctx)
    if not windows:
        return no_window(form.where, ctx)
    if has_front(windows, ctx):
        return Instead((form.form,))
    found = brought(form.where, ctx)
    if found is None:
        text = f"{phrases.quoted(form.where.label)} did not come to the front."
        return Finish(Outcome.FAILED, f"{text} {phrases.NOTHING_CLICKED}")
    return replace(found, then=(form.form,)) if isinstance(found, Act) else found


def brought(where: Phrase, ctx: Context) -> Result | None:
    """Return what brings the named window to the front; None when it is there, or none is so called."""
    windows = named_windows(where, ctx)
    if not windows or has_front(windows, ctx) or ctx.memory.tries >= MOST_TRIES:
        return None
    if len(windows) == 1:
        return Act(ctx.activation(windows[0]), again=True)
    found = which_window(where, windows, ctx, "front")
    return replace(found, again=True) if isinstance(found, Act) else found


def elsewhere(forms: Sequence[Form], ctx: Context) -> tuple[Form, Result] | None:
    """Return the step that brings up the window in which one of the forms is to be done, if any is."""
    for form in forms:
        for where in _places(form):
            if found := brought(where, ctx):
                return form, found
    return None


def _places(form: Form) -> Iterator[Phrase]:
    """Yield the words of a form that may be a window's name: `Save in X`, `type x into X`."""
    if isinstance(form, Type | Turn) and form.target is not None:
        yield form.target
    for target in phrases_of(form):
        for reading in target.readings:
            relation = reading.relation
            if relation and relation.kind == "in" and relation.anchor_kind in _WINDOW_WORDS:
                yield relation.anchor
