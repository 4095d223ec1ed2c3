"""From one observation to what a card and its marks need: monitors, windows, free places."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from app.overlay.acted_on import acted_on, framed_part
from app.overlay.candidates import candidate_marks
from app.overlay.marks import Surroundings, marks, scope_lines
from app.overlay.monitor_map import MonitorMap, monitor_map
from app.overlay.paint import tag_measure
from app.overlay.placement import Scene
from app.overlay.shapes import Box, Shape, bounds
from app.overlay.target_points import target_points
from app.widgets.theme import Theme
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

    def points_of(self, proposal: Proposal) -> tuple[ScreenPoint, ...]:
        """Return the pixels that the proposal presses."""
        return target_points(proposal)

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
