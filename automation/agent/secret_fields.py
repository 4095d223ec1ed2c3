"""What the screen tells of secrets: whether a field hides what is typed, and where a secret would go."""

from collections.abc import Callable, Sequence

from automation.core.actions import Action, Check, Clipboard, HoldAndTap, Hotkey, KeyDown, Write
from automation.core.errors import SecretsError
from automation.core.observation import Observation, ScreenElement, WindowInfo
from automation.core.ports import ElementReader
from automation.core.programs import is_interpreter
from automation.core.proposal import Proposal
from automation.core.secrets import SecretEntry, secret_name
from automation.safety.base_risk import ENTRY_ROLES
from automation.safety.evidence import FieldKind, SecretUse
from automation.safety.field_labels import asks_for_password, is_line, label_area, label_of


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
