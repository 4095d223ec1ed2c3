"""Reads a secret's value. Imported by the executor and nobody else; a test keeps it so."""

import sys
from typing import Final

from automation.core.errors import Refused, SecretsError
from automation.core.secrets import SecretEntry, no_such_secret
from automation.core.text import worded
from automation.desktop.secrets import LOCKED, Service, asked, find, only_one, value_problem

_PR_SET_DUMPABLE: Final = 4
"""linux/prctl.h."""


class KeyringSecrets:
    """The executor's way to the keyring; stands behind `desktop.input.secrets.SystemKeyring`."""

    def entry(self, name: str) -> SecretEntry:
        """Return what is known of a secret without reading it. Raises `Refused`: `no_secret`."""
        try:
            found = find(name)
        except SecretsError as error:
            raise Refused("no_secret", error.words) from None
        if found is None:
            raise Refused("no_secret", no_such_secret(name))
        return found

    def value(self, name: str) -> str:
        """Return the secret itself.

        Raises:
            Refused: `no_secret`; it is gone, or the keyring is locked.
        """
        leave_no_core_file()

        async def read(service: Service) -> str:
            item = only_one(name, await service.items())
            if item is None:
                raise SecretsError(no_such_secret(name))
            if item.is_locked:
                raise SecretsError(LOCKED)
            found = await service.value(item.path)
            if value_problem(found):  # other programs can write into the keyring
                raise SecretsError(
                    f"the secret “{name}” is empty, or has a line break or another character that "
                    f"no key types; set it anew: deskhand secret set {name}"
                )
            return found

        try:
            return asked(read)
        except SecretsError as error:
            raise Refused("no_secret", error.words) from None


def leave_no_core_file() -> None:
    """Keep what this process holds from here on out of the file that a crash would leave.

    The limit on core files does not hold where the kernel hands them to a program (core(5), "Piping
    core dumps to a program"), as desktops do. A process that is not dumpable leaves none at all, and
    no other process of the user's may read its memory.
    """
    if sys.platform != "linux":
        return
    import ctypes
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise Refused(
            "no_secret",
            worded(
                "this process could leave its memory behind in a crash; no secret is read into it"
            ),
        )
