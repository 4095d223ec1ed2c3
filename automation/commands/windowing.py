"""Steps about windows, tabs and applications: open, switch to, close, next tab."""

from collections.abc import Sequence
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.forms import Expand, Focus, Open, Phrase, Point, Raise, Tab, WindowOp
from automation.commands.matching import Tier, is_exact, match
from automation.commands.not_here import is_address, no_address, with_open_windows
from automation.commands.open_already import is_open_already
from automation.commands.places import in_reading_order
from automation.commands.pointing import named_exactly, point
from automation.commands.resolution import Found, Want
from automation.commands.resolver import exact_only, resolve
from automation.commands.roles import ACTIONABLE, DOUBLE_CLICKED
from automation.commands.window_names import labels_of
from automation.core import actions
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import Finish, Outcome, Proposal

FILE_MANAGERS: Final = frozenset(
    {"pcmanfm", "pcmanfm-qt", "nautilus", "org.gnome.nautilus", "nemo", "thunar", "dolphin", "caja"}
)
"""Programs in which a name on the picture is a file: `open` double-clicks it."""
_NO_FILES: Final = frozenset({"menu", "button", "tab", "link"})
_GONE_TO: Final = frozenset(
    {"tab", "cell", "field", "text field", "input field", "text box", "row"}
)
"""Kinds of things that people go to within a window, by a click."""
_TAB_CHORDS: Final = {
    "next": "Ctrl+Tab",
    "previous": "Ctrl+Shift+Tab",
    "close": "Ctrl+W",
    "new": "Ctrl+T",
}


def open_thing(form: Open, ctx: Context) -> Result:
    """Open what is visible and called so, else start the application of that name."""
    if form.only_app:
        return _launch(form.target, ctx, loosely=True)
    if visible := named_exactly(form.target, ctx):
        return _open_visible(visible, form.target, ctx)
    if is_address(form.target):
        return no_address(form.target)
    started = None if form.is_listed else _launch(form.target, ctx, loosely=False)
    if isinstance(started, Act):
        return started
    found = ctx.settle(form.target)
    if isinstance(found, Found):
        return _open_visible(found, form.target, ctx)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND and not form.is_listed:
        apps = _app_names(form.target, ctx)
        if apps:
            near = ", ".join(phrases.quoted(name) for name in apps)
            text = f"{phrases.quoted(form.target.label)} is not in this window and no application is called so."
            return Finish(Outcome.NOT_FOUND, f"{text} Nearest: {near}. Nothing was opened.", apps)
    return found


def _open_visible(found: Found, target: Phrase, ctx: Context) -> Result:
    element = found.element
    name = phrases.quoted(element.name or target.label)
    if is_open_already(element, ctx.scene):
        ctx.memory.last = element
        return Skip(f"{name} is open already.")
    if element.role == "tree_item" and "expandable" in element.states:
        return Instead((Expand(target, expand=True),))
    front = ctx.scene.front
    is_file = element.role in DOUBLE_CLICKED and not _in_popup(element, ctx)
    in_files = (
        front is not None
        and front.app.casefold() in FILE_MANAGERS
        and element.source == "ocr"
        and not _in_popup(element, ctx)
        and not any(r.role in _NO_FILES for r in target.readings)
    )
    count = 2 if is_file or in_files else 1
    ctx.memory.last = element
    verb = "Double-click" if count == 2 else "Click"
    action = actions.Click(aim_at(element), count=count)
    return Act(proposal(action, f"{verb} {name}", found))


def _in_popup(element: ScreenElement, ctx: Context) -> bool:
    return any(box.contains(element.box.center) for box in ctx.scene.top_layers)


def _launch(target: Phrase, ctx: Context, *, loosely: bool) -> Result:
    for label in labels_of(target):
        found = [match.entry for match in ctx.apps.find(label)]
        exact = [e for e in found if is_exact(label, e.name) or _is_id(label, e.desktop_id)]
        chosen = exact[:1] or (found[:1] if loosely and len(found) == 1 else [])
        if chosen:
            name = chosen[0].name
            action = actions.Launch(chosen[0].desktop_id, name)
            return Act(
                Proposal(
                    action,
                    sentence=f"Start {phrases.quoted(name)}",
                    evidence="an installed application",
                )
            )
        if found and loosely:
            return _which_app(label, [entry.name for entry in found])
    label = labels_of(target)[-1]
    text = f"No application called {phrases.quoted(label)} is installed. Nothing was started."
    return Finish(Outcome.NOT_FOUND, text)


def _which_app(label: str, names: Sequence[str]) -> Finish:
    shown = ", ".join(phrases.quoted(name) for name in names[:5])
    text = f"Several applications fit {phrases.quoted(label)}: {shown}. Say the whole name."
    return Finish(Outcome.AMBIGUOUS, f"{text} Nothing was started.", tuple(names[:5]))


def _is_id(label: str, desktop_id: str) -> bool:
    stem = desktop_id.removesuffix(".desktop")
    return is_exact(label, stem) or is_exact(label, stem.rpartition(".")[2])


def _app_names(target: Phrase, ctx: Context) -> tuple[str, ...]:
    names = [m.entry.name for label in labels_of(target) for m in ctx.apps.find(label)]
    return tuple(dict.fromkeys(names))[:3]


def focus(form: Focus, ctx: Context) -> Result:
    """Bring a window to the front, or click the tab or link that is called so."""
    if form.or_tab and any(r.role in _GONE_TO for r in form.target.readings):
        return point(Point(form.target), ctx)
    windows = matching_windows(form.target, ctx)
    if len(windows) == 1:
        if windows[0].is_active:
            name = phrases.window_words(windows[0].title, windows[0].app)
            return Skip(f"{phrases.opening(name)} is in front already.")
        return Act(ctx.activation(windows[0]))
    if len(windows) > 1:
        return which_window(form.target, windows, ctx, "front")
    if form.or_tab and _is_seen(form.target, ctx):
        return point(Point(form.target), ctx)
    return no_window(form.target, ctx)


def _is_seen(target: Phrase, ctx: Context) -> bool:
    """Tell whether a tab, a link or the like is called so; where the tree is silent, a text that was read."""
    if any(e.role in ACTIONABLE for e in ctx.scene.near):
        return isinstance(exact_only(target, ctx.scene), Found)
    return isinstance(resolve(target, ctx.scene), Found)


def raise_window(form: Raise, ctx: Context) -> Result:
    """Bring a window to the front that opened behind another one."""
    window = next((w for w in ctx.scene.windows() if w.window_id == form.window_id), None)
    if window is None or window.is_active:
        return Skip("")
    return Act(ctx.activation(window))


def window_op(form: WindowOp, ctx: Context) -> Result:
    """Close, minimise or maximise the active window or the one that is named."""
    if form.target is None:
        window = ctx.scene.front
        if window is None:
            return Finish(Outcome.NOT_FOUND, "No window is open. Nothing was done.")
        return Act(_operated(form, window))
    windows = matching_windows(form.target, ctx)
    if len(windows) == 1:
        return Act(_operated(form, windows[0]))
    if len(windows) > 1:
        return which_window(form.target, windows, ctx, form.op, form)
    return no_window(form.target, ctx)


def _operated(form: WindowOp, window: WindowInfo) -> Proposal:
    verb = {"close": "Close", "minimise": "Minimise", "maximise": "Maximise"}[form.op]
    action = actions.Window(form.op, window.window_id, window.title[:2000])
    text = f"{verb} {phrases.window_words(window.title, window.app)}"
    return Proposal(
        action,
        sentence=text,
        evidence="window, found by its title" if form.target else "the active window",
    )


def matching_windows(target: Phrase, ctx: Context) -> list[WindowInfo]:
    """Return the windows that the words name best: by title, by program, by part of the title."""
    best: dict[int, list[WindowInfo]] = {}
    for window in ctx.scene.windows():
        ranks = [
            rank for label in labels_of(target) if (rank := _window_rank(label, window)) is not None
        ]
        if ranks:
            best.setdefault(min(ranks), []).append(window)
    return best[min(best)] if best else []


def _window_rank(label: str, window: WindowInfo) -> int | None:
    if is_exact(label, window.title):
        return 0
    if is_exact(label, window.app):
        return 1
    found = match(label, window.title)
    if found is not None and found.tier in (Tier.PREFIX, Tier.SPAN):
        return 2
    app = match(label, window.app)
    is_like_app = app is not None and app.is_sure and app.tier in (Tier.PREFIX, Tier.FUZZY)
    return 3 if is_like_app else None


def which_window(
    target: Phrase,
    windows: Sequence[WindowInfo],
    ctx: Context,
    key: str,
    form: WindowOp | None = None,
) -> Result:
    """Ask which of several windows is meant, or act on the answer.

    Args:
        target: the words that fit all of them.
        windows: what they fit.
        ctx: what the steps share.
        key: tells this question from others about the same words.
        form: what is done with the window; None brings it to the front.
    """
    asked = Phrase(f"{key} {target.text}", target.readings)
    answer = ctx.memory.chosen.get(f"{Want.ANY.name}:{asked.text}")
    chosen = next(
        (w for w in windows if answer is not None and w.window_id == answer.window_id), None
    )
    if chosen is not None:
        return Act(_operated(form, chosen) if form is not None else ctx.activation(chosen))
    elements = [
        ScreenElement(
            w.title or w.app,
            "window",
            w.rect,
            "window",
            window_id=w.window_id,
            window_title=w.title,
        )
        for w in windows
    ]
    text = phrases.ambiguous(target.label, ["window"] * len(windows), "")
    return ctx.ask(elements, asked, Want.ANY, text)


def no_window(target: Phrase, ctx: Context) -> Finish:
    """Return the end of a task whose window is not open, with the names of those that are."""
    if is_address(target):
        return no_address(target)
    text = f"No window is called {phrases.quoted(target.label)}."
    return with_open_windows(text, target, ctx)


def tab(form: Tab, ctx: Context) -> Result:
    """Go to the neighbour of the selected tab, else press the usual chord."""
    tabs = in_reading_order(e for e in ctx.scene.near if e.role == "tab")
    current = [n for n, e in enumerate(tabs) if "selected" in e.states]
    if form.op in ("next", "previous") and len(tabs) > 1 and len(current) == 1:
        step = 1 if form.op == "next" else -1
        target = tabs[(current[0] + step) % len(tabs)]
        found = Found(target, "tab, the neighbour of the selected one")
        action = actions.Click(aim_at(target))
        return Act(proposal(action, f"Go to the tab {phrases.quoted(target.name)}", found))
    chord = _TAB_CHORDS[form.op]
    keys = ctx.is_key(chord) or tuple(chord.casefold().split("+"))
    text = f"{phrases.sentence(form)} ({chord})"
    return Act(Proposal(actions.Hotkey(keys), sentence=text, evidence="the usual keys"))
