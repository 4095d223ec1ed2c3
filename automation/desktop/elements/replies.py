"""What a program's answer says, as plain values.

Names, boxes and states come from other programs and are untrusted: wrong types count as missing, text
is cut.
"""

from collections.abc import Collection
from typing import Any, Final, TypeGuard
from urllib.parse import unquote

from dbus_fast import Variant

from automation.core.geometry import Rect
from automation.desktop.elements.connection import Reply
from automation.desktop.elements.nodes import Handle

MAX_CHILDREN: Final = 8000
"""Of one object, four times what is read of a top-level; what a program lists beyond is passed over."""
MAX_NAME_CHARS: Final = 500
NO_BOX: Final = Rect(0, 0, 0, 0)
_LABELLED_BY: Final = 2
_DESCRIBED_BY: Final = 18
_DATA: Final = "data:"


def unpacked(reply: Reply) -> Any:  # noqa: ANN401 - whatever a stranger sent
    """Return the one value of a reply, of any type; None when there is none."""
    if not reply:
        return None
    return reply[0].value if isinstance(reply[0], Variant) else reply[0]


def as_text(reply: Reply, limit: int = MAX_NAME_CHARS) -> str:
    """Return a text, cut at so many characters; empty when it is none."""
    value = unpacked(reply)
    return value[:limit] if isinstance(value, str) else ""


def as_number(reply: Reply) -> int:
    """Return a whole number of 32 bits; 0 when it is none."""
    value = unpacked(reply)
    return value if _is_whole(value) else 0


def as_mask(reply: Reply) -> int:
    """Return 64 state bits; none set when they cannot be read."""
    words = unpacked(reply)
    if not isinstance(words, list) or not all(map(_is_whole, words[:2])):
        return 0
    return sum((word & 0xFFFFFFFF) << (32 * i) for i, word in enumerate(words[:2]))


def as_box(reply: Reply) -> Rect:
    """Return a box as the toolkit says it; `NO_BOX` when it is empty or none."""
    sides = unpacked(reply)
    if not isinstance(sides, list | tuple) or len(sides) != 4 or not all(map(_is_whole, sides)):
        return NO_BOX
    x, y, w, h = sides
    return Rect(x, y, w, h) if w > 0 and h > 0 else NO_BOX


def as_handles(reply: Reply) -> list[Handle]:
    """Return the objects of a list, without what cannot be one."""
    pairs = unpacked(reply)
    if not isinstance(pairs, list):
        return []
    return [
        (pair[0], pair[1])
        for pair in pairs[:MAX_CHILDREN]
        if isinstance(pair, list | tuple)
        and len(pair) == 2
        and all(isinstance(part, str) for part in pair)
        and pair[1].startswith("/")
    ]


def as_label(reply: Reply) -> Handle | None:
    """Return the label that a set of relations says the object is labelled by."""
    return next(iter(_related(reply, {_LABELLED_BY})), None)


def as_tellers(reply: Reply) -> list[Handle]:
    """Return all that a set of relations says the object is labelled or described by."""
    return _related(reply, {_LABELLED_BY, _DESCRIBED_BY})


def as_file(reply: Reply) -> str:
    """Return the name of the file that a picture's attributes name, without its folder and ending.

    Empty where they name none, or hold the picture itself.
    """
    attributes = unpacked(reply)
    source = attributes.get("src") if isinstance(attributes, dict) else None
    if not isinstance(source, str) or source.startswith(_DATA):
        return ""
    path = unquote(source.partition("?")[0].partition("#")[0][-MAX_NAME_CHARS:])
    return path.rpartition("/")[2].rpartition(".")[0]


def _related(reply: Reply, kinds: Collection[int]) -> list[Handle]:
    relations = unpacked(reply)
    found: list[Handle] = []
    for relation in relations if isinstance(relations, list) else []:
        if isinstance(relation, list | tuple) and len(relation) == 2 and relation[0] in kinds:
            found += as_handles((relation[1],))
    return found


def _is_whole(value: object) -> TypeGuard[int]:
    """Tell whether this is a number as the protocol counts; programs also send texts and NaN."""
    return isinstance(value, int) and -(1 << 31) <= value < 1 << 32
