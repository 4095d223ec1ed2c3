"""What it takes to type a secret of the user's: a field that hides it, or a program it is meant for."""

from collections.abc import Iterator

from automation.core.actions import Action, Clipboard, Write
from automation.core.proposal import RiskLevel
from automation.core.secrets import holds_reference, no_such_secret, secret_name
from automation.safety.app_kinds import AppKind
from automation.safety.base_risk import Finding
from automation.safety.evidence import SecretUse

R2, R3, R4 = RiskLevel.R2, RiskLevel.R3, RiskLevel.R4


def misplaced(action: Action) -> bool:
    """Tell whether the action has a reference where none is ever replaced."""
    return isinstance(action, Clipboard) and holds_reference(action.text)


def types_secret(action: Action) -> bool:
    """Tell whether what the action types is a reference and nothing else."""
    return isinstance(action, Write) and bool(secret_name(action.text))


def judged_secret(
    action: Action, use: SecretUse | None, kinds: frozenset[AppKind], *, is_explicit: bool
) -> Iterator[Finding]:
    """Judge an action that types a secret; nothing for any other.

    Args:
        action: what is judged.
        use: what is known of the secret and its target.
        kinds: of the windows that the action reaches.
        is_explicit: the user's own words, or a recording of the user's, name this very step.
    """
    if misplaced(action):
        yield Finding(R4, "a secret is only typed", "Say into which field it is to be typed.")
    if not types_secret(action):
        return
    if use is None or not use.is_known:
        reason = (use.problem if use else "") or no_such_secret(use.name if use else "")
        yield Finding(R4, reason, "Nothing was typed.")
        return
    forbidden = _forbidden(use)
    yield forbidden or _allowed(use, is_page=AppKind.BROWSER in kinds, is_explicit=is_explicit)


def _forbidden(use: SecretUse) -> Finding | None:
    """Return why the secret may not be typed there; None when it may."""
    what, yourself = f"the secret “{use.name}”", "Type it yourself, then press Go on."
    if use.is_limited and not use.is_for_program:
        return Finding(R4, f"{what} is not for this program", yourself)
    if use.field == "readable":
        return Finding(R4, f"this field shows what is typed, and {what} would be seen", yourself)
    if use.field == "unknown" and not use.is_for_program:
        return Finding(R4, _may_be_seen(what), yourself)
    return None


def _allowed(use: SecretUse, *, is_page: bool, is_explicit: bool) -> Finding:
    """Return how much care it takes: only a field of the meant program needs no look of yours."""
    what = f"the secret “{use.name}”"
    if use.field == "unknown":
        return Finding(R3, _may_be_seen(what))
    if is_page:
        return Finding(R3, f"{what} goes to the page that is open: look at its address")
    if not use.is_for_program:
        return Finding(R3, f"{what} may go into any program: look whose field it is")
    if not is_explicit:
        return Finding(R3, f"{what} is typed where the model chose")
    return Finding(R2, f"{what} is typed")


def _may_be_seen(what: str) -> str:
    return f"this is not known to be a password field, and {what} may be seen"
