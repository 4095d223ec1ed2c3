"""How a thing is found again: everything that was known of it just before it was pressed.

Recording and compiling know different things: the whole tree of that moment, or what the record of a
run has kept. Both tell it as clues; what becomes of them is decided here. What a place alone would be
is never enough, so the caller asks `has_evidence` of what comes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from automation.core.geometry import Rect, ScreenPoint
from automation.macros.checks import has_evidence
from automation.macros.describing.contents import HOLDERS, holds_text, is_secret
from automation.macros.describing.crops import crop_around
from automation.macros.macro import Box, Landmark, Place, Target
from automation.macros.naming import image_path
from automation.macros.recording.context import Context

_MOST_SIDE_PX: Final = 100_000
_MOST_PX: Final = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class Clues:
    """What is known of a thing, as the macro writes it; empty where nothing is."""

    box: Rect
    """Where it stood, in pixels of the desktop; around the pixel where nothing is known."""
    title: str = ""
    """Pattern for the title of its window."""
    app: str = ""
    role: str = ""
    name: str = ""
    label: str = ""
    within: str = ""
    row: tuple[str, ...] = ()
    text: str = ""
    near: tuple[Landmark, ...] = ()
    about: str = ""
    """The thing in the words of a model."""


@dataclass(frozen=True, slots=True)
class Described:
    """A target and the picture that it names."""

    target: Target
    picture: bytes | None = None
    """The PNG file for `target.image`; None when it names none."""


def describe(
    context: Context, clues: Clues, *, area: Rect | None = None, masked: Sequence[Rect] = ()
) -> Described:
    """Return how the thing at a place is found again; nothing of what fields hold is kept.

    Args:
        context: what was seen before.
        clues: what is known of the thing.
        area: of the menu or list that was pressed; None for the window itself.
        masked: parts of the picture that were painted over.
    """
    element, window, point = context.element, context.window, context.point
    target = Target(
        window=clues.title,
        app=clues.app,
        role=clues.role,
        name=clues.name,
        label=clues.label,
        within=clues.within,
        row=clues.row,
        text=clues.text,
        near=clues.near,
        place=place_of(clues.box, context),
        about=clues.about,
    )
    is_holder = clues.role in HOLDERS or holds_text(element)
    if context.frame is None or is_secret(element) or (is_holder and has_evidence(target)):
        return Described(target)
    if area is None and window is not None and window.rect.contains(point):
        area = window.rect
    crop = crop_around(context.frame, point, area, masked)
    if crop is None:
        return Described(target)
    path = image_path(crop.png, clues.name or clues.label or clues.text)
    return Described(msgspec.structs.replace(target, image=path, press=crop.press), crop.png)


def around(point: ScreenPoint) -> Rect:
    """Return the box of a thing of which nothing but the pixel is known."""
    return Rect(point.x - 1, point.y - 1, 2, 2)


def place_of(box: Rect, context: Context) -> Place | None:
    """Return where a thing was; None where its window is not known, or is where no screen is."""
    window, point = context.window, context.point
    if window is None:
        return None
    client = window.rect
    inside = _box(Rect(box.x - client.x, box.y - client.y, box.w, box.h))
    whole = _box(client)
    if inside is None or whole is None or not box.contains(point):
        return None
    scale = context.scale if 0 < context.scale <= 16 else 1.0
    press = (point.x - box.x, point.y - box.y)
    return Place(box=inside, window=whole, scale=scale, press=press)


def _box(rect: Rect) -> Box | None:
    is_sound = 1 <= rect.w <= _MOST_SIDE_PX and 1 <= rect.h <= _MOST_SIDE_PX
    is_near = max(abs(rect.x), abs(rect.y)) < _MOST_PX
    return Box(x=rect.x, y=rect.y, w=rect.w, h=rect.h) if is_sound and is_near else None
