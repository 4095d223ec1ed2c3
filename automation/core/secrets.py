"""References to secrets: `${secret:mail}` in a text to be typed stands for what the user keeps.

A reference is all that any policy, record or picture ever holds; the executor alone puts the secret
in its place, when the action was approved. It stands alone: a text that mixes it with other words
is refused, so that what a card shows and what a rule judges is the whole of what is typed.
"""

import re
from dataclasses import dataclass
from typing import Final

from automation.core.actions import Action, Write
from automation.core.errors import Refused

BEGIN: Final = "${secret:"
ESCAPED: Final = "$${secret:"
"""How the sign itself is written when no secret is meant."""
MAX_NAME_CHARS: Final = 60

_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{MAX_NAME_CHARS - 1}}}")
_REFERENCE: Final = re.compile(r"\$\{secret:([^{}]*)\}")
_IN_BRACES: Final = re.compile(r"\$?\{\{ ?secret: ?([^{}]*?) ?\}\}")
"""How a secret might be written by who knows the braces of a macro's parameters."""
_UNESCAPED: Final = re.compile(r"(?<!\$)\$\{secret:")


@dataclass(frozen=True, slots=True)
class SecretEntry:
    """What may be known of a secret without reading it."""

    name: str
    programs: tuple[str, ...] = ()
    """Resolved paths of the only programs that it is typed into; empty for any password field."""
    is_scope_told: bool = True
    """The keyring says for which programs it is; one of which it does not is typed into none."""


def reference(name: str) -> str:
    """Return the text that stands for the secret."""
    return f"{BEGIN}{name}}}"


def is_secret_name(name: str) -> bool:
    """Tell whether a secret may be called so."""
    return _NAME.fullmatch(name) is not None


def holds_reference(text: str) -> bool:
    """Tell whether the text has a reference, well made or not, that is not escaped."""
    return _UNESCAPED.search(text) is not None


def misspelt(text: str) -> str:
    """Return how a secret is written that stands in a text in a parameter's braces; empty for none."""
    found = _IN_BRACES.search(text)
    return reference(found.group(1)) if found and is_secret_name(found.group(1)) else ""


def secret_name(text: str) -> str:
    """Return the name if the text is one reference and nothing else; empty otherwise."""
    found = _REFERENCE.fullmatch(text)
    return found.group(1) if found and is_secret_name(found.group(1)) else ""


def secret_to_type(action: Action) -> str:
    """Return the name of the secret that the action types; empty when it types none.

    Raises:
        Refused: `no_secret`; the reference does not stand alone, or is not well made.
    """
    if not isinstance(action, Write):
        return ""
    if _IN_BRACES.fullmatch(action.text) and (meant := misspelt(action.text)):
        message = f"{action.text} names no secret: a secret is written {meant}"
        raise Refused("no_secret", message)
    if not holds_reference(action.text):
        return ""
    if name := secret_name(action.text):
        return name
    message = (
        f"the text holds {BEGIN}...}} together with other text, or with a name that no secret can "
        "have; a secret is typed in a step of its own. To type the sign itself write "
        f"{ESCAPED}"
    )
    raise Refused("no_secret", message)


def literal(text: str) -> str:
    """Return the text as it is typed: an escaped sign loses its first character."""
    return text.replace(ESCAPED, BEGIN)


def no_such_secret(name: str) -> str:
    """Return the sentence for a name that is not in the keyring."""
    return f"there is no secret called “{name}”; add it with: deskhand secret set {name}"
