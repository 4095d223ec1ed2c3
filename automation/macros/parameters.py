"""What must hold of a macro's parameters: choices, bounds, defaults, and that they are used."""

from collections.abc import Iterator, Sequence

from automation.core.secrets import holds_reference, is_secret_name
from automation.macros import macro as grammar
from automation.macros.macro import Macro, Param
from automation.macros.placeholders import OddPlaceholder, names
from automation.macros.problems import Finding, Path
from automation.macros.walking import Walked, texts
from automation.macros.yaml_tree import resolve

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
            try:
                used.update(names(text))
            except OddPlaceholder:
                continue
    return frozenset(used)
