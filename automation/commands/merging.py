"""Clauses that are one visible name together: "Copy, Cut and Paste" may be a button's label."""

from typing import Final

from automation.commands.clause import Clause
from automation.commands.forms import Bare, Choose, Form, Inside, Open, Path, Point, Press, Switch
from automation.commands.grammar import Instruction
from automation.commands.matching import is_exact
from automation.commands.menus import listed_path, meant_path
from automation.commands.resolution import Found, Want
from automation.commands.resolver import exact_only, in_window, resolve
from automation.commands.roles import ACTIONABLE
from automation.commands.scene import Scene
from automation.commands.targets import phrase
from automation.commands.window_names import has_front, named_windows
from automation.commands.words import has_doubt

MAX_MERGED: Final = 4
"""Clauses that may be one name together."""


def visible_merge(instruction: Instruction, first: int, scene: Scene) -> tuple[Form, int] | None:
    """Return the longest run of clauses from `first` on that is one visible name, as a form.

    A clause of its own is taken so too when its words, verb and all, are a name on the screen.
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
                if _is_visible(form, scene, loosely=clauses[end].is_inherited):
                    return form.form if isinstance(form, Inside) else form, end
        whole = phrase(source, instruction.quotes)
        if whole is None or (end == first and not _may_be_name(clauses[first])):
            continue
        if _is_visible(Bare(whole), scene):
            return Bare(whole), end
    menus = _menu_path(instruction, first, scene)
    if menus is None and clauses[first].is_bare:
        menus = meant_path(instruction.quotes.plain(clauses[first].whole), scene)
    return (menus, first) if menus is not None else None


def _menu_path(instruction: Instruction, first: int, scene: Scene) -> Path | None:
    """Return the path that a lone `File, New Window` is, where a menu of the first name is on the screen."""
    clause = instruction.clauses[first]
    parts = clause.source.split(",") if clause.is_bare else []
    items = [phrase(part, instruction.quotes) for part in parts]
    found = tuple(item for item in items if item is not None)
    if len(found) < 2 or len(found) != len(items) or has_doubt(clause.source):
        return None
    is_menu = isinstance(in_window(found[0], scene, Want.MENU), Found) if scene.near else None
    if is_menu is None:
        is_menu = isinstance(resolve(found[0], scene, Want.MENU), Found)
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


def _is_visible(form: Form, scene: Scene, *, loosely: bool = False) -> bool:
    """Tell whether all the words of a form's target are the name of something to act on."""
    match form:
        case Inside():
            is_there = has_front(named_windows(form.where, scene), scene)
            return is_there and _is_visible(form.form, scene, loosely=loosely)
        case Point() | Press() | Switch() | Open() | Bare():
            target = form.target
        case Choose(target=None):
            target = form.option
        case Path():
            target = form.items[0]
            if len(form.items) > 1:
                return False
        case _:
            return False
    found = exact_only(target, scene)
    if isinstance(form, Bare):
        if not scene.near:
            return any(is_exact(target.text, line.name) for line in scene.lines)
        return isinstance(found, Found) and found.element.role in ACTIONABLE
    if isinstance(found, Found):
        return True
    return loosely and isinstance(in_window(target, scene, Want.CLICK), Found)
