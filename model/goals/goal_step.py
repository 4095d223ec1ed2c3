"""One step of a model that reads text: the schema that it is held to, and its reply read strictly.

A reply names one living element and one of the operations that this element allows, or something that
needs no element. The schema is made anew for each look; what the server makes of it is not trusted, so
that each reply is held to the same rules here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from automation.core.errors import ActionParseError
from automation.screen.folding import comparable
from automation.screen.refs import NAME_CHARS, Listed, Listing, Operation
from automation.screen.roles import BOXES
from model.prompt.parse import parsed
from model.server.asking import Schema

PLAN_CHARS: Final = 200
TEXT_CHARS: Final = 2000
NOWHERE: Final = "none"
"""Stands in place of a name where nothing on the screen is aimed at."""

General = Literal["key", "start", "wait", "ask", "answer", "done"]
"""What needs no element. `start` brings up a program, a file or an address by its name."""

WITH_TEXT: Final[frozenset[Operation]] = frozenset({"type", "set", "choose"})
_LONGEST_MESSAGE: Final = 300


@dataclass(frozen=True, slots=True)
class Use:
    """Do something with an element that is there."""

    listed: Listed
    operation: Operation
    text: str = ""
    """What is typed, the value, or the name of the choice; empty for other operations."""


@dataclass(frozen=True, slots=True)
class Do:
    """Do something that needs no element."""

    what: General
    text: str = ""
    """The keys, the name, the seconds, the question, the answer, or a text that shows that it is done."""


@dataclass(frozen=True, slots=True)
class GoalStep:
    """What the model wants next."""

    intent: Use | Do
    plan: str = ""
    """Its plan in a few words, for the next step and for the user."""


class _Wire(Struct, frozen=True, forbid_unknown_fields=True):
    ref: Annotated[str, Meta(max_length=NAME_CHARS + 20)]
    do: Annotated[str, Meta(max_length=20)]
    plan: Annotated[str, Meta(max_length=PLAN_CHARS)] = ""
    text: Annotated[str, Meta(max_length=TEXT_CHARS)] | None = None


def chosen(listed: Listed) -> str:
    """Return how a reply names an element: its short name and its words, such as `e14 Save`.

    Writing the words too shows what was meant, so that a wrong short name is noticed, and small models choose
    better: SmolLM2-135M 17 in place of 12 of 40 single steps in four programs.
    """
    return f"{listed.ref} {listed.name}".strip()


def step_schema(listing: Listing, *, may_end: bool = True) -> Schema:
    """Return the schema of a step: the living names, each with the operations that it allows.

    Args:
        may_end: something was done, so that the task may be done.
    """
    branches = []
    usable = [one for one in listing if one.operations]
    for operations in dict.fromkeys(map(offered, usable)):
        alike = [one for one in usable if offered(one) == operations]
        known = [one for one in alike if one.choices]
        free = [chosen(one) for one in alike if not one.choices]
        plain = [op for op in operations if op not in WITH_TEXT]
        texts = [op for op in operations if op in WITH_TEXT]
        branches += [_branch(list(map(chosen, alike)), plain, has_text=False)] if plain else []
        branches += [_branch(free, texts, has_text=True)] if texts and free else []
        for one in known:
            branches += _of_known_choices(chosen(one), texts, one.choices)
    general = [what for what in get_args(General) if may_end or what != "done"]
    branches.append(_branch([NOWHERE], general, has_text=True))
    return {"anyOf": branches}


def offered(listed: Listed) -> tuple[Operation, ...]:
    """Return what the model may do with an element: no bare press of what can be set to something.

    A press on a field, a box or a drop-down says nothing of what it is to be, and small models choose it.
    Some keys of a calculator call themselves switches, and are only pressed.
    """
    without = tuple(op for op in listed.operations if op != "press")
    is_set = listed.element.role in BOXES or any(op in WITH_TEXT for op in without)
    return without if is_set and without else listed.operations


def also(use: Use, other: Listed) -> Use | None:
    """Return what would be done with another thing than the one that was chosen: the same, where it allows that.

    None for the chosen thing itself, and for what needs a text that nobody gave.
    """
    if other.ref == use.listed.ref:
        return None
    allowed = offered(other)
    if use.operation in allowed and (use.operation != "choose" or _offers(other, use.text)):
        return Use(other, use.operation, use.text)
    with_text = [op for op in allowed if op in WITH_TEXT]
    if with_text:
        is_offered = with_text[0] != "choose" or _offers(other, use.text)
        return Use(other, with_text[0], use.text) if use.text and is_offered else None
    states = other.element.states
    is_as_it_is = {"on": "checked" in states, "open": "expanded" in states}
    is_as_it_is |= {"off": not is_as_it_is["on"], "close": not is_as_it_is["open"], "scroll": True}
    changing = (op for op in allowed if not is_as_it_is.get(op, False))
    return next((Use(other, op) for op in changing), None)


def _of_known_choices(ref: str, operations: Sequence[str], choices: Sequence[str]) -> list[Schema]:
    """Return the branches of a drop-down: one of the choices that it has, or a text where it takes one."""
    others = [op for op in operations if op != "choose"]
    choosing = _branch([ref], ["choose"], has_text=True, texts=choices)
    return [choosing, *([_branch([ref], others, has_text=True)] if others else [])]


def _branch(
    refs: Sequence[str], operations: Sequence[str], *, has_text: bool, texts: Sequence[str] = ()
) -> Schema:
    properties: Schema = {
        "plan": {"type": "string", "maxLength": PLAN_CHARS},
        "ref": {"enum": list(refs)},
        "do": {"enum": list(operations)},
    }
    if has_text:
        free: Schema = {"type": "string", "maxLength": TEXT_CHARS}
        properties["text"] = {"enum": list(texts)} if texts else free
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read_step(text: str, listing: Listing, *, may_end: bool = True) -> GoalStep:
    """Return the step that a reply is.

    Args:
        may_end: as for the schema.

    Raises:
        ActionParseError: it is none, or names what is not there or not possible; says so in words that
            the model can be told.
    """
    try:
        wire = msgspec.convert(parsed(text.strip()), _Wire)
    except msgspec.ValidationError as error:
        raise ActionParseError(f"that was no step: {error}"[:_LONGEST_MESSAGE]) from error
    if wire.ref == NOWHERE:
        if wire.do == "done" and not may_end:
            raise ActionParseError("nothing was done so far, so the task is not done")
        return GoalStep(_general(wire), wire.plan)
    ref = wire.ref.partition(" ")[0]
    listed = listing.get(ref)
    if listed is None:
        raise ActionParseError(f"there is no {ref!a} on the screen; choose one from the list")
    if not chosen(listed).casefold().startswith(wire.ref.casefold()):
        raise ActionParseError(
            f"that is no thing on the screen: {wire.ref!a}. {ref} is {listed.name!a}"
        )
    operation = next((op for op in offered(listed) if op == wire.do), None)
    if operation is None:
        can = ", ".join(offered(listed)) or "nothing, it is only text"
        raise ActionParseError(f"{ref} does not allow {wire.do!a}, but: {can}")
    if wire.text and operation not in WITH_TEXT:
        raise ActionParseError(f"{operation} takes no text")
    if operation in WITH_TEXT and (wire.text is None or not (wire.text or operation == "type")):
        raise ActionParseError(f'{operation} needs "text": what is typed, the value or the choice')
    if operation == "choose" and listed.choices:
        return GoalStep(Use(listed, operation, _choice(listed, wire.text or "")), wire.plan)
    return GoalStep(Use(listed, operation, wire.text or ""), wire.plan)


def _choice(listed: Listed, text: str) -> str:
    """Return the choice that is called so.

    Raises:
        ActionParseError: there is none; says which there are.
    """
    found = next((one for one in listed.choices if comparable(one) == comparable(text)), None)
    if found is None:
        raise ActionParseError(f"{listed.ref} offers no {text!a}, but: {'; '.join(listed.choices)}")
    return found


def _offers(listed: Listed, text: str) -> bool:
    """Tell whether a drop-down has a choice of that name, or may have it as its choices are not known."""
    return not listed.choices or any(comparable(one) == comparable(text) for one in listed.choices)


def _general(wire: _Wire) -> Do:
    what = next((one for one in get_args(General) if one == wire.do), None)
    if what is None:
        names = ", ".join(get_args(General))
        raise ActionParseError(f"{wire.do!a} needs an element; without one: {names}")
    if not wire.text and what != "done":
        raise ActionParseError(f'{what} needs "text"')
    return Do(what, wire.text or "")
