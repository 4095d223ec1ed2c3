"""What the emitter holds down, and what of it the display has not confirmed as released.

A release that was sent may never be read: the server drops what is left of a connection whose
process was killed. So it stays in the record until the display has answered something later.
"""

from typing import Protocol

from automation.desktop.input.backend import ButtonEvent, KeyCode, KeyEvent, Primitive, Remap
from automation.desktop.input.ledger import HeldKind


class HeldRecord(Protocol):
    """Where we note what is about to be held, for whoever outlives us."""

    def add(self, kind: HeldKind, code: KeyCode) -> None:
        """Note that this is about to be held."""
        ...

    def strike(self, kind: HeldKind, code: KeyCode) -> None:
        """Note that this is not held any more."""
        ...


class Holding:
    """Keys, buttons and lent keycodes of ours. Owned by the emitter's thread."""

    def __init__(self, record: HeldRecord) -> None:
        self._record = record
        self._keys: list[KeyCode] = []
        self._buttons: list[int] = []
        self._lent: set[int] = set()
        self._unconfirmed: list[tuple[HeldKind, KeyCode]] = []

    @property
    def keys(self) -> tuple[KeyCode, ...]:
        """Keys that are down, in the order of their presses."""
        return tuple(self._keys)

    @property
    def buttons(self) -> tuple[int, ...]:
        """Buttons of the mouse that are down, in the order of their presses."""
        return tuple(self._buttons)

    @property
    def is_anything(self) -> bool:
        """Tell whether a key or button is down, or a keycode has a borrowed meaning."""
        return bool(self._keys or self._buttons or self._lent)

    @property
    def is_confirmed(self) -> bool:
        """Tell whether the display has taken every release."""
        return not self._unconfirmed

    def releases(self) -> tuple[KeyEvent | ButtonEvent, ...]:
        """Return what lets everything go: buttons first, the last press first."""
        buttons = [ButtonEvent(number, False) for number in reversed(self._buttons)]
        keys = [KeyEvent(code, False) for code in reversed(self._keys)]
        return (*buttons, *keys)

    def take_back(self) -> Remap | None:
        """Return what takes borrowed meanings back; None when there are none."""
        return Remap(tuple((code, 0) for code in sorted(self._lent))) if self._lent else None

    def forget_lent(self) -> None:
        """Note that the backend has taken borrowed meanings back by itself."""
        self._lent.clear()

    def before(self, primitive: Primitive) -> None:
        """Note a press or a loan that is about to be sent.

        Raises:
            InputError: more would be held than can be noted.
        """
        match primitive:
            case KeyEvent(code, True):
                self._record.add("key", code)
                if code not in self._keys:
                    self._keys.append(code)
            case ButtonEvent(number, True):
                self._record.add("button", number)
                if number not in self._buttons:
                    self._buttons.append(number)
            case Remap(codes):
                self._lent.update(code for code, keysym in codes if keysym)

    def after(self, primitive: Primitive) -> None:
        """Note a release or an end of a loan that was sent."""
        match primitive:
            case KeyEvent(code, False):
                self._unconfirmed.append(("key", code))
                self._keys = [held for held in self._keys if held != code]
            case ButtonEvent(number, False):
                self._unconfirmed.append(("button", number))
                self._buttons = [held for held in self._buttons if held != number]
            case Remap(codes):
                self._lent -= {code for code, keysym in codes if not keysym}

    def confirm(self) -> None:
        """Strike releases out, because the display has answered since."""
        for kind, code in self._unconfirmed:
            if code not in (self._keys if kind == "key" else self._buttons):
                self._record.strike(kind, code)
        self._unconfirmed.clear()
