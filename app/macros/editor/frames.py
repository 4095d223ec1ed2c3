"""Where a target lies in its own stored picture, in pixels of the picture. No Qt."""

from dataclasses import dataclass

import msgspec

from automation.core.geometry import Rect, ScreenPoint
from automation.macros.macro import Place, Target


@dataclass(frozen=True, slots=True)
class InPicture:
    """The target within its picture."""

    press: ScreenPoint
    """The pixel that is pressed."""
    box: Rect | None
    """The target's outline; None where only the pixel is known."""


def in_picture(target: Target, size: tuple[int, int]) -> InPicture:
    """Return where the target lies in its picture.

    Args:
        target: the target.
        size: width and height of its picture in pixels.
    """
    x, y = target.press or (size[0] // 2, size[1] // 2)
    press = ScreenPoint(x, y)
    if target.place is None:
        return InPicture(press, None)
    place = target.place
    dx, dy = _pressed(place)
    return InPicture(press, Rect(x - dx, y - dy, place.box.w, place.box.h))


def pressed_at(target: Target, size: tuple[int, int], point: ScreenPoint) -> Target:
    """Return the target with another pixel of its picture as the one that is pressed.

    The box stays where it is in the picture: its own note of the press moves along.

    Args:
        target: the target, with a picture.
        size: width and height of the picture in pixels.
        point: the pixel; held within the picture.
    """
    x = max(0, min(size[0] - 1, point.x))
    y = max(0, min(size[1] - 1, point.y))
    old = in_picture(target, size).press
    place = target.place
    if place is not None:
        dx, dy = _pressed(place)
        place = msgspec.structs.replace(place, press=(dx + x - old.x, dy + y - old.y))
    return msgspec.structs.replace(target, press=(x, y), place=place)


def _pressed(place: Place) -> tuple[int, int]:
    return place.press or (place.box.w // 2, place.box.h // 2)
