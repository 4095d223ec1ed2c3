"""The text that is read on a picture: passwords are painted over first, and each line knows its window."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from automation.core.geometry import Rect
from automation.core.observation import Frame, Observation, ScreenElement
from automation.desktop.elements import scope


class TextReader(Protocol):
    """Reads lines of text from a picture; the real one is `ocr.Ocr`."""

    def lines(self, frame: Frame) -> Sequence[ScreenElement]:
        """Return the lines of text on the picture, boxes in desktop pixels."""
        ...

    def warm_up(self) -> None:
        """Load what is needed, so that the first reading is quick."""
        ...

    def close(self) -> None:
        """Give memory and threads back."""
        ...

    @property
    def problem(self) -> str:
        """What is missing and how to mend it; empty when it works."""
        ...


def lines_on(
    frame: Frame, reader: TextReader, secrets: Sequence[Rect], observation: Observation
) -> list[ScreenElement]:
    """Return the lines of text on the picture, each with the window that it stands in.

    Args:
        frame: the picture, or a part of it.
        reader: what reads it.
        secrets: boxes that are read by nobody, in device pixels.
        observation: what the picture is of.
    """
    lines = reader.lines(_painted_over(frame, secrets))
    return [_in_window(line, observation) for line in lines]


def _painted_over(frame: Frame, boxes: Sequence[Rect]) -> Frame:
    """Return the picture with the boxes grey; the original is not touched."""
    hit = [frame.rect.intersection(box) for box in boxes]
    if not any(box.area for box in hit):
        return frame
    pixels = frame.pixels.copy()
    for box in hit:
        top, left = box.y - frame.origin.y, box.x - frame.origin.x
        pixels[top : top + box.h, left : left + box.w] = 128
    return replace(frame, pixels=pixels)


def _in_window(line: ScreenElement, observation: Observation) -> ScreenElement:
    window = scope.window_at(observation, line.box.center)
    if window is None:
        return line
    return replace(line, window_id=window.window_id, window_title=window.title)
