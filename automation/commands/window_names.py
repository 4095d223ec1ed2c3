"""Which open windows the words of an instruction name outright: by title, or by their program."""

import re
from collections.abc import Sequence
from typing import Final

from automation.commands.forms import Phrase
from automation.commands.matching import Tier, is_exact, match
from automation.commands.scene import Scene
from automation.core.observation import WindowInfo

_PROGRAM: Final = re.compile(r"\s[-–—]\s([^-–—]+)$")  # noqa: RUF001 - titles have these dashes
"""The program's name at the end of a title: `notes.txt - Mousepad`."""


def labels_of(target: Phrase) -> list[str]:
    """Return the names that the words may be, without those that say a place."""
    labels = [r.label for r in target.readings if r.label and r.relation is None]
    return list(dict.fromkeys(labels)) or [target.text]


def named_windows(where: Phrase, scene: Scene) -> list[WindowInfo]:
    """Return the windows whose title or program is called so; a part of a title is no name."""
    labels = labels_of(where)
    return [w for w in scene.windows() if any(_is_called(w, label) for label in labels)]


def has_front(windows: Sequence[WindowInfo], scene: Scene) -> bool:
    """Tell whether the window in front is one of these."""
    front = scene.front
    return front is not None and any(w.window_id == front.window_id for w in windows)


def _is_called(window: WindowInfo, label: str) -> bool:
    program = _PROGRAM.search(window.title)
    names = (window.title, window.app, program.group(1).strip() if program else "")
    if any(is_exact(label, name) for name in names):
        return True
    starts = (match(label, name) for name in names[1:])
    return any(m is not None and m.tier is Tier.PREFIX and m.is_sure for m in starts)
