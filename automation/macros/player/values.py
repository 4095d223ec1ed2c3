"""Values for a macro's names: what must be asked, what can be taken, and how they are put in.

A value is data. `{{x}}` inside one is not looked at again, a reference to a secret in one is typed as
it stands, and a `*` in one never widens the title of a window that it is put into.
"""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar, cast

import msgspec

from automation.core.errors import MacroError
from automation.core.secrets import BEGIN, ESCAPED, literal, reference, secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Macro, Param, Step
from automation.macros.parameters import value_problem
from automation.macros.placeholders import (
    Name,
    OddPlaceholder,
    fill,
    names,
    only_name,
    pieces,
)
from automation.macros.walking import FIXED, texts, walk

T = TypeVar("T")

MAX_VALUE_CHARS: Final = 20_000
_REFUSED: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""No keyboard types these, and no text on the screen holds them."""
STAR_PROBLEM: Final = "it holds *, which in the title of a window stands for anything"
"""Why a value cannot stand in the title of a window."""
_INNER: Final = frozenset({"steps", "then", "otherwise"})


class BadValue(MacroError):
    """A value cannot be used where the macro uses it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One line of the form that is filled in before a run."""

    name: str
    question: str
    param: Param
    problem: str = ""
    """What is wrong with the value that was given; empty when none was."""

    @property
    def missing(self) -> str:
        """What is said where no value was given."""
        return "no secret was named" if self.param.type == "secret" else "no value was given"


@dataclass(frozen=True, slots=True)
class Asked:
    """What must be filled in before the macro can run, all of it at once."""

    wanted: tuple[Wanted, ...]

    @property
    def sentence(self) -> str:
        """Every line of the form in one sentence, for who cannot show a form."""
        told = [f"{w.name}: {w.problem or w.missing}" for w in self.wanted]
        return ". ".join(("; ".join(told), *self._how_values(), *self._how_secrets()))

    def _how_values(self) -> tuple[str, ...]:
        plain = [one.name for one in self.wanted if one.param.type != "secret"]
        if not plain:
            return ()
        which = "each" if len(plain) == len(self.wanted) else ", ".join(plain)
        return (f"Give {which} with --param NAME=VALUE",)

    def _how_secrets(self) -> tuple[str, ...]:
        name = next((one.name for one in self.wanted if one.param.type == "secret"), "")
        if not name:
            return ()
        return (
            f"Give the name of a stored secret with --param {name}=NAME, never the secret itself: "
            "deskhand secret list shows the names, deskhand secret set NAME stores one",
        )


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that have a value at one place of a run."""

    texts: Mapping[str, str] = field(default_factory=dict)
    secrets: frozenset[str] = frozenset()
    """Names whose value is the name of a secret."""

    def with_row(self, row: Mapping[str, str]) -> "Scope":
        """Return the scope inside a row of the table; a cell for a secret is a secret's name too."""
        return Scope({**self.texts, **row}, self.secrets)


def scope_for(
    macro: Macro, given: Mapping[str, str], needed: Container[str] | None = None
) -> Scope | Asked:
    """Return the values for a run, or the form for what is missing or wrong.

    Args:
        macro: whose parameters they are.
        given: values by parameter.
        needed: parameters that the run uses, if it is not the whole macro's; others may be missing.

    Raises:
        BadValue: a value was given for a name that the macro does not have.
    """
    unknown = [name for name in given if name not in macro.params]
    if unknown:
        known = ", ".join(macro.params) or "none"
        message = f"the macro has no parameter {unknown[0]}; its parameters are: {known}"
        raise BadValue(message)
    used, wanted = dict[str, str](), list[Wanted]()
    for name, param in macro.params.items():
        value = given.get(name, param.default)
        problem = "" if value is None else _problem(macro, name, param, value)
        if value is None and needed is not None and name not in needed:
            continue
        if value is None or problem:
            wanted.append(Wanted(name, param.ask or name, param, problem))
        else:
            used[name] = value
    secrets = frozenset(name for name, param in macro.params.items() if param.type == "secret")
    return Asked(tuple(wanted)) if wanted else Scope(used, secrets)


def _problem(macro: Macro, name: str, param: Param, value: str) -> str:
    return value_problem(param, value) or text_problem(value) or title_problem(macro, name, value)


def text_problem(value: str) -> str:
    """Return why a value can be typed nowhere; empty when it can be."""
    if len(value) > MAX_VALUE_CHARS:
        return f"it has {len(value):,} characters, expected at most {MAX_VALUE_CHARS:,}"
    return "it holds a control character" if _REFUSED.search(value) else ""


def title_problem(macro: Macro, name: str, value: str) -> str:
    """Return why a value cannot stand in the titles of windows that use it; empty when it can."""
    return STAR_PROBLEM if "*" in value and name in title_names(macro) else ""


def title_names(macro: Macro) -> frozenset[str]:
    """Return the names that stand in titles of windows; walks through the whole macro."""
    return frozenset(
        name
        for walked in walk(macro)
        for path, text in texts(walked.step)
        if path[-1] in ("window", "title") and not isinstance(walked.step, grammar.Group)
        for name in _names(text)
    )


def _names(text: str) -> tuple[str, ...]:
    try:
        return names(text)
    except OddPlaceholder:
        return ()


def scope_of_call(macro: Macro, values: Mapping[str, str], caller: Scope) -> Scope:
    """Return the scope of a macro that is called: its own parameters and nothing else.

    Raises:
        BadValue: a value is missing or cannot be used.
    """
    given = {name: _filled(text, caller) for name, text in values.items()}
    made = scope_for(macro, given)
    if isinstance(made, Asked):
        told = "; ".join(f"{w.name}: {w.problem or 'no value is given'}" for w in made.wanted)
        message = f"the macro “{macro.name}” cannot be called: {told}"
        raise BadValue(message)
    return made


def filled(step: Step, scope: Scope) -> Step:
    """Return the step with every name in its texts replaced; inner steps are left as they are.

    Text to type comes out as an action takes it: one reference to a secret, or text without any.

    Raises:
        BadValue: a name has no value, or a value cannot stand where it is used.
    """
    fields = {
        name: _put(getattr(step, name), scope, name)
        for name in step.__struct_fields__
        if name not in _INNER and not (isinstance(step, grammar.Group) and name == "title")
    }
    if isinstance(step, grammar.Type):
        fields["text"] = typed(step.text, scope)
    if isinstance(step, grammar.Call):
        fields["values"] = step.values  # the called macro's scope is made of them
    return msgspec.structs.replace(step, **fields)


def filled_condition(condition: grammar.Condition, scope: Scope) -> grammar.Condition:
    """Return the condition with every name in its texts replaced.

    Raises:
        BadValue: as for `filled`.
    """
    return _put(condition, scope, "condition")


def typed(text: str, scope: Scope) -> str:
    """Return text as `actions.Write` takes it, with the values in it.

    What a value and the words around it come to together is no reference to a secret either.

    Raises:
        BadValue: a name has no value.
    """
    if secret_name(text):
        return text
    if (name := only_name(text)) in scope.secrets:
        return reference(scope.texts[name])
    parts = (
        scope.texts.get(piece.name) if isinstance(piece, Name) else literal(piece)
        for piece in _pieces(text)
    )
    plain = "".join(part if part is not None else _missing(text) for part in parts)
    return plain.replace(BEGIN, ESCAPED)


def values_in(text: str, scope: Scope) -> Iterator[str]:
    """Yield the values that are put into a text."""
    for name in names(text):
        if name in scope.texts:
            yield scope.texts[name]


def _pieces(text: str) -> tuple[str | Name, ...]:
    try:
        return pieces(text)
    except OddPlaceholder as odd:
        message = f"{odd} begins no name of a parameter; write {{{{name}}}}"
        raise BadValue(message) from odd


def _missing(text: str) -> str:
    message = f"a name in “{text[:60]}” has no value here"
    raise BadValue(message)


def _filled(text: str, scope: Scope) -> str:
    try:
        return fill(text, scope.texts)
    except (KeyError, OddPlaceholder):
        _pieces(text)
        return _missing(text)


def _put(value: T, scope: Scope, name: str) -> T:
    """Return a value of the grammar with the names in its texts replaced."""
    match value:
        case str() if name not in FIXED and "{{" in value:
            if name in ("window", "title") and any("*" in v for v in values_in(value, scope)):
                message = f"a value for “{value[:60]}” holds *, which stands for anything there"
                raise BadValue(message)
            return cast("T", _filled(value, scope))
        case msgspec.Struct():
            fields = {
                inner: _put(getattr(value, inner), scope, inner)
                for inner in value.__struct_fields__
            }
            return msgspec.structs.replace(value, **fields)
        case tuple():
            return cast("T", tuple(_put(each, scope, name) for each in value))
        case _:
            return value
