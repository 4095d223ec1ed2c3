"""From one observation to what a card and its marks need: monitors, windows, free places, and the picture that is kept.

That picture is the clean observation with marks and card painted on it. No second grab is made, and the
user's secret mark is never in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.gui.overlay.choice_card import candidate_marks
from app.gui.overlay.marks import Surroundings, marks, scope_lines
from app.gui.overlay.paint import MarkPainter, tag_measure
from app.gui.overlay.placement import MonitorMap, Scene, monitor_map
from app.gui.overlay.requests import acted_on, framed_part, target_points
from app.gui.overlay.shapes import Box, Shape, Spot, bounds
from app.gui.widgets.pictures import frame_image
from app.gui.widgets.theme import Theme
from automation.core.geometry import Rect, ScreenPoint, monitor_at
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.proposal import Candidate, Proposal, Risk

PLAIN_LEVELS: Final = 48
"""A shade, a stripe or the line of a grid differs by less; faint words on a light ground by more."""
Marks = Mapping[MonitorMap, tuple[Shape, ...]]


class Scenery:
    """The monitors of one observation and what lies on them."""

    def __init__(self, theme: Theme, observation: Observation) -> None:
        self._observation = observation
        self._measure = partial(tag_measure, theme)
        self._views = [monitor_map(monitor) for monitor in observation.monitors]

    @property
    def frame(self) -> Frame:
        """The clean picture that all of this was made on."""
        return self._observation.frame

    def view_of(self, proposal: Proposal) -> MonitorMap:
        """Return the monitor that the card belongs on: the target's, else that of the keys."""
        points = target_points(proposal)
        if points:
            return self.view_at(points[-1])
        window = self.window_of(proposal) or self._observation.active_window
        return self.view_at(window.rect.center if window else self._observation.pointer)

    def view_at(self, point: ScreenPoint) -> MonitorMap:
        """Return the monitor that shows a pixel; the first one for a pixel on none."""
        monitor = monitor_at(self._observation.monitors, point)
        found = next((v for v in self._views if monitor and v.rect == monitor.rect), None)
        return found or self._views[0]

    def window_of(self, proposal: Proposal) -> WindowInfo | None:
        """Return the window that the proposal acts on."""
        return acted_on(proposal, self._observation)

    def marks(self, proposal: Proposal, risk: Risk, *, is_provisional: bool = False) -> Marks:
        """Return the marks of a proposal for each monitor that shows any."""
        active = self._observation.active_window
        window = self.window_of(proposal)
        around = Surroundings(
            focused=active.rect if active else None,
            scope=framed_part(proposal, window, self._observation),
            taken=tuple(other.box for other in proposal.alternatives),
            is_plain=partial(_is_plain, self._observation.frame),
        )
        drawn = {
            view: marks(proposal, risk, view, self._measure, around, is_provisional=is_provisional)
            for view in self._views
        }
        return _visible(drawn)

    def candidates(self, candidates: Sequence[Candidate]) -> Marks:
        """Return numbered frames for each monitor that shows any."""
        window = self._observation.active_window
        scope = (window.rect,) if window else ()
        return _visible(
            {
                view: (*scope_lines(view, scope), *candidate_marks(candidates, view))
                for view in self._views
            }
        )

    def scene(
        self,
        view: MonitorMap,
        drawn: Marks,
        points: Sequence[ScreenPoint],
        window: WindowInfo | None,
        occupied: tuple[Box, ...] = (),
    ) -> Scene:
        """Return what placement must know of one monitor."""
        framed = view.to_box(window.rect) if window else None
        shapes = [shape for shape in drawn.get(view, ()) if not _is_round(bounds(shape), framed)]
        return Scene(
            monitor=view.size,
            points=tuple(view.to_spot(p) for p in points if view.rect.contains(p)),
            targets=tuple(bounds(shape) for shape in shapes),
            window=framed,
            occupied=occupied,
            own_windows=self._own_windows(view),
        )

    def _own_windows(self, view: MonitorMap) -> tuple[Box, ...]:
        """Return where windows of ours are shown: the steps of a run are read there while a card is up."""
        shown = (w for w in self._observation.windows if w.is_own and not w.is_minimised)
        return tuple(view.to_box(w.frame or w.rect) for w in shown if not w.is_popup)


def _is_plain(frame: Frame, rect: Rect) -> bool:
    """Tell whether a part of the picture is about one colour: words, rims and photographs are not."""
    pixels = frame.crop(rect).pixels[:, :, :3]
    return pixels.size == 0 or int(np.ptp(pixels, axis=(0, 1)).max()) <= PLAIN_LEVELS


def _is_round(box: Box, window: Box | None) -> bool:
    """Tell whether a mark is the line round the window and no target in it."""
    return window is not None and box.grown(8).holds(window)


def _visible(drawn: Mapping[MonitorMap, tuple[Shape, ...]]) -> dict[MonitorMap, tuple[Shape, ...]]:
    return {
        view: shapes
        for view, shapes in drawn.items()
        if any(view.size.overlap(bounds(shape).grown(1)) > 0 for shape in shapes)
    }


@dataclass(frozen=True, slots=True, eq=False)
class OverlayPicture:
    """Everything that one picture is painted from; painting may happen on any thread."""

    frame: Frame
    marks: Marks
    view: MonitorMap
    """The monitor that the card stands on."""
    card: QImage | None = None
    corner: Spot = field(default_factory=lambda: Spot(0, 0))
    """Top left corner of the card's image in logical pixels of that monitor."""

    def painted(self, theme: Theme) -> Frame:
        """Return the picture in device pixels, of the same size and place as the observation."""
        image = frame_image(self.frame)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for view, shapes in self.marks.items():
                self._enter(painter, view)
                MarkPainter(painter, theme).paint(shapes)
            if self.card is not None:
                self._enter(painter, self.view)
                painter.drawImage(QPointF(self.corner.x, self.corner.y), self.card)
        return Frame(_pixels(image), self.frame.origin, self.frame.t_mono_s)

    def _enter(self, painter: QPainter, view: MonitorMap) -> None:
        """Paint in logical pixels of a monitor from here on."""
        painter.resetTransform()
        origin = self.frame.origin
        painter.translate(view.rect.x - origin.x, view.rect.y - origin.y)
        painter.scale(view.ratio, view.ratio)


def _pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return an (H, W, 4) uint8 array, B, G, R, X, with memory of its own."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return rows[:, : image.width() * 4].reshape(image.height(), image.width(), 4).copy()
