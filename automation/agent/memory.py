"""The little that outlives a step: where the run has worked, what it holds down, what came up when."""

from typing import Final

from automation.core.actions import (
    Action,
    ButtonDown,
    ButtonUp,
    Check,
    Click,
    KeyDown,
    KeyUp,
    Launch,
    Window,
    Write,
)
from automation.core.clock import Clock
from automation.core.observation import Observation, WindowInfo
from automation.safety.app_kinds import AppKind, kinds_of
from automation.safety.chords import key_name
from automation.safety.rules import names_one_program, program_key
from automation.safety.sites import domains_in
from automation.safety.targets import windows_of
from automation.safety.words import says

SHORTEST_APP_NAME: Final = 3


class RunMemory:
    """Serves one run; owned by the agent thread."""

    def __init__(self, task: str, clock: Clock, named_apps: frozenset[str] = frozenset()) -> None:
        self._task = task
        self._clock = clock
        self._named_apps = named_apps
        self._began_in: frozenset[str] | None = None
        self._programs: set[str] = set()
        self._sites: set[str] = set()
        self._site = ""
        self._first_seen: dict[int, float | None] = {}
        self._meant: set[int] = set()
        self._is_starting = False
        """A program was started whose window has not been seen yet."""
        self.held_keys: frozenset[str] = frozenset()
        """Keys that earlier actions keep down, by their folded names."""
        self.held_buttons: frozenset[str] = frozenset()

    def saw(self, observation: Observation) -> None:
        """Remember when each window was first seen, and in which program the run began."""
        if self._began_in is None:
            self._began_in = frozenset(program_key(w) for w in _in_front(observation))
        seen_at = self._clock.now_s() if self._first_seen else None
        for window in observation.windows:
            is_first = self._is_starting and not (window.is_popup or window.is_own)
            if is_first and window.window_id not in self._first_seen:
                self._meant.add(window.window_id)
                self._is_starting = False
            self._first_seen.setdefault(window.window_id, seen_at)

    @property
    def site(self) -> str:
        """The site that was last looked at; empty for none."""
        return self._site

    def looks_at(self, site: str) -> None:
        """Remember which site a browser shows where the next action goes."""
        self._site = site

    def acted(self, action: Action | Check, before: Observation, after: Observation) -> None:
        """Remember where the run worked, what it started and what it keeps down."""
        windows = set(windows_of(action, before))
        if isinstance(action, Launch | Window):
            old = {w.window_id for w in before.windows}
            windows |= {w for w in after.windows if w.window_id not in old or w.is_active}
        self._programs |= {program_key(w) for w in windows if not w.is_own}
        if any(AppKind.BROWSER in kinds_of_window(w) for w in windows):
            self._sites.add(self._site)
        self._note_meant(action, before)
        match action:
            case KeyDown():
                self.held_keys |= {key_name(action.key)}
            case KeyUp():
                self.held_keys -= {key_name(action.key)}
            case ButtonDown():
                self.held_buttons |= {action.button}
            case ButtonUp():
                self.held_buttons -= {action.button}

    def _note_meant(self, action: Action | Check, before: Observation) -> None:
        """Note a window that the run pressed something in, wrote into or brought up."""
        match action:
            case Launch():
                self._is_starting = True
            case Click(button="left") | Write() | Window(op="activate"):
                self._meant |= {w.window_id for w in windows_of(action, before)}

    def is_meant(self, window: WindowInfo) -> bool:
        """Tell whether the run has chosen this window for what it does."""
        return window.window_id in self._meant

    def is_new(self, window: WindowInfo, *, is_explicit: bool) -> bool:
        """Tell whether the run has worked elsewhere and nobody has named this window's program.

        Args:
            window: where the action goes.
            is_explicit: the user's own words name the step; the first one may then go anywhere.
        """
        begun = self._programs or (set() if is_explicit else set(self._began_in or ()))
        if not begun or window.is_own:
            return False
        if program_key(window) in begun | (self._began_in or frozenset()):
            return False
        # A class is what the window says of itself: it is no name that the user could have meant.
        is_said = len(window.app) >= SHORTEST_APP_NAME and says(self._task, window.app)
        is_meant = is_said or window.app.casefold() in self._named_apps
        return not (names_one_program(window) and is_meant)

    def is_new_site(self, site: str) -> bool:
        """Tell whether the run has worked on other sites and nobody has named this one."""
        return bool(site and self._sites) and not self.knows_site(site)

    def knows_site(self, site: str) -> bool:
        """Tell whether the run has worked on the site, or the task names it."""
        named = domains_in(self._task)
        is_named = any(site == name or site.endswith(f".{name}") for name in named)
        return is_named or site in self._sites

    def age_s(self, window: WindowInfo) -> float | None:
        """Return for how long the window has been seen; None if it was there from the start."""
        seen_at = self._first_seen.get(window.window_id)
        if seen_at is None or window.is_popup:
            return None
        return self._clock.now_s() - seen_at


def kinds_of_window(window: WindowInfo) -> frozenset[AppKind]:
    """Return every kind that the window's program, package and title point to."""
    return kinds_of(window.app, window.executable, window.title, window.app_id)


def _in_front(observation: Observation) -> tuple[WindowInfo, ...]:
    """Return the window in which the user was at work: the active one, else the topmost other."""
    others = [w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup)]
    window = observation.active_window or next(iter(others), None)
    return (window,) if window else ()
