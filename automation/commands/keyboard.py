"""Steps that press keys: press, hold, the editing chords."""

import re
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result, aim_at, proposal
from automation.commands.forms import Edit, Form, Hold, Phrase, Point, Press, Reading
from automation.commands.pointing import named_exactly
from automation.commands.resolution import Found
from automation.commands.words import comparable
from automation.core import actions
from automation.core.observation import ScreenElement
from automation.core.programs import is_browser
from automation.core.proposal import Candidate, Finish, Outcome, Proposal, Question
from resources.role_words import role_words

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
_SIGNS: Final = r"-+*/^=\u00d7\u00f7\u2212\u221a"
_PART: Final = rf"[{_SIGNS}\d.,%()]"
_SUM: Final = re.compile(
    rf"(?=[^{_SIGNS}]*[{_SIGNS}])(?=\D*\d)(?:{_PART}+(?:\s+{_PART}+)+|(?:(?!=){_PART})+=)"
)
"""What is pressed key by key on a calculator."""
_PRESSED: Final = frozenset({"button", "link"})
_ON_SELECTION: Final = frozenset({"copy", "cut", "paste", "select_all"})
"""Commands for which a button called so may be for something else than what is selected."""
_STYLES: Final = ("Ctrl+B", "Ctrl+I", "Ctrl+U")
_CHORDS: Final[dict[str, str]] = {
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Shift+Z",
    "select_all": "Ctrl+A",
    "save": "Ctrl+S",
    "back": "Alt+Left",
    "forward": "Alt+Right",
    "reload": "F5",
}


def press(form: Press, ctx: Context) -> Result:
    """Press a key, or the button of that name: key table and screen decide."""
    if form.on is not None:
        return _press_on(form, form.on, ctx)
    is_sum = not form.is_key and _SUM.fullmatch(form.text.strip()) is not None
    if is_sum and named_exactly(form.target, ctx) is None:
        return _press_each(form)  # "3 + 4" is no chord of two keys
    chords = _chords(form.text, ctx)
    if chords is None:
        return _press_button(form, ctx)
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


def _press_each(form: Press) -> Result:
    """Press `7 * 6 =` one after the other: the keys that show this, else those of the keyboard."""
    keys = "".join(form.text.split())
    each = tuple(Press(key, Phrase(key, (Reading(key),))) for key in keys)
    return Instead(each * form.repeat)


def _press_on(form: Press, on: Phrase, ctx: Context) -> Result:
    """Click the thing that the keys are for, and press them then."""
    found = ctx.settle(on)
    if not isinstance(found, Found):
        return found
    if form.text in _STYLES and found.element.role not in (
        "cell",
        "row",
        "column_header",
        "row_header",
    ):
        # A click into a text only moves the caret: the style would be that of another word.
        text = f"{phrases.opening(phrases.called(found.element))} has to be selected first."
        return Finish(Outcome.NOT_FOUND, f"{text} Nothing was pressed.")
    return Instead((Point(on), replace(form, on=None)))


def names_keys(form: Form, ctx: Context) -> bool:
    """Tell whether a step presses what the key table knows."""
    return isinstance(form, Press) and (form.is_key or _chords(form.text, ctx) is not None)


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
    """Copy, cut, paste, undo, redo, save, select all: a button in sight that is called so, else the chord.

    While a menu or a dialog is open that has such an item, the item is meant: the chord would not
    reach the window below.
    """
    dialogs = [e.box for e in ctx.scene.near if e.role == "dialog"]
    if layers := (*ctx.scene.top_layers, *dialogs):
        name = phrases.sentence(form)
        found = [
            e for e in ctx.scene.near
            if e.name.casefold().rstrip("….") == name.casefold() and e.role in ("menu_item", "button")
            and any(box.contains(e.box.center) for box in layers)
        ]  # fmt: skip
        if len(found) == 1:
            hit = Found(found[0], f"{role_words(found[0].role)}, found by its name")
            return Act(
                proposal(
                    actions.Click(aim_at(found[0])), f"Click {phrases.quoted(found[0].name)}", hit
                )
            )
    if form.called is not None and form.op not in _ON_SELECTION:
        button = named_exactly(form.called, ctx)
        if button is not None and button.element.role in _PRESSED:
            return Instead((Point(form.called),))
    if form.op == "save" and ctx.scene.front is not None and is_browser(ctx.scene.front.app):
        return _save_page(ctx)
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


def _save_page(ctx: Context) -> Result:
    """Press the one button that saves: a browser's chord would keep the page as a file."""
    saving = [
        e for e in ctx.scene.near
        if e.role in _PRESSED and e.name and comparable(e.name).split()[:1] == ["save"]
    ]  # fmt: skip
    if len(saving) != 1:
        which = "several buttons" if saving else "no button"
        text = (
            f"On this page {which} can be what saves. {phrases.NOTHING_CLICKED} Say what to click."
        )
        return Finish(Outcome.NOT_FOUND, text)
    hit = Found(saving[0], f"{role_words(saving[0].role)}, the only one that saves")
    said = f"Click {phrases.quoted(saving[0].name)}"
    return Act(proposal(actions.Click(aim_at(saving[0])), said, hit))
