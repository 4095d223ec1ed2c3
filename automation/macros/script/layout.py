"""Python expressions laid out for reading: on one line where they fit, else one argument a line."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from automation.core.visible import visible_text

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
    """Yield the lines of an expression.

    Args:
        expr: what to write.
        indent: stands before each line.
        before: stands before the expression on its first line.
        after: stands behind it on its last.
    """
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
