"""Parameters of a macro as typed arguments of a function and as options of a command line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from automation.core.visible import visible_text
from automation.macros.macro import Macro, Param
from automation.macros.parameters import YES_NO, value_problem
from automation.macros.placeholders import Name
from automation.macros.script.layout import Call, Expr, Str, literal, one_line
from automation.macros.script.naming import Names
from automation.macros.script.targets import plain
from automation.macros.script.texts import only_name, parts

_TYPES: Final = {
    "text": "str", "choice": "str", "number": "Number", "yes_no": "bool", "secret": "Secret",
}  # fmt: skip
OWN_OPTIONS: Final = frozenset(
    {
        "help", "approve", "json", "speed", "max_steps", "timeout", "keep", "breakpoints",
        "rows", "delimiter", "from_row", "param",
    }
)  # fmt: skip
"""What every script's command line has (`app.script_options`)."""
_COLUMN: Final = Param()


@dataclass(frozen=True, slots=True)
class Variable:
    """A name of the macro as the script has it."""

    name: str
    param: Param

    @property
    def type(self) -> str:
        """The type that it is annotated with."""
        return _TYPES[self.param.type]


def arguments_of(macro: Macro, names: Names) -> dict[str, Variable]:
    """Return the arguments of the function that a macro becomes, by the macro's names for them."""
    return {name: Variable(names.function(name), param) for name, param in macro.params.items()}


def column(name: str, names: Names) -> Variable:
    """Return the variable of a column of the table."""
    return Variable(names.function(name), _COLUMN)


def default_of(param: Param) -> Expr | None:
    """Return the default as the script writes it; None where there is none."""
    if param.default is None or value_problem(param, param.default):
        return None
    return _given(param, param.default)


def _given(param: Param, text: str) -> Expr:
    """Return a text that a parameter can take, as a value of its type."""
    match param.type:
        case "yes_no":
            return repr(text == YES_NO[0])
        case "number" | "secret":
            return Call(_TYPES[param.type], (("", Str(text)),))
        case _:
            return Str(text)


def option(name: str, variable: Variable) -> Call:
    """Return the call that adds a parameter to the command line."""
    word = f"param-{name}" if name in OWN_OPTIONS else name
    args: list[tuple[str, Expr]] = [("", Str("--" + word.replace("_", "-")))]
    if variable.name != word.replace("-", "_"):
        args.append(("dest", Str(variable.name)))
    args += _reader(variable.param)
    default = default_of(variable.param)
    args.append(("required", "True") if default is None else ("default", default))
    asked = " ".join(visible_text(variable.param.ask).split()) or name.replace("_", " ")
    args.append(("help", Str(asked.replace("%", "%%"))))
    return Call("parser.add_argument", tuple(args))


def _reader(param: Param) -> Iterator[tuple[str, Expr]]:
    match param.type:
        case "number":
            yield "type", _number(param)
        case "choice":
            yield "choices", _choices(param.choices)
        case "yes_no":
            yield "type", "yes_no"
            yield "metavar", Str("yes|no")
        case "secret":
            yield "type", "Secret"
            yield "metavar", Str("NAME")
        case _:
            return


def _choices(choices: tuple[str, ...]) -> Expr:
    return "[" + ", ".join(literal(one) for one in choices) + "]"


def _number(param: Param) -> Call:
    bounds = (("least", param.least), ("most", param.most))
    return Call("number", tuple((key, plain(bound)) for key, bound in bounds if bound is not None))


def handed_on(text: str, param: Param, variables: dict[str, Variable]) -> Expr:
    """Return what a call gives for a parameter of the macro that it calls.

    Args:
        text: as the calling macro has it, names in it.
        param: what the called macro wants.
        variables: what names are called where it is called.
    """
    own = variables.get(only_name(text))
    if own is not None and _fits(own.param, param):
        return own.name
    found = tuple(parts(text))
    if not any(isinstance(piece, Name) for piece in found):
        plain_text = "".join(str(piece) for piece in found)
        if not value_problem(param, plain_text):
            return _given(param, plain_text)
        return _read(param, Str(plain_text))
    if own is not None:
        return _read(param, _text(own))
    pieces = [
        _in_braces(piece, variables)
        if isinstance(piece, Name)
        else literal(piece)[1:-1].replace("{", "{{").replace("}", "}}")
        for piece in found
    ]
    return _read(param, 'f"' + "".join(pieces) + '"')


def _in_braces(piece: Name, variables: dict[str, Variable]) -> str:
    own = variables.get(piece.name)
    return "{" + one_line(_text(own)) + "}" if own is not None else f"{{{{{{{{{piece.name}}}}}}}}}"


def _fits(own: Param, wanted: Param) -> bool:
    """Tell whether a value of one parameter is one of the other as it is."""
    if own.type != wanted.type:
        return False
    bounds = (own.least, own.most, own.choices) == (wanted.least, wanted.most, wanted.choices)
    return bounds or own.type not in ("number", "choice")


def _text(own: Variable) -> Expr:
    match own.param.type:
        case "secret":
            return f"{own.name}.name"
        case "number" | "yes_no":
            return Call("text_of", (("", own.name),))
        case _:
            return own.name


def _read(param: Param, text: Expr) -> Expr:
    match param.type:
        case "number":
            return f"{one_line(_number(param))}({one_line(text)})"
        case "choice":
            choices = ", ".join(literal(one) for one in param.choices)
            return f"one_of({choices})({one_line(text)})"
        case "yes_no" | "secret":
            return Call({"yes_no": "yes_no", "secret": "Secret"}[param.type], (("", text),))
        case _:
            return text
