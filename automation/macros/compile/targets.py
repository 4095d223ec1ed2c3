"""The targets of a run's steps: what the record kept of each, put together and described."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from automation.core.actions import Aim, Drag
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import ScreenElement, WindowInfo
from automation.core.proposal import Where
from automation.core.recording import Context
from automation.macros.compile.pieces import Pictures, Piece, element_at, words_of
from automation.macros.describe import (
    REACH_PX,
    READ_AROUND,
    Described,
    describe,
    has_doubles,
    read_row_of,
    run_clues,
)
from automation.macros.macro import Target
from automation.macros.titles import seen_text
from automation.screen.roles import HOLDERS

TYPING_ROLES: Final = frozenset({"field", "spinner", "terminal", "document"})
"""What may be pressed to give it the keyboard without doing more than that."""


class Targets:
    """Describes the targets of one run, and collects their pictures."""

    def __init__(
        self, pictures: Pictures, typed: Collection[str], pieces: Sequence[Piece] = ()
    ) -> None:
        self._pictures = pictures
        self._typed = typed
        self._holders = frozenset(
            (piece.where.client, piece.element.box)
            for piece in pieces
            if piece.where is not None and piece.element and piece.element.role in HOLDERS
        )
        """Windows and boxes of the fields that the run met: what stands in them is data."""
        self.images: dict[str, bytes] = {}
        """Files of the pictures that targets name, by path."""

    def of(self, piece: Piece) -> Target | None:
        """Return the target that a step presses; None for one without a pixel."""
        aim = piece.aim
        if aim is None:
            return None
        return self._target(piece, aim.point, piece.element, words_of(aim))

    def of_end(self, piece: Piece) -> Target:
        """Return the target where a drag ends."""
        drag = piece.action
        assert isinstance(drag, Drag), "called for a drag"
        aim = Aim(drag.path[-1], drag.destination)
        destination = piece.record.proposal.destination
        is_there = destination is not None and destination.box.contains(aim.point)
        element = destination if is_there else element_at(piece.record, aim)
        return self._target(piece, aim.point, element, words_of(aim))

    def of_focus(self, piece: Piece) -> Target | None:
        """Return what had the keyboard, where pressing it does no more than give it that."""
        element = piece.element
        if element is None or element.role not in TYPING_ROLES:
            return None
        return self._target(piece, element.box.center, element, "")

    def of_named(self, piece: Piece, name: str) -> Target:
        """Return the target of a check: a thing that was found by its name."""
        element = piece.record.proposal.element
        if element is None:
            return Target(name=seen_text(name))
        told = self._target(piece, element.box.center, element, "")
        return msgspec.structs.replace(told, image=None, press=None)

    def _target(
        self, piece: Piece, point: ScreenPoint, element: ScreenElement | None, about: str
    ) -> Target:
        found = self._described(piece, point, element, about)
        if found.picture is not None and found.target.image is not None:
            self.images[found.target.image] = found.picture
        return found.target

    def _described(
        self, piece: Piece, point: ScreenPoint, element: ScreenElement | None, about: str
    ) -> Described:
        where, address = piece.where, piece.record.pictures.before
        if where is None:
            title = element.window_title if element is not None else ""
            window = WindowInfo(0, title, "", 0, Rect(0, 0, 0, 0)) if title else None
            bare = Context(point, window=window, element=element)
            return describe(bare, run_clues(bare, typed=self._typed, about=about))
        region = READ_AROUND.around(point).intersection(where.area)
        lines = self._pictures.lines(address, region) if region.area else ()
        context = Context(
            point=point,
            frame=self._pictures.frame(address),
            window=WindowInfo(0, where.title, where.app, 0, where.client),
            element=element,
            lines=tuple(line for line in lines if not self._is_data(line.box, where)),
            scale=where.scale,
        )
        row = self._row(address, context, where)
        clues = run_clues(context, typed=self._typed, about=about, row=row)
        return describe(context, clues, area=where.area, masked=where.masked)

    def _row(self, address: str, context: Context, where: Where) -> tuple[str, ...]:
        """Return the texts beside a thing that has doubles above or below it; else none."""
        point, element = context.point, context.element
        thing = element or next((x for x in context.lines if x.box.contains(point)), None)
        if thing is None or not thing.name.strip() or thing.role in HOLDERS:
            return ()
        if not has_doubles(thing.name, thing.box, context.lines):
            return ()
        box, area = thing.box, where.area
        band = Rect(area.x, box.y - REACH_PX, area.w, box.h + 2 * REACH_PX).intersection(area)
        lines = self._pictures.lines(address, band) if band.area else ()
        seen = [line for line in lines if not self._is_data(line.box, where)]
        return read_row_of(thing.name, thing.box, seen)

    def _is_data(self, box: Rect, where: Where) -> bool:
        """Tell whether a line is what a field holds, or lies under what was painted over."""
        held = (field for client, field in self._holders if client == where.client)
        is_masked = any(part.intersection(box).area for part in where.masked)
        return is_masked or any(field.contains(box.center) for field in held)
