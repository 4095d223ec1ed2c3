"""Typed access to a config file: every refusal names the file and the field."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from automation.core.errors import LoadError
from model.checkpoint.files import shown, shown_name

LARGEST: Final = 1 << 40
"""No size in a config is larger; keeps products of sizes in bounds."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object in a config file. `null` counts as missing, as it does for transformers."""

    file: str
    values: Mapping[str, object]
    path: str = ""
    """Where the object stands in the file: `llm_config`."""
    notes: list[str] = field(default_factory=list)
    """Filled while reading: what a person should know. Shared with the objects inside."""

    def where(self, name: str) -> str:
        """Return file and field for a message."""
        parts = (*self.path.split("."), name) if self.path else (name,)
        return f"{self.file}: {'.'.join(map(shown_name, parts))}"

    def refuse(self, name: str, found: object, expected: str, remedy: str = "") -> LoadError:
        """Return the error for a field."""
        remedy = remedy or "this is not a checkpoint that deskhand can run"
        seen = "nothing" if found is None else shown(found)
        message = f"{self.where(name)}: found {seen}, expected {expected}; {remedy}"
        return LoadError(message)

    def has(self, name: str) -> bool:
        """Tell whether the field is there and not null."""
        return self.values.get(name) is not None

    def raw(self, name: str) -> object:
        """Return the value as it stands, None if it is missing."""
        return self.values.get(name)

    def inside(self, *names: str) -> "Fields":
        """Return the object in the field; several names are aliases.

        Raises:
            LoadError: it is missing or no object.
        """
        name, value = self._alias(names)
        if not isinstance(value, dict):
            raise self.refuse(name, value, "an object")
        path = f"{self.path}.{name}" if self.path else name
        return Fields(self.file, value, path, self.notes)

    def inside_or_empty(self, name: str) -> "Fields":
        """Return the object in the field, an empty one if it is missing."""
        if self.has(name):
            return self.inside(name)
        return Fields(self.file, {}, f"{self.path}.{name}" if self.path else name, self.notes)

    def whole(self, *names: str, least: int = 1, default: int | None = None) -> int:
        """Return a whole number of at least `least`; several names are aliases.

        Raises:
            LoadError: it is missing without a default, or no such number.
        """
        name, value = self._alias(names)
        if value is None and default is not None:
            self._defaulted(name, default)
            return default
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST:
            raise self.refuse(name, value, f"a whole number of at least {least}")
        return value

    def number(self, *names: str, default: float | None = None) -> float:
        """Return a finite number above 0; several names are aliases.

        Raises:
            LoadError: it is missing without a default, or no such number.
        """
        name, value = self._alias(names)
        if value is None and default is not None:
            self._defaulted(name, default)
            return default
        number = _finite(value)
        if number is None or number <= 0:
            raise self.refuse(name, value, "a number above 0")
        return number

    def triple(self, name: str) -> tuple[float, float, float]:
        """Return three finite numbers: red, green, blue.

        Raises:
            LoadError: they are missing, not three, or no numbers.
        """
        value = self.raw(name)
        numbers = [_finite(each) for each in value] if isinstance(value, list) else []
        match numbers:
            case [float(red), float(green), float(blue)]:
                return red, green, blue
        raise self.refuse(name, value, "three numbers: red, green, blue")

    def text(self, name: str) -> str | None:
        """Return a text, None if it is missing.

        Raises:
            LoadError: it is something else.
        """
        value = self.raw(name)
        if value is None or isinstance(value, str):
            return value
        raise self.refuse(name, value, "a text")

    def agree(self, *names: str, found: int, of: str) -> None:
        """Compare a size with the one that the tensors have; a missing field agrees.

        Args:
            names: aliases of the field.
            found: what the tensor says.
            of: the tensor, for the message.

        Raises:
            LoadError: they differ.
        """
        name, value = self._alias(names)
        if value is not None and (value != found or isinstance(value, bool)):
            raise self.refuse(name, value, f"{found}, as {of} has it")

    def require(self, name: str, expected: _T, *, default: _T | None = None) -> None:
        """Refuse any value but one.

        Raises:
            LoadError: the value differs, or is missing and the default differs.
        """
        value = self.raw(name)
        found = default if value is None else value
        if found != expected or isinstance(found, bool) != isinstance(expected, bool):
            raise self.refuse(name, value, shown(expected))

    def refuse_any(self, names: Iterable[str], expected: str) -> None:
        """Refuse a field that is there and says anything but no.

        Raises:
            LoadError: one of them is there.
        """
        for name in names:
            value = self.raw(name)
            if value is not None and value is not False:
                raise self.refuse(name, value, expected)

    def _alias(self, names: tuple[str, ...]) -> tuple[str, object]:
        """Return the alias that is there; where several are, they must agree."""
        there = [name for name in names if self.has(name)]
        if not there:
            return names[0], None
        first = self.raw(there[0])
        for name in there[1:]:
            if self.raw(name) != first:
                raise self.refuse(name, self.raw(name), f"the same as {there[0]}, {shown(first)}")
        return there[0], first

    def _defaulted(self, name: str, value: float) -> None:
        self.notes.append(f"{self.where(name)} is missing; {value} is what its class takes")


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
