"""What a run is put together from, and the optional abilities that some parts have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from automation.core.actions import Action
from automation.core.clock import Clock, SystemClock
from automation.core.events import Task
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, Observation, ScreenElement, WindowInfo
from automation.core.ports import (
    Confirmer,
    ElementReader,
    Executor,
    Policy,
    RunLog,
    Screen,
    Verifier,
)
from automation.core.proposal import Proposal, Risk
from automation.core.secrets import SecretEntry
from automation.safety.rules import Ruling


@dataclass(frozen=True, slots=True)
class Parts:
    """One object behind each port; all of them serve one run."""

    screen: Screen
    policy: Policy
    confirmer: Confirmer
    executor: Executor
    verifier: Verifier
    reader: ElementReader
    open_log: Callable[[Task], RunLog]
    """Called once, at the start, so that a full disk ends the run like any other fault."""
    clock: Clock = field(default_factory=SystemClock)
    find_secret: Callable[[str], SecretEntry | None] = lambda name: None
    """Says what is known of a secret without reading it; raises `SecretsError`."""
    spoken_secrets: Callable[[str], tuple[str, ...]] = lambda task: ()
    """Says what of a task its own words put into a password field."""
    true_cause: Callable[[str], str] = lambda cause: cause
    """Returns why a run was stopped: the first press of a stop key that is pressed twice looks like
    a takeover, and whoever hears the keys may wait for the second before it answers. So does a lock
    of the screen that came in between: then it is `locked`, perhaps with words of its own."""
    windows: Callable[[], Sequence[WindowInfo]] = lambda: ()
    """Returns the windows as they are at this moment; nothing where nobody tells."""
    is_mouse_taken: Callable[[], bool] = lambda: False
    """Tells whether another program holds the mouse, as an open menu does."""
    danger_words: tuple[str, ...] = ()
    """Words of the user's own: a control that says one always asks."""
    named_apps: frozenset[str] = frozenset()
    """Programs that the user has named besides the words of the task, by the folded name that their
    windows have: those that a trusted macro is for."""


@runtime_checkable
class TellsCover(Protocol):
    """A reader that can ask a program what lies over one of its things."""

    def covering(
        self, observation: Observation, element: ScreenElement, point: ScreenPoint
    ) -> ScreenElement | None:
        """Return what lies over an element at a pixel; None where nothing does or nobody knows."""
        ...


@runtime_checkable
class TellsMore(Protocol):
    """A reader that can ask a program for all that it says of one of its things."""

    def described(self, element: ScreenElement) -> Sequence[str]:
        """Return what the tree says of an element besides its name; never what it holds."""
        ...


@runtime_checkable
class OffersPicture(Protocol):
    """A confirmer that can show what the user saw."""

    def overlay_picture(self) -> Frame | None:
        """Return the picture of the last card with its marks; None if there was none."""
        ...


@runtime_checkable
class ShowsReasons(Protocol):
    """A confirmer that shows why a step would be asked about while the user changes it."""

    def judge_with(self, judge: Callable[[Action], Risk]) -> None:
        """Ask this what an action would be judged as, while `confirm` waits, in its own thread."""
        ...


@runtime_checkable
class RevokesGrants(Protocol):
    """A confirmer that remembers "accept the rest of this task"."""

    def revoke_grants(self) -> None:
        """Ask for each step again from here on."""
        ...

    def ruling(self, proposal: Proposal, risk: Risk, observation: Observation) -> Ruling:
        """Return what the rules say, without asking anybody."""
        ...


@runtime_checkable
class StopsAtOnce(Protocol):
    """An executor whose action anybody may end, without waiting until its token is looked at."""

    def stop(self) -> None:
        """End what is being sent and let everything go; from any thread."""
        ...
