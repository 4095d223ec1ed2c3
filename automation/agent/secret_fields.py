"""What the screen tells of secrets: which fields hold one, and where a secret would go.

A password that is shown stands in a field like any other: its name tells, or that it hid its text before.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from automation.agent.memory import kinds_of_window
from automation.core.actions import Action, Check, Clipboard, HoldAndTap, Hotkey, KeyDown, Write
from automation.core.concealing import asks_password
from automation.core.errors import SecretsError
from automation.core.geometry import Rect
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.programs import is_interpreter
from automation.core.proposal import Proposal
from automation.core.secrets import SecretEntry, secret_name
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.evidence import FieldKind, SecretUse
from automation.safety.field_labels import asks_for_password, is_line, label_area, label_of

_FIELDS: Final = frozenset({"field", "combo", "password"})
_PAGE: Final = "document"
SAME_PLACE: Final = 0.5
"""Common part of two boxes, of both together, from which a nameless field stands in another's place."""


@dataclass(slots=True)
class _Met:
    """What was met in one window."""

    names: set[str] = field(default_factory=set)
    """Of fields that hid what they held."""
    places: tuple[Rect, ...] = ()
    """Of all that hold a password, relative to the window, as it was read last."""
    has_answered: bool = False
    """A browser has told of a page."""


class PasswordPlaces:
    """Knows where passwords may stand on a picture that is kept. Serves one run."""

    def __init__(self, reader: ElementReader, *, silence_counts: bool = True) -> None:
        """Know nothing yet.

        Args:
            reader: the tree.
            silence_counts: a browser that has told of no page counts as a whole.
        """
        self._reader = reader
        self._silence_counts = silence_counts
        self._met: dict[int, _Met] = {}

    def boxes(
        self, observation: Observation, read: Sequence[ScreenElement] | None = None
    ) -> tuple[Rect, ...]:
        """Return where passwords stand: fields that hide one, that did, or that are called so.

        The windows of a browser that has told of no page yet count as a whole: silence is no answer. A
        window is read when it is first seen, and later while it has the keyboard.

        Args:
            observation: the look whose picture is kept.
            read: what the tree told of the active window on this look; None asks it.
        """
        windows = [w for w in observation.windows if not (w.is_own or w.is_minimised or w.is_popup)]
        is_new = any(w.window_id not in self._met for w in windows)
        if read is None or is_new:
            read = self._reader.tree(observation, whole_screen=is_new)
        return tuple(box for window in windows for box in self._of(window, read))

    def _of(self, window: WindowInfo, read: Sequence[ScreenElement]) -> tuple[Rect, ...]:
        met = self._met.setdefault(window.window_id, _Met())
        elements = [e for e in read if e.window_id == window.window_id]
        if elements:
            met.has_answered |= any(e.role == _PAGE for e in elements)
            met.names |= {e.name.casefold() for e in elements if _hides_text(e) and e.name}
            found = (e.box for e in elements if _holds_one(e, elements, met, window))
            met.places = tuple(_moved(box, -window.rect.x, -window.rect.y) for box in found)
        is_page = AppKind.BROWSER in kinds_of_window(window) and not window.is_dialog
        if is_page and self._silence_counts and not met.has_answered:
            return (window.rect,)
        return tuple(_moved(place, window.rect.x, window.rect.y) for place in met.places)


def _holds_one(
    element: ScreenElement, elements: Sequence[ScreenElement], met: _Met, window: WindowInfo
) -> bool:
    if _hides_text(element):
        return True
    is_entered = element.role in _FIELDS or "editable" in element.states
    if not is_entered or element.role in (_PAGE, "terminal") or "multi_line" in element.states:
        return False
    if name := element.name or label_of(element.box, elements):
        return asks_password(name) or name.casefold() in met.names
    here = _moved(element.box, -window.rect.x, -window.rect.y)
    return any(_are_same_place(here, place) for place in met.places)


def _moved(box: Rect, dx: int, dy: int) -> Rect:
    return Rect(box.x + dx, box.y + dy, box.w, box.h)


def _are_same_place(one: Rect, other: Rect) -> bool:
    common = one.intersection(other).area
    return common > 0 and common >= SAME_PLACE * (one.area + other.area - common)


class SecretFields:
    """Serves one run; owned by the agent thread."""

    def __init__(
        self, reader: ElementReader, find_secret: Callable[[str], SecretEntry | None]
    ) -> None:
        self._reader = reader
        self._find_secret = find_secret

    def use(
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

    def is_hidden(
        self, element: ScreenElement | None, proposal: Proposal, observation: Observation
    ) -> bool:
        """Tell whether the target is a password field, by the tree or by what stands beside it."""
        if _hides_text(element) or _hides_text(proposal.element):
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


def _hides_text(element: ScreenElement | None) -> bool:
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
    if _hides_text(element):
        return "password"
    is_field = element is not None and (
        element.role in ENTRY_ROLES - {"terminal"} or "editable" in element.states
    )
    return "readable" if is_field else "unknown"
