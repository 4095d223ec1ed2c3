"""Steps about windows, tabs and applications: open, switch to, close, wait for, look into."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.do.context import (
    Act,
    Context,
    Instead,
    Result,
    Skip,
    aim_at,
    means_last,
    proposal,
)
from automation.commands.do.editing import offered_entry
from automation.commands.do.filling import names_keys
from automation.commands.do.pointing import (
    close_inside,
    is_open_already,
    named_exactly,
    point,
    seen,
    wheel_aim,
)
from automation.commands.find.resolve import (
    by_exact_name,
    exact_only,
    in_window,
    is_page_entry,
    resolve,
)
from automation.commands.find.screen_view import Scene
from automation.commands.forms import (
    Assign,
    Expand,
    Expect,
    Focus,
    Form,
    Inside,
    Open,
    OpenFile,
    Phrase,
    Point,
    Press,
    Raise,
    Rest,
    Switch,
    Tab,
    TurnUntil,
    Type,
    WindowOp,
    phrases_of,
)
from automation.commands.language import ADDRESS, words
from automation.commands.matching import (
    Found,
    Missing,
    Tier,
    Unsure,
    Want,
    is_exact,
    match,
    nearest,
)
from automation.commands.read.asides import has_front, labels_of, named_windows
from automation.commands.read.menu_paths import meant_path
from automation.commands.targets import DOUBLE_CLICKED, phrase, shown
from automation.commands.words import Quotes
from automation.core import actions
from automation.core.actions import Checked, Equals, Launch, Shown, Window
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.proposal import Finish, Outcome, Proposal, Question, StepRecord
from automation.core.text import filled, worded
from automation.core.wording import WINDOW_ACTS
from automation.screen.composed import fold_mark
from automation.screen.roles import LABELS, hides_text
from automation.screen.rows import in_reading_order

MOST_LISTED: Final = 9
_ADDRESS: Final = re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+", re.IGNORECASE)
_FILE_NAME: Final = re.compile(r"[^/:]*\w\.[a-z]\w{0,4}", re.IGNORECASE)
_IN: Final = r"\b(?:in|inside|inside of|within)\s+(?:the\s+)?"
_WINDOW_WORD: Final = r"(?:\s+(?:window|app|application|program))?"


# What is said of a step that cannot be done because of the window that it is meant in.
#
# That window is not open, or it shows a dialog that has to be answered first; or what was named is an
# address, which is no window at all.


def with_open_windows(text: str, target: Phrase, ctx: Context) -> Finish:
    """Return the end with this text and what is open, windows most like the words first."""
    titles = list(dict.fromkeys(w.title or w.app for w in ctx.scene.windows()))
    titles = [title for title in titles if title]
    ctx.memory.missed = target.label
    near = nearest(target.label, titles)
    listed = [*near, *(title for title in titles if title not in near)]
    names = ", ".join(map(phrases.quoted, listed[:MOST_LISTED]))
    if len(listed) > MOST_LISTED:
        names = ctx.say("and_more", names=names, count=len(listed) - MOST_LISTED)
    shown = f" {ctx.say('open_are', names=names)}" if names else ""
    told = f"{text}{shown} {ctx.say('nothing_done')}"
    return Finish(Outcome.NOT_FOUND, told, near or tuple(listed[:3]))


def is_address(target: Phrase) -> bool:
    """Tell whether the words are an address of a page or a file, as a browser takes it."""
    return _ADDRESS.fullmatch(target.text) is not None


def no_address(target: Phrase, ctx: Context) -> Finish:
    """Return the end of a step that would go to an address, and how that is said."""
    name = phrases.quoted(target.text)
    said = f'press Ctrl+L, type "{target.text}", press Enter'
    text = f"{ctx.say('is_address', name=name, said=said)} {ctx.say('nothing_done')}"
    return Finish(Outcome.NOT_FOUND, text, (said,))


def no_such_window(forms: Sequence[Form], ctx: Context) -> Finish | None:
    """Return the end of a step whose last words name a window that is not open: `press C in galculator`.

    They may as well be a thing in the window in front that is not there, so both is said. None
    where the words name no window, or something in front is called so.

    Args:
        forms: what the step can mean, none of which was found.
    """
    said = [text for form in forms if not isinstance(form, Inside) for text in _texts(form)]
    for where in dict.fromkeys(form.where for form in forms if isinstance(form, Inside)):
        if named_windows(where, ctx.scene) or _is_here(where, ctx):
            continue
        place = re.compile(f"{_IN}({re.escape(where.label)}{_WINDOW_WORD})$", re.IGNORECASE)
        for text in said:
            if found := place.search(text):
                name, whole = phrases.quoted(found[1]), phrases.quoted(text)
                why = ctx.say("no_such_window_or_thing", name=name, whole=whole)
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
        result: what the step comes to in the window in front.
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
    key = "the_dialog" if front.title.strip() else "a_dialog"
    dialog = ctx.say(key, name=phrases.quoted(front.title))
    return ctx.not_found(ctx.say("answer_first", name=name, dialog=dialog))


def _is_elsewhere(result: Result, front: WindowInfo, ctx: Context) -> bool:
    """Tell whether the window in front has nothing of what is meant."""
    if isinstance(result, Finish):
        return result.outcome is Outcome.NOT_FOUND
    asked = ctx.memory.asked
    if not isinstance(result, Question) or asked is None:
        return False
    return all(e.window_id != front.window_id for e in asked[1])


FILE_MANAGERS: Final = frozenset(
    {"pcmanfm", "pcmanfm-qt", "nautilus", "org.gnome.nautilus", "nemo", "thunar", "dolphin", "caja"}
)
"""Programs in which a name on the picture is a file: `open` double-clicks it."""
_NO_FILES: Final = frozenset({"menu", "button", "tab", "link"})
_GONE_TO: Final = frozenset(
    {"tab", "sheet", "cell", "field", "text field", "input field", "text box", "row"}
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
        return launch(form.target, ctx, loosely=True)
    if form.seen:
        return _open_selected(form, ctx)
    if visible := named_exactly(form.target, ctx):
        return _open_visible(visible, form.target, ctx)
    if is_address(form.target):
        return no_address(form.target, ctx)
    started = None if form.is_listed else launch(form.target, ctx, loosely=False)
    if isinstance(started, Act):
        return started
    found = ctx.settle(form.target)
    if isinstance(found, Found):
        return _open_visible(found, form.target, ctx)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND and not form.is_listed:
        return _open_else(form.target, ctx) or found
    return found


def _open_selected(form: Open, ctx: Context) -> Result:
    """Double-click an entry of a page that a first press has only selected: all that shows is the same."""
    last = ctx.memory.last
    if ctx.memory.is_dry or last is None or _shown_names(ctx) != form.seen:
        return Skip("")
    name = phrases.quoted(last.name)
    found = Found(last, worded("{0}, which the press before has only selected", shown(last.role)))
    action = actions.Click(aim_at(last), count=2)
    step = proposal(action, worded("Double-click {0}", name), found)
    return Act(replace(step, awaits_effect=True))


def _shown_names(ctx: Context) -> frozenset[str]:
    return frozenset(f"{e.role} {e.name}" for e in ctx.scene.near)


def _open_else(target: Phrase, ctx: Context) -> Result | None:
    """Return what opens a thing that is not in sight: a menu entry, the only program that fits best."""
    *name, last = target.label.split() or [""]
    said = f"open {' '.join(name)}" if last.casefold() in words("window_words") else ""
    if name and said and (entry := meant_path(said, ctx.scene)):
        return Instead((entry,))
    is_file = _FILE_NAME.fullmatch(target.label) and not ADDRESS.fullmatch(target.label)
    if is_file and _is_editor(ctx):
        return Instead((OpenFile(target.label),))
    started = launch(target, ctx, loosely=True)
    if isinstance(started, Act):
        return started
    if not (apps := _app_names(target, ctx)):
        return None
    near = ", ".join(phrases.quoted(name) for name in apps)
    what = phrases.quoted(target.label)
    return Finish(Outcome.NOT_FOUND, ctx.say("nor_an_app", name=what, near=near), apps)


def _is_editor(ctx: Context) -> bool:
    """Tell whether the program in front edits texts, and lists an entry that opens one."""
    has_text = any({"multi_line", "editable"} <= e.states for e in ctx.scene.near)
    return has_text and offered_entry("open_entry", ctx) is not None


def _open_visible(found: Found, target: Phrase, ctx: Context) -> Result:
    element = found.element
    name = phrases.quoted(element.name or target.label)
    if is_open_already(element, ctx.scene):
        ctx.memory.last = element
        return Skip(ctx.say("already", name=name, state=ctx.say("open")))
    states = element.states & {"expandable", "expanded"}
    is_seen = element.source == "ocr" and fold_mark(ctx.scene.observation.frame, element.box)
    is_fold = element.role == "tree_item" and (states or is_seen)
    if is_fold or (element.role == "cell" and states == {"expandable"}):
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
    # On a page a text may be an entry that opens by one press, or by two.
    is_entry = count == 1 and element.role in LABELS and element.source == "tree"
    again = (Open(target, seen=_shown_names(ctx)),) if is_entry else ()
    return Act(proposal(action, f"{verb} {name}", found), then=again)


def _in_popup(element: ScreenElement, ctx: Context) -> bool:
    return any(box.contains(element.box.center) for box in ctx.scene.top_layers)


def launch(target: Phrase, ctx: Context, *, loosely: bool) -> Result:
    """Start the application that is called so, or ask which one of several is meant."""
    for label in labels_of(target):
        fits = ctx.apps.find(label)
        found = [fit.entry for fit in fits if fit.likeness == fits[0].likeness]
        exact = [e for e in found if is_exact(label, e.name) or _is_id(label, e.desktop_id)]
        chosen = exact[:1] or (found[:1] if loosely and len(found) == 1 else [])
        if chosen:
            name = chosen[0].name
            action = actions.Launch(chosen[0].desktop_id, name)
            return Act(
                Proposal(
                    action,
                    sentence=worded("Start {0}", phrases.quoted(name)),
                    evidence=worded("an installed application"),
                )
            )
        if found and loosely:
            return _which_app(label, [entry.name for entry in found], ctx)
    label = labels_of(target)[-1]
    return Finish(Outcome.NOT_FOUND, ctx.say("no_such_app", name=phrases.quoted(label)))


def _which_app(label: str, names: Sequence[str], ctx: Context) -> Finish:
    shown = ", ".join(phrases.quoted(name) for name in names[:5])
    text = ctx.say("several_apps", name=phrases.quoted(label), names=shown)
    return Finish(Outcome.AMBIGUOUS, text, tuple(names[:5]))


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
    if len(windows) == 1 and not windows[0].is_active:
        return Act(ctx.activation(windows[0]))
    if len(windows) == 1:
        entry = exact_only(form.target, ctx.scene)
        is_page = isinstance(entry, Found) and is_page_entry(entry.element, ctx.scene)
        if form.or_tab and is_page and not _is_named_whole(form.target, windows[0]):
            return point(Point(form.target), ctx)  # `go to Rights` in "People and rights"
        name = phrases.window_words(windows[0].title, windows[0].app)
        return Skip(ctx.say("in_front_already", name=phrases.opening(name)))
    if len(windows) > 1:
        return which_window(form.target, windows, ctx, "front")
    found = resolve(form.target, ctx.scene) if form.or_tab else None
    is_text = isinstance(found, Found) and found.element.role in LABELS
    if isinstance(found, Found) and not (is_text and found.element.source == "tree"):
        return point(Point(form.target), ctx)  # and not the text "In the shop" for "the Shop page"
    return no_window(form.target, ctx)


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
            return Finish(Outcome.NOT_FOUND, f"{ctx.say('no_window')} {ctx.say('nothing_done')}")
        inside = close_inside(None, ctx) if form.op == "close" else None
        return inside or Act(_operated(form, window))
    if form.is_new and (new := _came_up(ctx)) is not None:
        return Act(_operated(form, new))
    if _ALL_WINDOWS.fullmatch(form.target.text):
        said = ctx.say("all_windows")
        return replace(with_open_windows(said, form.target, ctx), outcome=Outcome.NOT_UNDERSTOOD)
    windows = matching_windows(form.target, ctx)
    if form.op == "close":
        windows = [w for w in windows if _is_named_whole(form.target, w)]
    if len(windows) == 1:
        return Act(_operated(form, windows[0]))
    if len(windows) > 1:
        return which_window(form.target, windows, ctx, form.op, form)
    inside = close_inside(form.target, ctx) if form.op == "close" else None
    return inside or no_window(form.target, ctx)


def _came_up(ctx: Context) -> WindowInfo | None:
    """Return the window in front if it is another one than before the last step."""
    window = ctx.scene.front
    before = ctx.memory.before.front_window if ctx.memory.before is not None else None
    return window if window and before and before.window_id != window.window_id else None


_ALL_WINDOWS: Final = re.compile(
    r"every|everything|alles|(?:all|every|each|both|alle|jedes|beide)\b.*"
    r"\b(?:windows?|tabs?|programs?|apps?|applications?|fenster|programme?|anwendungen)",
    re.IGNORECASE,
)

_BY_PROGRAM: Final = frozenset({1, 3})
"""Ranks of windows that are called by their program."""
_PARTS_OF_TITLE: Final = re.compile(r"\s+[-–—|·:]\s+")  # noqa: RUF001 - the signs that titles have


def _is_named_whole(target: Phrase, window: WindowInfo) -> bool:
    """Tell whether the words are all of a window's program, document or title.

    What is closed may be lost: `Close job` is a button, and not the window “Job card”.
    """
    labels = labels_of(target)
    if any(_window_rank(label, window) in _BY_PROGRAM for label in labels):
        return True
    parts = [part.strip("* ") for part in _PARTS_OF_TITLE.split(window.title)]
    files = [part.rpartition("/")[2] for part in parts]
    names = (window.title, *parts, *files, *(file.rpartition(".")[0] for file in files))
    return any(is_exact(label, name) for label in labels for name in names if name)


def _operated(form: WindowOp, window: WindowInfo) -> Proposal:
    action = actions.Window(form.op, window.window_id, window.title[:2000])
    text = filled(WINDOW_ACTS[form.op], phrases.window_words(window.title, window.app))
    by_title, active = worded("window, found by its title"), worded("the active window")
    return Proposal(action, sentence=text, evidence=by_title if form.target else active)


def matching_windows(target: Phrase, ctx: Context) -> list[WindowInfo]:
    """Return the windows that the words name best: by title, by program, by part of the title."""
    best: dict[int, list[WindowInfo]] = {}
    for window in ctx.scene.windows():
        told = (_window_rank(label, window) for label in labels_of(target))
        ranks = [rank for rank in told if rank is not None]
        if ranks:
            best.setdefault(min(ranks), []).append(window)
    return best[min(best)] if best else _of_program(target, ctx)


def _of_program(target: Phrase, ctx: Context) -> list[WindowInfo]:
    """Return the windows of the programs that are called so in some language: `den Taschenrechner`."""
    found = ctx.apps.find(target.label)
    ids = (m.entry.desktop_id for m in found if m.likeness == found[0].likeness)
    names = {name.removesuffix(".desktop").rpartition(".")[2].casefold() for name in ids}
    return [window for window in ctx.scene.windows() if window.app.casefold() in names]


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
        ScreenElement(w.title or w.app, "window", w.rect, "window", window_id=w.window_id, window_title=w.title)
        for w in windows
    ]  # fmt: skip
    text = phrases.ambiguous(target.label, ["window"] * len(windows), ctx.language)
    return ctx.ask(elements, asked, Want.ANY, text)


def no_window(target: Phrase, ctx: Context) -> Finish:
    """Return the end of a task whose window is not open, with the names of those that are."""
    if is_address(target):
        return no_address(target, ctx)
    text = ctx.say("no_such_window", name=phrases.quoted(target.label))
    return with_open_windows(text, target, ctx)


def tab(form: Tab, ctx: Context) -> Result:
    """Go to the neighbour of the selected tab, else press the usual chord."""
    tabs = in_reading_order(e for e in ctx.scene.near if e.role == "tab")
    current = [n for n, e in enumerate(tabs) if "selected" in e.states]
    if form.op in ("next", "previous") and len(tabs) > 1 and len(current) == 1:
        step = 1 if form.op == "next" else -1
        target = tabs[(current[0] + step) % len(tabs)]
        found = Found(target, worded("tab, the neighbour of the selected one"))
        action = actions.Click(aim_at(target))
        return Act(
            proposal(action, worded("Go to the tab {0}", phrases.quoted(target.name)), found)
        )
    chord = _TAB_CHORDS[form.op]
    keys = ctx.is_key(chord) or tuple(chord.casefold().split("+"))
    text = worded("{0} ({1})", phrases.sentence(form), chord)
    return Act(Proposal(actions.Hotkey(keys), sentence=text, evidence=worded("the usual keys")))


MAX_SCROLLS: Final = 60
SCROLL_NOTCHES: Final = 5


# Steps that look: wait, verify, scroll until something is visible.


def rest(form: Rest, ctx: Context) -> Result:
    """Let time pass; nobody knows when a thing is ready that could be used all the time."""
    said = phrases_of(ctx.next_form)[:1] if form.for_next == "ready" and ctx.next_form else ()
    found = [resolve(t, ctx.scene, want) for t in said for want in (Want.CLICK, Want.BUTTON)]
    if there := next((f for f in found if isinstance(f, Found)), None):
        text = ctx.say("ready_untold", name=phrases.called(there.element))
        return Finish(Outcome.UNVERIFIED, text)
    return Act(Proposal(actions.Wait(form.seconds), sentence=worded("Wait {0:g} s", form.seconds)))


def expect(form: Expect, ctx: Context) -> Result:
    """Propose a check; a named field or box is found first."""
    if form.target is None or not isinstance(form.check, Checked | Equals):
        return Act(Proposal(form.check, sentence=phrases.looking(form.check)))
    want = Want.CHECK if isinstance(form.check, Checked) else Want.EDIT
    found = _holder(form.target, want, ctx)
    is_window = isinstance(found, Finish) and bool(matching_windows(form.target, ctx))
    if is_window and isinstance(form.check, Equals):
        shown = Shown(form.check.value[:2000], within_s=form.within_s)
        return Act(Proposal(shown, sentence=phrases.looking(shown)))
    if not isinstance(found, Found):
        return found
    element = ctx.memory.last = ctx.scene.current(found.element)
    if hides_text(element):
        return Finish(Outcome.BLOCKED, ctx.say("password_unread"))
    name = (element.name or form.target.label)[:2000]
    if isinstance(form.check, Checked):
        check: actions.Check = Checked(name, form.check.is_checked)
    else:
        check = Equals(name, _expected(form, form.check.value, element))
    wanted = form.check.value if isinstance(form.check, Equals) else ""
    text = phrases.looking(check, contains=form.contains, wanted=wanted)
    return Act(proposal(check, text, replace(found, element=element)))


def _expected(form: Expect, wanted: str, element: ScreenElement) -> str:
    """Return the whole value that makes the check true when only a part was asked for."""
    value = element.value
    return value if form.contains and value and wanted.casefold() in value.casefold() else wanted


def _holder(target: Phrase, want: Want, ctx: Context) -> Found | Result:
    if found := seen(target, ctx, want):
        return found
    if want is Want.EDIT and (found := seen(target, ctx, Want.HOLDER)):
        return found
    return ctx.settle(target, Want.CHECK if want is Want.CHECK else Want.ANY)


def turn_until(form: TurnUntil, ctx: Context) -> Result:
    """Turn the wheel until the text can be seen; end where nothing moves any more."""
    if _is_visible(form.text, ctx):
        return Skip(ctx.say("visible", name=phrases.quoted(form.text)))
    is_stuck = ctx.memory.tries > 1 and ctx.memory.was_unchanged
    if is_stuck or ctx.memory.tries >= MAX_SCROLLS:
        return Finish(Outcome.NOT_FOUND, ctx.say("scrolled", name=phrases.quoted(form.text)))
    action = actions.Scroll(form.direction, SCROLL_NOTCHES, wheel_aim(ctx, None))
    return Act(Proposal(action, sentence=phrases.sentence(form)), again=True)


def _is_visible(text: str, ctx: Context) -> bool:
    def fits(element: ScreenElement) -> bool:
        found = match(text, element.name, is_text=element.source == "ocr")
        return found is not None and found.tier is not Tier.FUZZY

    return any(map(fits, ctx.scene.near)) or any(map(fits, ctx.scene.lines))


# Brings up the window that the words of a step name: `type hello in Mousepad`.
#
# That is a step of its own, shown and approved like any. Where several windows are called so, the one that
# alone has what is named is meant, else the user is asked; where none is, the words mean something else
# or are not found.


_NAMES_MORE: Final = re.compile(r"\s(?:as|in|into|als)\s.*\s(?:and|und)\s|,\s", re.IGNORECASE)
MOST_TRIES: Final = 2
"""How often a window is asked to come to the front for one step."""


def inside(form: Inside, ctx: Context) -> Result:
    """Do the step in the window that is named; that window comes to the front first."""
    windows = named_windows(form.where, ctx.scene)
    if not windows:
        here = _in_part(form, ctx)
        return Instead((here,)) if here is not None else no_window(form.where, ctx)
    if has_front(windows, ctx.scene):
        ctx.memory.named |= {w.window_id for w in windows}
        return Instead((form.form,))
    if ctx.memory.tries >= MOST_TRIES:
        text = ctx.say("not_in_front", name=phrases.quoted(form.where.label))
        return Finish(Outcome.FAILED, text)
    if len(windows) == 1:
        return Act(ctx.activation(windows[0]), then=(form,), again=True)
    if alone := _only_holder(form.form, windows, ctx):
        return Act(alone, then=(form,), again=True)
    found = which_window(form.where, windows, ctx, "front")
    return replace(found, then=(form,), again=True) if isinstance(found, Act) else found


def _in_part(form: Inside, ctx: Context) -> Form | None:
    """Return the step with its target in a part of the window in front: `in the Receiver part, ...`."""
    step = form.form
    if not isinstance(step, Type | Assign | Switch | Point) or step.target is None:
        return None
    if isinstance(step, Type) and _NAMES_MORE.search(step.text):
        return None  # "Vera as the name and Cork" is no text: it names another field
    said = f"{step.target.text} in {form.where.text}"
    target = phrase(said, Quotes(said))
    want = {Type: Want.EDIT, Switch: Want.CHECK, Point: Want.CLICK}.get(type(step), Want.ANY)
    if target is None or not isinstance(resolve(target, ctx.scene, want), Found):
        return None
    return replace(step, target=target)


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
    why = worded("the only one of {0} with {1}", len(windows), phrases.quoted(target.label))
    return replace(found, sentence=worded("{0}, {1}", found.sentence, why))


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
            _has_here(f, where, ctx, is_key=is_key) for f in plain
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


def _has_here(form: Form, where: Phrase, ctx: Context, *, is_key: bool) -> bool:
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


# Sees to it that the next step reaches the window that the step before was to bring up.
#
# Text typed after "open Mousepad" must never land in the window that was in front before.


def arrival(
    done: StepRecord | None, before: Observation | None, scene: Scene, language: str = "en"
) -> Raise | Finish | None:
    """Return what has to come first: a window to raise, the end of the task, or nothing.

    Args:
        done: the step that was just carried out; None if none was.
        before: what was seen when that step was proposed.
    """
    if done is None:
        return None
    match done.action:
        case Launch() as launch:
            return _launched(launch, before, scene, language)
        case Window(op="activate") as asked:
            return _activated(asked, scene, language)
        case _:
            return None


def _launched(
    launch: Launch, before: Observation | None, scene: Scene, language: str
) -> Raise | Finish | None:
    known = {w.window_id for w in before.windows} if before is not None else set()
    fresh = [w for w in scene.windows() if w.window_id not in known]
    if not fresh:
        active = scene.observation.active_window
        was = before.active_window if before is not None else None
        if active is not None and was is not None and active.window_id != was.window_id:
            return None
        name = phrases.quoted(launch.name or launch.desktop_id)
        return Finish(Outcome.UNVERIFIED, phrases.say(language, "no_window_came", name=name))
    return None if any(w.is_active for w in fresh) else Raise(fresh[0].window_id)


def _activated(asked: Window, scene: Scene, language: str) -> Finish | None:
    if scene.front is not None and scene.front.window_id == asked.window_id:
        return None
    title = phrases.opening(phrases.window_words(asked.title))
    return Finish(Outcome.FAILED, phrases.say(language, "not_in_front", name=title))
