"""The user's secrets by name: listing, adding, removing. Reads no value, ever."""

from collections.abc import Iterable
from typing import TypeVar

from automation.core.errors import SecretsError
from automation.core.secrets import SecretEntry, is_secret_name, no_such_secret
from automation.desktop.secrets.service import (
    ANSWER_S,
    PROMPT_S,
    SEVERAL,
    UNTOLD,
    Service,
    StoredItem,
    asked,
)

Named = TypeVar("Named", SecretEntry, StoredItem)


def entries(*, may_prompt: bool = False) -> tuple[SecretEntry, ...]:
    """Return the secrets that the keyring has of ours, by name.

    Args:
        may_prompt: unlock a locked keyring, for which its own dialog asks the user.

    Raises:
        SecretsError: the keyring cannot be used.
    """

    async def read(service: Service) -> list[StoredItem]:
        items = await service.items()
        locked = [item.path for item in items if item.is_locked]
        if locked and may_prompt:
            await service.unlock(locked)
        return items

    found = asked(read, seconds=PROMPT_S if may_prompt else ANSWER_S)
    return tuple(
        SecretEntry(item.name, item.programs, is_scope_told=item.is_scope_told)
        for item in sorted(found, key=lambda i: i.name)
    )


def find(name: str) -> SecretEntry | None:
    """Return what is known of a secret; None when there is none of this name.

    Raises:
        SecretsError: the keyring cannot be used, has several of this name, or does not say for which
            programs it is.
    """
    return only_one(name, entries())


def only_one(name: str, found: Iterable[Named]) -> Named | None:
    """Return the one of this name; None when there is none.

    Raises:
        SecretsError: there are several: one might tell the programs and the other the text. Or it is
            not said which programs it is for: a limit that was lost is no permission.
    """
    ours = [entry for entry in found if entry.name == name]
    if len(ours) > 1:
        raise SecretsError(SEVERAL.format(name))
    if ours and not ours[0].is_scope_told:
        raise SecretsError(UNTOLD.format(name))
    return ours[0] if ours else None


def keep(name: str, value: str, programs: tuple[str, ...] = ()) -> None:
    """Store a secret in place of one of the same name; may ask the user to unlock the keyring.

    Args:
        name: letters, digits, `.`, `_` and `-`, up to 60.
        value: the text itself.
        programs: resolved paths of the only programs that it may be typed into.

    Raises:
        SecretsError: the name or the value cannot be used, or the keyring cannot.
    """
    if not is_secret_name(name):
        message = (
            f"{name!r} cannot be the name of a secret; take letters, digits, dots, dashes and "
            "underscores, up to 60 of them, and begin with a letter or digit"
        )
        raise SecretsError(message)
    if problem := value_problem(value):
        raise SecretsError(problem)
    asked(lambda service: service.keep(name, value, programs), seconds=PROMPT_S)


def value_problem(value: str) -> str:
    """Say why a text cannot be kept as a secret, without a word of it; empty when it can."""
    if not value:
        return "the secret is empty; nothing was stored"
    if not value.isprintable():
        return (
            "the secret has a line break or another character that no key types; nothing was stored"
        )
    return ""


def remove(name: str) -> None:
    """Delete a secret.

    Raises:
        SecretsError: there is none of this name, or the keyring cannot be used.
    """

    async def delete(service: Service) -> bool:
        found = [item for item in await service.items() if item.name == name]
        for item in found:
            await service.delete(item.path)
        return bool(found)

    if not asked(delete, seconds=PROMPT_S):
        raise SecretsError(no_such_secret(name))


def secret_service_problem() -> str:
    """Say why secrets cannot be used here and how to mend it; empty when they can.

    A service that would start with the first call is left asleep.
    """

    async def look(service: Service) -> None:
        if await service.runs():
            await service.items()

    try:
        asked(look)
    except SecretsError as error:
        return str(error)
    return ""
