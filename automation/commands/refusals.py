"""What is said of an instruction that cannot be understood, before anything of it is done."""

import re
from typing import Final

from automation.commands import phrases
from automation.commands.clause import Clause
from automation.commands.forms import Assign
from automation.commands.grammar import Instruction, parse
from automation.commands.merging import visible_merge
from automation.commands.resolution import Missing, Want
from automation.commands.resolver import resolve
from automation.commands.scene import Scene
from automation.commands.slips import looks_like_goal, nearest_verb
from automation.core.proposal import Finish, Outcome

EXAMPLES: Final = (
    "click Save",
    "type hello into Name",
    "open File > Save As",
    "press Ctrl+S",
    "check Newsletter",
    "choose Blue in Colour",
    "double-click report.txt",
    "click the second Edit",
    "click Edit in the Ostsee row",
    "scroll down",
    "drag report.txt to Documents",
    "open Mousepad",
    "switch to Terminal",
    "wait until “Saved” appears",
    "verify that Newsletter is checked",
)
"""Instructions that show what can be said."""

_TAKEN_BACK: Final = re.compile(
    r"(?:but|not|never|except|instead|rather|unless|without|avoid|if|do not|don['’]t|only (?:if|when))\s"  # noqa: RUF001
)
"""How words begin that limit the step before, and are no thing of their own: `File > Save, not Save As`."""


def refusal(instruction: Instruction, scene: Scene) -> Finish | None:
    """Return the end of the task if any of its clauses cannot be understood."""
    if instruction.is_too_long:
        text = "These are more than 100 steps. Give them in smaller parts. Nothing was done."
        return Finish(Outcome.NOT_UNDERSTOOD, text)
    if not instruction.clauses:
        return Finish(Outcome.NOT_UNDERSTOOD, "There is nothing to do in that. Try: click Save.")
    n = 0
    while n < len(instruction.clauses):
        merged = visible_merge(instruction, n, scene)
        if merged is not None:
            n = merged[1] + 1
            continue
        clause = instruction.clauses[n]
        is_off = n == 0 and not _is_about_screen(clause, scene)
        is_taken_back = clause.is_inherited and _TAKEN_BACK.match(clause.source.strip())
        if clause.is_bare or not clause.forms or is_off or is_taken_back:
            return _not_understood(instruction, clause)
        n += 1
    return None


def _is_about_screen(clause: Clause, scene: Scene) -> bool:
    """Tell whether a statement says something of a thing that can be seen: `Quantity should be 4`."""
    form = clause.forms[0]
    return not (
        clause.is_statement
        and isinstance(form, Assign)
        and isinstance(resolve(form.target, scene, Want.ANY), Missing)
    )


def _is_command(words: str) -> bool:
    """Tell whether the words are instructions: what is suggested must be understood itself."""
    return all(not clause.is_bare for clause in parse(words).clauses)


def _not_understood(instruction: Instruction, clause: Clause) -> Finish:
    words = instruction.words(clause)
    first = words.split(None, 1)[0] if words.split() else words
    verb = nearest_verb(first)
    better = f"{verb}{words[len(first) :]}" if verb is not None else ""
    if better and _is_command(better):
        return Finish(Outcome.NOT_UNDERSTOOD, phrases.not_understood(words, better), (better,))
    if looks_like_goal(words) or len(words.split()) > 2:
        return Finish(Outcome.NEEDS_MODEL, phrases.needs_model(words))
    return Finish(Outcome.NOT_UNDERSTOOD, phrases.not_understood(words), EXAMPLES[:3])
