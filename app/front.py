"""The window in front, looked at without a picture: what can be said of it, and whether its program sleeps.

Sleeping programs show their controls only when woken. Where that is asked, in which words, and how the
answer is kept stands here too.
"""

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec
import numpy as np

from app.executor_host import own_pids
from app.run_options import rules
from app.settings import AWAKE, Folders, Settings, SettingsFile
from automation.commands.find.screen_view import Scene
from automation.commands.talk import names_said
from automation.core.errors import AssistantError, SettingsError
from automation.core.geometry import ScreenPoint
from automation.core.observation import Frame, Observation, WindowInfo
from automation.core.ports import Sleep
from automation.desktop.elements.reader import DesktopReader
from automation.desktop.elements.waking import see_to_choice, sleeper_of
from automation.desktop.windows_x11 import X11Windows
from automation.safety.rules import Permission

Choice = Literal["on", "off"]


BACK: Final = "deskhand doctor --wake off"


@dataclass(frozen=True, slots=True)
class FrontSleeper:
    """The program of the window in front, which shows its controls only when woken."""

    app: str
    why: Sleep

    @property
    def title(self) -> str:
        """What is so, in one sentence."""
        return f"“{self.app}” shows its fields, lists and boxes only when it is woken."

    @property
    def words(self) -> str:
        """What waking does, what it costs, how it is put back."""
        again = f" Close “{self.app}” and open it again after that." if self.has_new_start else ""
        return (
            "Until then I can read only its text. Waking costs such programs some memory and time. It lasts "
            f"until you log out or take it back, in Settings or with: {BACK}.{again}"
        )

    @property
    def has_new_start(self) -> bool:
        """Tell whether it has to be started again to be woken."""
        return self.why is not Sleep.UNTIL_WOKEN


@dataclass(frozen=True, slots=True)
class FrontWindow:
    """The window that was in front before ours, and instructions that can be carried out on it."""

    title: str
    sayings: tuple[str, ...]


def front_window(settings: Settings, language: str) -> FrontWindow | None:
    """Return what can be said of the window in front; None where nothing can, or nothing may be looked at.

    Args:
        language: of the instructions, such as `en`.
    """
    own = own_pids()
    try:
        with closing(X11Windows(own_pids=own)) as windows:
            found = windows.windows()
    except AssistantError:
        return None
    window = _front(found)
    if window is None or rules(settings).permission(window) == Permission.NEVER_LOOK:
        return None
    # Ours steps aside for a run: what it covers now can be said, too.
    seen = tuple(replace(w, is_active=w == window) for w in found if not w.is_own)
    nothing = Frame(np.zeros((1, 1, 4), np.uint8), ScreenPoint(0, 0), 0.0)
    observation = Observation(nothing, (), seen, ScreenPoint(0, 0))
    with closing(DesktopReader(own_pids=own)) as reader:
        sayings = names_said(Scene(observation, reader), language)
    return FrontWindow(window.title, sayings) if sayings else None


def front_sleeper(settings: Settings) -> FrontSleeper | None:
    """Return the sleeping program in front, while the user has not chosen; None where there is none.

    Takes no picture. Windows that are never to be looked at are passed over.

    Args:
        settings: say what was chosen, and which programs are never looked at.
    """
    if settings.wake_programs != "unsaid" or settings.source != "file":
        return None
    own = own_pids()
    try:
        with closing(X11Windows(own_pids=own)) as windows:
            window = _front(windows.windows())
    except AssistantError:
        return None  # no display: the run says so
    if window is None or rules(settings).permission(window) == Permission.NEVER_LOOK:
        return None
    if sleeper_of(window.pid) is None:
        return None
    with closing(DesktopReader(own_pids=own)) as reader:
        why = reader.sleep_of(window)
    return FrontSleeper(window.app, why) if why is not None else None


def _front(windows: Collection[WindowInfo]) -> WindowInfo | None:
    others = [w for w in windows if not (w.is_own or w.is_minimised or w.is_popup)]
    return next((w for w in others if w.is_active), next(iter(others), None))


def keep_choice(folders: Folders, choice: Choice) -> tuple[Settings, str]:
    """Keep the choice and let it count at once; return the settings with it, and what is in the way of it.

    Raises:
        SettingsError: the settings cannot be used or written; nothing is changed.
    """
    folders.create()
    file = SettingsFile(folders.settings_file)
    settings, problem = file.load()
    if problem:
        raise SettingsError(f"whether programs are woken was not kept: {problem}")
    settings = msgspec.structs.replace(settings, wake_programs=choice)
    file.save(settings)
    return settings, see_to_choice(folders.data / AWAKE, is_wanted=choice == "on")
