"""Names that stand side by side and were read as one line: where wide gaps part them."""

from dataclasses import replace
from typing import Final

from automation.core.observation import ScreenElement

NAME_GAP: Final = 0.42
"""Space beside a part of a line, in line heights as OCR tells columns, from which it is a name of its
own. Measured: spaces between the words of one name 0.14 to 0.36, between menus 0.43 to 0.59."""


def names_in(line: ScreenElement) -> list[tuple[int, int]]:
    """Return where the names in a line begin and end; none for a line that no gap parts."""
    name, edges = line.name, line.edges
    if len(edges) != len(name) + 1:
        return []
    cuts: list[tuple[int, int]] = []
    for at, char in enumerate(name):
        is_wide = char.isspace() and edges[at + 1] - edges[at] >= NAME_GAP * line.box.h
        if is_wide:
            cuts.append((at, at + 1))
    if not cuts:
        return []
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(name)]
    return list(zip(starts, ends, strict=True))


def part_of(line: ScreenElement, start: int, end: int) -> ScreenElement:
    """Return the characters `start` to before `end` of a line as a line of their own."""
    return replace(line, name=line.name[start:end], box=line.span_box(start, end), edges=())


def parts_of(line: ScreenElement) -> list[ScreenElement]:
    """Return the names in a line, or the line itself where no gap parts it."""
    return [part_of(line, start, end) for start, end in names_in(line)] or [line]
