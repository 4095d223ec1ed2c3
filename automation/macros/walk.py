"""Every step of a macro in the order of the file, and every text in which a name may stand.

Checked here are macros that call macros (found, not in a circle, not too deep, given names that they
know) and what must hold of parameters. `{{name}}` in a text stands for a parameter or column, `{{{{` for
`{{` itself. Nothing else is ever evaluated: no expressions, no defaults, no calls. A value that is put in
place of a name is data and is not looked at again.
"""

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec

from automation.core.errors import MacroError
from automation.core.secrets import holds_reference, is_secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Call, Macro, Param, Step, Target, branches, flat
from automation.macros.names import same_name
from automation.macros.problems import Finding, Path
from automation.macros.yaml_file import resolve

T = TypeVar("T")

HOLDING = frozenset({"target", "to", "condition", "until", "wait", "expect"})
"""Fields that can hold a target, at any depth but inside a block: nearly all others are texts and numbers."""


FIXED: Final = frozenset({"id", "comment", "role", "app", "image", "desktop_id", "macro", "param"})
"""Fields whose texts are taken as they are: no name in them stands for a value; see `is_fixed`."""


@dataclass(frozen=True, slots=True)
class Walked:
    """One step and where it stands."""

    step: Step
    path: Path
    depth: int
    """1 for the steps of the macro itself."""
    is_off: bool
    """It, or a block around it, is left out of a replay."""
    in_rows: bool
    """It runs for each row of the table, so that columns have values."""
    branch: str = ""
    """`then` or `otherwise` for a step of a choice."""
    number: str = ""
    """Places from 1 from the outermost block on: `4`, `5.1`; `otherwise` counts on after `then`."""


def walk(macro: Macro) -> Iterator[Walked]:
    """Yield every step, blocks before what is inside them."""
    waiting = [
        Walked(step, ("steps", place), 1, step.off, in_rows=False, number=str(place + 1))
        for place, step in reversed(tuple(enumerate(macro.steps)))
    ]
    while waiting:
        here = waiting.pop()
        yield here
        inner = [
            Walked(
                step,
                (*here.path, name, place),
                here.depth + 1,
                here.is_off or step.off,
                here.in_rows or isinstance(here.step, grammar.ForEach),
                name if name != "steps" else "",
                f"{here.number}.{before + place + 1}",
            )
            for name, before in _branches(here.step)
            for place, step in enumerate(getattr(here.step, name))
        ]
        waiting += reversed(inner)


def _branches(step: Step) -> Iterator[tuple[str, int]]:
    """Yield the fields with inner steps, each with how many steps stand in those before it."""
    before = 0
    for name in branches(step):
        yield name, before
        before += len(getattr(step, name))


def count(macro: Macro) -> int:
    """Return how many steps a macro has, those inside blocks included."""
    return len(flat(macro.steps))


def targets(value: msgspec.Struct, path: Path = ()) -> Iterator[tuple[Path, Target]]:
    """Yield every target of a step itself, those of its conditions included."""
    for name in _holding(type(value)):
        inner = getattr(value, name)
        if isinstance(inner, Target):
            yield (*path, name), inner
        elif inner is not None:
            yield from targets(inner, (*path, name))


@functools.cache
def _holding(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields of a step, a condition or an `Until` that can hold a target."""
    return tuple(name for name in kind.__struct_fields__ if name in HOLDING)


def texts(step: Step) -> Iterator[tuple[Path, str]]:
    """Yield every text of a step itself; ids, comments and fixed words too."""
    for path, value in _own(step):
        if isinstance(value, str):
            yield path, value


def _own(step: Step) -> Iterator[tuple[Path, object]]:
    """Yield the step's values and theirs, without inner steps."""
    for name in step.__struct_fields__:
        if name not in branches(step):
            yield from _values(getattr(step, name), (name,))


def _values(value: object, path: Path) -> Iterator[tuple[Path, object]]:
    if value is None or value == "" or value == ():
        return
    yield path, value
    match value:
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from _values(getattr(value, name), (*path, name))
        case dict():
            for name, each in value.items():
                yield from _values(each, (*path, name))
        case tuple():
            for place, each in enumerate(value):
                yield from _values(each, (*path, place))


MAX_CALL_DEPTH: Final = 8
"""Deepest chain of calls; a person can still say where in it a run is."""
_MAX_LOOKED_AT: Final = 1000
"""Macros that are read for one check."""

Load = Callable[[str], Macro]
"""Returns the macro of this name; raises `MacroError` when there is none or it is refused."""


def check_calls(macro: Macro, load: Load) -> tuple[Finding, ...]:
    """Return what is wrong with the calls of a macro, those in called macros included."""
    reach = _Reach(load)
    return tuple(
        finding
        for walked in _calls(macro)
        for finding in _check(walked, (same_name(macro.name),), reach)
    )


def called(macro: Macro, load: Load) -> tuple[str, ...]:
    """Return the names of all macros that a run of this one may come to, itself left out.

    Each of them is trusted or not by its own content.
    """
    names: dict[str, str] = {}
    waiting = [macro]
    while waiting and len(names) < _MAX_LOOKED_AT:
        for walked in _calls(waiting.pop()):
            name = walked.step.macro  # type: ignore[union-attr]  # `_calls` yields calls
            if same_name(name) not in names:
                names[same_name(name)] = name
                waiting.append(load(name))
    return tuple(names.values())


class _Reach:
    """What was read for one check; each macro once."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._read: dict[str, Macro | str] = {}
        self.sound: set[tuple[str, int]] = set()
        """Names, and the depth at which nothing below them was wrong."""

    def get(self, name: str) -> Macro | str:
        """Return the macro, or why there is none."""
        if name not in self._read:  # another case may be another macro
            if len(self._read) >= _MAX_LOOKED_AT:
                return f"more than {_MAX_LOOKED_AT:,} macros call each other"
            try:
                self._read[name] = self._load(name)
            except MacroError as error:
                self._read[name] = str(error)
        return self._read[name]


def _calls(macro: Macro) -> Iterator[Walked]:
    return (walked for walked in walk(macro) if isinstance(walked.step, Call) and not walked.is_off)


def _check(walked: Walked, above: tuple[str, ...], reach: _Reach) -> Iterator[Finding]:
    step = walked.step
    assert isinstance(step, Call), "only calls come here"
    key = same_name(step.macro)
    if key in above:
        said = f"it comes back to “{step.macro}”, which is running already"
        yield Finding((*walked.path, "macro"), said, "repeat steps with repeat")
        return
    if len(above) > MAX_CALL_DEPTH:
        said = f"macros call each other more than {MAX_CALL_DEPTH} deep"
        yield Finding((*walked.path, "macro"), said, "take some of their steps into one macro")
        return
    found = reach.get(step.macro)
    if isinstance(found, str):
        yield Finding((*walked.path, "macro"), found)
        return
    for name in step.values:
        if name not in found.params:
            said = f"“{step.macro}” has no parameter called {name}"
            yield Finding((*walked.path, "values", name), said, "take it out")
    if (step.macro, len(above)) in reach.sound:
        return
    is_sound = True
    for inner in _calls(found):
        for wrong in _check(inner, (*above, key), reach):
            is_sound = False
            yield Finding(
                (*walked.path, "macro"), f"in “{step.macro}”: {wrong.reason}", wrong.advice
            )
    if is_sound:
        reach.sound.add((step.macro, len(above)))


_SIGN: Final = "{{"
ESCAPED: Final = "{{{{"
_TOKEN: Final = re.compile(
    r"(?P<escaped>\{\{\{\{)|\{\{ ?(?P<name>[a-z][a-z0-9_]{0,39}) ?\}\}|(?P<brace>\{)(?=\{\{ ?[a-z])|(?P<odd>\{\{)"
)


_SINGLE: Final = re.compile(r"(?<!\{)\{ ?(?P<name>[a-z][a-z0-9_]{0,39}) ?\}(?!\})")


@dataclass(frozen=True, slots=True)
class Name:
    """A place where the value of a parameter or column is put."""

    name: str


class OddPlaceholder(ValueError):
    """`{{` stands there, and no name between it and `}}`."""


def pieces(text: str) -> tuple[str | Name, ...]:
    """Take a text apart into what is typed as it is and the names in it.

    Raises:
        OddPlaceholder: a `{{` begins no name and is not escaped.
    """
    found: list[str | Name] = []
    plain, at = "", 0
    for token in _TOKEN.finditer(text):
        plain += text[at : token.start()]
        at = token.end()
        if token["escaped"]:
            plain += _SIGN
        elif token["brace"]:
            plain += token["brace"]
        elif token["name"]:
            if plain:
                found.append(plain)
            plain = ""
            found.append(Name(token["name"]))
        else:
            raise OddPlaceholder(text[token.start() : token.start() + 20])
    plain += text[at:]
    if plain:
        found.append(plain)
    return tuple(found)


def names(text: str) -> tuple[str, ...]:
    """Return the names in a text, in their order. Raises `OddPlaceholder`: as for `pieces`."""
    if _SIGN not in text:
        return ()
    return tuple(piece.name for piece in pieces(text) if isinstance(piece, Name))


def sound_names(text: str) -> tuple[str, ...]:
    """Return the names in a text; none where it cannot be read, which the checks tell."""
    try:
        return names(text)
    except OddPlaceholder:
        return ()


def is_fixed(step: Step, path: Path) -> bool:
    """Tell whether a text of a step is taken as it is."""
    if path[-1] in FIXED and not (isinstance(step, Call) and path[0] == "values"):
        return True
    return isinstance(step, grammar.Group) and path == ("title",)


def used_names(step: Step) -> frozenset[str]:
    """Return the parameters and columns that a step itself uses, declared or not."""
    told = repr(step)
    if _SIGN not in told and "Compares(" not in told:  # nearly all, and asked of a long macro
        return frozenset()
    found: set[str] = set()
    for path, text in texts(step):
        if path[-1] == "param":
            found.add(text)
        elif not is_fixed(step, path):
            found.update(sound_names(text))
    return frozenset(found)


def with_texts(value: T, change: Callable[[str, str], str], field: str = "") -> T:
    """Return a value of the grammar in which each text is another.

    Args:
        change: told each text and the name of its field, returns the other one.
        field: the name of the field that holds the value.
    """
    made: Any = value
    match value:
        case str():
            made = change(value, field)
        case msgspec.Struct():
            fields = {n: with_texts(getattr(value, n), change, n) for n in value.__struct_fields__}
            made = msgspec.structs.replace(value, **fields)
        case tuple():
            made = tuple(with_texts(each, change, field) for each in value)
        case dict():
            made = {name: with_texts(each, change, field) for name, each in value.items()}
    result: T = made
    return result


def in_single_braces(text: str) -> tuple[str, ...]:
    """Return the names that stand in a text between single braces, where they stand for themselves.

    Raises:
        OddPlaceholder: as for `pieces`.
    """
    plain = (piece for piece in pieces(text) if isinstance(piece, str))
    return tuple(token["name"] for piece in plain for token in _SINGLE.finditer(piece))


def only_name(text: str) -> str:
    """Return the name if the text is one name and nothing else; empty otherwise."""
    try:
        found = pieces(text)
    except OddPlaceholder:
        return ""
    return found[0].name if len(found) == 1 and isinstance(found[0], Name) else ""


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return the text with every name replaced by its value.

    Raises:
        OddPlaceholder: as for `pieces`.
        KeyError: a name has no value.
    """
    if _SIGN not in text:
        return text
    return "".join(
        values[piece.name] if isinstance(piece, Name) else piece for piece in pieces(text)
    )


def escape(text: str) -> str:
    """Return what a text that is meant as it is looks like in a macro."""
    return text.replace(_SIGN, ESCAPED)


YES_NO = ("yes", "no")
"""What a parameter of type `yes_no` may be."""


def check_parameters(macro: Macro, steps: Sequence[Walked]) -> Iterator[Finding]:
    """Say what is wrong with the parameters and columns of a macro; notes for unused ones."""
    used = _used(steps)
    for name, param in macro.params.items():
        path: Path = ("params", name)
        yield from _param(path, param)
        if name in macro.columns:
            advice = "take it out of columns: a column of the table fills the parameter of its name"
            yield Finding(path, f"{name} is a column too", advice)
        if name not in used:
            yield Finding(path, "it is not used", is_note=True)
    for place, name in enumerate(macro.columns):
        if name in macro.columns[:place]:
            yield Finding(("columns", place), f"the column {name} stands twice", "keep one")
        elif name not in used:
            yield Finding(("columns", place), f"the column {name} is not used", is_note=True)


def value_problem(param: Param, value: str) -> str:
    """Return what is wrong with a value for a parameter; empty when it can be taken."""
    match param.type:
        case "number":
            return _number_problem(param, value)
        case "choice" if value not in param.choices:
            return f"“{value}” is none of the choices"
        case "yes_no" if value not in YES_NO:
            return f"“{value}” is neither yes nor no"
        case "secret" if not is_secret_name(value):
            return "the value of a secret is never written down: name a secret of the keyring"
    return ""


def number_of(text: str) -> float | None:
    """Return the number that a text is, written as in the file; None for any other text."""
    try:
        number = resolve(text)
    except ValueError:
        return None
    return (
        float(number) if isinstance(number, int | float) and not isinstance(number, bool) else None
    )


def _number_problem(param: Param, value: str) -> str:
    number = number_of(value)
    if number is None:
        return f"“{value}” is no number"
    if param.least is not None and number < param.least:
        return f"{value} is below {param.least:g}"
    if param.most is not None and number > param.most:
        return f"{value} is above {param.most:g}"
    return ""


def _param(path: Path, param: Param) -> Iterator[Finding]:
    if param.type == "choice" and not param.choices:
        yield Finding(path, "it has no choices", "add choices: [...]")
    if param.type != "choice" and param.choices:
        yield Finding(
            (*path, "choices"),
            f"a parameter of type {param.type} has no choices",
            "write type: choice",
        )
    if param.type != "number" and (param.least is not None or param.most is not None):
        yield Finding(path, f"a parameter of type {param.type} has no bounds", "write type: number")
    if param.least is not None and param.most is not None and param.least > param.most:
        yield Finding(
            path, f"no number is at least {param.least:g} and at most {param.most:g}", "change one"
        )
    if any(holds_reference(text) for text in (param.default or "", *param.choices)):
        yield Finding(
            path,
            "a value holds a reference to a secret",
            "write type: secret, and the secret's name alone",
        )
    if param.default is not None and (problem := value_problem(param, param.default)):
        yield Finding((*path, "default"), problem, "change it or take it out")


def _used(steps: Sequence[Walked]) -> frozenset[str]:
    used = set[str]()
    for walked in steps:
        for path, text in texts(walked.step):
            if isinstance(walked.step, grammar.Call) and path == ("macro",):
                continue
            if path[-1] == "param":
                used.add(text)
            used.update(sound_names(text))
    return frozenset(used)
