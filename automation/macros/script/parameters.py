"""Parameters of a macro as typed arguments of a function and as options of a command line.

Numbers keep how they are written, secrets are named, texts are made of them. Every converter takes the text of a command line or a cell and serves `argparse` as a type.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Self

from automation.core.secrets import is_secret_name
from automation.core.text import visible_text
from automation.macros.macro import Macro, Param
from automation.macros.names import Names
from automation.macros.play.values import BadValue, Scope, text_problem
from automation.macros.script.python_source import Call, Expr, Str, literal, one_line, parts, plain
from automation.macros.walk import YES_NO, Name, number_of, only_name, value_problem

_TYPES: Final = {
    "text": "str", "choice": "str", "number": "Number", "yes_no": "bool", "secret": "Secret",
}  # fmt: skip
OWN_OPTIONS: Final = frozenset(
    {
        "help", "approve", "json", "speed", "max_steps", "timeout", "keep", "breakpoints",
        "rows", "delimiter", "from_row", "param",
    }
)  # fmt: skip
"""What every script's command line has (`app.script_run`)."""
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


def option_words(names: Iterable[str]) -> dict[str, str]:
    """Return what each parameter is called on the command line, without the dashes before it.

    One that is called as an option of every script is gets a word that no other has.
    """
    known = tuple(names)
    words = {name: name for name in known if name not in OWN_OPTIONS}
    taken = set(words) | OWN_OPTIONS
    for name in known:
        if name in words:
            continue
        word, number = f"param_{name}", 2
        while word in taken:
            word, number = f"param_{name}_{number}", number + 1
        taken.add(word)
        words[name] = word
    return {name: word.replace("_", "-") for name, word in words.items()}


def cell(name: str, variable: Variable) -> Expr:
    """Return what a parameter is in a row: what the column of its name says, if there is one."""
    if variable.param.type == "text":
        return f'row.get("{name}", {variable.name})'
    read = one_line(_read(variable.param, f'row["{name}"]'))
    return f'{read} if "{name}" in row else {variable.name}'


def fill(name: str, variable: Variable, *, is_needed: bool) -> Call:
    """Return what `read_table` is told of a parameter that a column fills.

    Args:
        is_needed: it must have a value outside the rows too.
    """
    args: list[tuple[str, Expr]] = [("", Str(name))]
    if variable.name != name:
        args.append(("dest", Str(variable.name)))
    if (read := _converter(variable.param)) is not None:
        args.append(("read", read))
    if (default := default_of(variable.param)) is not None:
        args.append(("default", default))
    if is_needed:
        args.append(("is_needed", "True"))
    return Call("Fill", tuple(args))


def _converter(param: Param) -> Expr | None:
    """Return what reads a value of this type from a text; None where any text is one."""
    match param.type:
        case "number":
            return _number(param)
        case "choice":
            return Call("one_of", tuple(("", Str(one)) for one in param.choices))
        case "yes_no":
            return "yes_no"
        case "secret":
            return "Secret"
        case _:
            return None


def option(name: str, word: str, variable: Variable, *, is_filled: bool = False) -> Call:
    """Return the call that adds a parameter to the command line.

    Args:
        is_filled: a column may give it instead; then `read_table` knows its default.
    """
    args: list[tuple[str, Expr]] = [("", Str("--" + word))]
    if variable.name != word.replace("-", "_"):
        args.append(("dest", Str(variable.name)))
    args += _reader(variable.param)
    default = default_of(variable.param)
    if not is_filled:
        args.append(("required", "True") if default is None else ("default", default))
    said = _help(name, variable.param) + ("; or a column of the table" if is_filled else "")
    args.append(("help", Str(said.replace("%", "%%"))))
    return Call("parser.add_argument", tuple(args))


def _help(name: str, param: Param) -> str:
    """Return what `--help` says of a parameter; argparse fills its `%` in."""
    asked = _on_one_line(param.ask) or name.replace("_", " ")
    if param.type != "choice":
        return asked
    return f"{asked} ({', '.join(f'“{_on_one_line(one)}”' for one in param.choices)})"


def _on_one_line(text: str) -> str:
    return " ".join(visible_text(text).split())


def _reader(param: Param) -> Iterator[tuple[str, Expr]]:
    match param.type:
        case "number":
            yield "type", _number(param)
        case "choice":
            yield "choices", "[" + ", ".join(literal(one) for one in param.choices) + "]"
            yield "metavar", Str("CHOICE")  # argparse fails over some texts in its usage line
        case "yes_no":
            yield "type", "yes_no"
            yield "metavar", Str("yes|no")
        case "secret":
            yield "type", "Secret"
            yield "metavar", Str("NAME")
        case _:
            return


def _number(param: Param) -> Call:
    bounds = (("least", param.least), ("most", param.most))
    return Call("number", tuple((key, plain(bound)) for key, bound in bounds if bound is not None))


def handed_on(text: str, param: Param, variables: dict[str, Variable]) -> Expr:
    """Return what a call gives for a parameter of the macro that it calls."""
    own = variables.get(only_name(text))
    if own is not None and _fits(own.param, param):
        return own.name
    found = parts(text)
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


class Unusable(BadValue, ArgumentTypeError):
    """A value is not what is wanted."""


class Number(Decimal):
    """A number that is typed as it was written: `Number("12.50")` types 12.50."""

    _text: str

    def __new__(cls, text: str) -> Self:
        """Take the text of a number."""
        if number_of(text) is None:
            raise Unusable(f"“{text}” is no number")
        made = super().__new__(cls, text)
        made._text = text
        return made

    def __str__(self) -> str:
        """Return it as it was written."""
        return self._text

    def __format__(self, spec: str, context: object = None, /) -> str:
        """Return it as it was written; with a format, as a Decimal has it."""
        return super().__format__(spec) if spec else self._text


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret of the system's keyring, by its name: the script never holds what it stands for."""

    name: str

    def __post_init__(self) -> None:
        """Refuse what no secret can be called."""
        if not is_secret_name(self.name):
            raise Unusable("a secret is given by its name, as deskhand secret list shows it")


Value = str | bool | int | float | Decimal | Secret


def text_of(value: Value) -> str:
    """Return what is typed for a value; a secret's name for a secret."""
    match value:
        case Secret():
            return value.name
        case bool():
            return YES_NO[0] if value else YES_NO[1]
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


def scope_of(values: Mapping[str, Value]) -> Scope:
    """Return the names that a step's texts may hold."""
    texts = {name: text_of(value) for name, value in values.items()}
    for name, text in texts.items():
        if problem := text_problem(text):
            raise BadValue(f"{name} cannot be used: {problem}")
    secrets = frozenset(name for name, value in values.items() if isinstance(value, Secret))
    return Scope(texts, secrets)


def yes_no(text: str) -> bool:
    """Return whether `yes` or `no` is said."""
    _check(Param(type="yes_no"), text)
    return text == YES_NO[0]


def number(least: float | None = None, most: float | None = None) -> Callable[[str], Number]:
    """Return what reads a number within its bounds."""
    param = Param(type="number", least=least, most=most)

    def read(text: str) -> Number:
        _check(param, text)
        return Number(text)

    return read


def one_of(*choices: str) -> Callable[[str], str]:
    """Return what takes one of these texts."""
    param = Param(type="choice", choices=choices)

    def read(text: str) -> str:
        _check(param, text)
        return text

    return read


def same(value: Value, text: str) -> bool:
    """Tell whether a value is this text, or the same number: 3.0 is 3."""
    own = text_of(value)
    first, second = number_of(own), number_of(text)
    return own == text or (first is not None and first == second)


def _check(param: Param, text: str) -> None:
    if problem := value_problem(param, text):
        raise Unusable(problem)
