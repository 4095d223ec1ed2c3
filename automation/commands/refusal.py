"""Why an instruction is refused before anything is sent: not understood, a goal, or a text for nobody."""

import re
from typing import Final

from automation.commands import phrases, talk
from automation.commands.do import filling
from automation.commands.find.resolve import resolve
from automation.commands.find.screen_view import Scene
from automation.commands.forms import (
    Assign,
    Bare,
    Focus,
    Insert,
    Open,
    Path,
    Phrase,
    Point,
    Press,
    Reading,
    Rest,
    phrases_of,
)
from automation.commands.language import words as listed
from automation.commands.matching import Found, Missing, Want
from automation.commands.read.asides import is_lone_name
from automation.commands.read.by_pages import parted
from automation.commands.read.by_values import fields_first, forms_by_names, visible_merge
from automation.commands.read.denials import denies_several, goes_against
from automation.commands.read.grammar import Clause, Instruction, parse
from automation.commands.read.values import may_be_told
from automation.commands.read.verbs import looks_like_goal, nearest_verb
from automation.commands.targets import ref_said
from automation.commands.words import LOOSE, as_said, has_doubt, without_opening, words_of
from automation.core.proposal import Finish, Outcome
from automation.screen.roles import TWO_STATES

_TAKEN_BACK: Final = re.compile(
    r"(?:but|not|no|never|none|kein|keine|keinen|nicht|ohne|except|instead|rather|unless|without|avoid|if|do not|don['’]t|only (?:if|when))\s"  # noqa: RUF001
)
"""How words begin that limit the step before, and are no thing of their own: `File > Save, not Save As`."""


_MOST_BUTTON_WORDS: Final = 12
_MOST_LATE_WORDS: Final = 5
_OPENING: Final = Point | Press | Path | Open | Focus | Bare


def refusal(instruction: Instruction, scene: Scene, language: str) -> Finish | None:
    """Return the end of the task if any of its clauses cannot be understood."""
    if instruction.is_too_long:
        return Finish(Outcome.NOT_UNDERSTOOD, phrases.say(language, "too_long"))
    if not instruction.clauses:
        text = phrases.say(language, "nothing_to_do")
        return Finish(Outcome.NOT_UNDERSTOOD, text, talk.sayings(scene, language))
    forms = [form for clause in instruction.clauses for form in clause.forms[:1]]
    if denies_several(instruction.quotes.masked) or goes_against(instruction.quotes.masked, forms):
        said = phrases.quoted(instruction.quotes.written(instruction.quotes.masked))
        return Finish(Outcome.NEEDS_MODEL, phrases.say(language, "denied_several", words=said))
    n = 0
    while n < len(instruction.clauses):
        merged = visible_merge(instruction, n, scene)
        if merged is not None:
            n = merged[1] + 1
            continue
        clause = instruction.clauses[n]
        if clause.is_bare or not clause.forms:
            # "leak found, print" is no press of the first beside the second.
            said = instruction.quotes.written(clause.source)
            is_list = "," in said and len(forms_by_names(said, scene)) > 1
            is_button = not is_list and as_button(instruction, n, scene) is not None
            if not (is_button or parted(clause, instruction.quotes, scene)):
                return _not_understood(instruction, clause, scene, language)
            n += 1
            continue
        is_off = not is_about_screen(clause, scene, is_late=n > 0)
        is_off = is_off and not parted(clause, instruction.quotes, scene)
        is_taken_back = clause.is_inherited and _TAKEN_BACK.match(clause.source.strip())
        if is_off or is_taken_back or _moves_thing(clause):
            return _not_understood(instruction, clause, scene, language)
        end = filling.no_text(clause.forms, clause.source, scene, language)
        is_named = end is not None and end.outcome is Outcome.NEEDS_MODEL
        if end is not None and not (is_named and fields_first(clause, scene)):
            return end
        n += 1
    return None


def as_button(instruction: Instruction, n: int, scene: Scene, *, now: bool = False) -> Bare | None:
    """Return the press of a button that a clause says in all its words: `issue the pass`.

    What is not there yet may be in the window that the steps before open: one of them names a thing that
    is not there either.

    Args:
        now: only one that is there counts.
    """
    clause = instruction.clauses[n]
    words = without_opening(instruction.words(clause))
    is_told = any(word.casefold() in listed("state_words") for word in words.split())
    is_listed = clause.is_inherited and not (now or clause.is_bare)
    if is_listed or is_told or len(words.split()) > _MOST_BUTTON_WORDS:
        return None
    pressed = Bare(Phrase(words, (Reading(words),), ref=ref_said(words)), is_sentence=True)
    found = resolve(pressed.target, scene, Want.BUTTON)
    # "Only necessary" is a name: what stands in it is no doubt.
    named = found.element.name.casefold().split() if isinstance(found, Found) else ()
    if has_doubt(" ".join(w for w in clause.source.split() if w.casefold() not in named)):
        return None
    if isinstance(found, Found) and (
        _says_other(words, found.element.name) or _names_box(words, found.element.name, scene)
    ):
        return None
    if not isinstance(found, Missing):
        return pressed
    before = [c.forms[0] for c in instruction.clauses[:n] if c.forms]
    opener = next((k for k, form in enumerate(before) if isinstance(form, _OPENING)), n)
    is_awaited = bool(before) and isinstance(before[-1], Rest) and bool(before[-1].for_next)
    is_inside = any(c.is_late for c in instruction.clauses[:n])  # `New customer: ..., then Create`
    is_opened = is_inside or (bool(before) and isinstance(before[-1], _OPENING))
    is_named = words[:1].isupper() and clause.joint in ("then", "and") and is_lone_name(words)
    is_awaited = is_awaited or (is_opened and is_named)  # `Next, then Save all`
    # `Next and delete the tea`: what is meant may be on the next page.
    if is_opened and words.split()[0].casefold() in listed("button_verbs"):
        names = {w for target in phrases_of(before[-1]) for w in target.text.casefold().split()}
        is_awaited = is_awaited or not names.isdisjoint(
            listed("turning_words") | listed("onward_words")
        )
    is_short = (0 if is_inside or is_named else 1) < len(words.split()) <= _MOST_LATE_WORDS
    is_late = not now and is_short and (is_awaited or any(
        isinstance(resolve(target, scene, Want.ANY), Missing)
        for form in before[opener + 1 :] for target in phrases_of(form) if target.point is None
    ))  # fmt: skip
    return pressed if is_late else None


def _moves_thing(clause: Clause) -> bool:
    """Tell whether a clause puts somewhere what it speaks of as a thing, which is no text: `put the subtitles at the top`."""
    form = clause.forms[0]
    first = form.text.split()[:1] if isinstance(form, Insert) else []
    is_told = bool(first) and first[0].casefold() in listed("determiners")
    is_told = is_told and first[0] in clause.source.split()  # not within quotes
    return is_told and clause.verb.casefold() in ("put", "move", "place")


def _names_box(words: str, name: str, scene: Scene) -> bool:
    """Tell whether words say the whole name of a box, and not that of a button: `Music on`, beside "Remove music"."""
    said = {*as_said(words).split()}
    boxes = (e for e in scene.near if e.role in TWO_STATES and e.name.strip())
    return not {*as_said(name).split()} <= said and any(
        {*as_said(e.name).split()} <= said for e in boxes
    )


def _says_other(words: str, name: str) -> bool:
    """Tell whether words share some with the name of a button, and say another one for the rest: `Bruno done`, of "Cancel Bruno"."""
    said, called = ({*words_of(text)} - LOOSE for text in (words, name))
    return bool(said & called) and bool(said - called) and bool(called - said)


def is_about_screen(clause: Clause, scene: Scene, *, is_late: bool = False) -> bool:
    """Tell whether a statement says something of a thing that can be seen: `Quantity should be 4`.

    "School annex is not billable" gives the cell School annex no value.
    """
    form = clause.forms[0]
    if not (clause.is_statement and isinstance(form, Assign)):
        return True
    return may_be_told(form, clause.source, scene, is_late=is_late)


def _is_command(words: str) -> bool:
    """Tell whether the words are instructions: what is suggested must be understood itself."""
    return all(not clause.is_bare for clause in parse(words).clauses)


def _not_understood(
    instruction: Instruction, clause: Clause, scene: Scene, language: str
) -> Finish:
    """Return the end that tells the words which nobody understood, and what can be said instead."""
    words = instruction.words(clause)
    first = words.split(None, 1)[0] if words.split() else words
    verb = nearest_verb(first)
    better = f"{verb}{words[len(first) :]}" if verb is not None else ""
    if better and _is_command(better):
        text = phrases.not_understood(language, words, better)
        return Finish(Outcome.NOT_UNDERSTOOD, text, (better,))
    said = talk.sayings(scene, language)
    if looks_like_goal(words) or len(words.split()) > 2:
        text = phrases.say(language, "needs_model", words=phrases.quoted(words))
        if not looks_like_goal(words) or first.casefold() in listed("hand_verbs"):
            unknown = talk.unknown_words(words, scene, language)
            # Whose verb nobody knows is told as a goal.
            if unknown and not unknown[0].startswith(first.casefold()):
                text = phrases.unread(language, words, unknown, said)
        return Finish(Outcome.NEEDS_MODEL, text, said)
    return Finish(Outcome.NOT_UNDERSTOOD, phrases.not_understood(language, words), said)
