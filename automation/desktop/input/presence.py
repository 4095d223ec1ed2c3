"""Is the person who approved still in front of this desktop? What an approval does not outlive.

Another virtual desktop, a locked screen and a sleep of the computer end every approval, although
neither a window nor a pixel at the target need have changed.
"""

import time
from dataclasses import dataclass
from typing import Final

from automation.core.observation import WindowInfo

SLEPT_S: Final = 1.0
"""Sleep shorter than this is not told from the two clocks being read one after the other."""

LOCKERS: Final = frozenset(
    {
        "cinnamon-screensaver",
        "gnome-screensaver",
        "gnome-screensaver-dialog",
        "i3lock",
        "kscreenlocker_greet",
        "light-locker",
        "mate-screensaver",
        "mate-screensaver-dialog",
        "physlock",
        "slock",
        "xfce4-screensaver",
        "xfce4-screensaver-dialog",
        "xlock",
        "xscreensaver",
        "xscreensaver-auth",
        "xscreensaver-gfx",
        "xsecurelock",
        "xtrlock",
    }
)
"""Names of the programs, as installed, whose window means that the screen is locked."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What must be as it was when the user looked."""

    desktop: int = 0
    """Number of the virtual desktop that is shown."""
    is_locked: bool = False
    locks: int = 0
    """How often the desktop has told of a lock; only differences mean something."""
    slept_s: float = 0.0
    """Seconds that the computer has slept since it started; only differences mean something."""

    def change_since(self, before: "Presence") -> str:
        """Return a sentence on what ended the approval; empty when it still holds."""
        if self.is_locked or self.locks != before.locks:
            return "the screen was locked"
        if self.slept_s - before.slept_s > SLEPT_S:
            return "the computer slept"
        if self.desktop != before.desktop:
            return f"the desktop was number {before.desktop + 1} and is number {self.desktop + 1}"
        return ""


def slept_s() -> float:
    """Return how long the computer has slept since it started; 0 where the system does not tell."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


LEAST_LOCK: Final = (640, 400)
"""Width and height, in device pixels, of the smallest window that locks: some lockers have one for
each monitor. What such a program shows in less is a dialog or an icon."""


def is_locker(window: WindowInfo) -> bool:
    """Tell whether the window is a screen locker's: unmanaged, large, by name."""
    is_large = window.rect.w >= LEAST_LOCK[0] and window.rect.h >= LEAST_LOCK[1]
    return window.is_popup and is_large and window.app.casefold() in LOCKERS
