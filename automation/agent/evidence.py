"""Collects what is known about an action's target, for `automation.safety.risk`.

Keeps the little that outlives a step: programs the run has worked in, keys it holds down, when each
window was first seen. The accessibility tree is asked first, OCR only where the tree is silent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from automation.core.actions import (
    Action,
    Check,
    KeyDown,
    KeyUp,
    Launch,
    Move,
    Scroll,
    Source,
    Window,
    Write,
    aims_of,
    sends_input,
)
from automation.core.clock import Clock
from automation.core.errors import SecretsError
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader, Policy
from automation.core.programs import is_interpreter
from automation.core.proposal import Proposal
from automation.core.secrets import SecretEntry, secret_name
from automation.safety.app_kinds import kinds_of
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.chords import key_name
from automation.safety.evidence import Evidence, FieldKind, Origin, SecretUse
from automation.safety.rules import program_key
from automation.safety.targets import windows_of

LABEL_AREA: Final = Rect(0, 0, 260, 52)
"""What OCR reads around a pixel about which the tree says nothing."""
LARGEST_CONTROL: Final = 0.25
"""An element that covers more of its window than this is a page or a panel; its name is no label."""
SHORTEST_APP_NAME: Final = 3
_HARMLESS_AIMS: Final = (Move, Scroll, Window, Launch)
"""Actions whose level does not depend on what element they meet, so that none is looked up."""
_ORIGINS: Final[dict[str, Origin]] = {"commands": "user", "macro": "macro"}


@dataclass(frozen=True, slots=True)
class _Target:
    """What is at the target: the tree's element, and what else it is called."""

    element: ScreenElement | None = None
    labels: tuple[str, ...] = ()


class EvidenceCollector:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self,
        reader: ElementReader,
        task: Task,
        policy: Policy,
        clock: Clock,
        extra_words: tuple[str, ...] = (),
        find_secret: Callable[[str], SecretEntry | None] = lambda name: None,
    ) -> None:
        self._reader = reader
        self._extra_words = extra_words
        self._find_secret = find_secret
        self._task_words = task.text.casefold()
        self._policy = policy
        self._clock = clock
        self._known: set[str] = set()
        self._held: frozenset[str] = frozenset()
        self._first_seen: dict[int, float | None] = {}

    @property
    def origin(self) -> Origin:
        """Who chooses this run's targets; a policy that hands over tells so by its name."""
        return _ORIGINS.get(self._policy.name, "model")

    def saw(self, observation: Observation) -> None:
        """Remember when each window was first seen."""
        seen_at = self._clock.now_s() if self._first_seen else None
        for window in observation.windows:
            self._first_seen.setdefault(window.window_id, seen_at)

    def acted(self, action: Action | Check, before: Observation, after: Observation) -> None:
        """Remember where the run worked, what it started and which keys it holds."""
        windows = set(windows_of(action, before))
        if isinstance(action, Launch | Window):
            old = {w.window_id for w in before.windows}
            windows |= {w for w in after.windows if w.window_id not in old or w.is_active}
        self._known |= {program_key(w) for w in windows if not w.is_own}
        if isinstance(action, KeyDown):
            self._held |= {key_name(action.key)}
        elif isinstance(action, KeyUp):
            self._held -= {key_name(action.key)}

    def of(
        self, proposal: Proposal, observation: Observation, *, after_refusal: bool = False
    ) -> Evidence:
        """Return everything known about the proposal's target on this observation."""
        intent = proposal.intent
        if not isinstance(intent, Action) or not sends_input(intent):
            return Evidence(origin=self.origin, raised=proposal.raised_risk)
        windows = windows_of(intent, observation)
        target = self._target(proposal, intent, observation)
        element = target.element
        first = windows[0] if windows else None
        return Evidence(
            name=_label_of(element, first),
            role=_role(element, proposal.element),
            states=element.states if element else frozenset(),
            extra_words=self._extra_words,
            leads_to=proposal.leads_to,
            seen_labels=target.labels,
            called=_called(intent),
            destination_name=proposal.destination.name if proposal.destination else "",
            app=first.app if first else "",
            kinds=frozenset().union(*(kinds_of(w.app, w.executable, w.title) for w in windows)),
            is_own_window=any(w.is_own for w in windows),
            is_secret=_is_secret(element) or _is_secret(proposal.element),
            secret=self._secret(intent, windows, observation),
            held_keys=self._held,
            is_first_in_app=any(self._is_new(w) for w in windows),
            window_age_s=min(
                (age for w in windows if (age := self._age_s(w)) is not None), default=None
            ),
            after_refusal=after_refusal,
            screen_text=_near_text(element, proposal),
            origin=self.origin,
            raised=proposal.raised_risk,
        )

    def _target(self, proposal: Proposal, action: Action, observation: Observation) -> _Target:
        aims = aims_of(action)
        if isinstance(action, _HARMLESS_AIMS):
            return _Target(proposal.element)
        if not aims:
            return _Target(self._reader.focused(observation))
        resolved, point = proposal.element, aims[0].point
        if resolved and resolved.source == "tree" and resolved.box.contains(point):
            return _Target(resolved)
        seen = (resolved.name,) if resolved else ()
        element = self._reader.at(observation, point)
        sources: tuple[Source, ...] = ("ocr",)
        if (element is None or not element.name) and (
            not resolved or resolved.source not in sources
        ):
            seen = (*seen, *self._read_label(observation, point))
        return _Target(element, tuple(name for name in dict.fromkeys(seen) if name))

    def _secret(
        self, action: Action, windows: Sequence[WindowInfo], observation: Observation
    ) -> SecretUse | None:
        """Return what is known of the secret that the action types; None when it types none.

        The field is looked up in the tree: a policy's word for what it aims at could be wrong.
        """
        name = secret_name(action.text) if isinstance(action, Write) else ""
        if not name or not isinstance(action, Write):
            return None
        try:
            entry = self._find_secret(name)
        except SecretsError as error:
            return SecretUse(name, is_known=False, problem=str(error))
        if entry is None:
            return SecretUse(name, is_known=False)
        reader = self._reader
        field = (
            reader.at(observation, action.at.point) if action.at else reader.focused(observation)
        )
        fits = bool(windows) and all(
            w.executable in entry.programs and not is_interpreter(w.executable) for w in windows
        )
        return SecretUse(
            name,
            is_limited=bool(entry.programs),
            is_for_program=fits,
            field=_field_kind(field),
        )

    def _read_label(self, observation: Observation, point: ScreenPoint) -> tuple[str, ...]:
        lines = self._reader.text(observation, LABEL_AREA.around(point))
        return tuple(line.name for line in lines if line.box.grown(6).contains(point))

    def _is_new(self, window: WindowInfo) -> bool:
        """Tell whether the run has worked elsewhere and nobody has named this program."""
        if not self._known or window.is_own or program_key(window) in self._known:
            return False
        app = window.app.casefold()
        return not (len(app) >= SHORTEST_APP_NAME and app in self._task_words)

    def _age_s(self, window: WindowInfo) -> float | None:
        seen_at = self._first_seen.get(window.window_id)
        if seen_at is None or window.is_popup:
            return None
        return self._clock.now_s() - seen_at


def _called(intent: Action) -> tuple[str, ...]:
    """Return what whoever chose the action calls the places that it is aimed at."""
    return tuple(aim.element.name for aim in aims_of(intent) if aim.element and aim.element.name)


def _label_of(element: ScreenElement | None, window: WindowInfo | None) -> str:
    if element is None:
        return ""
    if window and element.box.area > LARGEST_CONTROL * window.rect.area:
        return ""
    return element.name


def _role(element: ScreenElement | None, resolved: ScreenElement | None) -> str:
    """Return the role at the target; of two that disagree, one that is not a text field."""
    if element is None:
        return resolved.role if resolved and resolved.source == "tree" else ""
    if resolved and element.role in ENTRY_ROLES and resolved.role not in ENTRY_ROLES:
        return resolved.role
    return element.role


def _is_secret(element: ScreenElement | None) -> bool:
    return element is not None and ("secret" in element.states or element.role == "password")


def _field_kind(element: ScreenElement | None) -> FieldKind:
    if _is_secret(element):
        return "password"
    is_field = element is not None and (
        element.role in ENTRY_ROLES - {"terminal"} or "editable" in element.states
    )
    return "readable" if is_field else "unknown"


def _near_text(element: ScreenElement | None, proposal: Proposal) -> str:
    near = [element, proposal.element, proposal.destination]
    return " ".join(f"{e.description} {e.parent_name}" for e in near if e)
