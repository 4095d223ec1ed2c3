"""Which clauses of an instruction are one name on the screen together: "Copy, Cut and Paste" may be a button."""

from typing import Final

from automation.commands.find.resolve import in_window, resolve
from automation.commands.find.screen_view import Scene, is_switch
from automation.commands.forms import (
    Bare,
    Choose,
    Edit,
    Form,
    Inside,
    Open,
    Path,
    Press,
    Rest,
    Switch,
    WindowOp,
)
from automation.commands.matching import Found, Want
from automation.commands.read.asides import is_visible, said_name
from automation.commands.read.grammar import Clause, Instruction
from automation.commands.read.menu_paths import IN_FIRST, listed_path, meant_path
from automation.commands.read.values import sums_up
from automation.commands.targets import literal, phrase
from automation.commands.words import has_doubt

MAX_MERGED: Final = 4
"""Clauses that may be one name together."""


def visible_merge(instruction: Instruction, first: int, scene: Scene) -> tuple[Form, int] | None:
    """Return the longest run of clauses from `first` on that is one visible name, as a form.

    A clause of its own is taken so too when its words, verb and all, are a name on the screen: "Copy, Cut and
    Paste" may be a button's label. Of `Next, Next again` one would be lost.
    """
    clauses = instruction.clauses
    last = min(len(clauses) - 1, first + MAX_MERGED - 1)
    while last > first and any(c.joint == "hard" for c in clauses[first + 1 : last + 1]):
        last -= 1
    for end in range(last, first - 1, -1):
        source = instruction.merged_source(first, end)
        if (way := listed_path(instruction.quotes.plain(source), scene)) is not None:
            return way, end
        if end > first:
            for form in instruction.merged(first, end):
                is_twice = clauses[end].source.split()[:1] == clauses[first].source.split()
                if not is_twice and is_visible(form, scene, loosely=clauses[end].is_inherited):
                    return form.form if isinstance(form, Inside) else form, end
        whole = phrase(source, instruction.quotes)
        if whole is None or (end == first and not _may_be_name(clauses[first])):
            continue
        if is_visible(Bare(whole), scene):
            return Bare(whole), end
    words = clauses[first].source.strip()
    if words.endswith("=") and sums_up(words, scene):
        return Press(words, literal(words)), first  # a lone `7 * 86 =`
    said = _whole(instruction, first, scene)
    return (said, first) if said is not None else None


def _whole(instruction: Instruction, first: int, scene: Scene) -> Bare | Path | None:
    """Return the thing, or the entry of a menu, that a clause says with all its words."""
    clause = instruction.clauses[first]
    is_usual = not clause.forms or isinstance(clause.forms[0], Edit | WindowOp | Rest)
    is_own = not (clause.is_inherited or is_usual)
    if is_own and (name := said_name(clause.source, clause.forms[0], scene)):
        return Bare(literal(name))
    menus = _menu_path(instruction, first, scene)
    if menus is None and clause.is_bare:
        menus = meant_path(instruction.quotes.plain(clause.whole), scene)
    return menus


def _menu_path(instruction: Instruction, first: int, scene: Scene) -> Path | None:
    """Return the path that a lone `File, New Window` is, where a menu of the first name is on the screen."""
    clause = instruction.clauses[first]
    source = IN_FIRST.sub("", clause.source.lstrip(), count=1)  # `Under More, lock it`
    parts = source.split(",") if clause.is_bare else []
    items = [phrase(part, instruction.quotes) for part in parts]
    found = tuple(item for item in items if item is not None)
    if len(found) < 2 or len(found) != len(items) or has_doubt(clause.source):
        return None
    look = in_window if scene.near else resolve
    menu = look(found[0], scene, Want.MENU)
    is_menu = isinstance(menu, Found) and not is_switch(menu.element)  # `poles, helmet` are boxes
    if isinstance(menu, Found) and source != clause.source.lstrip():  # `In Appearance, zoom 90`: no
        is_menu = menu.element.role == "menu" or "expandable" in menu.element.states
    return Path(found, said=instruction.quotes.plain(parts[-1]).strip()) if is_menu else None


def _may_be_name(clause: Clause) -> bool:
    """Tell whether a lone clause may also be the name of something to click.

    "Select all" and "Copy" stay commands even where a button is called so; words that were not
    understood, and a verb with a thing ("Open file"), may be names.
    """
    if clause.is_inherited:
        return False
    if clause.is_bare:
        return True
    return isinstance(clause.forms[0], Open | Choose | Switch) and " " in clause.source.strip()
