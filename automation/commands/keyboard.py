"""Steps that use the keyboard: type, set, press, hold, the editing chords."""

import re
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result, aim_at, proposal
from automation.commands.forms import (
    Assign,
    Choose,
    Edit,
    Hold,
    Inside,
    Phrase,
    Point,
    Press,
    Reading,
    Switch,
    Type,
)
from automation.commands.pointing import named_exactly, seen
from automation.commands.resolution import Found, Want
from automation.commands.roles import ACTIONABLE, COMBOS, EDITABLE, shown
from automation.commands.scene import front_window
from automation.commands.window_names import has_front, named_windows
from automation.core import actions
from automation.core.concealing import asks_password
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import Candidate, Finish, Outcome, Proposal, Question
from automation.core.secrets import secret_name

_FRONT: Final = re.compile(
    r"(?:the\s+)?(?:(?:active|current|focused|front)\s+)?"
    r"(?:window|document|editor|text|text ?area|page|terminal|shell|console|prompt|command line|app|here)",
    re.IGNORECASE,
)
_ALWAYS_KEYS: Final = frozenset(
    {"enter", "tab", "esc", "space", "up", "down", "left", "right", "pageup", "pagedown", "backspace",
     "shift", "ctrl", "alt", "super", "capslock", "altgr"}
    | {f"f{n}" for n in range(1, 25)}
)  # fmt: skip
"""Single keys that are meant even when something visible has the same name."""
_SPOKEN_KEYS: Final = frozenset(
    {"delete", "insert", "home", "end", "print", "pause", "menu", "help", "numlock"}
)
"""Keys that also name buttons: the screen decides."""
_WORDS_FOR_OTHERS: Final = frozenset(
    {"next", "prior", "back", "break", "apps", "application", "scroll"}
)
"""Spellings in the key table that people use for buttons, unless they say `key`."""
_ON: Final = frozenset({"on", "checked", "ticked", "true", "yes", "enabled", "active", "1"})
_OFF: Final = frozenset(
    {"off", "unchecked", "unticked", "false", "no", "disabled", "inactive", "0"}
)
_CHORDS: Final[dict[str, str]] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z",
    "select_all": "Ctrl+A",
    "save": "Ctrl+S",
    "back": "Alt+Left",
    "forward": "Alt+Right",
    "reload": "F5",
}


def type_text(form: Type, ctx: Context) -> Result:
    """Type into a named field, else where the focus is."""
    if form.target is None:
        return _into_focus(form, ctx)
    found = ctx.settle(form.target, Want.EDIT)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND:
        if _means_front(form.target, ctx):
            return _into_focus(form, ctx)
        if form.needs_target and form.text:
            hint = f"To type all of these words, put them in quotes: type {phrases.quoted('...')}."
            return Finish(found.outcome, f"{found.message.rstrip()} {hint}", found.suggestions)
    if not isinstance(found, Found):
        return found
    return _into_field(form, ctx, found)


def _into_field(form: Type, ctx: Context, found: Found) -> Result:
    element = ctx.scene.current(found.element)
    if _is_secret(element) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, phrases.PASSWORD, hides=(form.text,))
    ctx.memory.last = element
    ctx.memory.typed_into.add(element.handle)
    is_long = "multi_line" in element.states or element.role == "terminal"
    overwrites = form.replaces or not (is_long or element.value == "")
    # A click would move the caret of a long text away from where the user has it.
    at = None if is_long and not overwrites and "focused" in element.states else aim_at(element)
    action = actions.Write(form.text, at, overwrite=overwrites)
    name = element.name or form.target.label if form.target else element.name
    text = phrases.typing(form.text, name, replaced=element.value if overwrites else None)
    return Act(proposal(action, text, Found(element, found.evidence, found.alternatives)))


def _into_focus(form: Type, ctx: Context) -> Result:
    focused = ctx.scene.focused
    if focused is not None and _is_secret(focused) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, phrases.PASSWORD, hides=(form.text,))
    is_field = focused is not None and _takes_text(focused)
    if focused is not None and not is_field and _would_press(focused, form):
        held = f"the {shown(focused.role)} {phrases.quoted(focused.name)}"
        text = (
            f"The keyboard is on {held}, and a blank would press it. Click a field first, or say "
            "into which field. Nothing was typed."
        )
        return Finish(Outcome.NOT_FOUND, text)
    if focused is None or not is_field:
        window = ctx.scene.front
        if window is None:
            text = "No window is open that could take the text. Nothing was typed."
            return Finish(Outcome.NOT_FOUND, text)
        overwrites = form.replaces or _is_opened_dialog(window, ctx)
        action = actions.Write(form.text, None, overwrite=overwrites)
        where = phrases.quoted(window.title or window.app)
        return Act(
            Proposal(
                action,
                sentence=f"Type {phrases.typed(form.text)} in {where}",
                evidence="the active window",
            )
        )
    overwrites = form.replaces or _is_preset(focused, ctx)
    ctx.memory.last = focused
    ctx.memory.typed_into.add(focused.handle)
    action = actions.Write(form.text, None, overwrite=overwrites)
    text = phrases.typing(form.text, focused.name, replaced=focused.value if overwrites else None)
    return Act(proposal(action, text, Found(focused, f"{focused.role}, it has the focus")))


def _would_press(focused: ScreenElement, form: Type) -> bool:
    """Tell whether typing the text presses the thing that has the keyboard, as blanks do."""
    presses = any(char in " \n\r" for char in form.text)
    return presses and focused.role in ACTIONABLE and "multi_line" not in focused.states


def _takes_text(element: ScreenElement) -> bool:
    return element.role in EDITABLE or "editable" in element.states


def _is_secret(element: ScreenElement) -> bool:
    is_hidden = element.role == "password" or "secret" in element.states
    return is_hidden or (_takes_text(element) and asks_password(element.name))


def _is_preset(focused: ScreenElement, ctx: Context) -> bool:
    """Tell whether the field is a dialog's and holds a proposal, as a file name.

    GTK selects only the stem of such a name: typing `report.txt` over it left `report.txt.txt`.
    """
    if not focused.value or "multi_line" in focused.states or focused.role == "terminal":
        return False
    if focused.handle in ctx.memory.typed_into:
        return False
    dialogs = [e.box for e in ctx.scene.near if e.role == "dialog"]
    return any(box.contains(focused.box.center) for box in dialogs)


def _is_opened_dialog(window: WindowInfo, ctx: Context) -> bool:
    """Tell whether the step before opened this window over another one of the same program.

    Its tree is silent; a name that it proposes is half selected, as in any rename dialog.
    """
    seen = ctx.memory.before
    before = front_window(seen) if seen is not None else None
    if before is None or before.window_id == window.window_id or before.pid != window.pid:
        return False
    still_open = any(w.window_id == before.window_id for w in ctx.scene.windows())
    return still_open and window.rect.area < before.rect.area


def _means_front(target: Phrase, ctx: Context) -> bool:
    """Tell whether the target is the active window itself: `the document`, its app or title."""
    window = ctx.scene.front
    if window is None:
        return False
    # A window that is called "Shell" is meant before whatever is in front.
    named = named_windows(target, ctx)
    return has_front(named, ctx) if named else _FRONT.fullmatch(target.text) is not None


def assign(form: Assign, ctx: Context) -> Result:
    """Give a field, a drop-down or a box a value, whatever it turns out to be."""
    value = form.value.casefold()
    if seen(form.target, ctx, Want.EDIT):
        return Instead((Type(form.value, form.target, replaces=True, needs_target=True),))
    holder = seen(form.target, ctx, Want.HOLDER)
    if holder is not None and holder.element.role in COMBOS:
        return Instead((Choose(form.option, form.target),))
    if value in _ON | _OFF and seen(form.target, ctx, Want.CHECK):
        return Instead((Switch(form.target, on=value in _ON),))
    if holder is not None:
        return Instead((Choose(form.option, form.target),))
    other = seen(form.target, ctx, Want.CLICK)
    if other is not None and other.element.role == "slider":
        text = f"{phrases.quoted(other.element.name)} is a slider, which cannot be set to a number here."
        return Finish(Outcome.FAILED, f"{text} Say how far to drag it. Nothing was moved.")
    return Instead((Type(form.value, form.target, replaces=True, needs_target=True),))


def press(form: Press, ctx: Context) -> Result:
    """Press a key, or the button of that name: key table and screen decide."""
    chords = _chords(form.text, ctx)
    if chords is None:
        return _keys_in_window(form, ctx) or _press_button(form, ctx)
    if not form.is_key and form.text.casefold() in _WORDS_FOR_OTHERS:
        return _press_button(form, ctx)
    if len(chords) > 1 or len(chords[0]) > 1 or form.is_key or chords[0][0] in _ALWAYS_KEYS:
        return _press_keys(form, chords)
    button = named_exactly(form.target, ctx)
    if len(form.text.strip()) == 1:
        return _press_button(form, ctx) if button else _press_keys(form, chords)
    if chords[0][0] not in _SPOKEN_KEYS:
        return _press_button(form, ctx)
    if button is None:
        return _press_keys(form, chords)
    return _which_press(form, chords, button, ctx)


def _keys_in_window(form: Press, ctx: Context) -> Result | None:
    """Read `press Ctrl+S in Mousepad` where keys and an open window are called so."""
    for reading in form.target.readings:
        place = reading.relation
        if place is None or place.kind != "in" or not named_windows(place.anchor, ctx):
            continue
        if _chords(reading.label, ctx) is not None:
            keys = Phrase(reading.label, (Reading(reading.label),))
            return Instead((Inside(place.anchor, Press(reading.label, keys, form.repeat)),))
    return None


def _press_button(form: Press, ctx: Context) -> Result:
    return Instead((Point(form.target, repeat=form.repeat),))


def _press_keys(form: Press, chords: list[tuple[str, ...]]) -> Result:
    first, *rest = chords
    times = f" {form.repeat} times" if form.repeat > 1 else ""
    action = actions.Hotkey(first, form.repeat)
    then = tuple(Press("+".join(keys), form.target, form.repeat, is_key=True) for keys in rest)
    return Act(
        Proposal(action, sentence=f"Press {phrases.chord(first)}{times}", evidence="a key"),
        then=then,
    )


def _which_press(form: Press, chords: list[tuple[str, ...]], button: Found, ctx: Context) -> Result:
    """Ask whether the key or the button is meant."""
    key = f"press:{form.text}"
    answer = ctx.memory.chosen.get(key)
    if answer is not None:
        return _press_keys(form, chords) if answer.role == "key" else _press_button(form, ctx)
    window = ctx.scene.front
    box = window.rect if window is not None else button.element.box
    as_key = ScreenElement(f"{phrases.chord(chords[0])} key", "key", box, "window")
    ctx.memory.asked = (key, (button.element, as_key))
    name = phrases.quoted(button.element.name)
    return Question(
        f"There is something called {name} here, and a key of that name. Press a number.",
        (
            Candidate(
                1,
                button.element.name,
                button.element.role,
                button.element.box,
                button.element.window_title,
            ),
            Candidate(2, as_key.name, "key", box),
        ),
    )


def _chords(text: str, ctx: Context) -> list[tuple[str, ...]] | None:
    """Return the chords that the words name, one after the other; None when they name none."""
    bare = " ".join(text.split())
    bare = re.sub(r"^(?:arrow[ -](\w+)|(\w+)[ -]arrow)$", r"\1\2", bare, flags=re.IGNORECASE)
    bare = re.sub(r"\s*\+\s*(?=\S)", "+", bare) if len(bare) > 1 else bare
    if not bare or len(bare) > 200:
        return None
    if keys := ctx.is_key(bare):
        return [keys]
    parts = bare.split(" ")
    if len(parts) < 2:
        return None
    if (joined := ctx.is_key("+".join(parts))) and joined[0] in (
        "ctrl",
        "alt",
        "shift",
        "super",
        "altgr",
    ):
        return [joined]
    each = [ctx.is_key(part) for part in parts] if any("+" in part for part in parts) else [None]
    return [keys for keys in each if keys] if all(each) else None


def hold(form: Hold, ctx: Context) -> Result:
    """Press a key and keep it down, or let it go."""
    keys = ctx.is_key(form.key)
    if keys is None or len(keys) != 1:
        text = f"There is no key called {phrases.quoted(form.key)}. Nothing was pressed."
        return Finish(Outcome.NOT_UNDERSTOOD, text)
    action = actions.KeyDown(keys[0]) if form.down else actions.KeyUp(keys[0])
    word = "Hold" if form.down else "Release"
    return Act(Proposal(action, sentence=f"{word} {phrases.chord(keys)}", evidence="a key"))


def edit(form: Edit, ctx: Context) -> Result:
    """Copy, cut, paste, undo, redo, save, select all.

    While a menu or a dialog is open that has such an item, the item is meant: the chord would not
    reach the window below.
    """
    if ctx.scene.top_layers:
        name = phrases.sentence(form)
        found = [
            e for e in ctx.scene.near
            if e.name.casefold().rstrip("….") == name.casefold() and e.role in ("menu_item", "button")
            and any(box.contains(e.box.center) for box in ctx.scene.top_layers)
        ]  # fmt: skip
        if len(found) == 1:
            hit = Found(found[0], f"{found[0].role}, found by its name".replace("_", " "))
            return Act(
                proposal(
                    actions.Click(aim_at(found[0])), f"Click {phrases.quoted(found[0].name)}", hit
                )
            )
    if form.op in ("copy", "cut", "paste"):
        clip = actions.Clipboard(form.op)
        return Act(
            Proposal(
                clip, ctx.scene.focused, sentence=phrases.sentence(form), evidence="the usual keys"
            )
        )
    chord = _CHORDS[form.op]
    keys = ctx.is_key(chord) or tuple(chord.casefold().split("+"))
    text = f"{phrases.sentence(form)} ({chord})"
    return Act(Proposal(actions.Hotkey(keys), sentence=text, evidence="the usual keys"))
