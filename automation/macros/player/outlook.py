"""What follows a step, told with it: the next sentences, and the way through a menu."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from automation.core import actions
from automation.core.proposal import Proposal
from automation.macros import macro as grammar
from automation.macros.player.instructions import Place
from automation.macros.player.mismatch import GiveUp
from automation.macros.player.program import Program
from automation.macros.player.values import BadValue, filled
from automation.macros.player.wording import step_words

_UPCOMING: Final = 20


def with_outlook(proposal: Proposal, place: Place, program: Program) -> Proposal:
    """Return the proposal with what follows; a menu's way is approved as a whole."""
    following = program.upcoming(_UPCOMING)
    sentences = tuple(_words(one) for one in following)
    if isinstance(proposal.intent, actions.Window) and not isinstance(place.step, grammar.Window):
        return replace(proposal, upcoming=(_words(place), *sentences))  # the step itself follows
    way = menu_way(place.step, (one.step for one in following))
    return replace(proposal, upcoming=sentences, leads_to=way)


def not_shown(place: Place, program: Program, gave_up: GiveUp) -> str:
    """Return what a dry run cannot show, and why: mostly the steps before it were not sent."""
    later = (place, *program.upcoming(_UPCOMING))
    told = " Then ".join(f"{_words(one)}." for one in later)
    if gave_up.is_there:
        return f"{gave_up.sentence.rstrip('.')}. What follows: {told}"
    return f"What follows is not on the screen yet: {told}"


def _words(place: Place) -> str:
    try:
        return step_words(filled(place.step, place.scope))
    except BadValue:
        return step_words(place.step)


def menu_way(step: grammar.Step, following: Iterable[grammar.Step]) -> tuple[str, ...]:
    """Return the names of menu items that the steps after a click press, one after the other.

    An open menu holds keyboard and mouse, so that nobody can be asked while it is open.
    """
    if not isinstance(step, grammar.Click):
        return ()
    names: list[str] = []
    for one in following:
        if not isinstance(one, grammar.Click) or one.target.role != "menu_item":
            break
        is_plain = one.button == "left" and one.count == 1 and not one.modifiers
        name = one.target.name or one.target.text
        if not is_plain or not name or "{{" in name:
            break
        names.append(name)
    return tuple(names)
