"""Collects what is known about an action's target, for `automation.safety.risk`.

Keeps the little that outlives a step: programs the run has worked in, keys it holds down, when each
window was first seen. The accessibility tree is asked first, OCR only where the tree is silent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from automation.agent.memory import RunMemory, kinds_of_window
from automation.agent.plain_fields import shows_nothing
from automation.agent.surroundings import Surroundings
from automation.core.actions import (
    Action,
    ButtonUp,
    Check,
    Clipboard,
    Drag,
    HoldAndTap,
    Hotkey,
    KeyDown,
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
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.evidence import Evidence, FieldKind, Origin, SecretUse
from automation.safety.field_labels import asks_for_password, is_line, label_area, label_of
from automation.safety.rules import program_key
from automation.safety.sites import site_in_text
from automation.safety.targets import menus, windows_of
from automation.safety.words import split_words

LABEL_AREA: Final = Rect(0, 0, 260, 52)
"""What OCR reads around a pixel about which the tree says nothing."""
LARGEST_CONTROL: Final = 0.25
"""What covers more of its window than this is a page or a panel, whose name is no label."""
CONTROL_ROLES: Final = frozenset(
    {"button", "toggle", "link", "menu_item", "checkbox", "radio", "tab", "icon", "image", "text"}
)
"""Things that are pressed, however large."""
NEAR_PX: Final = 28
"""How far from a pixel a word stands that may belong to the sign there, where no tree tells."""
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
        named_apps: frozenset[str] = frozenset(),
    ) -> None:
        self._reader = reader
        self._extra_words = extra_words
        self._find_secret = find_secret
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
        target = self._target(proposal, intent, observation)
        element = target.element
        first = windows[0] if windows else None
        kinds = frozenset[AppKind]().union(*(kinds_of_window(w) for w in windows))
        focus = None if aims_of(intent) else element
        memory, is_explicit = self._memory, self.origin == "user"
        place = self._around.of(intent, first, kinds, observation, focus, is_explicit=is_explicit)
        memory.looks_at(place.site)
        return Evidence(
            name=_label_of(element, first),
            role=_role(element, proposal.element, is_popup=bool(first and first.is_popup)),
            states=element.states if element else frozenset(),
            extra_words=self._extra_words,
            leads_to=proposal.leads_to,
            seen_labels=target.labels,
            called=_called(intent),
            destination_name=proposal.destination.name if proposal.destination else "",
            dropped_on=self._dropped_on(intent, observation),
            question=place.question,
            may_press=place.may_press,
            beside=place.beside,
            app=first.app if first else "",
            title=first.title if first else "",
            kinds=kinds | place.kinds,
            is_own_window=any(w.is_own for w in windows),
            is_frame=any(_is_on_frame(aim.point, observation) for aim in aims_of(intent)),
            is_program_known=all(w.executable for w in windows) or isinstance(intent, Launch),
            is_secret=self._is_secret(element, proposal, observation),
            secret=self._secret(intent, windows, observation),
            held_keys=memory.held_keys,
            has_button_down=bool(memory.held_buttons),
            is_first_in_app=any(memory.is_new(w, is_explicit=is_explicit) for w in windows),
            is_new_site=memory.is_new_site(place.site),
            leads_to_site=_typed_site(intent, kinds, memory),
            crosses_programs=len({program_key(w) for w in windows}) > 1,
            window_age_s=min(
                (age for w in windows if (age := memory.age_s(w)) is not None), default=None
            ),
            after_refusal=after_refusal,
            screen_text=_near_text(element, proposal),
            page_orders=place.orders,
            element=element,
            origin=self.origin,
            raised=proposal.raised_risk,
        )

    def _target(self, proposal: Proposal, action: Action, observation: Observation) -> _Target:
        aims = aims_of(action)
        is_drag = isinstance(action, Move) and bool(self._memory.held_buttons)
        if isinstance(action, _HARMLESS_AIMS) and not is_drag:
            return _Target(proposal.element)
        if not aims:
            focus = self._focus(observation)
            return _Target(focus, self._pictured(focus, None, observation))
        resolved, point = proposal.element, aims[0].point
        is_found = resolved is not None and resolved.source == "tree"
        if self.origin == "user" and is_found and resolved and resolved.box.contains(point):
            return _Target(resolved, self._pictured(resolved, point, observation))
        seen = (resolved.name,) if resolved else ()
        element = self._reader.at(observation, point)
        sources: tuple[Source, ...] = ("ocr",)
        if (element is None or not element.name) and (
            not resolved or resolved.source not in sources
        ):
            seen = (*seen, *self._read_label(observation, point))
        seen = (*seen, *self._pictured(element, point, observation))
        return _Target(element, tuple(name for name in dict.fromkeys(seen) if name))

    def _focus(self, observation: Observation) -> ScreenElement | None:
        """Return what gets the keys; None when nobody tells, as with a menu that hides its entries."""
        focus = self._reader.focused(observation)
        open_menus = {w.window_id for w in menus(observation)}
        is_below = focus is not None and open_menus and focus.window_id not in open_menus
        return None if is_below else focus

    def _pictured(
        self, element: ScreenElement | None, point: ScreenPoint | None, observation: Observation
    ) -> tuple[str, ...]:
        """Return what the picture says where the tree gives a name: a page writes its own names.

        Not asked where the user's own words name the thing in an ordinary program, and where a field
        shows nothing.
        """
        if element is None or not element.name or element.box.h > LABEL_AREA.h * 2:
            return ()
        window = observation.window_reached(point or element.box.center)
        if self.origin == "user" and (
            window is None or AppKind.BROWSER not in kinds_of_window(window)
        ):
            return ()
        if shows_nothing(element, observation.frame):
            return ()
        lines = self._reader.text(observation, element.box.grown(4))
        told = " ".join(split_words(f"{element.name} {element.value or ''}"))
        return tuple(e.name for e in lines if " ".join(split_words(e.name)) not in told)

    def _dropped_on(self, action: Action, observation: Observation) -> tuple[str, ...]:
        """Return what the place is called where a button is let go, by tree and by picture."""
        match action:
            case Drag():
                point = action.path[-1]
            case ButtonUp():
                point = action.at.point
            case Move() if self._memory.held_buttons:
                point = action.at.point
            case _:
                return ()
        element = self._reader.at(observation, point)
        named = (element.name,) if element and element.name else ()
        return (*named, *self._read_label(observation, point))

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
            w.executable in entry.programs and w.is_vouched and not is_interpreter(w.executable)
            for w in windows
        )
        return SecretUse(
            name,
            is_limited=bool(entry.programs),
            is_for_program=fits,
            field=_field_kind(field),
        )

    def _is_secret(
        self, element: ScreenElement | None, proposal: Proposal, observation: Observation
    ) -> bool:
        """Tell whether the target is a password field, by the tree or by what stands beside it."""
        if _is_secret(element) or _is_secret(proposal.element):
            return True
        if not _may_type(proposal.intent):
            return False
        field = element or proposal.element
        if field is None or field.name.strip() or not is_line(field):
            return asks_for_password(field, ())
        texts = self._reader.tree(observation)
        if label_of(field.box, texts):
            return asks_for_password(field, texts)
        return asks_for_password(field, self._reader.text(observation, label_area(field.box)))

    def _read_label(self, observation: Observation, point: ScreenPoint) -> tuple[str, ...]:
        lines = self._reader.text(observation, LABEL_AREA.around(point))
        reach = 6 if self.origin == "user" else NEAR_PX
        return tuple(line.name for line in lines if line.box.grown(reach).contains(point))


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


def _label_of(element: ScreenElement | None, window: WindowInfo | None) -> str:
    if element is None:
        return ""
    is_large = window is not None and element.box.area > LARGEST_CONTROL * window.rect.area
    return "" if is_large and element.role not in CONTROL_ROLES else element.name


def _role(element: ScreenElement | None, resolved: ScreenElement | None, *, is_popup: bool) -> str:
    """Return the role at the target; of two that disagree, one that is not a text field."""
    if element is None:
        return resolved.role if resolved and resolved.source == "tree" else ""
    if is_popup and element.role == "list_item":
        return "menu_item"  # a choice, whose long text is no content
    if resolved and element.role in ENTRY_ROLES and resolved.role not in ENTRY_ROLES:
        return resolved.role
    return element.role


def _is_secret(element: ScreenElement | None) -> bool:
    return element is not None and ("secret" in element.states or element.role == "password")


def _may_type(intent: Action | Check) -> bool:
    """Tell whether the action can put letters into the field that has the keyboard."""
    match intent:
        case Write() | Clipboard(op="paste"):
            return True
        case Hotkey():
            return any(len(key) == 1 for key in intent.keys)
        case HoldAndTap():
            return any(len(key) == 1 for key in intent.tap)
        case KeyDown():
            return len(intent.key) == 1
        case _:
            return False


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
