"""Edits as lines of a draft: only what comes in is written, what goes is told by its place.

A line is `CRC JSON`, the CRC-32 of the JSON in eight hexadecimal digits, so that one that was cut off
or damaged is seen.
"""

import binascii
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from automation.core.errors import MacroError
from automation.macros.editing import validity
from automation.macros.editing.edits import (
    Edit,
    Header,
    Part,
    Piece,
    Splice,
    Swap,
    Swaps,
    bare,
    branches,
    flat,
)
from automation.macros.editing.rows import Branch, Spot
from automation.macros.editing.slices import UNTOUCHED, Slice
from automation.macros.editing.tree import Tree
from automation.macros.macro import Macro, Step

_MARK_CHARS: Final = 9
"""The CRC and the space behind it."""


class _Piece(Struct, frozen=True, array_like=True):
    """From a place on, `gone` steps of a list were replaced by others."""

    index: int
    gone: int
    steps: tuple[Step, ...] = ()


class _List(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="list"):
    block: str
    branch: Branch
    pieces: tuple[_Piece, ...]


class _Values(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="values"):
    steps: tuple[Step, ...]


class _Header(Struct, frozen=True, forbid_unknown_fields=True, tag_field="of", tag="header"):
    macro: Macro


class Done(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An edit that was done."""

    words: str
    parts: tuple[_List | _Values | _Header, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    key: str = ""


class Line(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of a draft; one of these."""

    base: str = ""
    """First line: the digest of the macro on which the draft begins."""
    done: Done | None = None
    whole: Macro | None = None
    """All edits so far in one."""
    saving: str = ""
    """The digest of the macro that is saved next."""


def line_of(edit: Edit) -> Line:
    """Return an edit as a line."""
    parts = tuple(map(_written, edit.parts))
    return Line(done=Done(edit.words, parts, edit.before, edit.after, edit.key))


def _written(part: Part) -> _List | _Values | _Header:
    match part:
        case Header():
            return _Header(part.new)
        case Swaps():
            return _Values(tuple(pair.new for pair in part.pairs))
        case Splice():
            pieces = tuple(_Piece(p.index, len(p.removed), p.inserted) for p in part.pieces)
            return _List(part.block, part.branch, pieces)


def encode(line: Line) -> bytes:
    """Return a line as it stands in the file."""
    text = msgspec.json.encode(line)
    return b"%08x %s\n" % (binascii.crc32(text), text)


def decode(data: bytes) -> Iterator[tuple[Line, int]]:
    """Yield the lines of a file and where each ends, up to the first that is not whole."""
    start = 0
    while (end := data.find(b"\n", start)) >= 0:
        mark, text = data[start : start + _MARK_CHARS], data[start + _MARK_CHARS : end]
        if mark != b"%08x " % binascii.crc32(text):
            return
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return
        start = end + 1
        yield line, start


def replay(tree: Tree, done: Done) -> tuple[Edit, Slice]:
    """Do an edit of a draft again and return it with what it did to the rows.

    Raises:
        MacroError: it does not fit the macro, which is as it was.
    """
    parts: list[Part] = []
    change = UNTOUCHED
    try:
        for written in done.parts:
            part = _fitting(tree, written)
            change = change.then(tree.apply((part,)))
            parts.append(part)
    except MacroError:
        tree.apply(Edit("", tuple(parts)).inverse().parts)
        raise
    return Edit(done.words, tuple(parts), done.before, done.after, done.key), change


def _fitting(tree: Tree, written: _List | _Values | _Header) -> Part:
    match written:
        case _Header():
            new = msgspec.structs.replace(written.macro, steps=(), name=tree.header.name)
            return Header(tree.header, new)
        case _Values():
            return Swaps(tuple(_swap(tree, step) for step in written.steps))
        case _List():
            return _splice(tree, written)


def _swap(tree: Tree, step: Step) -> Swap:
    old = tree.step(step.id)
    if bare(old) != old and branches(old) != branches(step):
        message = f"the draft makes another kind of block of “{step.id}”, which holds steps"
        raise MacroError(message)
    return Swap(bare(old), bare(step))


def _splice(tree: Tree, written: _List) -> Splice:
    steps = tree.siblings((written.block, written.branch))
    pieces, end = [], 0
    for piece in written.pieces:
        behind = piece.index + piece.gone
        if not end <= piece.index <= behind <= len(steps):
            message = f"the draft names place {piece.index} in a list of {len(steps):,} steps"
            raise MacroError(message)
        pieces.append(Piece(piece.index, steps[piece.index : behind], piece.steps))
        end = behind
    _check_ids(tree, pieces)
    coming = [step for piece in pieces for step in piece.inserted]
    validity.check_place(tree, coming, Spot(written.block, written.branch))
    if not pieces:
        message = "the draft changes a list and says nothing of what"
        raise MacroError(message)
    return Splice(written.block, written.branch, tuple(pieces))


def _check_ids(tree: Tree, pieces: Sequence[Piece]) -> None:
    gone = {step.id for piece in pieces for step in flat(piece.removed)}
    coming = [step.id for piece in pieces for step in flat(piece.inserted)]
    if len(set(coming)) < len(coming) or any(one in tree and one not in gone for one in coming):
        message = "the draft brings in a step whose id is there already"
        raise MacroError(message)
    validity.check_room(tree, len(coming) - len(gone))
