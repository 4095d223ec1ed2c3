"""Reads a secret's value. Imported by the executor and nobody else; a test keeps it so."""

import sys

from automation.core.errors import Refused, SecretsError
from automation.core.secrets import SecretEntry, no_such_secret
from automation.desktop.secrets.book import find
from automation.desktop.secrets.service import LOCKED, Service, asked


class KeyringSecrets:
    """The executor's way to the keyring; implements `desktop.input.secrets.SecretSource`."""

    def entry(self, name: str) -> SecretEntry:
        """Return what is known of a secret without reading it.

        Raises:
            Refused: `no_secret`.
        """
        try:
            found = find(name)
        except SecretsError as error:
            raise Refused("no_secret", str(error)) from None
        if found is None:
            raise Refused("no_secret", no_such_secret(name))
        return found

    def value(self, name: str) -> str:
        """Return the secret itself.

        Raises:
            Refused: `no_secret`; it is gone, or the keyring is locked.
        """
        _leave_no_core_file()

        async def read(service: Service) -> str:
            item = next((i for i in await service.items() if i.name == name), None)
            if item is None:
                raise SecretsError(no_such_secret(name))
            if item.is_locked:
                raise SecretsError(LOCKED)
            return await service.value(item.path)

        try:
            return asked(read)
        except SecretsError as error:
            raise Refused("no_secret", str(error)) from None


def _leave_no_core_file() -> None:
    """Keep what this process holds from here on out of the file that a crash would leave."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
