"""Menus by the words of a step: which entry of which menu is meant, however it is said.

"Hide the status bar using the View menu" names the entry “Statusbar” and wants it off; "sort by date"
may be the entry “By Date” of a submenu. A program that lists its closed menus tells which entry it is
before anything is pressed, whether it is on, and afterwards whether it has changed. Where it does not
(drawn menus), the words are looked for in the menu once it is open. Nobody guesses between two entries.
"""

from collections.abc import Sequence
from dataclasses import replace

from automation.commands import phrases
from automation.commands.do.context import Context, Instead, Result, Skip
from automation.commands.find.screen_view import Way
from automation.commands.forms import Entry, Path
from automation.commands.matching import nearest
from automation.commands.read.menu_paths import (
    HIDING,
    LAZY_MENUS,
    SOME_WORDS,
    EntryName,
    first_name,
    menus_of,
    names_in,
    rank_of,
    tells_state,
    ways_of,
)
from automation.commands.targets import literal
from automation.commands.words import as_said
from automation.core.observation import ScreenElement, open_menus
from automation.core.proposal import Finish, Outcome
from automation.screen.roles import MENU_ENTRIES


def settled(form: Path, ctx: Context) -> Result | None:
    """Return what a path comes to by the menus that the program lists; None where they do not tell."""
    ways = ctx.scene.menus
    if form.is_exact or form.through or not ways:
        return None
    found = ways_of(form, ways)
    if not found:
        return _not_listed(form, ways, ctx)
    if doubt := _unsure(found, ctx):
        return doubt
    way, name = found[0]
    names = tuple(e.name for e in way)
    if not (name.on is form.on is None or any(map(tells_state, ways))):
        # No closed menu of the program tells what is on: it may do so once the menu is open.
        return Instead((replace(form, items=tuple(map(literal, names)), is_exact=True),))
    on = _wanted(way, name, form.on, ctx)
    if isinstance(on, Finish):
        return on
    return Instead((Path(tuple(map(literal, names)), on, is_exact=True, names=names),))


def _wanted(way: Way, name: EntryName, said_on: bool | None, ctx: Context) -> bool | Finish | None:
    """Return whether an entry is to be on, None where it is only pressed, or why neither can be done."""
    entry, shown = way[-1], phrases.quoted(way[-1].name)
    on = name.on if name.kind in ("mark", "show") else said_on
    tells = "checkable" in entry.states
    if name.kind == "whole" and names_in(name.text)[-1].on is not None:
        on = True if tells else None  # “Hide Ruler” is called so itself
    elif name.kind == "show" and on is not None and first_name(entry.name) in HIDING:
        on = not on
    if on is None and (entry.role == "radio" or (tells and name.kind != "press")):
        on = True  # “use the ruler” never turns it off
    if entry.role == "radio" and not on:
        return replace(ctx.not_found(ctx.say("one_of_several", name=shown)), outcome=Outcome.FAILED)
    if tells or on is None or (on and name.kind == "show"):
        return on if tells else None
    where, state = phrases.quoted(way[0].name), ctx.say("on" if on else "off")
    return ctx.not_found(ctx.say("state_untold", name=shown, menu=where, state=state))


def in_open_menu(form: Path, ctx: Context) -> Result | None:
    """Return what the next item of a path comes to in the menus that are open; None where nobody tells.

    The item is looked for by the words as in a closed menu. What does not tell whether it is on is asked about.
    """
    popups = {w.window_id for w in open_menus(ctx.scene.observation.windows)}
    held = [e for e in ctx.scene.near if e.window_id in popups and e.role in MENU_ENTRIES]
    if form.is_exact or not held:
        return None
    title = replace(held[0], name=form.through or "menu")
    item, *rest = form.items
    said = "" if rest else form.said
    found = ways_of(
        Path((literal(title.name), item), form.on, said), [(title,), *((title, e) for e in held)]
    )
    if not found:
        return missing(phrases.item_name(item), form.through, [e.name for e in held], ctx)
    if doubt := _unsure(found, ctx):
        return doubt
    way, name = found[0]
    entry = way[-1]
    if not (tells_state(way) or name.on is form.on is None) and (box := drawn_switch(entry, ctx)):
        way = (*way[:-1], replace(entry, states=box.states))
    on = form.on if rest else _wanted(way, name, form.on, ctx)
    if isinstance(on, Finish) and on.outcome is not Outcome.NOT_FOUND:
        return on
    on = form.on if isinstance(on, Finish) else on
    return Instead((replace(form, items=(literal(entry.name), *rest), on=on, is_exact=True),))


def drawn_switch(entry: ScreenElement, ctx: Context) -> ScreenElement | None:
    """Return the box that is drawn in an entry of an open menu, where the tree tells of none."""
    drawn = [
        e for e in ctx.scene.drawn
        if e.source == "ocr" and e.role == entry.role and "checkable" in e.states
        and entry.box.contains(e.box.center)
    ]  # fmt: skip
    return drawn[0] if entry.source == "tree" and len(drawn) == 1 else None


def _unsure(found: Sequence[tuple[Way, EntryName]], ctx: Context) -> Finish | None:
    """Return the question which entry is meant; None where one fits well enough."""
    ways = list(dict.fromkeys(way for way, _ in found))
    way, name = found[0]
    if (
        len(ways) == 1
        and min(rank_of(name.text, way, depth)[0] for depth in range(len(way))) < SOME_WORDS
    ):
        return None
    shown = tuple(" > ".join(e.name for e in way) for way in ways)[:5]
    names = ", ".join(map(phrases.quoted, shown))
    text = ctx.say("several_entries" if len(ways) > 1 else "only_words", names=names, name=names)
    return replace(ctx.not_found(text), outcome=Outcome.AMBIGUOUS, suggestions=shown)


def _not_listed(form: Path, ways: Sequence[Way], ctx: Context) -> Finish | None:
    """Return that a menu does not hold an entry; None where it may be filled when it opens."""
    menus = menus_of(form, ways)
    if len(menus) != 1 or not menus[0]:
        return None
    inside = [way for way in ways if way[: len(menus[0])] == menus[0] and way != menus[0]]
    names = [way[-1].name for way in inside]
    if not inside or any(not _below(way, ways) and way[-1].role == "menu" for way in inside):
        return None
    words = form.items[-1].label
    return missing(words, menus[0][-1].name, names, ctx)


def missing(words: str, menu: str, names: Sequence[str], ctx: Context) -> Finish:
    """Return the end of a step whose entry is not in the menu that was looked in."""
    near = nearest(words, list(names)) or tuple(names)[:5]
    place = ctx.say("in_menu" if menu else "in_open_menu", menu=phrases.quoted(menu))
    text = phrases.not_found(ctx.language, words, near, place)
    return Finish(Outcome.NOT_FOUND, text, near)


def _below(way: Way, ways: Sequence[Way]) -> bool:
    inside = [w for w in ways if len(w) == len(way) + 1 and w[:-1] == way]
    return any(as_said(w[-1].name) not in LAZY_MENUS for w in inside)


def read_back(form: Entry, ctx: Context) -> Result:
    """Tell by the program's own list whether an entry is now as it was to be."""
    if form.is_already:
        return ctx.already(phrases.quoted(form.names[-1]), on=form.on)
    found = [w[-1] for w in ctx.scene.menus if tuple(e.name for e in w) == form.names]
    if ctx.memory.is_dry or len(found) != 1 or ("checked" in found[0].states) == form.on:
        return Skip("")
    name, menu = phrases.quoted(form.names[-1]), phrases.quoted(form.names[0])
    state = ctx.say("off" if form.on else "on")
    return Finish(Outcome.UNVERIFIED, ctx.say("still", name=name, menu=menu, state=state))
