"""Decides what each heard event means: ours, the kill key, a chord, or the user taking over.

Pure but for the callbacks: it takes events and times and knows no display.
"""

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from automation.core.errors import UnknownKey
from automation.core.geometry import ScreenPoint
from automation.desktop.input.killswitch import CornerWatch, KillDetector, KillKey
from automation.desktop.input.ours import Announced, InputEvent
from automation.desktop.input.x11_layout import Layout


class Hearer(Protocol):
    """Who is told; every method is called on the listener's thread and must return at once."""

    def on_kill(self, chord: str) -> None:
        """The user pressed a kill key."""
        ...

    def on_corner(self) -> None:
        """The user pushed the pointer into the stop corner."""
        ...

    def on_chord(self, name: str) -> None:
        """The user pressed a chord."""
        ...

    def on_user(self, event: InputEvent, pointer: Callable[[], ScreenPoint]) -> None:
        """The user pressed, released or moved something; `pointer` tells where the pointer is."""
        ...

    def on_ours(self, event: InputEvent) -> None:
        """An event of ours arrived."""
        ...

    def on_disarmed(self, message: str) -> None:
        """The kill key is not heard any more."""
        ...


class Ears:
    """What was heard so far. Owned by the listener's thread."""

    def __init__(
        self,
        announced: Announced,
        hearer: Hearer,
        kill_specs: tuple[str, ...],
        layout: Layout,
        clock: Callable[[], float] = time.monotonic,
        corner: CornerWatch | None = None,
    ) -> None:
        """Take who is told of what.

        Raises:
            UnknownKey: none of the kill keys can be pressed on this keyboard.
        """
        self._announced = announced
        self._hearer = hearer
        self._kill_specs = kill_specs
        self._clock = clock
        self._user_modifiers: dict[int, str] = {}
        self._layout = layout
        self._kill = KillDetector(kill_keys(kill_specs, layout))
        self.corner = corner or CornerWatch("off")

    def follow(self, layout: Layout) -> None:
        """Look the keys up again, because the keyboard map changed.

        Raises:
            UnknownKey: none of the kill keys can be pressed on this keyboard.
        """
        self._kill.follow(kill_keys(self._kill_specs, layout))
        self._layout = layout

    def start_with(self, codes: Iterable[int]) -> None:
        """Note the keys that are down already: whoever holds them is not us."""
        for code in codes:
            self._note_modifier(InputEvent("key", code, is_down=True))

    def hear(
        self,
        event: InputEvent,
        chord_of: Callable[[int, frozenset[str]], str | None],
        pointer: Callable[[], ScreenPoint],
    ) -> None:
        """Tell the hearer what an event means."""
        if event.point is not None:
            self.corner.saw(event.point)
        if self._announced.claim(event):
            self._user_modifiers.pop(event.code, None)
            self._hearer.on_ours(event)
            return
        is_doubted = self._announced.is_doubted(event)
        if event.kind == "pointer" and self.corner.is_watching and self.corner.judge(pointer()):
            self._hearer.on_corner()
        if event.kind == "key" and event.is_down:
            self._judge_key(event.code, chord_of, may_approve=not is_doubted)
        if event.kind == "key" and not is_doubted:
            self._note_modifier(event)
        self._hearer.on_user(event, pointer)

    def _judge_key(
        self,
        code: int,
        chord_of: Callable[[int, frozenset[str]], str | None],
        *,
        may_approve: bool,
    ) -> None:
        modifiers = frozenset(self._user_modifiers.values())
        spec = self._kill.press(code, modifiers, self._clock())
        if spec is not None:
            self._hearer.on_kill(spec)
        name = chord_of(code, modifiers)
        if name is not None and may_approve:
            self._hearer.on_chord(name)

    def _note_modifier(self, event: InputEvent) -> None:
        self._user_modifiers.pop(event.code, None)
        modifier = self._layout.modifier_of(event.code) if event.is_down else None
        if modifier is not None:
            self._user_modifiers[event.code] = modifier


def kill_keys(specs: tuple[str, ...], layout: Layout) -> tuple[KillKey, ...]:
    """Look the kill keys up; one that this keyboard lacks is left out as long as another is left.

    Args:
        specs: chords, each alone or written twice with a blank between.
        layout: the keyboard.

    Raises:
        UnknownKey: none can be pressed, or one is not written as such.
    """
    found: list[KillKey] = []
    failures: list[UnknownKey] = []
    for spec in specs:
        chords = spec.split()
        if len(chords) not in (1, 2) or len(set(chords)) != 1:
            message = f"“{spec}” is no kill key; write one chord, or the same one twice: esc esc"
            raise UnknownKey(message)
        try:
            chord = layout.chord(chords[0])
        except UnknownKey as error:
            failures.append(error)
            continue
        found.append(KillKey(spec, chord.codes, chord.modifiers, len(chords) == 2))
    if not found:
        message = f"no kill key can be pressed: {failures[0] if failures else 'none is set'}"
        raise UnknownKey(message)
    return tuple(found)
