"""Python expressions laid out for reading: on one line where they fit, else one argument a line.

The texts of a step stand there as they are, or with names in them and the values beside them; what steps
press and read stands there once, under a name of its own.
"""

import ast
import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from automation.core.secrets import literal as unescaped
from automation.core.secrets import secret_name
from automation.core.text import visible_text
from automation.macros import macro as grammar
from automation.macros.macro import Step, Target
from automation.macros.names import Names
from automation.macros.walk import FIXED, Name, OddPlaceholder, is_fixed, only_name, pieces, texts

WIDTH: Final = 100
"""Characters of a line; a long word is never broken for it."""
_STEP: Final = "    "
_PIECE_CHARS: Final = 70
_CLOSING: Final = re.compile(r'\A"|"(?="")|"\Z')
_SHORT: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}


@dataclass(frozen=True, slots=True)
class Str:
    """A text, as a literal that shows every character or names it by its number."""

    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call, or what is written like one."""

    name: str
    args: tuple[tuple[str, "Expr"], ...] = ()
    """Each with its keyword; empty for one by its place."""


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple."""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A dictionary whose keys are texts."""

    items: tuple[tuple[str, "Expr"], ...]


Expr = str | Str | Call | Tuple | Table
"""A plain string is code as it stands."""


def names_in(expr: Expr) -> set[str]:
    """Return every name that the code of an expression reads; no keyword, no attribute."""
    match expr:
        case Str():
            return set()
        case Call():
            return {expr.name.partition(".")[0]}.union(*(names_in(v) for _, v in expr.args))
        case Tuple():
            return set[str]().union(*(names_in(item) for item in expr.items))
        case Table():
            return set[str]().union(*(names_in(value) for _, value in expr.items))
        case str():
            return _names_in_code(expr)


def _names_in_code(code: str) -> set[str]:
    """Return the names that code reads, those between the braces of a text among them."""
    if code.isidentifier():
        return {code}
    read = ast.walk(ast.parse(code, mode="eval"))
    return {node.id for node in read if isinstance(node, ast.Name)}


def literal(text: str) -> str:
    """Return a text as a literal that ends where it ends, whatever stands in it.

    What nobody would see, or would see elsewhere than it stands, is written by its number.
    """
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in _SHORT:
        return _SHORT[char]
    if char.isprintable() and visible_text(char) == char:
        return char
    point = ord(char)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def one_line(expr: Expr) -> str:
    """Return the expression on one line, however long."""
    match expr:
        case str():
            return expr
        case Str():
            return literal(expr.text)
        case Call():
            return f"{expr.name}({', '.join(_arg(k, one_line(v)) for k, v in expr.args)})"
        case Tuple():
            inner = ", ".join(one_line(item) for item in expr.items)
            return f"({inner},)" if len(expr.items) == 1 else f"({inner})"
        case Table():
            inner = ", ".join(f"{literal(k)}: {one_line(v)}" for k, v in expr.items)
            return f"{{{inner}}}"


def lines(expr: Expr, indent: str = "", before: str = "", after: str = "") -> Iterator[str]:
    """Yield the lines of an expression."""
    whole = f"{indent}{before}{one_line(expr)}{after}"
    if len(whole) <= WIDTH or isinstance(expr, str) or not _has_parts(expr):
        yield whole
        return
    inner = indent + _STEP
    match expr:
        case Str():
            yield f"{indent}{before}("
            yield from (f"{inner}{literal(piece)}" for piece in _pieces(expr.text))
            yield f"{indent}){after}"
        case Call():
            yield f"{indent}{before}{expr.name}("
            for key, value in expr.args:
                yield from lines(value, inner, f"{key}=" if key else "", ",")
            yield f"{indent}){after}"
        case Tuple():
            yield f"{indent}{before}("
            yield from _items(expr, inner)
            yield f"{indent}){after}"
        case Table():
            yield f"{indent}{before}{{"
            for key, value in expr.items:
                yield from lines(value, inner, f"{literal(key)}: ", ",")
            yield f"{indent}}}{after}"


def _has_parts(expr: Str | Call | Tuple | Table) -> bool:
    match expr:
        case Str():
            return len(_pieces(expr.text)) > 1
        case Call():
            return bool(expr.args)
        case _:
            return bool(expr.items)


def _arg(key: str, value: str) -> str:
    return f"{key}={value}" if key else value


def _items(expr: Tuple, indent: str) -> Iterator[str]:
    """Yield short items several to a line, long ones one a line."""
    row = ""
    for item in expr.items:
        text = f"{one_line(item)},"
        if len(indent) + len(row) + len(text) + 1 <= WIDTH:
            row = f"{row} {text}" if row else text
            continue
        if row:
            yield indent + row
        row = ""
        if len(indent) + len(text) <= WIDTH:
            row = text
        else:
            yield from lines(item, indent, after=",")
    if row:
        yield indent + row


def _pieces(text: str) -> list[str]:
    """Return a text in pieces that each fit a line: cut behind line breaks and blanks."""
    pieces = [""]
    for word in _words(text):
        if pieces[-1] and (pieces[-1].endswith("\n") or len(pieces[-1]) + len(word) > _PIECE_CHARS):
            pieces.append("")
        pieces[-1] += word
    return pieces


def _words(text: str) -> Iterator[str]:
    word = ""
    for char in text:
        word += char
        if char in " \n" or len(word) >= _PIECE_CHARS:
            yield word
            word = ""
    if word:
        yield word


def comment(text: str, indent: str = "") -> Iterator[str]:
    """Yield the lines of a comment; a line of the text never becomes a line of code."""
    for line in text.split("\n"):
        shown = visible_text(line.rstrip())
        yield f"{indent}# {shown}".rstrip()


def docstring(text: str, *, is_one_line: bool = False) -> str:
    """Return what may stand between the quotation marks of a docstring.

    A quotation mark is escaped only where it would touch those or be the first of three.
    """
    shown = "\n".join(visible_text(line.rstrip()) for line in text.split("\n"))
    if is_one_line:
        shown = " ".join(shown.split())
    return _CLOSING.sub(r"\"", shown.replace("\\", "\\\\"))


@dataclass(frozen=True, slots=True)
class Texts:
    """How the texts of one step are written."""

    names: tuple[str, ...]
    """What its texts name, each once."""
    has_names: bool
    """Texts are written with their `{{name}}` and signs, as in the macro; else as they are meant."""

    def shown(self, text: str, key: str) -> str:
        """Return a text as it stands in the script."""
        if self.has_names or key in FIXED:
            return text
        return _meant(text)

    def typed(self, text: str, variable: Callable[[str], str], secrets: frozenset[str]) -> Expr:
        """Return the text of a step that types, as the script has it."""
        if name := secret_name(text):
            return Call("Secret", (("", Str(name)),))
        if (only := only_name(text)) in secrets:
            return variable(only)
        return Str(text if self.has_names else unescaped(_meant(text)))


def texts_of(step: Step, secrets: frozenset[str]) -> Texts:
    """Return how the texts of a step are written."""
    found, is_odd = dict[str, None](), False
    for path, text in texts(step):
        if path[-1] == "param":
            found[text] = None
            continue
        if is_fixed(step, path):
            continue
        is_typed = isinstance(step, grammar.Type) and path == ("text",)
        if is_typed and (secret_name(text) or only_name(text) in secrets):
            continue
        try:
            found.update({piece.name: None for piece in pieces(text) if isinstance(piece, Name)})
        except OddPlaceholder:
            is_odd = True
    return Texts(tuple(found), bool(found) or is_odd)


def parts(text: str) -> tuple[str | Name, ...]:
    """Return what a text is made of; a text that cannot be read is taken as it is."""
    try:
        return pieces(text)
    except OddPlaceholder:
        return (text,)


def values(names: tuple[str, ...], variable: Callable[[str], str]) -> Table:
    """Return the values of names, as a call takes them."""
    return Table(tuple((name, known) for name in names if (known := variable(name))))


def _meant(text: str) -> str:
    return "".join(piece for piece in parts(text) if isinstance(piece, str))


class Targets:
    """The targets of one script, in the order in which they are first used."""

    def __init__(self, names: Names, pictures: Mapping[str, str] | None = None) -> None:
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
