"""Brings up the window that the words of a step name: `type hello in Mousepad`.

That is a step of its own, shown and approved like any. Where several windows are called so, the one that
alone has what is named is meant, else the user is asked; where none is, the words mean something else
or are not found.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result, means_last
from automation.commands.do_typing import names_keys
from automation.commands.do_windows import no_window, which_window
from automation.commands.forms import Form, Inside, Phrase, Type, phrases_of
from automation.commands.matching import Missing, Unsure, Want, is_exact
from automation.commands.resolve import by_exact_name, exact_only, in_window
from automation.commands.said_windows import has_front, labels_of, named_windows
from automation.core.observation import WindowInfo
from automation.core.proposal import Finish, Outcome, Proposal

MOST_TRIES: Final = 2
"""How often a window is asked to come to the front for one step."""


def inside(form: Inside, ctx: Context) -> Result:
    """Do the step in the window that is named; that window comes to the front first."""
    windows = named_windows(form.where, ctx.scene)
    if not windows:
        return no_window(form.where, ctx)
    if has_front(windows, ctx.scene):
        ctx.memory.named |= {w.window_id for w in windows}
        return Instead((form.form,))
    if ctx.memory.tries >= MOST_TRIES:
        text = f"{phrases.quoted(form.where.label)} did not come to the front."
        return Finish(Outcome.FAILED, f"{text} {phrases.NOTHING_CLICKED}")
    if len(windows) == 1:
        return Act(ctx.activation(windows[0]), then=(form,), again=True)
    if alone := _only_holder(form.form, windows, ctx):
        return Act(alone, then=(form,), again=True)
    found = which_window(form.where, windows, ctx, "front")
    return replace(found, then=(form,), again=True) if isinstance(found, Act) else found


def _only_holder(step: Form, windows: Sequence[WindowInfo], ctx: Context) -> Proposal | None:
    """Return how to bring up the one window that has what a step names; None where that is not sure.

    A window that is minimised or tells nothing of itself may have it too.
    """
    target = next(iter(phrases_of(step)), None)
    if target is None or names_keys(step, ctx) or any(w.is_minimised for w in windows):
        return None
    seen = (*ctx.scene.near, *ctx.scene.far)
    pools = [[e for e in seen if e.window_id == w.window_id] for w in windows]
    if not all(pools):
        return None
    has = [not isinstance(by_exact_name(target, p, ctx.scene), Missing) for p in pools]
    if has.count(True) != 1:
        return None
    found = ctx.activation(windows[has.index(True)])
    why = f"the only one of {len(windows)} with {phrases.quoted(target.label)}"
    return replace(found, sentence=f"{found.sentence}, {why}")


def meant_inside(forms: Sequence[Form], ctx: Context) -> tuple[Inside, ...]:
    """Return the readings of a step in an open window that its words name; none if they name none.

    What the window in front has by these very words ("Edit in Ostsee", where Ostsee is a row) is
    meant before a window. In a window that only a later step of a list names, a step is done where
    the window in front has nothing of its name.
    """
    placed = [form for form in forms if isinstance(form, Inside)]
    plain = [form for form in forms if not isinstance(form, Inside)]
    for where in dict.fromkeys(form.where for form in placed):
        there = tuple(form for form in placed if form.where == where)
        is_key = all(names_keys(form.form, ctx) for form in there)
        if not named_windows(where, ctx.scene) or any(
            _is_here(f, where, ctx, is_key=is_key) for f in plain
        ):
            continue
        if all(not form.later or _is_shared(form, ctx) for form in there):
            return there
    return ()


def _is_shared(form: Inside, ctx: Context) -> bool:
    """Tell whether a step is meant in the window of a later one: not here, and no lone key."""
    keys = [names_keys(step, ctx) for step in (form.form, *form.later)]
    if keys[0]:
        return all(keys)
    pool = ctx.scene.near or ctx.scene.lines
    return all(
        target.point is None
        and not means_last(target)
        and isinstance(by_exact_name(target, pool, ctx.scene), Missing)
        for target in phrases_of(form)
    )


def _is_here(form: Form, where: Phrase, ctx: Context, *, is_key: bool) -> bool:
    """Tell whether the window in front has what the form names, taking `where` for a part of it.

    A key is no likeness: "Enter" is not meant by "press Enter to remove".
    """
    nothing = Missing | Unsure if is_key else Missing
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
        if has_place and not isinstance(in_window(within, ctx.scene, Want.ANY), nothing):
            return True
    return False
