"""Puts a secret in the place of its reference, right before it is typed and nowhere else.

What goes out of here is typed and forgotten. No error says a character of it, no progress more than
a count; the ledger has the key that is down at the moment and strikes it out with its number.
"""

from collections.abc import Iterator

import msgspec

from automation.core.actions import Action, Clipboard, Write
from automation.core.errors import InputError, Refused
from automation.core.observation import WindowInfo, is_interpreter
from automation.core.secrets import SecretEntry, holds_reference, literal, secret_to_type
from automation.core.text import worded
from automation.desktop.input.plan import Step


class SystemKeyring:
    """The system keyring, loaded when the first secret is asked for."""

    def entry(self, name: str) -> SecretEntry:
        """Return what is known of a secret without reading it; raises `Refused("no_secret")`."""
        from automation.desktop.secret_value import KeyringSecrets

        return KeyringSecrets().entry(name)

    def value(self, name: str) -> str:
        """Return the secret itself; raises `Refused("no_secret")`."""
        from automation.desktop.secret_value import KeyringSecrets

        return KeyringSecrets().value(name)


def check_secret(action: Action, window: WindowInfo | None, source: SystemKeyring) -> str:
    """Return the name of the secret that the action types; empty when it types none.

    Args:
        source: asked for the name; no value is read.

    Raises:
        Refused: `no_secret` when there is none of this name, `secret_program` when it is not for
            the window's program, `unsupported` when it would go to the clipboard.
    """
    if isinstance(action, Clipboard) and holds_reference(action.text):
        raise Refused(
            "unsupported",
            worded(
                "a secret is only typed and never put on the clipboard, which every program reads"
            ),
        )
    name = secret_to_type(action)
    if name:
        _check_program(source.entry(name), window)
    return name


def _check_program(entry: SecretEntry, window: WindowInfo | None) -> None:
    if not entry.programs:
        return
    executable = window.executable if window is not None else ""
    if executable in entry.programs and not is_interpreter(executable):
        return
    found = executable or (window.app if window is not None else "") or "an unknown program"
    raise Refused(
        "secret_program",
        worded(
            "the secret “{0}” is only for {1}, and the keys would go to {2}",
            entry.name,
            ", ".join(entry.programs),
            found,
        ),
    )


def filled(action: Action, source: SystemKeyring) -> Action:
    """Return the action with what is really typed: the secret, or the text without escapes."""
    if not isinstance(action, Write):
        return action
    name = secret_to_type(action)
    return msgspec.structs.replace(
        action, text=source.value(name) if name else literal(action.text)
    )


def told_by_name(name: str, steps: Iterator[Step]) -> Iterator[Step]:
    """Pass the steps of a secret on; an error says its name and none of its characters.

    Not only errors of ours: a library's message may hold what it could not handle.
    """
    try:
        yield from steps
    except Exception:  # noqa: BLE001 - whatever it says must go no further
        raise InputError(untypable(name)) from None


def untypable(name: str) -> str:
    """Return the sentence for a secret that cannot be typed, whatever the reason was."""
    return worded(
        "the secret “{0}” cannot be typed here: it holds a character that no key gives, or the "
        "keyboard has no room for it; nothing more was typed",
        name,
    )


def too_long(name: str) -> str:
    """Return the sentence for a secret that one action may not type, without its length."""
    return worded(
        "the secret “{0}” is longer than one action may type; raise the limit in the settings", name
    )
