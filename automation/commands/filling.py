"""Steps that put text into fields."""

import re
from dataclasses import replace
from typing import Final

from automation.commands import phrases
from automation.commands.context import Act, Context, Instead, Result, Skip, aim_at, proposal
from automation.commands.forms import Edit, Form, Phrase, Point, Press, SetTo, Type
from automation.commands.pointing import seen
from automation.commands.resolution import Found, Want
from automation.commands.roles import ACTIONABLE, EDITABLE, SELECTED_TOGETHER, shown
from automation.commands.scene import SeesControls, front_window
from automation.commands.setting import takes_value
from automation.commands.targets import phrase
from automation.commands.window_names import has_front, named_windows
from automation.commands.words import Quotes, comparable
from automation.core import actions
from automation.core.concealing import asks_password
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import Finish, Outcome, Proposal
from automation.core.secrets import secret_name

_FRONT: Final = re.compile(
    r"(?:the\s+)?(?:(?:active|current|focused|front)\s+)?"
    r"(?:window|document|editor|text|text ?area|page|terminal|shell|console|prompt|command line|app|here)",
    re.IGNORECASE,
)
_TERMINAL: Final = re.compile(
    r"term(?:inal|inator)?\b|\bterm|rxvt|konsole|kgx|ptyxis|tilix|kitty|alacritty|ghostty|yakuake|guake|\bfoot|^st$",
    re.IGNORECASE,
)
"""Programs in which "the command ls" is `ls`; most of them tell nothing of what they hold."""
_MOST_NAME_WORDS: Final = 5
"""Words of a field's name with which a text may begin."""
_CARET_LETTERS: Final = 1
"""As what the text cursor of an empty field may be read."""
_TAKING_OVER: Final = frozenset({"enter", "tab", "up", "down"})
"""Keys with which a cell takes what was typed into it."""


def type_text(form: Type, ctx: Context) -> Result:
    """Type into a named field, else where the focus is."""
    if form.command and _has_terminal(ctx):
        form = replace(form, text=form.command, command="")
    if form.is_selected and ctx.memory.last is not None:
        last = ctx.memory.last
        hit = Found(last, "the field of the step before")
        return _into_drawn(form, hit, ctx, overwrites=True)
    if form.target is None:
        return _into_focus(form, ctx)
    found = ctx.settle(form.target, Want.EDIT)
    if isinstance(found, Finish) and found.outcome is Outcome.NOT_FOUND:
        if _means_front(form.target, ctx):
            if ctx.scene.front is not None:
                ctx.memory.named.add(ctx.scene.front.window_id)
            return _into_focus(form, ctx)
        if form.needs_target and form.text:
            hint = f"To type all of these words, put them in quotes: type {phrases.quoted('...')}."
            return Finish(found.outcome, f"{found.message.rstrip()} {hint}", found.suggestions)
    if not isinstance(found, Found):
        return found
    return _into_field(form, ctx, found)


def _has_terminal(ctx: Context) -> bool:
    window = ctx.scene.front
    is_terminal = window is not None and _TERMINAL.search(window.app) is not None
    return is_terminal or (ctx.scene.focused is not None and ctx.scene.focused.role == "terminal")


def _into_field(form: Type, ctx: Context, found: Found) -> Result:
    element = ctx.scene.current(found.element)
    if _is_secret(element) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, phrases.PASSWORD, hides=(form.text,))
    if form.target is not None and takes_value(element, form.text, ctx):
        return Instead((SetTo(form.target, form.text),))
    ctx.memory.last = element
    ctx.memory.typed_into.add(element.handle)
    is_long = "multi_line" in element.states or element.role == "terminal"
    overwrites = form.replaces or not (is_long or element.value == "")
    if element.role == "cell" and element.source == "ocr":
        overwrites = False  # what is typed takes the place of what the cell holds
    elif element.source == "ocr":
        return _into_drawn(form, replace(found, element=element), ctx, overwrites=overwrites)
    # A click would move the caret of a long text away from where the user has it.
    at = None if is_long and not overwrites and "focused" in element.states else aim_at(element)
    action = actions.Write(form.text, at, overwrite=overwrites)
    name = element.name or form.target.label if form.target else element.name
    text = phrases.typing(form.text, name, replaced=element.value if overwrites else None)
    typing = proposal(action, text, Found(element, found.evidence, found.alternatives))
    return Act(typing, then=_taken_over(form, element, ctx))


def _into_drawn(form: Type, found: Found, ctx: Context, *, overwrites: bool) -> Result:
    """Type into a field that only the picture shows; what it may hold is selected by three clicks.

    Ctrl+A goes to the beginning of a line in Tk and in Motif, and what is typed then stands before
    what was to go.
    """
    element = ctx.memory.last = found.element
    name = element.name or (form.target.label if form.target else "")
    if not form.text and (form.is_selected or element.value == ""):
        return _emptied(form, found, ctx)
    if form.is_selected:
        step = proposal(actions.Write(form.text, None), phrases.typing(form.text, name), found)
        return Act(replace(step, wanted=form.text))
    if overwrites and element.value != "":
        click = actions.Click(aim_at(element), count=3)
        said = f"Triple-click {_named_field(name)}, to select what it holds"
        return Act(proposal(click, said, found), then=(replace(form, is_selected=True),))
    return Act(
        proposal(actions.Write(form.text, aim_at(element)), phrases.typing(form.text, name), found)
    )


def _emptied(form: Type, found: Found, ctx: Context) -> Result:
    """Delete what is selected in a drawn field, and read then whether a text stands in it still."""
    element, scene = found.element, ctx.scene
    named = _named_field(element.name or (form.target.label if form.target else ""))
    if not form.is_selected:
        return Skip(f"{phrases.opening(named)} is empty already.")
    if not form.is_deleted:
        said = f"Press Delete, to empty {named}"
        step = proposal(actions.Hotkey(("delete",)), said, found)
        return Act(step, then=(replace(form, is_deleted=True),))
    if ctx.memory.is_dry or not isinstance(scene.reader, SeesControls):
        return Skip("")
    held = scene.reader.held(scene.observation, element) or ""
    if len("".join(held.split())) <= _CARET_LETTERS:
        return Skip("")
    text = f"{phrases.opening(named)} holds {phrases.quoted(held)} still, and was to be empty."
    return Finish(Outcome.UNVERIFIED, text)


def _named_field(name: str) -> str:
    return phrases.quoted(name) if name else "the field"


def _taken_over(form: Type, element: ScreenElement, ctx: Context) -> tuple[Form, ...]:
    """Return the Enter with which a sheet's cell or a search takes its text, if the words leave it out.

    A cell that is still being edited shows a text which its program does not have. Keys that follow
    are meant for the cell, and Enter has gone on to the next one.
    """
    is_cell = element.role == "cell"
    enter = phrase("Enter", Quotes(""))
    if enter is None or not (is_cell or form.enters) or _takes_over(ctx.next_form, ctx):
        return ()
    is_for_cell = is_cell and form.target is not None and isinstance(ctx.next_form, Press | Edit)
    back = (Point(form.target),) if is_for_cell and form.target is not None else ()
    return (Press("Enter", enter, is_key=True), *back)


def _takes_over(following: Form | None, ctx: Context) -> bool:
    """Tell whether the step that follows presses Enter, Tab or an arrow key."""
    if not isinstance(following, Press) or following.on is not None:
        return False
    keys = ctx.is_key(following.text)
    return keys is not None and keys[-1] in _TAKING_OVER


def _into_focus(form: Type, ctx: Context) -> Result:
    focused = ctx.scene.focused
    if focused is not None and _is_secret(focused) and not secret_name(form.text):
        return Finish(Outcome.BLOCKED, phrases.PASSWORD, hides=(form.text,))
    is_field = focused is not None and _takes_text(focused)
    if focused is not None and not is_field and _would_press(focused, form):
        kind = f"the {shown(focused.role)} " if focused.name.strip() else ""
        held = f"{kind}{phrases.called(focused)}"
        text = (
            f"The keyboard is on {held}, and a blank would press it. Click a field first, or say "
            "into which field. Nothing was typed."
        )
        return Finish(Outcome.NOT_FOUND, text)
    if focused is None or not is_field:
        named = _named_first(form, ctx) if form.may_name else None
        return Instead((named,)) if named is not None else _into_window(form, ctx)
    overwrites = form.replaces or _is_preset(focused, ctx)
    ctx.memory.last = focused
    ctx.memory.typed_into.add(focused.handle)
    action = actions.Write(form.text, None, overwrite=overwrites)
    text = phrases.typing(form.text, focused.name, replaced=focused.value if overwrites else None)
    typing = proposal(action, text, Found(focused, f"{shown(focused.role)}, it has the focus"))
    return Act(typing, then=_taken_over(form, focused, ctx))


def _named_first(form: Type, ctx: Context) -> Type | None:
    """Return the typing into the field whose very name the text begins with; None without one.

    What goes on in small letters ("enter name and city", "enter name only if ...") is no value for sure.
    """
    words = form.text.split()
    for count in range(min(len(words) - 1, _MOST_NAME_WORDS), 0, -1):
        target = phrase(" ".join(words[:count]), Quotes(""))
        found = seen(target, ctx, Want.EDIT) if target is not None else None
        name = found.element.name if found is not None else ""
        is_value = not words[count][0].islower()
        if is_value and comparable(name) == comparable(" ".join(words[:count])) != "":
            return Type(" ".join(words[count:]), target, replaces=True, needs_target=True)
    return None


def _into_window(form: Type, ctx: Context) -> Result:
    """Type into whatever has the keyboard in the active window, where its tree does not tell."""
    window = ctx.scene.front
    if window is None:
        text = "No window is open that could take the text. Nothing was typed."
        return Finish(Outcome.NOT_FOUND, text)
    focused = ctx.scene.focused
    # What takes a text on an entry is an editor of its name, of which only the stem is selected.
    is_name = focused is not None and focused.role in SELECTED_TOGETHER
    overwrites = form.replaces or is_name or _is_opened_dialog(window, ctx)
    is_asking = window.is_dialog or _is_opened_dialog(window, ctx)
    if is_asking and (field := _only_drawn_field(ctx)) is not None:
        return _into_drawn(form, Found(field, "the only field seen"), ctx, overwrites=overwrites)
    action = actions.Write(form.text, None, overwrite=overwrites)
    where = phrases.window_words(window.title, window.app)
    return Act(
        Proposal(
            action,
            sentence=f"Type {phrases.typed(form.text)} in {where}",
            evidence="the active window",
            is_window_named=window.window_id in ctx.memory.named,
        )
    )


def _only_drawn_field(ctx: Context) -> ScreenElement | None:
    """Return the one field that a dialog without a tree shows; None where it has none or several."""
    if ctx.scene.near:
        return None
    fields = [e for e in ctx.scene.drawn if e.source == "ocr" and e.role in EDITABLE]
    named = fields[0] if len(fields) == 1 else None
    if named is None or any(asks_password(line.name) for line in ctx.scene.lines):
        return None
    return named


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
    named = named_windows(target, ctx.scene)
    return has_front(named, ctx.scene) if named else _FRONT.fullmatch(target.text) is not None
