"""Parameters: which typed texts may become one, which of them the user meant, and a macro in which they are.

Nothing becomes a parameter by itself. Where a text is one, what it was read on is data too: pictures
and near texts of such a target are taken out, since they show the old value.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

import msgspec

from automation.core.errors import MacroError
from automation.core.secrets import BEGIN
from automation.macros import macro as grammar
from automation.macros.compile.pieces import Proposed
from automation.macros.macro import Macro, ParamName
from automation.macros.names import param_name
from automation.macros.titles import quoted
from automation.macros.walk import Name, OddPlaceholder, escape, names, number_of, pieces, walk


def told_apart(named: Sequence[Proposed], proposals: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Return what the user named, each with its own steps where one text has several names.

    The first name is for the field that the text went into first. A text of one name is that wherever
    it stands. Names beyond the fields get no steps, so that they stand for nothing and are refused.
    """
    apart: list[Proposed] = []
    for place, one in enumerate(named):
        fields = [proposal for proposal in proposals if proposal.text == one.text]
        earlier = sum(other.text == one.text for other in named[:place])
        is_alone = sum(other.text == one.text for other in named) == 1
        is_told = not is_alone and earlier < len(fields)
        apart.append(replace(one, steps=fields[earlier].steps) if is_told else one)
    return tuple(apart)


def accepted(
    asked: Collection[str], offered: Sequence[Proposed], found: Sequence[Proposed]
) -> tuple[Proposed, ...]:
    """Return what the user accepted as it was found, under the names that it was offered by.

    Pictures tell names of fields: with them a text may be found for more fields than it was offered
    for, or for fewer. Then the first name that was accepted is for all of them.
    """
    chosen: list[Proposed] = []
    for text in dict.fromkeys(one.text for one in offered):
        names = [one.name for one in offered if one.text == text]
        fields = [one for one in found if one.text == text]
        if len(names) != len(fields):
            names = [name for name in names if name in asked][:1]
            fields = [replace(one, steps=()) for one in fields[:1]]
        pairs = zip(fields, names, strict=False)
        chosen += [replace(one, name=name) for one, name in pairs if name in asked]
    return tuple(chosen)


_LONGEST: Final = 200
SHORTEST_INSIDE: Final = 3
"""Shorter values are looked for as whole texts only: `a` is in half of all words."""
_DATE: Final = re.compile(
    r"(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}/\d{1,2}/\d{4})(?!\d)"
)
_Tree = Any
"""Plain values of a macro: dict, list, str, numbers."""


def proposed(macro: Macro, task: str) -> tuple[Proposed, ...]:
    """Return the texts that may become parameters, in the order of the steps.

    Those typed into a field that has a name, those that the task names, and dates in longer ones. A
    text that went into two fields may be two things: it is one proposal for each name of a field.
    """
    found: list[Proposed] = []
    taken = set(macro.params)
    for step in (walked.step for walked in walk(macro)):
        if not isinstance(step, grammar.Type) or step.off:
            continue
        text = _literal(step.text)
        label = _called(step.target.label, step.target.name) if step.target is not None else ""
        for part, called, otherwise in _parts(text, label, task):
            place = _place_of(found, part, called)
            if place is not None:
                known = found[place]
                found[place] = replace(known, steps=(*known.steps, step.id))
                continue
            kind: Literal["text", "number"] = "text" if number_of(part) is None else "number"
            name = param_name(called, taken, otherwise)
            found.append(Proposed(name, called, part, (step.id,), kind))
    return tuple(found)


def _place_of(found: Sequence[Proposed], text: str, label: str) -> int | None:
    """Return which of those found is the same text; where a field has no name it may be any."""
    for place, one in enumerate(found):
        if one.text == text and (not label or not one.label or one.label == label):
            return place
    return None


def _parts(text: str, label: str, task: str) -> Iterator[tuple[str, str, str]]:
    """Yield what may be a parameter: the text, what it is called, a name where it has none."""
    if not text.strip() or "\n" in text or BEGIN in text:
        return
    if _DATE.fullmatch(text.strip()):
        yield text, label, "date"
        return
    dates = _DATE.findall(text)
    if dates:
        yield from ((date, "", "date") for date in dict.fromkeys(dates))
        return
    if len(text) <= _LONGEST and (label or text.casefold() in task.casefold()):
        yield text, label, "text"


def _called(label: str, name: str) -> str:
    told = label or name
    return told if "{{" not in told else ""


def _literal(text: str) -> str:
    """Return what a step types if it types no parameter; empty otherwise."""
    try:
        found = pieces(text)
    except OddPlaceholder:
        return ""
    plain = [piece for piece in found if isinstance(piece, str)]
    return "".join(plain) if len(plain) == len(found) else ""


def with_parameters(macro: Macro, chosen: Sequence[Proposed]) -> Macro:
    """Return the macro with these texts as parameters, wherever they stand.

    One that tells its steps is typed by those alone; what else holds its text is about what was typed
    last before it.
    """
    params = dict(macro.params)
    for one in chosen:
        _check(one, params)
        params[one.name] = one.param
    plain = msgspec.to_builtins(macro)
    plain["steps"] = list(_steps(plain.get("steps", ()), chosen))
    filled = msgspec.convert(plain, Macro)
    used = set(_typed_names(filled))
    for one in chosen:
        if one.name not in used:
            raise MacroError(
                f"no step types {quoted(one.text)}, which is to be the parameter {one.name}"
            )
    return msgspec.structs.replace(filled, params=params)


def _check(one: Proposed, params: dict[str, grammar.Param]) -> None:
    try:
        msgspec.convert(one.name, ParamName)
    except msgspec.ValidationError as error:
        raise MacroError(
            f"{quoted(one.name)} cannot be the name of a parameter; "
            "use small letters, digits and _, a letter first"
        ) from error
    if one.name in params:
        raise MacroError(f"there are two parameters called {one.name}; give one another name")
    if not one.text.strip() or BEGIN in one.text:
        raise MacroError(f"the parameter {one.name} has no text that could stand in its place")


def _typed_names(macro: Macro) -> Iterator[str]:
    for walked in walk(macro):
        if isinstance(walked.step, grammar.Type | grammar.Clipboard):
            yield from names(walked.step.text)


def _steps(
    steps: Sequence[dict[str, _Tree]], chosen: Sequence[Proposed]
) -> Iterator[dict[str, _Tree]]:
    by_length = sorted(chosen, key=lambda one: len(one.text), reverse=True)
    latest: dict[str, Proposed | None] = {}
    """Of each text, the longest first, what it stands for by now; None where it is no parameter."""
    for one in by_length:
        latest.setdefault(one.text, one)
    for step in steps:
        if step["do"] == "type":
            for text, known in latest.items():
                same = [one for one in by_length if one.text == text]
                latest[text] = _meant(step, text, same, known)
        yield _step(step, [one for one in latest.values() if one is not None])


def _meant(
    step: dict[str, _Tree], text: str, same: Sequence[Proposed], latest: Proposed | None
) -> Proposed | None:
    """Return which of the parameters of one text a step types; None where it is another field's."""
    target = step.get("target", {})
    label = _called(target.get("label", ""), target.get("name", ""))
    own = (one for one in same if step["id"] in one.steps or (label and one.label == label))
    anywhere = (one for one in same if not one.steps)
    found = next(own, None) or next(anywhere, None)
    is_anothers = bool(label) and _literal(step["text"]) == text
    return found or (None if is_anothers else latest)


def _step(step: dict[str, _Tree], chosen: Sequence[Proposed]) -> dict[str, _Tree]:
    fresh: dict[str, _Tree] = {}
    for key, value in step.items():
        if key == "text" and step["do"] in ("type", "clipboard"):
            fresh[key] = _put(value, chosen)
        elif key in ("target", "to"):
            fresh[key] = _target(value, chosen)
        elif key in ("wait", "expect"):
            fresh[key] = {**value, "condition": _condition(value["condition"], chosen)}
        elif key == "condition":
            fresh[key] = _condition(value, chosen)
        else:
            fresh[key] = value
    return fresh


def _condition(condition: dict[str, _Tree], chosen: Sequence[Proposed]) -> dict[str, _Tree]:
    match condition["that"]:
        case "text":
            return {**condition, "text": _put(condition["text"], chosen)}
        case "value":
            target = _target(condition["target"], chosen)
            return {**condition, "target": target, "value": _put(condition["value"], chosen)}
        case _:
            return condition


def _target(target: dict[str, _Tree], chosen: Sequence[Proposed]) -> dict[str, _Tree]:
    fresh = dict(target)
    for key in ("name", "text"):
        if key in fresh:
            fresh[key] = _put(fresh[key], chosen)
    if "row" in fresh:
        fresh["row"] = [_put(text, chosen) for text in fresh["row"]]
    if fresh != target:
        for key in ("image", "press", "near", "about"):
            fresh.pop(key, None)
    return fresh


def _put(text: str, chosen: Sequence[Proposed]) -> str:
    """Return a text of the file with names in place of values."""
    try:
        found = pieces(text)
    except OddPlaceholder:
        return text
    whole = next((one for one in chosen if found == (one.text,)), None)
    if whole is not None:
        return f"{{{{{whole.name}}}}}"
    if BEGIN in text:
        return text
    inside = [one for one in chosen if len(one.text.strip()) >= SHORTEST_INSIDE]
    if not inside:
        return text
    by_text = {one.text: one.name for one in reversed(inside)}
    pattern = re.compile("|".join(_as_word(one.text) for one in inside))
    return "".join(
        f"{{{{{piece.name}}}}}" if isinstance(piece, Name) else _filled(piece, pattern, by_text)
        for piece in found
    )


def _as_word(text: str) -> str:
    begin = r"(?<!\w)" if re.match(r"\w", text) else ""
    end = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return f"{begin}{re.escape(text)}{end}"


def _filled(piece: str, pattern: "re.Pattern[str]", by_text: dict[str, str]) -> str:
    out, at = "", 0
    for found in pattern.finditer(piece):
        out += escape(piece[at : found.start()]) + f"{{{{{by_text[found.group()]}}}}}"
        at = found.end()
    return out + escape(piece[at:])
