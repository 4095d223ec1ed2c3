"""Values of a script: numbers that keep how they are written, secrets by name, and texts made of them.

Every converter takes the text of a command line or a cell and serves `argparse` as a type.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from automation.core.secrets import is_secret_name
from automation.macros.macro import Param
from automation.macros.parameters import YES_NO, number_of, value_problem
from automation.macros.player.values import BadValue, Scope, text_problem


class Unusable(BadValue, ArgumentTypeError):
    """A value is not what is wanted."""


class Number(Decimal):
    """A number that is typed as it was written: `Number("12.50")` types 12.50."""

    _text: str

    def __new__(cls, text: str) -> Self:
        """Take the text of a number.

        Raises:
            Unusable: it is no number.
        """
        if number_of(text) is None:
            message = f"“{text}” is no number"
            raise Unusable(message)
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
            message = "a secret is given by its name, as deskhand secret list shows it"
            raise Unusable(message)


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
    """Return the names that a step's texts may hold.

    Raises:
        BadValue: a value can be typed nowhere.
    """
    texts = {name: text_of(value) for name, value in values.items()}
    for name, text in texts.items():
        if problem := text_problem(text):
            message = f"{name} cannot be used: {problem}"
            raise BadValue(message)
    secrets = frozenset(name for name, value in values.items() if isinstance(value, Secret))
    return Scope(texts, secrets)


def yes_no(text: str) -> bool:
    """Return whether `yes` or `no` is said.

    Raises:
        Unusable: neither is.
    """
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
