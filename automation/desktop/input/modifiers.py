"""Which modifiers our own held keys stand for."""

from collections.abc import Iterable
from typing import Final

from automation.core.errors import UnknownKey
from automation.desktop.input.backend import Backend, KeyCode

_KEYS_OF: Final = {
    "ctrl": ("ctrl", "ctrlright"),
    "shift": ("shift", "shiftright"),
    "super": ("super", "superright"),
    "alt": ("altright", "alt"),
    "altgr": ("altgr",),
}


class ModifierCodes:
    """Maps key codes to the modifier names that `Backend.held_modifiers` uses."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._names: dict[KeyCode, set[str]] = {}

    def read(self) -> None:
        """Look the modifier keys up on the keyboard as it is configured now."""
        self._names.clear()
        for modifier, keys in _KEYS_OF.items():
            for key in keys:
                try:
                    self._names.setdefault(self._backend.key_code(key), set()).add(modifier)
                except UnknownKey:
                    continue  # this keyboard lacks the key

    def among(self, codes: Iterable[KeyCode]) -> frozenset[str]:
        """Return the modifiers that these keys are; a right Alt may stand for two."""
        return frozenset().union(*(self._names.get(code, ()) for code in codes))
