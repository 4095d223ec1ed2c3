"""What stands at a pixel that a model named, as the screen says and not as the model says."""

from dataclasses import dataclass
from typing import Final

from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement
from automation.core.ports import ElementReader

LARGEST_SHARE: Final = 0.25
"""An element that covers more of its window than this is a page or a panel, and no name of a pixel
on it. The same bound as in the collection of evidence."""
TEXT_AREA: Final = Rect(0, 0, 260, 52)
"""What is read by OCR around a pixel about which the tree says nothing."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the screen says of a pixel."""

    element: ScreenElement | None = None
    evidence: str = "a pixel that the model named"
    """How that is known, for the card."""


def named_at(point: ScreenPoint, observation: Observation, reader: ElementReader) -> Named:
    """Return what is at a pixel: by the accessibility tree, else by its text, else nothing."""
    element = reader.at(observation, point)
    if element is not None and element.name.strip() and _is_small(element, observation, point):
        return Named(element, f"{element.role.replace('_', ' ')}, by its accessible name")
    if element is not None and element.role == "password":
        return Named(element, "password field, by its role")
    lines = [line for line in reader.text(observation, _around(point)) if line.box.contains(point)]
    if len(lines) == 1 and lines[0].name.strip():
        return Named(lines[0], "text, read from the picture")
    return Named()


def _is_small(element: ScreenElement, observation: Observation, point: ScreenPoint) -> bool:
    window = observation.window_at(point)
    return window is None or element.box.area <= LARGEST_SHARE * window.rect.area


def _around(point: ScreenPoint) -> Rect:
    left, top = point.x - TEXT_AREA.w // 2, point.y - TEXT_AREA.h // 2
    return Rect(left, top, TEXT_AREA.w, TEXT_AREA.h)
