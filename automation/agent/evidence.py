"""Collects what is known about an action's target, for `automation.safety.risk`.

Keeps the little that outlives a step: programs the run has worked in, keys it holds down, when each
window was first seen.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from automation.agent.dialogs import program_names
from automation.agent.memory import RunMemory, kinds_of_window
from automation.agent.secret_fields import PasswordPlaces, SecretFields
from automation.agent.surroundings import Surroundings
from automation.agent.target import TargetReader, name_of, role_of
from automation.core.actions import Action, Check, Launch, Write, aims_of, sends_input
from automation.core.clock import Clock
from automation.core.events import Task
from automation.core.geometry import Rect, ScreenPoint
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader, Policy
from automation.core.proposal import Proposal, RiskLevel
from automation.core.secrets import SecretEntry
from automation.safety.app_kinds import AppKind
from automation.safety.evidence import Evidence, Origin
from automation.safety.risk import assess
from automation.safety.rules import names_one_program, program_key
from automation.safety.sites import site_in_text
from automation.safety.targets import windows_of

_ORIGINS: Final[dict[str, Origin]] = {"commands": "user", "macro": "macro"}


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
        named_apps: frozenset[str] = frozenset(),
    ) -> None:
        self._reader = reader
        self._extra_words = extra_words
        self._secrets = SecretFields(reader, find_secret)
        self._places = PasswordPlaces(reader)
        self._policy = policy
        self._around = Surroundings(reader)
        # What a macro calls itself is not what the user said: it names no program and no site.
        said = "" if policy.name == "macro" else task.text
        self._memory = RunMemory(said, clock, named_apps)

    @property
    def origin(self) -> Origin:
        """Who chooses this run's targets; a policy that hands over tells so by its name."""
        return _ORIGINS.get(self._policy.name, "model")

    @property
    def is_holding(self) -> bool:
        """Tell whether the run keeps keys or buttons down between its steps."""
        return bool(self._memory.held_keys or self._memory.held_buttons)

    def passwords(self, observation: Observation) -> tuple[Rect, ...]:
        """Return the places of a look whose picture may be kept only without them."""
        return self._places.boxes(observation, self._around.read_of(observation))

    def saw(self, observation: Observation) -> None:
        """Remember when each window was first seen, and in which program the run began."""
        self._memory.saw(observation)

    def acted(self, action: Action | Check, before: Observation, after: Observation) -> None:
        """Remember where the run worked, what it started and what it keeps down."""
        self._memory.acted(action, before, after)

    def of(
        self, proposal: Proposal, observation: Observation, *, after_refusal: bool = False
    ) -> Evidence:
        """Return everything known about the proposal's target on this observation."""
        intent = proposal.intent
        if not isinstance(intent, Action) or not sends_input(intent):
            return Evidence(origin=self.origin, raised=proposal.raised_risk)
        windows = windows_of(intent, observation)
        first = windows[0] if windows else None
        is_popup = bool(first and first.is_popup)
        screen = TargetReader(
            self._reader, observation, self.origin, has_button_down=bool(self._memory.held_buttons)
        )
        target = screen.read(proposal, intent)
        element = target.element
        evidence = replace(
            self._of_place(intent, windows, element, observation),
            name=name_of(element, first),
            role=role_of(element, proposal.element, is_popup=is_popup),
            states=element.states if element else frozenset(),
            extra_words=self._extra_words,
            leads_to=proposal.leads_to,
            seen_labels=target.labels,
            called=_called(intent),
            destination_name=proposal.destination.name if proposal.destination else "",
            dropped_on=screen.dropped_on(intent),
            is_window_meant=proposal.is_window_named
            or (first is not None and self._memory.is_meant(first)),
            is_secret=self._secrets.is_hidden(element, proposal, observation),
            secret=self._secrets.use(intent, windows, observation),
            after_refusal=after_refusal,
            screen_text=_near_text(element, proposal),
            element=element,
            raised=proposal.raised_risk,
        )
        if assess(intent, evidence).level >= RiskLevel.R3:
            return evidence  # it is asked about in any case, so that no picture need be read
        evidence = replace(evidence, described=screen.described(target))
        if assess(intent, evidence).level >= RiskLevel.R3:
            return evidence
        face = screen.face(target, intent)
        labels = tuple(dict.fromkeys((*target.labels, *face.labels)))
        return replace(evidence, seen_labels=labels, shows=face.other)

    def would_be(
        self, proposal: Proposal, observation: Observation, *, after_refusal: bool = False
    ) -> Evidence:
        """Return what would be known of a proposal that may never be used; nothing is remembered of it."""
        site = self._memory.site
        try:
            return self.of(proposal, observation, after_refusal=after_refusal)
        finally:
            self._memory.looks_at(site)

    def _of_place(
        self,
        action: Action,
        windows: Sequence[WindowInfo],
        element: ScreenElement | None,
        observation: Observation,
    ) -> Evidence:
        """Return what is known of where the action goes: its windows, and what the run did there."""
        first = windows[0] if windows else None
        kinds = frozenset[AppKind]().union(*(kinds_of_window(w) for w in windows))
        focus = None if aims_of(action) else element
        memory, is_explicit = self._memory, self.origin == "user"
        met = element if aims_of(action) else None
        place = self._around.of(
            action, first, kinds, observation, focus, target=met, is_explicit=is_explicit
        )
        memory.looks_at(place.site)
        ages_s = [age for w in windows if (age := memory.age_s(w)) is not None]
        return Evidence(
            question=place.question,
            is_choice=place.is_choice,
            program_names=(
                program_names(first, observation, with_own=True)
                if first and AppKind.BROWSER not in kinds
                else ()
            ),
            takes_value=place.takes_value,
            may_press=place.may_press,
            beside=place.beside,
            page_orders=place.orders,
            app=first.app if first else "",
            title=first.title if first else "",
            kinds=kinds | place.kinds,
            is_own_window=any(w.is_own for w in windows),
            is_frame=any(_is_on_frame(aim.point, observation) for aim in aims_of(action)),
            is_program_known=all(w.executable for w in windows) or isinstance(action, Launch),
            held_keys=memory.held_keys,
            has_button_down=bool(memory.held_buttons),
            is_first_in_app=any(memory.is_new(w, is_explicit=is_explicit) for w in windows),
            is_app_told=all(map(names_one_program, windows)),
            is_new_site=memory.is_new_site(place.site),
            leads_to_site=_typed_site(action, kinds, memory),
            crosses_programs=len({program_key(w) for w in windows}) > 1,
            window_age_s=min(ages_s, default=None),
            origin=self.origin,
        )


def _typed_site(action: Action, kinds: frozenset[AppKind], memory: RunMemory) -> str:
    """Return the site of an address that is typed into a browser; empty for known ones."""
    if not isinstance(action, Write) or AppKind.BROWSER not in kinds:
        return ""
    site = site_in_text(action.text)
    return site if site and not memory.knows_site(site) else ""


def _is_on_frame(point: ScreenPoint, observation: Observation) -> bool:
    window = observation.window_reached(point)
    return window is not None and not window.rect.contains(point)


def _called(intent: Action) -> tuple[str, ...]:
    """Return what whoever chose the action calls the places that it is aimed at."""
    return tuple(aim.element.name for aim in aims_of(intent) if aim.element and aim.element.name)


def _near_text(element: ScreenElement | None, proposal: Proposal) -> str:
    near = [element, proposal.element, proposal.destination]
    return " ".join(f"{e.description} {e.parent_name}" for e in near if e)
