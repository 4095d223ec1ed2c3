"""Brings up the window that the words of a step name: `type hello in Mousepad`.

That is a step of its own, shown and approved like any. Where several windows are called so, the user
is asked; where none is, the words mean something else or are not found.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result
from automation.commands.forms import Form, Inside, Phrase, Type, phrases_of
from automation.commands.matching import is_exact
from automation.commands.resolution import Missing, Want
from automation.commands.resolver import exact_only, in_window
from automation.commands.window_names import has_front, labels_of, named_windows
from automation.commands.windowing import no_window, which_window
from automation.core.proposal import Finish, Outcome

MOST_TRIES: Final = 2
"""How often a window is asked to come to the front for one step."""


def inside(form: Inside, ctx: Context) -> Result:
    """Do the step in the window that is named; that window comes to the front first."""
    windows = named_windows(form.where, ctx.scene)
    if not windows:
        return no_window(form.where, ctx)
    if has_front(windows, ctx.scene):
        return Instead((form.form,))
    if ctx.memory.tries >= MOST_TRIES:
        text = f"{phrases.quoted(form.where.label)} did not come to the front."
        return Finish(Outcome.FAILED, f"{text} {phrases.NOTHING_CLICKED}")
    if len(windows) == 1:
        return Act(ctx.activation(windows[0]), then=(form,), again=True)
    found = which_window(form.where, windows, ctx, "front")
    return replace(found, then=(form,), again=True) if isinstance(found, Act) else found


def meant_inside(forms: Sequence[Form], ctx: Context) -> tuple[Inside, ...]:
    """Return the readings of a step in an open window that its words name; none if they name none.

    What the window in front has by these very words ("Edit in Ostsee", where Ostsee is a row) is
    meant before a window.
    """
    placed = [form for form in forms if isinstance(form, Inside)]
    plain = [form for form in forms if not isinstance(form, Inside)]
    for where in dict.fromkeys(form.where for form in placed):
        if named_windows(where, ctx.scene) and not any(
            _is_here(form, where, ctx) for form in plain
        ):
            return tuple(form for form in placed if form.where == where)
    return ()


def _is_here(form: Form, where: Phrase, ctx: Context) -> bool:
    """Tell whether the window in front has what the form names, taking `where` for a part of it."""
    names = labels_of(where)
    has_place = any(is_exact(name, e.name) for e in ctx.scene.near for name in names)
    for target in phrases_of(form):
        want = Want.EDIT if isinstance(form, Type) else Want.ANY
        is_place = not set(names).isdisjoint(labels_of(target))
        if is_place and not isinstance(in_window(target, ctx.scene, want), Missing):
            return True
        placed = tuple(
            r for r in target.readings
            if r.relation is not None and any(is_exact(n, r.relation.anchor.text) for n in names)
        )  # fmt: skip
        if not placed:
            continue
        if not isinstance(exact_only(target, ctx.scene, Want.ANY), Missing):
            return True
        within = Phrase(target.text, placed)
        if has_place and not isinstance(in_window(within, ctx.scene, Want.ANY), Missing):
            return True
    return False
