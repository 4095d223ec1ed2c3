"""The keys of model servers, in the system keyring beside the secrets that are typed.

They are kept under `server:HOST`. No secret can be called so (`is_secret_name`): no task and no model
can have a key typed, and it stands in no list of secrets. Unlike those a key is read in this process,
which sends it to that one host.
"""

from typing import Final

from automation.core.errors import SecretsError
from automation.desktop.secrets import LOCKED, PROMPT_S, Service, asked, only_one

PREFIX: Final = "server:"
MAX_KEY_CHARS: Final = 5000


def key_problem(key: str) -> str:
    """Say why a text cannot be a server's key, without a word of it; empty when it can."""
    if not key:
        return "the key is empty; nothing was stored"
    if len(key) > MAX_KEY_CHARS:
        return f"the key is longer than {MAX_KEY_CHARS} characters; nothing was stored"
    if not key.isascii() or not key.isprintable() or " " in key:
        return (
            "the key has a blank, a line break or a letter that no key has (RFC 6750); "
            "nothing was stored"
        )
    return ""


def keep_key(host: str, key: str) -> None:
    """Store the key of a host, `gpu-box.example:443`, in place of an older one; may ask to unlock.

    Raises:
        SecretsError: it is no key, or there is no keyring; says what to do.
    """
    if problem := key_problem(key):
        raise SecretsError(problem)
    asked(lambda service: service.keep(PREFIX + host, key, ()), seconds=PROMPT_S)


def key_of(host: str) -> str | None:
    """Return the key of a host; None when none is kept.

    Raises:
        SecretsError: the keyring is locked or cannot be used; says what to do.
    """

    async def read(service: Service) -> str | None:
        item = only_one(PREFIX + host, await service.items())
        if item is None:
            return None
        if item.is_locked:
            raise SecretsError(LOCKED)
        return await service.value(item.path)

    key = asked(read)
    if key is not None and key_problem(key):  # other programs can write into the keyring
        raise SecretsError(f"what the keyring has as the key of {host} is no key; enter it anew")
    return key


def forget_key(host: str) -> None:
    """Delete the key of a host; nothing happens where none is kept.

    Raises:
        SecretsError: the keyring cannot be used.
    """

    async def delete(service: Service) -> None:
        for item in await service.items():
            if item.name == PREFIX + host:
                await service.delete(item.path)

    asked(delete, seconds=PROMPT_S)
