"""Global chords on X11: grabbed, so that the focused program does not get them, and matched raw.

A grab alone is deaf while another client holds the keyboard, and raw events alone cannot keep the
key from the program: so both. Only the user's presses fire; what we send never does.
The grabs have a connection of their own: from the press of a grabbed key to its release the server
sends the grabbing client no raw events (measured on Xvfb 21.1), so that the listener would miss the
release of the modifiers, and a kill key pressed meanwhile.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import xcffib
import xcffib.xproto

from automation.core.errors import UnknownKey
from automation.desktop.input.protocol import Conflict
from automation.desktop.input.x11_layout import ChordCodes, Layout
from automation.desktop.xserver import connect, root_of

ASYNC: Final = xcffib.xproto.GrabMode.Async


@dataclass(frozen=True, slots=True)
class _Grabbed:
    text: str
    chord: ChordCodes
    masks: tuple[int, ...]


class Chords:
    """The chords that are listened to. Owned by the listener's thread; has its own connection."""

    def __init__(self, display: str | None, layout: Layout) -> None:
        """Connect; nothing is grabbed.

        Raises:
            NoDisplay: the display does not answer.
        """
        self._connection = connect(display)
        self._core: Any = self._connection.core
        self._root = root_of(self._connection)
        self._layout = layout
        self._grabbed: dict[str, _Grabbed] = {}

    def drain(self) -> None:
        """Drop the key events that the grabs bring: the raw ones tell what is needed."""
        while self._connection.poll_for_event() is not None:
            pass

    def close(self) -> None:
        """Give the connection, and with it every grab, back."""
        self._connection.disconnect()

    def grab(self, name: str, text: str) -> Conflict | None:
        """Listen to a chord; one already held under this name is given back first.

        Returns:
            Why it could not be had; None when it is ours.
        """
        self.ungrab(name)
        try:
            chord = self._layout.chord(text)
        except UnknownKey as error:
            return Conflict(name, text, str(error))
        wanted = _Grabbed(text, chord, self._layout.grab_masks(chord.modifiers))
        if (refused := self._take(wanted)) is not None:
            self._give_back(wanted)
            return Conflict(name, text, _why_not(text, refused))
        self._grabbed[name] = wanted
        return None

    def ungrab(self, name: str) -> None:
        """Give a chord back; does nothing when it is not held."""
        held = self._grabbed.pop(name, None)
        if held is not None:
            self._give_back(held)

    def pressed(self, code: int, modifiers: frozenset[str]) -> str | None:
        """Return the name of the chord that a key press of the user's completes."""
        for name, held in self._grabbed.items():
            if code in held.chord.codes and modifiers == held.chord.modifiers:
                return name
        return None

    def relocate(self, layout: Layout) -> tuple[Conflict, ...]:
        """Follow a changed keyboard map: grab each chord where its key is.

        Returns:
            The chords that were lost.
        """
        self._layout = layout
        moved = [
            (name, held.text)
            for name, held in self._grabbed.items()
            if self._place(held.text) != (held.chord, held.masks)
        ]
        conflicts = [self.grab(name, text) for name, text in moved]
        return tuple(conflict for conflict in conflicts if conflict is not None)

    def _place(self, text: str) -> tuple[ChordCodes, tuple[int, ...]] | None:
        try:
            chord = self._layout.chord(text)
        except UnknownKey:
            return None
        return chord, self._layout.grab_masks(chord.modifiers)

    def _take(self, wanted: _Grabbed) -> xcffib.Error | None:
        cookies = [
            self._core.GrabKey(False, self._root, mask, code, ASYNC, ASYNC, is_checked=True)
            for code in wanted.chord.codes
            for mask in wanted.masks
        ]
        found: xcffib.Error | None = None
        for cookie in cookies:
            try:
                cookie.check()
            except xcffib.Error as error:
                found = error
        return found

    def _give_back(self, held: _Grabbed) -> None:
        for code in held.chord.codes:
            for mask in held.masks:
                with suppress(xcffib.Error):  # what was refused to us is not ours to give back
                    self._core.UngrabKey(code, self._root, mask, is_checked=True).check()


def _why_not(text: str, error: xcffib.Error) -> str:
    if isinstance(error, xcffib.xproto.AccessError):
        return f"another program uses {text} already; choose another shortcut"
    return f"the display refuses {text} ({type(error).__name__}); choose another shortcut"
