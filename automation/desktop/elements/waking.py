"""Programs that show no tree until they are told to: woken by the user's wish alone, and put back.

`org.a11y.Status.IsEnabled` makes Chromium, Electron and Qt keep a tree of all that they show, which costs
each of them memory and time. So it is switched on only where the user has chosen that, and off again when
the last of our processes that wanted it is gone. Who had it on before us keeps it on. A file for each
process says so across a crash: whoever comes next puts back what nobody alive needs.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from dbus_fast import Variant

from automation.desktop.elements.connection import AccessibilityBus, Call, Reply, property_call

Ask = Callable[[Call], Awaitable[Reply]]
"""Sends one call on the session bus."""
_BUS: Final = ("org.a11y.Bus", "/org/a11y/bus")
_STATUS: Final = "org.a11y.Status"


class Waking:
    """What this process wants of the switch; its coroutines run in the accessibility bus's loop."""

    def __init__(self, folder: Path, *, is_wanted: bool) -> None:
        """Take the user's choice.

        Args:
            folder: holds a file for each process that wants programs awake; made when it is needed.
            is_wanted: the user has chosen that programs are woken.
        """
        self._folder = folder
        self._is_wanted = is_wanted
        self._own = folder / str(os.getpid())

    async def begin(self, ask: Ask) -> None:
        """Switch on what the user wants on; put back what a crash has left on and nobody wants."""
        others = self._alive()
        was_ours = bool(self._notes())
        if self._is_wanted:
            if was_ours or not await is_awake(ask):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._own.touch(mode=0o600)
                await _switch(ask, is_on=True)
        elif was_ours and not others:
            await self._put_back(ask)
        self._forget_the_dead()

    async def end(self, ask: Ask) -> None:
        """Put the switch back where this process was the last of ours that wanted it on."""
        if not self._own.exists():
            return
        self._own.unlink(missing_ok=True)
        if not self._alive():
            await self._put_back(ask)

    async def _put_back(self, ask: Ask) -> None:
        await _switch(ask, is_on=False)
        self._forget_the_dead()

    def _notes(self) -> list[Path]:
        try:
            return [note for note in self._folder.iterdir() if note.name.isdecimal()]
        except OSError:
            return []

    def _alive(self) -> list[Path]:
        return [note for note in self._notes() if Path("/proc", note.name).exists()]

    def _forget_the_dead(self) -> None:
        for note in set(self._notes()) - set(self._alive()):
            note.unlink(missing_ok=True)


def waking_bus(folder: Path, *, is_wanted: bool) -> AccessibilityBus:
    """Return a bus that wakes programs as long as it is open, where the user wants that.

    Args:
        folder: of all our processes, see `Waking`.
        is_wanted: the user has chosen that programs are woken.
    """
    waking = Waking(folder, is_wanted=is_wanted)
    return AccessibilityBus(on_begin=waking.begin, on_end=waking.end)


async def is_awake(ask: Ask) -> bool:
    """Tell whether the session's programs are told to show their trees."""
    reply: Any = await ask(property_call(*_BUS, _STATUS, "IsEnabled"))
    value = reply[0] if reply else None
    return (value.value if isinstance(value, Variant) else value) is True


async def _switch(ask: Ask, *, is_on: bool) -> None:
    body = (_STATUS, "IsEnabled", Variant("b", is_on))
    await ask(Call(*_BUS, "org.freedesktop.DBus.Properties", "Set", "ssv", body))
