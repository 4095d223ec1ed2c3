"""What the steps of a script press and read: each target once, under a name of its own."""

import functools
from collections.abc import Iterator, Mapping

import msgspec

from automation.macros.macro import Target
from automation.macros.script.layout import Call, Expr, Str, Tuple
from automation.macros.script.naming import Names
from automation.macros.script.texts import Texts


class Targets:
    """The targets of one script, in the order in which they are first used."""

    def __init__(self, names: Names, pictures: Mapping[str, str] | None = None) -> None:
        """Begin with none.

        Args:
            names: gives the constants their names.
            pictures: where the pictures of the macro in hand lie, from the script's folder.
        """
        self._names = names
        self._pictures = pictures or {}
        self._known: dict[Expr, str] = {}

    def of(self, pictures: Mapping[str, str]) -> "Targets":
        """Return the same targets, for another macro with its pictures."""
        other = Targets(self._names, pictures)
        other._known = self._known
        return other

    def constant(self, target: Target, texts: Texts) -> str:
        """Return the name of the constant that stands for a target."""
        expr = self.struct(target, texts)
        if expr not in self._known:
            called = target.name or target.label or target.text or target.about or "the"
            self._known[expr] = self._names.constant(f"{called} {target.role or 'place'}")
        return self._known[expr]

    def struct(self, value: object, texts: Texts, key: str = "") -> Expr:
        """Return a value of the grammar as it is written, without what is left at its default."""
        match value:
            case msgspec.Struct():
                return Call(type(value).__name__, tuple(self._fields(value, texts)))
            case tuple():
                return Tuple(tuple(self.struct(each, texts, key) for each in value))
            case str() if key == "image":
                return Str(self._pictures.get(value, value))
            case str():
                return Str(texts.shown(value, key))
            case _:
                return plain(value)

    def _fields(self, value: msgspec.Struct, texts: Texts) -> Iterator[tuple[str, Expr]]:
        for name, is_required, default in _known_fields(type(value)):
            own = getattr(value, name)
            if is_required or own != default:
                yield name, self.struct(own, texts, name)

    @property
    def constants(self) -> tuple[tuple[str, Expr], ...]:
        """Return every constant and what it is."""
        return tuple((name, expr) for expr, name in self._known.items())


@functools.cache
def _known_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, bool, object], ...]:
    """Return name, whether it must be given, and default of each field."""
    return tuple((one.name, one.required, one.default) for one in msgspec.structs.fields(kind))


def plain(value: object) -> str:
    """Return a number or a truth value as it is written: 5.0 as 5."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return repr(int(value))
    return repr(value)
