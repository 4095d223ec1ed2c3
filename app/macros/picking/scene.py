"""What a picker sees: the desktop of one moment, what the tree tells of it, and how a place is described.

Windows that the user keeps private, our own and the inside of password fields are painted over in it.
"""

from dataclasses import dataclass, field
from typing import Final

from app.own_processes import own_pids
from app.run_terms import rules
from app.settings import Settings
from automation.agent.secret_fields import PasswordPlaces
from automation.core.errors import AssistantError
from automation.core.geometry import Rect, ScreenPoint, monitor_at
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.stopping import StopToken
from automation.desktop.capture.grabber import ScreenGrabber
from automation.desktop.capture.veil import Veil
from automation.desktop.elements.ocr import Ocr
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.roles import CONTROLS
from automation.desktop.recording.aiming import owner, smallest
from automation.desktop.recording.hands import AROUND
from automation.desktop.screen import DesktopScreen
from automation.desktop.windows_x11 import X11Windows
from automation.macros.checks import has_evidence
from automation.macros.describing.target import describe
from automation.macros.macro import Target
from automation.macros.recording.clues import clues_of
from automation.macros.recording.context import Context
from automation.safety.rules import Permission
from resources.role_words import role_words

_STOPS: Final = CONTROLS | {"cell"}
"""What Tab goes to; everything else can be pointed at."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What is at a place: the smallest thing that the tree tells of, or only the window."""

    point: ScreenPoint
    """Where it is pressed."""
    window: WindowInfo
    element: ScreenElement | None = None

    @property
    def box(self) -> Rect | None:
        """Its outline in device pixels; None where the tree tells of nothing there."""
        return self.element.box if self.element is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The desktop of one moment."""

    observation: Observation
    elements: tuple[ScreenElement, ...] = ()
    private: frozenset[int] = frozenset()
    """Ids of windows that cannot be picked in."""
    _by_window: dict[int, list[ScreenElement]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for element in self.elements:
            self._by_window.setdefault(element.window_id, []).append(element)

    def thing_at(self, point: ScreenPoint) -> Thing | None:
        """Return what a press at a pixel would reach; None on the desktop and in hidden windows."""
        window = self.observation.window_reached(point)
        if window is None or window.is_own or window.window_id in self.private:
            return None
        inside = self._by_window.get(window.window_id, [])
        return Thing(point, window, smallest(inside, window, point))

    def is_private_at(self, point: ScreenPoint) -> bool:
        """Tell whether a window lies at a pixel that may not be looked at."""
        window = self.observation.window_reached(point)
        return window is not None and (window.is_own or window.window_id in self.private)

    def stops(self) -> tuple[Thing, ...]:
        """Return what can be gone to from the keyboard, in reading order within each window."""
        found = []
        order = {w.window_id: n for n, w in enumerate(self.observation.windows)}
        for element in self.elements:
            if element.role not in _STOPS or element.window_id in self.private:
                continue
            middle = element.box.center
            window = self.observation.window_reached(middle)
            if window is not None and window.window_id == element.window_id and not window.is_own:
                place = (order[window.window_id], middle.y // 16, middle.x)
                found.append((place, Thing(middle, window, element)))
        return tuple(thing for _, thing in sorted(found, key=lambda one: one[0]))


@dataclass(frozen=True, slots=True)
class Picked:
    """What was picked: a target as a recording would have described it, and the PNG file it names."""

    target: Target
    image: bytes = b""
    """Empty where `target.image` is None."""
    problem: str = ""
    """Why it would not be found again; empty when it would."""


class Looker:
    """Eyes for one pick. Built, used and closed by one thread."""

    def __init__(self, settings: Settings, veil: Veil | None = None) -> None:
        """Connect.

        Args:
            settings: what the user keeps private, and whether texts are read.
            veil: what of ours lies over the desktop and must not be on the picture; None for nothing.

        Raises:
            AssistantError: the display does not answer.
        """
        self._settings, self._veil = settings, veil
        pids = own_pids()
        self._windows = X11Windows(own_pids=pids)
        try:
            self._grabber = ScreenGrabber()
        except AssistantError:
            self._windows.close()
            raise
        self._ocr = Ocr() if settings.use_ocr else None
        self._reader = DesktopReader(own_pids=pids, ocr=self._ocr, is_private=self._is_private)
        # A browser that tells of no page is not painted over: nobody could point at anything in it.
        self._places = PasswordPlaces(self._reader, silence_counts=False)

    def look(self, stop: StopToken) -> Seen:
        """Return the desktop as it is once it has settled.

        Raises:
            CaptureError: there is no picture to be had.
            Stopped: it was left meanwhile.
        """
        screen = DesktopScreen(
            self._grabber,
            self._windows,
            veil=self._veil,
            is_private=self._is_private,
            find_secrets=self._secrets,
        )
        seen = screen.observe(stop)
        private = frozenset(w.window_id for w in seen.windows if self._is_private(w))
        return Seen(seen, tuple(self._reader.tree(seen, whole_screen=True)), private)

    def _secrets(self, seen: Observation) -> tuple[Rect, ...]:
        """Return where passwords stand, hidden or shown: what is picked is kept with its picture."""
        return (*self._reader.secret_boxes(seen), *self._places.boxes(seen))

    def describe(self, seen: Seen, thing: Thing) -> Picked:
        """Return how a thing is found again."""
        context = self._context(seen, thing)
        described = describe(context, clues_of(context))
        problem = ""
        if not has_evidence(described.target):
            problem = (
                "Nothing there tells how to find it again. Pick something with a name or text."
            )
        return Picked(described.target, described.picture or b"", problem)

    def close(self) -> None:
        """Disconnect."""
        self._reader.close()
        if self._ocr is not None:
            self._ocr.close()
        self._grabber.close()
        self._windows.close()

    def _context(self, seen: Seen, thing: Thing) -> Context:
        observation, point, window = seen.observation, thing.point, thing.window
        around = AROUND.around(point).intersection(window.rect)
        monitor = monitor_at(observation.monitors, point)
        return Context(
            point=point,
            frame=observation.frame.crop(around) if around.area else None,
            window=owner(window, observation.windows),
            element=thing.element,
            elements=seen.elements,
            lines=self._lines(observation, around),
            scale=monitor.scale if monitor is not None else 1.0,
        )

    def _lines(self, observation: Observation, around: Rect) -> tuple[ScreenElement, ...]:
        if self._ocr is None or self._ocr.problem or not around.area:
            return ()
        return tuple(self._reader.text(observation, around))

    def _is_private(self, window: WindowInfo) -> bool:
        return rules(self._settings).permission(window) == Permission.NEVER_LOOK


def thing_words(thing: Thing) -> str:
    """Return what a thing is called: role, name and window."""
    element, window = thing.element, thing.window
    where = window.title or window.app or "a window without a title"
    if element is None:
        return f"What is shown there in {where}"
    role = role_words(element.role) or "thing"
    name = f" “{element.name}”" if element.name else ""
    return f"{role[:1].upper() + role[1:]}{name} in {where}"
