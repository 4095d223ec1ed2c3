"""What follows a step, told with it: the next sentences, and the way through a menu."""

from dataclasses import replace
from typing import Final

from automation.core.proposal import Proposal
from automation.macros import macro as grammar
from automation.macros.player.instructions import Place
from automation.macros.player.program import Program
from automation.macros.player.values import BadValue, filled
from automation.macros.player.wording import step_words

_UPCOMING: Final = 20


def with_outlook(proposal: Proposal, place: Place, program: Program) -> Proposal:
    """Return the proposal with what follows; a menu's way is approved as a whole."""
    following = program.upcoming(_UPCOMING)
    sentences = tuple(_words(one) for one in following)
    return replace(proposal, upcoming=sentences, leads_to=_menu_way(place, following))


def not_there_yet(place: Place, program: Program) -> str:
    """Return what a dry run cannot find, because the steps before it were not sent."""
    later = (place, *program.upcoming(_UPCOMING))
    told = " Then ".join(f"{_words(one)}." for one in later)
    return f"What follows is not on the screen yet: {told}"


def _words(place: Place) -> str:
    try:
        return step_words(filled(place.step, place.scope))
    except BadValue:
        return step_words(place.step)


def _menu_way(place: Place, following: tuple[Place, ...]) -> tuple[str, ...]:
    """Return the names of menu items that the next steps press, one after the other.

    An open menu holds keyboard and mouse, so that nobody can be asked while it is open.
    """
    if not isinstance(place.step, grammar.Click):
        return ()
    names: list[str] = []
    for one in following:
        step = one.step
        is_item = isinstance(step, grammar.Click) and step.target.role == "menu_item"
        if not is_item or not isinstance(step, grammar.Click):
            break
        is_plain = step.button == "left" and step.count == 1 and not step.modifiers
        name = step.target.name or step.target.text
        if not is_plain or not name or "{{" in name:
            break
        names.append(name)
    return tuple(names)
